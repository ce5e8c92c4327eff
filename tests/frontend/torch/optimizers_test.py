"""Optimizers, lists of tensors, autocast and scaled losses on the device `tpu` are as on CPU.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import copy
import os
import threading
import unittest

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import torch.nn.functional as F  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import

O = torch.optim
# The optimizers of torch.optim, with settings that reach all of their steps' parts.
OPTIMIZERS = {
    "SGD": (O.SGD, [{"lr": 0.05}, {"lr": 0.05, "momentum": 0.9, "nesterov": True},
                    {"lr": 0.05, "momentum": 0.9, "dampening": 0.1, "weight_decay": 0.1,
                     "maximize": True}]),
    "Adam": (O.Adam, [{"lr": 1e-2}, {"lr": 1e-2, "amsgrad": True, "weight_decay": 0.1}]),
    "AdamW": (O.AdamW, [{"lr": 1e-2}, {"lr": 1e-2, "amsgrad": True, "maximize": True}]),
    "Adagrad": (O.Adagrad, [{"lr": 0.05, "lr_decay": 0.1, "weight_decay": 0.1}]),
    "RMSprop": (O.RMSprop, [{"lr": 1e-3, "momentum": 0.9, "centered": True,
                             "weight_decay": 0.1}]),
    "Adamax": (O.Adamax, [{"lr": 1e-2, "weight_decay": 0.1}]),
    "NAdam": (O.NAdam, [{"lr": 1e-2}, {"lr": 1e-2, "decoupled_weight_decay": True,
                                       "weight_decay": 0.1}]),
    "RAdam": (O.RAdam, [{"lr": 1e-2}]),
    "Rprop": (O.Rprop, [{"lr": 1e-2}]),
    "ASGD": (O.ASGD, [{"lr": 1e-2, "weight_decay": 0.1}]),
    "Adadelta": (O.Adadelta, [{"lr": 0.5, "weight_decay": 0.1}]),
}
FUSED = ("SGD", "Adam", "AdamW", "Adagrad")
CAPTURABLE = ("Adam", "AdamW", "RMSprop", "Adamax", "NAdam", "RAdam", "Rprop", "ASGD",
              "Adadelta")


def model():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(6, 9), torch.nn.Tanh(), torch.nn.Linear(9, 3))


def train(device, make, steps=6, before_step=None, dtype=torch.float32):
    """Parameters and the loss after some steps."""
    torch.manual_seed(1)
    x, y = torch.randn(8, 6), torch.randn(8, 3)
    net = model().to(device, dtype)
    x, y = x.to(device, dtype), y.to(device, dtype)
    optimizer = make(net.parameters())
    loss = None
    for step in range(steps):
        def closure():
            optimizer.zero_grad()
            value = F.mse_loss(net(x), y)
            value.backward()
            return value
        if before_step:
            before_step(step, optimizer)
        loss = optimizer.step(closure)
    return [p.detach().cpu() for p in net.parameters()] + [loss.detach().cpu()]


class OptimizerTest(unittest.TestCase):

    def same(self, make, on_cpu=None, **tolerance):
        tolerance = tolerance or {"rtol": 1e-4, "atol": 1e-5}
        for got, expected in zip(train("tpu", make), train("cpu", on_cpu or make),
                                 strict=True):
            torch.testing.assert_close(got, expected, **tolerance)

    def test_every_optimizer_steps_as_on_cpu_by_lists_and_by_single_tensors(self):
        for name, (kind, settings) in OPTIMIZERS.items():
            for options in settings:
                for foreach in (None, True, False):
                    with self.subTest(name=name, foreach=foreach, **options):
                        self.same(lambda p: kind(p, foreach=foreach, **options))

    def test_fused_steps_are_those_of_cpu(self):
        for name in FUSED:
            kind, settings = OPTIMIZERS[name]
            for options in settings:
                with self.subTest(name=name, **options):
                    self.same(lambda p: kind(p, fused=True, **options))

    def test_capturable_steps_are_those_of_cpu(self):
        for name in CAPTURABLE:
            kind, settings = OPTIMIZERS[name]
            for foreach in (True, False):
                with self.subTest(name=name, foreach=foreach):
                    self.same(lambda p: kind(p, capturable=True, foreach=foreach, **settings[-1]),
                              on_cpu=lambda p: kind(p, **settings[-1]))

    def test_others_step_as_on_cpu(self):
        self.same(lambda p: O.LBFGS(p, lr=0.5, max_iter=4), rtol=1e-3, atol=1e-4)
        self.same(lambda p: O.LBFGS(p, line_search_fn="strong_wolfe", max_iter=3),
                  rtol=1e-3, atol=1e-4)
        self.same(O.Adafactor)
        # Muon is for matrices; its products are of bf16.
        self.same(lambda p: O.Muon([x for x in p if x.dim() == 2], lr=0.02), rtol=2e-2,
                  atol=2e-2)

    def test_a_rate_may_be_a_tensor_of_either_device(self):
        for device in ("cpu", "tpu"):
            for kind in (O.AdamW, O.SGD):
                with self.subTest(device=device, kind=kind.__name__):
                    self.same(lambda p: kind(p, lr=torch.tensor(1e-2, device=device), fused=True),
                              on_cpu=lambda p: kind(p, lr=1e-2))

    def test_parameters_of_16_bits_round_once(self):
        for fused in (True, False):
            make = lambda p: O.AdamW(p, lr=1e-2, fused=fused, foreach=not fused)
            for got, expected in zip(train("tpu", make, dtype=torch.bfloat16),
                                     train("cpu", make, dtype=torch.bfloat16), strict=True):
                torch.testing.assert_close(got, expected, rtol=2e-2, atol=2e-2)

    def test_plain_optimizers_cause_no_sync_and_a_schedule_compiles_nothing(self):
        plain = {"SGD": {"momentum": 0.9}, "Adam": {}, "AdamW": {}, "Adagrad": {}, "RMSprop": {}}
        for name, options in plain.items():
            for fused in ((None, True) if name in FUSED else (None,)):
                def schedule(step, optimizer):
                    optimizer.param_groups[0]["lr"] = 1e-3 / (step + 1)
                    if step == 5:
                        torch.tpu.synchronize()
                        torch.tpu.reset_counters()
                def clip(step, optimizer, schedule=schedule):
                    schedule(step, optimizer)
                    ready = [p for p in optimizer.param_groups[0]["params"] if p.grad is not None]
                    torch.nn.utils.clip_grad_norm_(ready, 1.0)
                more = {"fused": True} if fused else {}
                make = lambda p: getattr(O, name)(p, lr=1e-3, **options, **more)
                with self.subTest(name=name, fused=fused):
                    net = model().to("tpu")
                    x, y = torch.ones(8, 6, device="tpu"), torch.zeros(8, 3, device="tpu")
                    optimizer = make(net.parameters())
                    for step in range(9):
                        clip(step, optimizer)
                        optimizer.zero_grad()
                        F.mse_loss(net(x), y).backward()
                        optimizer.step()
                    counters = torch.tpu.counters()
                    self.assertEqual(counters["syncs"], {})
                    self.assertEqual(counters["compilations"], 0)

    def test_a_fused_step_is_one_operation_a_parameter(self):
        net = model().to("tpu")
        net(torch.ones(2, 6, device="tpu")).sum().backward()
        optimizer = O.AdamW(net.parameters(), fused=True)
        optimizer.step()
        torch.tpu.reset_counters()
        optimizer.step()
        # Another one counts the steps of all.
        self.assertEqual(torch.tpu.counters()["recorded_ops"], 5)

    def test_state_is_saved_and_loaded(self):
        net = model().to("tpu")
        optimizer = O.AdamW(net.parameters())
        net(torch.ones(2, 6, device="tpu")).sum().backward()
        optimizer.step()
        other = model().to("tpu")
        other.load_state_dict(net.state_dict())
        resumed = O.AdamW(other.parameters())
        resumed.load_state_dict(copy.deepcopy(optimizer.state_dict()))
        for a, b in zip(net.parameters(), other.parameters()):
            b.grad = a.grad.clone()
        optimizer.step()
        resumed.step()
        for a, b in zip(net.parameters(), other.parameters()):
            self.assertTrue(torch.equal(a, b))


class ForeachTest(unittest.TestCase):
    """Results, bit by bit, of single tensors; and of CPU."""
    SHAPES = [(4, 5), (3,), (), (0,), (2, 3, 4), (1,)]

    def lists(self, count, dtype=torch.float32):
        torch.manual_seed(3)
        made = [[torch.rand(s).add(0.5).to(dtype) for s in self.SHAPES] for _ in range(count)]
        # Strided, and in another order of dimensions.
        for one in made:
            one.append(torch.rand(5, 8).to(dtype)[:, ::2])
            one.append(torch.rand(5, 8).to(dtype).t())
        return made

    def check(self, function, count, dtype=torch.float32, single=None):
        cpu = self.lists(count, dtype)
        tpu = [[x.to("tpu") for x in one] for one in cpu]
        expected = [single(*(x[i] for x in tpu)) for i in range(len(tpu[0]))] if single else None
        on_cpu = function(*copy.deepcopy(cpu))
        on_tpu = function(*tpu)
        for got, wanted in zip(on_tpu or tpu[0], on_cpu or cpu[0], strict=True):
            torch.testing.assert_close(got.cpu(), wanted)
        for got, wanted in zip(on_tpu or tpu[0], expected or [], strict=bool(expected)):
            self.assertTrue(torch.equal(got, wanted))
        if on_tpu is None:
            in_place = copy.deepcopy(cpu)
            function(*in_place)
            for got, wanted in zip(tpu[0], in_place[0], strict=True):
                torch.testing.assert_close(got.cpu(), wanted)

    def test_functions_of_one_operand(self):
        for name in ("abs exp sqrt neg sin reciprocal rsqrt log sigmoid tanh round sign erf "
                     "floor ceil trunc frac log1p expm1 lgamma").split():
            for dtype in (torch.float32, torch.bfloat16):
                with self.subTest(name=name, dtype=dtype):
                    self.check(getattr(torch, f"_foreach_{name}"), 1, dtype,
                               getattr(torch, name))
        self.check(torch._foreach_sqrt_, 1)
        self.check(torch._foreach_zero_, 1)

    def test_functions_of_two_operands(self):
        numbers = [0.5 + i for i in range(8)]
        for name in "add sub mul div clamp_min clamp_max maximum minimum pow".split():
            each = getattr(torch, f"_foreach_{name}")
            in_place = getattr(torch, f"_foreach_{name}_")
            for dtype in (torch.float32, torch.bfloat16, torch.float64):
                with self.subTest(name=name, dtype=dtype):
                    self.check(each, 2, dtype)
                    self.check(lambda x: each(x, 2), 1, dtype)
                    self.check(lambda x: each(x, 0.7), 1, dtype)
                    self.check(lambda x: each(x, numbers), 1, dtype)
                    self.check(lambda x, y: in_place(x, y), 2, dtype)
                    self.check(lambda x: in_place(x, numbers), 1, dtype)
        self.check(lambda x, y: torch._foreach_add(x, y, alpha=0.3), 2,
                   single=lambda x, y: torch.add(x, y, alpha=0.3))
        self.check(lambda x, y: torch._foreach_sub_(x, y, alpha=2), 2)
        self.check(lambda x: torch._foreach_mul(x, torch.tensor(0.3)), 1)
        self.check(lambda x: torch._foreach_mul_(x, torch.tensor(0.3, device=x[0].device)), 1)
        self.check(lambda x: torch._foreach_pow(2.0, x), 1)
        ints = [torch.arange(4), torch.tensor([True, False])]
        for got, wanted in zip(torch._foreach_add([x.to("tpu") for x in ints], 1.5),
                               torch._foreach_add(ints, 1.5)):
            torch.testing.assert_close(got.cpu(), wanted)

    def test_functions_of_three_operands(self):
        numbers = [0.5 + i for i in range(8)]
        for name in ("addcmul", "addcdiv"):
            each = getattr(torch, f"_foreach_{name}")
            in_place = getattr(torch, f"_foreach_{name}_")
            for dtype in (torch.float32, torch.bfloat16):
                self.check(lambda x, y, z: each(x, y, z, 0.3), 3, dtype)
                self.check(lambda x, y, z: each(x, y, z, numbers), 3, dtype)
                self.check(lambda x, y, z: in_place(x, y, z, torch.tensor(numbers)), 3, dtype)
        for dtype in (torch.float32, torch.bfloat16):
            self.check(lambda x, y: torch._foreach_lerp(x, y, 0.3), 2, dtype)
            self.check(lambda x, y: torch._foreach_lerp_(x, y, numbers), 2, dtype)
            self.check(torch._foreach_lerp, 3, dtype)

    def test_reductions_and_copies(self):
        def without_empty(function):
            return lambda *lists: function(*([x for x in one if x.numel()] for one in lists))
        for order in (1, 2, float("inf"), 3):
            self.check(without_empty(lambda x: torch._foreach_norm(x, order)), 1)
        self.check(without_empty(torch._foreach_max), 1)
        self.check(torch._foreach_copy_, 2)
        self.check(torch._foreach_clone, 1)

    def test_lists_are_checked(self):
        x = [torch.ones(2, device="tpu")]
        with self.assertRaisesRegex(RuntimeError, "at least one tensor"):
            torch._foreach_add([], 1)
        with self.assertRaisesRegex(RuntimeError, "same number of tensors, got 1 and 2"):
            torch._foreach_add(x, x + x)
        with self.assertRaisesRegex(RuntimeError, "same device"):
            torch._foreach_add(x, [torch.ones(2)])

    def test_lists_have_gradients(self):
        x = [torch.rand(3, device="tpu", requires_grad=True) for _ in range(2)]
        sum(y.sum() for y in torch._foreach_mul(torch._foreach_exp(x), 2.0)).backward()
        for y in x:
            torch.testing.assert_close(y.grad, 2 * y.detach().exp())

    def test_many_counts_are_counted_together(self):
        x = torch.arange(40.0, device="tpu")
        counts = [x[i] for i in range(40)]
        torch.tpu.reset_counters()
        torch._foreach_add_(counts, 1)
        self.assertEqual(torch.tpu.counters()["recorded_ops"], 3)
        torch._foreach_add_(counts[:2] + counts[:2], 0.5)
        self.assertEqual(x.tolist(), [2.0, 3.0] + [i + 1.0 for i in range(2, 40)])

    def test_one_tensor_may_come_twice(self):
        x = torch.ones(3, device="tpu")
        torch._foreach_add_([x, x], [x, x])
        self.assertEqual(x.tolist(), [4, 4, 4])


class AutocastTest(unittest.TestCase):

    def test_products_are_of_bf16_and_sums_of_f32(self):
        x, w = torch.randn(4, 8, device="tpu"), torch.randn(8, 8, device="tpu", requires_grad=True)
        with torch.autocast("tpu"):
            y = x @ w
            z = F.softmax(y, -1)
            loss = F.mse_loss(z, x)
        self.assertEqual((y.dtype, z.dtype, loss.dtype),
                         (torch.bfloat16, torch.float32, torch.float32))
        loss.backward()
        self.assertEqual(w.grad.dtype, torch.float32)
        with torch.autocast("tpu", dtype=torch.float16):
            self.assertEqual((x @ w).dtype, torch.float16)
        with torch.autocast("tpu"), self.assertRaisesRegex(RuntimeError, "unsafe to autocast"):
            F.binary_cross_entropy(x.sigmoid(), x.sigmoid())
        self.assertEqual((x @ w).dtype, torch.float32)

    def test_casts_are_those_of_cuda_and_more_to_f32(self):
        names = torch._C._dispatch_get_all_op_names()
        def of(key):
            return {n for n in names if torch._C._dispatch_has_kernel_for_dispatch_key(n, key)}
        missing = of("AutocastCUDA") - of("AutocastPrivateUse1")
        self.assertEqual({n for n in missing if "cudnn" not in n}, set())

    def test_a_loss_of_classes_is_not_rounded_on_its_way(self):
        torch.manual_seed(3)
        logits = (torch.randn(16, 50) * 8).bfloat16()
        target = torch.randint(0, 50, (16,))
        def run(device):
            x = logits.to(device).requires_grad_()
            with torch.autocast(device, dtype=torch.bfloat16):
                loss = F.cross_entropy(x, target.to(device), label_smoothing=0.1)
            loss.backward()
            return loss.detach().cpu(), x.grad.cpu()
        for got, expected in zip(run("tpu"), run("cpu"), strict=True):
            self.assertEqual(got.dtype, expected.dtype)
            torch.testing.assert_close(got, expected)

    def test_what_has_no_kernel_of_16_bits_is_computed_in_f32(self):
        x = torch.eye(4, device="tpu").bfloat16() * 2
        with torch.autocast("tpu"):
            found = [torch.linalg.inv(x), torch.linalg.cholesky(x), torch.linalg.det(x),
                     torch.linalg.solve(x, x), torch.linalg.qr(x)[0], torch.quantile(x, 0.5),
                     torch.fft.rfft(x).real, torch.polar(x, x).real, torch.pinverse(x)]
            copied = x.index_copy(0, torch.tensor([0], device="tpu"),
                                  torch.ones(1, 4, device="tpu"))
        self.assertEqual({y.dtype for y in found}, {torch.float32})
        self.assertEqual(found[0].tolist(), (torch.eye(4) / 2).tolist())
        self.assertEqual(copied.dtype, torch.float32)

    def test_every_thread_has_bfloat16(self):
        found = []
        def look():
            with torch.autocast("tpu"):
                x = torch.ones(2, 2, device="tpu")
                found.append((x @ x).dtype)
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
        self.assertEqual(found, [torch.bfloat16])

    def test_a_model_learns_under_autocast(self):
        def run(device):
            net = model().to(device)
            torch.manual_seed(2)
            x, y = torch.randn(8, 6).to(device), torch.randn(8, 3).to(device)
            optimizer = O.SGD(net.parameters(), lr=0.1)
            for _ in range(5):
                optimizer.zero_grad()
                with torch.autocast(device, dtype=torch.bfloat16):
                    loss = F.mse_loss(net(x), y)
                loss.backward()
                optimizer.step()
            return [p.detach().cpu() for p in net.parameters()]
        for got, expected in zip(run("tpu"), run("cpu"), strict=True):
            torch.testing.assert_close(got, expected, rtol=2e-2, atol=2e-2)


class ScalerTest(unittest.TestCase):

    def run_on(self, device, fused, spoil, clip):
        net = model().to(device)
        optimizer = O.AdamW(net.parameters(), lr=1e-2, fused=fused)
        scaler = torch.amp.GradScaler(device, init_scale=1024.0, growth_interval=2)
        scales = []
        for step in range(6):
            optimizer.zero_grad()
            loss = net(torch.ones(4, 6, device=device)).square().mean()
            scaler.scale(loss).backward()
            if step == spoil:
                net[0].weight.grad[0, 0] = float("inf")
            if clip:
                scaler.unscale_(optimizer)
                torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            scaler.step(optimizer)
            scaler.update()
            scales.append(scaler.get_scale())
        return scales, [p.detach().cpu() for p in net.parameters()]

    def test_steps_with_infinities_are_left_out(self):
        for fused in (False, True):
            for clip in (False, True):
                with self.subTest(fused=fused, clip=clip):
                    cpu = self.run_on("cpu", fused, 3, clip)
                    tpu = self.run_on("tpu", fused, 3, clip)
                    self.assertEqual(tpu[0], cpu[0])
                    self.assertIn(1024.0, tpu[0])
                    for got, expected in zip(tpu[1], cpu[1], strict=True):
                        torch.testing.assert_close(got, expected, rtol=1e-4, atol=1e-5)

    def test_a_step_syncs_once(self):
        net = model().to("tpu")
        optimizer = O.SGD(net.parameters(), lr=1e-2)
        scaler = torch.amp.GradScaler("tpu")
        for _ in range(3):
            optimizer.zero_grad()
            scaler.scale(net(torch.ones(4, 6, device="tpu")).square().mean()).backward()
            torch.tpu.synchronize()
            torch.tpu.reset_counters()
            scaler.step(optimizer)
            scaler.update()
            self.assertLessEqual(sum(torch.tpu.counters()["syncs"].values()), 1)


if __name__ == "__main__":
    unittest.main()
