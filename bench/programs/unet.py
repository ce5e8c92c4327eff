"""The inside of a diffusion model's U-Net: down, a block, up, and the skip."""

from bench.cases import Array, Case
from bench.libraries import CONVOLUTION_WEIGHT

BATCH, SIZE, CHANNELS, GROUPS, TIME = 2, 32, 64, 8, 256


def block(library, x, time, scale1, bias1, w1, w_time, scale2, bias2, w2):
    h = library.convolution(library.silu(library.group_norm(x, GROUPS, scale1, bias1)), w1)
    h = h + (library.silu(time) @ w_time)[:, None, None, :]
    h = library.convolution(library.silu(library.group_norm(h, GROUPS, scale2, bias2)), w2)
    return x + h


def unet(library, x, time, w_down, w_up, w_merge, *blocks):
    skip = block(library, x, time, *blocks[0:7])
    h = library.convolution(skip, w_down, stride=2)
    h = block(library, h, time, *blocks[7:14])
    h = library.convolution(library.upsample(h), w_up)
    return library.convolution(library.concatenate([h, skip], axis=-1), w_merge)


def inputs():
    def weight(size, c_in, c_out):
        return Array((size, size, c_in, c_out), scale=0.05, torch_order=CONVOLUTION_WEIGHT)

    def parts(c):
        return (Array((c,)), Array((c,)), weight(3, c, c), Array((TIME, c), scale=0.05),
                Array((c,)), Array((c,)), weight(3, c, c))

    return (Array((BATCH, SIZE, SIZE, CHANNELS)), Array((BATCH, TIME)),
            weight(3, CHANNELS, 2 * CHANNELS), weight(3, 2 * CHANNELS, CHANNELS),
            weight(1, 2 * CHANNELS, CHANNELS), *parts(CHANNELS), *parts(2 * CHANNELS))


def cases(group):
    yield Case(name="unet_block", group=group, inputs=inputs(), function=unet)
    yield Case(name="unet_block_backward", group=group, inputs=inputs(), function=unet,
               backward=True)
