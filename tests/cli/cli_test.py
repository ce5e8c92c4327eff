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

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build/release/tilewright"))

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
        done = self.run_it("run", self.program, "--inputs", bad, "--expect", bad, expect=1)
        self.assertIn("output 0", done.stderr)

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
