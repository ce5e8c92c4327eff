"""Decompositions of matrices, systems of equations, Fourier transforms and products of
numbers of few bits, of shapes that PyTorch's list of operations leaves out."""

import itertools
import os
import unittest

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import


def made(function, *tensors):
    """On CPU and on the device: results, and the gradients of all operands."""
    both = []
    for device in ("cpu", "tpu"):
        mine = [x.detach().to(device).clone().requires_grad_() for x in tensors]
        results = function(*mine)
        results = results if isinstance(results, tuple) else (results,)
        total = sum(torch.view_as_real(r.resolve_conj()).square().sum() if r.is_complex()
                    else r.square().sum() for r in results)
        gradients = torch.autograd.grad(total, mine) if total.requires_grad else ()
        both.append([x.detach().cpu() for x in (*results, *gradients)])
    return both


class MatricesTest(unittest.TestCase):

    def check(self, function, *tensors):
        cpu, tpu = made(function, *tensors)
        torch.testing.assert_close(tpu, cpu, rtol=1e-9, atol=1e-9)

    def setUp(self):
        torch.manual_seed(2)

    def test_matrices_of_all_sizes_are_solved_and_decomposed(self):
        for batch in ((), (3,), (2, 0), (2, 1)):
            for n in (0, 1, 2, 17, 40):
                a = torch.randn(*batch, n, n, dtype=torch.float64)
                b = torch.randn(*batch, n, 3, dtype=torch.float64)
                one = torch.eye(n, dtype=torch.float64)
                with self.subTest(batch=batch, n=n):
                    self.check(torch.linalg.solve, a, b)
                    self.check(lambda a, b: torch.linalg.solve(a.mT, b.mT, left=False), a.mT, b)
                    self.check(torch.linalg.inv, a)
                    self.check(torch.linalg.slogdet, a)
                    self.check(torch.linalg.det, a.mT)
                    self.check(lambda a: torch.linalg.cholesky(a @ a.mT + one.to(a.device)), a)
                    self.check(lambda a: torch.linalg.eigvalsh(a + a.mT), a)
                    self.check(torch.linalg.svdvals, a)
                    self.check(lambda a: torch.linalg.qr(a)[1].abs(), a + 2 * one)
                    self.check(torch.linalg.matrix_exp, a / (n + 1))

    def test_matrices_that_are_not_definite_are_factored_and_solved(self):
        for dtype, hermitian in itertools.product(
                (torch.float64, torch.complex128), (False, True)):
            for sizes in ((0, 0), (2, 2), (5, 5), (3, 40, 40), (2, 0, 3, 3)):
                a = torch.randn(sizes, dtype=dtype)
                a = a + (a.mH if hermitian else a.mT)
                a = a - torch.diag_embed(a.diagonal(dim1=-2, dim2=-1))  # for pairs of pivots
                b = torch.randn(2, 1, *sizes[:-1], 3, dtype=dtype)
                with self.subTest(dtype=dtype, hermitian=hermitian, sizes=sizes):
                    wanted = torch.linalg.ldl_factor_ex(a, hermitian=hermitian)
                    found = torch.linalg.ldl_factor_ex(a.to("tpu"), hermitian=hermitian)
                    for mine, theirs in zip(found, wanted):
                        self.assertEqual(mine.stride(), theirs.stride())
                        torch.testing.assert_close(mine.cpu(), theirs)
                    x = torch.linalg.ldl_solve(*found[:2], b.to("tpu"), hermitian=hermitian)
                    torch.testing.assert_close((a.to("tpu") @ x).cpu(), b.expand(x.shape))

    def test_senseless_pivots_touch_nothing_outside(self):
        a, b = torch.eye(4, device="tpu"), torch.ones(4, 2, device="tpu")
        for pivots in ([9, 9, 9, 9], [-1, 1, -1, -9], [0, -2 ** 31, 2 ** 31 - 1, -1],
                       [1, 2, 3, -4]):
            given = torch.tensor(pivots, dtype=torch.int32, device="tpu")
            self.assertEqual(torch.linalg.ldl_solve(a, given, b).shape, (4, 2))
        nan = torch.full((70, 70), float("nan"), device="tpu")
        _, pivots, _ = torch.linalg.ldl_factor_ex(nan)
        self.assertLessEqual(pivots.abs().max().item(), 70)

    def test_right_sides_are_broadcast(self):
        a = torch.randn(4, 1, 3, 3, dtype=torch.float64)
        b = torch.randn(2, 3, 5, dtype=torch.float64)
        self.check(torch.linalg.solve, a, b)
        self.check(lambda a, b: torch.linalg.solve_triangular(a, b, upper=True), a, b)
        self.check(lambda a, b: torch.cholesky_solve(b, a.tril()), a, b)
        self.check(torch.linalg.solve, a[:, 0], b[0, :, 0].expand(4, 3))

    def test_strided_and_conjugated_ones_are_read_as_they_are(self):
        z = torch.randn(9, 9, dtype=torch.complex128)
        part = lambda z: z[::2, ::2]
        self.check(lambda z: torch.linalg.inv(part(z).mH), z)
        self.check(lambda z: torch.linalg.solve(part(z), part(z).conj()), z)
        self.check(lambda z: torch.fft.fft2(part(z).conj().T, norm="ortho"), z)

    def test_a_product_with_reflectors_takes_wide_and_tall_factors(self):
        for rows, columns in ((2, 5), (5, 2), (4, 4), (1, 1)):
            a = torch.randn(rows, columns, dtype=torch.float64)
            tau = torch.rand(min(rows, columns), dtype=torch.float64)
            with self.subTest(rows=rows, columns=columns):
                self.check(torch.ormqr, a, tau, torch.randn(rows, 3, dtype=torch.float64))
                self.check(lambda a, t, b: torch.ormqr(a, t, b, left=False, transpose=True),
                           a, tau, torch.randn(3, rows, dtype=torch.float64))

    def test_a_matrix_without_such_a_factor_is_pytorchs_error(self):
        with self.assertRaisesRegex(torch.linalg.LinAlgError, "singular"):
            torch.linalg.inv(torch.zeros(3, 3, device="tpu"))
        with self.assertRaisesRegex(torch.linalg.LinAlgError, "positive-definite"):
            torch.linalg.cholesky(-torch.eye(20, device="tpu"))
        with self.assertRaisesRegex(RuntimeError, "square"):
            torch.linalg.eigh(torch.zeros(3, 2, device="tpu"))

    FUNCTIONS = {
        "cholesky": torch.cholesky, "linalg.cholesky": torch.linalg.cholesky,
        "cholesky_inverse": torch.cholesky_inverse,
        "cholesky_solve": lambda a: torch.cholesky_solve(a, a),
        "geqrf": torch.geqrf, "qr": torch.linalg.qr, "eigh": torch.linalg.eigh,
        "eig": torch.linalg.eig, "svd": torch.linalg.svd, "lu": torch.linalg.lu,
        "lu_factor": torch.linalg.lu_factor, "inv": torch.linalg.inv, "det": torch.linalg.det,
        "householder_product": lambda a: torch.linalg.householder_product(a, a[0] if len(a) else
                                                                          a.reshape(0)),
        "ormqr": lambda a: torch.ormqr(a, a[0] if len(a) else a.reshape(0), a),
        "lu_solve": lambda a: torch.linalg.lu_solve(a, a.new_ones(len(a), dtype=torch.int32), a),
        "solve": lambda a: torch.linalg.solve(a, a), "slogdet": torch.linalg.slogdet,
        "solve_triangular": lambda a: torch.linalg.solve_triangular(a, a, upper=True),
        "triangular_solve": lambda a: torch.triangular_solve(a, a),
        "lstsq": lambda a: torch.linalg.lstsq(a, a),
    }

    def test_types_that_have_no_decompositions(self):
        def refusal(function, x):
            try:
                function(x)
            except Exception as error:  # pylint: disable=broad-except
                return type(error)
            return None

        for dtype in (torch.float16, torch.bfloat16, torch.int64, torch.bool):
            for n in (0, 3):
                x = torch.eye(n).to(dtype)
                for name, function in self.FUNCTIONS.items():
                    with self.subTest(name=name, dtype=dtype, n=n):
                        self.assertIs(refusal(function, x.to("tpu")), refusal(function, x))

    def test_results_lie_by_columns_where_those_of_cpu_do(self):
        square = torch.eye(4).expand(2, 4, 4) + 0.1
        tall, tau = torch.rand(2, 4, 3), torch.rand(2, 3)
        functions = dict(
            self.FUNCTIONS,
            householder_product=lambda a: torch.linalg.householder_product(
                tall.to(a.device), tau.to(a.device)),
            ormqr=lambda a: torch.ormqr(tall.to(a.device), tau.to(a.device), a),
            lu_solve=lambda a: torch.linalg.lu_solve(*torch.linalg.lu_factor(a), a),
            lu_solve_right=lambda a: torch.linalg.lu_solve(*torch.linalg.lu_factor(a), a,
                                                           left=False),
            solve_right=lambda a: torch.linalg.solve(a, a, left=False),
            triangle_right=lambda a: torch.linalg.solve_triangular(a, a, upper=True, left=False))
        outs = dict(
            cholesky=torch.cholesky, inverse=torch.cholesky_inverse, inv=torch.linalg.inv,
            linalg_cholesky=torch.linalg.cholesky,
            solve=lambda a, out: torch.linalg.solve(a, a, out=out),
            cholesky_solve=lambda a, out: torch.cholesky_solve(a, a, out=out),
            ormqr=lambda a, out: torch.ormqr(tall.to(a.device), tau.to(a.device), a, out=out))
        for name, function in outs.items():
            functions[name + ", out="] = lambda a, f=function: f(a, out=a.new_empty(0))
        for name in ("cholesky", "inverse"):
            functions[name + ", out= of f64"] = lambda a, f=outs[name]: f(
                a, out=a.new_empty(0, dtype=torch.float64))
        functions["geqrf, out= of f64"] = lambda a: torch.geqrf(
            a, out=(a.new_empty(0).double(), a.new_empty(0).double()))
        for name, function in functions.items():
            with self.subTest(name=name):
                found, wanted = function(square.to("tpu")), function(square)
                if isinstance(wanted, torch.Tensor):
                    found, wanted = (found,), (wanted,)
                for mine, theirs in zip(found, wanted):
                    self.assertEqual((mine.dtype, mine.shape, mine.stride()),
                                     (theirs.dtype, theirs.shape, theirs.stride()))

    def test_transforms_of_all_lengths_are_those_of_cpu(self):
        for n in (1, 2, 7, 12, 31, 64):
            x = torch.randn(3, n, 5, dtype=torch.float64)
            with self.subTest(n=n):
                self.check(lambda x: torch.fft.rfft(x, dim=1), x)
                self.check(lambda x: torch.fft.fftn(x, norm="forward"), x)
                self.check(lambda x, n=n: torch.fft.irfft(x.to(torch.complex128), n, 1), x)
                self.check(lambda x: torch.fft.ifft(x[..., 1::2], dim=-1), x)

    def test_least_squares(self):
        for batch in ((), (3,), (2, 1)):
            for rows, columns in ((5, 3), (3, 5), (4, 4), (0, 2)):
                a = torch.randn(*batch, rows, columns, dtype=torch.float64)
                b = torch.randn(*batch, rows, 2, dtype=torch.float64)
                for driver in (None, "gels", "gelsd", "gelss", "gelsy"):
                    with self.subTest(batch=batch, shape=(rows, columns), driver=driver):
                        found = torch.linalg.lstsq(a.to("tpu"), b.to("tpu"), driver=driver)
                        wanted = torch.linalg.lstsq(a, b, driver=driver)
                        for mine, theirs in zip(found, wanted):
                            torch.testing.assert_close(mine.cpu(), theirs, rtol=1e-9, atol=1e-9)
        a, b = torch.randn(4, 3, dtype=torch.complex128), torch.randn(4, dtype=torch.complex128)
        self.check(lambda a, b: torch.linalg.lstsq(a, b).solution, a, b[:, None])
        flat = torch.ones(4, 3, dtype=torch.float64)
        for driver in ("gelsd", "gelsy"):
            found = torch.linalg.lstsq(flat.to("tpu"), flat[:, :1].to("tpu"), driver=driver)
            wanted = torch.linalg.lstsq(flat, flat[:, :1], driver=driver)
            torch.testing.assert_close(found.solution.cpu(), wanted.solution)
            self.assertEqual(found.rank.item(), 1)

    def test_eigenvalues_of_no_numbers(self):
        a = torch.eye(3, device="tpu")
        a[1, 1] = torch.nan
        for function in (torch.linalg.eig, torch.linalg.eigvals):
            with self.assertRaisesRegex(RuntimeError, "should not contain infs or NaNs"):
                function(a)

    def test_products_with_activations(self):
        a, b, c = (torch.randn(4, 4, dtype=torch.float64) for _ in range(3))
        for use_gelu in (False, True):
            found = torch._addmm_activation(a.to("tpu"), b.to("tpu"), c.to("tpu"), beta=0.5,
                                            alpha=2, use_gelu=use_gelu)
            torch.testing.assert_close(found.cpu(), torch._addmm_activation(
                a, b, c, beta=0.5, alpha=2, use_gelu=use_gelu))

    def test_products_of_8_bits_with_scales(self):
        a = torch.randn(6, 16).to(torch.float8_e4m3fn)
        b = torch.randn(5, 16).to(torch.float8_e5m2).t()
        one, rows, columns = torch.tensor([1.5]), torch.rand(6, 1), torch.rand(1, 5)
        kind, plain = torch.nn.functional.ScalingType, [torch.nn.functional.SwizzleType.NO_SWIZZLE]
        v2 = lambda a, b, s, k, t, l, **more: torch._scaled_mm_v2(
            a, b, [s], [k], plain, [t], [l], plain, None, torch.bfloat16, **more)
        cases = {
            "own type": lambda a, b, *_: torch._scaled_mm(a, b, *_[:2]),
            "rows": lambda a, b, s, t, r, c, bias: torch._scaled_mm(
                a, b, r, c, bias=bias, out_dtype=torch.float32),
            "bf16": lambda a, b, s, t, *_: torch._scaled_mm(a, b, s, t, out_dtype=torch.bfloat16),
            "out=": lambda a, b, s, t, *_: torch._scaled_mm(
                a, b, s, t, out=torch.empty(0, device=s.device)),
            "v2": lambda a, b, s, t, *_: v2(a, b, s, kind.TensorWise, t, kind.TensorWise),
            "v2, rows": lambda a, b, s, t, r, c, _: v2(a, b, r, kind.RowWise, c, kind.RowWise),
            "no rows": lambda a, b, s, t, *_: torch._scaled_mm(a[:0], b, s, t),
            "f64 scale": lambda a, b, s, t, *_: torch._scaled_mm(a, b, s.double(), t),
            "one of two": lambda a, b, s, t, r, *_: torch._scaled_mm(a, b, r, t),
            "f32": lambda a, b, s, t, *_: torch._scaled_mm(a.float(), b, s, t),
            "bias": lambda a, b, s, t, r, c, bias: torch._scaled_mm(a, b, s, t, bias=bias[1:]),
            "shapes": lambda a, b, s, t, *_: torch._scaled_mm(a, b[1:], s, t),
            "v2, kinds": lambda a, b, s, t, r, c, _: v2(a, b, r, kind.RowWise, t, kind.TensorWise),
            "v2, numbers": lambda a, b, s, t, r, c, _: v2(a, b, r, kind.TensorWise, c,
                                                          kind.TensorWise),
        }
        tensors = (a, b, one, 2 * one, rows, columns, torch.rand(5))
        for name, function in cases.items():
            with self.subTest(name=name):
                self.check_as_cpu(function, tensors, rtol=1e-5, atol=1e-5)

    def check_as_cpu(self, function, tensors, **tolerance):
        try:
            wanted = function(*tensors)
        except Exception as error:  # pylint: disable=broad-except
            with self.assertRaises(type(error)):
                function(*(x.to("tpu") for x in tensors))
            return
        found = function(*(x.to("tpu") for x in tensors))
        self.assertEqual((found.dtype, found.stride()), (wanted.dtype, wanted.stride()))
        torch.testing.assert_close(found.cpu().float(), wanted.float(), **tolerance)

    def test_products_with_weights_of_8_and_4_bits(self):
        a, weight = torch.randn(6, 64), torch.randint(-128, 128, (8, 64), dtype=torch.int8)
        for dtype in (torch.float32, torch.bfloat16, torch.float16, torch.float64):
            with self.subTest(dtype=dtype):
                self.check_as_cpu(torch._weight_int8pack_mm,
                                  (a.to(dtype), weight, torch.rand(8).to(dtype)),
                                  rtol=1e-2 if dtype.itemsize == 2 else 1e-5, atol=1e-3)
        self.check_as_cpu(torch._weight_int8pack_mm, (a, weight, torch.rand(7)))
        self.check_as_cpu(torch._weight_int8pack_mm, (a[:, 1:], weight, torch.rand(8)))

        numbers = torch.randint(0, 16, (8, 64), dtype=torch.int32)
        packed = (numbers[:, ::2] << 4 | numbers[:, 1::2]).to(torch.uint8).to("tpu")
        scales = torch.rand(2, 8, 2).bfloat16()
        scale, zero = scales.float().transpose(0, 1).repeat_interleave(32, 1).unbind(-1)
        wanted = a.bfloat16().float() @ ((numbers - 8) * scale + zero).bfloat16().float().t()
        for tiles in (2, 4):
            weight = torch._convert_weight_to_int4pack(packed, tiles)
            self.assertEqual(weight.shape, (1, 64 // (16 * tiles), 32, tiles // 2))
            found = torch._weight_int4pack_mm(a.bfloat16().to("tpu"), weight, 32,
                                              scales.to("tpu"))
            torch.testing.assert_close(found.cpu(), wanted.bfloat16())

    def test_routines_of_libraries_are_counted(self):
        x = torch.randn(40, 40, device="tpu")
        torch.tpu.synchronize()
        torch.tpu.reset_counters()
        torch.linalg.eigvalsh(x + x.t())
        torch.fft.fft(x)
        torch.tpu.synchronize()
        self.assertEqual(torch.tpu.counters()["library_calls"], 2)
        self.assertEqual(torch.tpu.counters()["fallbacks"], {})


class FakeQuantizationTest(unittest.TestCase):
    """Numbers as they are after a quantization and back."""

    def check(self, function, *tensors):
        both = []
        for device in ("cpu", "tpu"):
            mine = [x.to(device) for x in tensors]
            mine[0] = mine[0].detach().requires_grad_(mine[0].is_floating_point())
            before = mine[0].detach().clone()
            try:
                out = function(*mine)
                gradient, = torch.autograd.grad(out, mine[0], torch.ones_like(out))
            except Exception as error:  # pylint: disable=broad-except
                both.append((type(error), str(error) if isinstance(error, RuntimeError) and not
                             isinstance(error, NotImplementedError) else ""))
                continue
            self.assertTrue(torch.equal(mine[0], before))
            both.append((out.dtype, out.stride(), out.cpu(), gradient.cpu()))
        self.assertEqual(both[1][:2], both[0][:2])
        torch.testing.assert_close(both[1][2:], both[0][2:])

    def test_of_tensors_and_channels(self):
        x = torch.tensor([[-100, -1.26, -0.04, 0, 0.04], [0.16, 0.25, 1.2, 30, 100]])
        whole, scale = torch.tensor([3, 1], dtype=torch.int32), torch.tensor([0.1, 0.3])
        one, by_channel = (torch.fake_quantize_per_tensor_affine,
                           torch.fake_quantize_per_channel_affine)
        for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64):
            for y in (x.to(dtype), x.to(dtype).t(), torch.empty(2, 0, dtype=dtype)):
                axis = 0 if y.shape[0] == 2 else 1
                with self.subTest(dtype=dtype, shape=y.shape):
                    self.check(lambda x: one(x, 0.1, 3, 0, 255), y)
                    self.check(lambda x, s, z: one(x, s, z, -8, 7), y, scale[:1], whole[:1])
                    self.check(lambda x, s, z, d=axis: by_channel(x, s, z, d, 0, 15), y, scale,
                               whole)
                    self.check(lambda x, s, z, d=axis: by_channel(x, s, z, d, 0, 15), y, scale,
                               whole + 0.3)

    OBSERVED = {  # a range, whether of each channel, whether symmetric, levels
        "a tensor": ([-3., 5.], False, False, (0, 255)),
        "a tensor, symmetric": ([-3., 5.], False, True, (-128, 127)),
        "nothing below 0": ([1., 5.], False, True, (-128, 127)),
        "tiny numbers": ([-1e-6, 3e-6], False, False, (-8, 7)),
        "zeros": ([0., 0.], False, False, (0, 255)),
        "channels": ([-3., 5.], True, False, (0, 127)),
        "channels, symmetric": ([-3., 5.], True, True, (-127, 127)),
    }

    def test_ranges_are_observed_while_numbers_are_quantized(self):
        for name, ((low, high), by_channel, symmetric, levels) in self.OBSERVED.items():
            x = torch.rand(3, 4, 2) * (high - low) + low
            count = 3 if by_channel else 1

            def run(x, observes, quantizes, count=count, by_channel=by_channel,
                    symmetric=symmetric, levels=levels):
                zero = torch.zeros(count, dtype=torch.int32, device=x.device)
                state = [torch.full((count,), e, device=x.device)
                         for e in (float("inf"), -float("inf"), 1.0)] + [zero]
                for i in range(1, 4):
                    out = torch.fused_moving_avg_obs_fake_quant(
                        x * i, observes, quantizes, *state, 0.1, *levels, 0, by_channel,
                        symmetric)
                return torch.cat([out.flatten(), *state])

            for observes, quantizes in ((1, 1), (1, 0), (0, 0)):
                with self.subTest(name=name, observes=observes, quantizes=quantizes):
                    self.check(run, x, torch.tensor([observes]), torch.tensor([quantizes]))

    def test_observing_waits_for_nothing(self):
        def numbers(*values):
            return torch.tensor(values, device="tpu")
        x, on = torch.rand(4, 3, device="tpu"), numbers(1)
        low, high, scale = numbers(0.0), numbers(0.0), numbers(1.0)
        torch.tpu.synchronize()
        torch.tpu.reset_counters()
        torch.fused_moving_avg_obs_fake_quant(x, on, on, low, high, scale, numbers(0).int(),
                                              0.1, 0, 255, -1)
        self.assertEqual(torch.tpu.counters()["syncs"], {})

    def test_what_has_no_meaning_is_refused(self):
        x, scale = torch.rand(2, 5), torch.tensor([0.1, 0.3])
        zero = torch.tensor([3, 20], dtype=torch.int32)
        one, by_channel = (torch.fake_quantize_per_tensor_affine,
                           torch.fake_quantize_per_channel_affine)
        self.check(lambda x: one(x, 0.1, 3, 5, 4), x)
        self.check(lambda x: one(x, 0.1, 300, 0, 255), x)
        self.check(lambda x, s, z: by_channel(x, s, z, 0, 0, 15), x, scale, zero)
        self.check(lambda x, s, z: by_channel(x, s, z, 1, 0, 255), x, scale, zero)
        self.check(lambda x, s, z: by_channel(x, s, z, 0, 0, 255), x, scale.double(), zero)


if __name__ == "__main__":
    unittest.main()
