"""The operations that are measured: one table, in JAX's and torch's words.

The functions take the library's own arrays. Libraries are imported where they
are used: each peer has one of them only.
"""

from bench.cases import Array, Case


def matmul(name, m, k, n, dtype, *, batch=(), transposed=False, constant=False, group="matmul"):
    """[batch,m,k] x [batch,k,n]; transposed: x [n,k]."""

    def jax_form(a, b):
        import jax.numpy as jnp
        return jnp.einsum("mk,nk->mn", a, b) if transposed else a @ b

    def torch_form(a, b):
        return a @ b.T if transposed else a @ b

    right = (*batch, n, k) if transposed else (*batch, k, n)
    count = 1
    for dim in batch:
        count *= dim
    inputs = (Array((*batch, m, k), dtype), Array(right, dtype))
    skinny = m <= 32
    return Case(
        name=f"{name}_{dtype}", group=f"{group} {dtype}", inputs=inputs, jax=jax_form,
        torch=torch_form, constants=(1,) if constant else (),
        also_bf16=dtype == "f32", flops=2.0 * count * m * k * n,
        bytes=sum(x.bytes for x in inputs), bound="copy" if skinny else dtype)


def matmuls():
    for dtype in ("bf16", "f32"):
        for n in (256, 512, 1024, 2048, 4096):
            yield matmul(f"matmul_{n}", n, n, n, dtype)
        yield matmul("matmul_tall_8192x512x512", 8192, 512, 512, dtype)
        yield matmul("matmul_wide_512x512x8192", 512, 512, 8192, dtype)
        yield matmul("matmul_long_256x8192x256", 256, 8192, 256, dtype)
        yield matmul("matmul_ragged_1000x1000x1000", 1000, 1000, 1000, dtype)
        yield matmul("matmul_batched_64x128x64x128", 128, 64, 128, dtype, batch=(64,),
                     group="batched matmul")
        yield matmul("matmul_batched_256x32x32x32", 32, 32, 32, dtype, batch=(256,),
                     group="batched matmul")
        for m in (1, 8, 32):
            for transposed in (False, True):
                for constant in (False, True):
                    name = (f"skinny_{m}{'_transposed' if transposed else ''}"
                            f"{'_constant' if constant else ''}")
                    group = "skinny matmul" + (", constant weights" if constant else "")
                    yield matmul(name, m, 4096, 4096, dtype, transposed=transposed,
                                 constant=constant, group=group)


def gelu(x):
    """With erf, which is torch's default and jax.nn.gelu(approximate=False)."""
    if "torch" in type(x).__module__:
        import torch
        return torch.nn.functional.gelu(x)
    import jax
    return jax.nn.gelu(x, approximate=False)


def sigmoid(x):
    if "torch" in type(x).__module__:
        return x.sigmoid()
    import jax
    return jax.nn.sigmoid(x)


def tanh(x):
    if "torch" in type(x).__module__:
        return x.tanh()
    import jax.numpy as jnp
    return jnp.tanh(x)


def clipped(x):
    """A chain that costs no more than reading and writing its array."""
    if "torch" in type(x).__module__:
        return (1.5 * x + 0.25).clamp(min=0.0)
    import jax.numpy as jnp
    return jnp.maximum(1.5 * x + 0.25, 0.0)


def chain(x):
    return gelu(1.5 * x + 0.3) * sigmoid(x) - tanh(x)


def elementwise():
    big = Array((4, 1024, 1024), scale=2.0)
    huge = Array((16, 1024, 1024), scale=2.0)
    for function in (gelu, sigmoid, tanh, chain):
        yield Case(name=f"{function.__name__}_4M_f32", group="elementwise", inputs=(big,),
                   jax=function, torch=function, bytes=2.0 * big.bytes, bound="copy")
    yield Case(name="copy_bound_chain_16M_f32", group="copy-bound chain", inputs=(huge,),
               jax=clipped, torch=clipped, bytes=2.0 * huge.bytes, bound="copy")


