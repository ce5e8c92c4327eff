"""PyTorch's device `tpu`. `import torch` finds it by the entry point `torch.backends`;
with TORCH_DEVICE_BACKEND_AUTOLOAD=0, importing this module makes it."""

import importlib.util
import os
import pathlib
import sys


def _folders():
    """Where the extension may be: in the build that TILEWRIGHT_LIBRARY_DIR names, or
    beside this file."""
    build = os.environ.get("TILEWRIGHT_LIBRARY_DIR")
    return ([pathlib.Path(build) / "torch"] if build else []) + [pathlib.Path(__file__).parent]


def _check_version(folder):
    """The extension knows PyTorch's classes as they lie in memory: of one version."""
    import torch  # pylint: disable=import-outside-toplevel
    try:
        built_for = (folder / "built_for.txt").read_text(encoding="utf-8").strip()
    except OSError:
        return
    if built_for != torch.__version__.partition("+")[0]:
        raise ImportError(f"it was built for PyTorch {built_for}, this is "
                          f"{torch.__version__}")


def _load_extension():
    name = __name__ + "._device"
    for folder in _folders():
        for path in folder.glob("_device*" + importlib.machinery.EXTENSION_SUFFIXES[0]):
            _check_version(folder)
            spec = importlib.util.spec_from_file_location(name, path)
            module = importlib.util.module_from_spec(spec)
            sys.modules[name] = module
            try:
                spec.loader.exec_module(module)
            except BaseException:
                del sys.modules[name]
                raise
            return
    raise ImportError("there is no extension _device*.so for this Python in "
                      + ", ".join(map(str, _folders())))


def _say(text):
    print(f"tilewright: {text}", file=sys.stderr)


def _stands_aside():
    """Whether somebody else's `tpu` is there, or another device in PyTorch's one place
    for such: they keep it."""
    import torch  # pylint: disable=import-outside-toplevel
    name = torch._C._get_privateuse1_backend_name()
    if name not in ("privateuseone", "tpu"):
        _say(f"the device {name} is there, and PyTorch has room for one: tpu is left out")
        return True
    if importlib.util.find_spec("torch_tpu") is not None:
        _say("the package torch_tpu is installed and keeps the device tpu")
        return True
    if hasattr(torch, "tpu"):
        _say("another package has made torch.tpu, and keeps it")
        return True
    return False


def _register():
    import torch  # pylint: disable=import-outside-toplevel
    if _stands_aside():
        return False
    _load_extension()
    from tilewright.torch import (  # pylint: disable=import-outside-toplevel
        backends, compile, device, drop_in, ending, jagged, not_there, parameters,
        policies)
    torch.utils.rename_privateuse1_backend("tpu")
    torch._register_device_module("tpu", device)
    torch.utils.generate_methods_for_privateuse1_backend(for_storage=True)
    device.prepare()
    backends.prepare()
    ending.prepare()
    drop_in.prepare()
    not_there.prepare()
    parameters.prepare()
    policies.prepare()
    compile.prepare()
    jagged.prepare()
    return True


def _autoload():
    """Called at the end of `import torch`: importing this module was all."""


try:
    registered = _register()
except (ImportError, OSError) as error:
    # PyTorch would refuse to be imported at all.
    if "TILEWRIGHT_LIBRARY_DIR" in os.environ:
        raise
    _say(f"the device tpu cannot be loaded: {error}")
    registered = False
