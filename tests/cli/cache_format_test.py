#!/usr/bin/env python3
"""What the program writes, read by a reader that was written from docs/cache-format.md.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/cache_format_test.py
"""

import hashlib
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import cache_format as form
from verbs import TILEWRIGHT

# A loop, a branch, a routine, constants and several kernels.
PROGRAM = """func.func @main(%x: tensor<16x64xf32>, %n: tensor<i32>) -> (tensor<16x64xf32>, tensor<8xcomplex<f32>>) {
  %w = stablehlo.constant dense<0.5> : tensor<64x64xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<16x64xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %d = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
    %t = stablehlo.tanh %d : tensor<16x64xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<16x64xf32>
  }
  %c = stablehlo.constant dense<(1.0, 2.0)> : tensor<8xcomplex<f32>>
  %f = stablehlo.fft %c, type = FFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return %r#1, %f : tensor<16x64xf32>, tensor<8xcomplex<f32>>
}
"""


class SecondReader(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="tilewright_format_")
        cls.folder = pathlib.Path(cls.scratch.name)
        key = cls.folder / "key"
        key.touch(0o600)
        key.write_bytes(b"the key of these tests\r\n")
        cls.key = form.key_of(key.read_bytes())
        program = cls.folder / "program.mlir"
        program.write_text(PROGRAM)
        environment = {**os.environ, "TILEWRIGHT_CACHE_DIR": str(cls.folder / "cache"),
                       "TILEWRIGHT_CACHE_KEY_FILE": str(key)}
        for arguments in (["run", program, "--random-inputs"],
                          ["cache", "export", "-o", cls.folder / "bundle"]):
            done = subprocess.run([TILEWRIGHT, *map(str, arguments)], env=environment,
                                  capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
        cls.files = sorted((cls.folder / "cache").glob("objects/*/*.two"))
        cls.entries = {f.stem: form.read_entry(f.read_bytes(), cls.key) for f in cls.files}

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def of_kind(self, kind):
        return [(form.read_manifest(manifest), sections)
                for manifest, sections in self.entries.values()
                if form.read_manifest(manifest)["kind"] == kind]

    def test_names_are_the_manifests_hashes(self):
        self.assertGreater(len(self.entries), 2)
        for path in self.files:
            manifest, _ = self.entries[path.stem]
            self.assertEqual(form.xxh3(manifest).hex(), path.stem)
            self.assertEqual(path.parent.name, path.stem[0])
            self.assertEqual(form.read_manifest(manifest)["format"], str(form.VERSION))

    def test_what_an_entry_was_made_from_is_what_its_manifest_names(self):
        for manifest, sections in self.of_kind("kernel"):
            text = sections[form.GRAPH]
            self.assertEqual(manifest["program"],
                             f"{hashlib.sha256(text).hexdigest()}-{len(text)}")

    def test_the_profile_comes_first(self):
        for _, sections in self.entries.values():
            self.assertEqual(next(iter(sections)), form.PROFILE)

    def test_entries_are_written_alike(self):
        for path in self.files:
            self.assertEqual(form.write_entry(*self.entries[path.stem], self.key),
                             path.read_bytes())

    def test_plans_are_read_whole_and_agree_with_their_kernels(self):
        (manifest, sections), = self.of_kind("executable")
        plan = form.read_plan(sections[form.PLAN])
        self.assertEqual([t["dims"] for t in plan["inputs"]], [[16, 64], []])
        self.assertEqual({step["kind"] for step in plan["steps"]} & {2, 3}, {2, 3})
        for kernel in plan["kernels"]:
            fields = {name: value for name, value in manifest.items()
                      if name not in ("chip", "cluster") and not name.startswith("option.")}
            fields |= {"kind": "kernel", "program": kernel["identity"].decode()}
            text = "".join(f"{name}={fields[name]}\n" for name in sorted(fields))
            _, found = self.entries[form.xxh3(text.encode()).hex()]
            launch = form.read_launch(found[form.LAUNCH])
            self.assertEqual(launch.pop("object_checksum"),
                             form.xxh3(found[form.OBJECT]))
            self.assertEqual(launch, kernel["launch"])

    def test_kernels_of_open_sizes_have_them_as_expressions(self):
        program = self.folder / "open.mlir"
        program.write_text("""func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.tanh %x : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
""")
        cache = self.folder / "open"
        done = subprocess.run(
            [TILEWRIGHT, "run", str(program), "--random-inputs", "--size=24"],
            env={**os.environ, "TILEWRIGHT_CACHE_DIR": str(cache)}, capture_output=True,
            text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        entries = [form.read_entry(f.read_bytes(), None)
                   for f in cache.glob("objects/*/*.two")]
        plan, = [form.read_plan(sections[form.PLAN]) for _, sections in entries
                 if form.PLAN in sections]
        launch, = [form.read_launch(sections[form.LAUNCH]) for _, sections in entries
                   if form.LAUNCH in sections]
        launch.pop("object_checksum")
        self.assertEqual(launch, plan["kernels"][0]["launch"])
        self.assertEqual(launch["parameters"][:2], [(b"16*s0", 0), (b"16*s0", 1)])
        self.assertEqual(launch["symbols"][0][0], 2)  # at least
        # The values lie in the parameter that says so: a constant of the plan.
        self.assertEqual(launch["parameters"][launch["sizes"]], (8, 0))
        self.assertEqual(plan["constants"][0]["bytes"], (24).to_bytes(8, "little"))

    def test_a_bundle_has_the_entries_in_the_order_of_what_they_are_called(self):
        entries = form.read_bundle((self.folder / "bundle").read_bytes(), self.key)
        self.assertEqual(sorted(entries), sorted(f.read_bytes() for f in self.files))
        names = []
        for entry in entries:
            manifest, sections = form.read_entry(entry, self.key)
            profile = sections[form.PROFILE].decode()
            name = re.search(r"^name=(.*)$", profile, re.M).group(1)
            names.append((name, form.xxh3(manifest).hex()))
        self.assertEqual(names, sorted(names))

    def test_statistics_are_lines_with_a_sum(self):
        logs = list((self.folder / "cache" / "stats").glob("*.log"))
        self.assertEqual(len(logs), 1)
        for line in logs[0].read_text().splitlines():
            before, _, summed = line.rpartition(" #")
            self.assertEqual(form.xxh3(before.encode()).hex()[:8], summed)
            kind, begin, end, *counters = before.split(" ")
            self.assertLessEqual(int(begin), int(end))
            if kind == "tw3":
                self.assertEqual(counters.pop(0), "label=program.mlir")
            else:
                self.assertEqual(kind, "tw1")
            for counter in counters:
                self.assertRegex(counter, r"^[a-z_]+=-?\d+$")


if __name__ == "__main__":
    unittest.main()
