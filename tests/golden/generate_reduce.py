#!/usr/bin/env python3
"""Writes the golden cases of reductions beside this file, with numpy as the oracle.

    python3 generate_reduce.py       (needs jax 0.10.2 and numpy)

Extrema: NaNs of either sign win, and -0 is less than +0. Results are returned as
bits, NaNs as 7. Large: sums of small integers, which are exact in any order, so that
no element may be lost or counted twice.
"""

import numpy as np

from generate import module, tensor, write

DTYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
BITS = {"f16": "i16", "f32": "i32", "f64": "i64"}


def reduce_line(name, operand, init, kind, dims, from_type, to_type, element):
    return (f"{name} = stablehlo.reduce({operand} init: {init}) applies stablehlo.{kind} "
            f"across dimensions = [{', '.join(map(str, dims))}] : "
            f"({from_type}, tensor<{element}>) -> {to_type}")


def order_key(x):
    """Integers in the order of -inf ... -0, +0 ... inf."""
    bits = x.view(f"i{x.itemsize}").astype(object)
    top = 1 << (8 * x.itemsize - 1)
    return np.where(np.signbit(x), -(bits + top) - 1, bits)


def extremum(x, axis, largest):
    chosen = order_key(x).argmax(axis) if largest else order_key(x).argmin(axis)
    value = np.take_along_axis(x, np.expand_dims(chosen, axis), axis).squeeze(axis)
    return np.where(np.isnan(x).any(axis), x.dtype.type(7), value)


def extrema():
    rng = np.random.default_rng(0)
    for element, dtype in DTYPES.items():
        # 67: full vectors and a rest. Each line has another set of what is special.
        x = rng.standard_normal((67, 67)).astype(dtype)
        nan = np.array(np.nan, dtype)
        for i, values in enumerate([[nan], [-nan], [np.inf, -np.inf], [0.0, -0.0],
                                    [-0.0, 0.0], [nan, np.inf], [-nan, -np.inf]]):
            x[i] = rng.choice(np.array(values, dtype), 67)
            x[:, i] = rng.choice(np.array(values, dtype), 67)
        x[10], x[11] = -np.abs(x[10]), np.abs(x[11])
        x[12, 33], x[40, 13] = nan, -nan
        whole, line, bits = tensor(element, x.shape), tensor(element, (67,)), BITS[element]
        lines, values, outputs = [], [], []
        for kind, start in (("maximum", "0xFF"), ("minimum", "0x7F")):
            infinity = {"f16": "0x7C00", "f32": "0x7F800000",
                        "f64": "0x7FF0000000000000"}[element]
            if kind == "maximum":
                infinity = "0xF" + infinity[3:]
            lines.append(f"%{kind} = stablehlo.constant dense<{infinity}> : tensor<{element}>")
            lines.append(f"%seven_{kind} = stablehlo.constant dense<7.0> : {line}")
            for dim in (0, 1):
                n = f"%{kind[:3]}{dim}"
                lines.append(reduce_line(n, "%arg0", f"%{kind}", kind, [dim], whole, line,
                                         element))
                lines.append(f"{n}_nan = stablehlo.compare NE, {n}, {n}, FLOAT : "
                             f"({line}, {line}) -> {tensor('i1', (67,))}")
                lines.append(f"{n}_plain = stablehlo.select {n}_nan, %seven_{kind}, {n} : "
                             f"{tensor('i1', (67,))}, {line}")
                lines.append(f"{n}_bits = stablehlo.bitcast_convert {n}_plain : "
                             f"({line}) -> {tensor(bits, (67,))}")
                values.append(f"{n}_bits")
                outputs.append(extremum(x, dim, kind == "maximum").view(f"i{x.itemsize}"))
        write(f"reduce-extrema_{element}",
              module([whole], [tensor(bits, (67,))] * 4, (lines, values)), [x],
              [element], [bits] * 4, outputs)


def large():
    """[i, j] is (i + 3 j + x) mod 5; made in the program, so that it takes no file."""
    for element, shape, dims in [
            ("f32", (1024, 300), (0,)), ("f32", (1024, 300), (0, 1)),
            ("f32", (16, 70, 300), (0, 1)), ("i32", (300, 1021), (0,)),
            ("f32", (16, 70, 300), (0, 2)), ("bf16", (9, 7, 5, 6, 33), (0, 2, 4)),
            ("i32", (5, 67, 19), (0, 2)),
            ("bf16", (3000, 96), (0,)), ("f32", (2, 200000), (1,)),
            ("f64", (262144,), (0,)), ("i1", (2048, 130), (0,))]:
        kept = tuple(d for i, d in enumerate(shape) if i not in dims)
        whole, result = tensor("i32", shape), tensor(element, kept)
        lines, total, index = [], None, 0
        for d in range(len(shape)):
            lines += [f"%i{d} = stablehlo.iota dim = {d} : {whole}",
                      f"%c{d} = stablehlo.constant dense<{2 * d + 1}> : {whole}",
                      f"%t{d} = stablehlo.multiply %i{d}, %c{d} : {whole}"]
            if total is None:
                total = f"%t{d}"
            else:
                lines.append(f"%a{d} = stablehlo.add {total}, %t{d} : {whole}")
                total = f"%a{d}"
            index = index + (2 * d + 1) * np.arange(shape[d]).reshape(
                [-1 if k == d else 1 for k in range(len(shape))])
        value = np.broadcast_to((index + 2) % 5, shape)
        lines += [f"%x = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> {whole}",
                  f"%s = stablehlo.add {total}, %x : {whole}",
                  f"%five = stablehlo.constant dense<5> : {whole}",
                  f"%r = stablehlo.remainder %s, %five : {whole}"]
        typed = tensor(element, shape)
        if element == "i1":  # where the remainder is 4 and the column a multiple of 13
            lines += [f"%four = stablehlo.constant dense<4> : {whole}",
                      f"%thirteen = stablehlo.constant dense<13> : {whole}",
                      f"%zero = stablehlo.constant dense<0> : {whole}",
                      f"%m = stablehlo.remainder %i1, %thirteen : {whole}",
                      f"%p = stablehlo.compare EQ, %r, %four, SIGNED : "
                      f"({whole}, {whole}) -> {typed}",
                      f"%q = stablehlo.compare EQ, %m, %zero, SIGNED : "
                      f"({whole}, {whole}) -> {typed}",
                      f"%v = stablehlo.and %p, %q : {typed}",
                      "%init = stablehlo.constant dense<false> : tensor<i1>"]
            kind = "or"
            expected = ((value == 4) & (np.arange(shape[1]) % 13 == 0)).any(dims)
        else:
            ten = "10" if element == "i32" else "10.0"
            lines += [f"%v = stablehlo.convert %r : ({whole}) -> {typed}",
                      f"%init = stablehlo.constant dense<{ten}> : tensor<{element}>"]
            kind = "add"
            expected = value.sum(dims) + 10
        lines.append(reduce_line("%sum", "%v", "%init", kind, dims, typed, result, element))
        if element == "bf16":
            import ml_dtypes
            expected = expected.astype(ml_dtypes.bfloat16)
        else:
            expected = np.asarray(expected).astype(
                {"i1": bool, "i32": np.int32, **DTYPES}[element])
        name = f"reduce-large_{'x'.join(map(str, shape))}_{''.join(map(str, dims))}_{element}"
        write(name, module([tensor("i32", ())], [result], (lines, ["%sum"])),
              [np.array(2, np.int32)], ["i32"], [element], [expected])


if __name__ == "__main__":
    extrema()
    large()
