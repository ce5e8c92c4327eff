"""PyTorch's device `tpu`. `import torch` finds it by the entry point `torch.backends`;
with TORCH_DEVICE_BACKEND_AUTOLOAD=0, importing this module makes it."""

import importlib.util
import os
import pathlib
import sys


def _load_extension():
    """The extension beside this file, or the one of a build tree, whose folder
    TILEWRIGHT_LIBRARY_DIR names."""
    folders = [pathlib.Path(__file__).parent]
    if build := os.environ.get("TILEWRIGHT_LIBRARY_DIR"):
        folders.insert(0, pathlib.Path(build) / "torch")
    name = __name__ + "._device"
    for folder in folders:
        for path in folder.glob("_device*.so"):
            spec = importlib.util.spec_from_file_location(name, path)
            module = importlib.util.module_from_spec(spec)
            sys.modules[name] = module
            spec.loader.exec_module(module)
            return module
    raise ImportError(f"no extension _device*.so in {', '.join(map(str, folders))}")


def _register():
    import torch  # pylint: disable=import-outside-toplevel
    if torch._C._get_privateuse1_backend_name() not in ("privateuseone", "tpu"):
        print("tilewright: another package has made a device of PyTorch's; tpu is left out",
              file=sys.stderr)
        return
    if hasattr(torch, "tpu"):
        return
    _load_extension()
    from tilewright.torch import device  # pylint: disable=import-outside-toplevel
    torch.utils.rename_privateuse1_backend("tpu")
    torch._register_device_module("tpu", device)
    torch.utils.generate_methods_for_privateuse1_backend(for_storage=True)
    device._prepare()


def _autoload():
    """Called at the end of `import torch`: importing this module was all."""


_register()
