"""PyTorch on the device `tpu`: what is trained, viewed and refused is as on CPU.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import os
import unittest

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import torch.nn.functional as F  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import


def both(function, *tensors):
    """The function's tensors on CPU, and, brought there, those of tpu."""
    def run(device):
        out = function(*[t.detach().clone().to(device) if isinstance(t, torch.Tensor) else t
                         for t in tensors])
        outs = out if isinstance(out, (tuple, list)) else (out,)
        return [o.detach().cpu() for o in outs]
    return run("cpu"), run("tpu")


class DeviceTest(unittest.TestCase):

    def check(self, function, *tensors, **tolerance):
        cpu, tpu = both(function, *tensors)
        for expected, got in zip(cpu, tpu, strict=True):
            torch.testing.assert_close(got, expected, **tolerance)


def mlp():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(16, 64), torch.nn.ReLU(),
                               torch.nn.Linear(64, 4))


class TrainingTest(DeviceTest):

    def train(self, device, make, loss, steps=20, scheduled=False):
        torch.manual_seed(1)
        x, y = torch.randn(32, 16), torch.randn(32, 4)
        labels = torch.randint(0, 4, (32,))
        model = mlp().to(device)
        optimizer = make(model.parameters())
        x, y, labels = x.to(device), y.to(device), labels.to(device)
        losses = []
        for step in range(steps):
            if scheduled:
                optimizer.param_groups[0]["lr"] = 1e-2 / (step + 1)
            optimizer.zero_grad()
            value = loss(model(x), y, labels)
            value.backward()
            optimizer.step()
            losses.append(value.detach())
        return ([float(v) for v in losses],
                [p.detach().cpu() for p in model.parameters()])

    def compare(self, make, loss=lambda out, y, labels: F.mse_loss(out, y)):
        cpu, tpu = self.train("cpu", make, loss), self.train("tpu", make, loss)
        torch.testing.assert_close(tpu[0], cpu[0], rtol=1e-4, atol=1e-5)
        torch.testing.assert_close(tpu[1], cpu[1], rtol=1e-3, atol=1e-4)
        self.assertLess(tpu[0][-1], tpu[0][0])

    def test_an_mlp_learns_with_sgd_as_on_cpu(self):
        self.compare(lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.9))

    def test_an_mlp_learns_with_adam_as_on_cpu(self):
        self.compare(lambda p: torch.optim.Adam(p, lr=1e-2))

    def test_an_mlp_learns_classes_with_adamw_as_on_cpu(self):
        self.compare(lambda p: torch.optim.AdamW(p, lr=1e-2),
                     lambda out, y, labels: F.cross_entropy(out, labels))

    def test_a_changing_learning_rate_compiles_nothing(self):
        def make(p):
            return torch.optim.AdamW(p, lr=1e-2)
        def loss(out, y, labels):
            return F.mse_loss(out, y)
        self.train("tpu", make, loss, steps=5)
        torch.tpu.reset_counters()
        self.train("tpu", make, loss, steps=10, scheduled=True)
        self.assertEqual(torch.tpu.counters()["compilations"], 0)


class ParameterTest(unittest.TestCase):

    def test_an_optimizer_made_before_the_move_trains_what_has_moved(self):
        model = mlp()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        first = model[0].weight
        model.to("tpu")
        self.assertIs(model[0].weight, first)
        before = first.detach().cpu()
        model(torch.ones(2, 16, device="tpu")).square().sum().backward()
        optimizer.step()
        self.assertFalse(torch.equal(first.detach().cpu(), before))
        self.assertEqual(model.cpu()[0].weight.grad.device.type, "cpu")
        self.assertIs(model[0].weight, first)

    def test_a_module_whose_graph_is_there_moves_with_a_warning(self):
        model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Linear(4, 2))
        y = model(torch.ones(1, 3))  # its graph keeps a weight
        with self.assertWarnsRegex(UserWarning, "they become others"):
            model.to("tpu")
        self.assertEqual({p.device.type for p in model.parameters()}, {"tpu"})
        torch.testing.assert_close(model(torch.ones(1, 3, device="tpu")).cpu(), y,
                                   rtol=1e-2, atol=1e-2)

    def test_shared_weights_stay_shared(self):
        a, b = torch.nn.Linear(3, 3), torch.nn.Linear(3, 3, bias=False)
        b.weight = a.weight
        a.weight.name_of_mine = "w"
        model = torch.nn.Sequential(a, b).to("tpu")
        self.assertIs(model[0].weight, model[1].weight)
        self.assertEqual(a.weight.name_of_mine, "w")
        self.assertEqual(len(list(model.parameters())), 2)
        self.assertIs(model.half().cpu()[1].weight, a.weight)

    def test_hooks_go_along(self):
        seen = []
        model = torch.nn.Linear(2, 2)
        model.weight.register_hook(lambda gradient: seen.append(gradient.device.type))
        model.bias.register_post_accumulate_grad_hook(lambda p: seen.append(p is model.bias))
        model.to("tpu")(torch.ones(1, 2, device="tpu")).sum().backward()
        self.assertEqual(sorted(map(str, seen)), ["True", "tpu"])

    def test_parameters_without_sizes_wait_for_them_on_the_device(self):
        model = torch.nn.Sequential(torch.nn.LazyLinear(4), torch.nn.ReLU()).to("tpu")
        self.assertEqual(model(torch.ones(2, 5, device="tpu")).shape, (2, 4))
        self.assertEqual(model[0].weight.device.type, "tpu")
        self.assertEqual(torch.nn.Linear(2, 2, device="meta").to_empty(device="tpu")
                         .weight.device.type, "tpu")


