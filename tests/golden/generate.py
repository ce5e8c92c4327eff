#!/usr/bin/env python3
"""Writes the golden cases beside this file, with XLA:CPU as the oracle.

    python3 generate.py            (needs jax 0.10.2 on the CPU)

A case is a folder: module.mlir, in<i>.npy, out<i>.npy, manifest.json. The
modules are written here by hand; expected outputs are what XLA:CPU computes
from the same text, but for ragged_dot, which it does not take: there they are
what jax.lax.ragged_dot_general computes.
"""

import json
import pathlib

import jax
import jaxlib.mlir.ir
import numpy as np
from jax._src.interpreters import mlir
from jax._src.lib import xla_client
from jaxlib import _jax

jax.config.update("jax_enable_x64", True)

HERE = pathlib.Path(__file__).parent
NAMES = {
    "ui8": "uint8", "ui16": "uint16", "ui32": "uint32", "ui64": "uint64",
    "i1": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
    "f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64",
}


def tensor(element, shape):
    return "tensor<" + "".join(f"{d}x" for d in shape) + element + ">"


def module(arguments, results, body):
    """A module of one function; `body` uses %0, %1, ... and ends in values."""
    lines, values = body
    head = ", ".join(f"%arg{i}: {t}" for i, t in enumerate(arguments))
    types = ", ".join(results)
    return (
        "module @case {\n"
        f"  func.func public @main({head}) -> ({types}) {{\n"
        + "".join(f"    {line}\n" for line in lines)
        + f"    return {', '.join(values)} : {types}\n"
        "  }\n"
        "}\n"
    )


def run(text, inputs):
    """Compiles `text` with XLA:CPU and runs it."""
    device = jax.devices("cpu")[0]
    with mlir.make_ir_context():
        parsed = jaxlib.mlir.ir.Module.parse(text)
        executable = device.client.compile_and_load(
            parsed, _jax.DeviceList((device,)), xla_client.CompileOptions())
    buffers = [jax.device_put(x, device) for x in inputs]
    outputs = executable.execute_sharded(buffers)
    return [np.asarray(x[0]) for x in
            outputs.disassemble_into_single_device_arrays()]


def save(folder, kind, index, array, element):
    file = f"{kind}{index}.npy"
    name = NAMES[element]
    if element == "bf16":
        array = array.view(np.uint16)
    elif element != "i1":
        array = np.asarray(array).view(np.dtype(name)).reshape(array.shape)
    np.save(folder / file, array)
    return {"file": file, "dtype": name, "shape": list(array.shape)}


