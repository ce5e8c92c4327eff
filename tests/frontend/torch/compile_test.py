"""torch.compile on tpu: graphs are captured once, run as one program, and have the bits of
eager modes."""

import os
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest
from unittest import mock

import torch
import torch.nn.functional as F
from torch import nn
import tilewright.torch  # pylint: disable=unused-import

from compile_cases import CompileTest, bits
from in_modes import DEBUG, FUSED, STRICT, Mode, counted

CHILD = {**os.environ, "PYTHONWARNINGS": "ignore"}


class BitsTest(CompileTest):

    def test_a_function_and_its_gradient(self):
        x = torch.randn(33, 17, device="tpu", requires_grad=True)
        w = torch.randn(17, 5, device="tpu", requires_grad=True)
        self.both(lambda x, w: (torch.relu(x @ w).sum(1), x.sin() * 2), x, w)
        self.assert_captured()

    def test_arrays_of_no_and_of_one_element(self):
        for n in (0, 1):
            x = torch.randn(n, 3, device="tpu", requires_grad=True)
            self.both(lambda x: (x * 2).sum() + x.exp().sum(0), x)
        self.assert_captured()

    def test_layers_train(self):
        x = torch.randn(4, 3, 8, 8, device="tpu")
        self.assert_trains_alike(
            lambda: nn.Sequential(nn.Conv2d(3, 6, 3), nn.BatchNorm2d(6), nn.ReLU(),
                                  nn.MaxPool2d(2), nn.Flatten(), nn.Linear(54, 8),
                                  nn.LayerNorm(8), nn.GELU()), x)

    def test_attention_trains(self):
        x = torch.randn(2, 12, 32, device="tpu")
        self.assert_trains_alike(
            lambda: nn.TransformerEncoderLayer(32, 4, 64, dropout=0.0, batch_first=True), x)

    def test_dropout_is_that_of_eager_modes(self):
        x = torch.randn(2, 12, 32, device="tpu")
        self.assert_trains_alike(
            lambda: nn.TransformerEncoderLayer(32, 4, 64, dropout=0.3, batch_first=True), x)
        f = torch.compile(lambda x: F.dropout(x, 0.5))
        x = torch.ones(4000, device="tpu")
        self.assertFalse(torch.equal(f(x).cpu(), f(x).cpu()))

    def test_an_embedding_with_cross_entropy(self):
        words = torch.randint(0, 50, (4, 7), device="tpu")
        table = torch.randn(50, 16, device="tpu", requires_grad=True)
        self.both(lambda t, i: F.cross_entropy((F.embedding(i, t) @ t.T).flatten(0, 1),
                                               i.flatten()), table, words)
        self.assert_captured()

    def test_a_grouped_product_of_f32(self):
        x = torch.randn(12, 8, device="tpu")
        w = torch.randn(3, 8, 16, device="tpu")
        ends = torch.tensor([4, 4, 12], dtype=torch.int32, device="tpu")
        self.both(lambda x, w, ends: torch._grouped_mm(x, w, offs=ends) * 2, x, w, ends)
        self.assert_captured()

    def test_autocast(self):
        x = torch.randn(8, 16, device="tpu")
        self.assert_trains_alike(lambda: nn.Sequential(nn.Linear(16, 32), nn.GELU(),
                                                       nn.Linear(32, 4)), x, autocast=True)

    def test_all_modes(self):
        x = torch.randn(8, 16, device="tpu")
        def make():
            return nn.Sequential(nn.Linear(16, 32), nn.Tanh(), nn.Linear(32, 4))
        found = []
        for mode in (STRICT, DEBUG, FUSED):
            with Mode(mode):
                found.append(self.trained(make, (x,), True, steps=8))
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], found[2])


