#!/usr/bin/env python3
"""Writes the golden cases of sorts beside this file, with XLA:CPU as the oracle.

    python3 generate_sort.py       (needs jax 0.10.2 on the CPU)

Where a sort is not stable, the places of equal elements are part of what is
expected: a payload tells them apart. Floats are returned as integers of the same
bits, so that no tolerance applies.
"""

import numpy as np

import generate
from generate import module, tensor, write

DTYPES = {
    "i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32,
    "i64": np.int64, "ui8": np.uint8, "ui32": np.uint32, "f16": np.float16,
    "f32": np.float32, "f64": np.float64, "c64": np.complex64,
}
BITS = {"f16": "i16", "f32": "i32", "f64": "i64"}


def comparator(element, direction, kind):
    """`direction` of the first operand's two elements, %a0 and %b0."""
    t, flag = f"tensor<{element}>", "tensor<i1>"
    if kind == "zero_blind":
        # What jax makes of floats: zeros are equal, and so are NaNs.
        lines, values = [], []
        lines.append(f"%zero = stablehlo.constant dense<0.0> : {t}")
        lines.append(f"%nan = stablehlo.divide %zero, %zero : {t}")
        for x in ["%a0", "%b0"]:
            p = f"%p{x[1:]}"
            lines += [
                f"{p}0 = stablehlo.compare EQ, {x}, %zero, FLOAT : ({t}, {t}) -> {flag}",
                f"{p}1 = stablehlo.select {p}0, %zero, {x} : {flag}, {t}",
                f"{p}2 = stablehlo.compare NE, {x}, {x}, FLOAT : ({t}, {t}) -> {flag}",
                f"{p}3 = stablehlo.select {p}2, %nan, {p}1 : {flag}, {t}",
            ]
            values.append(f"{p}3")
        lines.append(f"%less = stablehlo.compare {direction}, {values[0]}, {values[1]}, "
                     f"TOTALORDER : ({t}, {t}) -> {flag}")
        return lines
    if kind == "swapped":  # of the second operand's key, the elements the other way round
        return [f"%x = stablehlo.negate %a1 : {t}", f"%y = stablehlo.negate %b1 : {t}",
                f"%less = stablehlo.compare {direction}, %y, %x, SIGNED : "
                f"({t}, {t}) -> {flag}"]
    return [f"%less = stablehlo.compare {direction}, %a0, %b0, {kind} : "
            f"({t}, {t}) -> {flag}"]


def natural(element):
    if element[0] == "f":
        return "FLOAT"
    return "UNSIGNED" if element[0] == "u" or element == "i1" else "SIGNED"


def sort_text(elements, shape, dimension, compare, stable="false"):
    types = [tensor(e, shape) for e in elements]
    names = [f"%arg{i}" for i in range(len(elements))]
    block = ", ".join(f"%a{i}: tensor<{e}>, %b{i}: tensor<{e}>"
                      for i, e in enumerate(elements))
    many = f":{len(elements)}" if len(elements) > 1 else ""
    attributes = f"dimension = {dimension} : i64"
    if stable is not None:
        attributes += f", is_stable = {stable}"
    lines = [f'%s{many} = "stablehlo.sort"({", ".join(names)}) <{{{attributes}}}> ({{',
             f"^bb0({block}):"]
    lines += ["  " + line for line in compare]
    lines += ["  stablehlo.return %less : tensor<i1>",
              f"}}) : ({', '.join(types)}) -> ({', '.join(types)})"]
    values, results = [], []
    for i, element in enumerate(elements):
        value = f"%s#{i}" if many else "%s"
        if element in BITS:
            result = tensor(BITS[element], shape)
            lines.append(f"%r{i} = stablehlo.bitcast_convert {value} : "
                         f"({types[i]}) -> {result}")
            value = f"%r{i}"
        else:
            result = types[i]
        values.append(value)
        results.append(result)
    return module(types, results, (lines, values))


def case(name, keys, element, payloads=("i32",), dimension=0, direction="LT",
         kind=None, compare=None, stable="false"):
    """A sort of `keys` with arrays of positions beside them."""
    elements = [element, *payloads]
    kind = kind or natural(element)
    text = sort_text(elements, keys.shape, dimension,
                     compare or comparator(element, direction, kind), stable)
    inputs = [keys.astype(DTYPES[element])]
    for payload in payloads:
        inputs.append(np.arange(keys.size).reshape(keys.shape).astype(DTYPES[payload]))
    write(name, text, inputs, elements, [BITS.get(e, e) for e in elements])


