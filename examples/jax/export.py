"""A function that JAX exports to a file, run by the command line without Python.

  python examples/jax/export.py

Ends with an error when the program's result differs from JAX's on the same device.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

import jax
import jax.numpy as jnp
import numpy as np
from jax import export


def smooth(signal, width):
    """Each number's mean with its neighbours, weighted by distance."""
    places = jnp.arange(signal.shape[0], dtype=jnp.float32)
    weights = jnp.exp(-((places[:, None] - places) / width) ** 2)
    return weights @ signal / weights.sum(axis=1)


def main():
    """Exports, runs here and there, and compares."""
    signal = np.sin(np.arange(200, dtype=np.float32) / 9) + np.float32(0.1)
    width = np.float32(2.5)
    exported = export.export(jax.jit(smooth), platforms=["tpu"])(signal, width)
    program = shutil.which("tilewright", path=pathlib.Path(sys.executable).parent)
    program = program or shutil.which("tilewright")
    if program is None:
        sys.exit("there is no command tilewright: pip install tilewright")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "smooth.jaxexport").write_bytes(exported.serialize())
        np.save(folder / "in0.npy", signal)
        np.save(folder / "in1.npy", width)
        subprocess.run([program, "run", folder / "smooth.jaxexport", "--inputs", folder,
                        "--outputs", folder / "results"], check=True)
        there = np.load(folder / "results" / "out0.npy")
    here = np.asarray(jax.jit(smooth)(signal, width))
    print(f"{jax.devices()[0]}: {there.size} numbers, largest difference "
          f"{np.abs(here - there).max():.1e}")
    if not np.allclose(here, there, rtol=1e-2):
        sys.exit("the command line's result is another")


if __name__ == "__main__":
    main()