def write(name, text, inputs, in_elements, out_elements, outputs=None):
    folder = HERE / name
    folder.mkdir(exist_ok=True)
    if outputs is None:
        outputs = run(text, inputs)
    (folder / "module.mlir").write_text(text)
    manifest = {
        "name": name,
        "group": name.split("-")[0],
        "dtype": NAMES[out_elements[-1]],
        "inputs": [save(folder, "in", i, x, e)
                   for i, (x, e) in enumerate(zip(inputs, in_elements))],
        "outputs": [save(folder, "out", i, x, e)
                    for i, (x, e) in enumerate(zip(outputs, out_elements))],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


def random_bits():
    cases = [
        ("THREE_FRY", [1, 2], "ui32", (3, 7)),
        ("THREE_FRY", [0x123456789ABCDEF0, 0xFFFFFFFFFFFFFFFF], "ui32", (5, 4)),
        ("THREE_FRY", [3, 0xFFFFFFFF], "ui64", (7, 3)),
        ("THREE_FRY", [3, 4], "ui8", (3, 5)),
        ("THREE_FRY", [3, 4], "f32", (6,)),
        ("THREE_FRY", [3, 4], "ui32", (0, 3)),
        ("PHILOX", [1, 2], "ui32", (5, 7)),
        ("PHILOX", [7, 0xFFFFFFFFFFFFFFFF, 5], "ui32", (33,)),
        ("PHILOX", [7, 0xFFFFFFFFFFFFFFFF], "ui64", (3, 3)),
        ("PHILOX", [9, 8, 0xFFFFFFFFFFFFFFFF], "ui16", (11,)),
        ("DEFAULT", [1, 2], "ui32", ()),
        ("DEFAULT", [1, 2, 3], "ui8", (2, 3, 5)),
    ]
    for i, (algorithm, state, element, shape) in enumerate(cases):
        s, t = tensor("ui64", [len(state)]), tensor(element, shape)
        text = module([s], [s, t], ([
            '%0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = '
            f"#stablehlo<rng_algorithm {algorithm}>}}> : ({s}) -> ({s}, {t})"],
            ["%0#0", "%0#1"]))
        inputs = [np.array(state, dtype=np.uint64)]
        write(f"rng_bit_generator-{i}", text, inputs, ["ui64"], ["ui64", element])


def top_k():
    nan, inf = np.nan, np.inf
    special = [[1, nan, -0.0, 0.0, 5, 5, -inf, inf, 2, -nan],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, -0.0]]
    rng = np.random.default_rng(0)
    for name, element, data, k in [
        ("special_f32", "f32", np.array(special, np.float32), 9),
        ("special_f16", "f16", np.array(special, np.float16), 10),
        ("ties_i32", "i32", rng.integers(-3, 3, (4, 17)).astype(np.int32), 5),
        ("ties_ui8", "ui8", rng.integers(0, 255, (2, 3, 40)).astype(np.uint8), 7),
        # Few of many: vectors in which nothing is kept, and vectors in which all is.
        ("front_f32", "f32", np.stack([
            rng.choice(np.array([nan, -nan, inf, 3, 2, 1, 0, -0.0], np.float32), 300),
            np.arange(300, dtype=np.float32), -np.arange(300, dtype=np.float32)]), 20),
        ("front_i16", "i16", rng.integers(-9, 9, (2, 1001)).astype(np.int16), 128),
    ]:
        shape = data.shape[:-1] + (k,)
        x = tensor(element, data.shape)
        v, i = tensor(element, shape), tensor("i32", shape)
        text = module([x], [v, i], (
            [f"%values, %indices = chlo.top_k(%arg0, k = {k}) : {x} -> ({v}, {i})"],
            ["%values", "%indices"]))
        write(f"top_k-{name}", text, [data], [element], [element, "i32"])


def batch_norm():
    rng = np.random.default_rng(1)
    for element, dtype in [("f32", np.float32), ("f64", np.float64)]:
        shape, feature = (4, 3, 5), 1
        x = rng.standard_normal(shape).astype(dtype)
        grad = rng.standard_normal(shape).astype(dtype)
        scale, offset, mean = (rng.standard_normal(3).astype(dtype) for _ in range(3))
        variance = rng.uniform(0.5, 2, 3).astype(dtype)
        t, f = tensor(element, shape), tensor(element, (3,))
        attributes = f"<{{epsilon = 1.0e-3 : f32, feature_index = {feature} : i64}}>"
        text = module([t, f, f], [t, f, f], (
            [f'%0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) {attributes}'
             f" : ({t}, {f}, {f}) -> ({t}, {f}, {f})"], ["%0#0", "%0#1", "%0#2"]))
        write(f"batch_norm-training_{element}", text, [x, scale, offset],
              [element] * 3, [element] * 3)
        text = module([t, f, f, f, f], [t], (
            ['%0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) '
             f"{attributes} : ({t}, {f}, {f}, {f}, {f}) -> {t}"], ["%0"]))
        write(f"batch_norm-inference_{element}", text,
              [x, scale, offset, mean, variance], [element] * 5, [element])
        text = module([t, f, f, f, t], [t, f, f], (
            ['%0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) '
             f"{attributes} : ({t}, {f}, {f}, {f}, {t}) -> ({t}, {f}, {f})"],
            ["%0#0", "%0#1", "%0#2"]))
        write(f"batch_norm-grad_{element}", text, [x, scale, mean, variance, grad],
              [element] * 5, [element] * 3)


