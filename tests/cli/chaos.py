"""What tests that mistreat caches share: programs that run meanwhile, and their answers.

A run takes a few seconds; with TILEWRIGHT_SOAK ten minutes. TILEWRIGHT_SEED repeats a run's
choices.
"""

import hashlib
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

from verbs import TILEWRIGHT

SECONDS = 600 if "TILEWRIGHT_SOAK" in os.environ else 5
# No command takes as long, on the busiest machine.
STUCK_SECONDS = 120

# Several kernels, which the programs share in part.
PROGRAM = """func.func @main(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {{
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
  %c = stablehlo.constant dense<{value}> : tensor<16x64xf32>
  %1 = stablehlo.multiply %0, %c : tensor<16x64xf32>
  %2 = stablehlo.tanh %1 : tensor<16x64xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
  return %3 : tensor<16x64xf32>
}}
"""


class ChaosTest(unittest.TestCase):
    """A folder, choices that a seed repeats, and programs with different answers."""

    PROGRAMS = 4

    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="tilewright_chaos_")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.seed = int(os.environ.get("TILEWRIGHT_SEED", random.randrange(1 << 30)))
        self.random = random.Random(self.seed)
        self.programs = []
        for i in range(self.PROGRAMS):
            path = self.folder / f"p{i}.mlir"
            path.write_text(PROGRAM.format(value=f"{i + 1}.5"))
            self.programs.append(path)

    def any_program(self):
        return self.random.randrange(self.PROGRAMS)

    def start_command(self, *arguments, **environment):
        return subprocess.Popen([TILEWRIGHT, *map(str, arguments)], env=environment,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def finish_command(self, process, codes=(0,)):
        """What the command printed; one that is stuck, or exits otherwise, fails."""
        try:
            printed, errors = process.communicate(timeout=STUCK_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            self.fail(f"{process.args} is stuck (seed {self.seed})")
        self.assertIn(process.returncode, codes, f"seed {self.seed}: {errors}")
        return printed

    def digest(self, outputs):
        """Of all arrays in a folder."""
        digest = hashlib.sha256()
        paths = sorted(outputs.glob("*.npy"))
        self.assertTrue(paths)
        for path in paths:
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def assert_right(self, digest, program):
        self.assertEqual(digest, self.right[program], f"a wrong result (seed {self.seed})")
