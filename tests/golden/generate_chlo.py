#!/usr/bin/env python3
"""Writes the golden cases of chlo's scan, mulhi, square and broadcasting operations,
with plain Python as the oracle.

    python3 generate_chlo.py            (needs NumPy)
"""

import json
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
NAMES = {
    "i1": "bool", "i8": "int8", "ui8": "uint8", "i16": "int16", "ui16": "uint16",
    "i32": "int32", "ui32": "uint32", "i64": "int64", "ui64": "uint64",
    "f32": "float32", "f64": "float64",
    "complex<f32>": "complex64", "complex<f64>": "complex128",
}


def element(array):
    return next(e for e, name in NAMES.items() if name == array.dtype.name)


def tensor(array):
    return f"tensor<{''.join(f'{d}x' for d in array.shape)}{element(array)}>"


def types(arrays):
    return ", ".join(tensor(a) for a in arrays)


def write(name, lines, results, inputs, outputs):
    """`lines` read %arg0, %arg1, ...; `results` are the values returned."""
    folder = HERE / name
    folder.mkdir(exist_ok=True)
    head = ", ".join(f"%arg{i}: {tensor(x)}" for i, x in enumerate(inputs))
    (folder / "module.mlir").write_text(
        f"module @case {{\n  func.func public @main({head}) -> ({types(outputs)}) {{\n"
        + "".join(f"    {line}\n" for line in lines)
        + f"    return {', '.join(results)} : {types(outputs)}\n  }}\n}}\n")

    def save(kind, i, array):
        file = f"{kind}{i}.npy"
        np.save(folder / file, array)
        return {"file": file, "dtype": array.dtype.name, "shape": list(array.shape)}

    manifest = {
        "name": name,
        "group": name.split("-")[0],
        "dtype": outputs[-1].dtype.name,
        "inputs": [save("in", i, x) for i, x in enumerate(inputs)],
        "outputs": [save("out", i, x) for i, x in enumerate(outputs)],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


def scanned(step, xs, carries, dimension, reverse):
    """What scan means: outputs, then carries."""
    count = xs[0].shape[dimension]
    slots = [None] * count
    for i in reversed(range(count)) if reverse else range(count):
        slots[i], carries = step([x.take(i, dimension) for x in xs], carries)
    outputs = [np.stack(column, dimension) for column in zip(*slots)]
    return outputs + [np.asarray(c) for c in carries]


def scan(name, body, step, xs, carries, dimension=0, reverse=False):
    slices = [x.take(0, dimension) for x in xs]
    arguments = ", ".join(
        f"%s{i}: {tensor(np.asarray(a))}" for i, a in enumerate([*slices, *carries]))
    outputs = scanned(step, xs, carries, dimension, reverse)
    values = [f"%arg{i}" for i in range(len(xs) + len(carries))]
    flag = " attributes {is_reverse = true}" if reverse else ""
    lines = [
        f"%0:{len(outputs)} = chlo.scan({', '.join(values[:len(xs)])}) "
        f"inits({', '.join(values[len(xs):])}) dimension={dimension}{flag} {{",
        f"^bb0({arguments}):",
        *body,
        f"}} : ({types([*xs, *carries])}) -> ({types(outputs)})",
    ]
    write(f"scan-{name}", lines, [f"%0#{i}" for i in range(len(outputs))],
          [*xs, *carries], outputs)


def sums(t):
    return [f"%1 = stablehlo.add %s1, %s0 : {t}", f"stablehlo.return %1, %1 : {t}, {t}"]


def add(xs, carries):
    total = carries[0] + xs[0]
    return [total], [total]


def scans(rng):
    def numbers(*shape):
        return rng.integers(-9, 9, shape).astype(np.float32)

    start = np.array(2.5, np.float32)
    scan("sum", sums("tensor<f32>"), add, [numbers(37)], [start])
    scan("sum_reverse", sums("tensor<f32>"), add, [numbers(37)], [start], reverse=True)
    scan("sum_one", sums("tensor<f32>"), add, [numbers(1)], [start])
    # A start for each row.
    scan("sum_rows", sums("tensor<3xf32>"), add, [numbers(3, 20)], [numbers(3)], 1)
    scan("sum_columns", sums("tensor<20xf32>"), add, [numbers(3, 20)], [numbers(20)],
         reverse=True)

    # The largest so far and where it was first seen.
    def largest(xs, carries):
        new = xs[0] > carries[0]
        pair = [np.where(new, x, c).astype(x.dtype) for x, c in zip(xs, carries)]
        return pair, pair

    t, p, i = "tensor<f32>", "tensor<i1>", "tensor<i32>"
    scan("argmax", [
        f"%1 = stablehlo.compare GT, %s0, %s2, FLOAT : ({t}, {t}) -> {p}",
        f"%2 = stablehlo.select %1, %s0, %s2 : {p}, {t}",
        f"%3 = stablehlo.select %1, %s1, %s3 : {p}, {i}",
        f"stablehlo.return %2, %3, %2, %3 : {t}, {i}, {t}, {i}",
    ], largest, [numbers(50), np.arange(50, dtype=np.int32)],
        [np.array(-np.inf, np.float32), np.array(-1, np.int32)])

    # x' = A x + u: what is yielded has a shape of its own.
    matrix = rng.integers(-1, 2, (3, 3)).astype(np.float32)
    entries = ", ".join(str([float(v) for v in row]) for row in matrix)
    v, m = "tensor<3xf32>", "tensor<3x3xf32>"

    def recurrence(xs, carries):
        state = matrix @ carries[0] + xs[0]
        return [state.sum()], [state]

    scan("recurrence", [
        f"%1 = stablehlo.constant dense<[{entries}]> : {m}",
        f"%2 = stablehlo.dot_general %1, %s1, contracting_dims = [1] x [0], precision = "
        f"[HIGHEST, HIGHEST] : ({m}, {v}) -> {v}",
        f"%3 = stablehlo.add %2, %s0 : {v}",
        "%4 = stablehlo.constant dense<0.0> : tensor<f32>",
        "%5 = stablehlo.reduce(%3 init: %4) applies stablehlo.add across dimensions = "
        f"[0] : ({v}, tensor<f32>) -> tensor<f32>",
        f"stablehlo.return %5, %3 : tensor<f32>, {v}",
    ], recurrence, [numbers(9, 3)], [numbers(3)])


def high_halves(rng):
    for e in ["i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64"]:
        dtype = np.dtype(NAMES[e])
        info = np.iinfo(dtype)
        corners = [info.min, info.max, 0, 1, info.max - 1, info.min + 1, info.max // 2]
        values = corners + rng.integers(info.min, info.max, 30, dtype, True).tolist()
        x = np.array(values * 3, dtype)
        y = np.array(values[5:] + values[:5] + values[::-1] + values, dtype)
        high = [(int(a) * int(b)) >> info.bits for a, b in zip(x, y)]
        t = tensor(x)
        write(f"mulhi-{e}", [f"%0 = chlo.mulhi %arg0, %arg1 : {t}, {t} -> {t}"], ["%0"],
              [x, y], [np.array(high, dtype)])


def squares():
    for e, real in [("complex<f32>", np.float32), ("complex<f64>", np.float64)]:
        largest = float(np.finfo(real).max)
        inf = np.inf
        # Each with its square; the exact one where it is a number.
        rows = [
            (3, 4, -7, 24), (2, 2, 0, 8), (-2, 2, 0, -8), (0.5, -0.25, 0.1875, -0.25),
            (largest, largest, 0, inf), (largest, -largest, 0, -inf),
            (largest, 1, inf, inf), (1, largest, -inf, inf),
            (inf, 0, inf, np.nan), (inf, inf, np.nan, inf), (0, -inf, -inf, np.nan),
            (1 + 2.0**-20, 1, 2.0**-19 + 2.0**-40, 2 + 2.0**-19),
        ]
        table = np.array(rows, real)
        x, y = (np.ascontiguousarray(part).view(NAMES[e]).reshape(-1)
                for part in (table[:, :2], table[:, 2:]))
        t = tensor(x)
        write(f"square-{NAMES[e]}", [f"%0 = chlo.square %arg0 : {t} -> {t}"], ["%0"], [x],
              [y])


def broadcasts(rng):
    a = rng.integers(-5, 5, (3, 1)).astype(np.int32)
    b = rng.integers(-5, 5, (4,)).astype(np.int32)
    p = a % 2 == 0
    both = np.zeros((3, 4), np.int32)
    lines = [
        f"%0 = chlo.broadcast_subtract %arg0, %arg1 : ({types([a, b])}) -> {tensor(both)}",
        "%1 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = "
        f"#chlo<comparison_direction LT>}} : ({types([a, b])}) -> tensor<3x4xi1>",
        f"%2 = chlo.broadcast_select %arg2, %arg0, %arg1 : ({types([p, a, b])}) -> "
        f"{tensor(both)}",
        "%3 = chlo.broadcast_multiply %arg1, %arg3 {broadcast_dimensions = array<i64: 0>}"
        f" : (tensor<4xi32>, tensor<4x3xi32>) -> tensor<4x3xi32>",
        '%4 = "chlo.constant_like"(%arg1) <{value = 2.5 : f32}> : (tensor<4xi32>) -> '
        "tensor<4xf32>",
    ]
    c = rng.integers(-5, 5, (4, 3)).astype(np.int32)
    outputs = [a - b, a < b, np.where(p, a, b), b[:, None] * c,
               np.full(4, 2.5, np.float32)]
    write("broadcasting-all", lines, [f"%{i}" for i in range(5)], [a, b, p, c], outputs)
    x = np.array([1, -np.inf, np.inf, np.nan, 3e38], np.float32)
    kinds = [("is_inf", np.isinf(x)), ("is_pos_inf", x == np.inf),
             ("is_neg_inf", x == -np.inf)]
    write("broadcasting-is_inf",
          [f"%{i} = chlo.{k} %arg0 : tensor<5xf32> -> tensor<5xi1>"
           for i, (k, _) in enumerate(kinds)],
          ["%0", "%1", "%2"], [x], [y for _, y in kinds])


def main():
    rng = np.random.default_rng(11)
    scans(rng)
    high_halves(rng)
    squares()
    broadcasts(rng)


if __name__ == "__main__":
    main()
