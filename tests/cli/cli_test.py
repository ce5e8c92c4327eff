#!/usr/bin/env python3
"""Laws of the command line, on the built program.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/cli_test.py
"""

import json
import os
import pathlib
import struct
import subprocess
import tempfile
import unittest

from verbs import ROOT, TILEWRIGHT

ARTIFACTS = ROOT / "tests/frontend/bytecode/artifacts"

ADD = """func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.add %x, %y : tensor<4xf32>
  return %z : tensor<4xf32>
}
"""
CHECKS = """// RUN: stablehlo-translate --interpret -split-input-file %s
func.func @good() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.add %x, %x : tensor<2xf32>
  check.expect_eq_const %y, dense<[2.0, 4.0]> : tensor<2xf32>
  func.return
}
// -----
func.func @bad() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %x, dense<[1, 3]> : tensor<2xi32>
  func.return
}
"""


def npy(descr, shape, data):
    header = str({"descr": descr, "fortran_order": False, "shape": tuple(shape)})
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


def floats(*values):
    return npy("<f4", [len(values)], struct.pack(f"<{len(values)}f", *values))


class CommandLine(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="tilewright_cli_")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.program = self.write("add.mlir", ADD)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def run_it(self, *arguments, expect=0, **environment):
        environment = {**os.environ, "TILEWRIGHT_CACHE_DIR": str(self.folder / "cache"),
                       **environment}
        done = subprocess.run([TILEWRIGHT, *map(str, arguments)], capture_output=True,
                              text=True, env=environment, timeout=300)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done

    def report(self, *arguments, **environment):
        done = self.run_it("run", self.program, "--random-inputs", "--report=json",
                           *arguments, **environment)
        return json.loads(done.stdout)

    def golden(self, name, want):
        manifest = {"inputs": [{"dtype": "float32", "shape": [4]}] * 2,
                    "outputs": [{"dtype": "float32", "shape": [4]}]}
        self.write(f"{name}/module.mlir", ADD)
        self.write(f"{name}/manifest.json", json.dumps(manifest))
        self.write(f"{name}/in0.npy", floats(1, 2, 3, 4))
        self.write(f"{name}/in1.npy", floats(10, 20, 30, 40))
        self.write(f"{name}/out0.npy", floats(*want))
        return self.folder / name

    # --- targets ---

    def test_the_list_of_targets_and_info_say_alike_what_this_machine_is_taken_for(self):
        self.report()  # so that there is a cache
        info = json.loads(self.run_it("cache", "info", "--json").stdout)
        processor, _, nearest = info["machine"]["tuned_for"].partition(", ")
        lines = self.run_it("print", "--targets").stdout.splitlines()
        row = next(line for line in lines if line.startswith("native "))
        self.assertIn(f"{processor} (", row)
        self.assertEqual("nearest: " in row, nearest.startswith("the nearest"))

    # --- run ---

    def test_inputs_from_a_folder_give_outputs_in_a_folder(self):
        case = self.golden("case", (11, 22, 33, 44))
        self.run_it("run", self.program, "--inputs", case, "--outputs", self.folder / "out")
        data = (self.folder / "out/out0.npy").read_bytes()
        self.assertEqual(struct.unpack("<4f", data[-16:]), (11, 22, 33, 44))

    def test_expectations_decide_the_exit_code(self):
        good = self.golden("good", (11, 22, 33, 44))
        bad = self.golden("bad", (11, 22, 33, 45))
        self.run_it("run", self.program, "--inputs", good, "--expect", good)
        done = self.run_it("run", self.program, "--inputs", bad, "--expect", bad, expect=5)
        self.assertIn("output 0 (tensor<4xf32>): 1 of 4 differ; at [3] got 44, expected 45",
                      done.stderr)
        # What is allowed is said.
        for allowed in ("--rtol=0.1", "--atol=1"):
            self.run_it("run", self.program, "--inputs", bad, "--expect", bad, allowed)
        self.run_it("run", self.program, "--inputs", bad, "--expect", bad, "--atol=0.5",
                    expect=5)

    def test_each_output_is_judged_by_its_own_type(self):
        both = self.write("both.mlir", """func.func @main(%x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xbf16>) {
  %b = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
  return %x, %b : tensor<4xf32>, tensor<4xbf16>
}
""")
        self.write("case/in0.npy", floats(1, 2, 3, 4))
        brief = lambda *values: npy("<u2", [len(values)], b"".join(
            struct.pack("<f", value)[2:] for value in values))
        run = lambda **how: self.run_it("run", both, "--inputs", self.folder / "case",
                                        "--expect", self.folder / "case", **how)
        self.write("case/out1.npy", brief(1, 2, 3, 4.03125))  # within what bf16 may be off
        self.write("case/out0.npy", floats(1, 2, 3, 4.00001))
        run()
        self.write("case/out0.npy", floats(1, 2, 3.001, 4.002))  # beyond what f32 may be
        done = run(expect=5)
        self.assertIn("output 0 (tensor<4xf32>): 2 of 4 differ; at [3]", done.stderr)
        self.assertNotIn("output 1", done.stderr)
        self.write("case/out1.npy", brief(1, 2, 5, 4))
        self.assertIn("output 1 (tensor<4xbf16>): 1 of 4", run(expect=5).stderr)

    def test_outputs_are_written_to_folders_that_are_made(self):
        self.run_it("run", self.program, "--random-inputs", "--outputs",
                    self.folder / "a/b/c")
        self.assertTrue((self.folder / "a/b/c/out0.npy").is_file())

    def test_failures_are_json_where_that_is_asked_for(self):
        def failure(*arguments, expect):
            done = self.run_it("run", *arguments, "--report=json", expect=expect)
            said = json.loads(done.stdout)
            self.assertEqual(said["error"]["exit_code"], expect)
            self.assertIn(said["error"]["message"], done.stderr)
            return said
        bad = self.golden("bad", (11, 22, 33, 45))
        said = failure(self.program, "--inputs", bad, "--expect", bad, expect=5)
        self.assertEqual(said["error"]["kind"], "mismatch")
        self.assertEqual(said["error"]["mismatches"], [
            {"output": 0, "differing": 1, "elements": 4, "index": "[3]", "got": "44",
             "expected": "45"}])
        self.assertEqual(len(said["run_ms"]), 1)  # it ran
        refused = self.write("refused.mlir", ADD.replace("stablehlo.add", "stablehlo.adieu")
                             .replace("return %z", "%w = stablehlo.farewell %z : tensor<4xf32>\n"
                                      "  return %w"))
        said = failure(refused, "--random-inputs", expect=4)
        self.assertEqual(said["error"]["kind"], "refused")
        self.assertEqual(len(said["error"]["not_supported"]), 2)
        self.assertIn(":3:", said["error"]["not_supported"][1])
        self.assertEqual(failure(self.folder / "none", expect=3)["error"]["kind"], "file")
        self.assertEqual(failure(self.write("x", "nonsense"), expect=1)["error"]["kind"],
                         "failed")
        self.assertEqual(failure(self.program, expect=2)["error"]["kind"], "usage")

    def test_all_that_is_not_supported_is_listed(self):
        calls = self.write("calls.mlir", """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.custom_call @mystery(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %b = stablehlo.custom_call @mystery(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %c = "stablehlo.collective_permute"(%b) {source_target_pairs = dense<[[0,1],[1,0]]>
      : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  %d = stablehlo.custom_call @riddle(%c) : (tensor<4xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
}
""")
        mixed = self.write("mixed.mlir", """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.custom_call @mystery(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %b = "stablehlo.frobnicate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %c = stablehlo.custom_call @tilewright_kernel(%b) {backend_config = "later"}
      : (tensor<4xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}
""")
        said = self.run_it("run", "--random-inputs", mixed, expect=4).stderr
        self.assertIn("mixed.mlir:2:8: error: custom_call: custom_call @mystery", said)
        self.assertIn("mixed.mlir:3:8: error: the operation 'stablehlo.frobnicate'", said)
        self.assertNotIn("tilewright_kernel", said)
        for verb in (["run", "--random-inputs"], ["compile"], ["print", "--stage=tile"],
                     ["cache", "warm"], ["cache", "explain"]):
            said = self.run_it(*verb, calls, expect=4).stderr
            for named in ("calls.mlir:2:8", "@mystery", "the same 1 more time",
                          "collective_permute", "calls.mlir:6:8", "@riddle"):
                self.assertIn(named, said)

    def test_the_first_run_is_told_apart_from_the_others(self):
        report = self.report("--repeat", "4")
        self.assertEqual(report["first_run_ms"], report["run_ms"][0])
        self.assertEqual(report["best_run_ms"], min(report["run_ms"][1:]))
        table = self.run_it("run", self.program, "--random-inputs", "--report", "--repeat=4")
        self.assertRegex(table.stdout, r"run +first [\d.]+ ms; then best .* of 3;")
        once = self.run_it("run", self.program, "--random-inputs", "--report").stdout
        self.assertRegex(once, r"run +first [\d.]+ ms; first kernel")

    def test_steps_of_loops_are_below_them_with_names_of_their_own(self):
        loop = self.write("loop.mlir", """func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %w:2 = stablehlo.while(%n = %i, %y = %x) : tensor<i32>, tensor<64x64xf32>
    cond {
      %three = stablehlo.constant dense<3> : tensor<i32>
      %p = stablehlo.compare LT, %n, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %n, %one : tensor<i32>
      %s = "stablehlo.sort"(%y) ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %l = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %l : tensor<i1>
      }) {dimension = 1 : i64} : (tensor<64x64xf32>) -> tensor<64x64xf32>
      %d = stablehlo.dot %s, %s : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      stablehlo.return %next, %d : tensor<i32>, tensor<64x64xf32>
    }
  return %w#1 : tensor<64x64xf32>
}
""")
        report = json.loads(self.run_it("run", loop, "--random-inputs",
                                        "--report=json").stdout)
        paths = []
        def walk(steps, above):
            for step in steps:
                paths.append(step["path"])
                self.assertTrue(step["path"].startswith(above), step)
                walk(step.get("steps", []), step["path"] + "/")
        walk(report["steps"], "")
        self.assertEqual(len(set(paths)), len(paths))
        whiles = [step for step in report["steps"] if step["kind"] == "while"]
        self.assertEqual(len(whiles), 1)
        calls = {step["name"].split(".")[0]: step["calls"] for step in whiles[0]["steps"]}
        self.assertEqual(calls["sort"], 3)
        self.assertEqual(calls["compare"], 4)
        self.assertLessEqual(sum(step["ms"] for step in whiles[0]["steps"]), whiles[0]["ms"])
        table = self.run_it("run", loop, "--random-inputs", "--report").stdout
        lines = table.splitlines()
        row = next(i for i, line in enumerate(lines) if " while " in line)
        self.assertRegex(lines[row + 1], r"kernel +\S+\.\d")
        self.assertGreater(lines[row + 1].index("."), 0)
        column = lines[row].rindex("while")
        self.assertEqual(lines[row + 1][column:column + 2], "  ")

    def test_single_input_files_come_in_order(self):
        x = self.write("x.npy", floats(1, 2, 3, 4))
        y = self.write("y.npy", floats(5, 6, 7, 8))
        done = self.run_it("run", self.program, "--input", x, "--input", y)
        self.assertIn("[6, 8, 10, 12]", done.stdout)

    def test_random_inputs_depend_on_the_seed_only(self):
        one = self.run_it("run", self.program, "--random-inputs=1").stdout
        self.assertEqual(one, self.run_it("run", "--random-inputs=1", self.program).stdout)
        self.assertNotEqual(one, self.run_it("run", self.program, "--random-inputs=2").stdout)

    def test_the_report_names_the_line_of_each_step(self):
        for _ in range(2):  # the second time the plan comes from the cache
            report = self.report()
            self.assertEqual([step["place"] for step in report["steps"]],
                             [f"{self.program}:2:8"])
        self.assertTrue(report["plan_from_cache"])
        table = self.run_it("run", self.program, "--random-inputs", "--report").stdout
        self.assertRegex(table, r"add\.0 +add\.mlir:2:8")

    def test_the_json_report_is_one_object_with_the_fields_named(self):
        report = self.report("--repeat", "3")
        for field in ("kernels", "kernels_planned", "kernels_emitted", "kernels_compiled",
                      "cache_hits", "cache_misses", "compile_ms", "run_ms", "peak_bytes",
                      "steps"):
            self.assertIn(field, report)
        self.assertEqual(len(report["run_ms"]), 3)
        self.assertGreaterEqual(report["peak_bytes"], 3 * 16)

    def test_a_second_process_plans_emits_and_compiles_nothing(self):
        first = self.report()
        self.assertGreater(first["kernels_compiled"], 0)
        second = self.report()
        for field in ("kernels_planned", "kernels_emitted", "kernels_compiled"):
            self.assertEqual(second[field], 0, field)
        self.assertGreater(second["cache_hits"], 0)

    def test_a_second_process_compiles_nothing_of_a_transformer_block(self):
        block = ROOT / "examples/programs/gpt2_block.mlir"
        reports = [json.loads(self.run_it("run", block, "--random-inputs",
                                          "--report=json").stdout) for _ in range(2)]
        self.assertGreater(reports[0]["kernels_compiled"], 0)
        self.assertEqual(reports[1]["kernels"], reports[0]["kernels"])
        for field in ("kernels_planned", "kernels_emitted", "kernels_compiled",
                      "cache_misses"):
            self.assertEqual(reports[1][field], 0, field)

    def test_a_damaged_cache_is_a_miss_and_no_failure(self):
        self.report()
        for entry in (self.folder / "cache").rglob("*"):
            if entry.is_file():
                os.chmod(entry, 0o600)
                data = bytearray(entry.read_bytes())
                for at in range(0, len(data), 7):
                    data[at] ^= 0xFF
                entry.write_bytes(data)
        self.assertGreater(self.report()["kernels_compiled"], 0)

    def test_a_cache_that_cannot_be_made_is_no_failure(self):
        self.write("file", "in the way")
        self.report(TILEWRIGHT_CACHE_DIR=str(self.folder / "file/cache"))

    def test_cache_off_writes_nothing(self):
        self.report(TILEWRIGHT_CACHE="off")
        self.assertFalse((self.folder / "cache").exists())

    def test_guard_pages_change_nothing(self):
        plain = self.run_it("run", self.program, "--random-inputs").stdout
        guarded = self.run_it("run", self.program, "--random-inputs", TILEWRIGHT_GUARD="1")
        self.assertEqual(guarded.stdout, plain)

    # --- bad input ---

    def test_files_that_are_missing_or_damaged_are_errors_of_input(self):
        x = self.write("x.npy", floats(1, 2, 3, 4))
        cut = self.write("cut.npy", floats(1, 2, 3, 4)[:-3])
        other = self.write("other.npy", b"PK\x03\x04")
        for bad in (self.folder / "none.npy", cut, other):
            done = self.run_it("run", self.program, "--input", x, "--input", bad, expect=3)
            self.assertIn(bad.name, done.stderr)
        self.run_it("run", self.folder / "none.mlir", expect=3)
        self.run_it("run", self.folder, expect=3)
        self.run_it("run", self.program, "--inputs", self.folder / "none", expect=3)

    def test_inputs_of_another_type_shape_or_number_are_failures_that_say_so(self):
        x = self.write("x.npy", floats(1, 2, 3, 4))
        short = self.write("short.npy", floats(1, 2, 3))
        ints = self.write("ints.npy", npy("<i4", [4], bytes(16)))
        for bad in (short, ints):
            done = self.run_it("run", self.program, "--input", x, "--input", bad, expect=1)
            self.assertIn(bad.name, done.stderr)
            self.assertIn("tensor<4xf32>", done.stderr)
        done = self.run_it("run", self.program, "--input", x, expect=1)
        self.assertIn("2 inputs, was given 1", done.stderr)

    def test_what_is_wrong_with_the_inputs_of_open_sizes_is_said(self):
        program = self.write("open.mlir", ADD.replace("4xf32", "?x2xf32").replace(
            ", %y: tensor<?x2xf32>", "").replace("%y", "%x"))
        x = self.write("x.npy", floats(1, 2, 3))
        error = self.run_it("run", program, "--input", x, expect=1).stderr
        self.assertIn("input 0 of '@main' is tensor<?x2xf32>, not tensor<3xf32>", error)
        error = self.run_it("run", program, expect=2).stderr
        self.assertIn("takes (tensor<?x2xf32>): give inputs, or --size with 1 number", error)
        error = self.run_it("run", program, "--random-inputs", "--size", "1,2,3", expect=2).stderr
        self.assertIn("--size is for 1 '?', not 3", error)

    def test_open_sizes_are_given_and_reported(self):
        program = self.write("open.mlir", ADD.replace("4xf32", "?xf32"))
        report = json.loads(self.run_it(
            "run", program, "--random-inputs", "--size", "9", "--report=json").stdout)
        self.assertEqual(report["sizes"], {"s0": 9})
        self.assertEqual(report["kernels_open"], 1)
        self.assertEqual(report["kernels_compiled"], 1)
        x = self.write("x.npy", floats(*range(300)))
        report = json.loads(self.run_it(
            "run", program, "--input", x, "--input", x, "--report=json").stdout)
        self.assertEqual(report["sizes"], {"s0": 300})
        self.assertEqual(report["kernels_compiled"], 0)
        table = self.run_it("run", program, "--random-inputs", "--size", "9,9", "--report").stdout
        self.assertIn("sizes     s0=9: 1 kernels take them when they run", table)
        self.run_it("compile", program, "--size", "5")
        done = self.run_it("cache", "explain", program, "--size", "5")
        self.assertIn("hit", done.stdout)
        self.assertIn("sizes r", self.run_it("print", program, "--size", "5", "--stage=tile").stdout)

    def test_malformed_programs_are_failures_with_a_place(self):
        bad = self.write("bad.mlir", ADD.replace("stablehlo.add %x, %y", "stablehlo.add %x"))
        done = self.run_it("run", bad, "--random-inputs", expect=1)
        self.assertRegex(done.stderr, r"bad\.mlir:2:\d+: error: ")

    def test_outputs_that_cannot_be_written_are_errors_of_output(self):
        self.write("file", "in the way")
        self.run_it("run", self.program, "--random-inputs", "--outputs",
                    self.folder / "file/out", expect=3)

    def test_usage_errors_exit_with_two(self):
        for arguments in ((), ("walk",), ("run",), ("run", self.program, "--chip", "v99"),
                          ("run", self.program, "--target", "z80"),
                          ("run", self.program, "--repeat", "0"),
                          ("run", self.program, "--numerics", "bf16"),
                          ("print", self.program, "--stage", "nine"),
                          ("run", self.program)):
            self.run_it(*arguments, expect=2)

    def test_a_word_that_is_no_command_is_named(self):
        self.assertIn("'runn' is no command of tilewright",
                      self.run_it("runn", "x.mlir", expect=2).stderr)
        self.assertIn("'lss' is no command of tilewright cache",
                      self.run_it("cache", "lss", expect=2).stderr)

    def test_more_memory_than_the_chip_has_is_a_clear_failure(self):
        huge = self.write("huge.mlir", """func.func @main() -> tensor<20000000000xf32> {
  %x = stablehlo.iota dim = 0 : tensor<20000000000xf32>
  return %x : tensor<20000000000xf32>
}
""")
        done = self.run_it("run", huge, expect=1)
        self.assertIn("not enough", done.stderr)

    # --- check, compile, print ---

    def test_check_counts_and_names_failures(self):
        self.golden("cases/good", (11, 22, 33, 44))
        self.golden("cases/bad", (11, 22, 33, 45))
        self.write("cases/checks.mlir", CHECKS)
        done = self.run_it("check", self.folder / "cases", "--numerics=ieee", expect=1)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[-1], "2 passed, 2 failed, 0 skipped")
        failed = sorted(line.split(": ")[0] for line in lines if line.startswith("FAILED"))
        self.assertEqual(len(failed), 2)
        self.assertTrue(failed[0].endswith("cases/bad"), failed)
        self.assertTrue(failed[1].endswith("cases/checks.mlir#bad:2"), failed)

    def test_not_means_that_the_file_has_to_fail(self):
        bad = CHECKS.replace("RUN: stablehlo", "RUN: not stablehlo")
        self.write("cases/bad.mlir", bad)
        self.run_it("check", self.folder / "cases")
        self.write("cases/bad.mlir", bad.replace("[1, 3]", "[1, 2]"))
        self.run_it("check", self.folder / "cases", expect=1)

    def test_skips_that_the_list_does_not_have_fail(self):
        self.write("cases/quantized.mlir", """// RUN: stablehlo-translate --interpret %s
func.func @main(%t: !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  func.return
}
""")
        done = self.run_it("check", self.folder / "cases", "--list-skips")
        self.assertTrue(done.stdout.endswith("0 passed, 0 failed, 1 skipped\n"), done.stdout)
        skip = next(line for line in done.stdout.splitlines() if line.startswith("SKIP "))
        listed = self.write("skips.txt", skip.removeprefix("SKIP ") + "\n")
        self.run_it("check", self.folder / "cases", "--skips", listed)
        self.run_it("check", self.folder / "cases", "--skips", self.write("none.txt", ""),
                    expect=1)

    def test_check_takes_inputs_and_expected_outputs_without_a_manifest(self):
        for name, want, passed in (("good", (11, 22, 33, 44), 1), ("bad", (11, 22, 33, 45), 0)):
            case = self.golden(f"bare/{name}", want)
            (case / "manifest.json").unlink()
            (case / "module.mlir").rename(case / "add.mlir")
            done = self.run_it("check", case, expect=1 - passed)
            self.assertIn(f"{passed} passed, {1 - passed} failed", done.stdout)
        self.run_it("check", self.folder / "bare/bad", "--atol=2")
        # Of a program with open sizes the files say them.
        case = self.golden("bare/open", (11, 22, 33, 44))
        (case / "manifest.json").unlink()
        (case / "module.mlir").write_text(ADD.replace("4xf32", "?xf32"))
        self.run_it("check", case)
        done = self.run_it("check", self.folder / "bare", expect=1)
        self.assertIn("2 passed, 1 failed", done.stdout)

    def test_check_of_nothing_is_an_error(self):
        self.run_it("check", self.folder / "none", expect=3)
        (self.folder / "empty").mkdir()
        self.run_it("check", self.folder / "empty", expect=3)

    def test_compile_fills_the_cache(self):
        self.run_it("compile", self.program)
        self.assertEqual(self.report()["kernels_compiled"], 0)

    def test_every_stage_prints(self):
        for stage in ("ir", "clusters", "tile", "llvm", "asm"):
            done = self.run_it("print", self.program, f"--stage={stage}")
            self.assertTrue(done.stdout.strip(), stage)

    def test_printed_ir_is_a_program(self):
        text = self.run_it("print", self.program).stdout
        again = self.write("again.mlir", text)
        self.assertEqual(self.run_it("print", again).stdout, text)

    # --- bytecode ---

    def test_bytecode_goes_wherever_text_goes(self):
        text, bytecode = ARTIFACTS / "reduce.mlir", ARTIFACTS / "reduce.1.13.7.mlirbc"
        same = lambda *words: [
            self.run_it(words[0], file, *words[1:]).stdout for file in (text, bytecode)]
        for words in (["print", "--stage=stablehlo"], ["print", "--stage=tile"],
                      ["run", "--random-inputs"]):
            one, other = same(*words)
            self.assertTrue(one.strip(), words)
            self.assertEqual(one, other, words)
        # One program is one entry of the cache, whatever form it came in.
        self.run_it("compile", text)
        self.assertIn(" 0 compiled", self.run_it("compile", bytecode).stdout)
        self.run_it("cache", "explain", bytecode)

    def test_golden_cases_may_hold_bytecode(self):
        case = self.golden("case", (11, 22, 33, 44))
        self.assertIn("1 passed", self.run_it("check", case).stdout)
        (case / "module.mlirbc").write_bytes(b"ML\xefR nonsense")
        done = self.run_it("check", case, expect=1)
        self.assertRegex(done.stdout + done.stderr, r"module\.mlirbc: error: .*byte")

    def test_a_file_of_jax_export_runs(self):
        model = ARTIFACTS / "model.jax_export"
        self.assertIn("tensor<4x4xf32>", self.run_it("run", model, "--random-inputs").stdout)
        steps = self.run_it("run", model, "--random-inputs", "--report").stdout
        self.assertIn("model.py:5", steps)

    def test_help_and_version_are_fine(self):
        self.assertIn("Examples:", self.run_it("--help").stdout)
        self.assertIn("tilewright 0.", self.run_it("--version").stdout)


if __name__ == "__main__":
    unittest.main()
