"""Benchmark cases: what is computed, and of which arrays."""

import dataclasses
import pathlib
from typing import Any, Callable

BYTES = {"f64": 8, "f32": 4, "bf16": 2, "i32": 4, "bool": 1}


@dataclasses.dataclass(frozen=True)
class Array:
    """An input. Floats are normal with deviation `scale`, integers below `below`."""

    dims: tuple[int, ...]
    dtype: str = "f32"
    scale: float = 0.5
    below: int = 8
    # The order of dimensions in which torch's users would hold it, if another.
    torch_order: tuple[int, ...] | None = None

    @property
    def bytes(self) -> int:
        size = BYTES[self.dtype]
        for dim in self.dims:
            size *= dim
        return size


@dataclasses.dataclass(frozen=True)
class Case:
    """A benchmark: `function(library, *inputs)`, or StableHLO text in `module`."""

    name: str
    group: str
    inputs: tuple[Array, ...] = ()
    function: Callable[..., Any] | None = None
    module: pathlib.Path | None = None
    # The mean square of the outputs and its gradients by all floating inputs,
    # instead of the outputs.
    backward: bool = False
    # Inputs that are constants of the program: weights that it may pack once.
    constants: tuple[int, ...] = ()
    # In JAX's own words, which nobody else has: XLA alone stands beside us.
    jax_only: bool = False
    # Torch is measured on bf16 inputs as well: what `tpu` numerics stand against.
    also_bf16: bool = False
    # What cannot be avoided: operations, bytes moved. The share of the machine's
    # peak in one of them, `bound` ("bf16", "f32", "copy"), is computed from it.
    flops: float = 0
    bytes: float = 0
    bound: str = ""

    @property
    def is_program(self) -> bool:
        """Not one operation: compilation, memory and start are measured, too."""
        return self.group.endswith("programs")

    @property
    def arguments(self) -> list[int]:
        """Inputs that are not constants."""
        return [i for i in range(len(self.inputs)) if i not in self.constants]
