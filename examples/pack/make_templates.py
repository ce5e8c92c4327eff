#!/usr/bin/env python3
"""Writes the templates of the pack: common operations as JAX lowers them.

Usage: make_templates.py [--check]

A template is a StableHLO program with $R rows and $C columns, or with $M, $K and $N for
a product of matrices; $Ce is $C as a floating-point constant. api/pack.cc has the sizes.
Each is lowered at sizes that occur nowhere else, these are replaced, and the result is
compared with what JAX makes of other sizes. Where JAX makes something else of one row,
that is a template by itself (_one). --check writes nothing and fails when a
template is not what this JAX would give. Needs jax 0.10.2.
"""

import pathlib
import sys

import jax
import jax.numpy as jnp

TYPES = {"f32": jnp.float32, "bf16": jnp.bfloat16}


def layer_norm(x, scale, bias):
    mean = jnp.mean(x, axis=-1, keepdims=True)
    variance = jnp.mean(jnp.square(x - mean), axis=-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * scale + bias


def rms_norm(x, scale):
    return x * jax.lax.rsqrt(jnp.mean(jnp.square(x), axis=-1, keepdims=True) + 1e-6) * scale


# Operation -> function, and the shapes of its arguments.
ROWWISE = {
    "add": (lambda x, y: x + y, ("RC", "RC")),
    "multiply": (lambda x, y: x * y, ("RC", "RC")),
    "add_bias": (lambda x, y: x + y, ("RC", "C")),
    "relu": (jax.nn.relu, ("RC",)),
    "gelu": (jax.nn.gelu, ("RC",)),
    "silu": (jax.nn.silu, ("RC",)),
    "softmax": (jax.nn.softmax, ("RC",)),
    "log_softmax": (jax.nn.log_softmax, ("RC",)),
    "layer_norm": (layer_norm, ("RC", "C", "C")),
    "rms_norm": (rms_norm, ("RC", "C")),
    "sum": (lambda x: jnp.sum(x, axis=-1), ("RC",)),
    "mean": (lambda x: jnp.mean(x, axis=-1), ("RC",)),
    "max": (lambda x: jnp.max(x, axis=-1), ("RC",)),
    "transpose": (jnp.transpose, ("RC",)),
}
MATMULS = {
    "matmul": (jnp.matmul, ("MK", "KN")),
    "linear": (lambda x, w, b: x @ w + b, ("MK", "KN", "N")),
}
# Primes that no program has by itself.
SENTINELS = {"R": 1031, "C": 2053, "M": 1033, "K": 2063, "N": 4099}
OTHERS = [
    {"R": 8, "C": 128, "M": 16, "K": 256, "N": 512},
    {"R": 2048, "C": 4096, "M": 1024, "K": 768, "N": 3072},
]
ONE_ROW = {"R": 1, "M": 1}


def lower(function, shapes, dtype, sizes):
    arguments = [jax.ShapeDtypeStruct([sizes[d] for d in shape], dtype) for shape in shapes]
    return jax.jit(function).lower(*arguments).as_text()


def template_of(function, shapes, dtype, fixed=()):
    text = lower(function, shapes, dtype, SENTINELS | dict(fixed))
    assert "$" not in text
    for name, size in SENTINELS.items():
        text = text.replace(f"{size:e}", f"${name}e").replace(str(size), f"${name}")
    return text


def instance_of(template, sizes):
    for name, size in sizes.items():
        template = template.replace(f"${name}e", f"{size:e}").replace(f"${name}", str(size))
    return template


def templates(name, function, shapes, dtype):
    """(suffix, template) of an operation."""
    general = template_of(function, shapes, dtype)
    for sizes in OTHERS:
        if instance_of(general, sizes) != lower(function, shapes, dtype, sizes):
            sys.exit(f"{name} depends on its sizes: {sizes}")
    yield "", general
    one_row = OTHERS[0] | ONE_ROW
    if instance_of(general, one_row) != lower(function, shapes, dtype, one_row):
        one = template_of(function, shapes, dtype, ONE_ROW)
        if instance_of(one, one_row) != lower(function, shapes, dtype, one_row):
            sys.exit(f"{name} of one row depends on its other sizes")
        yield "_one", one


def main():
    check = sys.argv[1:] == ["--check"]
    folder = pathlib.Path(__file__).parent
    different = []
    for name, (function, shapes) in (ROWWISE | MATMULS).items():
        for type_name, dtype in TYPES.items():
            for suffix, template in templates(name, function, shapes, dtype):
                path = folder / f"{name}_{type_name}{suffix}.mlir"
                if not check:
                    path.write_text(template)
                elif not path.exists() or path.read_text() != template:
                    different.append(path.name)
    if different:
        sys.exit(f"not what this JAX gives: {', '.join(different)}")


if __name__ == "__main__":
    main()
