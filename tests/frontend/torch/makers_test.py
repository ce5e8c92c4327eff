"""Tensors that are made of no other on `tpu`: sequences and fills of rarer types.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import os
import unittest

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import


class MakersTest(unittest.TestCase):

    def compare(self, function):
        torch.testing.assert_close(function("tpu").cpu(), function("cpu"))

    def test_complex_sequences(self):
        for make in (torch.linspace, torch.logspace):
            for kind in (torch.complex64, torch.complex128):
                for steps in (1, 5):
                    with self.subTest(make=make.__name__, kind=kind, steps=steps):
                        self.compare(lambda device, make=make, kind=kind, steps=steps: make(
                            1 + 2j, 2 - 1j, steps, dtype=kind, device=device))

    def test_fills_of_eight_bits(self):
        for kind in (torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz,
                     torch.float8_e5m2fnuz):
            with self.subTest(kind=kind):
                self.compare(lambda device, kind=kind: torch.full(
                    (3,), 1.3, dtype=kind, device=device).view(torch.uint8))
                self.compare(lambda device, kind=kind: torch.zeros(
                    3, dtype=kind, device=device).fill_(2).view(torch.uint8))

    def test_sequences_that_do_not_end(self):
        def refusal(device, kind, bounds):
            try:
                torch.arange(*bounds, dtype=kind, device=device)
            except (RuntimeError, ValueError) as error:
                return type(error), str(error)
            return None

        for kind in (None, torch.int64, torch.float32):
            for bounds in ((0, 0, 0), (0, 5, 0), (0, 5, 0.5), (5, 0, 0.5), (0, float("inf"), 0.5)):
                with self.subTest(kind=kind, bounds=bounds):
                    self.assertEqual(refusal("tpu", kind, bounds), refusal("cpu", kind, bounds))

    def test_deviations_that_are_none(self):
        x = torch.tensor([1.0, -1.0], device="tpu")
        for refused in (lambda: torch.normal(0.0, x), lambda: torch.normal(x, x),
                        lambda: torch.normal(x, -1.0)):
            with self.assertRaisesRegex(RuntimeError, "std >= 0.0"):
                refused().cpu()
        y = torch.normal(torch.zeros(1000, 1, device="tpu"), torch.tensor([2.0, 0], device="tpu"))
        self.assertAlmostEqual(y[:, 0].std().item(), 2, delta=0.2)
        self.assertEqual(y[:, 1].abs().max().item(), 0)


if __name__ == "__main__":
    unittest.main()
