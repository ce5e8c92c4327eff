#!/usr/bin/env python3
"""Makes artifacts/ anew: small programs as jaxlib serializes them to several versions, each
beside its text, and a file of jax.export. Needs jax and flatbuffers.

The programs are seeds of the fuzzer; their texts here are jaxlib's own reading of what it
wrote, which moves constants.
"""

import pathlib

import jax
import jax.export
import jax.extend.mlir
from jax._src.interpreters import mlir
from jaxlib.mlir import ir

import portable_artifacts

HERE = pathlib.Path(__file__).parent
SEEDS = HERE.parent.parent / "fuzz" / "seeds"
PROGRAMS = ["attention", "calls", "control", "dynamic", "indexing", "literals", "reduce",
            "windows"]
# What an error names is this file, wherever it was.
MODEL = """
import jax, jax.numpy as jnp

def loss(x):
    return jnp.tanh(x) @ x

def model(x):
    return loss(x) + jax.scipy.special.erf(x)

def exported(sizes):
    shape = jax.ShapeDtypeStruct(sizes, jnp.float32)
    return jax.export.export(jax.jit(model), platforms=["tpu"])(shape).serialize()
"""


def main():
    out = HERE / "artifacts"
    for name in PROGRAMS:
        text = portable_artifacts.CHECKS.sub("", (SEEDS / f"{name}.mlir").read_text())
        context = mlir.make_ir_context()
        with context:
            module = ir.Module.parse(text)
            for version in portable_artifacts.VERSIONS:
                try:
                    artifact = portable_artifacts.serialize(module, version)
                except Exception as error:
                    print(name, version, str(error).splitlines()[0])
                    continue
                (out / f"{name}.{version}.mlirbc").write_bytes(artifact)
                read = jax.extend.mlir.deserialize_portable_artifact(artifact)
            (out / f"{name}.mlir").write_text(str(read))
    # Of the stack of calls the innermost frame alone: this file is nobody's business.
    jax.config.update("jax_traceback_in_locations_limit", 1)
    scope = {}
    exec(compile(MODEL, "model.py", "exec"), scope)
    (size,) = jax.export.symbolic_shape("n")
    (out / "model.jax_export").write_bytes(scope["exported"]((4, 4)))
    (out / "any_size.jax_export").write_bytes(scope["exported"]((size, size)))


if __name__ == "__main__":
    main()
