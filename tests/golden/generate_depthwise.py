#!/usr/bin/env python3
"""Writes the golden cases of depthwise convolutions beside this file.

    python3 generate_depthwise.py       (needs jax 0.10.2 and numpy)

The oracle is a loop over the window in numpy; small integers, so that every order of
summation, and bf16, is exact. Layouts with channels and with places last; groups of
features and, as in gradients of kernels, of batches.
"""

import itertools

import numpy as np

from generate import module, tensor, write


def convolve(x, w, out, strides, low, dilation, base, batch_groups):
    """x: [batch, feature, y, x]; w: [out feature, feature of a group, y, x]."""
    result = np.zeros(out, np.float64)
    features = w.shape[0]
    for n, c, i, j in itertools.product(*map(range, out)):
        for f, p, q in itertools.product(*map(range, w.shape[1:])):
            y = i * strides[0] + p * dilation[0] - low[0]
            z = j * strides[1] + q * dilation[1] - low[1]
            if y % base[0] or z % base[1] or y < 0 or z < 0:
                continue
            y, z = y // base[0], z // base[1]
            if y >= x.shape[2] or z >= x.shape[3]:
                continue
            if batch_groups > 1:
                group = c * batch_groups // features
                value = x[group * out[0] + n, f, y, z]
            else:
                value = x[n, c * x.shape[1] // features // w.shape[1] * w.shape[1] + f, y, z]
            result[n, c, i, j] += value * w[c, f, p, q]
    return result


LAYOUTS = {"channels": ("[b, 0, 1, f]", "[0, 1, i, o]", (0, 2, 3, 1), (2, 3, 1, 0)),
           "places": ("[b, f, 0, 1]", "[o, i, 0, 1]", (0, 1, 2, 3), (0, 1, 2, 3)),
           # Of gradients of kernels: what are channels there is the batch here.
           "swapped": ("[f, 0, 1, b]", "[i, 0, 1, o]", (1, 2, 3, 0), (1, 2, 3, 0))}


def case(name, layout, x_dims, w_dims, strides=(1, 1), pad=((1, 1), (1, 1)),
         dilation=(1, 1), base=(1, 1), feature_groups=1, batch_groups=1, element="f32",
         reverse=False):
    rng = np.random.default_rng(len(name))
    x = rng.integers(-4, 5, x_dims).astype(np.float32)
    w = rng.integers(-4, 5, w_dims).astype(np.float32)
    places = [((x_dims[2 + d] - 1) * base[d] + 1 + sum(pad[d])
               - (w_dims[2 + d] - 1) * dilation[d] - 1) // strides[d] + 1 for d in (0, 1)]
    out = (x_dims[0] // batch_groups, w_dims[0], *places)
    seen = w[:, :, ::-1, ::-1] if reverse else w
    result = convolve(x, seen, out, strides, [p[0] for p in pad], dilation, base,
                      batch_groups)
    of_input, of_kernel, order, kernel_order = LAYOUTS[layout]
    if layout == "swapped":
        of_output, out_order = "[0, 1, b, f]", (2, 3, 0, 1)
    else:
        of_output, out_order = of_input, order
    x, w = x.transpose(order), w.transpose(kernel_order)
    result = result.transpose(out_order).astype(np.float32)
    types = [tensor(element, x.shape), tensor(element, w.shape)]
    to = tensor(element, result.shape)
    turned = str([reverse] * 2).lower()
    lines = [f"%0 = stablehlo.convolution(%arg0, %arg1) "
             f"dim_numbers = {of_input}x{of_kernel}->{of_output}, "
             f"window = {{stride = {list(strides)}, pad = {[list(p) for p in pad]}, "
             f"lhs_dilate = {list(base)}, rhs_dilate = {list(dilation)}, "
             f"reverse = {turned}}} "
             f"{{batch_group_count = {batch_groups} : i64, "
             f"feature_group_count = {feature_groups} : i64}} : "
             f"({types[0]}, {types[1]}) -> {to}"]
    write(f"depthwise-{name}", module(types, [to], (lines, ["%0"])), [x, w],
          [element] * 2, [element], [result])


if __name__ == "__main__":
    case("channels", "channels", (2, 37, 6, 5), (37, 1, 3, 3), feature_groups=37)
    case("strides", "channels", (2, 16, 9, 8), (16, 1, 3, 5), strides=(2, 3),
         pad=((0, 1), (2, 2)), feature_groups=16)
    case("dilated", "channels", (1, 8, 6, 5), (8, 1, 3, 2), dilation=(2, 1), base=(1, 2),
         pad=((2, 1), (1, 0)), feature_groups=8, reverse=True)
    case("places", "places", (2, 5, 4, 19), (5, 1, 3, 3), feature_groups=5)
    case("pairs", "places", (2, 6, 4, 19), (3, 2, 3, 3), feature_groups=3)
    case("reversed", "places", (1, 3, 5, 7), (3, 1, 2, 3), strides=(1, 2),
         feature_groups=3, reverse=True)
    case("kernel_gradient", "swapped", (37, 2, 6, 5), (37, 2, 4, 3), batch_groups=37)
    case("several_batches", "swapped", (12, 2, 5, 5), (6, 2, 3, 3), batch_groups=6)
    case("point", "channels", (2, 20, 3, 3), (20, 1, 1, 1), pad=((0, 0), (0, 0)),
         feature_groups=20)
    case("two_a_group", "channels", (1, 5, 4, 4), (10, 1, 3, 3), feature_groups=5)
