#!/usr/bin/env python3
"""Laws of what is said about misses: by the run itself, by its log, and by `explain`.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/cache_misses_test.py
"""

import json
import os
import pathlib
import shutil
import struct
import tempfile
import threading
import unittest

from alone import run_alone
from cache_cli_test import PROGRAM

OTHER = """func.func @main(%x: tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>> {
  %f = stablehlo.fft %x, type = FFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return %f : tensor<8xcomplex<f32>>
}
"""
OPEN = """func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.tanh %x : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
"""
FIELDS = ("time", "process", "outcome", "kind", "key", "name", "label", "cause")


def write_npy(path, rows):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, 4), }}"
    header = header.ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header))
                     + header.encode() + bytes(rows * 16))


class Misses(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="tilewright_misses_")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.program = self.folder / "program.mlir"
        self.program.write_text(PROGRAM)
        self.log = self.folder / "log"

    def run_it(self, *arguments, expect=0, **environment):
        own = {"HOME": str(self.folder), "TILEWRIGHT_CACHE_DIR": str(self.folder / "cache")}
        return run_alone(self, arguments, expect, own | environment)

    def misses(self, *more, **environment):
        said = self.run_it("run", self.program, "--random-inputs", "--report=json", *more,
                           **environment).stdout
        return json.loads(said)["misses"]

    def table(self, *more, **environment):
        return self.run_it("run", self.program, "--random-inputs", "--report", *more,
                           **environment).stdout

    def lines(self):
        lines = [line.split("\t") for line in self.log.read_text().splitlines()]
        for line in lines:
            self.assertEqual(len(line), len(FIELDS), line)
        return [dict(zip(FIELDS, line)) for line in lines]

    # --- the run itself ---

    def test_a_program_that_was_never_seen_is_new_and_so_are_its_kernels(self):
        misses = self.misses()
        self.assertEqual({(m["kind"], m["cause"]) for m in misses},
                         {("executable", "new program"), ("kernel", "new kernel")})
        self.assertEqual(self.misses(), [])

    def test_the_field_that_differs_is_named_with_both_values(self):
        self.misses()
        by_kind = {m["kind"]: m for m in self.misses("--numerics=ieee")}
        self.assertEqual(by_kind["executable"]["cause"],
                         "numerics is ieee here, tpu there")
        self.assertRegex(by_kind["executable"]["nearest"], r"^[0-9a-f]{32}$")
        self.assertIn("numerics is ieee here", by_kind["kernel"]["cause"])
        miss, = self.misses("--chip=v4")
        self.assertEqual((miss["kind"], miss["cause"]),
                         ("executable", "chip is v4 here, v5e there"))
        options = {"TILEWRIGHT_LLVM_OPTIONS": "-enable-misched=false"}
        for miss in self.misses(**options):
            self.assertIn("llvm_options is -enable-misched=false here, nothing there",
                          miss["cause"])
        text = self.table("--cluster=off")
        self.assertRegex(text, r"(?m)^missed    1 executable: cluster is")

    def test_what_was_refused_is_named_with_the_reason(self):
        self.misses()
        for path in (self.folder / "cache").glob("objects/*/*.two"):
            data = bytearray(path.read_bytes())
            data[len(data) // 2] ^= 1
            path.write_bytes(data)
        misses = self.misses()
        self.assertEqual({m["kind"] for m in misses}, {"executable", "kernel"})
        for miss in misses:
            self.assertTrue(miss["refused"])
            self.assertEqual(miss["cause"], "the bytes are not an entry's")
        self.assertEqual(self.misses(), [])
        kernel = next(p for p in (self.folder / "cache").glob("objects/*/*.two"))
        os.chmod(kernel, 0o666)
        self.assertRegex(self.table(), r"(?m)^refused   1 \w+: another's file, a link, or "
                                       r"writable by others$")

    def test_a_run_that_looks_nothing_up_says_why(self):
        for environment, word in (({"TILEWRIGHT_CACHE": "off"}, "the cache is off"),
                                  ({"TILEWRIGHT_DUMP": str(self.folder / "d")},
                                   "TILEWRIGHT_DUMP is set"),
                                  ({"TILEWRIGHT_CACHE_DIR": str(self.program / "x")},
                                   "the cache did not open")):
            for miss in self.misses(**environment):
                self.assertIn(word, miss["cause"])

    def test_an_entry_that_is_gone_is_no_new_kernel(self):
        self.misses()
        kernel = json.loads(self.run_it("cache", "ls", "--json", "--where",
                                        "kind=kernel").stdout)[0]["key"]
        self.run_it("cache", "rm", kernel)
        miss, = self.misses()
        self.assertEqual((miss["key"], miss["cause"]), (kernel, "new kernel"))

    # --- the log ---

    def test_the_log_has_a_line_a_look_up(self):
        how = {"TILEWRIGHT_CACHE_LOG": str(self.log)}
        self.misses(**how)
        first = self.lines()
        self.assertEqual({line["outcome"] for line in first}, {"miss"})
        self.assertEqual(len({line["key"] for line in first}), len(first))
        self.assertEqual({line["label"] for line in first}, {"program.mlir"})
        for line in first:
            self.assertRegex(line["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
            self.assertTrue(line["cause"])
        self.run_it("run", self.program, "--random-inputs", **how)
        self.run_it("run", self.program, "--random-inputs", "--numerics=ieee", **how)
        second, third = self.lines()[len(first):2 * len(first)], self.lines()[2 * len(first):]
        self.assertEqual({line["outcome"] for line in second}, {"hit"})
        self.assertEqual({line["key"] for line in second}, {line["key"] for line in first})
        self.assertIn("numerics is ieee here, tpu there (nearest ", third[0]["cause"])

    def test_processes_share_a_log_and_lines_stay_whole(self):
        how = {"TILEWRIGHT_CACHE_LOG": str(self.log)}
        threads = [threading.Thread(target=self.misses, kwargs=how) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len({line["process"] for line in self.lines()}), 4)

    def test_a_log_that_cannot_be_written_is_one_warning(self):
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)
        for path in (self.folder / "none" / "log", self.folder, "/dev/full", fifo):
            done = self.run_it("run", self.program, "--random-inputs",
                               TILEWRIGHT_CACHE_LOG=str(path))
            self.assertEqual(done.stderr.count("warning: log of the cache"), 1, path)
        self.assertTrue(fifo.is_fifo())

    def test_names_cannot_forge_lines(self):
        self.program.write_text("module @\"a\\09b\\0Ac\" {\n" + PROGRAM + "}\n")
        self.run_it("run", self.program, "--random-inputs", "--label=x y",
                    TILEWRIGHT_CACHE_LOG=str(self.log))
        for line in self.lines():
            self.assertEqual(line["label"], "x y")

    # --- explain ---

    def test_a_program_that_was_never_seen_is_told_in_one_line(self):
        self.misses()
        other = self.folder / "other.mlir"
        other.write_text(OTHER)
        said = self.run_it("cache", "explain", other, expect=1).stdout
        self.assertEqual(said, "new: the cache has never seen this program; "
                               "0 of its 0 kernels are there\n")
        # One that was changed is told by what was.
        other.write_text(PROGRAM.replace("tanh", "exponential"))
        self.assertIn("- there, + here", self.run_it("cache", "explain", other,
                                                     expect=1).stdout)
        shutil.rmtree(self.folder / "cache")
        (self.folder / "cache").mkdir(mode=0o700)
        said = self.run_it("cache", "explain", self.program, expect=1).stdout
        self.assertRegex(said, r"^new: [^\n]*\n$")

    def test_explain_takes_folders_and_summarises_by_cause(self):
        self.misses()
        models = self.folder / "models"
        (models / "deep").mkdir(parents=True)
        (models / "a.mlir").write_text(PROGRAM)
        (models / "deep" / "b.mlir").write_text(OTHER)
        (models / "deep" / "c.mlir").write_text("not a program")
        said = self.run_it("cache", "explain", models, expect=1).stdout
        self.assertIn("3 programs", said)
        self.assertRegex(said, r"a\.mlir +[1-9]\d* +0\n")
        self.assertRegex(said, r"b\.mlir +0 +1 +new program\n")
        self.assertIn("new program: 1 in 1 program", said)
        data = json.loads(self.run_it("cache", "explain", models, "--json", expect=1).stdout)
        self.assertEqual([pathlib.Path(one["file"]).name for one in data],
                         ["a.mlir", "b.mlir", "c.mlir"])
        self.assertIn("error", data[2])
        said = self.run_it("cache", "explain", models / "deep" / "..", "--numerics=ieee",
                           expect=1).stdout
        self.assertRegex(said, r"other numerics[^\n]*: 1 in 1 program")
        empty = self.folder / "empty"
        empty.mkdir()
        self.run_it("cache", "explain", empty, expect=3)

    def test_inputs_tell_the_sizes_of_a_program_that_leaves_them_open(self):
        self.program.write_text(OPEN)
        inputs = self.folder / "inputs"
        inputs.mkdir()
        write_npy(inputs / "in0.npy", 8)
        self.run_it("cache", "explain", self.program, expect=3)  # there is no cache yet
        self.run_it("run", self.program, "--inputs", inputs)
        self.run_it("cache", "explain", self.program, "--inputs", inputs)
        self.run_it("cache", "explain", self.program, expect=2)
        self.run_it("cache", "explain", self.program, "--inputs", self.folder / "none",
                    expect=3)


if __name__ == "__main__":
    unittest.main()
