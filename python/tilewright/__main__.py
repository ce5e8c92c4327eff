"""`python -m tilewright`: what is installed, and what it takes JAX's devices for."""

import importlib.metadata
import os
import platform

from tilewright import jax_plugin


def _version(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def main():
    rows = [("tilewright", _version("tilewright")),
            ("plugin", jax_plugin.library_path() or "not found"),
            ("processor", platform.processor() or platform.machine()),
            ("chip", os.environ.get("TILEWRIGHT_CHIP", "v5e")),
            ("devices", os.environ.get("TILEWRIGHT_DEVICES", "1")),
            ("numerics", os.environ.get("TILEWRIGHT_NUMERICS", "tpu")),
            ("cache", os.environ.get("TILEWRIGHT_CACHE_DIR", "~/.cache/tilewright")),
            ("jax", _version("jax")),
            ("jaxlib", _version("jaxlib"))]
    for name, value in rows:
        print(f"{name:12}{value}")
    try:
        import jax  # pylint: disable=import-outside-toplevel
    except ImportError:
        return
    for device in jax.devices():
        print(f"{'device':12}{device} ({device.device_kind})")


if __name__ == "__main__":
    main()
