"""How results of the device `tpu` lie in memory: as CPU's do.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import itertools
import os
import unittest

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import torch.nn.functional as F  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import

# Dense ones, ones with holes, and such as have dimensions of one element.
TENSORS = {
    "dense": lambda: torch.rand(2, 3, 4),
    "with holes": lambda: torch.rand(2, 3, 8)[:, :, ::2],
    "of ones": lambda: torch.rand(1, 1, 4, 12)[..., ::2],
    "channels": lambda: torch.rand(4, 3, 1, 1).to(memory_format=torch.channels_last),
    "image": lambda: torch.rand(2, 3, 4, 6).to(memory_format=torch.channels_last),
    "part of an image": lambda: torch.empty(
        2, 3, 4, 6, memory_format=torch.channels_last)[..., ::2].fill_(1),
}
UNARY = {
    "exp": torch.exp,
    "abs": torch.abs,
    "logical_not": torch.logical_not,
    "times a number": lambda x: x * 5,
    "over a number": lambda x: 5 / x,
    "out=": lambda x: torch.abs(x, out=x.new_empty(0)),
    "dropout": lambda x: F.dropout(x, 1e-10),
    "softmax": lambda x: x.softmax(-1),
    "where": lambda x: torch.where(x > 0.5, x, 1.0),
    "where, of an ordered mask": lambda x: torch.where((x > 0.5).contiguous(), x, x),
}
BINARY = {
    "add": torch.add,
    "eq": torch.eq,
    "logical_and": torch.logical_and,
    "floor_divide": torch.floor_divide,
    "rsub": torch.rsub,
    "where": lambda x, y: torch.where(x > 0.5, x, y),
    "clamp": lambda x, y: x.clamp(min=y),
    "out=": lambda x, y: torch.add(x, y, out=x.new_empty(0)),
}


# Of images and volumes whose channels come last.
POOLS = {
    "max_pool": (F.max_pool2d, F.max_pool3d),
    "avg_pool": (F.avg_pool2d, F.avg_pool3d),
    "adaptive_avg_pool": (F.adaptive_avg_pool2d, F.adaptive_avg_pool3d),
    "adaptive_max_pool": (F.adaptive_max_pool2d, F.adaptive_max_pool3d),
    "max_unpool": tuple(
        lambda x, n, d=d, f=f: f(x, torch.arange(6 ** d, device=x.device).view(
            (6,) * d).expand_as(x), n) for d, f in ((2, F.max_unpool2d), (3, F.max_unpool3d))),
}
IMAGES = {
    "reflect": lambda x: F.pad(x, (1, 2) * (x.dim() - 2), "reflect"),
    "replicate": lambda x: F.pad(x, (1, 2) * (x.dim() - 2), "replicate"),
    "roll": lambda x: x.roll((1, 2), (1, 2)),
    "channel_shuffle": lambda x: F.channel_shuffle(x, 2),
    "pixel_shuffle": lambda x: F.pixel_shuffle(x, 2),
    "pixel_unshuffle": lambda x: F.pixel_unshuffle(x, 2),
}


LOSSES = (F.mse_loss, F.smooth_l1_loss, F.huber_loss, F.l1_loss)


class StridesTest(unittest.TestCase):

    def check(self, function, *tensors):
        wanted = function(*tensors).stride()
        got = function(*(x.to("tpu") if x.is_contiguous() else self.there(x) for x in tensors))
        self.assertEqual(got.stride(), wanted)

    def there(self, x):
        """With its holes."""
        room = torch.zeros(x.untyped_storage().nbytes() // x.itemsize, device="tpu")
        return room.as_strided(x.shape, x.stride(), x.storage_offset()).copy_(x)

    def test_of_one_tensor(self):
        for (name, make), (called, function) in itertools.product(TENSORS.items(),
                                                                  UNARY.items()):
            x = make()
            for order in ((*range(x.dim()),), (*reversed(range(x.dim())),),
                          (1, 0, *range(2, x.dim()))):
                with self.subTest(called, of=name, order=order):
                    self.check(function, x.permute(order))

    def test_of_two_tensors(self):
        for (name, make), (called, function) in itertools.product(TENSORS.items(),
                                                                  BINARY.items()):
            x = make().transpose(0, 1)
            row = torch.rand(x.size(-1))
            for tensors in ((x, x), (x, row), (row, x), (x, x.contiguous()),
                            (x.contiguous(), x)):
                with self.subTest(called, of=name, sizes=[y.stride() for y in tensors]):
                    self.check(function, *tensors)

    def test_of_gradients_of_elements(self):
        """Where dimensions of one element, or that repeat, leave it to the second tensor."""
        dense, turned = torch.rand(2, 1, 3), torch.rand(3, 1, 2).permute(2, 1, 0)
        row, other = torch.rand(1, 3, 4), torch.rand(4, 3, 2)
        aten = torch.ops.aten
        for function in (aten.silu_backward, aten.mish_backward, aten.hardswish_backward,
                         lambda g, x: aten._prelu_kernel_backward(g, x, x)[0],
                         lambda x, y: F.huber_loss(x, y, reduction="none"),
                         lambda x, y: F.binary_cross_entropy(x, y, reduction="none")):
            self.check(function, dense, turned)
            self.check(function, turned, dense)
            self.check(lambda x, y, function=function: function(
                x.expand(2, 3, 4), y.permute(2, 1, 0)), row, other)

    def test_of_pools(self):
        formats = (torch.channels_last, torch.channels_last_3d)
        for name, functions in POOLS.items():
            for spatial, function, layout in zip((2, 3), functions, formats):
                x = torch.rand(2, 3, *[6] * spatial).to(memory_format=layout)
                y = x.to("tpu").requires_grad_()
                x.requires_grad_()
                with self.subTest(name, spatial=spatial):
                    self.assertEqual(function(y, 2).stride(), function(x, 2).stride())
                    function(x, 2).sum().backward()
                    function(y, 2).sum().backward()
                    self.assertEqual(y.grad.stride(), x.grad.stride())

    def test_of_images_in_another_order(self):
        for name, function in IMAGES.items():
            for spatial, layout in ((2, torch.channels_last), (3, torch.channels_last_3d)):
                if spatial == 3 and name.startswith("pixel"):
                    continue
                x = torch.rand(2, 4, *[6] * spatial).to(memory_format=layout)
                for given in (x, x.contiguous(), x[0]):
                    if given.dim() == 4 and spatial == 3:
                        given = given.contiguous()
                    both = []
                    for device in ("cpu", "tpu"):
                        mine = given.to(device).requires_grad_()
                        out = function(mine)
                        gradient, = torch.autograd.grad(out, mine, torch.ones_like(out))
                        both.append((out.stride(), gradient.stride(), out.cpu(), gradient.cpu()))
                    with self.subTest(name, sizes=given.shape, strides=given.stride()):
                        self.assertEqual(both[1][:2], both[0][:2])
                        torch.testing.assert_close(both[1][2:], both[0][2:])

    def test_of_transforms(self):
        forward = {"fft": torch.fft.fftn, "of real": torch.fft.rfftn}
        backward = {"to real": torch.fft.irfftn, "inverse": torch.fft.ifftn}
        for order in itertools.permutations(range(3)):
            x = torch.rand(3, 4, 5).permute(order)
            for dims in ((0,), (1,), (0, 2), (2, 1), (1, 0, 2)):
                for name, function in (forward | backward).items():
                    given = torch.complex(x, x) if name in backward else x
                    with self.subTest(name, order=order, dims=dims):
                        self.check_bits(lambda y, f=function, d=dims: f(y, dim=d), given)

    def check_bits(self, function, x):
        """Values too; x is dense."""
        there = torch.empty_strided(x.shape, x.stride(), dtype=x.dtype, device="tpu").copy_(x)
        wanted, got = function(x), function(there)
        self.assertEqual(got.stride(), wanted.stride())
        torch.testing.assert_close(got.cpu(), wanted)

    def test_of_norms_of_features(self):
        for sizes in ((2, 3, 4), (2, 3, 4, 5), (1, 3, 4, 5), (2, 3, 4, 1, 1)):
            for order in ((*range(len(sizes)),), (*reversed(range(len(sizes))),),
                          (0, *range(2, len(sizes)), 1)):
                x = torch.rand([sizes[d] for d in order]).permute(
                    [order.index(d) for d in range(len(sizes))])
                for training in (True, False):
                    def run(x, training=training):
                        mean = torch.zeros(3, device=x.device)
                        return F.batch_norm(x, mean, mean + 1, training=training)
                    with self.subTest(strides=x.stride(), training=training):
                        self.check_bits(run, x)

    def test_of_losses(self):
        for function, reduction in itertools.product(LOSSES, ("none", "mean")):
            for x, target in itertools.product((torch.rand(3, 4), torch.rand(4, 3).t()), repeat=2):
                both = []
                for device in ("cpu", "tpu"):
                    mine = [t.to(device).requires_grad_() for t in (x, target)]
                    out = function(*mine, reduction=reduction)
                    gradients = torch.autograd.grad(out.sum(), mine)
                    both.append([y.stride() for y in (out, *gradients)])
                with self.subTest(function.__name__, reduction=reduction, of=x.stride(),
                                  to=target.stride()):
                    self.assertEqual(both[1], both[0])

    def test_of_attention(self):
        for order in ((0, 1, 2, 3), (0, 2, 1, 3), (2, 1, 0, 3), (0, 1, 3, 2)):
            x = torch.rand([(2, 2, 5, 4)[d] for d in order]).permute(
                [order.index(d) for d in range(4)])
            for key in (x, x.contiguous(), x.mT.contiguous().mT):
                with self.subTest(strides=x.stride(), key=key.stride()):
                    self.check_bits(lambda y, k=key: F.scaled_dot_product_attention(
                        y, k.to(y.device), y), x)

    def test_places_of_what_is_not_zero_lie_by_coordinate(self):
        for x in (torch.eye(4), torch.ones(2, 3, 2), torch.ones(3)):
            for function in (torch.nonzero, torch.argwhere):
                with self.subTest(sizes=x.shape):
                    self.check(function, x)

    def test_slices_that_differ_lie_one_by_one(self):
        x = torch.arange(60).remainder(2).view(3, 4, 5)
        for function, dim in itertools.product((torch.unique, torch.unique_consecutive), range(3)):
            with self.subTest(function.__name__, dim=dim):
                self.check_bits(lambda x, f=function, d=dim: f(x, dim=d), x.transpose(0, 2))

    def test_no_elements_lie_nowhere(self):
        x = torch.empty(0, 3, device="tpu")
        self.assertEqual((x.data_ptr(), x.untyped_storage().data_ptr()), (0, 0))

    def test_threshold_in_place_may_share_elements(self):
        x = torch.rand(1, 6)
        shared = x.to("tpu").expand(4, 6)
        F.threshold(shared, 0.5, 0.25, inplace=True)
        torch.testing.assert_close(shared.cpu(), F.threshold(x, 0.5, 0.25).expand(4, 6))


if __name__ == "__main__":
    unittest.main()
