"""Histograms and reductions of segments on `tpu`, compared with CPU.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import os
import unittest

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import

NAN = float("nan")


def both(function):
    """What the function makes on tpu, on the CPU, and what it makes there."""
    found = torch.utils._pytree.tree_map(lambda x: x.cpu(), function("tpu"))
    return found, function("cpu")


class HistogramTest(unittest.TestCase):

    def check(self, function):
        torch.testing.assert_close(*both(function), rtol=1e-6, atol=1e-6, equal_nan=True)

    def points(self, device, *sizes, dtype=torch.float32):
        return torch.randn(*sizes, generator=torch.Generator().manual_seed(0),
                           dtype=dtype).to(device)

    def test_of_numbers(self):
        x = torch.tensor([0, 0.5, 1, 1, 2.5, 4, -1, NAN])
        for bins in (4, torch.tensor([0, 1, 1.5, 4])):
            for density in (False, True):
                for weight in (None, torch.arange(8.0)):
                    def run(device, bins=bins, density=density, weight=weight):
                        edges = bins.to(device) if torch.is_tensor(bins) else bins
                        own = {} if torch.is_tensor(bins) else {"range": (0, 4)}
                        return torch.histogram(
                            x.to(device), edges, density=density,
                            weight=None if weight is None else weight.to(device), **own)
                    with self.subTest(bins=bins, density=density, weight=weight):
                        self.check(run)
        self.check(lambda device: torch.histogram(self.points(device, 100), 7))
        self.check(lambda device: torch.histogram(torch.ones(3, device=device), 2))
        self.check(lambda device: torch.histogram(torch.ones(0, device=device), 2))

    def test_of_points(self):
        for kind in (torch.float32, torch.float64):
            self.check(lambda device, kind=kind: torch.histogramdd(
                self.points(device, 50, 3, dtype=kind), (2, 3, 4)))
        self.check(lambda device: torch.histogramdd(
            self.points(device, 4, 5, 2), [3, 2], range=[-1, 1, -2, 2], density=True,
            weight=torch.arange(20.0, device=device).view(4, 5)))
        self.check(lambda device: torch.histogramdd(
            self.points(device, 20, 2),
            [torch.tensor(row, device=device) for row in ([-1.0, 0, 1], [-2.0, 2])]))

    def test_into_tensors_that_are_there(self):
        def run(device):
            out = torch.empty(0, device=device), torch.empty(0, device=device)
            torch.histogram(self.points(device, 10), 3, out=out)
            return out
        self.check(run)

    def test_what_is_refused(self):
        x = torch.ones(3, device="tpu")
        for refused in (lambda: torch.histogram(x, 0),
                        lambda: torch.histogram(x, 2, range=(1, 0)),
                        lambda: torch.histogram(x * NAN, 2),
                        lambda: torch.histogram(x, torch.ones(2, 2, device="tpu")),
                        lambda: torch.histogramdd(x[:, None], (2, 2)),
                        lambda: torch.histogram(x, 2, weight=x.double()),
                        lambda: torch.histogram(x.long(), 2)):
            self.assertRaises(RuntimeError, refused)


class SegmentTest(unittest.TestCase):

    def check(self, data, lengths, axis=0, offsets=False, **more):
        def run(device):
            x = data.detach().to(device).requires_grad_()
            told = {"lengths": lengths.to(device)}
            if offsets:
                ends = torch.nn.functional.pad(lengths, (1, 0)).cumsum(-1)
                told = {"offsets": ends.to(device)}
            y = torch.segment_reduce(x, axis=axis, **told, **more)
            y.nan_to_num(0, 0, 0).square().sum().backward()
            return y.detach(), x.grad
        torch.testing.assert_close(*both(run), equal_nan=True)

    def test_of_rows(self):
        x = torch.tensor([1, 2, 3, 4, 5, 5, 0, 2], dtype=torch.float64)
        self.check(torch.tensor([1, NAN, 3]), torch.tensor([1, 2]), reduce="prod")
        for reduce in ("sum", "mean", "max", "min", "prod"):
            for offsets in (False, True):
                for more in ({}, {"initial": 1}):
                    with self.subTest(reduce=reduce, offsets=offsets, **more):
                        self.check(x, torch.tensor([1, 2, 3, 0, 2]), offsets=offsets,
                                   reduce=reduce, **more)
                        self.check(torch.stack([x, x + 1, x * 2], 1),
                                   torch.tensor([0, 5, 3]), offsets=offsets, reduce=reduce,
                                   **more)
                        self.check(torch.stack([x, x * 2]),
                                   torch.tensor([[1, 7, 0], [4, 2, 2]]), axis=1,
                                   offsets=offsets, reduce=reduce, **more)

    def test_what_is_refused(self):
        x = torch.ones(4, device="tpu")
        with self.assertRaisesRegex(RuntimeError, "sum to"):
            torch.segment_reduce(x, "sum", lengths=torch.tensor([1, 2], device="tpu"))
        with self.assertRaisesRegex(RuntimeError, "negative"):
            torch.segment_reduce(x, "sum", lengths=torch.tensor([5, -1], device="tpu"))
        with self.assertRaises(RuntimeError):
            torch.segment_reduce(x, "sum")


class CompressedRowsTest(unittest.TestCase):

    def check(self, function):
        torch.testing.assert_close(*both(function), rtol=0, atol=0)

    def test_where_rows_begin(self):
        for rows in ([], [0], [2, 2, 5], [0, 0, 1, 3, 3, 3]):
            for dtype in (torch.int32, torch.int64):
                for narrow in (False, True):
                    self.check(lambda device: torch._convert_indices_from_coo_to_csr(
                        torch.tensor(rows, dtype=dtype, device=device), 6, out_int32=narrow))
        self.check(lambda device: torch._convert_indices_from_coo_to_csr(
            torch.tensor([1, 1], device=device), 3,
            out=torch.empty(0, dtype=torch.int64, device=device)))

    def test_rows_of_elements(self):
        for begins, columns in (([0, 2, 2, 3], [1, 0, 2]), ([0, 0], []),
                                ([[0, 1, 2], [0, 0, 2]], [[3, 1], [0, 2]])):
            for narrow in (False, True):
                for transpose in (False, True):
                    self.check(lambda device: torch._convert_indices_from_csr_to_coo(
                        torch.tensor(begins, device=device),
                        torch.tensor(columns, dtype=torch.int64, device=device),
                        out_int32=narrow, transpose=transpose))


class HashTest(unittest.TestCase):

    def test_bits_are_combined(self):
        for dtype in (torch.bool, torch.uint8, torch.int16, torch.int64, torch.bfloat16,
                      torch.float32, torch.float64):
            x = torch.arange(-12, 12).reshape(2, 3, 4).to(dtype)
            for along, keep in (((), False), (1, False), ((0, -1), True)):
                for y in (x, x.transpose(0, 2), x[:, 1:, ::2]):
                    def run(device, y=y, along=along, keep=keep):
                        return torch.hash_tensor(y.to(device), along, keepdim=keep)
                    with self.subTest(dtype=dtype, along=along, shape=y.shape):
                        self.assertTrue(torch.equal(*both(run)))
        with self.assertRaises(RuntimeError):
            torch.hash_tensor(torch.ones(2, device="tpu"), mode=1)


if __name__ == "__main__":
    unittest.main()
