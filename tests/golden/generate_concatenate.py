#!/usr/bin/env python3
"""Writes the golden cases of concatenations beside this file, with numpy as the oracle.

    python3 generate_concatenate.py       (needs jax 0.10.2 and numpy)

Rows of a few elements, made of pieces of one or several columns; of 411 rows, so that
vectors leave a rest.
"""

import ml_dtypes
import numpy as np

import generate
from generate import module, tensor, write

generate.NAMES["complex<f32>"] = "complex64"

DTYPES = {"i1": np.bool_, "i8": np.int8, "ui16": np.uint16, "bf16": ml_dtypes.bfloat16,
          "f32": np.float32, "i64": np.int64, "complex<f32>": np.complex64}


def case(name, element, widths, leading=(411,), result=None, add=False):
    """Pieces of these widths, maybe with something added, and reshaped to `result`."""
    rng = np.random.default_rng(sum(widths))
    dtype = DTYPES[element]
    pieces = [rng.integers(0, 2 if element == "i1" else 100, (*leading, w)).astype(dtype)
              for w in widths]
    types = [tensor(element, p.shape) for p in pieces]
    lines, names, values = [], [], []
    for i, (piece, t) in enumerate(zip(pieces, types)):
        names.append(f"%arg{i}")
        if add:
            lines.append(f"%sum{i} = stablehlo.add %arg{i}, %arg{i} : {t}")
            names[-1] = f"%sum{i}"
            piece = (piece + piece).astype(dtype)
        values.append(piece)
    whole = np.concatenate(values, -1)
    out, last = tensor(element, whole.shape), "%whole"
    lines.append(f"%whole = stablehlo.concatenate {', '.join(names)}, dim = {len(leading)} "
                 f": ({', '.join(types)}) -> {out}")
    if result is not None:
        whole = whole.reshape(result)
        lines.append(f"%seen = stablehlo.reshape %whole : ({out}) -> "
                     f"{tensor(element, result)}")
        out, last = tensor(element, result), "%seen"
    write(f"concatenate-{name}", module(types, [out], (lines, [last])), pieces,
          [element] * len(pieces), [element], [whole])


if __name__ == "__main__":
    case("three", "f32", [1, 1, 1])
    case("three_i8", "i8", [1, 1, 1], (1000,))
    case("pair_bf16", "bf16", [1, 1], (700,), add=True)
    case("four_i1", "i1", [1, 1, 1, 1], (3, 137))
    case("eight_ui16", "ui16", [1] * 8)
    case("five_i64", "i64", [1] * 5)
    case("uneven", "f32", [2, 1, 3], (5, 83), add=True)
    case("wide", "f32", [3, 6], (5, 83))
    case("pair_c64", "complex<f32>", [1, 1], (700,))
    case("reshaped", "f32", [1, 1], (7, 131), (7, 262), add=True)
    case("reshaped_rows", "bf16", [2, 2], (9, 41), (1476,))
    case("none", "f32", [1, 0, 2])
    # Longer rows.
    case("rows", "f32", [16, 1], (3, 50), add=True)
    case("rows_bf16", "bf16", [33, 0, 70], (21,), (7, 309))
    case("rows_i8", "i8", [5, 9, 2], (97,))
