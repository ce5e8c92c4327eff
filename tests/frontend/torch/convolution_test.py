"""Convolutions and their gradients on the device `tpu` are CPU's, whichever kernel serves.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import contextlib
import itertools
import os
import unittest

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
from torch._subclasses.fake_tensor import FakeTensorMode  # pylint: disable=wrong-import-position
from torch.nn import functional as F  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import

# x, weight, stride, padding, dilation, groups
CASES = {
    "of one element": ((3, 20, 7, 5), (6, 20, 1, 1), 1, 0, 1, 1),
    "of one element with strides": ((2, 5, 9, 8), (7, 5, 1, 1), (2, 3), 0, 1, 1),
    "of one element and padded": ((2, 5, 4, 4), (3, 5, 1, 1), 1, 1, 1, 1),
    "disjoint with a rest": ((2, 17, 11, 10), (4, 17, 3, 4), (3, 4), 0, 1, 1),
    "of few features": ((2, 3, 13, 12), (8, 3, 5, 4), 2, (2, 3), 1, 1),
    "of many features": ((2, 20, 6, 7), (5, 20, 3, 3), 1, 1, 1, 1),
    "dilated with strides": ((1, 18, 12, 12), (3, 18, 3, 2), 2, 2, (2, 3), 1),
    "by rows": ((2, 5, 9, 16), (9, 5, 3, 3), 1, 1, 1, 1),
    "by rows of half a vector": ((3, 3, 8, 24), (12, 3, 3, 4), 1, (1, 0), (2, 1), 1),
    "by rows with strides": ((2, 3, 11, 33), (8, 3, 5, 3), 2, (3, 0), 1, 1),
    "by rows of more than is there": ((1, 2, 1, 10), (8, 2, 2, 3), 1, (3, 0), 1, 1),
    "by rows, padded by more than windows reach": ((2, 8, 3, 12), (8, 8, 2, 2), 1, 3, 1, 1),
    "in groups": ((2, 8, 6, 6), (4, 4, 3, 3), 1, 1, 1, 2),
    "of one feature each": ((2, 6, 7, 37), (6, 1, 3, 5), 1, (1, 2), 1, 6),
    "of one feature each, padded much": ((1, 3, 4, 5), (3, 1, 3, 2), 2, (4, 5), (2, 1), 3),
    "of one feature to two": ((2, 4, 6, 5), (8, 1, 3, 3), 1, 1, 1, 4),
    "of one image element": ((1, 1, 1, 1), (1, 1, 1, 1), 1, 0, 1, 1),
    "along one dimension": ((2, 5, 9), (4, 5, 1), 2, 0, 1, 1),
    "of volumes": ((1, 3, 4, 5, 6), (2, 3, 1, 1, 1), 1, 0, 1, 1),
}
TOLERANCES = {torch.float32: 2e-5, torch.float64: 1e-12, torch.bfloat16: 1e-2}


def convolve(x, weight, bias, *options):
    return getattr(F, f"conv{x.dim() - 2}d")(x, weight, bias, *options)


class ConvolutionTest(unittest.TestCase):

    def check(self, case, dtype, change=lambda x: x, gradient_of=None):
        x, weight, *options = CASES[case]
        torch.manual_seed(0)
        made = [torch.randn(shape).to(dtype) for shape in (x, weight, (weight[0],))]
        exact = [t.double().requires_grad_() for t in made]
        y = convolve(*exact, *options)
        gradient = (torch.randn(y.shape) if gradient_of is None else
                    gradient_of(y.shape)).to(dtype)
        wanted = [y, *torch.autograd.grad(y, exact, gradient.double())]
        ours = [change(made[0]).to("tpu"), *(t.to("tpu") for t in made[1:])]
        ours = [t.detach().requires_grad_() for t in ours]
        y = convolve(*ours, *options)
        got = [y, *torch.autograd.grad(y, ours, gradient.to("tpu"))]
        for name, a, b in zip(("y", "x", "weight", "bias"), got, wanted):
            scale = b.abs().max().item()
            torch.testing.assert_close(a.detach().cpu().double(), b.detach(), rtol=0,
                                       atol=TOLERANCES[dtype] * scale,
                                       msg=f"{case}, {dtype}, {name}")

    def test_every_kind_of_window_gives_the_sums_of_its_products(self):
        for case in CASES:
            for dtype in TOLERANCES:
                self.check(case, dtype)

    def test_memory_in_another_order_gives_the_same(self):
        for case, (x, *_) in CASES.items():
            if len(x) == 4:
                self.check(case, torch.float32,
                           lambda x: x.to(memory_format=torch.channels_last))
                self.check(case, torch.float32,
                           lambda x: torch.stack([x, x + 1], dim=-1)[..., 0])

    def test_channels_that_come_last_stay_there(self):
        # In one of both is enough; a graph of torch.compile is promised the same.
        last, contiguous = torch.channels_last, torch.contiguous_format
        for (case, (x, weight, *options)), forms in itertools.product(
                CASES.items(), ((last, last), (last, contiguous), (contiguous, last))):
            if len(x) != 4:
                continue
            torch.manual_seed(0)
            tensors = [torch.randn(s).to(memory_format=form)
                       for s, form in zip((x, weight), forms)]
            found = []
            for device, mode in (("cpu", contextlib.nullcontext()),
                                 ("tpu", contextlib.nullcontext()),
                                 ("tpu", FakeTensorMode())):
                leaves = [t.to(device).requires_grad_() for t in tensors]
                with mode as fake:
                    if fake is not None:
                        leaves = [fake.from_tensor(leaf) for leaf in leaves]
                    y = convolve(*leaves, None, *options)
                    gradients = torch.autograd.grad(y, leaves, torch.ones_like(y))
                found.append([t.stride() for t in (y, *gradients)])
            self.assertEqual(found[0], found[1], (case, forms))
            self.assertEqual(found[1], found[2], (case, forms))

    def test_turned_weights_give_what_one_image_gives(self):
        # Large weights, few places, as they lie and channels last.
        torch.manual_seed(0)
        x, weight = torch.randn(2, 260, 3, 5), torch.randn(252, 260, 3, 3)
        y = F.conv2d(x.double(), weight.double(), padding=1)
        for form in (torch.contiguous_format, torch.channels_last):
            leaves = [t.to(memory_format=form).to("tpu").requires_grad_()
                      for t in (x, weight)]
            ours = F.conv2d(*leaves, padding=1)
            torch.testing.assert_close(ours.detach().cpu().double(), y, rtol=0, atol=1e-3)
            of_x = torch.autograd.grad(ours, leaves[0], torch.ones_like(ours))[0]
            wanted = F.conv_transpose2d(torch.ones_like(y), weight.double(), padding=1)
            torch.testing.assert_close(of_x.cpu().double(), wanted, rtol=0, atol=1e-3)

    def test_a_gradient_that_is_one_number_everywhere(self):
        for case in CASES:
            self.check(case, torch.float32, gradient_of=lambda s: torch.ones(()).expand(s))

    def test_more_images_than_columns_have_room_for(self):
        torch.manual_seed(0)
        x, weight = torch.randn(5, 3, 258, 258), torch.randn(2, 3, 7, 7)
        wanted = F.conv2d(x.double(), weight.double()).float()
        leaves = [t.to("tpu").requires_grad_() for t in (x, weight)]
        y = F.conv2d(*leaves)
        torch.testing.assert_close(y.detach().cpu(), wanted, rtol=1e-4, atol=1e-4)
        of_weight = torch.autograd.grad(y, leaves[1], torch.ones_like(y))[0].cpu()
        of_one = sum(torch.autograd.grad(F.conv2d(leaves[0][i:i + 1], leaves[1]), leaves[1],
                                         torch.ones_like(y[:1]))[0].cpu() for i in range(5))
        torch.testing.assert_close(of_weight, of_one, rtol=1e-3, atol=0.5)

    def test_autocast_stays_what_it_was(self):
        x, weight = torch.randn(2, 4, 5, 5).to("tpu"), torch.randn(3, 4, 1, 1).to("tpu")
        weight.requires_grad_()
        y = F.conv2d(x, weight)
        with torch.autocast("tpu"):
            of_weight = torch.autograd.grad(y.sum(), weight)[0]
        torch.testing.assert_close(of_weight.cpu()[0, :, 0, 0], x.sum((0, 2, 3)).cpu())


if __name__ == "__main__":
    unittest.main()
