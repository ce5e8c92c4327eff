"""What is no part of a program runs by itself between programs; what fails is named."""

import copy
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest
import warnings
from unittest import mock

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint
from torch._higher_order_ops.map import map as map_rows
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop
from torch._prims.rng_prims import run_and_save_rng_state, run_with_rng_state
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.experimental.symbolic_shapes import (
    DimDynamic, ShapeEnv, StatelessSymbolicContext)
import tilewright.torch  # pylint: disable=unused-import
from tilewright.torch import compile as compiling, graph_parts

from compile_cases import CompileTest, bits

calls = []


@torch.library.custom_op("parts::thrice", mutates_args=())
def thrice(x: torch.Tensor) -> torch.Tensor:
    calls.append(tuple(x.shape))
    return x * 3


@thrice.register_fake
def _(x):
    return torch.empty_like(x)


@torch.library.custom_op("parts::noisy", mutates_args=())
def noisy(x: torch.Tensor) -> torch.Tensor:
    return torch.rand_like(x)


@noisy.register_fake
def _(x):
    return torch.empty_like(x)


@torch.library.custom_op("parts::raise_by", mutates_args=("x",))
def raise_by(x: torch.Tensor, by: float) -> None:
    x.copy_(torch.from_numpy(x.cpu().numpy() + by))


class PartsTest(CompileTest):

    def test_other_peoples_operators_run_in_every_call(self):
        x = torch.randn(5, device="tpu")
        f = torch.compile(lambda x: thrice(x.sin()).cos(), fullgraph=True)
        calls.clear()
        for _ in range(3):
            self.assertEqual(bits([f(x)]), bits([(x.sin() * 3).cos()]))
        self.assertEqual(calls, [(5,)] * 3)
        self.assert_captured(["parts.thrice.default: it is an operator of parts"])

    def test_an_operator_may_write_what_it_is_given(self):
        def f(x):
            y = x * 2
            raise_by(y, 3.0)
            raise_by(x, 1.0)
            return y + x
        x = torch.randn(3, 4, device="tpu")
        eager, compiled = x.clone(), x.clone()
        found = f(eager), torch.compile(f, fullgraph=True)(compiled)
        self.assertEqual(bits([eager, found[0]]), bits([compiled, found[1]]))

    def test_steps_of_libraries_run_between_programs(self):
        a = torch.randn(5, 5, device="tpu")
        a = a @ a.T + 5 * torch.eye(5, device="tpu")
        self.both(lambda a: (torch.linalg.cholesky(a * 2) @ a).sin(), a)
        self.both(lambda a: torch.fft.fft(a.sin()).abs() * 2, a)
        self.assertEqual([graph["refused"] for graph in self.graphs()], ["", ""])
        self.assertIn("aten._fft_r2c.default: fft_forward is computed by a library",
                      "\n".join(self.breaks()))

    def test_tensors_of_the_cpu_stay_there(self):
        def f(x, y):
            y.add_(1)
            z = (x * 2).cpu() * y
            return z, z.to("tpu").sin(), x + y.sum()
        x, y = torch.randn(6, device="tpu"), torch.randn(6)
        found = []
        for g in (f, torch.compile(f)):
            mine = y.clone()
            found.append(bits([*g(x, mine), *g(x, mine), mine]))
        self.assertEqual(*found)

    def test_indices_may_be_on_the_cpu(self):
        def f(x, i):
            y = x * 2
            y[i] = 5
            return x[i] * 2, y
        for i in ([2, 0], 3):
            self.both(f, torch.randn(6, 4, device="tpu"), torch.tensor(i))

    def test_numbers_of_the_cpu_are_operands_of_one_program(self):
        f = torch.compile(lambda x, s: torch.lerp(x, x * s, s) / s)
        x = torch.randn(9, device="tpu")
        for i in range(6):
            s = torch.tensor(i + 0.3)
            self.assertEqual(bits([f(x, s)]), bits([torch.lerp(x, x * s, s) / s]))
        self.assert_captured()
        self.assertEqual([graph["programs"] for graph in self.graphs()], [1])

    def test_an_optimizers_count_of_steps_is_on_the_cpu(self):
        found = []
        for compiled in (False, True):
            torch.manual_seed(2)
            weights = [nn.Parameter(torch.randn(6, 3, device="tpu")) for _ in range(2)]
            optimizer = torch.optim.Adam(weights, lr=0.1)
            step = torch.compile(optimizer.step) if compiled else optimizer.step
            for _ in range(6):
                for weight in weights:
                    weight.grad = weight.detach() * 2
                step()
            found.append(weights)
            self.assertEqual([int(s["step"]) for s in optimizer.state.values()], [6, 6])
        for eager, compiled in zip(*found):
            torch.testing.assert_close(eager, compiled, rtol=1e-5, atol=1e-5)
        self.assertEqual(sum(graph["programs"] for graph in self.graphs()), 1)

    def test_values_may_be_read_and_sizes_be_data(self):
        def f(x, n):
            first = n.item()
            torch._check(first >= 0)
            torch._check(first < 6)
            return x[x > 0] * 2, x.nonzero(), x[first] * first
        x = torch.randn(6, 4, device="tpu")
        for n in (0, 3):
            self.both(f, x, torch.tensor(n, device="tpu"),
                      compiled=torch.compile(f, fullgraph=True))

    def test_sizes_without_a_hint(self):
        f = torch.compile(lambda x: x.sin() * 2 + x.sum(0), fullgraph=True)
        for n in (5, 1, 0, 8):
            x = torch.randn(n, 4, device="tpu")
            torch._dynamo.decorators.mark_unbacked(x, 0)
            self.assertEqual(bits([f(x)]), bits([x.sin() * 2 + x.sum(0)]))

    def test_lazy_conjugates_come_and_go(self):
        z = torch.complex(*torch.randn(2, 3, 4, device="tpu"))
        f = torch.compile(lambda z: (z * 2, z.imag + 1, z.conj()))
        for given in (z, z.conj()):
            self.assertEqual(bits(f(given)), bits([given * 2, given.imag + 1, given.conj()]))


    def test_fake_tensors_go_through_as_through_other_graphs(self):
        made = []

        def keep(module, inputs):
            made.append(compiling.backend(module, inputs))
            return made[-1]

        def f(x, s):
            return (x @ x.mT * s).t().relu(), x.shape[0]
        x, s = torch.randn(5, 3, device="tpu"), torch.tensor(2.0)
        torch._dynamo.mark_dynamic(x, 0)
        torch.compile(f, backend=keep)(x, s)
        with torch.no_grad(), FakeTensorMode(shape_env=ShapeEnv()) as mode:
            fakes = [mode.from_tensor(x, symbolic_context=StatelessSymbolicContext(
                [DimDynamic.DYNAMIC, DimDynamic.STATIC])), mode.from_tensor(s)]
            size = fakes[0].shape[0]
            found = made[0](size, *fakes)
            self.assertIsInstance(found[0], FakeTensor)
            self.assertEqual((str(found[0].shape), found[0].device.type, found[0].stride()[0]),
                             (str(torch.Size([size, size])), "tpu", 1))


