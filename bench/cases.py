"""Benchmark cases: what is computed, in JAX and in torch, and on which arrays."""

import dataclasses
import pathlib
from typing import Any, Callable

BYTES = {"f32": 4, "bf16": 2, "i32": 4, "bool": 1}


@dataclasses.dataclass(frozen=True)
class Array:
    """An input. Floats are normal with deviation `scale`, integers below `below`."""

    dims: tuple[int, ...]
    dtype: str = "f32"
    scale: float = 0.5
    below: int = 8

    @property
    def bytes(self) -> int:
        size = BYTES[self.dtype]
        for dim in self.dims:
            size *= dim
        return size


@dataclasses.dataclass(frozen=True)
class Case:
    """A benchmark.

    `jax` and `torch` compute the same of the same inputs; a case without `jax`
    is StableHLO text, in `module`. `flops` and `bytes` are what cannot be
    avoided; of them the share of the machine's peak is computed, `bound` says of
    which: "bf16", "f32" or "copy".
    """

    name: str
    group: str
    inputs: tuple[Array, ...] = ()
    jax: Callable[..., Any] | None = None
    torch: Callable[..., Any] | None = None
    # The inputs as torch's users would hold them, such as channels first.
    torch_inputs: Callable[..., Any] | None = None
    module: pathlib.Path | None = None
    # Inputs that are constants of the program: weights that it may pack once.
    constants: tuple[int, ...] = ()
    # The torch side is to be measured on bf16 inputs as well.
    also_bf16: bool = False
    flops: float = 0
    bytes: float = 0
    bound: str = ""

    @property
    def arguments(self) -> list[int]:
        return [i for i in range(len(self.inputs)) if i not in self.constants]
