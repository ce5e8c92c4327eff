"""One block of a small vision transformer: 197 patches, width 384, 6 heads."""

from bench.cases import Array, Case

BATCH, PATCHES, WIDTH, HEADS = 4, 197, 384, 6


def block(library, x, scale1, bias1, qkv, qkv_bias, out, out_bias, scale2, bias2, up, up_bias,
          down, down_bias):
    h = library.layer_norm(x, scale1, bias1) @ qkv + qkv_bias
    h = h.reshape(BATCH, PATCHES, 3, HEADS, WIDTH // HEADS)
    q, k, v = (library.swap(h[:, :, i], 1, 2) for i in range(3))
    mixed = library.swap(library.attention(q, k, v), 1, 2).reshape(x.shape)
    x = x + mixed @ out + out_bias
    h = library.gelu(library.layer_norm(x, scale2, bias2) @ up + up_bias)
    return x + h @ down + down_bias


def inputs():
    def row(n):
        return Array((n,), scale=0.2)

    def weight(*dims):
        return Array(dims, scale=0.05)

    return (Array((BATCH, PATCHES, WIDTH)), row(WIDTH), row(WIDTH),
            weight(WIDTH, 3 * WIDTH), row(3 * WIDTH), weight(WIDTH, WIDTH), row(WIDTH),
            row(WIDTH), row(WIDTH), weight(WIDTH, 4 * WIDTH), row(4 * WIDTH),
            weight(4 * WIDTH, WIDTH), row(WIDTH))


def cases(group):
    yield Case(name="vit_block", group=group, inputs=inputs(), function=block)
    yield Case(name="vit_block_backward", group=group, inputs=inputs(), function=block,
               backward=True)
