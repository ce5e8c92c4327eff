#!/usr/bin/env python3
"""Laws of the benchmarks: statistics, tables, targets, the gate.

Usage: RUNNER=build/release/bench/tilewright_bench_runner python3 tests/bench/bench_test.py
"""

import os
import pathlib
import random
import stat
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))
sys.dont_write_bytecode = True

from bench import (figures, gate, isa, machine, pages, picture, protocol, registry, report,
                   results, targets)

RUNNER = os.environ.get("RUNNER", str(ROOT / "build/release/bench/tilewright_bench_runner"))

# Answers like bench/runner.cc; the time it claims is {ms} and some noise, and {narrow}
# times as long for the target "narrow".
FAKE_RUNNER = """
import json, random, sys
scale = 1
for line in sys.stdin:
    request = json.loads(line)
    scale = {narrow} if request.get("target", "native") == "narrow" else scale
    noise = lambda: {ms} * scale * random.uniform(1, 1.1)
    print(json.dumps({{"ms": [noise() for _ in range(5)], "compile_ms": noise(),
                       "inputs_ms": 0, "targets": {{"native": "", "narrow": ""}}}}),
          flush=True)
"""

# The real runner, whose runs take {factor} times as long: it is asked to run, and
# the answer is what it says after as much sleep as makes that true.
SLOWED_RUNNER = """
import json, subprocess, sys, time
runner = subprocess.Popen([{runner!r}, *sys.argv[1:]], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True, bufsize=1)
for line in sys.stdin:
    runner.stdin.write(line)
    runner.stdin.flush()
    reply = json.loads(runner.stdout.readline())
    if "ms" in reply:
        time.sleep(0.001 * sum(reply["ms"]) * ({factor} - 1))
        reply["ms"] = [{factor} * ms for ms in reply["ms"]]
    print(json.dumps(reply), flush=True)
"""

CHAIN = """func.func @main() -> tensor<512x512xf32> {
  %x = stablehlo.iota dim = 0 : tensor<512x512xf32>
  %y = stablehlo.tanh %x : tensor<512x512xf32>
  %z = stablehlo.dot_general %y, %x, contracting_dims = [1] x [0]
    : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %z : tensor<512x512xf32>
}
"""


def script(folder, name, text):
    path = pathlib.Path(folder) / name
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def noisy(centre, count, seed):
    generator = random.Random(seed)
    return [centre * generator.uniform(0.97, 1.08) for _ in range(count)]


class Statistics(unittest.TestCase):
    def test_a_summary_is_the_median_of_the_rounds_medians(self):
        found = figures.summary([[1, 2, 30], [3, 4, 5], [9, 9, 9]])
        self.assertEqual((found["ms"], found["low_ms"], found["high_ms"], found["best_ms"]),
                         (4, 2, 9, 1))

    def test_the_geometric_mean_of_a_ratio_and_its_inverse_is_one(self):
        self.assertAlmostEqual(figures.geometric_mean([4, 0.25]), 1)

    def test_an_interval_holds_the_ratio_it_is_of(self):
        old, new = noisy(10, 15, 1), noisy(12, 15, 2)
        low, high = figures.bootstrap(new, old)
        self.assertLess(low, figures.ratio(new, old))
        self.assertGreater(high, figures.ratio(new, old))

    def test_noise_that_both_members_of_a_pair_share_does_not_widen_the_interval(self):
        load = [random.Random(i).uniform(1, 3) for i in range(15)]
        low, high = figures.bootstrap([1.2 * x for x in load], load,
                                      statistic=lambda a, b: sum(a) / sum(b))
        self.assertAlmostEqual(low, 1.2)
        self.assertAlmostEqual(high, 1.2)


