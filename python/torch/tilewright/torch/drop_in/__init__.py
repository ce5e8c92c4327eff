"""torch_tpu's names, where Google's package is absent: scripts that import them find ours.

A finder at the end of the import path answers for them, so that the package itself, where
it is ever installed, is found first."""

import importlib.abc
import importlib.machinery
import importlib.util
import sys

_OURS = __name__
# By what they have; other modules are empty packages that the former lie in.
_MODULES = {
    "torch_tpu": "package",
    "torch_tpu.api": "api",
    "torch_tpu._internal": "package",
    "torch_tpu._internal.execution_mode": "execution_mode",
    "torch_tpu._internal.sync": "sync",
    "torch_tpu._internal.precision": "precision",
    "torch_tpu._internal.compile": "compile",
    "torch_tpu._internal.utils": "package",
    "torch_tpu._internal.utils.hardware": "hardware",
}
_NOT_THERE = {
    "torch_tpu._internal.pallas": "kernels in Pallas are not in tilewright yet",
    "torch_tpu._internal.profiler": "its profiler is not in tilewright yet",
    "torch_tpu._internal.export": "exported models are tilewright.torch.package's",
    "torch_tpu._internal.dynamism": "sizes are marked by torch._dynamo.mark_dynamic",
    "torch_tpu._internal.distributed": "process groups on tpu are not in tilewright yet",
}


class _Loader(importlib.abc.Loader):
    """Fills a module with the names of one of ours."""

    def __init__(self, ours):
        self._ours = ours

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        ours = importlib.import_module(f"{_OURS}.{self._ours}")
        module.__doc__ = ours.__doc__
        module.__dict__.update({name: value for name, value in vars(ours).items()
                                if not name.startswith("__")})
        if hasattr(ours, "prepare"):
            ours.prepare(module)


class _Finder(importlib.abc.MetaPathFinder):

    def find_spec(self, fullname, path=None, target=None):  # pylint: disable=unused-argument
        if fullname in _NOT_THERE:
            raise ModuleNotFoundError(
                f"{fullname}: {_NOT_THERE[fullname]}", name=fullname)
        if fullname not in _MODULES:
            return None
        return importlib.machinery.ModuleSpec(
            fullname, _Loader(_MODULES[fullname]), is_package=True)


def prepare():
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())
