"""Makes Tilewright's devices JAX's platform `tpu`.

JAX calls `initialize` by the entry point `jax_plugins`, whatever platform is wanted, and
registering a plugin loads its library at once: so what is wanted is looked at first.
Nothing of JAX is imported before that.
"""

import importlib.util
import os
import pathlib
import sys

PLUGIN = "libtilewright-pjrt.so"


def library_path():
    """The plugin's file: beside this package, or in the folder that
    TILEWRIGHT_LIBRARY_DIR names. None when there is none."""
    folders = [os.environ.get("TILEWRIGHT_LIBRARY_DIR", ""),
               pathlib.Path(__file__).parent / "lib"]
    for folder in folders:
        if folder and (path := pathlib.Path(folder) / PLUGIN).exists():
            return path.resolve()
    return None


def _wanted_platforms():
    """Names that JAX_PLATFORMS, or jax.config, restricts JAX to; None: no restriction."""
    jax = sys.modules.get("jax")
    names = getattr(jax.config, "jax_platforms", None) if jax else None
    names = names or os.environ.get("JAX_PLATFORMS", "")
    return [name.strip() for name in names.split(",")] if names else None


def _say(text):
    print(f"tilewright: {text}", file=sys.stderr)


def initialize():
    """Registers the platform `tpu`, unless another is wanted or a TPU's own library is
    there; TILEWRIGHT_JAX=1 takes precedence over that, TILEWRIGHT_JAX=0 turns it off."""
    choice = os.environ.get("TILEWRIGHT_JAX", "")
    wanted = _wanted_platforms()
    if choice == "0" or (wanted is not None and "tpu" not in wanted):
        return
    if choice != "1" and (importlib.util.find_spec("libtpu") is not None
                          or os.environ.get("TPU_LIBRARY_PATH")):
        _say("a TPU's own library is installed and is used; TILEWRIGHT_JAX=1 takes ours")
        return
    path = library_path()
    if path is None:
        _say(f"{PLUGIN} is not installed beside the package")
        return
    # JAX's own module for plugins; there is no public one.
    from jax._src import xla_bridge  # pylint: disable=import-outside-toplevel
    xla_bridge.register_plugin("tpu", priority=500, library_path=str(path))