def against_median_of_three(n):
    """Keys on which quicksort with that pivot goes to its greatest depth."""
    half = n // 2
    keys = np.zeros(n, np.int32)
    for i in range(1, half + 1):
        if i % 2:
            keys[i - 1], keys[i] = i, half + i
        keys[half + i - 1] = 2 * i
    return keys


def main():
    rng = np.random.default_rng(0)
    special = np.array([np.nan, -np.nan, 0.0, -0.0, 1, -1, np.inf, -np.inf])

    def ties(shape, values):
        return rng.integers(-values, values, shape)

    for n in [16, 17, 33, 1000]:
        case(f"sort_unstable-{n}", ties(n, max(n // 6, 2)), "i32")
    case("sort_unstable-all_equal", np.zeros(300), "i32")
    case("sort_unstable-heap", against_median_of_three(1200) // 3, "i32")
    case("sort_unstable-descending", ties(200, 20), "i16", direction="GT")
    case("sort_unstable-unsigned", ties(200, 20) & 255, "ui8", payloads=("i64",))
    case("sort_unstable-booleans", ties(100, 1) < 0, "i1")
    case("sort_unstable-three", ties(150, 10), "f64", payloads=("i8", "f32"))
    case("sort_unstable-rows", ties((3, 40), 8), "f32", dimension=1)
    case("sort_unstable-columns", ties((50, 2, 3), 8), "f16", dimension=0)
    case("sort_unstable-middle", ties((2, 35, 3), 8), "i64", dimension=1)
    case("sort_unstable-absent", ties(100, 10), "i32", stable=None)
    case("sort_unstable-special", rng.choice(special, 120), "f32", kind="zero_blind")
    # A NaN is neither less nor greater than anything: no weak order.
    case("sort_unstable-nan", rng.choice(special, 120), "f32")
    case("sort_unstable-alone_nan", rng.choice(special, 120), "f32", payloads=())
    case("sort_stable-ties", ties(300, 20), "i32", stable="true")
    case("sort_stable-descending", ties((4, 50), 6), "f32", dimension=1,
         direction="GT", stable="true")
    keys(rng, special)


def keys(rng, special):
    """Comparators that compare keys of the elements; rows long enough to sort by them."""
    def stable(name, values, element, **more):
        case(f"sort_key-{name}", values, element, stable="true", **more)

    mixed = rng.permutation(np.concatenate([rng.choice(special, 100),
                                            rng.standard_normal(100) * 1e3]))
    for element in ["f16", "f32", "f64"]:
        stable(f"zero_blind_{element}", mixed, element, kind="zero_blind")
    stable("zero_blind_down", mixed, "f32", kind="zero_blind", direction="GT")
    stable("zero_blind_short", mixed[:40], "f32", kind="zero_blind")
    stable("total", mixed, "f32", kind="TOTALORDER", payloads=("i8", "f64"))
    stable("total_down", mixed, "f64", kind="TOTALORDER", direction="GT")
    for element in ["i8", "ui8", "i16", "i32", "ui32", "i64"]:
        info = np.iinfo(DTYPES[element])
        values = rng.integers(info.min, info.max, 300, DTYPES[element], True)
        values[::7], values[::11] = info.min, info.max
        stable(element, values, element)
        stable(f"{element}_down", values, element, direction="GT")
        case(f"sort_key-{element}_alone", values, element, payloads=())
    stable("booleans", rng.integers(0, 2, 100) > 0, "i1", direction="GT")
    stable("near", rng.integers(1 << 20, (1 << 20) + 200, 300), "i64")
    stable("all_equal", np.full(200, -5), "i32")
    stable("rows", rng.integers(-9, 9, (3, 150)), "i32", dimension=1)
    stable("columns", rng.integers(-99, 99, (150, 2, 3)), "i16", dimension=0)
    stable("swapped", rng.integers(-9, 9, 200), "i32", kind="swapped")


if __name__ == "__main__":
    main()