class TellsPeopleTest(CompileTest):

    def test_reports_have_graphs_and_what_runs_between_their_programs(self):
        def f(x):
            y = (x * 2).cpu()
            torch._dynamo.graph_break()
            return y.to("tpu").sin()
        x = torch.randn(5, device="tpu")
        explained = torch._dynamo.explain(f)(x)
        torch._dynamo.reset()
        torch.compile(f)(x)
        graphs = torch.tpu.report().graphs[self.before:]
        self.assertEqual(len(graphs), explained.graph_count)
        self.assertEqual([g["breaks"] for g in graphs],
                         [["aten._to_copy.default: it is on the CPU"]] * 2)
        self.assertIn(f"{graphs[0]['name']}, {graphs[0]['line']}; by themselves run: "
                      "aten._to_copy.default", str(torch.tpu.report()))

    def test_recompilations_are_told_with_reason_and_line(self):
        compiled = torch.compile(lambda x, scale: x * scale, dynamic=False)
        for x, scale in ((torch.ones(3, device="tpu"), 2.0), (torch.ones(5, device="tpu"), 2.0),
                         (torch.ones(5, device="tpu").bfloat16(), 2.0)):
            compiled(x, scale)
        first, second, third = self.graphs()
        self.assertEqual(first["recompiled"], "")
        self.assertIn("tensor 'x' size mismatch at index 0", second["recompiled"])
        self.assertIn("tensor 'x' dtype mismatch", third["recompiled"])
        for graph in (first, second, third):
            self.assertRegex(graph["line"], r'compile_parts_test.py", line \d+, in <lambda>')
        self.assertIn(f"{third['name']}, {third['line']}: {third['recompiled']}",
                      str(torch.tpu.explain()))

    def test_logs_name_breaks_with_their_line(self):
        with self.assertLogs("torch._dynamo.tpu", "DEBUG") as logged:
            torch.compile(lambda x: thrice(x) + 1)(torch.ones(2, device="tpu"))
        self.assertRegex("\n".join(logged.output), r"breaks at parts.thrice.default.*"
                         r'compile_parts_test.py", line \d+, in <lambda>')

    def test_traces_have_the_parts_of_graphs(self):
        script = textwrap.dedent("""
            import tilewright.torch, torch
            torch.compile(lambda x: (x * 2).cpu() + 1)(torch.ones(2, device="tpu"))
            """)
        with tempfile.TemporaryDirectory() as traces:
            subprocess.run([sys.executable, "-c", script], check=True, capture_output=True,
                           env={**os.environ, "TORCH_TRACE": traces})
            text = "".join(path.read_text() for path in pathlib.Path(traces).iterdir())
        self.assertRegex(text, r"(?s)tpu_parts_of_inference_0.*a program:.*aten\.mul.*"
                         r"by themselves:.*aten\._to_copy.*aten\.add")