class ViewTest(DeviceTest):
    x = torch.arange(24.0).reshape(4, 6)
    y = torch.arange(24.0).reshape(4, 6) * 3 - 7

    def test_views_share_their_storage(self):
        def views(x):
            x[1:3].zero_()
            x[0].mul_(2)
            x.t()[1].add_(5)
            x[:, 1::2].add_(100)
            x.diagonal().fill_(-1)
            x.view(2, 12)[1, 3:7] = 9
            x.unfold(0, 2, 1)
            return x
        self.check(views, self.x)

    def test_operands_may_be_views_of_one_storage(self):
        self.check(lambda x, y: (x.t() @ y, x[:, ::2] + y[:, 1::2],
                                 x[1:].add_(x[1:]), x[:, 0].expand(3, 4) * x.t()[:3],
                                 x.t().contiguous(), y.unfold(1, 3, 2).clone()),
                   self.x, self.y)

    def test_lazy_conjugates_are_resolved(self):
        z = torch.complex(self.x, self.y)
        self.check(lambda z: (z.conj().clone(), z.conj().imag.clone(),
                              torch.view_as_real(z)[..., 0].clone(),
                              z.conj().contiguous().resolve_conj(), z.mH @ z.conj(),
                              torch.vdot(z[0], z[1].conj()), z.conj().imag @ z.real.t(),
                              torch.einsum("ij,kj->ik", z, z.conj())), z)

    def test_a_strided_copy_leaves_gaps_alone(self):
        def copies(x, y):
            x.as_strided((3, 2), (7, 2), 1).copy_(y[:3, 4:])
            x[::2, ::3].copy_(y[1::2, :2])
            return x
        self.check(copies, self.x, self.y)

    def test_a_lazy_clone_is_a_copy_that_lies_alike(self):
        for view in (lambda x: x, lambda x: x.t(), lambda x: x[1:, ::2], lambda x: x[2],
                     lambda x: x[:1].expand(5, 6), lambda x: x[:0]):
            x = torch.arange(24.0).view(4, 6).to("tpu")
            clone = torch._lazy_clone(view(x))
            self.assertEqual((clone.stride(), clone.storage_offset()),
                             (view(x).stride(), view(x).storage_offset()))
            x.zero_()
            self.assertTrue(torch.equal(clone.cpu(), view(torch.arange(24.0).view(4, 6))))
            if clone.numel() == 24:
                clone.add_(1)
            self.assertEqual(x.abs().sum().item(), 0)
        w = torch.ones(3, device="tpu", requires_grad=True)
        (torch._lazy_clone(w) * 2).sum().backward()
        self.assertEqual(w.grad.tolist(), [2, 2, 2])

    def test_what_is_written_into_a_view_is_nowhere_else(self):
        views = (lambda x: x[:, 2:], lambda x: x[..., 3], lambda x: x[:, :, 1::2],
                 lambda x: x[1], lambda x: x[:, -1, 2:].T, lambda x: x[..., -1:, -1:],
                 lambda x: x.diagonal(dim1=1, dim2=2))
        writes = (lambda v, y: v.copy_(y), lambda v, y: v.zero_(), lambda v, y: v.mul_(y),
                  lambda v, y: torch.exp(y, out=v), lambda v, y: v.add_(v))
        for dtype in (torch.float32, torch.uint8, torch.bfloat16):
            for view in views:
                for write in writes:
                    x = torch.arange(3 * 4 * 5).view(3, 4, 5).to(dtype)
                    if not dtype.is_floating_point and write is writes[3]:
                        continue
                    y = torch.ones_like(view(x)) + 1
                    z = x.to("tpu")
                    write(view(x), y)
                    write(view(z), y.to("tpu"))
                    torch.testing.assert_close(z.cpu(), x)

    def test_arithmetic_in_place_on_a_view_copies_nothing(self):
        views = (lambda x: x[:, :5], lambda x: x[..., ::2], lambda x: x[1:, 1:].t(),
                 lambda x: x[:, 3])
        torch.tpu.reset_counters()
        for columns in (7, 16, 33, 50):
            for view in views:
                x = torch.randn(6, columns)
                z = x.tpu()
                for y in (view(x), view(z)):
                    y.mul_(2).add_(y).sub_(torch.ones(1, device=y.device)).neg_()
                self.assertTrue(torch.equal(z.cpu(), x))
        self.assertEqual(torch.tpu.counters()["temporaries"], 0)
        # Of others' elements, which lie between, there is a copy first.
        x = torch.randn(6, 64)
        z = x.tpu()
        for y in (x, z):
            y[:, ::2].add_(y[:, 1::2])
        self.assertTrue(torch.equal(z.cpu(), x))

    def test_arrays_without_elements_may_have_any_strides(self):
        def products(x):
            wide, tall = x.as_strided((4, 0), (9, 2)), x.as_strided((0, 3), (7, 3), 2)
            return wide @ tall, wide + wide, tall.sum(0), tall.t() @ wide.t()
        self.check(products, self.x.flatten())

    def test_channels_last_is_kept(self):
        x = torch.randn(2, 3, 4, 5).to(memory_format=torch.channels_last)
        y = (x.to("tpu") + 1).relu()
        self.assertEqual(y.stride(), (x + 1).relu().stride())
        self.assertEqual(torch.where(y > 2, y, -y).stride(), y.stride())
        torch.testing.assert_close(y.cpu(), (x + 1).relu())

    def test_tensors_are_resized_and_set(self):
        x = self.x.to("tpu").resize_(2, 3)
        torch.testing.assert_close(x.cpu(), self.x.flatten()[:6].reshape(2, 3))
        x.resize_(6, 6)
        torch.testing.assert_close(x.cpu().flatten()[:24], self.x.flatten())
        y = torch.empty(0, device="tpu").set_(x.untyped_storage(), 1, (2, 2), (6, 1))
        y.fill_(5)
        self.assertEqual(x.cpu()[0, 1].item(), 5)

    def test_empty_tensors_are_known_to_deterministic_algorithms(self):
        torch.use_deterministic_algorithms(True)
        try:
            x = torch.empty(3, device="tpu"), torch.empty_strided((2, 2), (1, 2), device="tpu",
                                                                  dtype=torch.int32)
            grown = torch.ones(2, device="tpu").resize_(3, 2)
        finally:
            torch.use_deterministic_algorithms(False)
        self.assertEqual(grown.isnan().tolist(), [[False] * 2, [True] * 2, [True] * 2])
        self.assertTrue(x[0].isnan().all())
        self.assertTrue((x[1] == torch.iinfo(torch.int32).max).all())
        with self.assertRaisesRegex(RuntimeError, "can be pinned"):
            torch.empty(3, device="tpu", pin_memory=True)

    def test_types_are_promoted_as_on_cpu(self):
        i = torch.arange(6)
        b = torch.tensor([True, False] * 3)
        h = torch.arange(6.0).bfloat16()
        self.check(lambda i, b, h: (i + 1.5, i * b, h + i, h * 1.1, i / 4, i // 4, i % 4,
                                    -i // 4, 7 % (i - 9), 7.5 % (i - 9), b + b,
                                    i.float().sum(), i.double() + h,
                                    h + torch.tensor(2.0), i > 2, i.to(torch.uint8)),
                   i, b, h)