def collectives():
    rng = np.random.default_rng(2)
    x = rng.standard_normal((4, 6)).astype(np.float32)
    t = tensor("f32", (4, 6))
    groups = "replica_groups = dense<0> : tensor<1x1xi64>"
    add = ("({\n    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
           "      %s = stablehlo.add %a, %b : tensor<f32>\n"
           "      stablehlo.return %s : tensor<f32>\n    })")
    for name, operation in [
        ("all_reduce", f'"stablehlo.all_reduce"(%arg0) <{{{groups}}}> {add}'),
        ("reduce_scatter", f'"stablehlo.reduce_scatter"(%arg0) <{{{groups}, '
                           f"scatter_dimension = 1 : i64}}> {add}"),
        ("all_gather", f'"stablehlo.all_gather"(%arg0) <{{{groups}, '
                       "all_gather_dim = 0 : i64}>"),
        ("all_to_all", f'"stablehlo.all_to_all"(%arg0) <{{{groups}, split_dimension = '
                       "0 : i64, concat_dimension = 1 : i64, split_count = 1 : i64}>"),
        ("permute", '"stablehlo.collective_permute"(%arg0) <{source_target_pairs = '
                    "dense<0> : tensor<1x2xi64>}>"),
        ("permute_none", '"stablehlo.collective_permute"(%arg0) <{source_target_pairs '
                         "= dense<> : tensor<0x2xi64>}>"),
    ]:
        text = module([t], [t], ([f"%0 = {operation} : ({t}) -> {t}"], ["%0"]))
        outputs = [np.zeros_like(x)] if name == "permute_none" else [x]
        write(f"collective-{name}", text, [x], ["f32"], ["f32"], outputs)


def ragged_dot():
    rng = np.random.default_rng(3)
    dims = jax.lax.RaggedDotDimensionNumbers

    def case(name, lhs, rhs, sizes, contract, batch, ragged, group):
        numbers = dims(dot_dimension_numbers=(contract, batch),
                       lhs_ragged_dimensions=ragged, rhs_group_dimensions=group)
        out = np.asarray(jax.lax.ragged_dot_general(
            lhs, rhs, sizes, numbers, precision=jax.lax.Precision.HIGHEST))
        types = [tensor("f32", lhs.shape), tensor("f32", rhs.shape),
                 tensor("i32", sizes.shape)]
        t = tensor("f32", out.shape)
        spelled = ", ".join(f"{k} = {list(v)}" for k, v in [
            ("lhs_batching_dimensions", batch[0]),
            ("rhs_batching_dimensions", batch[1]),
            ("lhs_contracting_dimensions", contract[0]),
            ("rhs_contracting_dimensions", contract[1]),
            ("lhs_ragged_dimensions", ragged),
            ("rhs_group_dimensions", group)])
        text = module(types, [t], ([
            '%0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = '
            "[#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>], "
            f"ragged_dot_dimension_numbers = #chlo.ragged_dot<{spelled}>}}> : "
            f"({', '.join(types)}) -> {t}"], ["%0"]))
        write(f"ragged_dot-{name}", text, [lhs, rhs, sizes], ["f32", "f32", "i32"],
              ["f32"], [out])

    def normal(*shape):
        return rng.standard_normal(shape).astype(np.float32)

    def sizes(*values):
        return np.array(values, np.int32)

    case("rows", normal(9, 4), normal(3, 4, 5), sizes(2, 0, 5),
         ([1], [1]), ([], []), [0], [0])
    case("rows_batched", normal(2, 7, 4), normal(2, 4, 3, 5),
         sizes([1, 2, 3], [0, 7, 0]), ([2], [1]), ([0], [0]), [1], [2])
    case("contracting", normal(7, 9), normal(9, 5), sizes(4, 2, 3),
         ([1], [0]), ([], []), [1], [])
    case("contracting_batched", normal(2, 7, 9), normal(9, 2, 5),
         sizes([4, 2], [1, 8]), ([2], [0]), ([0], [1]), [2], [])
    case("batch", normal(6, 3, 4), normal(6, 4, 5), sizes(1, 2, 3),
         ([2], [1]), ([0], [0]), [0], [])


