"""Cases as files: StableHLO text that JAX writes, and inputs as .npy.

Needs jax and numpy.
"""

import pathlib
import re
import zlib
from typing import Callable

import numpy as np

from bench import golden, libraries, registry
from bench.cases import Array, Case


def random_array(array: Array, seed: int) -> np.ndarray:
    """Values that depend on shape, type and seed only."""
    import ml_dtypes

    generator = np.random.default_rng(seed)
    if array.dtype == "bool":
        return generator.integers(0, 2, array.dims).astype(bool)
    if array.dtype == "i32":
        return generator.integers(0, array.below, array.dims).astype(np.int32)
    values = array.scale * generator.standard_normal(array.dims, dtype=np.float32)
    if array.dtype == "f64":
        return values.astype(np.float64)
    return values.astype(ml_dtypes.bfloat16) if array.dtype == "bf16" else values


def save(path: pathlib.Path, values: np.ndarray) -> None:
    """bf16, which npy lacks, as the integer of the same width."""
    if values.dtype.name == "bfloat16":
        values = values.view(np.uint16)
    np.save(path, values)


def export(name: str, folder: pathlib.Path) -> dict:
    """Writes module.mlir and in<i>.npy; says what a `load` request needs."""
    import jax

    case = registry.find(name)
    folder.mkdir(parents=True, exist_ok=True)
    seed = zlib.crc32(name.encode())
    if case.module is not None:
        arrays = inputs_of(case.module.read_text())
        paths = golden.inputs_of(case.module)
        if len(paths) != len(arrays):
            paths = write(folder, [random_array(a, seed + i) for i, a in enumerate(arrays)])
        return {"module": str(case.module), "inputs": paths}
    values = [random_array(array, seed + i) for i, array in enumerate(case.inputs)]
    paths = write(folder, values)

    arguments = [jax.ShapeDtypeStruct(values[i].shape, values[i].dtype) for i in case.arguments]
    with jax.enable_x64(any(array.dtype == "f64" for array in case.inputs)):
        text = jax.jit(program(case, values), keep_unused=True).lower(*arguments).as_text()
    module = folder / "module.mlir"
    module.write_text(text)
    return {"module": str(module), "inputs": [paths[i] for i in case.arguments]}


def program(case: Case, values: list[np.ndarray]) -> Callable:
    """The case as a function of its arguments, in JAX."""
    import jax
    import jax.numpy as jnp

    library = libraries.Jax()

    def forward(*arguments):
        given = iter(arguments)
        return case.function(library, *(values[i] if i in case.constants else next(given)
                                        for i in range(len(values))))

    def loss(*arguments):
        return jnp.mean(jnp.square(forward(*arguments)))

    return jax.value_and_grad(loss, argnums=floating(case)) if case.backward else forward


def floating(case: Case) -> tuple[int, ...]:
    """The inputs that gradients are taken by."""
    return tuple(i for i, array in enumerate(case.inputs) if array.dtype in ("f32", "f64", "bf16"))


def write(folder: pathlib.Path, values: list[np.ndarray]) -> list[str]:
    paths = [str(folder / f"in{i}.npy") for i in range(len(values))]
    for path, value in zip(paths, values):
        save(path, value)
    return paths


ARGUMENT = re.compile(r"%arg\d+: tensor<([^>]*)>")


def inputs_of(text: str) -> list[Array]:
    """The parameters of @main, as JAX prints it."""
    signature = re.search(r"@main\((.*?)\) ->", text, re.S).group(1)
    return [parse_type(found) for found in ARGUMENT.findall(signature)]


def parse_type(text: str) -> Array:
    """"2x3xf32" as an input of values that stay tame through deep programs."""
    *dims, element = text.split("x")
    dtype = {"i1": "bool", "ui32": "i32"}.get(element, element)
    return Array(tuple(map(int, dims)), dtype, scale=0.15)