class AliasTest(CompileTest):

    def test_an_input_that_is_changed(self):
        def f(x, y):
            x.add_(y)
            x[0] = 7
            return x * 2
        x, y = torch.randn(2, 5, 5, device="tpu")
        eager, compiled = x.clone(), x.clone()
        a, b = f(eager, y), torch.compile(f)(compiled, y)
        self.assertEqual(bits([eager, a]), bits([compiled, b]))
        self.assert_captured()

    def test_results_that_are_inputs_and_views(self):
        def f(x):
            y = x + 1
            return x, x.t(), y, y[1:], y.t(), y.expand(2, *y.shape)
        x = torch.randn(3, 4, device="tpu")
        self.both(f, x)
        _, t, y, part, *_ = torch.compile(f)(x)
        x.zero_()
        self.assertEqual(t.abs().sum().item(), 0)
        y.zero_()
        self.assertEqual(part.abs().sum().item(), 0)
        self.assert_captured()

    def test_views_of_inputs_lie_where_they_lie(self):
        f = torch.compile(lambda a, b: a @ b + 1)
        base = torch.randn(8, 9, device="tpu")
        for a, b in ((base[:, 1:], base[1:, :].T[1:]), (base[1:5, 2:6], base.T[2:6, 1:5]),
                     (base[0:1].expand(4, 9), base.T)):
            self.assertEqual(bits([f(a, b)]), bits([a @ b + 1]))
        self.assert_captured()

    def test_constants_and_memory_that_is_never_written_whole(self):
        def f(x):
            y = torch.empty(4, 4, device="tpu")
            y[:2] = x
            y[2:] = torch.tensor([1., 2., 3., 4.], device="tpu")
            return y * torch.arange(4, device="tpu")
        self.both(f, torch.randn(2, 4, device="tpu"))
        self.assert_captured()

    def test_an_input_that_goes_while_its_graph_is_queued(self):
        f = torch.compile(lambda x: x * 2)
        f(torch.ones(1 << 20, device="tpu"))
        results = [f(torch.full((1 << 20,), float(i), device="tpu")) for i in range(20)]
        for i, result in enumerate(results):
            self.assertEqual(result.min().item(), 2 * i)
            self.assertEqual(result.max().item(), 2 * i)


class ProgramsTest(CompileTest):

    def test_a_graph_is_one_execution(self):
        f = torch.compile(lambda x: (x.sin() + x.cos()).sum())
        x = torch.randn(64, device="tpu")
        f(x)
        torch.tpu.synchronize()
        _, counts = counted(lambda: [f(x) for _ in range(3)])
        self.assertEqual((counts["graph_runs"], counts["executions"], counts["compilations"],
                          counts["graphs"]), (3, 3, 0, 0))

    def test_memory_that_is_let_go_of_is_none_of_a_capture(self):
        x = torch.randn(1 << 16, device="tpu")
        f = torch.compile(lambda x: x.sin() * 2)
        for _ in range(20):  # the queue still uses what goes here
            y = x.exp().log().exp()
        del y
        self.assertEqual(bits([f(x)]), bits([x.sin() * 2]))
        self.assert_captured()

    def test_sizes_of_one_graph_are_programs_of_it(self):
        f = torch.compile(lambda x, w: F.gelu(x @ w).mean(), dynamic=True)
        w = torch.randn(6, 4, device="tpu")
        for n in (5, 9, 2, 33, 9):
            x = torch.randn(n, 6, device="tpu")
            self.assertEqual(bits([f(x, w)]), bits([F.gelu(x @ w).mean()]))
        made = self.graphs()
        self.assertEqual([(g["programs"], g["of_open_code"], g["refused"]) for g in made],
                         [(4, 4, "")])
        # Others compile nothing.
        for n in range(40, 50):
            f(torch.randn(n, 6, device="tpu"), w)
        lengths = [*range(50, 80), 33, 33]
        _, counts = counted(lambda: [f(torch.randn(n, 6, device="tpu"), w) for n in lengths])
        self.assertEqual((counts["compilations"], counts["graphs"],
                          counts["graphs_of_open_code"]), (0, 30, 30))

    def test_precision_is_part_of_a_program(self):
        f = torch.compile(lambda a, b: a @ b)
        a, b = torch.randn(2, 16, 16, device="tpu")
        for precision in ("medium", "highest", "medium"):
            with torch.tpu.precision(precision):
                self.assertEqual(bits([f(a, b)]), bits([a @ b]), precision)

    def test_a_second_process_compiles_nothing(self):
        script = textwrap.dedent("""
            import tilewright.torch, torch
            torch.manual_seed(0)
            model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.GELU(),
                                        torch.nn.Linear(16, 2)).to("tpu")
            loss = torch.compile(model)(torch.ones(4, 8, device="tpu")).square().sum()
            loss.backward()
            torch.tpu.synchronize()
            counters = torch.tpu.counters()
            print(counters["compilations"], counters["graphs"], float(loss))
            """)
        with tempfile.TemporaryDirectory() as cache:
            first, second = (subprocess.run(
                [sys.executable, "-c", script], capture_output=True, text=True, check=False,
                env={**CHILD, "TILEWRIGHT_CACHE_DIR": cache}) for _ in range(2))
        self.assertEqual(second.returncode, 0, second.stderr)
        compilations, graphs, loss = first.stdout.split()
        self.assertGreater(int(compilations), 0)
        self.assertEqual(second.stdout.split(), ["0", graphs, loss])
        self.assertEqual(graphs, "2")

    def test_several_threads(self):
        f = torch.compile(lambda x, n: (x * n).sin().sum(), dynamic=False)
        x = torch.randn(100, device="tpu")
        wanted = {n: bits([(x * n).sin().sum()]) for n in range(1, 5)}
        failures = []

        def run(n):
            try:
                for _ in range(10):
                    y = x * n  # recorded while others capture
                    if bits([f(x, n)]) != wanted[n] or bits([y.sin().sum()]) != wanted[n]:
                        failures.append(n)
            except Exception as error:  # pylint: disable=broad-except
                failures.append(error)
        threads = [threading.Thread(target=run, args=(n,)) for n in wanted]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_programs_are_made_while_others_of_their_graph_are_recorded(self):
        f = torch.compile(lambda x: x.sin() * 2, dynamic=True)
        f(torch.ones(2, device="tpu"))
        failures = []

        def run(own):
            for n in range(2, 100):
                try:
                    x = torch.ones(4 * n + own, device="tpu")
                    if f(x).shape != x.shape:
                        failures.append(n)
                except Exception as error:  # pylint: disable=broad-except
                    failures.append(error)
        threads = [threading.Thread(target=run, args=(own,)) for own in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])


