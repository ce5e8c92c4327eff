"""Special functions on `tpu`: their values, and what they are at the ends.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import os
import unittest

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import mpmath  # pylint: disable=wrong-import-position
import torch  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import

ENDS = torch.tensor([0.0, -0.0, torch.inf, -torch.inf, torch.nan, 1.0, -1.0])
BESSEL = ("airy_ai", "bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1", "modified_bessel_i0",
          "modified_bessel_i1", "modified_bessel_k0", "modified_bessel_k1",
          "scaled_modified_bessel_k0", "scaled_modified_bessel_k1", "spherical_bessel_j0")
CHEBYSHEV = [f"{shifted}chebyshev_polynomial_{kind}"
             for shifted in ("", "shifted_") for kind in "tuvw"]
POLYNOMIALS = CHEBYSHEV + ["hermite_polynomial_h", "hermite_polynomial_he",
                           "laguerre_polynomial_l", "legendre_polynomial_p"]


def of_special(name):
    return getattr(torch.special, name)


class SpecialFunctionsTest(unittest.TestCase):

    def check(self, function, *arguments, rtol=1e-12, atol=1e-12):
        found = function(*(x.to("tpu") for x in arguments)).cpu()
        torch.testing.assert_close(found, function(*arguments), rtol=rtol, atol=atol,
                                   equal_nan=True)

    def test_bessel_functions(self):
        x = torch.cat([torch.linspace(-30, 30, 1201, dtype=torch.float64),
                       torch.logspace(-300, 2, 200, dtype=torch.float64), ENDS.double()])
        for name in BESSEL:
            with self.subTest(name=name):
                # CPU's J, Y and Ai of doubles are up to 1e-6 from the truth.
                self.check(of_special(name), x, rtol=1e-4, atol=2e-6)
                # On CPU subnormal numbers of 32 bits are lost.
                self.check(of_special(name), x[x.abs() > 1e-30].float(), rtol=1e-4, atol=1e-5)
                self.check(of_special(name), torch.arange(4), rtol=1e-6)

    def test_bessel_functions_are_what_they_are(self):
        x = torch.tensor([1e-9, 0.3, 1.9, 2, 2.1, 5.05, 7.99, 8.01, 20, 100, 12345.678],
                         dtype=torch.float64)
        for name, function in (("bessel_j", mpmath.besselj), ("bessel_y", mpmath.bessely),
                               ("modified_bessel_k", mpmath.besselk)):
            for order in (0, 1):
                with self.subTest(name=name, order=order):
                    self.check_truth(f"{name}{order}", x,
                                     lambda v, f=function, n=order: f(n, v))
        self.check_truth("airy_ai", torch.cat([x[:-2], -x[:-1]]), mpmath.airyai)
        self.check_truth("airy_ai", torch.tensor([-3.9, -4.1, 2.01], dtype=torch.float64),
                         mpmath.airyai)

    def check_truth(self, name, x, function):
        found = of_special(name)(x.to("tpu")).cpu()
        truth = torch.tensor([float(function(mpmath.mpf(v.item()))) for v in x],
                             dtype=torch.float64)
        torch.testing.assert_close(found, truth, rtol=1e-13, atol=1e-15)

    def test_polynomials(self):
        x = torch.cat([torch.linspace(-1.5, 1.5, 61, dtype=torch.float64), ENDS.double()])
        n = torch.tensor([-3, 0, 1, 2, 3, 5, 7, 9, 10, 20, 2.7, torch.nan, torch.inf, 1e30],
                         dtype=torch.float64)
        for name in POLYNOMIALS:
            with self.subTest(name=name):
                self.check(of_special(name), x[:, None], n, rtol=1e-9, atol=1e-9)
                self.check(of_special(name), x[:, None].float(), n[:10].float(), rtol=1e-3,
                           atol=1e-3)
        for name in ("hermite_polynomial_h", "hermite_polynomial_he"):
            self.check(of_special(name), x[:, None].float(), torch.tensor([128.0, 129.0]))
        y = of_special("chebyshev_polynomial_t")(torch.tensor([0.5], device="tpu"), 4)
        torch.testing.assert_close(y.cpu(), torch.tensor([-0.5]))

    def test_terms_of_hermite_polynomials_cancel(self):
        x = torch.linspace(-9, 9, 20001)
        for name in ("hermite_polynomial_h", "hermite_polynomial_he"):
            for order in (3, 5, 12):
                with self.subTest(name=name, order=order):
                    function = of_special(name)
                    n = torch.tensor(order, dtype=torch.float64)
                    truth = function(x.double(), n)

                    def far(found):
                        return ((found.double() - truth) / truth).abs().nanmean().item()
                    found = function(x.to("tpu"), n.float().to("tpu")).cpu()
                    self.assertLessEqual(far(found), 1.1 * far(function(x, n.float())))

    def test_large_orders_end(self):
        x = torch.tensor([0.25, 1.0, -1.0], dtype=torch.float64)
        for name in CHEBYSHEV[:4]:
            with self.subTest(name=name):
                self.check(of_special(name), x, torch.tensor(1e6 + 1, dtype=torch.float64),
                           rtol=1e-8, atol=1e-8)

    def test_incomplete_gamma(self):
        a = torch.cat([torch.logspace(-3, 6, 37, dtype=torch.float64),
                       torch.tensor([0, 20, 200, 201, torch.inf, -1, torch.nan])])
        x = torch.cat([torch.logspace(-6, 6, 49, dtype=torch.float64),
                       torch.tensor([0, 1, 1.1, torch.inf, -1, torch.nan])])
        near = a[:, None] * torch.linspace(0.6, 1.4, 33, dtype=torch.float64)
        for function in (torch.special.gammainc, torch.special.gammaincc):
            with self.subTest(function=function.__name__):
                # Where a and x are near to each other, CPU's are 1e-9 from the truth.
                self.check(function, a[:, None], x, rtol=1e-8)
                self.check(function, a[:, None], near, rtol=1e-8)
                self.check(function, a[:, None].float(), x.float(), rtol=1e-3, atol=1e-5)
        for a, x in ((0.001, 0.5), (3, 40), (31.6, 31), (150, 150), (250, 240), (1e4, 1.01e4),
                     (1e6, 1e6)):
            found = torch.igammac(torch.tensor([a], dtype=torch.float64, device="tpu"),
                                  torch.tensor([x], dtype=torch.float64, device="tpu")).item()
            truth = float(mpmath.gammainc(a, x, mpmath.inf, regularized=True))
            self.assertAlmostEqual(found / truth, 1, delta=1e-13)
        y = torch.tensor([0.5, 2.0], device="tpu", requires_grad=True)
        torch.igamma(torch.tensor([1.0, 1.0], device="tpu"), y).sum().backward()
        torch.testing.assert_close(y.grad.cpu(), torch.exp(-y.detach().cpu()))

    def test_zeta_is_none_below_1(self):
        x, q = torch.meshgrid(*[torch.arange(-5.0, 6)] * 2, indexing="ij")
        self.check(torch.special.zeta, x.double(), q.double())
        self.check(torch.special.zeta, x.long(), q.long(), rtol=1e-5, atol=1e-6)

    def test_polygamma_has_poles(self):
        x = torch.tensor([0.0, -0.0, -1.0, -2.0, -7.0, -0.5, -1.5, 3.0, -torch.inf])
        for order in (2, 3, 4, 5):
            for dtype in (torch.float64, torch.float32, torch.bfloat16):
                with self.subTest(order=order, dtype=dtype):
                    self.check(lambda x, n=order: torch.polygamma(n, x), x.to(dtype),
                               rtol=1e-2 if dtype == torch.bfloat16 else 1e-5)
            self.check(lambda x, n=order: torch.polygamma(n, x), x[:8].to(torch.int8), rtol=1e-5)

    def test_types_that_cpu_has_not(self):
        for name in BESSEL[:5] + BESSEL[7:]:
            for kind in (torch.float16, torch.bfloat16, torch.complex64):
                with self.subTest(name=name, kind=kind), self.assertRaises(NotImplementedError):
                    of_special(name)(torch.ones(2, dtype=kind, device="tpu"))

    def test_multivariate_gamma(self):
        x = torch.tensor([3.5, 4.25], dtype=torch.float64)
        out = torch.empty(0, dtype=torch.float64, device="tpu")
        torch.mvlgamma(x.to("tpu"), 3, out=out)
        torch.testing.assert_close(out.cpu(), torch.mvlgamma(x, 3))


if __name__ == "__main__":
    unittest.main()
