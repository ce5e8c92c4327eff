#!/usr/bin/env python3
"""Writes the golden cases of scatter beside this file, with numpy as the oracle.

    python3 generate_scatter.py       (needs jax 0.10.2 and numpy)

Indices repeat, and some lie outside: their updates are dropped. The order in which
updates meet counts: floating-point sums of large and small numbers, and the last that
is written. Sizes are such that several threads share the work. Integers in the program
make the values, so that they take no files.
"""

import numpy as np

from generate import module, tensor, write


def modular(name, shape, start, modulus):
    """Lines and values of (start + sum of (2 d + 1) i_d) rem modulus, as i32."""
    whole = tensor("i32", shape)
    lines = [f"%{name} = stablehlo.constant dense<{start}> : {whole}"]
    value, last = np.full(shape, start, np.int32), f"%{name}"
    for d, size in enumerate(shape):
        lines += [f"%{name}_i{d} = stablehlo.iota dim = {d} : {whole}",
                  f"%{name}_c{d} = stablehlo.constant dense<{2 * d + 1}> : {whole}",
                  f"%{name}_t{d} = stablehlo.multiply %{name}_i{d}, %{name}_c{d} : {whole}",
                  f"%{name}_s{d} = stablehlo.add {last}, %{name}_t{d} : {whole}"]
        last = f"%{name}_s{d}"
        value = value + (2 * d + 1) * np.arange(size, dtype=np.int32).reshape(
            [-1 if k == d else 1 for k in range(len(shape))])
    lines += [f"%{name}_m = stablehlo.constant dense<{modulus}> : {whole}",
              f"%{name}_r = stablehlo.remainder {last}, %{name}_m : {whole}"]
    return lines, f"%{name}_r", value % modulus


# name: operand, updates, batching (a dimension of each that belong together), window (of
# the updates), and the operand's dimension that an index is along.
CASES = {
    "rows": ((40, 200), (600, 200), None, [1], 0),
    "columns": ((200, 40), (200, 300), None, [0], 1),
    "transposed": ((40, 200), (200, 300), None, [0], 0),
    "batches": ((50, 70), (50, 333), 0, [], 1),
    "batched_rows": ((3, 40, 65), (3, 200, 65), 0, [2], 1),
    "elements": ((100,), (20000,), None, [], 0),
    "moved": ((300,), (200, 100), None, [1], 0),
}


def apply(combine, out, at, updates, batch, window, along):
    scatter = [d for d in range(updates.ndim) if d not in window]
    for position in np.ndindex(*[updates.shape[d] for d in scatter]):
        update = updates[tuple(position[scatter.index(d)] if d in scatter else slice(None)
                               for d in range(updates.ndim))]
        start = at[position]
        for offset in np.ndindex(update.shape):
            place, rest = [], list(offset)
            for d in range(out.ndim):
                if d == batch:
                    place.append(position[0])
                elif d != along:
                    place.append(rest.pop(0))
                else:  # along a window that is moved, or not
                    place.append(start + (rest.pop(0) if len(window) == out.ndim else 0))
            if 0 <= place[along] < out.shape[along]:
                place = tuple(place)
                out[place] = combine(out[place], update[offset])
    return out


def cases():
    for name, (operand, shape, batch, window, along) in CASES.items():
        scatter = [d for d in range(len(shape)) if d not in window]
        indices = tuple(shape[d] for d in scatter)
        moved = len(window) == len(operand)
        numbers = []
        if not moved:
            inserted = [along]
            numbers += [f"inserted_window_dims = [{along}]"]
        numbers = [f"update_window_dims = {window}"] * bool(window) + numbers
        if batch is not None:
            numbers += ["input_batching_dims = [0]", "scatter_indices_batching_dims = [0]"]
        numbers += [f"scatter_dims_to_operand_dims = [{along}]",
                    f"index_vector_dim = {len(indices)}"]
        for combiner in ("add", "last"):
            whole, updates = tensor("f32", operand), tensor("f32", shape)
            index_type = tensor("i32", indices)
            lines, raw, at = modular("at", indices, 0, 10007)
            lines_u, raw_u, value = modular("u", shape, 3, 977)
            # Spread over a little more than the operand, on both sides.
            size = operand[along]
            lines += [f"%spread = stablehlo.constant dense<7919> : {index_type}",
                      f"%range = stablehlo.constant dense<{size + 4}> : {index_type}",
                      f"%two = stablehlo.constant dense<2> : {index_type}",
                      f"%at_p = stablehlo.multiply {raw}, %spread : {index_type}",
                      f"%at_q = stablehlo.remainder %at_p, %range : {index_type}",
                      f"%at_z = stablehlo.subtract %at_q, %two : {index_type}"]
            at = (at.astype(np.int64) * 7919) % (size + 4) - 2
            # Large and small: every 5th is 2^20 times as large.
            lines += lines_u + [
                f"%five = stablehlo.constant dense<5> : {tensor('i32', shape)}",
                f"%fifth = stablehlo.remainder {raw_u}, %five : {tensor('i32', shape)}",
                f"%none = stablehlo.constant dense<0> : {tensor('i32', shape)}",
                f"%is = stablehlo.compare EQ, %fifth, %none, SIGNED : "
                f"({tensor('i32', shape)}, {tensor('i32', shape)}) -> {tensor('i1', shape)}",
                f"%f = stablehlo.convert {raw_u} : ({tensor('i32', shape)}) -> {updates}",
                f"%third = stablehlo.constant dense<0.333333343> : {updates}",
                f"%thirds = stablehlo.multiply %f, %third : {updates}",
                f"%huge = stablehlo.constant dense<1048576.0> : {updates}",
                f"%large = stablehlo.multiply %thirds, %huge : {updates}",
                f"%updates = stablehlo.select %is, %large, %thirds : "
                f"{tensor('i1', shape)}, {updates}",
                f"%operand = stablehlo.broadcast_in_dim %arg0, dims = [] : "
                f"(tensor<f32>) -> {whole}"]
            thirds = value.astype(np.float32) * np.float32(0.333333343)
            value = np.where(value % 5 == 0, thirds * np.float32(1048576), thirds)
            result = "%new"
            body = ""
            if combiner == "add":
                body, result = "%sum = stablehlo.add %old, %new : tensor<f32>\n", "%sum"
            flags = "indices_are_sorted = false, unique_indices = false"
            vector = tensor("i32", indices + (1,))
            lines += [f"%vectors = stablehlo.reshape %at_z : ({index_type}) -> {vector}",
                      f'%result = "stablehlo.scatter"(%operand, %vectors, %updates) '
                      f"<{{scatter_dimension_numbers = #stablehlo.scatter<"
                      f"{', '.join(numbers)}>, {flags}}}> ({{\n"
                      f"^bb0(%old: tensor<f32>, %new: tensor<f32>):\n{body}"
                      f"stablehlo.return {result} : tensor<f32>\n}}) : "
                      f"({whole}, {vector}, {updates}) -> {whole}"]
            combine = {"add": lambda x, y: x + y, "last": lambda x, y: y}[combiner]
            out = apply(combine, np.full(operand, 0.5, np.float32), at, value, batch, window,
                        along)
            write(f"scatter-{name}_{combiner}", module([tensor("f32", ())], [whole],
                                                       (lines, ["%result"])),
                  [np.array(0.5, np.float32)], ["f32"], ["f32"], [out])


if __name__ == "__main__":
    cases()