class ControlFlowTest(CompileTest):

    def test_branches_are_programs(self):
        def f(x):
            return torch.cond(x.sum() > 0, lambda x: x.sin() * 2, lambda x: x.cos() - 1, (x,))
        x = torch.randn(6, 4, device="tpu").abs()
        for given in (x, -x, x.clone().requires_grad_()):
            self.both(f, given, compiled=torch.compile(f, fullgraph=True))
        self.assertEqual({why.split(":")[0] for why in self.breaks()}, {"cond"})
        self.assertEqual({g["refused"] for g in self.graphs()}, {""})

    def test_loops_end_when_their_condition_says_so(self):
        def f(i, x):
            return while_loop(lambda i, x: i < 5, lambda i, x: (i + 1, x * 1.5 + i), (i, x))
        x = torch.randn(4, device="tpu")
        for first in (0, 5):
            self.both(f, torch.tensor(first, device="tpu"), x,
                      compiled=torch.compile(f, fullgraph=True))

    def test_short_scans_are_one_program_and_long_ones_a_program_for_each_step(self):
        def f(start, rows):
            return scan(lambda c, x: (c * 0.5 + x, c.sin()), start, rows)
        for length in (6, 100):
            torch._dynamo.reset()
            start = torch.zeros(4, device="tpu", requires_grad=True)
            rows = torch.randn(length, 4, device="tpu", requires_grad=True)
            self.both(f, start, rows, compiled=torch.compile(f, fullgraph=True))
        self.assertEqual(set(self.breaks()), {"scan: it has 100 steps"})
        self.assertEqual({g["refused"] for g in self.graphs()}, {""})

    def test_maps(self):
        def f(rows, y):
            return map_rows(lambda x, y: x.sin() * y, rows, y)
        self.both(f, torch.randn(6, 4, device="tpu", requires_grad=True),
                  torch.randn(4, device="tpu", requires_grad=True),
                  compiled=torch.compile(f, fullgraph=True))
        self.assert_captured()


class OverlapTest(CompileTest):

    def test_inputs_that_overlap_are_one_array(self):
        def f(a, b):
            a.add_(1)
            b.mul_(2)
            return a * b
        g = torch.compile(f)
        views = (lambda t: (t.clone(), t), lambda t: (t[:2], t[2:]), lambda t: (t[:2], t[1:3]),
                 lambda t: (t[:, :2], t[:, 4:]), lambda t: (t, t), lambda t: (t[:2], t[2:]))
        for view in views:
            bases = [torch.arange(24., device="tpu").reshape(4, 6) for _ in range(2)]
            results = [call(*view(base)) for call, base in zip((f, g), bases)]
            self.assertEqual(bits([bases[0], results[0]]), bits([bases[1], results[1]]))
        self.assert_captured()

    def test_results_are_views_of_inputs_that_overlap(self):
        f = torch.compile(lambda a, b: (a[1:], b.t(), a + b, b))
        base = torch.randn(5, 6, device="tpu")
        for a, b in ((base[:, :3], base[:, 2:5]), (base[1:, 1:4], base[:4, 3:])):
            found = f(a, b)
            self.assertEqual(bits(found), bits([a[1:], b.t(), a + b, b]))
            found[0].zero_()
            self.assertEqual(a[1:].abs().sum().item(), 0)


