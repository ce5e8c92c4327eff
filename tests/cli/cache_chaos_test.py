#!/usr/bin/env python3
"""Programs that share a cache while it is mistreated: results stay right.

Eight command lines run the same programs at once, others prune, repair and count. Some are
killed, entries are damaged, removed and exchanged, limits are small, clocks jump by years,
the directory goes away. Every process that is let finish gives the right answer.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/cache_chaos_test.py
A few seconds; with TILEWRIGHT_SOAK ten minutes. TILEWRIGHT_SEED repeats a run's choices.
"""

import os
import shutil
import subprocess
import time
import unittest

import chaos

PROCESSES = 8

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


class CacheChaos(chaos.ChaosTest):
    def setUp(self):
        super().setUp()
        self.cache = self.folder / "cache"
        self.runs = 0
        self.clock = self.make_clock()
        self.right = [self.finish(self.start(i, mode="off"))
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
        return self.start_command("cache", *self.random.choice(UPKEEP), **environment)

    def finish_upkeep(self, process):
        """It finds trouble, or files that cannot be read, and no end of its own."""
        self.finish_command(process, codes=(0, 1, 3))

    def start(self, program, mode="rw"):
        """A command line that runs a program; its outputs go to a folder of its own."""
        self.runs += 1
        out = self.folder / f"out{self.runs}"
        environment = {**os.environ, "TILEWRIGHT_CACHE_DIR": str(self.cache),
                       "TILEWRIGHT_CACHE": mode, "TILEWRIGHT_CACHE_MAX_ENTRIES": "12"}
        if mode != "off":
            self.jump(environment)
        process = self.start_command("run", self.programs[program], "--random-inputs",
                                     "--outputs", out, **environment)
        return process, program, out

    def finish(self, run):
        """The answer's digest."""
        process, _, out = run
        self.finish_command(process)
        digest = self.digest(out)
        shutil.rmtree(out)
        return digest

    def kill(self, run):
        process, _, out = run
        process.kill()
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
        end = time.monotonic() + chaos.SECONDS
        running, upkeep, finished, killed = [], [], 0, 0
        while time.monotonic() < end or running:
            while len(running) < PROCESSES and time.monotonic() < end:
                running.append(self.start(self.any_program()))
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
                self.assert_right(self.finish(run), program=run[1])
                finished += 1
        for process in upkeep:
            self.finish_upkeep(process)
        self.assertGreater(finished, 5)
        self.assertGreater(killed, 0)


if __name__ == "__main__":
    unittest.main()
