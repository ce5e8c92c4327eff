"""What `tpu` refuses of an operation's types, layouts and numbers, as PyTorch does
elsewhere, at the call; and what it takes of complex numbers.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import os
import unittest
import warnings

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import torch.nn.functional as F  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import

ATEN = torch.ops.aten


def ones(*sizes, dtype=torch.float32):
    return torch.ones(*sizes, dtype=dtype, device="tpu")


def halves(*sizes):
    return ones(*sizes, dtype=torch.bfloat16)


def integers(*sizes):
    return ones(*sizes, dtype=torch.int32)


def numbers(*sizes):
    return ones(*sizes, dtype=torch.complex64)


# Operands of two types where there is to be one.
MIXED = {
    "mm": lambda: ones(2, 3) @ halves(3, 4),
    "mm of f64": lambda: ones(2, 3) @ ones(3, 4, dtype=torch.float64),
    "bmm": lambda: ones(1, 2, 3) @ halves(1, 3, 4),
    "baddbmm": lambda: torch.baddbmm(ones(1, 2, 4), ones(1, 2, 3), halves(1, 3, 4)),
    "baddbmm's sum": lambda: torch.baddbmm(halves(1, 2, 4), ones(1, 2, 3), ones(1, 3, 4)),
    "addbmm": lambda: torch.addbmm(ones(2, 4), ones(1, 2, 3), halves(1, 3, 4)),
    "linear": lambda: F.linear(ones(2, 3), halves(4, 3)),
    "einsum": lambda: torch.einsum("ij,jk->ik", ones(2, 3), halves(3, 4)),
    "conv2d": lambda: F.conv2d(ones(1, 3, 5, 5), halves(2, 3, 3, 3)),
    "conv2d's bias": lambda: F.conv2d(ones(1, 3, 5, 5), ones(2, 3, 3, 3), halves(2)),
    "conv_transpose2d": lambda: F.conv_transpose2d(ones(1, 3, 5, 5), halves(3, 2, 3, 3)),
    "layer_norm": lambda: F.layer_norm(ones(2, 3), (3,), halves(3), halves(3)),
    "batch_norm": lambda: F.batch_norm(ones(2, 3), halves(3), halves(3)),
    "group_norm": lambda: F.group_norm(ones(2, 4), 2, halves(4), halves(4)),
    "binary_cross_entropy": lambda: F.binary_cross_entropy(ones(2), halves(2)),
    "index_put": lambda: ones(2).index_put((integers(1).long(),), halves(1)),
    "nll_loss": lambda: F.nll_loss(ones(2, 3), torch.zeros(2, dtype=torch.long, device="tpu"),
                                   weight=halves(3)),
}
# Images and windows that have no elements, but for their batch; and pools of integers.
EMPTY = {
    "reflection_pad1d": lambda: F.pad(ones(3, 0, 10), (2, 2), "reflect"),
    "reflection_pad2d": lambda: F.pad(ones(3, 0, 10, 10), (2, 2, 2, 2), "reflect"),
    "replication_pad3d": lambda: F.pad(ones(1, 0, 4, 4, 4), (1,) * 6, "replicate"),
    "max_pool2d": lambda: F.max_pool2d(ones(1, 0, 5, 5), 3),
    "max_pool3d": lambda: F.max_pool3d(ones(1, 0, 5, 5, 5), 3),
    "avg_pool3d": lambda: F.avg_pool3d(ones(1, 0, 5, 5, 5), 3),
    "adaptive_avg_pool2d": lambda: F.adaptive_avg_pool2d(ones(1, 2, 0, 3), 2),
    "adaptive_avg_pool2d's gradient": lambda: F.adaptive_avg_pool2d(
        ones(1, 2, 4, 4).requires_grad_(), 0).sum().backward(),
    "adaptive_max_pool3d's gradient": lambda: F.adaptive_max_pool3d(
        ones(1, 2, 4, 4, 4).requires_grad_(), 0).sum().backward(),
}
# Indices that are no integers.
INDICES = {
    "embedding": lambda: F.embedding(ones(2), ones(3, 3)),
    "embedding of bools": lambda: F.embedding(ones(2) > 0, ones(3, 3)),
    "embedding_bag": lambda: F.embedding_bag(ones(2, 2), ones(3, 3)),
    "index_select": lambda: ones(3).index_select(0, ones(1)),
}
# Types that the function is not for.
TYPES = {
    "upsample_nearest2d": lambda: F.interpolate(integers(1, 2, 4, 4), size=(3, 3)),
    "upsample_bilinear2d": lambda: F.interpolate(integers(1, 2, 4, 4), size=3, mode="bilinear"),
    "adaptive_avg_pool2d": lambda: F.adaptive_avg_pool2d(integers(1, 2, 4, 4), 2),
    "adaptive_max_pool3d": lambda: F.adaptive_max_pool3d(integers(1, 2, 4, 4, 4), 2),
    "mm of bools": lambda: (ones(2, 2) > 0) @ (ones(2, 2) > 0),
    "less": lambda: numbers(2) < numbers(2),
    "amax": lambda: numbers(2).amax(),
    "max": lambda: numbers(2).max(),
    "relu of complex numbers": lambda: numbers(2).relu(),
    "logaddexp": lambda: torch.logaddexp(integers(2), integers(2)),
    "logaddexp2": lambda: torch.logaddexp2(numbers(2), numbers(2)),
    "clamp": lambda: torch.clamp(ones(2) > 0, True),
    "logit": lambda: torch.logit(numbers(2)),
    "hash_tensor": lambda: torch.hash_tensor(numbers(2)),
    "relu of bools": lambda: (ones(2) > 0).relu(),
    "atan2": lambda: torch.atan2(numbers(2), numbers(2)),
    "xlogy": lambda: torch.xlogy(numbers(2), numbers(2)),
    "gcd": lambda: torch.gcd(ones(2), ones(2)),
    "shift": lambda: ones(2) << ones(2),
    "and": lambda: ones(2) & ones(2),
    "remainder of bools": lambda: (ones(2) > 0) % (ones(2) > 0),
    "gelu": lambda: F.gelu(integers(2)),
    "leaky_relu": lambda: F.leaky_relu(integers(2)),
    "hardswish": lambda: F.hardswish(integers(2)),
    "mse_loss": lambda: F.mse_loss(integers(2), integers(2)),
    "huber_loss": lambda: F.huber_loss(integers(2), integers(2)),
    "smooth_l1_loss": lambda: F.smooth_l1_loss(integers(2), integers(2)),
    "randn": lambda: torch.randn(2, dtype=torch.int32, device="tpu"),
    "rand": lambda: torch.rand(2, dtype=torch.int32, device="tpu"),
    "exponential_": lambda: integers(2).exponential_(),
    "bernoulli": lambda: torch.bernoulli(integers(2)),
    "softmax": lambda: integers(2).softmax(0),
    "silu": lambda: F.silu(integers(2)),
    "layer_norm": lambda: F.layer_norm(integers(2, 3), (3,)),
}


# Complex numbers.
COMPLEX = {name: (lambda f=function: f(*[torch.ones(2, dtype=torch.complex64, device="tpu")] * 2))
           for name, function in {
               "floor_divide": torch.floor_divide, "copysign": torch.copysign,
               "trunc": lambda x, y: torch.div(x, y, rounding_mode="trunc"),
               "floor": lambda x, y: torch.div(x, y, rounding_mode="floor")}.items()}


# Gradients of operations of a matrix of 4 x 6, an image of 2 x 4 x 6 x 6 and its moments.
MATRIX, IMAGE = (4, 6), (2, 4, 6, 6)
FIRST = (True, False, False)
GRADIENTS = {
    "log_softmax": lambda g: ATEN._log_softmax_backward_data(g, ones(*MATRIX), -1, torch.float32),
    "layer_norm": lambda g: ATEN.native_layer_norm_backward(
        g, ones(*MATRIX), [6], ones(4, 1), ones(4, 1), None, None, FIRST),
    "batch_norm": lambda g: ATEN.native_batch_norm_backward(
        g, ones(*IMAGE), None, None, None, ones(4), ones(4), True, 1e-5, FIRST),
    "group_norm": lambda g: ATEN.native_group_norm_backward(
        g, ones(*IMAGE), ones(2, 2), ones(2, 2), None, 2, 4, 36, 2, FIRST),
    "glu": lambda g: ATEN.glu_backward(g, ones(*MATRIX), -1),
    "adaptive_avg_pool": lambda g: ATEN._adaptive_avg_pool2d_backward(g, ones(*IMAGE)),
    "convolution": lambda g: ATEN.convolution_backward(
        g, ones(*IMAGE), ones(4, 4, 3, 3), None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1, FIRST),
    "transposed convolution": lambda g: ATEN.convolution_backward(
        g, ones(*IMAGE), ones(4, 4, 3, 3), None, [1, 1], [0, 0], [1, 1], True, [0, 0], 1, FIRST),
    "nll_loss2d": lambda g: ATEN.nll_loss2d_backward(
        g, ones(*IMAGE), integers(2, 6, 6).long(), None, 0, -100, ones(1)),
    "multi_margin_loss": lambda g: ATEN.multi_margin_loss_backward(
        g, ones(*MATRIX), integers(4).long(), 1, 1, None, 0),
    "grid_sampler": lambda g: ATEN.grid_sampler_2d_backward(
        g, ones(*IMAGE), ones(2, 3, 3, 2), 0, 0, False, (True, True)),
    "unfold": lambda g: ATEN.unfold_backward(g, MATRIX, 1, 2, 2),
    "embedding": lambda g: ATEN.embedding_dense_backward(g, integers(3).long(), 10, -1, False),
}


class RefusalTest(unittest.TestCase):

    def refused(self, cases, kind, text=""):
        for name, function in cases.items():
            with self.subTest(name=name):
                self.assertRaisesRegex(kind, text, function)

    def test_operands_of_two_types(self):
        self.refused(MIXED, RuntimeError, "dtype|scalar type|should be the same")

    def test_operands_on_two_devices(self):
        x, y, square = torch.ones(3, device="tpu"), torch.ones(3), torch.eye(3)
        for wrong in (lambda: torch.cat([y, x]), lambda: torch.linalg.solve(square, x),
                      lambda: torch.linalg.solve(square.tpu(), y),
                      lambda: torch.triangular_solve(x[:, None], square)):
            with self.assertRaisesRegex(RuntimeError, "to be on the same device"):
                wrong()

    def test_indices_that_are_no_integers(self):
        self.refused(INDICES, RuntimeError, "Long|int64")

    def test_images_without_elements(self):
        self.refused(EMPTY, RuntimeError, "Expected|empty")
        none = F.fractional_max_pool2d(ones(1, 2, 8, 8), 2, output_size=(0, 1))
        self.assertEqual(none.shape, (1, 2, 0, 1))

    def test_masks_and_indices(self):
        x = ones(3)
        for wrong, text in ((lambda: x.masked_select(integers(3)), "expected BoolTensor"),
                            (lambda: x.cpu()[integers(1)], r"either on cpu .* \(cpu\)"),
                            (lambda: x.masked_scatter_(ones(2) > 0, x), "expanded size")):
            self.assertRaisesRegex(RuntimeError, text, wrong)

    def test_types_that_a_function_is_not_for(self):
        self.refused(TYPES, RuntimeError, "not (implemented|supported) for|must be a floating point")
        self.refused(COMPLEX, NotImplementedError, "not implemented for 'ComplexFloat'")

    def test_types_that_go_together(self):
        # Parameters of f32 beside 16 bits; numbers of another type; none of it is refused.
        for function in (lambda: F.layer_norm(halves(2, 3), (3,), ones(3), ones(3)),
                         lambda: F.batch_norm(halves(2, 3), ones(3), ones(3)),
                         lambda: F.group_norm(halves(2, 4), 2, ones(4), ones(4)),
                         lambda: F.embedding(integers(2), ones(3, 3)),
                         lambda: F.mse_loss(ones(2), integers(2)),
                         lambda: F.hardtanh(integers(2)),
                         lambda: (ones(2) > 0) & (ones(2) > 0),
                         lambda: (ones(2) > 0).amax(),
                         lambda: integers(2, 2) @ integers(2, 2)):
            function().cpu()

    def test_results_that_lie_over_operands(self):
        x = torch.arange(5.0, device="tpu")
        for function in (lambda: torch.add(x[:-1], 1, out=x[1:]),
                         lambda: torch.exp(x[:-1], out=x[1:]),
                         lambda: x[:1].expand(3).add_(1),
                         lambda: torch.mul(x[:3], x[:3], out=x[:1].expand(3))):
            self.assertRaisesRegex(RuntimeError, "memory location", function)
        torch.add(x, 1, out=x)
        self.assertEqual(x.tolist(), [1, 2, 3, 4, 5])

    def test_what_is_written_lies_apart(self):
        x, wide, i = ones(6), ones(1).expand(6), torch.tensor([2, 1, 0], device="tpu")
        mask = x > 0
        for function in (lambda: wide.copy_(x), lambda: wide.copy_(torch.ones(6)),
                         lambda: x[1:].copy_(x[:-1]), wide.bernoulli_, wide.uniform_,
                         wide.random_, lambda: wide.bernoulli_(x), lambda: x.put_(i, x[:3]),
                         lambda: wide.put_(i, x[:3]), lambda: x.index_put_((i,), x[:3]),
                         lambda: i.index_fill_(0, i, 0), lambda: wide.masked_scatter_(mask, x),
                         lambda: mask[1:].masked_fill_(mask[:-1], False)):
            self.assertRaisesRegex(RuntimeError, "unsupported operation", function)

    def test_elements_that_share_a_place_are_filled(self):
        i = torch.tensor([2, 1], device="tpu")
        for fill, expected in ((lambda x: x.fill_(3), 3),
                               (lambda x: x.masked_fill_(torch.tensor(
                                   [[True], [False]], device="tpu"), 5), 5),
                               (lambda x: x.index_put_((i - 1, i), ones(2)), 1),
                               (lambda x: x.index_fill_(1, i, 2), 2)):
            x = torch.zeros(1, device="tpu").expand(2, 3)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                fill(x)
            with self.subTest(expected=expected):
                self.assertEqual(x[0, 0].item(), expected)
        with self.assertWarnsRegex(UserWarning, "masked_fill_ on expanded tensors"):
            ones(1).expand(3).masked_fill_(ones(3) > 0, 1)

    def test_output_padding_is_less_than_a_step(self):
        with self.assertRaisesRegex(RuntimeError, "output padding must be smaller"):
            F.conv_transpose2d(ones(1, 3, 5, 5), ones(3, 1, 3, 3), output_padding=2)

    def test_probabilities_that_are_none(self):
        for wrong in (1.5, -0.5, float("nan")):
            p = torch.tensor([0.5, wrong], device="tpu")
            for function in (lambda p=p: torch.bernoulli(p),
                             lambda p=p: ones(2).bernoulli_(p)):
                with self.assertRaisesRegex(RuntimeError, "p_in >= 0 && p_in <= 1"):
                    function().cpu()
        self.assertEqual(torch.bernoulli(torch.tensor([0.0, 1.0], device="tpu")).tolist(),
                         [0, 1])


    def test_bounds_that_a_type_has_not(self):
        for kind, bounds in ((torch.bool, (0, 3)), (torch.bool, (-1, 1)), (torch.uint8, (0, 300)),
                             (torch.int8, (-200, 0))):
            with self.subTest(kind=kind), self.assertRaisesRegex(RuntimeError, "out of bounds"):
                ones(2, dtype=kind).random_(*bounds)
        with self.assertRaises(RuntimeError):
            torch.randint(6, (0,), dtype=torch.complex64, device="tpu")
        with self.assertWarnsRegex(UserWarning, "out of bounds"):
            halves(2).random_(0, 10_000)
        x = torch.empty(1000, dtype=torch.int8, device="tpu").random_(-128, 128)
        self.assertLess(x.min().item(), -100)
        self.assertGreater(x.max().item(), 100)

    def test_bounds_of_integers_and_truth_values(self):
        x = torch.tensor([0, 3, 200], dtype=torch.uint8, device="tpu")
        self.assertEqual(F.hardtanh(x, -0.5, 7.5).tolist(), [0, 3, 7])
        with self.assertRaisesRegex(RuntimeError, "negative limits"):
            F.hardtanh(x, -1, 1)
        mask = x > 2
        self.assertEqual(torch.clamp_max(mask, x > 5).tolist(), [False, False, True])
        with self.assertRaisesRegex(NotImplementedError, "for 'Bool'"):
            mask.clamp(mask, mask)

    def test_ranks_of_nothing(self):
        with self.assertRaisesRegex(IndexError, "to have non-zero size"):
            ones(2, 0, 4).kthvalue(1, dim=1)
        with self.assertRaises(NotImplementedError):
            ones(2).bincount()

    def test_more_dimensions_than_there_may_be(self):
        x = ones(*[1] * 65)
        for function in (torch.nansum, torch.std, torch.var, torch.sum, torch.count_nonzero):
            with self.subTest(function=function.__name__), \
                    self.assertRaisesRegex(RuntimeError, "up to 64 dims"):
                function(x, dim=64)

    def test_no_degrees_of_freedom(self):
        for x in (ones(2, 3), numbers(2, 3)):
            for function in (torch.std, torch.var, torch.std_mean, torch.var_mean):
                with self.assertWarnsRegex(UserWarning, "degrees of freedom is <= 0"):
                    function(x, dim=1, correction=3)


class ComplexTest(unittest.TestCase):

    def test_random_numbers_have_two_parts(self):
        torch.manual_seed(0)
        x = torch.randn(20_000, dtype=torch.complex64, device="tpu")
        for part in (x.real, x.imag):
            self.assertAlmostEqual(part.std().item(), 0.5**0.5, delta=0.02)
        self.assertLess(abs((x.real * x.imag).mean().item()), 0.02)
        y = torch.rand(20_000, dtype=torch.complex64, device="tpu")
        for part in (y.real, y.imag):
            self.assertAlmostEqual(part.mean().item(), 0.5, delta=0.02)

    def test_complex_numbers_of_16_bit_parts_are_refused_by_operators(self):
        x = torch.zeros(2, dtype=torch.complex32, device="tpu")
        # A TypeError would be False to Python, which compares objects then.
        for wrong in (lambda: x == x, lambda: x + 1, lambda: 1 * x):
            with self.assertRaisesRegex(NotImplementedError, "ComplexHalf"):
                wrong()

    def test_conjugates_in_place(self):
        x = torch.tensor([1 + 2j, 3 - 1j], device="tpu")
        self.assertEqual(x.conj_physical_().tolist(), [1 - 2j, 3 + 1j])
        self.assertEqual(x.conj().conj_physical_().tolist(), [1 - 2j, 3 + 1j])
        self.assertEqual(ones(2).conj_physical_().tolist(), [1, 1])

    def test_numbers_that_are_none(self):
        inf, nan = float("inf"), float("nan")
        x = torch.view_as_complex(torch.tensor([[1, nan], [nan, 2], [inf, -inf], [3, 4]]))
        for function in (torch.nan_to_num, lambda x: torch.nan_to_num(x, 5, 6, 7),
                         lambda x: torch.nan_to_num(x.conj(), 5, 6, 7)):
            torch.testing.assert_close(function(x.to("tpu")).cpu(), function(x))

    def test_sums_of_exponentials(self):
        x = torch.tensor([[1 + 2j, 300 - 1j, 2j], [-1, 1, 1j]])
        for turned in (x, x + 20j, (x + 9j)[0, 1], x[:, :1] - 9j):  # angles of several turns
            torch.testing.assert_close(turned.to("tpu").logcumsumexp(-1).cpu(),
                                       turned.logcumsumexp(-1))
        inf, nan = float("inf"), float("nan")
        parts = torch.tensor([1, -inf, inf, nan, 9, 0])
        z = torch.complex(*torch.meshgrid(parts, torch.tensor([0, 1, -2, nan]), indexing="ij"))
        for other in (x[0, 0], torch.tensor(3.0), z.flip(0), z.real):
            torch.testing.assert_close(torch.logaddexp(z.to("tpu"), other.to("tpu")).cpu(),
                                       torch.logaddexp(z, other), equal_nan=True)

    def test_gradients_are_conjugates(self):
        def gradient(function, x):
            x = x.detach().requires_grad_()
            y = function(x)
            (2 * y.real + y.imag).sum().backward()
            return x.grad
        x = torch.tensor([1 + 2j, 0.5 - 1j, -0.25 + 0.75j])
        for function in (torch.tanh, torch.sigmoid, lambda x: x - torch.tanh(x),
                         lambda x: torch.logaddexp(x, x.flip(0))):
            torch.testing.assert_close(gradient(function, x.to("tpu")).cpu(),
                                       gradient(function, x))

    def test_gradients_have_the_sizes_of_results(self):
        for name, backward in GRADIENTS.items():
            for sizes in ((4, 5), (5, 6), (7,), (2, 5, 7, 7), (2, 4, 6)):
                with self.subTest(name, sizes=sizes):
                    self.assertRaises(RuntimeError, backward, ones(*sizes))
                    torch.tpu.synchronize()

    def test_rows_of_a_size(self):
        x = torch.tensor([[1 + 2j, 0.5 - 1j], [0.125 + 0.25j, 0.125j]])
        torch.testing.assert_close(x.to("tpu").renorm(2, 0, 0.5).cpu(), x.renorm(2, 0, 0.5))

    def test_sums_of_two_exponentials(self):
        x = torch.tensor([1 + 2j, 300 - 1j, 2j])
        for y in (x.flip(0), x.real, torch.tensor(-torch.inf)):
            torch.testing.assert_close(torch.logaddexp(x.to("tpu"), y.to("tpu")).cpu(),
                                       torch.logaddexp(x, y))

    def test_variance_is_that_of_both_parts(self):
        x = torch.tensor([[1 + 2j, 3 - 1j, 2j], [0, 1, 1j]])
        for function in (lambda x: x.var(), lambda x: x.std(1), lambda x: torch.var_mean(x),
                         lambda x: torch.var(x, 1, keepdim=True, correction=0)):
            torch.testing.assert_close(function(x.to("tpu")), function(x), check_device=False)


if __name__ == "__main__":
    unittest.main()
