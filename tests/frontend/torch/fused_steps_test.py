"""Fused mode runs steps that repeat as a few programs, with the bits of strict mode."""

import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest

import torch
import torch.nn.functional as F
from torch import nn
from tilewright.torch import _device

from in_modes import FUSED, STRICT, FusedTest, Mode, compiled, counted


def mlp():
    return nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 4))


class TrainingTest(FusedTest):

    def train(self, mode, steps, body):
        with Mode(mode):
            torch.manual_seed(3)
            model = mlp().to("tpu")
            optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
            x, y = torch.randn(32, 16).to("tpu"), torch.randn(32, 4).to("tpu")
            losses = []
            for i in range(steps):
                losses.append(body(i, model, optimizer, x, y))
                if mode == FUSED and i < 12:
                    compiled()
            return losses, [p.detach().cpu() for p in model.parameters()]

    def both(self, body, steps=20):
        strict = self.train(STRICT, steps, body)
        fused, counters = counted(lambda: self.train(FUSED, steps, body))
        self.assertEqual(fused[0], strict[0])
        self.equal(fused[1], strict[1])
        self.assertGreater(counters["segment_runs"], 0, _device.segments())
        return counters

    @staticmethod
    def plain(i, model, optimizer, x, y):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        return loss.item()

    def test_an_mlp_trains_as_a_few_programs_a_step(self):
        def attempt(n):
            with Mode(FUSED):
                torch.manual_seed(0)
                model = mlp().to("tpu")
                optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
                x, y = torch.randn(32 + n, 16).to("tpu"), torch.randn(32 + n, 4).to("tpu")
                for i in range(6):
                    self.plain(i, model, optimizer, x, y)
                    compiled()
                _, counters = counted(lambda: [self.plain(i, model, optimizer, x, y)
                                               for i in range(20)])
            return counters, counters["compilations"] == 0 and counters["executions"] <= 120
        self.once(attempt)
        self.both(self.plain)

    def test_a_second_process_is_fused_from_its_second_step(self):
        script = textwrap.dedent("""
            import sys, time
            import tilewright.torch, torch
            from tilewright.torch import _device
            torch.tpu.set_eager_mode(torch.tpu.EagerMode.DEFER_AND_FUSE)
            torch.manual_seed(0)
            model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.GELU(),
                                        torch.nn.Linear(16, 2)).to("tpu")
            optimizer = torch.optim.AdamW(model.parameters())
            x = torch.ones(4, 8, device="tpu")
            executions, losses = [], []
            for step in range(int(sys.argv[1])):
                before = torch.tpu.counters()["executions"]
                optimizer.zero_grad()
                loss = model(x).square().sum()
                loss.backward()
                optimizer.step()
                losses.append(loss.item())
                torch.tpu.synchronize()
                executions.append(torch.tpu.counters()["executions"] - before)
                end = time.monotonic() + 60
                while time.monotonic() < end and any(
                        s["state"] == "compiling" for s in _device.segments()):
                    time.sleep(0.01)
            counters = torch.tpu.counters()
            print(losses[:3], counters["compilations"], executions)
            """)
        def run(steps, cache):
            done = subprocess.run(
                [sys.executable, "-c", script, str(steps)], capture_output=True, text=True,
                check=True, env={**os.environ, "TILEWRIGHT_CACHE_DIR": cache})
            losses, rest = done.stdout.split("] ", 1)
            compilations, executions = rest.split(" ", 1)
            return losses, int(compilations), json.loads(executions)
        with tempfile.TemporaryDirectory() as cache:
            losses, compilations, executions = run(12, cache)
            self.assertGreater(compilations, 0)
            self.assertGreater(executions[1], 6)
            def attempt(_):
                again, compilations, executions = run(3, cache)
                self.assertEqual(again, losses)
                self.assertEqual(compilations, 0)
                return executions, max(executions[1:]) <= 6
            self.once(attempt)

    def test_what_repeats_within_a_step_is_no_segment_of_its_own(self):
        def deep():
            layers = [m for _ in range(40) for m in (nn.Linear(8, 8), nn.ReLU())]
            return nn.Sequential(nn.Linear(16, 8), *layers, nn.Linear(8, 4)).to("tpu")
        def losses(mode, steps):
            with Mode(mode):
                torch.manual_seed(0)
                model = deep()
                optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
                x, y = torch.randn(32, 16).to("tpu"), torch.randn(32, 4).to("tpu")
                found = []
                for i in range(6):
                    found.append(self.plain(i, model, optimizer, x, y))
                    compiled()
                more, counters = counted(lambda: [self.plain(i, model, optimizer, x, y)
                                                  for i in range(steps)])
                return found + more, counters
        def attempt(_):
            fused, counters = losses(FUSED, 20)
            self.assertEqual(fused, losses(STRICT, 20)[0])
            return counters, counters["executions"] <= 120 and counters["compilations"] == 0
        self.once(attempt)

    def test_a_step_is_the_same_programs_however_far_it_is_ahead(self):
        def sleep(i):
            time.sleep([0, 0, 1e-4, 3e-3, 0, 1e-3][i % 6])
        def body(i, model, optimizer, x, y):
            optimizer.zero_grad()
            sleep(i)
            loss = F.mse_loss(model(x), y)
            sleep(i // 2)
            loss.backward()
            sleep(i // 3)
            optimizer.step()
            return loss.item()
        def attempt(n):
            width = 16 + n  # what an interrupted step has taught stays
            with Mode(FUSED):
                torch.manual_seed(0)
                layers = [m for _ in range(30) for m in (nn.Linear(width, width), nn.ReLU())]
                model = nn.Sequential(*layers, nn.Linear(width, 4)).to("tpu")
                optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
                x, y = torch.randn(32, width).to("tpu"), torch.randn(32, 4).to("tpu")
                for i in range(8):
                    self.plain(i, model, optimizer, x, y)
                    compiled()
                _, counters = counted(
                    lambda: [body(i, model, optimizer, x, y) for i in range(36)])
            right = counters["segments_compiled"] == 0 and counters["executions"] <= 6 * 36
            return counters, right
        self.once(attempt)

    def test_a_pause_within_a_step_that_has_run_whole_is_no_cut(self):
        def body(i, model, optimizer, x, y):
            optimizer.zero_grad()
            hidden = model[0](x).relu()
            if i % 3 == 1:  # garbage is collected
                time.sleep(0.2)
            F.mse_loss(model[2](hidden), y).backward()
            optimizer.step()
            torch.tpu.synchronize()
        def attempt(_):
            with Mode(FUSED):
                torch.manual_seed(0)
                model = mlp().to("tpu")
                optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
                x, y = torch.randn(32, 16).to("tpu"), torch.randn(32, 4).to("tpu")
                def steps(numbers):
                    return [body(i, model, optimizer, x, y) for i in numbers]
                for _ in range(9):
                    steps([0])
                    compiled()
                _, without = counted(lambda: steps([0] * 9))
                _, pauses = counted(lambda: steps(range(9)))
            right = pauses["executions"] <= without["executions"]
            return (without, pauses), right and pauses["compilations"] == 0
        self.once(attempt)

    def test_what_is_let_go_of_a_moment_later_needs_no_other_program(self):
        script = textwrap.dedent("""
            import time
            import torch
            from in_modes import FUSED, Mode, compiled, counted
            x = torch.randn(32, 16).to("tpu")
            def steps(count, moment):
                for _ in range(count):
                    y = x * 2
                    z = y.sin()
                    for _ in range(10):
                        z = (z + 1).cos()
                    time.sleep(moment)  # a busy machine stops the program here
                    del y
                    z.cpu()
                    compiled()
            with Mode(FUSED):
                steps(8, 0)
                _, counters = counted(lambda: steps(5, 0.03))
            print(counters["segments_compiled"], counters["segment_runs"])
            """)
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True,
            cwd=os.path.dirname(os.path.abspath(__file__)),
            env={**os.environ, "TILEWRIGHT_CACHE": "off"})
        compiled_then, runs = (int(number) for number in done.stdout.split())
        self.assertEqual(compiled_then, 0)
        self.assertGreater(runs, 0)

    def test_what_an_optimizer_lets_go_of_at_its_end_is_never_stored(self):
        with Mode(FUSED):
            weights = [nn.Parameter(torch.randn(64, 64).to("tpu")) for _ in range(30)]
            optimizer = torch.optim.AdamW(weights, foreach=True)
            def step():
                for weight in weights:
                    weight.grad = weight.detach() * 0.5
                optimizer.step()
                torch.tpu.synchronize()
            for _ in range(8):
                step()
                compiled()
            def attempt(_):
                counters = counted(step)[1]
                # Roots of second moments, but for the last few.
                return counters, counters["bytes_never_stored"] >= 20 * 64 * 64 * 4
            self.once(attempt)

    def test_a_loop_without_reads_is_cut_where_it_repeats(self):
        def body(i, model, optimizer, x, y):
            optimizer.zero_grad()
            loss = F.mse_loss(model(x), y)
            loss.backward()
            optimizer.step()
            return loss.item() if i % 10 == 9 else 0
        self.both(body, steps=60)

    def test_a_loop_within_a_step_is_part_of_a_few_programs(self):
        def steps(mode, times):
            with Mode(mode):
                x = torch.linspace(-1, 1, 8, device="tpu")
                found = []
                for _ in range(times):
                    executions = torch.tpu.counters()["executions"]
                    for _ in range(250):
                        x = (x + 0.01).sin() * 1.5
                        x = x - x.mean()
                    found.append(x.sum().item())
                    executions = torch.tpu.counters()["executions"] - executions
                    if mode == FUSED:
                        compiled()
                return found, executions
        strict, _ = steps(STRICT, 8)
        def attempt(_):
            fused, executions = steps(FUSED, 8)
            self.assertEqual(fused, strict)
            return executions, executions <= 6
        self.once(attempt)

    def test_an_array_is_filled_part_by_part_where_it_lies(self):
        def make():
            x, rows = torch.randn(4, 300, device="tpu"), torch.zeros(20, 4, 300, device="tpu")
            def step(_):
                h = x
                for i in range(20):
                    h = torch.tanh(h * 1.01)
                    rows[i] = h
                return [rows.sum(), rows[3], rows]
            return step
        self.check(make)

    def test_many_arrays_are_joined(self):
        def make():
            x = torch.randn(4, 30, device="tpu")
            def step(_):
                return [torch.cat([x * i for i in range(70)], dim)[..., 5:].sum(1)
                        for dim in (0, 1)]
            return step
        self.check(make)

    def test_a_loop_is_not_cut_where_the_queue_is_full(self):
        script = textwrap.dedent("""
            import time
            import tilewright.torch, torch
            from tilewright.torch import _device
            torch.tpu.set_eager_mode(torch.tpu.EagerMode.DEFER_AND_FUSE)
            x = torch.ones(16, 16).to("tpu")
            large = torch.ones(1500, 1500).to("tpu")
            def steps(count):
                for i in range(count):
                    y = x
                    for _ in range(20):
                        y = torch.sin(y) * 0.5 + (i % 7)
                    x.copy_(y * 0.9 + 0.1)
                torch.tpu.synchronize()
                end = time.monotonic() + 60
                while time.monotonic() < end and any(
                        s["state"] == "compiling" for s in _device.segments()):
                    time.sleep(0.01)
            for _ in range(4):
                steps(60)
            # Meanwhile far more is recorded than the queue holds.
            for _ in range(3):
                for _ in range(4):
                    large = large @ large * 1e-3
                steps(1500)
            print([s["cut"] for s in _device.segments()])
            """)
        with tempfile.TemporaryDirectory() as cache:
            done = subprocess.run(
                [sys.executable, "-c", script], capture_output=True, text=True, check=True,
                env={**os.environ, "TILEWRIGHT_CACHE_DIR": cache})
        # The program waits at ends of loops only, behind one operation or another.
        waits = [cut for cut in json.loads(done.stdout.replace("'", '"'))
                 if cut in ("a number is read", "somebody waits")]
        self.assertLessEqual(len(waits), 2, done.stdout)

    def test_an_intermediate_is_kept_now_and_then(self):
        kept = []
        def body(i, model, optimizer, x, y):
            optimizer.zero_grad()
            hidden = model[0](x)
            loss = F.mse_loss(model[2](model[1](hidden)), y)
            loss.backward()
            optimizer.step()
            if i % 7 == 6:
                kept.append(hidden.detach())
            return loss.item()
        self.both(body, steps=30)
        half = len(kept) // 2
        self.equal(kept[half:], kept[:half])

    def test_gradients_are_accumulated(self):
        def body(i, model, optimizer, x, y):
            (F.mse_loss(model(x * (i + 1)), y) / 3).backward()
            if i % 3 == 2:
                optimizer.step()
                optimizer.zero_grad()
            return 0
        self.both(body, steps=40)

    def test_the_last_batch_is_smaller(self):
        def body(i, model, optimizer, x, y):
            rows = 9 if i % 5 == 4 else 32
            return self.plain(i, model, optimizer, x[:rows], y[:rows])
        self.both(body, steps=25)

    def test_batches_are_slices_of_the_data(self):
        def body(i, model, optimizer, x, y):
            at = i % 4 * 8
            return self.plain(i, model, optimizer, x[at:at + 8], y[at:at + 8])
        self.both(body, steps=16)

    def test_an_exception_in_the_middle_leaves_everything_right(self):
        def body(i, model, optimizer, x, y):
            if i % 4 == 3:
                try:
                    model(x) @ torch.ones(3, 3, device="tpu")
                except RuntimeError:
                    pass
            return self.plain(i, model, optimizer, x, y)
        self.both(body, steps=20)

    def test_hooks_may_read(self):
        def body(i, model, optimizer, x, y):
            seen = []
            handle = model[1].register_forward_hook(
                lambda module, args, out: seen.append(out.sum().item()))
            loss = self.plain(i, model, optimizer, x, y)
            handle.remove()
            return loss, seen
        self.both(body)

    def test_a_model_generates_by_one_program_for_every_token(self):
        try:
            import transformers  # pylint: disable=import-outside-toplevel
        except ImportError:
            self.skipTest("needs transformers")
        torch.manual_seed(0)
        config = transformers.LlamaConfig(
            hidden_size=32, num_attention_heads=4, num_key_value_heads=2,
            intermediate_size=64, num_hidden_layers=2, vocab_size=64,
            max_position_embeddings=48)
        model = transformers.LlamaForCausalLM(config).to("tpu").eval()
        prompt = torch.randint(0, 64, (1, 5)).to("tpu")
        @torch.no_grad()
        def generate(mode, tokens):
            with Mode(mode):
                cache = transformers.StaticCache(config=config, max_cache_len=48)
                places, words, said, last = torch.arange(5, device="tpu"), prompt, [], []
                for _ in range(tokens):
                    logits = model(words, past_key_values=cache, cache_position=places,
                                   position_ids=places[None]).logits[:, -1:]
                    words = logits.argmax(-1)
                    said.append(words.item())
                    last.append(logits)
                    places = places[-1:] + 1
                return said, [each.cpu() for each in last]
        expected = generate(STRICT, 30)
        for _ in range(3):
            generate(FUSED, 12)
            compiled()
        def attempt(_):
            got, counters = counted(lambda: generate(FUSED, 30))
            self.assertEqual(got[0], expected[0])
            self.equal(got[1], expected[1])
            few = counters["executions"] < counters["recorded_ops"] / 10
            return counters, few and counters["compilations"] == 0
        self.once(attempt)

    def test_threads_record_at_once(self):
        def work(results, k, steps):
            generator = torch.Generator().manual_seed(k)
            x = torch.randn(8, 8, generator=generator).to("tpu")
            for _ in range(steps):
                x = (x @ x.t()).tanh() + x * 0.5
            results[k] = x.cpu()
        def all_threads(mode):
            with Mode(mode):
                results = {}
                threads = [threading.Thread(target=work, args=(results, k, 100))
                           for k in range(3)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                return [results[k] for k in range(3)]
        self.equal(all_threads(FUSED), all_threads(STRICT))

    def test_threads_that_come_and_go_leave_no_memory(self):
        def resident():
            with open("/proc/self/statm", encoding="utf-8") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        x = torch.ones(8, device="tpu")
        def threads(count):
            for _ in range(count):
                thread = threading.Thread(target=lambda: (x + 1).sum().item())
                thread.start()
                thread.join()
            return resident()
        before = threads(300)
        self.assertLess(threads(1200) - before, 8 << 20)

    def test_what_other_threads_happened_to_interrupt_is_not_compiled(self):
        def body(steps):
            """A step of one thread, with an operation of another in it, each time behind
            another operation of it."""
            x, y = torch.randn(8, 8).to("tpu"), torch.ones(3, device="tpu")
            found = []
            with concurrent.futures.ThreadPoolExecutor(1) as other:
                for i in range(steps):
                    z = x
                    for k in range(48):
                        z = (z * 0.5).tanh() if k % 3 else z + x
                        if k == 5 * i % 48:
                            other.submit(y.mul_, 0.5).result()
                    found.append(z.cpu())
                    compiled()
            return found
        with Mode(STRICT):
            torch.manual_seed(1)
            expected = body(97)
        def attempt(_):
            with Mode(FUSED):
                torch.manual_seed(1)
                found, counters = counted(lambda: body(97))
            self.equal(found, expected)
            return counters, counters["segments_compiled"] < 10
        self.once(attempt, times=1)

    def test_many_lengths_are_remembered(self):
        lengths = range(1, 141)
        with Mode(FUSED):
            x = torch.randn(150, 3).to("tpu")
            def steps():
                for n in lengths:
                    (x[:n] * 1.5).tanh().sum().item()
            for _ in range(4):
                steps()
                compiled()
            def attempt(_):
                counters = counted(steps)[1]
                return counters, counters["executions"] <= 1.1 * len(lengths)
            self.once(attempt)


class QueueTest(FusedTest):

    def test_what_begins_no_segment_runs_where_it_is_recorded(self):
        x = torch.randn(60, 4, device="tpu")
        def lengths(mode):
            with Mode(mode):
                found = []
                for n in range(2, 60):
                    y = x[:n]
                    for _ in range(10):
                        y = (y * 0.9).tanh()
                    found.append(y.sum().item())
                return found
        expected = lengths(STRICT)
        found, counters = counted(lambda: lengths(FUSED))
        self.assertEqual(found, expected)
        self.assertGreater(counters["ran_at_once"], 0)

    def test_an_event_that_is_polled_gets_there(self):
        with Mode(FUSED):
            x = torch.ones(4, device="tpu")
            for _ in range(5):
                x = x + 1
                event = torch.tpu.Event()
                event.record()
                end = time.monotonic() + 20
                while not event.query():
                    self.assertLess(time.monotonic(), end)
            self.assertEqual(x.tolist(), [6] * 4)

    def test_a_mode_may_change_at_any_time(self):
        x = torch.zeros(3, device="tpu")
        for i in range(30):
            with Mode(i % 3):
                x += 1
                x = x * 1
        self.assertEqual(x.tolist(), [30] * 3)

    def test_a_cache_that_cannot_be_opened_is_told_once(self):
        script = textwrap.dedent("""
            import tilewright.torch, torch
            torch.tpu.set_eager_mode("fused")
            for _ in range(4):
                print((torch.ones(3, device="tpu") * 2 + 1).sum().item())
            """)
        with tempfile.NamedTemporaryFile() as file:
            done = subprocess.run(
                [sys.executable, "-c", script], capture_output=True, text=True, check=True,
                env={**os.environ, "TILEWRIGHT_CACHE_DIR": file.name})
        self.assertEqual(done.stdout.split(), ["9.0"] * 4)
        self.assertEqual(done.stderr.count("without the cache"), 1, done.stderr)

    def test_tables_stay_bounded(self):
        with Mode(FUSED):
            x = torch.ones(2, device="tpu")
            for i in range(300):
                y = x
                for _ in range(i % 17 + 2):
                    y = y + 1
                y.sum().item()
        self.assertLessEqual(len(_device.segments()), 512)

    def test_a_process_may_end_while_a_segment_is_compiled(self):
        program = """
import sys, torch, tilewright.torch
from tilewright.torch import _device
_device.set_mode(2)
n = int(sys.argv[1])
model = torch.nn.Sequential(torch.nn.Linear(n, n + 7), torch.nn.GELU(),
                            torch.nn.LayerNorm(n + 7), torch.nn.Linear(n + 7, 5)).to("tpu")
optimizer = torch.optim.AdamW(model.parameters())
x = torch.randn(16, n).to("tpu")
for i in range(5):
    optimizer.zero_grad()
    loss = model(x).square().mean()
    loss.backward()
    optimizer.step()
    loss.item()
"""
        with tempfile.TemporaryDirectory() as cache:
            for n in (33, 34, 35):
                done = subprocess.run([sys.executable, "-c", program, str(n)], check=False,
                                      env={**os.environ, "TILEWRIGHT_CACHE_DIR": cache},
                                      capture_output=True, timeout=120)
                self.assertEqual((done.returncode, done.stderr), (0, b""))


if __name__ == "__main__":
    unittest.main()