def disguised():
    rng = np.random.default_rng(4)
    x = rng.standard_normal((3, 8)).astype(np.float32)
    t = tensor("f32", (3, 8))
    text = module([t], [t], ([
        "%0 = stablehlo.custom_call @mhlo.erf(%arg0) {mhlo.attributes = {}, "
        f"mhlo.version = 1 : i64}} : ({t}) -> {t}"], ["%0"]))
    plain = module([t], [t], ([f"%0 = chlo.erf %arg0 : {t} -> {t}"], ["%0"]))
    write("disguised-erf", text, [x], ["f32"], ["f32"], run(plain, [x]))

    data = rng.integers(-4, 4, (3, 8)).astype(np.int32)
    t, v = tensor("i32", (3, 8)), tensor("i32", (3, 3))
    text = module([t], [v, v], ([
        "%0:2 = stablehlo.custom_call @mhlo.topk(%arg0) {mhlo.attributes = "
        "{k = 3 : i64, largest = true}, mhlo.version = 1 : i64} : "
        f"({t}) -> ({v}, {v})"], ["%0#0", "%0#1"]))
    plain = module([t], [v, v], (
        [f"%values, %indices = chlo.top_k(%arg0, k = 3) : {t} -> ({v}, {v})"],
        ["%values", "%indices"]))
    write("disguised-topk", text, [data], ["i32"], ["i32", "i32"], run(plain, [data]))


def bits_and_products():
    rng = np.random.default_rng(5)
    data = rng.integers(0, 255, (3,)).astype(np.uint8)
    a, b = tensor("ui8", (3,)), tensor("i1", (3, 8))
    text = module([a], [b], (
        [f"%0 = stablehlo.bitcast_convert %arg0 : ({a}) -> {b}"], ["%0"]))
    bits = (data[:, None] >> np.arange(8)) & 1
    write("bitcast-unpack", text, [data], ["ui8"], ["i1"], [bits.astype(bool)])
    text = module([b], [a], (
        [f"%0 = stablehlo.bitcast_convert %arg0 : ({b}) -> {a}"], ["%0"]))
    write("bitcast-pack", text, [bits.astype(bool)], ["i1"], ["ui8"], [data])

    x = rng.integers(-9, 9, (3, 4)).astype(np.int8)
    y = rng.integers(0, 9, (4, 5)).astype(np.uint8)
    types = [tensor("i8", (3, 4)), tensor("ui8", (4, 5))]
    t = tensor("i32", (3, 5))
    text = module(types, [t], ([
        "%0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : "
        f"({', '.join(types)}) -> {t}"], ["%0"]))
    write("product-mixed_sign", text, [x, y], ["i8", "ui8"], ["i32"],
          [x.astype(np.int32) @ y.astype(np.int32)])


def maps():
    rng = np.random.default_rng(6)
    x = rng.standard_normal((2, 5)).astype(np.float32)
    y = rng.standard_normal((2, 5)).astype(np.float32)
    t = tensor("f32", (2, 5))
    text = module([t, t], [t], ([
        '%0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({',
        "^bb0(%a: tensor<f32>, %b: tensor<f32>):",
        "  %c = stablehlo.constant dense<2.5> : tensor<f32>",
        "  %m = stablehlo.multiply %a, %c : tensor<f32>",
        "  %p = stablehlo.compare GT, %m, %b, FLOAT : "
        "(tensor<f32>, tensor<f32>) -> tensor<i1>",
        "  %s = stablehlo.select %p, %m, %b : tensor<i1>, tensor<f32>",
        "  stablehlo.return %s : tensor<f32>",
        f"}}) : ({t}, {t}) -> {t}"], ["%0"]))
    write("map-select", text, [x, y], ["f32", "f32"], ["f32"])


if __name__ == "__main__":
    random_bits()
    top_k()
    batch_norm()
    collectives()
    ragged_dot()
    disguised()
    bits_and_products()
    maps()