def softmax(x):
    if "torch" in type(x).__module__:
        return x.softmax(-1)
    import jax
    return jax.nn.softmax(x, axis=-1)


def layer_norm(x, scale, bias):
    if "torch" in type(x).__module__:
        import torch
        return torch.nn.functional.layer_norm(x, x.shape[-1:], scale, bias, 1e-5)
    import jax
    centred = x - x.mean(-1, keepdims=True)
    variance = (centred * centred).mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt(variance + 1e-5) * scale + bias


def rows():
    x, row = Array((4096, 1024)), Array((1024,))
    yield Case(name="softmax_4096x1024_f32", group="rows", inputs=(x,), jax=softmax,
               torch=softmax, bytes=2.0 * x.bytes, bound="copy")
    yield Case(name="layer_norm_4096x1024_f32", group="rows", inputs=(x, row, row),
               jax=layer_norm, torch=layer_norm, bytes=2.0 * x.bytes, bound="copy")


def convolution(batch, size, channels, dtype):
    """3x3, stride 1, as many channels out as in, NHWC and HWIO."""

    def jax_form(x, w):
        import jax
        return jax.lax.conv_general_dilated(x, w, (1, 1), "SAME",
                                            dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def torch_form(x, w):
        import torch
        return torch.nn.functional.conv2d(x, w, padding=1)

    def torch_inputs(x, w):
        import torch
        # NCHW in channels-last memory, which is what oneDNN is fastest with.
        return (x.permute(0, 3, 1, 2),
                w.permute(3, 2, 0, 1).contiguous(memory_format=torch.channels_last))

    inputs = (Array((batch, size, size, channels), dtype), Array((3, 3, channels, channels), dtype))
    return Case(
        name=f"conv_{batch}x{size}x{size}x{channels}_{dtype}", group=f"3x3 convolution {dtype}",
        inputs=inputs, jax=jax_form, torch=torch_form, torch_inputs=torch_inputs,
        also_bf16=dtype == "f32", flops=2.0 * batch * size * size * 9 * channels * channels,
        bytes=2.0 * inputs[0].bytes + inputs[1].bytes, bound=dtype)


def convolutions():
    for dtype in ("bf16", "f32"):
        for size, channels in ((56, 64), (28, 128), (14, 256), (7, 512)):
            yield convolution(4, size, channels, dtype)
        yield convolution(1, 56, 64, dtype)


def embedding():
    def jax_form(table, tokens):
        import jax.numpy as jnp
        return jnp.take(table, tokens, axis=0, mode="clip")

    def torch_form(table, tokens):
        import torch
        return torch.nn.functional.embedding(tokens, table)

    table, tokens = Array((50257, 768)), Array((8, 1024), "i32", below=50257)
    yield Case(name="embedding_8x1024_of_50257x768_f32", group="embedding", inputs=(table, tokens),
               jax=jax_form, torch=torch_form, bytes=2.0 * 8 * 1024 * 768 * 4, bound="copy")


def attention():
    def jax_form(q, k, v):
        import jax
        import jax.numpy as jnp
        scores = jnp.einsum("hqd,hkd->hqk", q, k) * q.shape[-1] ** -0.5
        return jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(scores, axis=-1), v)

    def torch_form(q, k, v):
        import torch
        return torch.nn.functional.scaled_dot_product_attention(q, k, v)

    def torch_inputs(q, k, v):
        return q[None], k[None], v[None]

    for dtype in ("bf16", "f32"):
        x = Array((8, 1024, 128), dtype, scale=1.0)
        yield Case(name=f"attention_8x1024x128_{dtype}", group="attention", inputs=(x, x, x),
                   jax=jax_form, torch=torch_form, torch_inputs=torch_inputs,
                   also_bf16=dtype == "f32", flops=4.0 * 8 * 1024 * 1024 * 128, bound=dtype)


def all_operations() -> list[Case]:
    return [*matmuls(), *elementwise(), *rows(), *convolutions(), *embedding(), *attention()]
