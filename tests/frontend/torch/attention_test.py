"""Scaled dot product attention on the device `tpu` is CPU's, forward and backward.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import math
import os
import subprocess
import sys
import textwrap
import unittest
import warnings

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import torch.nn.functional as F  # pylint: disable=wrong-import-position
from torch.utils.checkpoint import checkpoint  # pylint: disable=wrong-import-position
from torch.nn.attention import SDPBackend, sdpa_kernel  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import


def operands(batch=2, heads=3, rows=7, columns=9, size=8, values=8, shared=1,
             dtype=torch.float32):
    torch.manual_seed(0)
    return (torch.randn(batch, heads * shared, rows, size, dtype=dtype),
            torch.randn(batch, heads, columns, size, dtype=dtype),
            torch.randn(batch, heads, columns, values, dtype=dtype))


def attend(device, tensors, mask=None, **options):
    """The result and the gradients of everything."""
    tensors = [t.detach().to(device).requires_grad_() for t in tensors]
    if mask is not None:
        learned = mask.requires_grad
        mask = mask.detach().to(device)
        if learned:
            tensors.append(mask.requires_grad_())
    out = F.scaled_dot_product_attention(*tensors[:3], attn_mask=mask, **options)
    weights = torch.linspace(-1, 1, out.numel(), dtype=out.dtype, device=device)
    (out * weights.view(out.shape)).sum().backward()
    return [out.detach().cpu()] + [t.grad.cpu() for t in tensors]


class AttentionTest(unittest.TestCase):

    def check(self, tensors, mask=None, **options):
        torch.tpu.reset_counters()
        got = attend("tpu", tensors, mask, **options)
        exact = [t.detach().double() for t in tensors]
        if mask is not None and mask.is_floating_point():
            learned = mask.requires_grad
            mask = mask.detach().double().requires_grad_(learned)
        with sdpa_kernel(SDPBackend.MATH):
            wanted = attend("cpu", exact, mask, **options)
        close = {torch.float32: 2e-5, torch.float64: 1e-12}.get(tensors[0].dtype, 3e-2)
        for a, b in zip(got, wanted, strict=True):
            torch.testing.assert_close(a.double(), b, rtol=close, atol=close)

    def test_sizes_types_and_scales(self):
        for dtype in (torch.float32, torch.float64, torch.bfloat16, torch.float16):
            with self.subTest(dtype=dtype):
                self.check(operands(dtype=dtype))
                self.check(operands(size=5, values=6, rows=1, columns=4, dtype=dtype),
                           scale=0.3)
        self.check(operands(batch=1, heads=1, rows=1, columns=1, size=1, values=1))
        self.check(operands(rows=130, columns=150, size=64, values=64))

    def test_later_columns_are_not_seen(self):
        for rows, columns in ((7, 7), (4, 9), (9, 4)):
            self.check(operands(rows=rows, columns=columns), is_causal=True)

    def test_gradients_of_long_causal_rows(self):
        for rows, columns in ((1024, 1024), (1500, 700), (1025, 2000)):
            with self.subTest(rows=rows, columns=columns):
                self.check(operands(1, 2, rows, columns), is_causal=True)
        self.check(operands(2, 1, 1100, 1100, shared=2, dtype=torch.bfloat16),
                   enable_gqa=True, is_causal=True)

    def test_masks(self):
        torch.manual_seed(1)
        for shape in ((7, 9), (2, 1, 1, 9), (2, 3, 7, 9), (1, 3, 7, 9)):
            with self.subTest(shape=shape):
                self.check(operands(), mask=torch.randn(shape))
                self.check(operands(), mask=torch.rand(shape) > 0.3)
                self.check(operands(), mask=torch.randn(shape).requires_grad_())
        self.check(operands(), mask=torch.randn(2, 1, 1, 9).expand(2, 1, 7, 9))

    def test_rows_that_see_nothing_are_zero(self):
        mask = torch.ones(7, 9, dtype=torch.bool)
        mask[2] = False
        got = attend("tpu", operands(), mask)
        self.assertTrue(all(x.isfinite().all() for x in got))
        self.assertEqual(got[0][:, :, 2].abs().max().item(), 0)

    def test_what_weighs_next_to_nothing_weighs_nothing(self):
        query, key, value = operands(columns=300)
        value = torch.ones_like(value)
        value[:, :, 0] = 0
        for added, wanted in ((-75.0, 0.0), (-60.0, 299 * math.exp(-60))):
            with self.subTest(added=added):
                mask = torch.full((7, 300), added)
                mask[:, 0] = 0
                got = attend("tpu", (torch.zeros_like(query), key, value), mask)[0]
                torch.testing.assert_close(got, torch.full_like(got, wanted), rtol=1e-5, atol=0)

    def test_heads_may_share_keys(self):
        self.check(operands(shared=4), enable_gqa=True)
        self.check(operands(shared=2, heads=1), enable_gqa=True, is_causal=False)
        self.check(operands(shared=2, rows=9), enable_gqa=True, is_causal=True)
        self.check(operands(shared=2), mask=torch.randn(2, 6, 7, 9).requires_grad_(),
                   enable_gqa=True)

    def test_layouts_of_projections_are_kept(self):
        x = torch.randn(2, 7, 3 * 4 * 8)
        def run(device):
            y = x.to(device).requires_grad_()
            q, k, v = y.view(2, 7, 3, 4, 8).permute(2, 0, 3, 1, 4)
            out = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            out.square().sum().backward()
            return out.detach().transpose(1, 2).flatten(2).cpu(), y.grad.cpu()
        for got, wanted in zip(run("tpu"), run("cpu"), strict=True):
            torch.testing.assert_close(got, wanted, rtol=1e-4, atol=1e-5)

    def test_one_operation_forward_and_one_kernel(self):
        q, k, v = (t.to("tpu") for t in operands(rows=64, columns=64))
        F.scaled_dot_product_attention(q, k, v, is_causal=True)
        torch.tpu.synchronize()
        torch.tpu.reset_counters()
        F.scaled_dot_product_attention(q, k, v, is_causal=True)
        torch.tpu.synchronize()
        self.assertEqual(torch.tpu.counters()["recorded_ops"], 1)

    def test_forward_holds_no_scores_but_for_dropout(self):
        q = torch.randn(1, 4, 2048, 32, device="tpu")
        F.scaled_dot_product_attention(q, q, q, is_causal=True)
        torch.tpu.synchronize()
        def held(**options):
            torch.accelerator.empty_cache()
            torch.accelerator.reset_peak_memory_stats()
            before = torch.accelerator.memory_reserved()
            F.scaled_dot_product_attention(q, q, q, **options)
            torch.tpu.synchronize()
            return torch.accelerator.max_memory_reserved() - before
        scores = 4 * 4 * 2048 * 2048
        self.assertLess(held(is_causal=True), scores / 16)
        # Dropout's are made for some heads at a time.
        self.assertGreater(held(dropout_p=0.5), scores / 16)
        self.assertLess(held(dropout_p=0.5), scores * 3 / 4)

    def test_inference_may_come_first(self):
        done = subprocess.run([sys.executable, "-c", textwrap.dedent('''
            import torch, tilewright.torch
            attend = torch.nn.functional.scaled_dot_product_attention
            x = torch.ones(1, 1, 2, 4, device="tpu")
            with torch.inference_mode():
                attend(x, x, x)
            x.requires_grad_()
            attend(x, x, x).sum().backward()
            print(x.grad.sum().item())
            ''')], env=os.environ, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual((done.stdout, done.stderr), ("8.0\n", ""))

    def test_masks_that_do_not_fit_are_refused(self):
        q = operands()[0].to("tpu")
        with self.assertRaisesRegex(RuntimeError, "cannot be broadcast to scores"):
            F.scaled_dot_product_attention(q, q, q, attn_mask=torch.ones(7, 5, device="tpu"))
        with self.assertRaisesRegex(RuntimeError, "should not be set when is_causal"):
            F.scaled_dot_product_attention(q, q, q, attn_mask=torch.ones(7, 7, device="tpu"),
                                           is_causal=True)
        with self.assertRaisesRegex(RuntimeError, "same device"):
            F.scaled_dot_product_attention(q, q, q, attn_mask=torch.ones(7, 7))

    def test_backends_are_chosen_as_asked(self):
        tensors = [t.to("tpu") for t in operands()]
        with sdpa_kernel(SDPBackend.MATH):
            by_math = F.scaled_dot_product_attention(*tensors)
        with sdpa_kernel(SDPBackend.OVERRIDEABLE):
            ours = F.scaled_dot_product_attention(*tensors)
        torch.testing.assert_close(ours.cpu(), by_math.cpu())
        # Of three dimensions, and of nothing, PyTorch composes it.
        three = [t[0] for t in operands()]
        torch.testing.assert_close(
            F.scaled_dot_product_attention(*(t.to("tpu") for t in three)).cpu(),
            F.scaled_dot_product_attention(*three))
        none = torch.ones(2, 3, 0, 4, device="tpu")
        self.assertEqual(F.scaled_dot_product_attention(none, none, none).shape, none.shape)

    def test_dropout_follows_the_seed_and_its_gradient_its_mask(self):
        q, k, v = (t.to("tpu") for t in operands(rows=40, columns=50))
        eye = torch.eye(50, device="tpu").expand(2, 3, 50, 50)
        def weights():
            torch.manual_seed(7)
            return F.scaled_dot_product_attention(q, k, eye, dropout_p=0.25)
        first = weights()
        self.assertTrue(torch.equal(first, weights()))
        plain = F.scaled_dot_product_attention(q, k, eye)
        kept = first != 0
        self.assertLess(abs(kept.float().mean().item() - 0.75), 0.02)
        torch.testing.assert_close(first.cpu(), (plain * kept / 0.75).cpu())
        def gradients(function):
            leaves = [t.clone().requires_grad_() for t in (q, k, v)]
            function(*leaves).square().sum().backward()
            return [t.grad.cpu() for t in leaves]
        def ours(q, k, v):
            torch.manual_seed(7)
            return F.scaled_dot_product_attention(q, k, v, dropout_p=0.25)
        def written_out(q, k, v):
            p = (q @ k.transpose(2, 3) / 8 ** 0.5).softmax(-1)
            return (p * kept / 0.75) @ v
        for a, b in zip(gradients(ours), gradients(written_out), strict=True):
            torch.testing.assert_close(a, b, rtol=1e-4, atol=1e-4)
        self.assertEqual(F.scaled_dot_product_attention(q, k, v, dropout_p=1.0)
                         .abs().max().item(), 0)

    def test_gradients_are_those_of_finite_differences(self):
        torch.manual_seed(0)
        q, k = (torch.randn(1, 2, 3, 4, dtype=torch.double, device="tpu", requires_grad=True)
                for _ in range(2))
        self.assertTrue(torch.autograd.gradcheck(
            lambda q, k: F.scaled_dot_product_attention(q, k, k, is_causal=True), (q, k)))

    def test_a_checkpoint_draws_the_same_dropout_again(self):
        q = torch.randn(2, 3, 4, 8, device="tpu")
        def gradient(kept):
            x = q.clone().requires_grad_()
            def attend(x):
                return F.dropout(F.scaled_dot_product_attention(x, x, x, dropout_p=0.3), 0.5)
            torch.manual_seed(3)
            out = attend(x) if kept else checkpoint(attend, x, use_reentrant=False)
            out.square().sum().backward()
            return x.grad.cpu()
        torch.testing.assert_close(gradient(False), gradient(True))

    def test_functions_are_transformed(self):
        q = torch.randn(2, 3, 4, 8)
        def attend(x):
            return F.scaled_dot_product_attention(x, x, x)
        def total(x):
            return attend(x).square().sum()
        mapped = torch.func.vmap(attend)(q[:, None].to("tpu"))
        torch.testing.assert_close(mapped.cpu(), attend(q)[:, None], rtol=1e-4, atol=1e-5)
        torch.testing.assert_close(torch.func.grad(total)(q.to("tpu")).cpu(),
                                   torch.func.grad(total)(q), rtol=1e-4, atol=1e-5)

    def test_gradients_in_parts_are_those_of_the_whole(self):
        # Of more scores than one recorded gradient may hold.
        q, k, v = operands(batch=2, heads=2, rows=1500, columns=1600, size=4, values=4,
                           shared=2)
        got = attend("tpu", (q, k, v), enable_gqa=True)
        wanted = attend("cpu", (q, k, v), enable_gqa=True)
        for a, b in zip(got, wanted, strict=True):
            torch.testing.assert_close(a, b, rtol=1e-3, atol=1e-4)

    def test_a_multihead_layer_learns_as_on_cpu(self):
        def run(device):
            torch.manual_seed(0)
            layer = torch.nn.TransformerEncoderLayer(16, 4, 32, batch_first=True, dropout=0)
            layer = layer.to(device)
            x = torch.randn(2, 5, 16).to(device)
            padding = torch.tensor([[False] * 5, [False] * 3 + [True] * 2]).to(device)
            layer(x, src_key_padding_mask=padding).square().mean().backward()
            return [p.grad.cpu() for p in layer.parameters()]
        for got, wanted in zip(run("tpu"), run("cpu"), strict=True):
            torch.testing.assert_close(got, wanted, rtol=1e-3, atol=1e-5)

    def test_transformers_infer_as_on_cpu_whatever_records_gradients(self):
        nn = torch.nn
        x = torch.randn(2, 5, 16)
        padding = torch.tensor([[False] * 5, [False] * 3 + [True] * 2])
        causal = nn.Transformer.generate_square_subsequent_mask(5)
        options = {"dim_feedforward": 32, "batch_first": True}
        cases = [
            (lambda: nn.MultiheadAttention(16, 4, batch_first=True),
             lambda m, x, p, c: m(x, x, x, key_padding_mask=p)),
            (lambda: nn.MultiheadAttention(16, 4, batch_first=True),
             lambda m, x, p, c: m(x, x, x, average_attn_weights=False)),
            (lambda: nn.MultiheadAttention(16, 4, batch_first=True),
             lambda m, x, p, c: m(x, x[:, :3].contiguous(), x[:, :3].contiguous(),
                                  need_weights=False)[:1]),
            (lambda: nn.TransformerEncoderLayer(16, 4, **options),
             lambda m, x, p, c: [m(x)]),
            (lambda: nn.TransformerEncoderLayer(16, 4, norm_first=True, activation="gelu",
                                                **options),
             lambda m, x, p, c: [m(x, src_mask=c, src_key_padding_mask=p)]),
            (lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 4, **options), 2),
             lambda m, x, p, c: [m(x, src_key_padding_mask=p)[:, :3]]),
            (lambda: nn.Transformer(16, 4, 1, 1, **options), lambda m, x, p, c: [m(x, x)]),
        ]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for i, (make, call) in enumerate(cases):
                torch.manual_seed(0)
                module = make().eval()
                with torch.enable_grad():
                    wanted = call(module, x, padding, causal)
                module.to("tpu")
                for mode in (torch.no_grad, torch.inference_mode, torch.enable_grad):
                    with self.subTest(case=i, mode=mode.__name__), mode():
                        got = call(module, x.to("tpu"), padding.to("tpu"), causal.to("tpu"))
                        for a, b in zip(got, wanted, strict=True):
                            torch.testing.assert_close(a.detach().cpu(), b.detach(), rtol=1e-4,
                                                       atol=1e-5)

    def nested(self, attend, causal, sizes=((2, 12), (5, 12), (1, 12))):
        """Results and gradients of attention of nested rows, row by row in memory."""
        torch.manual_seed(0)
        rows = [torch.randn(size).to("tpu") for size in sizes]
        rows = torch.nested.nested_tensor(rows, layout=torch.jagged, requires_grad=True)
        weight = torch.randn(36, 12).div(4).to("tpu").requires_grad_()
        result = attend(rows, weight, causal)
        (result.values() * torch.linspace(-1, 1, 12, device="tpu")).sum().backward()
        return [x.detach().cpu() for x in (result.values(), rows.grad.values(), weight.grad)]

    def test_nested_rows(self):
        def split(x, weight):
            return (t.unflatten(-1, (3, 4)).transpose(-2, -3)
                    for t in F.linear(x, weight).chunk(3, -1))

        def attend(x, weight, causal):
            return F.scaled_dot_product_attention(
                *split(x, weight), is_causal=causal).transpose(1, 2).flatten(-2)

        def one_by_one(x, weight, causal):
            results = [F.scaled_dot_product_attention(
                *split(row, weight), is_causal=causal).transpose(0, 1).flatten(-2)
                       for row in x.unbind()]
            return torch.nested.as_nested_tensor(results, layout=torch.jagged)

        for function, causal in ((attend, False), (attend, True), (torch.compile(attend), True)):
            expected = self.nested(one_by_one, causal)
            for got, wanted in zip(self.nested(function, causal), expected):
                torch.testing.assert_close(got, wanted)
        with self.assertRaisesRegex(ValueError, "Masks are not yet supported"):
            x = torch.nested.nested_tensor([torch.ones(2, 3, 4)], layout=torch.jagged, device="tpu")
            F.scaled_dot_product_attention(
                *[x.transpose(1, 2)] * 3, attn_mask=torch.ones(2, 2, device="tpu"))

    def test_other_nested_tensors_are_refused(self):
        x = torch.ones(2, 3, device="tpu", requires_grad=True)
        nested = torch.nested.as_nested_tensor([x, x])  # whose gradients end no process
        with self.assertRaises(NotImplementedError):
            nested + nested  # pylint: disable=pointless-statement


if __name__ == "__main__":
    unittest.main()