class Judgement(unittest.TestCase):
    def test_what_is_slower_by_a_fifth_is_slower(self):
        self.assertTrue(gate.judge(noisy(10, 9, 1), noisy(12, 9, 2), 0.03).slower)

    def test_what_is_faster_by_a_fifth_is_faster(self):
        self.assertTrue(gate.judge(noisy(12, 9, 1), noisy(10, 9, 2), 0.03).faster)

    def test_equal_times_are_neither_whatever_the_noise(self):
        for seed in range(50):
            verdict = gate.judge(noisy(10, 9, seed), noisy(10, 9, 1000 + seed), 0.03)
            self.assertFalse(verdict.slower and verdict.faster)
        slower = sum(gate.judge(noisy(10, 9, s), noisy(10, 9, 500 + s), 0.03).slower
                     for s in range(200))
        self.assertLessEqual(slower, 4)  # each would have to be unlucky twice

    def test_a_difference_below_the_floor_is_no_verdict(self):
        self.assertFalse(gate.judge([10.0] * 9, [10.2] * 9, 0.03).slower)


class Tables(unittest.TestCase):
    CASES = {
        "matmul_1024_bf16": {"group": "matmul bf16", "bound": "bf16", "share": {"ours tpu": 0.95},
                             "peers": {"ours tpu": dict(ms=1.0, low_ms=0.9, high_ms=1.1),
                                       "torch": dict(ms=1.1, low_ms=1.1, high_ms=1.9),
                                       "xla": {"error": "no | such"}}},
        "matmul_256_bf16": {"group": "matmul bf16", "bound": "bf16", "share": {},
                            "peers": {"ours tpu": dict(ms=2.0, low_ms=2, high_ms=2),
                                      "torch": dict(ms=1.8, low_ms=1.8, high_ms=1.8)}},
    }

    def row(self, what):
        return next(r for r in targets.evaluate(self.CASES) if r["what"] == what)

    def test_a_target_is_missed_when_its_lowest_is(self):
        row = self.row("bf16 matmul, square")
        self.assertFalse(row["met"])
        self.assertEqual(row["lowest_case"], "matmul_256_bf16")
        self.assertAlmostEqual(row["lowest"], 0.9)

    def test_a_target_looks_only_at_its_own_cases(self):
        row = self.row("bf16 matmul, 1024 and up")
        self.assertEqual((row["cases"], row["met"]), (1, True))

    def test_a_peer_that_failed_is_named_with_its_reason(self):
        self.assertEqual(report.failures(self.CASES), ["- matmul_1024_bf16, XLA:CPU: no | such"])
        self.assertIn("failed", report.run_table(self.CASES))

    def test_a_peer_that_computes_something_else_is_named(self):
        def case(theirs):
            return {"x": {"peers": {"ours tpu": {"outputs": [1.0, 0.0]},
                                    "xla": {"outputs": theirs}}}}

        self.assertEqual(report.disagreements(case([1.01, 0.0])), [])
        self.assertEqual(len(report.disagreements(case([1.2, 0.0]))), 1)

    def test_a_figure_whose_rounds_differ_widely_is_marked(self):
        self.assertIn("~1.10", report.run_table(self.CASES))
        self.assertNotIn("~1.80", report.run_table(self.CASES))

    def test_all_lines_of_a_table_are_equally_long(self):
        lines = report.run_table(self.CASES).splitlines()
        self.assertEqual(len({len(line) for line in lines}), 1)

    def test_a_picture_has_a_row_for_each_case(self):
        self.assertEqual(picture.svg(self.CASES).count("matmul_"), 2)


