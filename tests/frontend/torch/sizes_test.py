"""Kernels of the device `tpu` take sizes when they run: for new ones nothing is compiled,
and the bytes are those of kernels that know them.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import os
import random
import subprocess
import sys
import tempfile
import unittest

import torch
import torch.nn.functional as F
import tilewright.torch  # pylint: disable=unused-import


def compiled(function):
    """How many operations `function` compiles something for, or finds it on disk."""
    torch.tpu.synchronize()
    before = torch.tpu.counters()
    function()
    torch.tpu.synchronize()
    after = torch.tpu.counters()
    return sum(after[name] - before[name] for name in ("compilations", "cache_hits"))


class Layer(torch.nn.Module):
    """A transformer layer, of operations that are written out."""

    def __init__(self, width=32, heads=4):
        super().__init__()
        self.heads = heads
        self.norms = torch.nn.ModuleList(torch.nn.LayerNorm(width) for _ in range(2))
        self.qkv = torch.nn.Linear(width, 3 * width)
        self.out = torch.nn.Linear(width, width)
        self.up = torch.nn.Linear(width, 4 * width)
        self.down = torch.nn.Linear(4 * width, width)

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = (part.view(batch, length, self.heads, -1).transpose(1, 2)
                   for part in self.qkv(self.norms[0](x)).split(width, -1))
        scores = q @ k.transpose(-1, -2) * (width // self.heads) ** -0.5
        mask = torch.ones(length, length, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~mask, float("-inf")).softmax(-1)
        x = x + self.out((weights @ v).transpose(1, 2).reshape(batch, length, width))
        return x + self.down(F.gelu(self.up(self.norms[1](x))))


class SizesTest(unittest.TestCase):

    def test_new_sizes_of_elementwise_row_and_gather_operations_compile_nothing(self):
        table = torch.randn(50, 12, device="tpu")

        def step(rows, columns):
            x = torch.randn(rows, columns).to("tpu")
            y = torch.randn(columns).to("tpu")
            z = (x * 2 + y).tanh().t() + x.t()
            z = torch.softmax(z, -1) + z.sum(0) + z.mean(1, keepdim=True)
            z = F.layer_norm(z, (rows,))
            part = torch.cat([x, x[:, 1:], x[:, :1]], 1)[1:, 1:-1]
            part.add_(1).mul_(part)
            part.cumsum(0).cummin(1)
            index = torch.randint(0, 50, (rows, columns)).to("tpu")
            rows_of = F.embedding(index, table) * part.sum()
            return torch.where(x > 0, x, y).max(1), z, rows_of

        for sizes in [(5, 7), (9, 4)]:
            step(*sizes)
        for sizes in [(11, 13), (8, 8), (64, 33), (100, 127)]:
            self.assertEqual(compiled(lambda s=sizes: step(*s)), 0,
                             torch.tpu.compiled_for_one_size())

    def test_attention_and_losses_compile_nothing_for_new_lengths(self):
        def step(length):
            generator = torch.Generator().manual_seed(length)
            q, k, v = (torch.randn(2, heads, length, 8, generator=generator).to("tpu")
                       .requires_grad_() for heads in (6, 3, 3))
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
            classes = torch.randint(0, 8, (2, 6, length), generator=generator).to("tpu")
            F.cross_entropy(y.flatten(0, 2), classes.flatten()).backward()
            return [t.cpu() for t in (y, q.grad, k.grad, v.grad)]

        for length in (5, 9):
            step(length)
        for length in (10, 11, 12, 17, 33, 64):
            self.assertEqual(compiled(lambda n=length: step(n)), 0,
                             torch.tpu.compiled_for_one_size())
        # What comes again gets kernels that know it, with the same bytes.
        first = step(12)
        made = compiled(lambda: [step(12) for _ in range(64)])
        self.assertGreater(made, 0)
        for a, b in zip(first, step(12)):
            self.assertTrue(torch.equal(a, b))
        self.assertEqual(compiled(lambda: step(12)), 0)

    def test_short_rows_and_products_of_few_rows_know_sizes_that_come_again(self):
        generator = torch.Generator().manual_seed(1)
        points = torch.randn(9000, 3, generator=generator).to("tpu")
        few = torch.randn(7, 300, generator=generator).to("tpu")
        weights = torch.randn(300, 64, generator=generator).to("tpu")
        for operation in (lambda: points.sum(-1), lambda: points.softmax(-1),
                          lambda: few @ weights):
            first = operation().cpu()
            self.assertGreater(compiled(lambda f=operation: [f() for _ in range(64)]), 0)
            self.assertTrue(torch.equal(first, operation().cpu()))
            self.assertEqual(compiled(operation), 0)

    def test_counting_and_masks_compile_nothing_for_new_lengths(self):
        def step(length):
            x = torch.randint(0, 8, (length,), generator=torch.Generator().manual_seed(length))
            results = []
            for y in (x, x.tpu()):
                results.append((torch.histc(y.float(), 8, 0, 7), torch.isin(y, y[:3]),
                                (y > 3).nonzero(), y[y > 3]))
            for expected, got in zip(*results, strict=True):
                self.assertTrue(torch.equal(got.cpu(), expected))

        for length in (50, 90):
            step(length)
        for length in (51, 64, 133, 1000):
            self.assertEqual(compiled(lambda n=length: step(n)), 0,
                             torch.tpu.compiled_for_one_size())

    def test_a_transformer_layer_compiles_little_for_new_lengths(self):
        torch.manual_seed(0)
        layer = Layer().to("tpu")

        def step(length):
            layer(torch.randn(2, length, 32).to("tpu")).square().mean().backward()

        first = sum(compiled(lambda n=n: step(n)) for n in (7, 12, 19))
        others = sum(compiled(lambda n=n: step(n)) for n in range(20, 40))
        self.assertLessEqual(others, first, torch.tpu.compiled_for_one_size())

    def test_a_changing_learning_rate_compiles_nothing(self):
        weights = [torch.randn(n, 6, device="tpu", requires_grad=True) for n in (3, 9)]
        optimizer = torch.optim.AdamW(weights, lr=1e-3)

        def step(rate):
            for group in optimizer.param_groups:
                group["lr"] = rate
            optimizer.zero_grad()
            sum((w * w).sum() for w in weights).backward()
            optimizer.step()

        for i in range(5):
            step(1e-3 / (i + 1))
        self.assertEqual(compiled(lambda: [step(1e-4 * i) for i in range(1, 6)]), 0)

    def test_the_bytes_are_those_of_kernels_that_know_their_sizes(self):
        for numerics in ("ieee", "tpu"):
            results = []
            for open_sizes in (True, False):
                with tempfile.NamedTemporaryFile(suffix=".pt") as file:
                    subprocess.run(
                        [sys.executable, __file__, "cases", numerics, str(open_sizes),
                         file.name], check=True, env=os.environ)
                    results.append(torch.load(file.name))
            self.assertEqual(len(results[0]), len(results[1]))
            for (name, expected), (_, got) in zip(results[1], results[0], strict=True):
                same = torch.equal(bytes_of(expected), bytes_of(got))
                self.assertTrue(same, f"{numerics}: {name}")


def bytes_of(x):
    """Without what a NaN is beside that."""
    if x.is_floating_point():
        x = torch.where(x.isnan(), torch.full_like(x, float("nan")), x)
    return x.contiguous().view(torch.uint8) if x.dim() else x.view(1).view(torch.uint8)


UNARY = [torch.exp, torch.tanh, F.gelu, torch.sigmoid, torch.neg, torch.rsqrt, torch.erf]
BINARY = [torch.add, torch.mul, torch.div, torch.maximum, torch.atan2, torch.eq]
SIZES = [1, 1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 31, 64, 97, 130]


def views(rng, x):
    """Ways in which an array lies in memory."""
    yield "itself", x
    if x.dim() >= 2:
        yield "transposed", x.transpose(-1, -2)
        yield "every other", x[..., ::2]
        yield "a part", x[..., : max(1, x.shape[-1] - rng.randint(0, 3))]
        yield "rows", x[min(1, x.shape[0] - 1):]
        yield "expanded", x[:, :1].expand(x.shape) if x.dim() == 2 else x[:1].expand(x.shape)


def outcomes(rng, tensors):
    """Results of operations on views of arrays of random sizes."""
    def random_array(*sizes, type=torch.float32):
        x = torch.randn(sizes, generator=tensors)
        return x.to(type) if type.is_floating_point else (x * 4).to(type)

    for _ in range(5):
        rank = rng.randint(1, 3)
        sizes = [rng.choice(SIZES) for _ in range(rank)]
        type = rng.choice([torch.float32, torch.bfloat16, torch.int64])
        host = random_array(*sizes, type=type)
        for how, x in views(rng, host.to("tpu")):
            name = f"{sizes} {type} {how}"
            yield f"copy {name}", x.contiguous()
            other = torch.randn(x.shape, generator=tensors).to(type).to("tpu")
            for f in rng.sample(BINARY, 2):
                yield f"{f.__name__} {name}", f(x, other)
                yield f"{f.__name__} broadcast {name}", f(other, x[..., :1])
            if type.is_floating_point:
                for f in rng.sample(UNARY, 2):
                    yield f"{f.__name__} {name}", f(x)
                yield f"logcumsumexp {name}", x.logcumsumexp(0)
                yield f"softmax {name}", torch.softmax(x, -1)
                yield f"log_softmax {name}", torch.log_softmax(x, 0)
                yield f"mean {name}", x.mean(-1)
                yield f"var {name}", x.var(0)
                yield f"layer_norm {name}", F.layer_norm(x, x.shape[-1:])
            yield f"sum {name}", x.sum()
            yield f"sum 0 {name}", x.sum(0, keepdim=True)
            yield f"amax {name}", x.amax(-1)
            yield f"argmax {name}", x.argmax(-1)
            yield f"cumsum {name}", x.cumsum(rng.randrange(rank))
            yield f"cumprod {name}", x.cumprod(-1)
            yield f"cummax {name}", x.cummax(0)[1]
            yield f"cat {name}", torch.cat([x, other, x[..., :1]], -1)
            yield f"stack {name}", torch.stack([x, other])
            yield f"where {name}", torch.where(other > 0, x, other)
            target = torch.zeros([2 * n for n in x.shape], dtype=type, device="tpu")
            region = target[tuple(slice(0, 2 * n, 2) for n in x.shape)]
            region.copy_(x)
            region.add_(other)
            yield f"in place {name}", target
            if rank == 2:
                weight = torch.randn(9, x.shape[1], generator=tensors).to(type).to("tpu")
                if type.is_floating_point:
                    yield f"mm {name}", x @ weight.t()
                    yield f"addmm {name}", F.linear(x, weight, weight[:, 0])
                    yield f"t mm {name}", x.t() @ other
                index = torch.randint(0, x.shape[0], (rng.choice(SIZES),),
                                      generator=tensors).to("tpu")
                yield f"index_select {name}", x.index_select(0, index)
                yield f"embedding {name}", F.embedding(index, x)
                yield f"tril {name}", x.tril()
                gathered = index[:, None] % x.shape[1]
                yield f"gather {name}", x[:1].expand(len(index), -1).gather(1, gathered)
                yield f"index_add {name}", other.index_add(
                    0, index, torch.ones(len(index), x.shape[1], dtype=type,
                                         device="tpu"))
    for length in (3, 6, 12):
        layer = Layer()
        for p in layer.parameters():
            p.data = torch.randn(p.shape, generator=tensors) * 0.1
        layer.to("tpu")
        x = torch.randn(2, length, 32, generator=tensors).to("tpu").requires_grad_()
        loss = layer(x).square().mean()
        loss.backward()
        yield f"layer {length}", loss
        yield f"gradient {length}", x.grad
        for name, p in layer.named_parameters():
            yield f"gradient {length} {name}", p.grad


def write_cases(numerics, open_sizes, path):
    from tilewright.torch import _device as device  # pylint: disable=import-outside-toplevel
    device.configure(device.chip(), numerics, 2, open_sizes == "True")
    seed = int(os.environ.get("TILEWRIGHT_SEED", "1"))
    rng = random.Random(seed)
    results = [(name, x.detach().cpu())
               for name, x in outcomes(rng, torch.Generator().manual_seed(seed))]
    torch.save(results, path)


if __name__ == "__main__":
    if sys.argv[1:2] == ["cases"]:
        write_cases(*sys.argv[2:])
    else:
        unittest.main()
