#!/usr/bin/env python3
"""What the cache's command line costs in a directory of many entries.

Usage: bench/cache_cli.py --build build/release [--entries 100000]

Needs the target cache_bench, which fills the directory.
"""

import argparse
import os
import pathlib
import subprocess
import tempfile
import time

PROGRAM = """func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %0 = stablehlo.tanh %x : tensor<256xf32>
  return %0 : tensor<256xf32>
}
"""
VERBS = (("ls", "--limit=20"), ("ls", "--sort=compile-ms", "--limit=20"),
         ("ls", "--where=name=dot*"), ("stats",), ("info",), ("gc", "--dry-run"),
         ("explain", "PROGRAM", "--numerics=ieee"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--entries", type=int, default=100000)
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tilewright_bench_") as scratch:
        cache = pathlib.Path(scratch) / "cache"
        program = pathlib.Path(scratch) / "program.mlir"
        program.write_text(PROGRAM)

        def run(*words):
            words = [str(program) if word == "PROGRAM" else word for word in words]
            done = subprocess.run(
                [arguments.build / "tilewright", *words], capture_output=True,
                env={**os.environ, "TILEWRIGHT_CACHE_DIR": str(cache),
                     "TILEWRIGHT_CACHE_MAX_ENTRIES": "0"})
            assert done.returncode in (0, 1), done.stderr

        run("run", str(program), "--random-inputs")
        subprocess.run([arguments.build / "bench/cache_bench", "fill", cache,
                        str(arguments.entries)], check=True)
        for verb in VERBS:
            times = []
            for _ in range(arguments.repeat):
                start = time.perf_counter()
                run("cache", *verb)
                times.append(time.perf_counter() - start)
            print(f"{' '.join(verb):40} {min(times):6.2f} s")


if __name__ == "__main__":
    main()