class FrontTest(CompileTest):

    def test_graphs_break_where_a_number_is_read(self):
        def f(x):
            y = x * 3
            if y.sum().item() > 0:
                return y + 1
            return y - 1
        for sign in (1, -1):
            x = sign * torch.ones(4, device="tpu")
            self.assertEqual(bits([torch.compile(f)(x)]), bits([f(x)]))

    def test_other_graphs_reach_inductor(self):
        with mock.patch("torch._inductor.compile_fx.compile_fx",
                        side_effect=lambda module, inputs, **_: module.forward) as inductor:
            f = torch.compile(lambda x: x + 1)
            self.assertEqual(f(torch.ones(2)).tolist(), [2, 2])
            self.assertEqual(inductor.call_count, 1)
            self.assertEqual(f(torch.ones(3, 3, device="tpu")).sum().item(), 18)
            self.assertEqual(inductor.call_count, 1)

    def test_a_decorator_with_settings_names_no_backend(self):
        for settings in ({}, {"fullgraph": True}, {"dynamic": True, "mode": "default"}):
            @torch.compile(**settings)
            def f(x):
                return x + 1
            self.assertEqual(f(torch.ones(3, device="tpu")).tolist(), [2, 2, 2])
        with self.assertRaisesRegex(RuntimeError, "Model can't be None"):
            torch.compile(fullgraph=True)(None)

    def test_inductor_by_name_is_refused_with_what_to_do(self):
        x = torch.ones(2, device="tpu")
        for make in (lambda f: torch.compile(f, backend="inductor"),
                     torch.compile(backend="inductor")):
            with self.assertRaisesRegex(Exception, "leave the backend out"):
                make(lambda x: x + 1)(x)

    def test_inductors_option_for_tpus_is_no_other_device(self):
        x = torch.randn(8, device="tpu")
        f = torch.compile(lambda x: x.sin() * 2, backend="inductor",
                          options={"tpu_backend": "pallas"})
        self.assertEqual(bits([f(x)]), bits([x.sin() * 2]))
        self.assert_captured()

    def test_it_is_among_dynamos_backends(self):
        self.assertIn("tpu", torch._dynamo.list_backends())
        x = torch.randn(8, device="tpu")
        f = torch._dynamo.optimize("tpu")(lambda x: x.sin() * 2)
        self.assertEqual(bits([f(x)]), bits([x.sin() * 2]))
        self.assert_captured()

    def test_parameters_may_be_swapped_behind_a_graph_that_names_it(self):
        model = nn.Linear(3, 3).to("tpu")
        torch.compile(model, backend="tpu")(torch.ones(2, 3, device="tpu"))
        torch.utils.swap_tensors(model.weight, nn.Parameter(torch.zeros(3, 3, device="tpu")))
        self.assertEqual(model.weight.sum().item(), 0)

    def test_dynamo_finds_it_where_nobody_names_a_backend(self):
        f = torch._dynamo.optimize()(lambda x: x.sin() * 2)
        x = torch.randn(8, device="tpu")
        self.assertEqual(bits([f(x)]), bits([x.sin() * 2]))
        self.assert_captured()

    def test_modes_and_options_of_inductor_change_nothing(self):
        x = torch.randn(8, device="tpu")
        for options in ({"mode": "max-autotune"}, {"options": {"max_autotune": True}},
                        {"backend": "tpu"}, {"backend": "tpu", "mode": "reduce-overhead"},
                        {"fullgraph": True}):
            torch._dynamo.reset()
            self.both(lambda x: x.sin() * 2, x, compiled=torch.compile(
                lambda x: x.sin() * 2, **options))

    def test_unknown_modes_and_options_raise_as_inductors_do(self):
        for settings in ({"mode": "nonsense"}, {"options": {"nonsense": 1}},
                         {"options": {"max_autotune": "yes"}}):
            raised = []
            for backend in ("inductor", "tpu"):
                with self.assertRaises(RuntimeError) as error:
                    torch.compile(lambda x: x, backend=backend, **settings)
                raised.append(str(error.exception))
            self.assertEqual(*raised)

    def test_what_changes_nothing_is_noted(self):
        x = torch.randn(8, device="tpu")
        for settings in ({"options": {"max_autotune": True}},
                         {"backend": "tpu", "options": {"max_autotune": True}}):
            torch._dynamo.reset()
            with self.assertLogs("torch._dynamo.tpu", "INFO") as noted:
                torch.compile(lambda x: x.sin(), **settings)(x)
            self.assertIn("{'max_autotune': True}", noted.output[0])

    def test_a_bad_index_is_found_where_the_result_is_read(self):
        f = torch.compile(lambda t, i: F.embedding(i, t) * 2)
        table = torch.randn(10, 4, device="tpu")
        good, bad = (torch.tensor([n], device="tpu") for n in (3, 12))
        f(table, good)
        result = f(table, bad)
        with self.assertRaises(IndexError):
            result.cpu()
        with self.assertRaises(IndexError):
            torch.tpu.synchronize()
        self.assertEqual(bits([f(table, good)]), bits([table[3:4] * 2]))

    def test_an_optimizers_step_is_compiled(self):
        found = []
        for compiled in (False, True):
            torch.manual_seed(2)
            w = nn.Parameter(torch.randn(6, 6, device="tpu"))
            optimizer = torch.optim.SGD([w], lr=0.1, momentum=0.9)
            step = torch.compile(optimizer.step) if compiled else optimizer.step
            for _ in range(3):
                w.grad = w.detach() * 2
                step()
            found.append(bits([w]))
        self.assertEqual(*found)

    def test_importing_costs_no_dynamo(self):
        done = subprocess.run(
            [sys.executable, "-c", "import tilewright.torch, sys\n"
             "print('torch._dynamo' in sys.modules, 'functorch.compile' in sys.modules)"],
            capture_output=True, text=True, check=True, env=CHILD)
        self.assertEqual(done.stdout, "False False\n")


if __name__ == "__main__":
    unittest.main()
