"""out= tensors on `tpu`: what a result is does not depend on where it goes.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import os
import unittest
import warnings

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import


def both(function):
    """The function's tensor on tpu and on the CPU."""
    return function("tpu").cpu(), function("cpu")


def numbers(dtype, device):
    return torch.tensor([1.5, 2.25, -0.75], device=device).to(dtype)


class OutTest(unittest.TestCase):

    def compare(self, function):
        found, wanted = both(function)
        torch.testing.assert_close(found, wanted, rtol=0, atol=0, equal_nan=True)

    def test_a_wider_type_makes_no_difference(self):
        for operation in (torch.add, torch.mul, torch.true_divide, torch.atan2):
            with self.subTest(operation=operation.__name__):
                self.compare(lambda device, f=operation: f(
                    numbers(torch.float16, device), numbers(torch.float16, device) * 3,
                    out=torch.empty(3, dtype=torch.float64, device=device)))
        self.compare(lambda device: torch.add(
            torch.tensor(33000.0, dtype=torch.float16, device=device),
            torch.tensor(33000.0, dtype=torch.float16, device=device),
            out=torch.empty((), device=device)))

    def test_real_numbers_have_real_functions(self):
        for operation in (torch.acos, torch.acosh, torch.sqrt, torch.log, torch.angle):
            with self.subTest(operation=operation.__name__):
                found, wanted = both(lambda device, f=operation: f(
                    numbers(torch.float32, device),
                    out=torch.empty(3, dtype=torch.complex64, device=device)))
                torch.testing.assert_close(found, wanted, equal_nan=True)
        found, wanted = both(lambda device: torch.lgamma(
            numbers(torch.float32, device),
            out=torch.empty(3, dtype=torch.complex64, device=device)))
        torch.testing.assert_close(found, wanted)

    def test_logarithms_of_a_complex_zero(self):
        for operation in (torch.log, torch.log2, torch.log10):
            self.compare(lambda device, f=operation: f(
                torch.zeros(2, dtype=torch.complex64, device=device)))

    def test_parts_that_are_joined_give_out_its_shape(self):
        def joined(device, shape, dtype=torch.float32):
            x = torch.arange(48.0, device=device).view(6, 8)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return torch.cat([x, x[:2]], out=torch.ones(shape, dtype=dtype, device=device))
        for shape in ((0,), (3,), (64,), (500,), (6, 8), (2, 2), (8, 8)):
            with self.subTest(shape=shape):
                self.compare(lambda device, shape=shape: joined(device, shape))
        self.compare(lambda device: joined(device, (0,), torch.float64))
        for device in ("cpu", "tpu"):
            x = torch.ones(2, 3, device=device)
            with self.assertRaisesRegex(TypeError, "can't be cast"):
                joined(device, (0,), torch.int32)
            with self.assertRaisesRegex(RuntimeError, "Sizes of tensors must match"):
                torch.cat([x, x.t()], out=torch.empty(0, device=device))
            with self.assertRaisesRegex(RuntimeError, "single memory location"):
                torch.cat([x[:1], x[1:]], out=x)

    def test_types_that_out_may_not_have(self):
        x, whole = torch.ones(2, 3, device="tpu"), torch.empty(3, dtype=torch.long, device="tpu")
        for refused in (lambda: torch.floor(x[0], out=whole),
                        lambda: torch.neg(x[0], out=whole.double()),
                        lambda: torch.abs(x[0] + 0j, out=whole),
                        lambda: torch.angle(x[0], out=whole),
                        lambda: torch.isposinf(x[0], out=whole),
                        lambda: torch.amax(x, 0, out=whole),
                        lambda: torch.mean(x, 0, out=whole),
                        lambda: torch.mean(x.long(), 0, out=x[0]),
                        lambda: torch.any(x, 0, out=whole),
                        lambda: torch.all(x, 0, out=x[0]),
                        lambda: torch.argmax(x, 0, out=x[0].clone())):
            self.assertRaises(RuntimeError, refused)
        for refused in (lambda: torch.ceil(x + 0j), lambda: torch.round(x > 0),
                        lambda: torch.sign(x + 0j), lambda: torch._foreach_frac([x.int()])):
            self.assertRaises(NotImplementedError, refused)

    def test_bounds_have_a_part_in_the_type(self):
        x, bounds = torch.arange(-2, 4), (1.5, torch.tensor(0.5), torch.arange(6.0))
        for clamp in (torch.clamp_min, torch.clamp_max, torch.clamp):
            for bound in bounds:
                self.compare(lambda device, clamp=clamp, bound=bound: clamp(x.to(device), (
                    bound.to(device) if torch.is_tensor(bound) else bound)))
                for wrong in (torch.int64, torch.int32):
                    with self.subTest(clamp=clamp, bound=bound), self.assertRaises(RuntimeError):
                        here = bound.to("tpu") if torch.is_tensor(bound) else bound
                        clamp(x.to("tpu"), here, out=torch.empty(6, dtype=wrong, device="tpu"))

    def test_results_that_have_types_of_their_own(self):
        x, index = torch.ones(2, 3, device="tpu"), torch.zeros(2, 3, dtype=torch.long, device="tpu")
        values, places = x.double(), index.int()
        for refused in (lambda: torch.max(x, 0, out=(values[0], index[0])),
                        lambda: torch.min(x, 0, out=(x[0].clone(), places[0])),
                        lambda: torch.sort(x, 0, out=(values, index)),
                        lambda: torch.sort(x, 0, out=(x.clone(), places)),
                        lambda: torch.topk(x, 1, out=(values, index)),
                        lambda: torch.kthvalue(x, 1, 0, out=(values[0], index[0])),
                        lambda: torch.median(x, 0, out=(values[0], index[0])),
                        lambda: torch.mode(x, 0, out=(values[0], index[0])),
                        lambda: torch.mode(x, 0, out=(x[0].clone(), places[0])),
                        lambda: torch.aminmax(x, dim=0, out=(values[0], values[1])),
                        lambda: torch.sum(x, 0, dtype=torch.float32, out=values[0]),
                        lambda: torch.gather(x, 0, index, out=values),
                        lambda: torch.index_select(x, 0, index[0], out=values),
                        lambda: torch.scatter_add(x, 0, index, x, out=values),
                        lambda: torch.index_add(x, 0, index[0, :2], x, out=values),
                        lambda: torch.linalg.vector_norm(x, out=values),
                        lambda: torch.frexp(x, out=(values, places)),
                        lambda: torch.frexp(x, out=(x.clone(), index)),
                        lambda: torch.nonzero_static(x, size=2, out=values)):
            self.assertRaisesRegex(RuntimeError, "type", refused)

    def test_results_of_other_functions_that_have_their_types(self):
        x, whole = torch.ones(3, 3, device="tpu"), torch.empty(3, 3, dtype=torch.long, device="tpu")
        y, batch = x[None], whole[None]
        for name, refused in {
                "mm": lambda: torch.mm(x, x, out=whole),
                "bmm": lambda: torch.bmm(y, y, out=batch),
                "addmm": lambda: torch.addmm(x, x, x, out=whole),
                "addmv": lambda: torch.addmv(x[0], x, x[0], out=whole[0]),
                "baddbmm": lambda: torch.baddbmm(y, y, y, out=batch),
                "addbmm": lambda: torch.addbmm(x, y, y, out=whole),
                "cross": lambda: torch.linalg.cross(x, x, out=whole),
                "addcmul": lambda: torch.addcmul(x, x, x, out=whole),
                "addcdiv": lambda: torch.addcdiv(x, x, x, out=whole),
                "lerp": lambda: torch.lerp(x, x, 0.5, out=whole),
                "where": lambda: torch.where(x > 0, x, x, out=whole),
                "clamp": lambda: torch.clamp(x, 0, out=whole),
                "softmax": lambda: torch.softmax(x, 0, out=whole),
                "std": lambda: torch.std(x, 0, out=whole[0]),
                "max": lambda: torch.max(x, out=whole[0, 0]),
                "nansum": lambda: torch.nansum(x, 0, out=whole[0]).cpu(),
                "take": lambda: torch.take(x, whole.zero_(), out=whole),
                "tril": lambda: torch.tril(x, out=whole),
                "logit": lambda: torch.logit(x, out=whole),
                "round": lambda: torch.round(x, decimals=1, out=whole),
                "conj_physical": lambda: torch.conj_physical(x, out=whole),
                "softplus": lambda: torch._C._nn.softplus(x, out=whole)}.items():
            with self.subTest(name=name), self.assertRaises(RuntimeError):
                refused()
        with self.assertRaises(TypeError):
            torch.cat([x, x], out=whole)

    def test_results_elsewhere_are_refused_though_nothing_is_written(self):
        x, elsewhere = torch.ones(2, 0, device="tpu"), torch.ones(2, 0)
        for refused in (lambda: torch.exp(x, out=elsewhere), lambda: torch.add(x, x, out=elsewhere),
                        lambda: torch.eq(x, x, out=elsewhere > 0),
                        lambda: torch.lgamma(x, out=elsewhere),
                        lambda: torch.sum(x, 0, out=elsewhere[0]),
                        lambda: torch.sort(x, 1, out=(elsewhere, elsewhere.long())),
                        lambda: torch.cat([x, x], out=elsewhere),
                        lambda: torch.fft.fft(x.t(), out=elsewhere.t() + 0j),
                        lambda: torch.masked_select(x, x > 0, out=elsewhere[0]),
                        lambda: torch.take(x, x[0].long(), out=elsewhere[0]),
                        lambda: torch.clamp(x, 0, out=elsewhere)):
            self.assertRaisesRegex(RuntimeError, "device", refused)

    def test_results_that_have_no_shape_yet(self):
        def empty(device, dtype=torch.float32):
            return torch.empty(0, dtype=dtype, device=device)
        for join in (torch.cat, torch.stack, torch.hstack, torch.vstack):
            with self.subTest(join=join.__name__):
                self.compare(lambda device, f=join: f(
                    [torch.ones(2, 3, device=device), torch.zeros(2, 3, device=device)],
                    out=empty(device)))
        self.compare(lambda device: torch.cat([torch.ones(0, device=device)], out=empty(device)))
        for find in (torch.argmax, torch.argmin):
            for keep in (False, True):
                self.compare(lambda device, f=find, keep=keep: f(
                    torch.eye(3, device=device), dim=None, keepdim=keep,
                    out=empty(device, torch.long)))
        x = torch.ones(4, device="tpu")
        with self.assertRaisesRegex(RuntimeError, "unsupported operation"):
            torch.cat([x[:2], x[2:]], out=x)
        with self.assertRaisesRegex(RuntimeError, "Sizes of tensors must match"):
            torch.cat([torch.ones(2, 3, device="tpu"), torch.ones(2, 4, device="tpu")],
                      out=empty("tpu"))

    def test_sequences_fill_what_has_as_many_elements(self):
        def filled(make):
            def run(device):
                x = torch.zeros(2, 3, device=device)
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    make(x.narrow(1, 1, 2))
                return x
            return run
        for make in (lambda out: torch.arange(4, out=out),
                     lambda out: torch.range(0, 3, out=out),
                     lambda out: torch.linspace(0, 3, 4, out=out),
                     lambda out: torch.logspace(0, 3, 4, out=out)):
            self.compare(filled(make))

    def test_sequences_of_another_length(self):
        x = torch.ones(3, device="tpu")
        with self.assertWarnsRegex(UserWarning, "The out tensor will be resized"):
            torch.arange(4, out=x)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            torch.linspace(0, 1, 5, out=x)
        self.assertEqual(x.tolist(), [0, 0.25, 0.5, 0.75, 1])

    def test_an_element_at_several_places(self):
        def several(*sizes):
            return torch.zeros(1, device="tpu").expand(*sizes)
        for refused in (lambda: torch.linspace(1, 10, 10, out=several(10)),
                        lambda: torch.arange(10, out=several(10)),
                        lambda: torch.eye(3, out=several(3, 3)),
                        lambda: several(3).normal_()):
            self.assertRaisesRegex(RuntimeError, "memory location", refused)

    def test_means_of_complex_numbers(self):
        def scattered(device):
            index = torch.tensor([0, 0, 2], device=device)
            source = numbers(torch.complex64, device) * (1 + 2j)
            return torch.ones(4, dtype=torch.complex64, device=device).scatter_reduce(
                0, index, source, "mean", include_self=False)
        torch.testing.assert_close(*both(scattered))

    def test_numbers_are_clamped_before_they_are_converted(self):
        def out(device, dtype=torch.uint8):
            return torch.empty(3, dtype=dtype, device=device)

        def some(device):
            return torch.tensor([-3, 300, 6], device=device)

        for clamped in (
                lambda device: torch.clamp(some(device), some(device) - 1, out=out(device)),
                lambda device: torch.clamp_min(some(device), some(device), out=out(device)),
                lambda device: torch.clamp_max(some(device), some(device).flip(0),
                                               out=out(device)),
                lambda device: torch.clamp_min(some(device), 0.5),
                lambda device: some(device).bool().clamp(0, 1),
                lambda device: torch.max(some(device), out=torch.empty(
                    (), dtype=torch.float64, device=device))):
            self.compare(clamped)
        x = numbers(torch.float32, "tpu")
        for refused in (lambda: torch.clamp(x, x, out=out("tpu")),
                        lambda: torch.clamp(some("tpu"), 2, 280, out=out("tpu")),
                        lambda: torch.clamp_max(some("tpu"), 2.5, out=out("tpu", torch.int64)),
                        lambda: torch.clamp_min(x, 0, out=out("tpu", torch.int64)),
                        lambda: torch.conj_physical(x, out=out("tpu", torch.float64)),
                        lambda: torch.isin(x, x, out=out("tpu")),
                        lambda: torch.masked_select(x, x > 0, out=out("tpu")),
                        lambda: torch.mv(x.expand(3, 3), x, out=out("tpu"))):
            self.assertRaises(RuntimeError, refused)

    def test_results_lie_apart_from_what_they_are_made_of(self):
        x = numbers(torch.float32, "tpu")
        index, wide = torch.tensor([2, 0, 1], device="tpu"), x[:1].expand(3)
        for refused in (lambda: torch.cross(x, x + 1, dim=0, out=x),
                        lambda: torch.take(x, index, out=x),
                        lambda: torch.gather(x, 0, index, out=x),
                        lambda: torch.masked_select(x, x > 0, out=x),
                        lambda: torch.kthvalue(x, 1, out=(x, index)),
                        lambda: torch.index_select(x, 0, index, out=wide),
                        lambda: torch.scatter(x, 0, index, x + 1, out=wide)):
            self.assertRaisesRegex(RuntimeError, "unsupported operation", refused)

    def test_refusals_come_in_order(self):
        x = torch.arange(4, device="tpu")
        with self.assertRaisesRegex(RuntimeError, "shape mismatch"):
            x[x > -1] = torch.ones(3, device="tpu")
        with self.assertRaisesRegex(RuntimeError, "dtypes match"):
            x[x > -1] = torch.ones(4, device="tpu")
        with self.assertRaisesRegex(RuntimeError, "^Integer division"):
            torch.addcdiv(x, x, x)
        with self.assertRaisesRegex(RuntimeError, "on the same device"):
            torch.nonzero(x, out=torch.empty(0, dtype=torch.long))


if __name__ == "__main__":
    unittest.main()
