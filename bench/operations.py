"""The operations that are measured: one table."""

from bench.cases import Array, Case
from bench.libraries import CONVOLUTION_WEIGHT


def matmul(name, m, k, n, dtype, *, batch=(), transposed=False, constant=False, group="matmul"):
    """[batch,m,k] x [batch,k,n]; transposed: x [n,k]."""

    def function(library, a, b):
        return library.linear(a, b) if transposed else a @ b

    right = (*batch, n, k) if transposed else (*batch, k, n)
    count = 1
    for dim in batch:
        count *= dim
    inputs = (Array((*batch, m, k), dtype), Array(right, dtype))
    return Case(
        name=f"{name}_{dtype}", group=f"{group} {dtype}", inputs=inputs, function=function,
        constants=(1,) if constant else (), also_bf16=dtype == "f32",
        flops=2.0 * count * m * k * n, bytes=sum(x.bytes for x in inputs),
        bound="copy" if m <= 8 else dtype)


def matmuls():
    for dtype in ("bf16", "f32"):
        for n in (256, 512, 1024, 2048, 4096):
            yield matmul(f"matmul_{n}", n, n, n, dtype)
        yield matmul("matmul_tall_8192x512x512", 8192, 512, 512, dtype, group="uneven matmul")
        yield matmul("matmul_wide_512x512x8192", 512, 512, 8192, dtype, group="uneven matmul")
        yield matmul("matmul_long_256x8192x256", 256, 8192, 256, dtype, group="uneven matmul")
        yield matmul("matmul_1000x1000x1000", 1000, 1000, 1000, dtype, group="uneven matmul")
        yield matmul("matmul_batched_64x128x64x128", 128, 64, 128, dtype, batch=(64,),
                     group="batched matmul")
        yield matmul("matmul_batched_256x32x32x32", 32, 32, 32, dtype, batch=(256,),
                     group="batched matmul")
    for dtype in ("bf16", "f32"):
        for m in (1, 8, 32):
            for transposed in (False, True):
                for constant in (False, True):
                    name = (f"skinny_{m}{'_transposed' if transposed else ''}"
                            f"{'_constant' if constant else ''}")
                    group = "skinny matmul, constant" if constant else "skinny matmul"
                    yield matmul(name, m, 4096, 4096, dtype, transposed=transposed,
                                 constant=constant, group=group)


def chain(library, x):
    return library.gelu(1.5 * x + 0.3) * library.sigmoid(x) - library.tanh(x)


def clipped(library, x):
    """Costs no more than reading and writing its array."""
    return library.relu(1.5 * x + 0.25)


def elementwise():
    functions = {
        "gelu": lambda library, x: library.gelu(x),
        "sigmoid": lambda library, x: library.sigmoid(x),
        "tanh": lambda library, x: library.tanh(x),
        "gelu_sigmoid_tanh": chain,
    }
    x = Array((4, 1024, 1024), scale=2.0)
    for name, function in functions.items():
        yield Case(name=f"{name}_4M_f32", group="elementwise", inputs=(x,), function=function,
                   bytes=2.0 * x.bytes, bound="copy")
    x = Array((16, 1024, 1024), scale=2.0)
    yield Case(name="copy_bound_chain_16M_f32", group="copy-bound chain", inputs=(x,),
               function=clipped, bytes=2.0 * x.bytes, bound="copy")


def rows():
    x, row = Array((4096, 1024)), Array((1024,))
    yield Case(name="softmax_4096x1024_f32", group="rows", inputs=(x,),
               function=lambda library, x: library.softmax(x), bytes=2.0 * x.bytes, bound="copy")
    yield Case(name="layer_norm_4096x1024_f32", group="rows", inputs=(x, row, row),
               function=lambda library, *inputs: library.layer_norm(*inputs),
               bytes=2.0 * x.bytes, bound="copy")


def convolution(batch, size, channels, dtype):
    """3x3, stride 1, as many channels out as in."""
    inputs = (Array((batch, size, size, channels), dtype),
              Array((3, 3, channels, channels), dtype, torch_order=CONVOLUTION_WEIGHT))
    return Case(
        name=f"conv_{batch}x{size}x{size}x{channels}_{dtype}", group=f"3x3 convolution {dtype}",
        inputs=inputs, function=lambda library, x, w: library.convolution(x, w),
        also_bf16=dtype == "f32", flops=2.0 * batch * size * size * 9 * channels * channels,
        bytes=2.0 * inputs[0].bytes + inputs[1].bytes, bound=dtype)


def convolutions():
    for dtype in ("bf16", "f32"):
        for size, channels in ((56, 64), (28, 128), (14, 256), (7, 512)):
            yield convolution(4, size, channels, dtype)
        yield convolution(1, 56, 64, dtype)


def embedding():
    table, tokens = Array((50257, 768)), Array((8, 1024), "i32", below=50257)
    yield Case(name="embedding_8x1024_of_50257x768_f32", group="embedding",
               inputs=(table, tokens), function=lambda library, t, i: library.take(t, i),
               bytes=2.0 * 8 * 1024 * 768 * 4, bound="copy")


def attention():
    for length, dtype in ((1024, "bf16"), (1024, "f32"), (4096, "bf16")):
        x = Array((1, 8, length, 128), dtype, scale=1.0)
        yield Case(name=f"attention_8x{length}x128_{dtype}", group="attention",
                   inputs=(x, x, x), function=lambda library, q, k, v: library.attention(q, k, v),
                   also_bf16=dtype == "f32", flops=4.0 * 8 * length * length * 128, bound=dtype)


def all_operations() -> list[Case]:
    return [*matmuls(), *elementwise(), *rows(), *convolutions(), *embedding(), *attention()]