class OperationTest(DeviceTest):

    def test_functions_of_one_operand(self):
        x = torch.linspace(-3, 3, 50)
        names = ["abs", "ceil", "cos", "erf", "erfc", "exp", "expm1", "floor", "frac",
                 "neg", "reciprocal", "round", "sgn", "sigmoid", "sign", "sin", "sinh",
                 "cosh", "tan", "tanh", "trunc", "atan", "asinh", "exp2", "isnan",
                 "logical_not"]
        for name in names:
            with self.subTest(name=name):
                self.check(getattr(torch, name), x)
        for name in ["log", "log10", "log1p", "log2", "sqrt", "rsqrt"]:
            with self.subTest(name=name):
                self.check(getattr(torch, name), x.abs() + 0.1)

    def test_a_random_permutation_has_each_number_once_and_follows_the_seed(self):
        for n, dtype in ((0, torch.int64), (1, torch.int64), (1000, torch.int64),
                         (100, torch.int16), (300, torch.float32)):
            orders = []
            for seed in (1, 1, 2):
                torch.manual_seed(seed)
                orders.append(torch.randperm(n, device="tpu", dtype=dtype).cpu())
            with self.subTest(n=n, dtype=dtype):
                self.assertEqual(orders[0].dtype, dtype)
                self.assertTrue(torch.equal(orders[0], orders[1]))
                self.assertTrue(torch.equal(orders[0].sort().values,
                                            torch.arange(n, dtype=dtype)))
                self.assertEqual(torch.equal(orders[0], orders[2]), n < 2)
        x = torch.arange(12.0, device="tpu").reshape(4, 3)
        mixed = x[torch.randperm(4, device="tpu")]
        self.assertTrue(torch.equal(mixed.cpu().sort(0).values, x.cpu()))
        with self.assertRaisesRegex(RuntimeError, "negative"):
            torch.randperm(-1, device="tpu")

    def test_floating_results_do_not_go_into_integers(self):
        x = torch.tensor([0, 1, 3])
        for name in ("sin", "exp", "rsqrt", "sigmoid", "erf", "erfinv", "digamma", "lgamma"):
            errors = []
            for device in ("cpu", "tpu"):
                with self.assertRaises(RuntimeError) as caught:
                    getattr(torch, name)(x.to(device), out=torch.zeros_like(x, device=device))
                errors.append(str(caught.exception))
            self.assertEqual(errors[0], errors[1])
        with self.assertRaisesRegex(NotImplementedError, "bitwise_not.*'Float'"):
            torch.bitwise_not(torch.ones(3, device="tpu"))

    def test_quotients_are_rounded_as_on_cpu(self):
        x = torch.tensor([-1.5, 0, -0.0, 2.25, torch.inf, -torch.inf, torch.nan, 1e4, -7, 0.3])
        for kind in (torch.float32, torch.float16, torch.bfloat16):
            for mode in ("floor", "trunc"):
                self.check(lambda x, kind=kind, mode=mode: torch.div(
                    x[:, None].to(kind), x.to(kind), rounding_mode=mode).double(), x,
                           rtol=0, atol=0, equal_nan=True)
        for function in (lambda x: x / 1e10, lambda x: x * 1e-10, lambda x: x / 65_536):
            self.check(lambda x, f=function: f(x.half()), torch.tensor([65500.0, 3]))

    def test_poles_of_digamma(self):
        x = torch.tensor([0.0, -0.0, -1.0, -7.0, 0.5, float("inf"), float("nan")])
        for kind in (torch.float32, torch.float64, torch.bfloat16):
            self.check(lambda t, kind=kind: t.to(kind).digamma(), x, equal_nan=True)
        self.check(torch.digamma, torch.tensor([0, 1, -1, 5]), equal_nan=True)

    def test_kaiser_windows(self):
        for arguments in ((0,), (1,), (8,), (9, False), (16, True, 3.5), (5, False, 0.0),
                          (7, True, -4.0), (3, True, float("nan"))):
            for kind in (None, torch.float64, torch.bfloat16):
                self.check(lambda like, a=arguments, kind=kind: torch.kaiser_window(
                    *a, dtype=kind, device=like.device), torch.zeros(1), equal_nan=True)
        for device in ("cpu", "tpu"):
            with self.assertRaisesRegex(RuntimeError, "expects floating point dtypes"):
                torch.kaiser_window(3, dtype=torch.int64, device=device)
            with self.assertRaisesRegex(RuntimeError, "non-negative window_length"):
                torch.kaiser_window(-1, device=device)

    def test_powers_of_special_exponents(self):
        inf, nan = float("inf"), float("nan")
        x = torch.tensor([0., 1, 2, 0.25, -1, -0., inf, -inf, nan])
        for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.float64):
            for exponent in (0, 1, 2, 3, .5, -.5, -1, -2, 2.5):
                torch.testing.assert_close(x.to(dtype).to("tpu").pow(exponent).cpu(),
                                           x.to(dtype).pow(exponent), equal_nan=True)
        whole = torch.arange(4).to("tpu")
        torch.testing.assert_close(whole.pow(.5).cpu(), torch.arange(4).pow(.5))

    def test_shifts_are_operators_too(self):
        def shifted(x, by):
            y = x.clone()
            y <<= by
            y >>= 1
            return x << by, x >> by, x << 2, x >> 1, y
        for dtype in (torch.int8, torch.uint8, torch.int32, torch.int64):
            ends = torch.iinfo(dtype)
            self.check(shifted, torch.tensor([1, 3, 77, 0, ends.min, ends.max], dtype=dtype),
                       torch.tensor([1, 0, 2, 3, 1, 4], dtype=dtype))

    def test_divisors_of_unsigned_numbers(self):
        a, b = torch.tensor([[12], [200], [0]]), torch.tensor([8, 250, 0])
        for dtype in (torch.uint8, torch.int16):
            self.check(torch.gcd, a.to(dtype), b.to(dtype))
            self.check(torch.lcm, a.to(dtype), b.to(dtype))
        self.check(torch.lcm, torch.tensor([100, -77, 7, 0], dtype=torch.int8),
                   torch.tensor([99, 64, 3, 5], dtype=torch.int8))

    def test_large_copies_are_whole(self):
        x = torch.arange(300_001, dtype=torch.int32)
        self.assertTrue(torch.equal(x.to("tpu").clone().cpu(), x))
        self.assertTrue(torch.equal(x.to("tpu")[1:].clone().cpu(), x[1:]))

    def test_activations_and_their_gradients(self):
        x = torch.linspace(-3, 3, 50)
        for function in (F.relu, F.gelu, lambda t: F.gelu(t, approximate="tanh"), F.silu,
                         torch.tanh, torch.sigmoid, F.leaky_relu):
            def gradient(t, function=function):
                t.requires_grad_()
                y = function(t)
                y.backward(torch.ones_like(y) * 1.5)
                return y, t.grad
            self.check(gradient, x)

    def test_reductions(self):
        x = torch.randn(5, 6, 7)
        self.check(lambda x: (x.sum(), x.sum(1), x.mean((0, 2), keepdim=True), x.amax(1),
                              x.max(), x.max(2).values, x.max(2).indices, x.argmin(0),
                              x.argmax(), x.var(1), x.std(), x.norm(), (x > 0).any(),
                              (x > 0).all(1), torch.linalg.vector_norm(x, 1)), x)

    def test_products(self):
        a, b, c = torch.randn(4, 5), torch.randn(5, 6), torch.randn(6)
        p, q = torch.randn(3, 4, 5), torch.randn(3, 5, 2)
        self.check(lambda a, b, c, p, q: (a @ b, torch.addmm(c, a, b, beta=0.5, alpha=2),
                                          p @ q, b.t() @ a.t(), b @ c, c.dot(c),
                                          F.linear(p, a), p.transpose(1, 2) @ p,
                                          torch.einsum("bij,bjk->bik", p, q)),
                   a, b, c, p, q)

    def test_products_of_small_integers_are_summed_in_32_bits(self):
        a = torch.randint(-128, 128, (32, 40), dtype=torch.int8)
        b = torch.randint(-128, 128, (40, 24), dtype=torch.int8)
        wanted = a.int() @ b.int()
        got = torch._int_mm(a.to("tpu"), b.to("tpu"))
        self.assertTrue(torch.equal(got.cpu(), wanted))
        compiled = torch.compile(torch._int_mm, backend="tpu")(a.to("tpu"), b.to("tpu"))
        self.assertTrue(torch.equal(compiled.cpu(), wanted))
        with self.assertRaisesRegex(RuntimeError, "_int_mm: matrices of .* have no product"):
            torch._int_mm(a.to("tpu"), a.to("tpu"))

    def test_norms_and_softmax_with_gradients(self):
        def block(x, w, b):
            for t in (x, w, b):
                t.requires_grad_()
            y = F.softmax(F.layer_norm(x, (8,), w, b), -1)
            z = F.log_softmax(y * x, 1)
            z.square().sum().backward()
            return y, z, x.grad, w.grad, b.grad
        self.check(block, torch.randn(3, 5, 8), torch.randn(8), torch.randn(8))

    def test_losses_with_gradients(self):
        target = torch.tensor([0, 3, -100, 1])
        def losses(x, y, target, w):
            x.requires_grad_()
            total = (F.cross_entropy(x, target) + F.mse_loss(x, y) +
                     F.cross_entropy(x, target, weight=w, reduction="sum") +
                     F.mse_loss(x, y, reduction="sum"))
            total.backward()
            return total, x.grad
        self.check(losses, torch.randn(4, 5), torch.randn(4, 5), target, torch.rand(5))

    def test_losses_of_no_rows(self):
        for rows in (torch.zeros(0, 3), torch.zeros(0, 3, 2, 2)):
            target = torch.zeros(rows.shape[:1] + rows.shape[2:], dtype=torch.long)
            for reduction in ("mean", "sum", "none"):
                self.check(lambda x, t, r=reduction: F.cross_entropy(x, t, reduction=r), rows,
                           target, equal_nan=True)

    def test_choices(self):
        x, y = torch.randn(4, 5), torch.randn(5)
        self.check(lambda x, y: (torch.where(x > 0, x, y), x.clamp(-0.5, 0.5),
                                 x.masked_fill(x < 0, 7.0), x.lerp(y.expand(4, 5), 0.3),
                                 torch.addcmul(x, x, y, value=2), x.tril(-1), x.triu(),
                                 torch.cat([x, x * 2], 1), torch.maximum(x, y),
                                 torch.arange(3, 20, 4, device=x.device)), x, y)

    def test_the_front_of_a_short_row_is_the_sorted_row_s(self):
        for dtype in (torch.float32, torch.bfloat16, torch.int64, torch.uint8):
            for shape, dim in (((40, 8), 1), ((3, 16, 5), 1), ((1,), 0), ((64, 3), 0)):
                x = (torch.randn(shape) * 3).round().to(dtype)
                if dtype.is_floating_point:
                    x.view(-1)[::7] = float("nan")
                    x.view(-1)[::5] = -0.0
                for largest in (True, False):
                    values, places = x.sort(dim=dim, descending=largest, stable=True)
                    for k in range(min(4, x.shape[dim]) + 1):
                        front, found = x.to("tpu").topk(k, dim, largest)
                        torch.testing.assert_close(front.cpu(), values.narrow(dim, 0, k),
                                                   rtol=0, atol=0, equal_nan=True)
                        self.assertTrue(torch.equal(found.cpu(), places.narrow(dim, 0, k)))

    def test_bounds_may_be_numbers_on_the_cpu(self):
        low, high = torch.tensor(-0.25), torch.tensor(0.5, dtype=torch.float64)
        self.check(lambda x, n: (x.clamp(low), x.clamp(max=high), x.clamp(low, high),
                                 x.clone().clamp_(low, high), n.clamp(max=high),
                                 torch.clamp(x, low.to(x.device), high)),
                   torch.randn(4, 5), torch.arange(6))
        with self.assertRaisesRegex(RuntimeError, "can't be cast"):
            torch.arange(6, device="tpu").clamp_(high)
        with self.assertRaisesRegex(RuntimeError, "same device"):
            torch.ones(2, device="tpu").clamp(torch.ones(2))

    def test_what_is_asserted_fails_where_somebody_waits(self):
        x = torch.ones(3, device="tpu")
        torch._assert_async(x.sum() > 0)
        torch._assert_async(x.all(), "of $0")
        torch.tpu.synchronize()
        for words, call in ((r"of \$0 and \$9", lambda y: torch._assert_async(y, "of $0 and $9")),
                            ("single nonzero value, but got zero", torch._assert_async)):
            call(x.sum() > 4)
            with self.assertRaisesRegex(RuntimeError, words):
                torch.tpu.synchronize()
        self.assertEqual((x + 1).tolist(), [2, 2, 2])
        for wrong in (x, x[:0]):
            with self.assertRaisesRegex(RuntimeError, "is ambiguous"):
                torch._assert_async(wrong)

    def test_reads_at_indices(self):
        def embed(w, i):
            w.requires_grad_()
            y = F.embedding(i, w)
            y.square().sum().backward()
            return y, w.grad, w.detach().index_select(0, i[0]), \
                w.detach().gather(1, i[:, :2])
        self.check(embed, torch.randn(10, 4), torch.tensor([[1, 2, 3], [1, 0, 1]]))

    def test_random_numbers_are_below_their_bound(self):
        for dtype, low, high in ((torch.bfloat16, 0, 1), (torch.float16, 0, 1),
                                 (torch.float32, 1, 2), (torch.bfloat16, -3, 100)):
            x = torch.empty(1 << 20, dtype=dtype, device="tpu").uniform_(low, high)
            self.assertLess(x.max().item(), high)
            self.assertGreaterEqual(x.min().item(), low)

    def test_random_numbers_of_f64_are_fine(self):
        for make in (torch.rand, torch.randn):
            x = make(100_000, dtype=torch.float64, device="tpu")
            self.assertEqual(x.unique().numel(), x.numel())

    def test_random_numbers_follow_the_seed(self):
        torch.manual_seed(5)
        a = torch.randn(1000, device="tpu")
        b = torch.rand(1000, device="tpu")
        torch.manual_seed(5)
        torch.testing.assert_close(torch.randn(1000, device="tpu").cpu(), a.cpu())
        self.assertLess(abs(a.mean().item()), 0.15)
        self.assertLess(abs(a.std().item() - 1), 0.1)
        self.assertTrue(0 <= b.min().item() and b.max().item() < 1)


