"""Single operations of the sizes that the ten models use, forward and backward."""

import dataclasses
from typing import Callable

import torch
from torch.nn import functional as F

Tensors = list[torch.Tensor]


@dataclasses.dataclass(frozen=True)
class Row:
    """`inputs` are shapes of f32 tensors, or functions that make one; `call` takes them."""
    name: str
    inputs: tuple
    call: Callable[..., torch.Tensor]
    backward: bool = True  # whether there is a gradient to measure
    channels_last: bool = False

    def on(self, device: str, backward: bool) -> Callable[[], torch.Tensor]:
        torch.manual_seed(0)
        made: Tensors = []
        for shape in self.inputs:
            x = shape() if callable(shape) else torch.randn(shape)
            if self.channels_last and x.dim() == 4:
                x = x.to(memory_format=torch.channels_last)
            x = x.to(device)
            made.append(x.requires_grad_() if backward and x.is_floating_point() else x)
        if not backward:
            def forward():
                with torch.no_grad():
                    return self.call(*made)
            return forward
        wanted = [x for x in made if x.requires_grad]
        gradient = torch.randn(self.call(*made).shape).to(device)
        return lambda: torch.autograd.grad(self.call(*made), wanted, gradient)[0]


def _indices(below: int, *shape: int):
    return lambda: torch.randint(0, below, shape)


def _mask(*shape: int):
    return lambda: torch.rand(shape) < 0.5


def _conv(x, w, b=None, **options):
    return F.conv2d(x, w, b, **options)


def _rope(x, cos, sin):
    half = x.shape[-1] // 2
    turned = torch.cat([-x[..., half:], x[..., :half]], dim=-1)
    return x * cos + turned * sin


def _scatter_add(x, index, source):
    return x.index_add(0, index, source)