class Results(unittest.TestCase):
    """What is kept of a run, and the pages that are made of it."""

    def run_on(self, processor, cap="native"):
        return {"processor": processor, "isa": cap, "machine": f"{processor}, 2 cores",
                "tuned_for": "zen4", "date": "2026-01-01", "commit": "abc",
                "versions": {"ours tpu": "1"}, "threads": 2, "note": "", "rounds": 3,
                "seconds": 0.1, "cases": Tables.CASES,
                "peak": {"bf16_gflops": 0, "f32_gflops": 100.0, "copy_gbps": 10.0}}

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def kept(self):
        return dict(results.kept(self.folder))

    def test_a_processor_has_one_file_with_a_run_for_each_cap(self):
        for cap in ("avx2", "native"):
            path = results.keep(self.run_on("AMD EPYC (family 25, model 17)", cap), self.folder)
        results.keep(self.run_on("Intel(R) Xeon(R) Processor (family 6, model 207)"), self.folder)
        self.assertEqual(path.name, "amd-epyc-25-17.json")
        self.assertEqual(list(self.kept()), ["amd-epyc-25-17", "amd-epyc-25-17-avx2",
                                             "intel-xeon-6-207"])

    def test_a_run_takes_the_place_of_an_older_one_and_of_no_other(self):
        first = self.run_on("A")
        for run in (first, self.run_on("B"), {**first, "commit": "def"}):
            results.keep(run, self.folder)
        self.assertEqual({page: run["commit"] for page, run in self.kept().items()},
                         {"a": "def", "b": "abc"})

    def test_what_is_kept_makes_the_page_of_the_run_itself(self):
        run = self.run_on("A")
        results.keep(run, self.folder)
        self.assertEqual(report.markdown(self.kept()["a"], "x"), report.markdown(run, "x"))

    def test_processors_stand_beside_each_other(self):
        for processor in "AB":
            results.keep(self.run_on(processor), self.folder)
        found = pages.pages(self.kept())
        row = next(line for line in found["performance.md"].splitlines()
                   if line.startswith("| bf16 matmul, square"))
        self.assertEqual(row.count("0.995 (0.900) *"), 2)
        self.assertIn("performance/a.md", found)
        self.assertIn("(performance/b.md)", found["performance.md"])

    def test_the_documents_are_those_of_the_kept_results(self):
        for path, text in pages.pages(dict(results.kept())).items():
            self.assertEqual((ROOT / "docs" / path).read_text(), text,
                             f"{path}: python3 -m bench.pages writes it")

    def test_figures_of_every_kept_case_are_of_a_known_group(self):
        groups = {case.group for case in registry.cases().values()} | {registry.TEXT_GROUP}
        for _, run in results.kept():
            self.assertLessEqual({case["group"] for case in run["cases"].values()}, groups)


class Caps(unittest.TestCase):
    PRODUCT = "%0 = stablehlo.dot_general %a, %b"
    CHAIN = "%0 = stablehlo.tanh %a"

    def test_without_a_cap_no_peer_is_told_anything(self):
        for peer in ("ours tpu", "xla", "torch", "inductor", "iree"):
            self.assertEqual((isa.CAPS["native"].environment(peer),
                              isa.CAPS["native"].options(peer)), ({}, []))
            self.assertTrue(isa.CAPS["native"].binds(peer, self.PRODUCT))

    def test_a_cap_reaches_every_peer(self):
        cap = isa.CAPS["avx2"]
        self.assertEqual(cap.target, "x86-64-v3")
        self.assertIn("--xla_cpu_max_isa=AVX2", cap.environment("xla")["XLA_FLAGS"])
        for peer in ("torch", "torch bf16", "inductor"):
            told = cap.environment(peer)
            self.assertEqual((told["ATEN_CPU_CAPABILITY"], told["MKL_ENABLE_INSTRUCTIONS"],
                              told["ONEDNN_MAX_CPU_ISA"], told["TORCHINDUCTOR_CPP_MARCH"]),
                             ("avx2", "AVX2", "AVX2", "x86-64-v3"))
        self.assertEqual(cap.options("iree"), ["--cpu=x86-64-v3"])

    def test_xla_is_no_peer_under_a_cap_where_there_are_products(self):
        for name in ("avx2", "avx512"):
            cap = isa.CAPS[name]
            self.assertFalse(cap.binds("xla", self.PRODUCT))
            self.assertFalse(cap.binds("xla", "stablehlo.convolution(%a, %b)"))
            self.assertTrue(cap.binds("xla", self.CHAIN))
            self.assertTrue(cap.binds("torch", self.PRODUCT))
        self.assertEqual(report.run_cell({"uncapped": True}, 1.0, False, None), "no peer")

    def test_a_cap_that_the_machine_lacks_is_refused(self):
        with unittest.mock.patch.object(machine, "flags", lambda: {"avx2", "fma"}):
            self.assertEqual(isa.missing("avx2"), [])
            self.assertIn("avx512bw", isa.missing("avx512"))


