"""Several devices in a process."""

import io
import os
import subprocess
import sys
import threading
import unittest

os.environ["TILEWRIGHT_DEVICES"] = "3"

import torch
import torch.nn.functional as F
from torch._higher_order_ops.while_loop import while_loop
from torch._prims.rng_prims import run_and_save_rng_state, run_with_rng_state
from torch.utils.flop_counter import FlopCounterMode

import tilewright.torch  # pylint: disable=unused-import


def on(index, *sizes):
    return torch.randn(*sizes, generator=torch.Generator().manual_seed(0)).to(f"tpu:{index}")


class SeveralTest(unittest.TestCase):

    def test_each_has_a_number(self):
        self.assertEqual(torch.tpu.device_count(), 3)
        self.assertEqual(torch.accelerator.device_count(), 3)
        self.assertEqual(str(torch.ones(2, device="tpu:2").device), "tpu:2")
        with self.assertRaisesRegex(RuntimeError, "invalid device ordinal 7, there are 3"):
            torch.ones(2, device="tpu:7")
        for choose, error in ((torch.tpu.set_device, ValueError),
                              (torch.accelerator.set_device_index, RuntimeError)):
            with self.assertRaises(error):
                choose(3)

    def test_a_wrong_environment_is_named(self):
        for name, value, told in (("DEVICES", "two", "'two'"), ("DEVICES", "0", "not 0"),
                                  ("NUMERICS", "exact", "'exact'"), ("CHIP", "v1", "'v1'")):
            variable = "TILEWRIGHT_" + name
            done = subprocess.run([sys.executable, "-c", "import torch, tilewright.torch"],
                                  env=os.environ | {variable: value}, capture_output=True,
                                  text=True, timeout=120, check=False)
            self.assertRegex(done.stderr, f"ValueError: {variable}: .*{told}")

    def test_there_is_a_current_one_for_each_thread(self):
        seen = []
        with torch.tpu.device(1):
            self.assertEqual(torch.ones(2, device="tpu").device.index, 1)
            with torch.accelerator.device_index(2):
                self.assertEqual(torch.ones(2).tpu().device.index, 2)
            thread = threading.Thread(target=lambda: seen.append(torch.tpu.current_device()))
            thread.start()
            thread.join()
            # Operations run where their operands lie.
            self.assertEqual((torch.ones(2, device="tpu:0") + 1).device.index, 0)
        self.assertEqual([torch.tpu.current_device(), *seen], [0, 0])
        torch.tpu.set_device(2)
        self.assertEqual(torch.empty(1, device="tpu").device.index, 2)
        torch.tpu.set_device(0)

    def test_results_lie_where_operands_do(self):
        for function in (
                lambda x: x + 1, lambda x: x @ x.t(), lambda x: x[x > 0], lambda x: x.sort()[0],
                lambda x: torch.cat([x, x]), lambda x: F.layer_norm(x, (5,)),
                lambda x: torch._foreach_mul([x, x], 2)[1], lambda x: x.new_ones(2).nonzero(),
                lambda x: torch.tril_indices(3, 3, device=x.device), lambda x: torch.fft.fft(x),
                lambda x: F.scaled_dot_product_attention(*[x.reshape(1, 1, 4, 5)] * 3),
                lambda x: torch.nn.LSTM(5, 3).to(x.device)(x)[0] * 0,
                lambda x: torch.vmap(torch.sin)(x), lambda x: torch.linalg.det(x @ x.t())):
            got, expected = function(on(1, 4, 5)), function(on(0, 4, 5))
            self.assertEqual((got.device.index, expected.device.index), (1, 0))
            self.assertTrue(torch.equal(got.cpu(), expected.cpu()))

    def test_makers_go_where_they_are_told(self):
        for make in (lambda d: torch.ones(3, device=d), lambda d: torch.arange(4, device=d),
                     lambda d: torch.eye(2, 3, device=d), lambda d: torch.full((2,), 5, device=d),
                     lambda d: torch.hann_window(5, device=d), lambda d: torch.rand(3, device=d),
                     lambda d: torch.randint(9, (4,), device=d),
                     lambda d: torch.ones_like(on(0, 2, 3), device=d),
                     lambda d: on(2, 3).new_full((2,), 7, device=d), lambda d: on(0, 3).to(d)):
            torch.manual_seed(0)
            expected = make("tpu:1")
            torch.manual_seed(0)
            with FlopCounterMode(display=False):  # PyTorch's modes hide tensors' keys
                got = make("tpu:1")
            self.assertEqual((got.device.index, expected.device.index), (1, 1))
            self.assertTrue(torch.equal(got, expected))

    def test_copies_go_between_them(self):
        x = on(0, 4, 6)
        for y in (x.to("tpu:1"), x.t().to("tpu:2").t(),
                  torch.zeros_like(x, device="tpu:1").copy_(x)):
            self.assertNotEqual(y.device.index, 0)
            self.assertTrue(torch.equal(y.cpu(), x.cpu()))
        y.zero_()
        self.assertNotEqual(x.abs().sum().item(), 0)
        self.assertEqual(x.new_tensor([1], device="tpu:2").device.index, 2)
        self.assertEqual(y.new(2, 3).device, y.device)
        conjugate = torch.complex(x, x).conj().to("tpu:2")
        self.assertTrue(torch.equal(conjugate.cpu(), torch.complex(x, -x).cpu()))

    def test_operands_on_two_are_an_error(self):
        a, b = torch.ones(3, device="tpu:0"), torch.ones(3, device="tpu:1")
        for function in (lambda: a + b, lambda: torch.cat([b, a]), lambda: a.add_(b),
                         lambda: torch.mm(a[None], b[:, None]), lambda: torch.add(a, a, out=b),
                         lambda: F.layer_norm(a, (3,), b), lambda: torch._foreach_add([a], [b]),
                         lambda: torch.rand(2, device="tpu:1", generator=torch.Generator("tpu:0"))):
            with self.assertRaises(RuntimeError):
                function()

    def train(self, device):
        torch.manual_seed(0)
        model = torch.nn.Sequential(torch.nn.Linear(5, 8), torch.nn.GELU(), torch.nn.Dropout(0.2),
                                    torch.nn.Linear(8, 3)).to(device)
        optimizer = torch.optim.AdamW(model.parameters(), 1e-2)
        x = on(0, 16, 5).to(device)
        torch.manual_seed(1)
        for _ in range(6):
            optimizer.zero_grad()
            model(x).square().mean().backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1)
            optimizer.step()
        self.assertEqual({p.device for p in model.parameters()}, {torch.device(device)})
        return [p.detach().cpu() for p in model.parameters()]

    def test_each_trains_alike(self):
        for mode in (torch.tpu.EagerMode.DEFER_NEVER, torch.tpu.EagerMode.DEFER_AND_FUSE):
            with torch.tpu.set_eager_mode(mode):
                for a, b in zip(self.train("tpu:0"), self.train("tpu:2")):
                    self.assertTrue(torch.equal(a, b))

    def test_a_model_lies_on_two(self):
        first, second = torch.nn.Linear(5, 4).to("tpu:0"), torch.nn.Linear(4, 2).to("tpu:1")
        for threads in (False, True):
            with torch.autograd.set_multithreading_enabled(threads):
                second(first(on(0, 3, 5)).relu().to("tpu:1")).sum().backward()
        self.assertEqual([first.weight.grad.device.index, second.weight.grad.device.index], [0, 1])
        torch.tpu.synchronize()

    def test_a_graph_runs_where_its_inputs_lie(self):
        model = torch.nn.Linear(5, 4).to("tpu:1")
        compiled = torch.compile(model)
        for _ in range(2):
            result = compiled(on(1, 3, 5))
            self.assertEqual(result.device.index, 1)
            self.assertTrue(torch.equal(result, model(on(1, 3, 5))))

    def test_a_graph_makes_tensors_where_it_is_told(self):
        def f(x):
            place = torch.arange(x.shape[0], device=x.device)
            return x + torch.ones(5, device="tpu:1") * place[:, None] + torch.eye(
                3, 5, device=x.device)
        compiled = torch.compile(f, fullgraph=True)
        for _ in range(2):
            self.assertTrue(torch.equal(compiled(on(1, 3, 5)), f(on(1, 3, 5))))

    def test_control_flow_goes_where_its_operands_lie(self):
        def f(x):
            y = torch.cond(x.sum() > 0, torch.sin, torch.cos, (x,))
            return while_loop(lambda a: a.sum() < 5, lambda a: (a.abs() + 1,), (y,))[0]
        self.assertTrue(torch.equal(torch.compile(f)(on(2, 9)).cpu(), f(on(0, 9)).cpu()))

    def test_memory_is_each_ones_own(self):
        def allocated():
            return [torch.tpu.memory_allocated(i) for i in range(3)]
        before = allocated()
        kept = torch.empty(1 << 20, device="tpu:2")
        self.assertEqual([b - a for a, b in zip(before, allocated())], [0, 0, kept.nbytes])
        del kept
        self.assertEqual(allocated(), before)
        most = torch.tpu.get_device_properties(1).total_memory // 8
        kept = torch.empty(most, device="tpu:1")
        with self.assertRaises(torch.OutOfMemoryError):
            torch.empty(most + most // 2, device="tpu:1")
        self.assertEqual(torch.empty(most + most // 2, device="tpu:2").numel(), most + most // 2)

    def test_random_numbers_are_each_ones_own(self):
        torch.manual_seed(3)
        self.assertTrue(torch.equal(torch.rand(4, device="tpu:0").cpu(),
                                    torch.rand(4, device="tpu:1").cpu()))
        state = torch.tpu.get_rng_state(1)
        with torch.random.fork_rng(devices=range(3), device_type="tpu"):
            torch.rand(9, device="tpu:1")
        self.assertEqual(torch.tpu.get_rng_state(1).tolist(), state.tolist())
        self.assertEqual(torch.Generator("tpu:1").device.index, 1)

    def test_a_kept_state_is_that_of_the_operations_device(self):
        draw, x = torch.ops.aten.bernoulli.p, on(1, 40)
        torch.rand(3, device="tpu:0")
        state, first = run_and_save_rng_state(draw, x, 0.5)
        second = run_with_rng_state(state, draw, x, 0.5)
        self.assertTrue(torch.equal(first, second))

    def test_files_know_them(self):
        file = io.BytesIO()
        torch.save(on(1, 3), file)
        for where, index in ((None, 1), ("tpu:2", 2), ({"tpu:1": "tpu:0"}, 0)):
            file.seek(0)
            self.assertEqual(torch.load(file, map_location=where).device.index, index)


if __name__ == "__main__":
    unittest.main()
