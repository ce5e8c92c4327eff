#!/usr/bin/env python3
"""Writes the golden cases of integer division by constants beside this file.

    python3 generate_division.py       (needs jax 0.10.2 and numpy)

Quotients are cut off towards zero and remainders have the dividend's sign; x / 0 is -1
(all ones), x rem 0 is x, and the smallest number / -1 is itself, with the remainder 0.
"""

import numpy as np

from generate import module, tensor, write

TYPES = {f"{s}i{w}": np.dtype(f"{'u' if s else 'i'}{w // 8}")
         for s in ("", "u") for w in (8, 16, 32, 64)}


def divided(x, y, info):
    if y == 0:
        return (info.max if info.min == 0 else -1), x
    quotient = abs(x) // abs(y) * (-1 if (x < 0) != (y < 0) else 1)
    if quotient > info.max:
        return info.min, 0
    return quotient, x - quotient * y


def by_constants():
    rng = np.random.default_rng(7)
    for element, dtype in TYPES.items():
        info = np.iinfo(dtype)
        edges = [info.min, info.min + 1, info.max, info.max - 1, 0, 1, 2, 6, 7, 8, 99]
        if info.min < 0:
            edges += [-1, -2, -6, -7, -8, -99]
        # 67 numbers: full vectors and a rest.
        x = np.array(edges + [int(v) for v in rng.integers(info.min, info.max, 67 -
                                                           len(edges), dtype, True)], dtype)
        by = [0, 1, 2, 3, 7, 10, 64, 100, info.max] + (
            [-1, -3, -8, info.min] if info.min < 0 else [info.max // 2 + 1])
        row, line = tensor(element, (67,)), tensor(element, (1, 67))
        whole = tensor(element, (len(by), 67))
        lines = []
        for i, y in enumerate(by):
            lines.append(f"%y{i} = stablehlo.constant dense<{y}> : {row}")
            for n, op in (("q", "divide"), ("r", "remainder")):
                lines += [f"%{n}{i} = stablehlo.{op} %arg0, %y{i} : {row}",
                          f"%{n}{i}_line = stablehlo.reshape %{n}{i} : ({row}) -> {line}"]
        for n in "qr":
            pieces = [f"%{n}{i}_line" for i in range(len(by))]
            lines.append(f"%{n} = stablehlo.concatenate {', '.join(pieces)}, dim = 0 : "
                         f"({', '.join([line] * len(by))}) -> {whole}")
        both = [[divided(int(v), y, info) for v in x] for y in by]
        write(f"division-constants_{element}", module([row], [whole] * 2, (lines, ["%q", "%r"])),
              [x], [element], [element] * 2,
              [np.array([[p[k] for p in line] for line in both], dtype) for k in (0, 1)])


if __name__ == "__main__":
    by_constants()