class RandomTest(CompileTest):

    def test_checkpointed_dropout_is_computed_twice_with_the_same_numbers(self):
        class Layers(nn.Module):
            def __init__(self):
                super().__init__()
                self.layers = nn.ModuleList(
                    nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.4), nn.Tanh())
                    for _ in range(2))

            def forward(self, x):
                for layer in self.layers:
                    x = checkpoint(layer, x, use_reentrant=False)
                return x
        torch.manual_seed(1)
        eager = Layers().to("tpu")
        compiled = copy.deepcopy(eager)
        x = torch.randn(16, 8, device="tpu")
        found = []
        for model, call in ((eager, eager), (compiled, torch.compile(compiled))):
            torch.manual_seed(7)
            for _ in range(2):
                F.dropout(call(x), 0.5).square().sum().backward()
            found.append(bits([w.grad for w in model.parameters()]))
        self.assertEqual(*found)

    def test_numbers_are_taken_in_the_order_of_the_program(self):
        ones = torch.ones(6, 9, device="tpu")
        functions = {
            "a checkpoint": lambda x: F.dropout(x) * 2 + checkpoint(
                F.dropout, x, use_reentrant=False),
            "an operator of others": lambda x: F.dropout(x) * 2 + noisy(ones)}
        for name, f in functions.items():
            torch._dynamo.reset()
            with self.subTest(name):
                self.both(f, torch.randn(6, 9, device="tpu", requires_grad=True))

    def test_graphs_that_are_traced_keep_the_state_of_random_numbers(self):
        draw = torch.ops.aten.bernoulli.p

        def twice(x):
            state, first = run_and_save_rng_state(draw, x, 0.5)
            return first, run_with_rng_state(state, draw, x, 0.5)
        x = torch.rand(4, 30, device="tpu")
        graph = make_fx(twice)(x)
        torch.manual_seed(3)
        results = graph(x)
        torch.manual_seed(3)
        self.assertEqual(bits(results), 2 * bits([draw(x, 0.5)]))
        with FakeTensorMode() as mode:
            state, drawn = run_and_save_rng_state(draw, mode.from_tensor(x), 0.5)
        self.assertEqual((state.numel(), drawn.shape), (16, x.shape))


class FailureTest(CompileTest):

    def missing(self, a):
        return torch.ops.aten._add_relu(a * 2, a).sin()  # the line

    def test_what_is_not_there_is_named_with_the_users_line(self):
        a = torch.randn(5, 5, device="tpu")
        for whole in (False, True):
            torch._dynamo.reset()
            with self.assertRaisesRegex(
                    NotImplementedError, "(?s)not implemented for tpu.*_add_relu"
                    r".*compile_parts_test.py.*line \d+, in missing"):
                torch.compile(self.missing, fullgraph=whole)(a)

    def test_an_error_of_what_is_kept_in_order_names_it(self):
        x = torch.zeros(3, 3, device="tpu")
        with self.assertRaisesRegex(torch.linalg.LinAlgError, "aten._linalg_check_errors"):
            torch.compile(lambda x: torch.linalg.inv(x) + 1)(x)
        self.assertTrue(any("check_errors.default: it is kept in the program's order" in why
                            for why in torch.tpu.report().graphs[-1]["breaks"]))

    def test_what_is_not_there_runs_on_the_cpu_if_that_is_allowed(self):
        a = torch.randn(5, 5, device="tpu")
        torch.tpu.enable_cpu_fallback = True
        try:
            f = torch.compile(self.missing)
            for _ in range(2):
                self.assertEqual(bits([f(a)]), bits([self.missing(a)]))
            with self.assertRaisesRegex(NotImplementedError, "fullgraph.*_add_relu.*"
                                        r"runs on the CPU.*line \d+, in missing"):
                torch._dynamo.reset()
                torch.compile(self.missing, fullgraph=True)(a)
        finally:
            torch.tpu.enable_cpu_fallback = False

    def failing(self):
        class Programs(graph_parts._device.GraphPrograms):
            def add(self, *_):
                raise RuntimeError("no such instruction")
        return mock.patch.object(graph_parts._device, "GraphPrograms", Programs)

    def test_a_failing_compilation_goes_on_eagerly_and_says_so_once(self):
        x = torch.randn(5, device="tpu")
        with self.failing(), warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            f = torch.compile(lambda x: x.sin() * 2)
            for _ in range(3):
                self.assertEqual(bits([f(x)]), bits([x.sin() * 2]))
        said = [str(each.message) for each in said if "tilewright" in str(each.message)]
        self.assertEqual(len(said), 1, said)
        self.assertIn("operation by operation: no such instruction", said[0])
        self.assertEqual([g["refused"] for g in self.graphs()], ["no such instruction"])

    def test_a_failing_compilation_of_a_full_graph_is_an_error(self):
        with self.failing(), self.assertRaisesRegex(
                RuntimeError, r"fullgraph.*no such instruction.*compile_parts_test.py"):
            torch.compile(lambda x: x.sin() * 2, fullgraph=True)(torch.ones(5, device="tpu"))

    def test_an_error_in_the_middle_leaves_inputs_as_they_were(self):
        def f(x, fails):
            y = x * 2
            raise_by(y, fails)
            x.add_(y)
            return x.sin()
        g = torch.compile(f)
        x = torch.ones(4, device="tpu")
        with self.assertRaises(Exception):
            g(x, "no number")
        self.assertEqual(x.tolist(), [1] * 4)
        for expected in (4, 13):
            g(x, 1.0)
            self.assertEqual(x.tolist(), [expected] * 4)


if __name__ == "__main__":
    unittest.main()