class Pipes(unittest.TestCase):
    def test_a_peer_that_dies_is_an_error_and_starts_again(self):
        with tempfile.TemporaryDirectory() as folder:
            path = script(folder, "dies",
                          "import sys; sys.stdin.readline(); print('{}', flush=True)")
            with protocol.Peer("dies", [path]) as peer:
                self.assertEqual(peer.ask("hello"), {})
                with self.assertRaises(protocol.PeerError):
                    peer.ask("hello", timeout=5)
                self.assertEqual(peer.ask("hello"), {})

    def test_a_peer_that_does_not_answer_in_time_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            path = script(folder, "hangs", "import time; time.sleep(60)")
            with protocol.Peer("hangs", [path]) as peer:
                with self.assertRaisesRegex(protocol.PeerError, "no answer"):
                    peer.ask("hello", timeout=0.2)

    def test_the_runner_answers_a_mistake_with_an_error_and_goes_on(self):
        with protocol.Peer("ours", [RUNNER, "--threads", "1"]) as peer:
            for what, fields, message in (
                    ("run", {}, "nothing loaded"), ("fly", {}, "no request"),
                    ("load", {"module": "/nowhere.mlir"}, "nowhere"),
                    ("load", {"module": 7}, "type")):
                with self.assertRaisesRegex(protocol.PeerError, message):
                    peer.ask(what, **fields)
            self.assertIn("version", peer.ask("hello"))

    def test_the_runner_names_the_targets_that_run_here_and_what_they_are_tuned_for(self):
        with protocol.Peer("ours", [RUNNER, "--threads", "1"]) as peer:
            found = peer.ask("targets")["targets"]
            self.assertTrue(found["native"])
            for target in found:
                with self.assertRaisesRegex(protocol.PeerError, "nowhere"):
                    peer.ask("load", module="/nowhere.mlir", target=target)


class Gate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.module = self.folder / "chain.mlir"
        self.module.write_text(CHAIN)

    def run_gate(self, old, new, *options):
        return subprocess.run(
            [sys.executable, "-m", "bench.gate", "--old", old, "--new", new, "--module",
             str(self.module), "--output", str(self.folder / "out"), "--threads", "1", *options],
            cwd=ROOT, capture_output=True, text=True,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})

    def fake(self, name, ms, narrow=1):
        return script(self.folder, name, FAKE_RUNNER.format(ms=ms, narrow=narrow))

    def test_a_build_that_is_slower_fails_and_is_named(self):
        done = self.run_gate(self.fake("old", 10), self.fake("new", 13))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"FAILED chain native, run: \d+\.\d% slower")

    def test_what_is_slower_for_one_target_alone_fails_and_the_target_is_named(self):
        old, new = self.fake("old", 10), self.fake("new", 9, narrow=1.4)
        done = self.run_gate(old, new, "--rounds", "5")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"FAILED chain narrow, run: ")
        self.assertNotRegex(done.stdout, r"FAILED chain native")
        done = self.run_gate(old, new, "--rounds", "5", "--target", "native")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("narrow", done.stdout)

    def test_a_target_that_cannot_be_run_is_refused_with_those_that_can(self):
        done = self.run_gate(self.fake("old", 10), self.fake("new", 10), "--target", "wide")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no target wide", done.stdout)
        self.assertIn("native, narrow", done.stdout)

    def test_equal_builds_pass(self):
        done = self.run_gate(self.fake("old", 10), self.fake("new", 10))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_build_that_cannot_run_a_benchmark_fails(self):
        broken = script(self.folder, "broken", "")
        done = self.run_gate(self.fake("old", 10), broken)
        self.assertEqual(done.returncode, 1)
        self.assertIn("FAILED new died", done.stdout)

    def test_a_build_that_dies_of_a_benchmark_fails_and_it_is_named(self):
        dies = script(self.folder, "dies", 'import sys; sys.stdin.readline(); print('
                      '\'{"targets": {"native": ""}}\', flush=True); sys.stdin.readline()')
        done = self.run_gate(self.fake("old", 10), dies)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, "chain native +cannot be measured: new died")

    def test_the_real_runner_slowed_down_on_purpose_is_caught(self):
        slowed = script(self.folder, "slowed", SLOWED_RUNNER.format(runner=RUNNER, factor=10))
        done = self.run_gate(RUNNER, slowed, "--rounds", "7", "--seconds", "0.05",
                             "--target", "native")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("FAILED chain native, run:", done.stdout)


if __name__ == "__main__":
    unittest.main()
