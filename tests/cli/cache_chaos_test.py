#!/usr/bin/env python3
"""Programs that share a cache while it is mistreated: results stay right.

Eight command lines run the same programs at once, others prune, repair and count. Some are
killed, entries are damaged, removed and exchanged, limits are small, clocks jump by years,
the directory goes away. Every process that is let finish gives the right answer.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/cache_chaos_test.py
A few seconds; with TILEWRIGHT_SOAK ten minutes. TILEWRIGHT_SEED repeats a run's choices.
"""

import hashlib
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build/release/tilewright"))
PROCESSES = 8
# No command below takes as long, on the busiest machine.
STUCK_SECONDS = 120

# What is done to a cache beside using it; the exit code says what was found.
UPKEEP = (("gc",), ("gc", "--max-entries=3"), ("gc", "--dry-run"), ("verify",),
          ("verify", "--repair"), ("verify", "--level=symbols", "--repair"), ("ls",),
          ("stats",), ("stats", "--reset"), ("info",), ("doctor",), ("rm", "--all", "--yes"))

# A clock that is wrong by $CLOCK_OFFSET seconds, where a C compiler is at hand.
CLOCK = """#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
time_t time(time_t* out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const char* offset = getenv("CLOCK_OFFSET");
  time_t wrong = now.tv_sec + (offset ? atol(offset) : 0);
  if (out) *out = wrong;
  return wrong;
}
"""

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


class CacheChaos(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="tilewright_chaos_")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.cache = self.folder / "cache"
        self.seed = int(os.environ.get("TILEWRIGHT_SEED", random.randrange(1 << 30)))
        self.random = random.Random(self.seed)
        self.runs = 0
        self.clock = self.make_clock()
        self.programs = []
        for i in range(4):
            path = self.folder / f"p{i}.mlir"
            path.write_text(PROGRAM.format(value=f"{i + 1}.5"))
            self.programs.append(path)
        self.right = [self.answer(self.finish(self.start(i, mode="off")))
                      for i in range(len(self.programs))]
        self.assertEqual(len(set(self.right)), len(self.programs))

    def make_clock(self):
        compiler = next(filter(shutil.which, ("cc", "clang-19", "gcc")), None)
        if compiler is None:
            return None
        source, library = self.folder / "clock.c", self.folder / "clock.so"
        source.write_text(CLOCK)
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source],
                       check=True)
        return library

    def jump(self, environment):
        """Some processes live years before or after the others."""
        if self.clock is not None and self.random.random() < 0.3:
            environment["LD_PRELOAD"] = str(self.clock)
            years = self.random.choice((-30, -1, 1, 30))
            environment["CLOCK_OFFSET"] = str(years * 365 * 86400)

    def upkeep(self):
        environment = {**os.environ, "TILEWRIGHT_CACHE_DIR": str(self.cache)}
        self.jump(environment)
        return subprocess.Popen([TILEWRIGHT, "cache", *self.random.choice(UPKEEP)],
                                env=environment, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def finish_upkeep(self, process):
        """It finds trouble, or files that cannot be read, and no end of its own."""
        try:
            _, errors = process.communicate(timeout=STUCK_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            self.fail(f"{process.args} is stuck (seed {self.seed})")
        self.assertIn(process.returncode, (0, 1, 3), f"seed {self.seed}: {errors}")

    def start(self, program, mode="rw"):
        """A command line that runs a program; its outputs go to a folder of its own."""
        self.runs += 1
        out = self.folder / f"out{self.runs}"
        environment = {**os.environ, "TILEWRIGHT_CACHE_DIR": str(self.cache),
                       "TILEWRIGHT_CACHE": mode, "TILEWRIGHT_CACHE_MAX_ENTRIES": "12"}
        if mode != "off":
            self.jump(environment)
        process = subprocess.Popen(
            [TILEWRIGHT, "run", str(self.programs[program]), "--random-inputs",
             "--outputs", str(out)],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return process, program, out

    def finish(self, run):
        process, _, _ = run
        try:
            _, errors = process.communicate(timeout=STUCK_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            self.fail(f"a process is stuck (seed {self.seed})")
        self.assertEqual(process.returncode, 0, f"seed {self.seed}: {errors}")
        return run

    def answer(self, run):
        digest = hashlib.sha256()
        outputs = sorted(run[2].glob("*.npy"))
        self.assertTrue(outputs)
        for path in outputs:
            digest.update(path.read_bytes())
        shutil.rmtree(run[2])
        return digest.hexdigest()

    def kill(self, run):
        process, _, out = run
        process.send_signal(signal.SIGKILL)
        process.communicate()
        shutil.rmtree(out, ignore_errors=True)

    def mistreat(self):
        """Does something to a file of the cache, or to all of it."""
        files = [f for f in self.cache.rglob("*") if f.is_file()]
        if not files:
            return
        path = self.random.choice(files)
        choice = self.random.randrange(6)
        try:
            size = path.stat().st_size
            if choice == 0:
                os.truncate(path, self.random.randrange(size + 1))
            elif choice == 1:
                with open(path, "r+b") as file:
                    file.seek(self.random.randrange(size + 1))
                    file.write(bytes([self.random.randrange(256)]))
            elif choice == 2:
                os.replace(self.random.choice(files), path)
            elif choice == 3:
                future = time.time() + self.random.randrange(-10**8, 10**8)
                os.utime(path, (future, future))
            elif choice == 4:
                path.chmod(0o666)
            else:
                shutil.rmtree(self.cache, ignore_errors=True)
        except OSError:
            pass  # somebody else removed it

    def test_results_are_right_whatever_happens_to_the_cache(self):
        seconds = 600 if "TILEWRIGHT_SOAK" in os.environ else 5
        end = time.monotonic() + seconds
        running, upkeep, finished, killed = [], [], 0, 0
        while time.monotonic() < end or running:
            while len(running) < PROCESSES and time.monotonic() < end:
                running.append(self.start(self.random.randrange(len(self.programs))))
            if self.random.random() < 0.5:
                self.mistreat()
            if self.random.random() < 0.3 and len(upkeep) < 2:
                upkeep.append(self.upkeep())
            elif upkeep and self.random.random() < 0.3:
                victim = upkeep.pop()
                victim.kill()
                victim.communicate()
            elif upkeep:
                self.finish_upkeep(upkeep.pop())
            time.sleep(self.random.random() * 0.01)
            run = running.pop(self.random.randrange(len(running)))
            if self.random.random() < 0.3:
                self.kill(run)
                killed += 1
            else:
                self.assertEqual(self.answer(self.finish(run)), self.right[run[1]],
                                 f"a wrong result (seed {self.seed})")
                finished += 1
        for process in upkeep:
            self.finish_upkeep(process)
        self.assertGreater(finished, 5)
        self.assertGreater(killed, 0)


if __name__ == "__main__":
    unittest.main()
