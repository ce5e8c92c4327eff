#!/usr/bin/env python3
"""Laws of labels: what entries of the cache are for.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/cache_labels_test.py
"""

import hashlib
import json
import pathlib
import struct
import tempfile
import unittest

from alone import run_alone

# Two of the three kernels of one are the other's, too.
SORTED = """  %1 = "stablehlo.sort"(%0) ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }}) {{dimension = 1 : i64, is_stable = true}} : (tensor<16x64xf32>) -> tensor<16x64xf32>
"""
PROGRAM = """module @jit_{name} {{
func.func @main(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {{
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
""" + SORTED + """  %2 = stablehlo.{last} %1 : tensor<16x64xf32>
  return %2 : tensor<16x64xf32>
}}
}}
"""


class Labels(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="tilewright_labels_")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        for name, last in (("one", "tanh"), ("two", "exponential")):
            (self.folder / f"{name}.mlir").write_text(PROGRAM.format(name=name, last=last))

    def run_it(self, *arguments, expect=0, **environment):
        own = {"HOME": str(self.folder), "TILEWRIGHT_CACHE_DIR": str(self.folder / "cache")}
        return run_alone(self, arguments, expect, own | environment)

    def run_program(self, name, *more, **environment):
        done = self.run_it("run", self.folder / f"{name}.mlir", "--random-inputs",
                           "--report=json", *more, **environment)
        return json.loads(done.stdout)

    def compiled(self, name, *more, **environment):
        return self.run_program(name, *more, **environment)["kernels_compiled"]

    def entries(self, *conditions, **environment):
        return json.loads(self.run_it("cache", "ls", "--json", *conditions,
                                      **environment).stdout)

    def keys(self, *conditions):
        return {entry["key"] for entry in self.entries(*conditions)}

    def labels(self):
        return {entry["name"]: entry["labels"]
                for entry in self.entries("--where", "kind=executable")}

    def test_a_program_is_called_by_its_module_and_its_file(self):
        self.run_program("one")
        self.assertEqual(self.labels(), {"jit_one": ["one.mlir"]})
        self.assertEqual({tuple(e["labels"]) for e in self.entries()}, {("one.mlir",)})
        table = self.run_it("cache", "ls").stdout
        self.assertIn("LABEL", table)
        self.assertRegex(table, r"executable +jit_one +one\.mlir")

    def test_a_label_goes_before_the_files_name_and_an_option_before_the_variable(self):
        self.run_program("one", TILEWRIGHT_LABEL="gpt2 small")
        self.run_program("two", "--label", "bert", TILEWRIGHT_LABEL="gpt2 small")
        self.assertEqual(self.labels(), {"jit_one": ["gpt2 small"], "jit_two": ["bert"]})
        for bad in ("a,b", "", " a", "x" * 101, "a\x1b[31m"):
            self.run_it("run", self.folder / "one.mlir", "--random-inputs",
                        f"--label={bad}", expect=2)
        said = self.run_it("run", self.folder / "one.mlir", "--random-inputs",
                           TILEWRIGHT_LABEL="a,b").stderr
        self.assertIn("warning: TILEWRIGHT_LABEL", said)

    def test_a_label_is_in_no_key_and_changes_no_code(self):
        self.assertGreater(self.compiled("one", "--label", "a"), 0)
        before = self.keys()
        self.assertEqual(self.compiled("one", "--label", "b"), 0)
        self.assertEqual(self.keys(), before)
        self.assertEqual(self.labels()["jit_one"], ["a", "b"])
        self.run_it("cache", "verify", "--level=recompile")
        # It is noted once, and no more than a few of them are.
        path, = (self.folder / "cache").glob(
            f"objects/*/{self.entries('--where', 'kind=executable')[0]['key']}.two")
        stamp = path.stat().st_mtime_ns, path.stat().st_ino
        self.compiled("one", "--label", "b")
        self.assertEqual((path.stat().st_mtime_ns, path.stat().st_ino), stamp)
        for i in range(12):
            self.compiled("one", "--label", f"l{i}")
        self.assertEqual(len(self.labels()["jit_one"]), 8)

    def test_nothing_is_noted_where_the_mode_forbids_it(self):
        self.run_program("one", "--label", "a")
        self.assertEqual(self.compiled("one", "--label", "b", TILEWRIGHT_CACHE="ro"), 0)
        self.assertEqual(self.labels()["jit_one"], ["a"])

    def test_rm_keeps_kernels_that_other_programs_name(self):
        self.run_program("one", "--label", "a")
        only_one = self.keys()
        self.run_program("two", "--label", "b")
        shared = self.keys("--label", "a") & self.keys("--label", "b")
        self.assertTrue(shared, "the programs of this test have a kernel in common")
        self.assertEqual(self.keys("--label", "a"), only_one)
        would = self.run_it("cache", "rm", "--label", "a", "--dry-run", "--json").stdout
        self.assertEqual(set(json.loads(would)["keys"]), only_one - shared)
        self.assertTrue(self.keys() >= only_one)
        self.run_it("cache", "rm", "--label", "a")
        self.assertEqual(self.keys() & only_one, shared)
        self.assertEqual(self.compiled("two", "--label", "b"), 0)
        self.run_it("cache", "rm", "--label", "b")
        self.assertEqual(self.keys(), set())
        self.assertIn("removed 0", self.run_it("cache", "rm", "--label", "b").stdout)

    def test_rm_takes_a_label_from_a_program_that_has_others(self):
        for label in ("a", "b"):
            self.run_program("one", "--label", label)
        before = self.keys()
        self.run_it("cache", "rm", "--label", "a", "--dry-run")
        self.assertEqual(self.labels()["jit_one"], ["a", "b"])
        self.run_it("cache", "rm", "--label", "a")
        self.assertEqual(self.keys(), before)
        self.assertEqual(self.labels()["jit_one"], ["b"])
        self.run_it("cache", "rm", "--label", "b", "--where", "kind=kernel", expect=2)

    def test_export_takes_a_label_with_all_it_needs_to_another_cache(self):
        self.run_program("one", "--label", "a")
        self.run_program("two", "--label", "b")
        bundle = self.folder / "bundle"
        self.run_it("cache", "export", "-o", bundle, "--label", "a")
        other = {"TILEWRIGHT_CACHE_DIR": str(self.folder / "other")}
        self.run_it("cache", "import", bundle, **other)
        self.assertEqual(self.compiled("one", "--label", "a", **other), 0)
        self.assertGreater(self.compiled("two", "--label", "b", **other), 0)
        self.assertIn(["a"], [e["labels"] for e in self.entries(**other)])

    def test_gc_keeps_a_label_with_all_it_needs(self):
        self.run_program("one", "--label", "a")
        ours = self.keys()
        self.run_program("two", "--label", "b")
        self.run_it("cache", "gc", "--max-entries=1", "--keep-label", "a")
        self.assertEqual(self.keys(), ours)
        self.run_it("cache", "gc", "--max-entries=1", "--keep-label", "nobody")
        self.assertLessEqual(len(self.keys()), 1)

    def test_conditions_know_labels(self):
        self.run_program("one", "--label", "gpt2")
        self.run_program("one", "--label", "gpt3")
        self.run_program("two", "--label", "bert")
        def named(condition):
            return {e["name"] for e in self.entries("--where", condition, "--where",
                                                    "kind=executable")}
        self.assertEqual(named("label=gpt*"), {"jit_one"})
        self.assertEqual(named("label=gpt3"), {"jit_one"})
        self.assertEqual(named("label!=gpt3"), {"jit_two"})

    def package(self, name):
        """A folder as torch.export writes it, of a program with one weight, for ieee."""
        folder = self.folder / name
        (folder / "weights").mkdir(parents=True)
        program = ("func.func @main(%w: tensor<2xf32>, %x: tensor<2xf32>) -> tensor<2xf32> {\n"
                   "  %0 = stablehlo.multiply %w, %x : tensor<2xf32>\n"
                   "  return %0 : tensor<2xf32>\n}\n")
        header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }".ljust(117) + "\n"
        weight = (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
                  + struct.pack("<2f", 2, 3))
        (folder / "program.mlir").write_text(program)
        (folder / "weights" / "0.npy").write_bytes(weight)
        def named(path, data):
            return {"file": path, "sha256": hashlib.sha256(data).hexdigest()}
        (folder / "package.json").write_text(json.dumps({
            "format": "tilewright.package", "version": 1, "numerics": "ieee",
            "program": named("program.mlir", program.encode()),
            "inputs": [{"name": "w", "kind": "parameter", "type": "tensor<2xf32>"}
                       | named("weights/0.npy", weight),
                       {"name": "x", "kind": "input", "type": "tensor<2xf32>"}],
            "outputs": [{"name": "y", "kind": "output", "type": "tensor<2xf32>"}]}))
        return folder

    def test_a_folder_is_a_package_or_says_what_it_lacks(self):
        package = self.package("small.package")
        (package / "package.json").unlink()
        done = self.run_it("run", package, "--random-inputs", expect=3)
        self.assertIn("small.package/package.json: No such file", done.stderr)

    def test_a_package_is_warmed_as_it_was_saved_and_called_by_its_folder(self):
        package = self.package("models/small.package")
        said = json.loads(self.run_it("cache", "warm", self.folder / "models",
                                      "--json").stdout)
        self.assertEqual([(pathlib.Path(one["file"]).name, one["numerics"])
                          for one in said], [("small.package", "ieee")])
        self.assertEqual({tuple(e["labels"]) for e in self.entries()}, {("small.package",)})
        done = self.run_it("run", package, "--random-inputs", "--report=json")
        self.assertEqual(json.loads(done.stdout)["kernels_compiled"], 0)
        self.run_it("cache", "explain", package)
        # What the user chooses goes before that.
        said = json.loads(self.run_it("cache", "warm", package, "--numerics=tpu",
                                      "--json").stdout)
        self.assertEqual([one["numerics"] for one in said], ["tpu"])

    def test_warm_knows_clusters(self):
        self.run_it("cache", "warm", self.folder / "one.mlir", "--cluster=off")
        self.assertFalse(self.run_program("one")["plan_from_cache"])
        self.assertTrue(self.run_program("one", "--cluster=off")["plan_from_cache"])

    def test_time_saved_is_counted_by_label(self):
        for name, label in (("one", "a"), ("one", "a"), ("two", "b")):
            self.run_program(name, "--label", label)
        stats = json.loads(self.run_it("cache", "stats", "--json").stdout)
        labels = {label["name"]: label for label in stats["labels"]}
        self.assertEqual(set(labels), {"a", "b"})
        self.assertGreater(labels["a"]["saved_ms"], 0)
        self.assertEqual(sum(l["hits"] for l in labels.values()),
                         stats["counters"]["hits"])
        self.assertAlmostEqual(sum(l["saved_ms"] for l in labels.values()),
                               stats["saved_ms"], places=3)
        self.assertRegex(self.run_it("cache", "stats").stdout, r"(?m)^a +\S+ m?s ")


if __name__ == "__main__":
    unittest.main()
