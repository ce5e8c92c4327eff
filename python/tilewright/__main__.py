"""`python -m tilewright`: what is installed, and the devices that JAX and PyTorch see."""

import importlib.metadata
import os
import platform

from tilewright import jax_plugin


def _version(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def _show(rows):
    for name, value in rows:
        print(f"{name:18}{value}")


def _jax_devices():
    try:
        import jax  # pylint: disable=import-outside-toplevel
    except ImportError:
        return
    try:
        devices = jax.devices()
    except RuntimeError as error:
        _show([("JAX's device", f"none: {error}")])
        return
    _show(("JAX's device", f"{device} ({device.device_kind})") for device in devices)


def _pytorch_device():
    try:
        import torch  # pylint: disable=import-outside-toplevel
        from tilewright import torch as extension  # pylint: disable=import-outside-toplevel
    except ImportError:
        return
    if not extension.registered:
        _show([("PyTorch's device", "none: see above")])
        return
    name, last = torch.tpu.get_device_name(), torch.tpu.device_count() - 1
    which = f"tpu:0 to tpu:{last}" if last else "tpu:0"
    _show([("PyTorch's device",
            f"{which} ({name}, {torch.tpu.get_device_properties().total_memory >> 30} GiB, "
            f"{torch.tpu.get_eager_mode().name})")])


def main():
    _show([("tilewright", _version("tilewright")),
           ("tilewright-torch", _version("tilewright-torch")),
           ("plugin for JAX", jax_plugin.library_path() or "not found"),
           ("processor", platform.processor() or platform.machine()),
           ("chip", os.environ.get("TILEWRIGHT_CHIP", "v5e")),
           ("devices", os.environ.get("TILEWRIGHT_DEVICES", "1")),
           ("numerics", os.environ.get("TILEWRIGHT_NUMERICS", "tpu")),
           ("cache", os.environ.get("TILEWRIGHT_CACHE_DIR", "~/.cache/tilewright")),
           ("jax", _version("jax")),
           ("jaxlib", _version("jaxlib")),
           ("torch", _version("torch"))])
    _jax_devices()
    _pytorch_device()


if __name__ == "__main__":
    main()
