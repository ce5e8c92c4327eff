"""Products of groups of rows on the device `tpu` are CPU's, and wait for nothing; rows of
many lengths are padded and put together again.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import os
import unittest

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import

# Where groups end: of one size, of none, of all sizes, none at the end.
ENDS = [[16, 32, 48], [0, 0, 48], [5, 5, 40], [48, 48, 48], [1, 30, 47], [0, 0, 0]]


class GroupedTest(unittest.TestCase):

    def written_out(self, a, b, ends):
        start, parts = 0, []
        for i, end in enumerate(ends):
            if a.dim() == 2 and b.dim() == 3:
                parts.append(a[start:end] @ b[i])
            elif a.dim() == 3:
                parts.append(a[i] @ b[:, start:end])
            else:
                parts.append(a[:, start:end] @ b[start:end])
            start = end
        if a.dim() == 2 and b.dim() == 2:
            return torch.stack(parts)
        return torch.cat(parts, 0 if a.dim() == 2 else 1)

    def check(self, a, b, ends, close):
        got = torch._grouped_mm(a.to("tpu"), b.to("tpu"),
                                offs=torch.tensor(ends, dtype=torch.int32, device="tpu")).cpu()
        wanted = self.written_out(a.double(), b.double(), ends)
        if a.dim() == 2 and b.dim() == 3:
            got = got[:ends[-1]]
        elif a.dim() == 3:
            got = got[:, :ends[-1]]
        torch.testing.assert_close(got.double(), wanted, rtol=close, atol=close)

    def test_rows_columns_and_sums_in_groups(self):
        torch.manual_seed(0)
        for dtype, close in ((torch.float32, 1e-5), (torch.bfloat16, 5e-2)):
            def random(*sizes, dtype=dtype):
                return torch.randn(*sizes).to(dtype)
            for ends in ENDS:
                with self.subTest(ends=ends, dtype=dtype):
                    self.check(random(48, 8), random(3, 8, 16), ends, close)
                    self.check(random(48, 8), random(3, 16, 8).transpose(1, 2), ends, close)
                    self.check(random(3, 8, 16), random(16, 48), ends, close)
                    self.check(random(8, 48), random(48, 16), ends, close)
        a, b = torch.randn(3, 4, 8), torch.randn(3, 8, 16)
        torch.testing.assert_close(torch._grouped_mm(a.to("tpu"), b.to("tpu")).cpu(), a @ b)

    def test_groups_larger_than_a_block(self):
        self.check(torch.randn(1000, 8), torch.randn(3, 8, 8), [700, 703, 1000], 1e-5)
        self.check(torch.randn(8, 1000), torch.randn(1000, 8), [700, 703, 1000], 1e-4)

    def test_gradients_are_grouped_too(self):
        def run(device, product):
            torch.manual_seed(0)
            a = torch.randn(48, 8).to(device).requires_grad_()
            b = torch.randn(3, 8, 16).to(device).requires_grad_()
            product(a, b).square().sum().backward()
            return a.grad.cpu(), b.grad.cpu()
        ends = [5, 30, 48]
        offsets = torch.tensor(ends, dtype=torch.int32, device="tpu")
        got = run("tpu", lambda a, b: torch._grouped_mm(a, b, offs=offsets))
        wanted = run("cpu", lambda a, b: self.written_out(a, b, ends))
        for x, y in zip(got, wanted, strict=True):
            torch.testing.assert_close(x, y, rtol=1e-4, atol=1e-4)

    def test_nothing_is_waited_for(self):
        a, b = torch.randn(48, 8, device="tpu"), torch.randn(3, 8, 16, device="tpu")
        offsets = torch.tensor([5, 30, 48], dtype=torch.int32, device="tpu")
        torch.tpu.synchronize()
        torch.tpu.reset_counters()
        torch._grouped_mm(a, b, offs=offsets)
        counters = torch.tpu.counters()
        self.assertEqual((counters["syncs"], counters["recorded_ops"]), ({}, 1))

    def test_senseless_groups_touch_nothing_outside(self):
        a, b = torch.randn(48, 8, device="tpu"), torch.randn(3, 8, 16, device="tpu")
        for ends in ([48, 5, 30], [-7, 100000, 2 ** 31 - 1], [-1, -1, -1]):
            offsets = torch.tensor(ends, dtype=torch.int32, device="tpu")
            self.assertTrue(torch._grouped_mm(a, b, offs=offsets).isfinite().all().item())

    def test_wrong_operands_are_named(self):
        a, b = torch.randn(48, 8, device="tpu"), torch.randn(3, 8, 16, device="tpu")
        ends = torch.tensor([5, 30, 48], dtype=torch.int32, device="tpu")
        with self.assertRaisesRegex(RuntimeError, "Have to provide offsets"):
            torch._grouped_mm(a, b)
        with self.assertRaisesRegex(RuntimeError, "contraction dimension"):
            torch._grouped_mm(a[:, :4], b, offs=ends)
        with self.assertRaisesRegex(RuntimeError, "have to be int32"):
            torch._grouped_mm(a, b, offs=ends.long())
        with self.assertRaisesRegex(RuntimeError, "batch sizes have to match"):
            torch._grouped_mm(a, b, offs=ends[:2])


class ScaledTest(unittest.TestCase):
    """Products of groups of rows of 8-bit floats, which have a scale each."""

    def wanted(self, a, b, scale_a, scale_b, ends):
        a, b = (x.double() for x in (a, b))
        if ends is None:
            return a * scale_a[..., None] @ (b * scale_b[:, None])
        parts, spans = [], list(zip([0, *ends], ends))
        for i, (begin, end) in enumerate(spans):
            if b.dim() == 3:
                parts.append((a * scale_a[:, None])[begin:end] @ (b[i] * scale_b[i]))
            elif a.dim() == 3:
                parts.append((a[i] * scale_a[i][:, None]) @ (b * scale_b)[:, begin:end])
            else:
                own_a, own_b = scale_a.view(len(ends), -1)[i], scale_b.view(len(ends), -1)[i]
                parts.append(own_a[:, None] * (a[:, begin:end] @ b[begin:end]) * own_b)
        both = a.dim() == 2 and b.dim() == 2
        return torch.stack(parts) if both else torch.cat(parts, 0 if a.dim() == 2 else 1)

    def test_products_are_scaled_by_rows(self):
        torch.manual_seed(0)
        sizes = {  # of both factors, and of their scales
            "rows": ((48, 32), (3, 16, 32), (48,), (3, 16)),
            "columns": ((3, 16, 32), (48, 32), (3, 16), (48,)),
            "sums": ((16, 48), (32, 48), (3 * 16,), (3 * 32,)),
            "whole": ((3, 16, 32), (3, 16, 32), (3, 16), (3, 16)),
        }
        for name, (of_a, of_b, of_scale_a, of_scale_b) in sizes.items():
            a, b = (torch.randn(x).to(torch.float8_e4m3fn) for x in (of_a, of_b))
            scale_a, scale_b = torch.rand(of_scale_a), torch.rand(of_scale_b)
            for ends in ([None] if name == "whole" else ENDS[:2] + ENDS[4:5]):
                ends = ends and ends[:-1] + [48]
                with self.subTest(name=name, ends=ends):
                    given = ends and torch.tensor(ends, dtype=torch.int32, device="tpu")
                    found = torch._scaled_grouped_mm(
                        a.to("tpu"), b.to("tpu").mT, scale_a.to("tpu"), scale_b.to("tpu"),
                        given)
                    self.assertEqual(found.dtype, torch.bfloat16)
                    torch.testing.assert_close(
                        found.double().cpu(), self.wanted(a, b.mT, scale_a, scale_b, ends),
                        rtol=1e-2, atol=1e-2)

    def test_scales_of_other_shapes_are_refused(self):
        a, b = (torch.zeros(x, device="tpu").to(torch.float8_e4m3fn)
                for x in ((48, 32), (3, 16, 32)))
        ends = torch.tensor([16, 32, 48], dtype=torch.int32, device="tpu")
        rows, columns = torch.ones(48, device="tpu"), torch.ones(3, 16, device="tpu")
        for scale_a, scale_b in ((rows[:7], columns), (rows, columns[:2]),
                                 (rows.double(), columns)):
            with self.assertRaisesRegex(RuntimeError, "scale_|Scale"):
                torch._scaled_grouped_mm(a, b.mT, scale_a, scale_b, ends)
        with self.assertRaisesRegex(RuntimeError, "E4M3"):
            torch._scaled_grouped_mm(a.float(), b.mT, rows, columns, ends)


class JaggedTest(unittest.TestCase):

    def check(self, function, *tensors):
        wanted, found = function(*tensors), function(*(x.to("tpu") for x in tensors))
        self.assertEqual((found.dtype, found.stride()), (wanted.dtype, wanted.stride()))
        torch.testing.assert_close(found.cpu(), wanted)

    def test_rows_are_padded_and_put_together(self):
        pad = torch.ops.aten._jagged_to_padded_dense_forward
        jag = torch.ops.aten._padded_dense_to_jagged_forward
        offsets = torch.tensor([0, 2, 2, 5])
        for values in (torch.rand(5, 2), torch.rand(5), torch.rand(5, 2, 3).half(),
                       torch.arange(10).view(5, 2), torch.rand(5, 0), torch.rand(0, 2)):
            begins = offsets if len(values) else offsets * 0
            for length in (3, 4, 2):
                with self.subTest(shape=values.shape, length=length):
                    self.check(lambda v, o, n=length: pad(v, [o], [n], 7.0), values, begins)
                    self.check(lambda v, o, n=length: pad(v, [o.int()], [n], 7.0), values, begins)
            dense = torch.rand(3, 4, *values.shape[1:]).to(values.dtype)
            self.check(lambda d, o, n=len(values): jag(d, [o], n), dense, begins)
            self.check(lambda d, o: jag(d, [o]), dense, begins)

    def test_rows_that_are_longer_than_there_are_elements(self):
        dense = torch.rand(3, 2, 2, device="tpu")
        offsets = torch.tensor([0, 2, 2, 5], device="tpu")
        with self.assertRaises(IndexError):
            torch.ops.aten._padded_dense_to_jagged_forward(dense, [offsets], 5).cpu()

    def test_nested_tensors(self):
        parts = [torch.rand(2, 3), torch.rand(4, 3)]
        nested = torch.nested.nested_tensor(parts, layout=torch.jagged, device="tpu")
        padded = torch.nested.to_padded_tensor(nested, -1.0).cpu()
        torch.testing.assert_close(padded[0], torch.cat([parts[0], -torch.ones(2, 3)]))
        torch.testing.assert_close(padded[1], parts[1])


if __name__ == "__main__":
    unittest.main()