class ObjectTest(DeviceTest):

    def test_what_it_is(self):
        x = torch.ones(2, 3, device="tpu")
        self.assertEqual(str(x.device), "tpu:0")
        self.assertTrue(x.is_tpu)
        self.assertIn("device='tpu:0'", repr(x))
        self.assertEqual(x.sum().item(), 6)
        with self.assertRaisesRegex(TypeError, "can't convert tpu:0 device type tensor"):
            x.numpy()
        self.assertEqual(torch.accelerator.current_accelerator().type, "tpu")
        torch.accelerator.synchronize()

    def test_refusals_are_by_name(self):
        with self.assertRaisesRegex(NotImplementedError, "aten::_add_relu"):
            torch.ops.aten._add_relu(*[torch.ones(2, device="tpu")] * 2)
        with self.assertRaisesRegex(RuntimeError, "same device"):
            torch.ones(3, device="tpu") + torch.ones(3)
        with self.assertRaisesRegex(RuntimeError, "size"):
            torch.ones(3, device="tpu") + torch.ones(4, device="tpu")

    def test_streams_and_events(self):
        event = torch.tpu.Event()
        with torch.tpu.stream(torch.tpu.Stream()):
            x = torch.ones(3, device="tpu") * 2
            event.record()
        event.synchronize()
        self.assertTrue(event.query())
        self.assertEqual(x.tolist(), [2, 2, 2])

    def test_counters_count(self):
        torch.tpu.reset_counters()
        x = torch.ones(3, device="tpu") * 2
        torch.tpu.synchronize()
        counters = torch.tpu.counters()
        self.assertEqual(counters["recorded_ops"], 2)
        self.assertEqual(counters["executions"], 2)
        self.assertEqual(counters["fallbacks"], {})
        self.assertEqual(set(counters["launches"]),
                         {"fill ()", "mul (f32[1])"})
        self.assertEqual(sum(counters["launches"].values()), 2)
        self.assertEqual(counters["cache_misses"], counters["compilations"])
        del x

    def test_counters_tell_classes_of_code_and_what_was_asked_for(self):
        torch.tpu.synchronize()
        x = torch.ones(40, 50, device="tpu")
        y = torch.ones(60, 70, device="tpu")
        torch.tpu.reset_counters()
        for _ in range(3):
            sums = [torch.frac(x).sum(1), torch.frac(y).sum(1)]
        torch.tpu.synchronize()
        self.assertEqual([s.abs().max().item() for s in sums], [0, 0])
        counters = torch.tpu.counters()
        # Both sizes are one class.
        self.assertEqual(counters["launches"]["frac (f32[2])"], 6)
        self.assertLessEqual(1, counters["flushes"])
        self.assertLessEqual(counters["flushes"], 3)
        code = counters["cache_hits"] + counters["cache_misses"] + counters["kernel_hits"]
        self.assertGreaterEqual(code, counters["recorded_ops"])
        torch.tpu.reset_counters()
        self.assertEqual(torch.tpu.counters()["launches"], {})


if __name__ == "__main__":
    unittest.main()
