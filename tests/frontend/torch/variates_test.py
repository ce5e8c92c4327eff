"""Random variates whose parameters are arrays follow their distributions: mean, variance and
quantiles are the CPU's, and theory's, within what so many of them may differ by.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import math
import os
import unittest

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import

COUNT = 20000


class VariatesTest(unittest.TestCase):

    def setUp(self):
        torch.manual_seed(7)

    def follows(self, draw, mean, variance, dtypes=(torch.float32, torch.float64)):
        """`draw(dtype, device)` gives COUNT variates of this mean and variance."""
        for dtype in dtypes:
            got = draw(dtype, "tpu").cpu().double()
            of_cpu = draw(dtype, "cpu").double()
            self.assertEqual(got.shape, (COUNT,))
            error = math.sqrt(variance / COUNT)
            self.assertLessEqual(abs(got.mean() - mean), 5 * error)
            fourth = ((of_cpu - mean) ** 4).mean() - variance**2
            self.assertLessEqual(abs(got.var() - variance),
                                 6 * (fourth / COUNT).sqrt() + 10 * variance / COUNT)
            # Kolmogorov and Smirnov's distance of two samples.
            places = torch.cat([got, of_cpu]).unique()
            def share(x, places=places):
                return torch.searchsorted(x.sort().values, places, right=True) / COUNT
            self.assertLess((share(got) - share(of_cpu)).abs().max(), 2.0 * (2 / COUNT)**0.5)

    def test_gamma(self):
        for shape in (0.05, 0.5, 1.0, 1.5, 7.0, 300.0, 1e6):
            self.follows(lambda dtype, device, shape=shape: torch._standard_gamma(
                torch.full((COUNT,), shape, dtype=dtype, device=device)), shape, shape)

    def test_poisson(self):
        for rate in (0.0, 0.3, 4.0, 9.99, 10.0, 37.5, 1000.0):
            self.follows(lambda dtype, device, rate=rate: torch.poisson(
                torch.full((COUNT,), rate, dtype=dtype, device=device)), rate, rate)

    def test_binomial(self):
        for count, p in ((1, 0.5), (5, 0.1), (30, 0.9), (40, 0.5), (1000, 0.3), (100000, 0.97),
                         (12, 0.0), (12, 1.0), (0, 0.4)):
            self.follows(lambda dtype, device, count=count, p=p: torch.binomial(
                torch.full((COUNT,), float(count), dtype=dtype, device=device),
                torch.full((COUNT,), p, dtype=dtype, device=device)),
                         count * p, count * p * (1 - p))

    def test_dirichlet(self):
        alpha = torch.tensor([0.2, 1.0, 3.0, 0.8])
        for dtype in (torch.float32, torch.float64, torch.bfloat16):
            got = torch._sample_dirichlet(alpha.to(dtype).expand(COUNT, 4).to("tpu"))
            self.assertEqual(got.dtype, dtype)
            got = got.cpu().double()
            self.assertLess((got.sum(-1) - 1).abs().max(), 2e-2 if dtype == torch.bfloat16
                            else 1e-5)
            mean = alpha.double() / 5
            error = (mean * (1 - mean) / 6 / COUNT).sqrt()
            self.assertTrue(((got.mean(0) - mean).abs() < 5 * error + 1e-3).all())
        # Of shapes so small that variates of gamma vanish.
        tiny = torch._sample_dirichlet(torch.full((100, 3), 1e-4, device="tpu"))
        self.assertTrue(((tiny.sum(-1) - 1).abs() < 1e-5).all())

    def test_distributions_draw(self):
        from torch import distributions as d  # pylint: disable=import-outside-toplevel
        a, b = torch.tensor([0.5, 2.0, 3.0]).to("tpu"), torch.tensor([1.0, 2.0, 0.7]).to("tpu")
        for drawn in (d.Gamma(a, b), d.Beta(a, b), d.Dirichlet(a), d.StudentT(a), d.Chi2(a),
                      d.FisherSnedecor(a, b), d.Poisson(a), d.Binomial(5, b / 4),
                      d.NegativeBinomial(5, b / 4), d.InverseGamma(a, b)):
            sample = drawn.sample((4, 2))
            self.assertEqual((sample.device.type, tuple(sample.shape)), ("tpu", (4, 2, 3)))
            self.assertTrue(sample.isfinite().all())

    def test_they_follow_the_seed_whatever_the_mode(self):
        def draw():
            torch.manual_seed(3)
            rate = torch.tensor([0.5, 3.0, 20.0, 400.0]).repeat(9).view(4, 9).to("tpu")
            return [torch.poisson(rate).cpu(), torch._standard_gamma(rate).cpu(),
                    torch.poisson(rate.t()).cpu()]
        expected = draw()
        for mode in ("fused", "debug", "strict"):
            with torch.tpu.eager_mode(mode):
                for got, wanted in zip(draw(), expected):
                    self.assertTrue(torch.equal(got, wanted))
        self.assertFalse(torch.equal(expected[0].t(), expected[2]))

    def test_bad_parameters(self):
        with self.assertRaisesRegex(RuntimeError, "invalid Poisson rate"):
            torch.poisson(torch.tensor([1.0, -1.0], device="tpu")).cpu()
        for function in (torch.poisson, torch._standard_gamma, torch._sample_dirichlet):
            with self.assertRaisesRegex(NotImplementedError, "not implemented for 'Long'"):
                function(torch.ones(2, dtype=torch.int64, device="tpu"))
            self.assertEqual(function(torch.ones(0, 3, device="tpu")).shape, (0, 3))
        odd = torch.tensor([float("nan"), float("inf"), -1.0], device="tpu")
        self.assertTrue(torch._standard_gamma(odd).isnan().all())
        self.assertTrue(torch.binomial(odd[:1], odd[:1]).isnan().all())


if __name__ == "__main__":
    unittest.main()
