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

    def test_variates_have_gradients(self):
        from torch import distributions as d  # pylint: disable=import-outside-toplevel
        a, b = torch.tensor([0.5, 2.0, 700.0]), torch.tensor([1.0, 900.0, 650.0])
        for make in (d.Gamma, d.Beta, lambda a, b: d.Dirichlet(a.expand(7, 3)),
                     lambda a, b: d.StudentT(a), d.FisherSnedecor):
            got = [p.clone().to("tpu").requires_grad_() for p in (a, b)]
            sample = make(*got).rsample()
            sample.sin().sum().backward()
            for place in (p for p in got if p.grad is not None):
                self.assertTrue(place.grad.isfinite().all())
                self.assertGreater(place.grad.abs().max().item(), 0)
        alpha = torch.rand(3, 50, dtype=torch.float64) * torch.tensor([[1.0], [20], [2000]])
        x = torch._standard_gamma(alpha)
        torch.testing.assert_close(
            torch._standard_gamma_grad(alpha.to("tpu"), x.to("tpu")).cpu(),
            torch._standard_gamma_grad(alpha, x), rtol=2e-3, atol=1e-9)
        concentration = alpha.reshape(50, 3).contiguous()
        x = torch._sample_dirichlet(concentration).clamp(1e-9, 1 - 1e-9)
        total = concentration.sum(-1, True).expand_as(concentration)
        torch.testing.assert_close(
            torch._dirichlet_grad(x.to("tpu"), concentration.to("tpu"), total.to("tpu")).cpu(),
            torch._dirichlet_grad(x, concentration, total), rtol=2e-2, atol=1e-9)

    def test_gradients_of_variates_are_those_of_quantiles(self):
        import mpmath as mp  # pylint: disable=import-outside-toplevel
        mp.mp.dps = 40
        def gamma(a, x):
            cdf = mp.diff(lambda s: mp.gammainc(s, 0, x, regularized=True), a)
            return float(-cdf * mp.gamma(a) * mp.exp(x) * mp.mpf(x) ** (1 - a))
        def dirichlet(x, a, total):
            b = total - a
            cdf = mp.diff(lambda s: mp.betainc(s, b, 0, x, regularized=True), a)
            return float(-cdf * mp.beta(a, b) * mp.mpf(x) ** (1 - a)
                         * mp.mpf(1 - x) ** (1 - b) / (1 - x))
        gammas = [(0.01, 1e-9), (0.5, 0.01), (0.5, 9.0), (1.0, 1.0), (3.0, 0.1), (20.0, 33.0),
                  (290.0, 260.0), (310.0, 380.0), (5000.0, 4900.0)]
        betas = [(1e-6, 0.1, 0.3), (0.3, 0.5, 1.0), (0.9999, 0.5, 1.0), (0.2, 2.0, 7.0),
                 (0.9, 2.0, 7.0), (0.01, 0.4, 30.0), (0.97, 40.0, 41.0), (0.45, 300.0, 700.0),
                 (0.6, 600.0, 1100.0)]
        for function, exact, rows in ((torch._standard_gamma_grad, gamma, gammas),
                                      (torch._dirichlet_grad, dirichlet, betas)):
            columns = [torch.tensor(column, dtype=torch.float64) for column in zip(*rows)]
            wanted = torch.tensor([exact(*row) for row in rows], dtype=torch.float64)
            got = function(*(column.to("tpu") for column in columns)).cpu()
            torch.testing.assert_close(got, wanted, rtol=2e-5, atol=0)
            torch.testing.assert_close(got[:6], wanted[:6], rtol=1e-9, atol=0)
            # An element is not changed by those beside it.
            alone = function(*(column[3:4].to("tpu") for column in columns)).cpu()
            self.assertEqual(alone.tolist(), got[3:4].tolist())
            narrow = function(*(column.float().to("tpu") for column in columns)).cpu()
            torch.testing.assert_close(narrow.double(), wanted, rtol=2e-4, atol=0)

    def test_variates_at_their_ends_have_gradients(self):
        x = torch.tensor([0.0, 1.0, 1.0, 0.0])
        alpha = torch.tensor([2.0, 1.0, 0.5, 0.01])
        of = [x, alpha, alpha + 1]
        torch.testing.assert_close(torch._dirichlet_grad(*(t.to("tpu") for t in of)).cpu(),
                                   torch._dirichlet_grad(*of), rtol=1e-5, atol=0)
        self.assertEqual(torch._standard_gamma_grad(alpha.to("tpu"), x[:1].expand(4).to("tpu"))
                         .tolist(), [0] * 4)

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

    def test_operations_that_keep_their_state_need_no_compiled_graph(self):
        from torch._prims import rng_prims  # pylint: disable=import-outside-toplevel
        state, first = rng_prims.run_and_save_rng_state(torch.rand, 4, device="tpu")
        again = rng_prims.run_with_rng_state(state, torch.rand, 4, device="tpu")
        self.assertEqual(again.tolist(), first.tolist())

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
