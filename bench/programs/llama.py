"""One step of decoding with two layers of Llama's kind: RMS norm, rotary positions,
grouped heads, a cache of keys and values, SwiGLU."""

from bench.cases import Array, Case

BATCH, WIDTH, HEADS, KV_HEADS, HEAD, HIDDEN, LENGTH, LAYERS = 4, 1024, 16, 4, 64, 2816, 512, 2
PER_LAYER = 11


def rms_norm(library, x, scale):
    return x * library.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6) * scale


def rotate(library, x, cos, sin):
    half = x.shape[-1] // 2
    a, b = x[..., :half], x[..., half:]
    return library.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1)


def layer(library, x, position, cos, sin, norm1, wq, wk, wv, wo, norm2, gate, up, down,
          keys, values):
    def heads(y, count):
        return y.reshape(BATCH, count, 1, HEAD)

    h = rms_norm(library, x, norm1)
    q = rotate(library, heads(h @ wq, HEADS), cos, sin)
    keys = library.put(keys, position, rotate(library, heads(h @ wk, KV_HEADS), cos, sin))
    values = library.put(values, position, heads(h @ wv, KV_HEADS))
    x = x + library.attention(q, keys, values).reshape(BATCH, HEADS * HEAD) @ wo
    h = rms_norm(library, x, norm2)
    return x + (library.silu(h @ gate) * (h @ up)) @ down, keys, values


def step(library, x, position, cos, sin, *layers):
    caches = []
    for i in range(LAYERS):
        x, keys, values = layer(library, x, position, cos, sin,
                                *layers[i * PER_LAYER:(i + 1) * PER_LAYER])
        caches += [keys, values]
    return x, *caches


def inputs(dtype):
    def weight(*dims):
        return Array(dims, dtype, scale=0.02)

    row = Array((WIDTH,), dtype)
    cache = Array((BATCH, KV_HEADS, LENGTH, HEAD), dtype)
    angles = Array((HEAD // 2,), dtype)
    one = (row, weight(WIDTH, HEADS * HEAD), weight(WIDTH, KV_HEADS * HEAD),
           weight(WIDTH, KV_HEADS * HEAD), weight(HEADS * HEAD, WIDTH), row,
           weight(WIDTH, HIDDEN), weight(WIDTH, HIDDEN), weight(HIDDEN, WIDTH), cache, cache)
    return (Array((BATCH, WIDTH), dtype), Array((), "i32", below=LENGTH), angles, angles,
            *(LAYERS * one))


def cases(group):
    for dtype in ("f32", "bf16"):
        yield Case(name=f"llama_step_{dtype}", group=group, inputs=inputs(dtype), function=step)
