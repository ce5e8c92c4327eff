"""Images of other sizes and pools at random on the device `tpu` are CPU's.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import os
import unittest

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import
from torch.nn import functional as F  # pylint: disable=wrong-import-position


def on_both(function, *operands):
    """Results on CPU and on tpu."""
    return [function(*(x.clone().to(device) for x in operands)) for device in ("cpu", "tpu")]


class AntialiasTest(unittest.TestCase):

    def check(self, function, *operands, **tolerance):
        for expected, got in zip(*on_both(function, *operands), strict=True):
            torch.testing.assert_close(got.cpu(), expected, **tolerance)

    def test_smaller_and_larger_images_and_their_gradients(self):
        for mode in ("bilinear", "bicubic"):
            for corners in (False, True):
                for size in ((5, 7), (30, 11), (1, 1), (12, 31)):
                    def resized(x, mode=mode, corners=corners, size=size):
                        x.requires_grad_()
                        y = F.interpolate(x, size=size, mode=mode, align_corners=corners,
                                          antialias=True)
                        g = torch.arange(y.numel(), device=x.device, dtype=x.dtype) / y.numel()
                        return y.detach(), torch.autograd.grad(y, x, g.reshape(y.shape))[0]
                    with self.subTest(mode=mode, corners=corners, size=size):
                        self.check(resized, torch.randn(2, 3, 12, 31))
                        self.check(resized, torch.randn(2, 3, 12, 31, dtype=torch.float64))

    def test_bytes_are_rounded_and_stay_inside(self):
        x = torch.randint(0, 2, (1, 3, 24, 31), dtype=torch.uint8) * 255
        self.check(lambda x: [F.interpolate(x, size=(9, 11), mode="bicubic", antialias=True)],
                   x, rtol=0, atol=1)

    def test_what_an_element_does_not_cover_does_not_reach_it(self):
        x = torch.zeros(1, 1, 24, 24)
        x[0, 0, 3, 3] = float("inf")
        self.check(lambda x: [F.interpolate(x, size=(8, 8), mode="bilinear", antialias=True)], x)

    def test_of_16_bits_one_rounding_is_seen(self):
        x = torch.randn(1, 3, 24, 31).bfloat16()
        got = F.interpolate(x.tpu(), size=(9, 11), mode="bilinear", antialias=True)
        wide = F.interpolate(x.float(), size=(9, 11), mode="bilinear", antialias=True)
        torch.testing.assert_close(got.cpu(), wide.bfloat16(), rtol=2 ** -7, atol=1e-6)


class FractionalPoolTest(unittest.TestCase):

    def test_values_places_and_gradients(self):
        for dtype in (torch.float32, torch.bfloat16):
            for shape, window, size in (((2, 3, 9, 12), (2, 3), (4, 5)), ((3, 9, 9), 3, 1),
                                        ((2, 3, 9, 9), 1, 9), ((2, 3, 8, 9, 7), (2, 3, 2), 3)):
                spatial = 3 if len(shape) == 5 else 2
                pool = (F.fractional_max_pool3d_with_indices if spatial == 3 else
                        F.fractional_max_pool2d_with_indices)
                def pooled(x, samples, pool=pool, window=window, size=size):
                    x.requires_grad_()
                    y, places = pool(x, window, output_size=size, _random_samples=samples)
                    return y.detach(), places, torch.autograd.grad(y.sum(), x)[0]
                x = torch.randn(shape).to(dtype)
                samples = torch.rand(shape[0] if len(shape) > 3 else 1, 3, spatial).to(dtype)
                with self.subTest(shape=shape, dtype=dtype):
                    for expected, got in zip(*on_both(pooled, x, samples), strict=True):
                        torch.testing.assert_close(got.cpu(), expected, rtol=0, atol=0)

    def test_the_last_nan_and_the_first_of_equal_elements_are_named(self):
        x = torch.full((1, 1, 6, 6), float("-inf"))
        y = x.clone()
        y[0, 0, 1::2] = float("nan")
        samples = torch.rand(1, 1, 2)
        def places(x, samples):
            return F.fractional_max_pool2d_with_indices(
                x, 2, output_size=3, _random_samples=samples)[1]
        for each in (x, y):
            expected, got = on_both(places, each, samples)
            self.assertEqual(got.tolist(), expected.tolist())

    def test_a_seed_says_where_windows_lie(self):
        x = torch.randn(1, 2, 9, 9, device="tpu")
        results = []
        for _ in range(2):
            torch.manual_seed(5)
            results.append(F.fractional_max_pool2d(x, 2, output_ratio=(0.5, 0.5)))
        self.assertTrue(torch.equal(*results))
        with self.assertRaisesRegex(RuntimeError, "too large relative to input"):
            F.fractional_max_pool2d(x, 2, output_size=9)


if __name__ == "__main__":
    unittest.main()