ROWS = (
    Row("add", ((4, 256, 512), (4, 256, 512)), torch.add),
    Row("add_bias", ((4, 256, 512), (512,)), torch.add),
    Row("mul_scalar", ((4, 256, 512),), lambda x: x * 0.125),
    Row("add_small", ((64,), (64,)), torch.add),
    Row("relu", ((8, 256, 32, 32),), F.relu),
    Row("gelu", ((4, 256, 2048),), F.gelu),
    Row("gelu_tanh", ((4, 256, 2048),), lambda x: F.gelu(x, approximate="tanh")),
    Row("silu", ((2, 256, 2816),), F.silu),
    Row("silu_mul", ((2, 256, 2816), (2, 256, 2816)), lambda a, b: F.silu(a) * b),
    Row("tanh", ((16, 2048),), torch.tanh),
    Row("sigmoid", ((16, 2048),), torch.sigmoid),
    Row("exp", ((4, 256, 512),), torch.exp),
    Row("pow_2", ((2, 256, 1024),), lambda x: x.pow(2)),
    Row("rsqrt", ((2, 256, 1),), lambda x: torch.rsqrt(x.abs() + 1e-3)),
    Row("where", (_mask(4, 256, 512), (4, 256, 512), (4, 256, 512)), torch.where),
    Row("masked_fill", ((4, 8, 256, 256), _mask(4, 1, 256, 256)),
        lambda x, m: x.masked_fill(m, -1e9)),
    Row("to_bf16", ((4, 256, 512),), lambda x: x.to(torch.bfloat16).to(torch.float32)),
    Row("transpose_copy", ((4, 256, 8, 64),), lambda x: x.transpose(1, 2).contiguous()),
    Row("cat_rows", ((4, 128, 512), (4, 128, 512)), lambda a, b: torch.cat([a, b], 1)),
    Row("cat_last", ((2, 256, 16, 32), (2, 256, 16, 32)), lambda a, b: torch.cat([a, b], -1)),
    Row("cat_channels", ((4, 128, 32, 32), (4, 64, 32, 32)), lambda a, b: torch.cat([a, b], 1)),
    Row("rope", ((2, 16, 256, 64), (256, 64), (256, 64)), _rope),
    Row("sum_rows", ((1024, 2048),), lambda x: x.sum(-1)),
    Row("sum_columns", ((1024, 2048),), lambda x: x.sum(0)),
    Row("sum_all", ((1024, 2048),), lambda x: x.sum()),
    Row("mean_last", ((2, 256, 1024),), lambda x: x.mean(-1, keepdim=True)),
    Row("amax_last", ((1024, 512),), lambda x: x.amax(-1)),
    Row("norm_all", ((1024, 1024),), torch.linalg.vector_norm),
    Row("softmax", ((4, 8, 256, 256),), lambda x: x.softmax(-1)),
    Row("log_softmax", ((1024, 8192),), lambda x: x.log_softmax(-1)),
    Row("cross_entropy", ((1024, 8192), _indices(8192, 1024)), F.cross_entropy),
    Row("layer_norm", ((4, 256, 512), (512,), (512,)),
        lambda x, w, b: F.layer_norm(x, (512,), w, b)),
    Row("layer_norm_384", ((4, 197, 384), (384,), (384,)),
        lambda x, w, b: F.layer_norm(x, (384,), w, b)),
    Row("rms_norm", ((2, 256, 1024), (1024,)),
        lambda x, w: w * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6))),
    Row("batch_norm", ((8, 256, 16, 16), (256,), (256,)),
        lambda x, w, b: F.batch_norm(x, None, None, w, b, training=True)),
    Row("group_norm", ((4, 128, 32, 32), (128,), (128,)),
        lambda x, w, b: F.group_norm(x, 8, w, b)),
    Row("mm_square", ((1024, 512), (512, 512)), torch.mm),
    Row("linear", ((4, 256, 512), (2048, 512), (2048,)), F.linear),
    Row("linear_llama", ((2, 256, 1024), (2816, 1024)), F.linear),
    Row("linear_head", ((4, 256, 512), (8192, 512)), F.linear),
    Row("linear_few_rows", ((16, 512), (2048, 512), (2048,)), F.linear),
    Row("linear_small", ((2, 64, 128), (512, 128), (512,)), F.linear),
    Row("bmm_scores", ((32, 256, 64), (32, 64, 256)), torch.bmm),
    Row("bmm_values", ((32, 256, 256), (32, 256, 64)), torch.bmm),
    Row("matmul_vector", ((1024, 1024), (1024,)), torch.mv),
    Row("attention", ((4, 8, 256, 64),) * 3, F.scaled_dot_product_attention),
    Row("attention_causal", ((2, 16, 256, 64),) * 3,
        lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True)),
    Row("embedding", (_indices(8192, 4, 256), (8192, 512)), F.embedding),
    Row("index_select", ((4096, 512), _indices(4096, 1024)),
        lambda x, i: x.index_select(0, i)),
    Row("gather_last", ((1024, 512), _indices(512, 1024, 8)), lambda x, i: x.gather(1, i)),
    Row("index_add_8192", ((1024, 512), _indices(1024, 8192), (8192, 512)), _scatter_add),
    Row("top_2", ((1024, 8),), lambda x: x.topk(2, -1)[0]),
    Row("cumsum", ((1024, 512),), lambda x: x.cumsum(-1)),
    Row("conv_3x3", ((8, 128, 16, 16), (128, 128, 3, 3)),
        lambda x, w: _conv(x, w, padding=1)),
    Row("conv_3x3_last", ((8, 128, 16, 16), (128, 128, 3, 3)),
        lambda x, w: _conv(x, w, padding=1), channels_last=True),
    Row("conv_1x1", ((8, 256, 32, 32), (64, 256, 1, 1)), _conv),
    Row("conv_7x7_stride_2", ((8, 3, 128, 128), (64, 3, 7, 7)),
        lambda x, w: _conv(x, w, stride=2, padding=3)),
    Row("conv_patches", ((4, 3, 224, 224), (384, 3, 16, 16), (384,)),
        lambda x, w, b: _conv(x, w, b, stride=16)),
    Row("conv_depthwise_7x7", ((4, 96, 32, 32), (96, 1, 7, 7)),
        lambda x, w: _conv(x, w, padding=3, groups=96)),
    Row("max_pool", ((8, 64, 64, 64),), lambda x: F.max_pool2d(x, 3, 2, 1)),
    Row("avg_pool_all", ((8, 2048, 4, 4),), lambda x: F.adaptive_avg_pool2d(x, 1)),
    Row("upsample_2", ((4, 128, 16, 16),), lambda x: F.interpolate(x, scale_factor=2.0)),
    Row("mse_loss", ((4, 3, 32, 32), (4, 3, 32, 32)), F.mse_loss),
)


def find(name: str) -> Row:
    return next(row for row in ROWS if row.name == name)
