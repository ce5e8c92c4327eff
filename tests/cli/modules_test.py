#!/usr/bin/env python3
"""Laws of the library's modules (support/module.h), on the built program.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/modules_test.py
"""

import os
import pathlib
import platform
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TILEWRIGHT = pathlib.Path(os.environ.get("TILEWRIGHT", ROOT / "build/release/tilewright"))

PRODUCT = """func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
      : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
"""
TRANSFORM = """func.func @main(%x: tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [8]
      : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return %0 : tensor<8xcomplex<f32>>
}
"""


class Modules(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="tilewright_modules_")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def run_program(self, text: str, folder: pathlib.Path | None = None, **environment: str):
        program = self.folder / "program.mlir"
        program.write_text(text)
        environment = {**os.environ, "TILEWRIGHT_CACHE_DIR": str(self.folder / "cache"),
                       **environment}
        if folder is not None:
            environment["LD_LIBRARY_PATH"] = str(folder)
        return subprocess.run(
            [TILEWRIGHT, "run", program, "--random-inputs"], check=False,
            capture_output=True, text=True, env=environment)

    def loaded(self, text: str) -> str:
        """What the dynamic loader says that it loads."""
        done = self.run_program(text, LD_DEBUG="files")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def test_what_the_cache_has_is_run_without_code_generators(self):
        self.assertIn("libtilewright-codegen.so", self.loaded(PRODUCT))
        warm = self.loaded(PRODUCT)
        self.assertIn("libtilewright.so", warm)
        self.assertNotIn("libtilewright-", warm)

    @unittest.skipUnless(platform.machine() == "x86_64", "kernels of x86-64")
    def test_openblas_runs_the_same_kernels_on_every_processor(self):
        done = self.run_program(TRANSFORM, OPENBLAS_VERBOSE="2")
        self.assertIn("Core: Haswell", done.stdout + done.stderr)
        chosen = self.run_program(TRANSFORM, OPENBLAS_VERBOSE="2", OPENBLAS_CORETYPE="Nehalem")
        self.assertIn("Core: Nehalem", chosen.stdout + chosen.stderr)

    def test_the_library_itself_has_what_every_program_needs(self):
        # With the code generators it would have eight times the size, and with remote
        # caches it would load what they speak HTTP with.
        library = TILEWRIGHT.resolve().parent / "libtilewright.so"
        self.assertLess(library.stat().st_size, 12 << 20)
        self.assertNotIn("libcurl", self.loaded(PRODUCT))

    def test_nothing_is_loaded_from_the_folder_that_a_user_stands_in(self):
        for name in ("libtilewright.so.0.1.0", "libstdc++.so.6", "libc.so.6"):
            (self.folder / name).write_text("whoever wrote this is not to be run")
        done = subprocess.run([TILEWRIGHT.resolve(), "--version"], check=False, cwd=self.folder,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_routines_are_loaded_by_programs_that_call_one(self):
        self.assertNotIn("libtilewright-routines.so", self.loaded(PRODUCT))
        self.assertIn("libtilewright-routines.so", self.loaded(TRANSFORM))

    def test_a_module_that_is_missing_is_an_error_that_names_it(self):
        alone = self.folder / "library"
        alone.mkdir()
        for library in TILEWRIGHT.resolve().parent.glob("libtilewright.so*"):
            shutil.copy(library, alone, follow_symlinks=False)
        failed = self.run_program(PRODUCT, alone)
        self.assertEqual(failed.returncode, 1, failed.stderr)
        self.assertIn("module codegen", failed.stderr)
        self.assertIn(str(alone), failed.stderr)
        # What is compiled already does not need it.
        self.assertEqual(self.run_program(PRODUCT).returncode, 0)
        again = self.run_program(PRODUCT, alone)
        self.assertEqual(again.returncode, 0, again.stderr)


if __name__ == "__main__":
    unittest.main()
