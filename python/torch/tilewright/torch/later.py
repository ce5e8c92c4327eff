"""What is to be done when a module is imported, which takes too long to be imported for that."""

import importlib.abc
import importlib.util
import sys


class _Behind(importlib.abc.MetaPathFinder):

    def __init__(self, name, act):
        self._name, self._act = name, act

    def find_spec(self, fullname, path=None, target=None):  # pylint: disable=unused-argument
        if fullname != self._name or self not in sys.meta_path:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            self._act(module)

        spec.loader.exec_module = exec_module
        return spec


def behind_import(name, act):
    """`act(module)` when the module is imported; at once if it has been."""
    if name in sys.modules:
        act(sys.modules[name])
    else:
        sys.meta_path.insert(0, _Behind(name, act))
