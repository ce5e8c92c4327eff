#!/usr/bin/env python3
"""Writes the golden cases of operations whose sizes or positions are operands
that only a run tells, while the result's type is static. NumPy is the oracle.

    python3 generate_dynamic.py            (needs NumPy)
"""

import itertools
import json
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
ELEMENTS = {"float32": "f32", "float64": "f64", "int32": "i32", "int64": "i64",
            "uint64": "ui64", "int8": "i8", "complex64": "complex<f32>"}


def type_of(array):
    dims = "".join(f"{d}x" for d in array.shape)
    return f"tensor<{dims}{ELEMENTS[str(array.dtype)]}>"


def write(name, operation, attributes, inputs, output):
    folder = HERE / name
    folder.mkdir(exist_ok=True)
    head = ", ".join(f"%arg{i}: {type_of(x)}" for i, x in enumerate(inputs))
    values = ", ".join(f"%arg{i}" for i in range(len(inputs)))
    types = ", ".join(type_of(x) for x in inputs)
    result = type_of(output)
    (folder / "module.mlir").write_text(
        "module @case {\n"
        f"  func.func public @main({head}) -> {result} {{\n"
        f'    %0 = "stablehlo.{operation}"({values}){attributes}'
        f" : ({types}) -> {result}\n"
        f"    return %0 : {result}\n"
        "  }\n}\n")

    def save(kind, i, array):
        np.save(folder / f"{kind}{i}.npy", array)
        return {"file": f"{kind}{i}.npy", "dtype": str(array.dtype),
                "shape": list(array.shape)}

    manifest = {
        "name": name, "group": operation, "dtype": str(output.dtype),
        "inputs": [save("in", i, x) for i, x in enumerate(inputs)],
        "outputs": [save("out", 0, output)],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


def numbers(shape, dtype="float32", seed=0):
    values = np.random.default_rng(seed).integers(-40, 40, shape) / 4
    return np.asarray(values * (1 + 2j) if dtype == "complex64" else values).astype(dtype)


def padded(x, value, low, interior, shape):
    """Element by element, from where each one goes."""
    result = np.full(shape, value, x.dtype)
    for index in itertools.product(*map(range, x.shape)):
        to = tuple(l + i * (g + 1) for l, i, g in zip(low, index, interior))
        if all(0 <= t < n for t, n in zip(to, shape)):
            result[to] = x[index]
    return result


def pads():
    cases = [
        ("plain", (3, 4), [1, 2], [0, 1], [0, 0], "float32", "int64"),
        ("gaps", (3, 4), [1, 0], [2, 1], [2, 1], "float32", "int32"),
        ("cut", (5, 4), [-2, -1], [1, -1], [1, 0], "int8", "int64"),
        ("cut_gap", (4,), [-3], [0], [4], "complex64", "int32"),
        ("nothing_left", (2,), [-2], [3], [0], "float64", "uint64"),
        ("one", (1, 3), [2, 0], [0, 0], [7, 3], "float32", "int64"),
        ("empty", (0, 2), [1, 0], [2, 1], [3, 0], "float32", "int64"),
    ]
    for name, shape, low, high, interior, dtype, index in cases:
        x = numbers(shape, dtype)
        value = numbers((), dtype, 1)
        out = [l + h + n + max(n - 1, 0) * g
               for l, h, n, g in zip(low, high, shape, interior)]
        lists = [np.array(v).astype(index) for v in (low, high, interior)]
        write(f"dynamic_pad-{name}", "dynamic_pad", "", [x, value, *lists],
              padded(x, value, low, interior, out))


def slices():
    cases = [
        ("plain", (7, 9), [2, 0], [5, 9], [1, 1], "int32"),
        ("strides", (7, 9), [1, 2], [7, 9], [3, 2], "int64"),
        ("one", (5, 4), [3, 1], [4, 2], [2, 1], "int64"),
        ("row", (4, 6, 3), [0, 1, 0], [4, 6, 3], [1, 4, 1], "uint64"),
        ("empty", (4, 6), [2, 1], [2, 5], [1, 1], "int32"),
    ]
    for name, shape, start, limit, strides, index in cases:
        x = numbers(shape)
        lists = [np.array(v, index) for v in (start, limit, strides)]
        out = x[tuple(slice(*v) for v in zip(start, limit, strides))]
        write(f"real_dynamic_slice-{name}", "real_dynamic_slice", "", [x, *lists],
              np.ascontiguousarray(out))


def convolutions():
    """[b, 0, 1, f] x [0, 1, i, o]; the left side padded and dilated by hand."""
    cases = [
        ("plain", (2, 5, 6, 3), (3, 2, 3, 4), [[1, 1], [0, 1]], (1, 1), (1, 1), (1, 1)),
        ("strides", (1, 8, 7, 2), (2, 3, 2, 3), [[2, 1], [1, 1]], (3, 2), (1, 1), (1, 2)),
        ("dilated", (1, 4, 5, 2), (3, 3, 2, 2), [[2, 2], [1, 2]], (1, 2), (2, 3), (1, 1)),
        ("cut", (1, 6, 6, 2), (2, 2, 2, 2), [[-1, 0], [-2, 1]], (1, 1), (1, 1), (2, 1)),
    ]
    for name, left, right, padding, strides, dilation, spread in cases:
        x, w = numbers(left), numbers(right, seed=1)
        size = [(n - 1) * d + 1 + lo + hi
                for n, d, (lo, hi) in zip(left[1:3], dilation, padding)]
        low = [0, padding[0][0], padding[1][0], 0]
        gaps = [0, dilation[0] - 1, dilation[1] - 1, 0]
        wide = padded(x, 0, low, gaps, [left[0], *size, left[3]])
        reach = [(k - 1) * s + 1 for k, s in zip(right[:2], spread)]
        out = [(n - r) // s + 1 for n, r, s in zip(size, reach, strides)]
        y = np.zeros([left[0], *out, right[3]], np.float32)
        for i, j in itertools.product(range(out[0]), range(out[1])):
            a, b = i * strides[0], j * strides[1]
            window = wide[:, a:a + reach[0]:spread[0], b:b + reach[1]:spread[1], :]
            y[:, i, j, :] = np.einsum("bhwi,hwio->bo", window, w)
        attributes = (
            " <{batch_group_count = 1 : i64, dimension_numbers = "
            "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, "
            "feature_group_count = 1 : i64, "
            f"lhs_dilation = array<i64: {dilation[0]}, {dilation[1]}>, "
            f"rhs_dilation = array<i64: {spread[0]}, {spread[1]}>, "
            f"window_strides = array<i64: {strides[0]}, {strides[1]}>}}>")
        write(f"dynamic_conv-{name}", "dynamic_conv", attributes,
              [x, w, np.array(padding, "int64")], y)


def sizes():
    x = numbers((6, 5))
    rows = np.array([[4], [0], [2]], "int32")
    write("dynamic_gather-rows", "dynamic_gather",
          " <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
          "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}>",
          [x, rows, np.array([1, 3], "int64")], x[rows[:, 0], :3])
    write("dynamic_iota-columns", "dynamic_iota", " <{iota_dimension = 1 : i64}>",
          [np.array([3, 4], "int64")],
          np.tile(np.arange(4, dtype="float32"), (3, 1)))
    write("dynamic_broadcast_in_dim-rows", "dynamic_broadcast_in_dim",
          " <{broadcast_dimensions = array<i64: 1>}>",
          [numbers((3,)), np.array([2, 3], "int32")], np.tile(numbers((3,)), (2, 1)))
    write("dynamic_reshape-split", "dynamic_reshape", "",
          [numbers((12,)), np.array([3, 4], "int64")], numbers((12,)).reshape(3, 4))
    write("get_dimension_size-last", "get_dimension_size", " <{dimension = 1 : i64}>",
          [numbers((3, 7))], np.array(7, "int32"))


if __name__ == "__main__":
    pads()
    slices()
    convolutions()
    sizes()
