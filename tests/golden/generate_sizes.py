#!/usr/bin/env python3
"""Writes the golden cases of sizes 0 and 1 beside this file, with numpy as the oracle.

    python3 generate_sizes.py       (needs jax 0.10.2 and numpy)

Programs made at random, of every kind of operation over dimensions of 0 to 3 elements.
All values are whole numbers of at most 8, so that every order of summation, bf16 and the
rounding of products' operands are exact: a case holds in both numerics.
"""

import itertools

import ml_dtypes
import numpy as np

from generate import module, tensor, write

# The last ones contract an empty dimension of what is transposed or spread.
SEEDS = [*range(29), 42, 229, 258]
OPERATIONS, MOST = 24, 8
DTYPES = {"f32": np.float32, "i32": np.int32, "bf16": ml_dtypes.bfloat16, "i16": np.int16}
SIZES = [0, 1, 1, 1, 2, 3]


class Program:
    """Lines of a program, and the values that they make."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.element = list(DTYPES)[seed % len(DTYPES)]
        self.lines, self.values, self.arguments = [], [], []
        for _ in range(2 + self.below(3)):
            shape = self.shape()
            self.arguments.append(self.rng.integers(-4, 5, shape).astype(np.float64))
            self.values.append((f"%arg{len(self.values)}", self.arguments[-1]))
        point = ".0" if "f" in self.element else ""
        for name, value in (("zero", 0), ("low", -MOST), ("high", MOST)):
            value = f"{value}{point}"
            self.lines.append(f"%{name} = stablehlo.constant dense<{value}> : {self.t(())}")

    # --- Choices ---

    def below(self, n):
        return int(self.rng.integers(0, n))

    def shape(self, rank=None):
        rank = self.below(4) if rank is None else rank
        return tuple(SIZES[self.below(len(SIZES))] for _ in range(rank))

    def pick(self, rank=0):
        """A value of at least this rank; made where there is none."""
        fitting = [v for v in self.values[-6:] if v[1].ndim >= rank]
        if fitting:
            return fitting[self.below(len(fitting))]
        return self.filled(self.shape(rank + self.below(2)))

    def filled(self, shape):
        """Whole numbers that count up along every dimension."""
        value = np.zeros(shape)
        last = self.op(f"stablehlo.broadcast_in_dim %zero, dims = [] : ({self.t(())}) -> "
                       f"{self.t(shape)}")
        for d in range(len(shape)):
            step = self.op(f"stablehlo.iota dim = {d} : {self.t(shape)}")
            last = self.op(f"stablehlo.add {last}, {step} : {self.t(shape)}")
            value = value + np.arange(shape[d]).reshape(
                [-1 if k == d else 1 for k in range(len(shape))])
        self.values.append((last, value))
        return self.values[-1]

    # --- Text ---

    def t(self, shape, element=None):
        return tensor(element or self.element, shape)

    def op(self, text):
        self.lines.append(f"%v{len(self.lines)} = {text}")
        return f"%v{len(self.lines) - 1}"

    def add(self, text, value):
        """What `text` makes, kept small."""
        value = np.asarray(value, np.float64)
        name = self.op(text)
        scalar, whole = self.t(()), self.t(value.shape)
        name = self.op(f'"stablehlo.clamp"(%low, {name}, %high) : ({scalar}, {whole}, '
                       f"{scalar}) -> {whole}")
        self.values.append((name, np.clip(value, -MOST, MOST)))

    def plain(self, name, operands, rest, value):
        types = ", ".join(self.t(v.shape) for _, v in operands)
        names = ", ".join(n for n, _ in operands)
        self.add(f"stablehlo.{name} {names}{rest} : ({types}) -> {self.t(np.shape(value))}",
                 value)

    def region(self, operation):
        scalar = self.t(())
        return (f"({{\n^bb0(%p: {scalar}, %q: {scalar}):\n%r = {operation} %p, %q : "
                f"{scalar}\nstablehlo.return %r : {scalar}\n}})")

    def index(self, shape, most):
        """Numbers from 0 to `most`, and one beyond, as i32."""
        value = np.zeros(shape, np.int64)
        name = self.op(f"stablehlo.constant dense<0> : {self.t(shape, 'i32')}")
        for d in range(len(shape)):
            step = self.op(f"stablehlo.iota dim = {d} : {self.t(shape, 'i32')}")
            name = self.op(f"stablehlo.add {name}, {step} : {self.t(shape, 'i32')}")
            value = value + np.arange(shape[d]).reshape(
                [-1 if k == d else 1 for k in range(len(shape))])
        return name, np.clip(value, 0, max(most, 0))

    # --- Operations ---

    def elementwise(self):
        x, v = self.pick()
        kind = self.below(5)
        if kind == 0:
            self.plain("negate", [(x, v)], "", -v)
        elif kind == 1:
            self.plain("abs", [(x, v)], "", np.abs(v))
        else:
            name, f = [("add", np.add), ("subtract", np.subtract),
                       ("maximum", np.maximum)][kind - 2]
            y, w = self.pick()
            if w.shape != v.shape:
                y, w = self.filled(v.shape)
            self.plain(name, [(x, v), (y, w)], "", f(v, w))

    def select(self):
        (x, v), p = self.pick(), None
        bits = self.t(v.shape, "i1")
        y, w = self.filled(v.shape)
        p = self.op(f"stablehlo.compare LT, {x}, {y} : ({self.t(v.shape)}, "
                    f"{self.t(v.shape)}) -> {bits}")
        self.add(f"stablehlo.select {p}, {y}, {x} : {bits}, {self.t(v.shape)}",
                 np.where(v < w, w, v))

    def broadcast(self):
        x, v = self.pick()
        out = list(self.shape(min(v.ndim + self.below(3), 4)))
        dims = sorted(self.rng.permutation(len(out))[:v.ndim].tolist())
        for d, size in zip(dims, v.shape):
            if size != 1:
                out[d] = size
        seen = v.reshape([v.shape[dims.index(d)] if d in dims else 1
                          for d in range(len(out))])
        self.plain("broadcast_in_dim", [(x, v)], f", dims = {dims}",
                   np.broadcast_to(seen, out))

    def reshape(self):
        x, v = self.pick()
        if v.size == 0:
            out = list(self.shape(1 + self.below(3)))
            out[self.below(len(out))] = 0
        else:
            out = [d for d in v.shape if d != 1]
            if len(out) > 1 and self.below(2):
                out = [out[0] * out[1], *out[2:]]
            for _ in range(self.below(3)):
                out.insert(self.below(len(out) + 1), 1)
        self.plain("reshape", [(x, v)], "", v.reshape(out))

    def transpose(self):
        x, v = self.pick(1)
        order = self.rng.permutation(v.ndim).tolist()
        self.plain("transpose", [(x, v)], f", dims = {order}", v.transpose(order))

    def slice(self):
        x, v = self.pick(1)
        ranges = []
        for size in v.shape:
            start = self.below(size + 1)
            ranges.append((start, start + self.below(size - start + 1), 1 + self.below(2)))
        text = ", ".join(f"{a}:{b}:{s}" for a, b, s in ranges)
        self.plain("slice", [(x, v)], f" [{text}]",
                   v[tuple(slice(a, b, s) for a, b, s in ranges)])

    def reverse(self):
        x, v = self.pick(1)
        d = self.below(v.ndim)
        self.add(f"stablehlo.reverse {x}, dims = [{d}] : {self.t(v.shape)}", np.flip(v, d))

    def pad(self):
        x, v = self.pick(1)
        low = [self.below(3) - (1 if s > 1 else 0) for s in v.shape]
        high = [self.below(3) for _ in v.shape]
        gaps = [self.below(2) for _ in v.shape]
        spread = [s + max(s - 1, 0) * g for s, g in zip(v.shape, gaps)]
        out = np.full([n + a + b for n, a, b in zip(spread, low, high)], 8.0)
        for place in np.ndindex(v.shape):
            at = tuple(a + p * (g + 1) for a, p, g in zip(low, place, gaps))
            if all(0 <= p < n for p, n in zip(at, out.shape)):
                out[at] = v[place]
        self.plain("pad", [(x, v), ("%high", np.float64(8))],
                   f", low = {low}, high = {high}, interior = {gaps}", out)

    def concatenate(self):
        x, v = self.pick(1)
        d = self.below(v.ndim)
        pieces = [(x, v)]
        for _ in range(self.below(3)):
            pieces.append(self.filled([SIZES[self.below(6)] if k == d else s
                                       for k, s in enumerate(v.shape)]))
        self.plain("concatenate", pieces, f", dim = {d}",
                   np.concatenate([p for _, p in pieces], d))

    def starts(self, limits):
        """Rank-0 indices, and where slices then begin."""
        names, at = [], []
        for limit in limits:
            number = self.below(4) - 1
            names.append(self.op(f"stablehlo.constant dense<{number}> : tensor<i32>"))
            at.append(min(max(number, 0), limit))
        return names, at

    def dynamic_slice(self):
        x, v = self.pick(1)
        sizes = [self.below(s + 1) for s in v.shape]
        names, at = self.starts([s - n for s, n in zip(v.shape, sizes)])
        part = v[tuple(slice(a, a + n) for a, n in zip(at, sizes))]
        self.add(f"stablehlo.dynamic_slice {x}, {', '.join(names)}, sizes = {sizes} : "
                 f"({self.t(v.shape)}, {', '.join(['tensor<i32>'] * v.ndim)}) -> "
                 f"{self.t(sizes)}", part)

    def dynamic_update_slice(self):
        x, v = self.pick(1)
        y, w = self.filled([self.below(s + 1) for s in v.shape])
        names, at = self.starts([s - n for s, n in zip(v.shape, w.shape)])
        out = v.copy()
        out[tuple(slice(a, a + n) for a, n in zip(at, w.shape))] = w
        self.add(f"stablehlo.dynamic_update_slice {x}, {y}, {', '.join(names)} : "
                 f"({self.t(v.shape)}, {self.t(w.shape)}, "
                 f"{', '.join(['tensor<i32>'] * v.ndim)}) -> {self.t(v.shape)}", out)

    def gather(self):
        x, v = self.pick(1)
        d = self.below(v.ndim)
        if v.shape[d] == 0:
            return
        n = SIZES[self.below(6)]
        index, at = self.index((n, 1), v.shape[d] - 1)
        offset = list(range(1, v.ndim))
        sizes = [1 if k == d else s for k, s in enumerate(v.shape)]
        out = np.moveaxis(np.take(v, at[:, 0], d), d, 0)
        self.add(f'"stablehlo.gather"({x}, {index}) <{{dimension_numbers = '
                 f"#stablehlo.gather<offset_dims = {offset}, collapsed_slice_dims = [{d}], "
                 f"start_index_map = [{d}], index_vector_dim = 1>, slice_sizes = "
                 f"array<i64: {', '.join(map(str, sizes))}>}}> : ({self.t(v.shape)}, "
                 f"{self.t((n, 1), 'i32')}) -> {self.t(out.shape)}", out)

    def scatter(self):
        x, v = self.pick(1)
        n = SIZES[self.below(6)]
        u, w = self.filled((n, *v.shape[1:]))
        index, at = self.index((n, 1), MOST)
        out = v.copy()
        for k in range(n):
            if at[k, 0] < v.shape[0]:
                out[at[k, 0]] += w[k]
        self.add(f'"stablehlo.scatter"({x}, {index}, {u}) <{{scatter_dimension_numbers = '
                 f"#stablehlo.scatter<update_window_dims = {list(range(1, v.ndim))}, "
                 f"inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
                 f"index_vector_dim = 1>}}> {self.region('stablehlo.add')} : "
                 f"({self.t(v.shape)}, {self.t((n, 1), 'i32')}, {self.t(w.shape)}) -> "
                 f"{self.t(v.shape)}", out)

    def reduce(self):
        x, v = self.pick(1)
        dims = sorted(self.rng.permutation(v.ndim)[:1 + self.below(v.ndim)].tolist())
        if self.below(2):
            name, init, out = "add", "%zero", v.sum(tuple(dims))
        else:
            name, init = "maximum", "%low"
            out = v.max(tuple(dims), initial=-MOST)
        self.add(f"stablehlo.reduce({x} init: {init}) applies stablehlo.{name} across "
                 f"dimensions = {dims} : ({self.t(v.shape)}, {self.t(())}) -> "
                 f"{self.t(out.shape)}", out)

    def windows(self, rank):
        """Sizes, strides and padding."""
        return ([1 + self.below(3) for _ in range(rank)],
                [1 + self.below(2) for _ in range(rank)],
                [[self.below(2), self.below(2)] for _ in range(rank)])

    def reduce_window(self):
        x, v = self.pick(1)
        sizes, strides, padding = self.windows(v.ndim)
        full = np.pad(v, padding)
        places = [max((n - s) // k + 1, 0) if n >= s else 0
                  for n, s, k in zip(full.shape, sizes, strides)]
        out = np.zeros(places)
        for place in np.ndindex(*places):
            out[place] = full[tuple(slice(p * k, p * k + s)
                                    for p, k, s in zip(place, strides, sizes))].sum()
        numbers = ", ".join(map(str, sizes)), ", ".join(map(str, strides))
        self.add(f'"stablehlo.reduce_window"({x}, %zero) <{{padding = dense<{padding}> : '
                 f"tensor<{v.ndim}x2xi64>, window_dimensions = array<i64: {numbers[0]}>, "
                 f"window_strides = array<i64: {numbers[1]}>}}> "
                 f"{self.region('stablehlo.add')} : ({self.t(v.shape)}, {self.t(())}) -> "
                 f"{self.t(places)}", out)

    def select_and_scatter(self):
        x, v = self.pick(1)
        sizes, strides, _ = self.windows(v.ndim)
        places = [(n - s) // k + 1 if n >= s else 0
                  for n, s, k in zip(v.shape, sizes, strides)]
        y, w = self.filled(places)
        out = np.zeros(v.shape)
        for place in np.ndindex(*places):
            best = None
            for offset in np.ndindex(*sizes):
                at = tuple(p * k + o for p, k, o in zip(place, strides, offset))
                if best is None or not v[best] >= v[at]:
                    best = at
            out[best] += w[place]
        scalar = self.t(())
        numbers = ", ".join(map(str, sizes)), ", ".join(map(str, strides))
        greater = (f"({{\n^bb0(%p: {scalar}, %q: {scalar}):\n%r = stablehlo.compare GE, %p, "
                   f"%q : ({scalar}, {scalar}) -> tensor<i1>\nstablehlo.return %r : "
                   "tensor<i1>\n}, ")
        self.add(f'"stablehlo.select_and_scatter"({x}, {y}, %zero) <{{window_dimensions = '
                 f"array<i64: {numbers[0]}>, window_strides = array<i64: {numbers[1]}>}}> "
                 f"{greater}{self.region('stablehlo.add')[1:]} : ({self.t(v.shape)}, "
                 f"{self.t(w.shape)}, {scalar}) -> {self.t(v.shape)}", out)

    def sort(self):
        x, v = self.pick(1)
        d, scalar = self.below(v.ndim), self.t(())
        self.add(f'"stablehlo.sort"({x}) <{{dimension = {d} : i64, is_stable = true}}> '
                 f"({{\n^bb0(%p: {scalar}, %q: {scalar}):\n%r = stablehlo.compare LT, %p, "
                 f"%q : ({scalar}, {scalar}) -> tensor<i1>\nstablehlo.return %r : "
                 f"tensor<i1>\n}}) : ({self.t(v.shape)}) -> {self.t(v.shape)}",
                 np.sort(v, d))

    def scan(self):
        x, v = self.pick(1)
        d = self.below(v.ndim)
        if v.shape[d] == 0:
            return
        sizes = [n if k == d else 1 for k, n in enumerate(v.shape)]
        padding = [[n - 1 if k == d else 0, 0] for k, n in enumerate(v.shape)]
        self.add(f'"stablehlo.reduce_window"({x}, %zero) <{{padding = dense<{padding}> : '
                 f"tensor<{v.ndim}x2xi64>, window_dimensions = array<i64: "
                 f"{', '.join(map(str, sizes))}>}}> {self.region('stablehlo.add')} : "
                 f"({self.t(v.shape)}, {self.t(())}) -> {self.t(v.shape)}", np.cumsum(v, d))

    def product(self):
        """Of a value that is moved or spread on the way, with one that fits it."""
        for move in (self.transpose, self.broadcast, self.reshape)[:self.below(4)]:
            move()
        x, v = self.values[-1] if self.values[-1][1].ndim else self.pick(1)
        order = self.rng.permutation(v.ndim).tolist()
        batch = order[:self.below(min(v.ndim, 2))]
        contracted = [d for d in order if d not in batch][:self.below(3)]
        free = [d for d in range(v.ndim) if d not in batch + contracted]
        own = list(self.shape(self.below(2)))
        y, w = self.filled([v.shape[d] for d in batch + contracted] + own)
        letters = "abcdefgh"
        left = "".join(letters[d] for d in range(v.ndim))
        right = "".join(letters[d] for d in batch + contracted) + "xyz"[:len(own)]
        out = "".join(letters[d] for d in batch + free) + "xyz"[:len(own)]
        numbers = ""
        if batch:
            numbers += f", batching_dims = {batch} x {list(range(len(batch)))}"
        at = list(range(len(batch), len(batch) + len(contracted)))
        numbers += f", contracting_dims = {contracted} x {at}"
        self.plain("dot_general", [(x, v), (y, w)], numbers,
                   np.einsum(f"{left},{right}->{out}", v, w))

    def convolution(self):
        x, v = self.filled([SIZES[self.below(6)], *self.shape(2), SIZES[self.below(6)]])
        sizes, strides, padding = self.windows(2)
        y, w = self.filled([*sizes, v.shape[3], SIZES[self.below(6)]])
        full = np.pad(v, [[0, 0], *padding, [0, 0]])
        places = [(n - s) // k + 1 if n >= s else 0
                  for n, s, k in zip(full.shape[1:3], sizes, strides)]
        out = np.zeros((v.shape[0], *places, w.shape[3]))
        for i, j in itertools.product(*map(range, places)):
            a, b = i * strides[0], j * strides[1]
            out[:, i, j] = np.einsum("bhwi,hwio->bo",
                                     full[:, a:a + sizes[0], b:b + sizes[1]], w)
        self.add(f"stablehlo.convolution({x}, {y}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]"
                 f"->[b, 0, 1, f], window = {{stride = {strides}, pad = {padding}}} "
                 f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : "
                 f"({self.t(v.shape)}, {self.t(w.shape)}) -> {self.t(out.shape)}", out)

    def loop(self):
        """Three turns, in which two values change places and one is added to the other."""
        x, v = self.pick()
        y, w = self.filled(v.shape)
        t, name = self.t(v.shape), f"%w{len(self.lines)}"
        start = self.op("stablehlo.constant dense<0> : tensor<i32>")
        self.lines.append(
            f"{name}:3 = stablehlo.while(%i = {start}, %a = {x}, %b = {y}) : tensor<i32>, "
            f"{t}, {t}\ncond {{\n%e = stablehlo.constant dense<3> : tensor<i32>\n%c = "
            f"stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
            f"stablehlo.return %c : tensor<i1>\n}} do {{\n%o = stablehlo.constant dense<1> : "
            f"tensor<i32>\n%j = stablehlo.add %i, %o : tensor<i32>\n%s = stablehlo.add %a, "
            f"%b : {t}\nstablehlo.return %j, %b, %s : tensor<i32>, {t}, {t}\n}}")
        for _ in range(3):
            v, w = w, v + w
        scalar = self.t(())
        self.add(f'"stablehlo.clamp"(%low, {name}#2, %high) : ({scalar}, {t}, {scalar}) -> '
                 f"{t}", w)

    def run(self):
        kinds = [self.elementwise, self.select, self.broadcast, self.reshape,
                 self.transpose, self.slice, self.reverse, self.pad, self.concatenate,
                 self.dynamic_slice, self.dynamic_update_slice, self.gather, self.scatter,
                 self.reduce, self.reduce_window, self.select_and_scatter, self.sort,
                 self.scan, self.product, self.product, self.convolution, self.loop]
        for _ in range(OPERATIONS):
            kinds[self.below(len(kinds))]()
            # Rank and size stay small.
            self.values = [v for v in self.values if v[1].ndim <= 4 and v[1].size <= 300]


def case(seed):
    """Some values are results, and all of them, one behind the other, are one more."""
    program = Program(seed)
    program.run()
    made = [v for v in program.values if not v[0].startswith("%arg")]
    results = [made[-1]] + [v for v in made[:-1] if program.below(8) == 0][:2]
    flat = []
    for name, value in made:
        flat.append((program.op(f"stablehlo.reshape {name} : ({program.t(value.shape)}) -> "
                                f"{program.t((value.size,))}"), value.reshape(-1)))
    whole = np.concatenate([v for _, v in flat])
    types = ", ".join(program.t(v.shape) for _, v in flat)
    name = program.op(f"stablehlo.concatenate {', '.join(n for n, _ in flat)}, dim = 0 : "
                      f"({types}) -> {program.t(whole.shape)}")
    results.append((name, whole))
    dtype = DTYPES[program.element]
    text = module([program.t(v.shape) for v in program.arguments],
                  [program.t(v.shape) for _, v in results],
                  (program.lines, [n for n, _ in results]))
    write(f"sizes-{seed}", text, [v.astype(dtype) for v in program.arguments],
          [program.element] * len(program.arguments), [program.element] * len(results),
          [v.astype(dtype) for _, v in results])


if __name__ == "__main__":
    for number in SEEDS:
        case(number)
