"""Images of other sizes, at places of a grid, and pools at random on the device `tpu` are
CPU's.

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

    def test_bytes_of_few_elements_are_rounded_and_stay_inside(self):
        # Each dimension is rounded by itself, by weights that CPU has as whole numbers: one
        # more or less after the first is one after the second, and may be two where that
        # has weights below 0, which add up to 1.4 without their signs.
        torch.manual_seed(0)
        x = torch.randint(0, 2, (1, 3, 24, 31), dtype=torch.uint8) * 255
        y = torch.randint(0, 256, (2, 5, 48, 31), dtype=torch.uint8)[:, :, ::2]
        for mode, most in (("bilinear", 1), ("bicubic", 2), ("nearest", 0)):
            for size in ((9, 11), (40, 50)):
                with self.subTest(mode=mode, size=size):
                    self.check(lambda *images, mode=mode, size=size: [
                        F.interpolate(image, size=size, mode=mode) for image in images],
                        x, y, rtol=0, atol=most)

    def test_what_an_element_does_not_cover_does_not_reach_it(self):
        x = torch.zeros(1, 1, 24, 24)
        x[0, 0, 3, 3] = float("inf")
        self.check(lambda x: [F.interpolate(x, size=(8, 8), mode="bilinear", antialias=True)], x)

    def test_of_16_bits_one_rounding_is_seen(self):
        x = torch.randn(1, 3, 24, 31).bfloat16()
        got = F.interpolate(x.tpu(), size=(9, 11), mode="bilinear", antialias=True)
        wide = F.interpolate(x.float(), size=(9, 11), mode="bilinear", antialias=True)
        torch.testing.assert_close(got.cpu(), wide.bfloat16(), rtol=2 ** -7, atol=1e-6)


class AdaptivePoolTest(unittest.TestCase):

    def test_parts_of_few_and_of_very_many_elements(self):
        for pool in (F.adaptive_avg_pool2d, F.adaptive_max_pool2d):
            for size, to in ((12, 5), (5, 12), (9, 6), (1000, 7), (100000, 2)):
                def pooled(x, pool=pool, to=to):
                    x.requires_grad_()
                    y = pool(x, (to, 1))
                    return y.detach(), torch.autograd.grad(y, x, torch.ones_like(y) * 1.5)[0]
                with self.subTest(pool=pool.__name__, size=size, to=to):
                    for expected, got in zip(*on_both(pooled, torch.randn(1, 2, size, 1))):
                        torch.testing.assert_close(got.cpu(), expected)


def sampled(ways, image, grid):
    """What a grid sees of an image, and the gradients of both."""
    image.requires_grad_()
    grid.requires_grad_()
    y = F.grid_sample(image, grid, **ways)
    g = torch.arange(y.numel(), device=y.device, dtype=y.dtype) / y.numel()
    return y.detach(), *torch.autograd.grad(y, (image, grid), g.reshape(y.shape))


class GridSampleTest(unittest.TestCase):

    def check(self, ways, image, grid, **tolerance):
        results = on_both(lambda *operands: sampled(ways, *operands), image, grid)
        for what, expected, got in zip(("value", "image", "grid"), *results, strict=True):
            with self.subTest(what=what, dtype=image.dtype, **ways):
                torch.testing.assert_close(got.cpu(), expected, **tolerance)

    def each_way(self, *modes):
        for mode in modes:
            for padding in ("zeros", "border", "reflection"):
                for corners in (False, True):
                    yield {"mode": mode, "padding_mode": padding, "align_corners": corners}

    def test_places_inside_and_far_outside(self):
        for dtype in (torch.float32, torch.float64):
            image = torch.randn(2, 3, 5, 7, dtype=dtype)
            grid = 3 * torch.rand(2, 4, 6, 2, dtype=dtype) - 1.5
            grid[0, 0] *= 9  # reflected more than once
            for ways in self.each_way("bilinear", "nearest", "bicubic"):
                self.check(ways, image, grid, rtol=1e-4, atol=1e-4)

    def test_of_volumes(self):
        image = torch.randn(2, 3, 4, 5, 3)
        grid = 3 * torch.rand(2, 3, 2, 4, 3) - 1.5
        for ways in self.each_way("bilinear", "nearest"):
            self.check(ways, image, grid, rtol=1e-4, atol=1e-4)

    def test_images_of_one_element_and_edges(self):
        grid = torch.tensor([-1., 1, 0, -1.5, 1.5, -3]).reshape(1, 1, 3, 2)
        for image in (torch.randn(1, 2, 1, 1), torch.randn(1, 2, 1, 4), torch.randn(1, 2, 3, 4)):
            for ways in self.each_way("bilinear", "nearest", "bicubic"):
                self.check(ways, image, grid)

    def test_places_that_are_no_numbers_touch_nothing_outside(self):
        nan, inf = float("nan"), float("inf")
        grid = torch.tensor([nan, 0, inf, 0, -inf, nan, 1e30, -1e30]).reshape(1, 1, 4, 2)
        image = torch.randn(1, 2, 3, 4)
        for ways in self.each_way("bilinear", "nearest", "bicubic"):
            expected, got = on_both(lambda *x, ways=ways: F.grid_sample(*x, **ways), image, grid)
            with self.subTest(**ways):
                torch.testing.assert_close(got.cpu(), expected, equal_nan=True)

    def test_many_points_add_to_one_element_and_order_is_kept(self):
        image = torch.randn(1, 1, 2, 2)
        grid = torch.zeros(1, 64, 64, 2) + 0.1
        for ways in self.each_way("bilinear"):
            self.check(ways, image, grid, rtol=1e-4, atol=1e-4)
        ways = {"mode": "bilinear", "padding_mode": "zeros", "align_corners": False}
        first = sampled(ways, image.tpu(), grid.tpu())
        again = sampled(ways, image.tpu(), grid.tpu())
        for a, b in zip(first, again):
            self.assertTrue(torch.equal(a, b))

    def test_points_and_images_of_none(self):
        ways = {"mode": "bilinear", "padding_mode": "zeros", "align_corners": False}
        self.check(ways, torch.randn(2, 3, 4, 4), torch.randn(2, 0, 5, 2))
        self.check(ways, torch.randn(2, 0, 4, 4), torch.randn(2, 3, 5, 2))
        with self.assertRaisesRegex(RuntimeError, "expected scalar type"):
            F.grid_sample(torch.randn(1, 1, 2, 2).tpu(), torch.randn(1, 1, 1, 2).double().tpu(),
                          **ways)
        with self.assertRaisesRegex(RuntimeError, "same batch size"):
            F.grid_sample(torch.randn(1, 1, 2, 2).tpu(), torch.randn(2, 1, 1, 2).tpu(), **ways)


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

    def test_each_channel_has_its_own_windows_without_a_batch(self):
        def pooled(x, samples):
            return F.fractional_max_pool3d(x, 2, output_size=3, _random_samples=samples)
        for _ in range(4):
            x, samples = torch.randn(2, 7, 7, 7), torch.rand(1, 2, 3)
            expected, got = on_both(pooled, x, samples)
            self.assertTrue(torch.equal(got.cpu(), expected))

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
