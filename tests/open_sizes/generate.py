#!/usr/bin/env python3
"""Writes the golden cases of programs whose sizes are open: loops over a length that the
inputs tell, whose turns read and write at the turn's number. NumPy is the oracle; all
values are exact.

    python3 generate.py            (needs NumPy)
"""

import json
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent

# c = c / 2 + x[i], y[i] = c: what exporters make of a scan. A slice begins at the turn's
# number, held inside the array, and has as many elements as a row.
SCAN = """module @case {
  func.func public @main(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
    %t = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %w = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %t1 = stablehlo.reshape %t : (tensor<i32>) -> tensor<1xi32>
    %w1 = stablehlo.reshape %w : (tensor<i32>) -> tensor<1xi32>
    %one = stablehlo.constant dense<1> : tensor<1xi32>
    %ones = stablehlo.constant dense<1> : tensor<2xi32>
    %zeros = stablehlo.constant dense<0> : tensor<2xi32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %next = stablehlo.constant dense<1> : tensor<i32>
    %f = stablehlo.constant dense<0.0> : tensor<f32>
    %h = stablehlo.constant dense<0.5> : tensor<f32>
    %whole = stablehlo.concatenate %t1, %w1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %row = stablehlo.concatenate %one, %w1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %last = stablehlo.subtract %whole, %row : tensor<2xi32>
    %y0 = stablehlo.dynamic_broadcast_in_dim %f, %whole, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %c0 = stablehlo.dynamic_broadcast_in_dim %f, %w1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %half = stablehlo.dynamic_broadcast_in_dim %h, %w1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %r:3 = stablehlo.while(%i = %zero, %c = %c0, %y = %y0) : tensor<i32>, tensor<?xf32>, tensor<?x?xf32>
    cond {
      %p = stablehlo.compare LT, %i, %t, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %i1 = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
      %z1 = stablehlo.reshape %zero : (tensor<i32>) -> tensor<1xi32>
      %at = stablehlo.concatenate %i1, %z1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %begin = stablehlo.clamp %zeros, %at, %last : tensor<2xi32>
      %end = stablehlo.add %begin, %row : tensor<2xi32>
      %s = stablehlo.real_dynamic_slice %x, %begin, %end, %ones : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x?xf32>
      %v = stablehlo.dynamic_reshape %s, %w1 : (tensor<1x?xf32>, tensor<1xi32>) -> tensor<?xf32>
      %d = stablehlo.multiply %c, %half : tensor<?xf32>
      %n = stablehlo.add %d, %v : tensor<?xf32>
      %u = stablehlo.dynamic_reshape %n, %row : (tensor<?xf32>, tensor<2xi32>) -> tensor<1x?xf32>
      %z = stablehlo.dynamic_update_slice %y, %u, %i, %zero : (tensor<?x?xf32>, tensor<1x?xf32>, tensor<i32>, tensor<i32>) -> tensor<?x?xf32>
      %k = stablehlo.add %i, %next : tensor<i32>
      stablehlo.return %k, %n, %z : tensor<i32>, tensor<?xf32>, tensor<?x?xf32>
    }
    return %r#2, %r#1 : tensor<?x?xf32>, tensor<?xf32>
  }
}
"""


def write(name, text, inputs, outputs):
    folder = HERE / name
    folder.mkdir(exist_ok=True)
    (folder / "module.mlir").write_text(text)

    def save(kind, i, array):
        np.save(folder / f"{kind}{i}.npy", array)
        return {"file": f"{kind}{i}.npy", "dtype": str(array.dtype),
                "shape": list(array.shape)}

    manifest = {
        "name": name, "group": "open_sizes", "dtype": str(outputs[0].dtype),
        "inputs": [save("in", i, x) for i, x in enumerate(inputs)],
        "outputs": [save("out", i, x) for i, x in enumerate(outputs)],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


def scan(length, width):
    x = np.random.default_rng(length).integers(-8, 8, (length, width)).astype("float32")
    y = np.zeros_like(x)
    c = np.zeros(width, "float32")
    for i in range(length):
        c = c / np.float32(2) + x[i]
        y[i] = c
    write(f"scan_{length}x{width}", SCAN, [x], [y, c])


for size in ((1, 1), (1, 5), (7, 3), (12, 40)):
    scan(*size)
