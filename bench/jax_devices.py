"""The programs of these benchmarks through JAX: our device against JAX's CPU device.

  ./dev bench jax [--only PATTERN]... [--rounds N] [--seconds S]

Both devices are in one process and take turns, round by round. *Run* is from the call
until the result is ready; *first* from `jax.jit` to the first result, tracing included:
cold, and with what is on disk then (JAX's own cache for both, and ours below it). Prints a table with ratios, JAX's time by ours, and their geometric means.
"""

import argparse
import math
import os
import statistics
import tempfile
import time
import zlib
from typing import Callable

import jax
import numpy as np

from bench import export, registry
from bench.cases import Array, Case

SMALL = Case("four_elements", "dispatch", (Array((4,)),), lambda library, x: x + 1)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[],
                        help="cases whose name has this in it")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.1,
                        help="of running, each device in each round")
    return parser.parse_args()


class OnDevice:
    """A case on one device."""

    def __init__(self, function: Callable, values: list[np.ndarray], device: jax.Device):
        self.function, self.device = function, device
        self.arguments = [jax.device_put(value, device) for value in values]
        self.cold = self._first()
        jax.clear_caches()
        self.warm = self._first()

    def _first(self) -> float:
        """Milliseconds from a new jit to its first result."""
        self.jitted = jax.jit(lambda *arguments: self.function(*arguments))
        start = time.perf_counter()
        jax.block_until_ready(self.jitted(*self.arguments))
        return 1e3 * (time.perf_counter() - start)

    def run(self, seconds: float) -> float:
        """Milliseconds of a run, the median of those that fit."""
        times: list[float] = []
        end = time.perf_counter() + seconds
        while not times or time.perf_counter() < end:
            start = time.perf_counter()
            jax.block_until_ready(self.jitted(*self.arguments))
            times.append(time.perf_counter() - start)
        return 1e3 * statistics.median(times)


def measure(case: Case, arguments: argparse.Namespace) -> dict[str, tuple]:
    """For "run", "cold" and "warm": milliseconds of ours and of JAX's CPU device."""
    seed = zlib.crc32(case.name.encode())
    values = [export.random_array(array, seed + i) for i, array in enumerate(case.inputs)]
    function = export.program(case, values)
    given = [values[i] for i in case.arguments]
    ours = OnDevice(function, given, jax.devices("tpu")[0])
    theirs = OnDevice(function, given, jax.devices("cpu")[0])
    rounds = [(ours.run(arguments.seconds), theirs.run(arguments.seconds))
              for _ in range(arguments.rounds)]
    run = tuple(statistics.median(times) for times in zip(*rounds))
    return {"run": run, "cold": (ours.cold, theirs.cold), "warm": (ours.warm, theirs.warm)}


def cases(patterns: list[str]) -> list[Case]:
    """Those in words of JAX."""
    found = [SMALL] + [case for case in registry.cases().values() if case.is_program and case.function]
    return [c for c in found if not patterns or any(p in c.name for p in patterns)]


def main() -> None:
    arguments = parse_arguments()
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", 0)
    print(f"{os.environ.get('TILEWRIGHT_NUMERICS', 'tpu')} numerics; ms of ours, and JAX's "
          "CPU device's time by ours")
    print(f"{'':24} {'run':>9} {'':6} {'cold':>9} {'':6} {'warm':>9}")
    ratios: dict[str, list[float]] = {"run": [], "cold": [], "warm": []}
    for case in cases(arguments.only):
        with jax.enable_x64(any(array.dtype == "f64" for array in case.inputs)):
            figures = measure(case, arguments)
        row = f"{case.name:24}"
        for what, (ours, theirs) in figures.items():
            row += f" {ours:9.3f} {theirs / ours:6.2f}"
            if case is not SMALL:
                ratios[what].append(theirs / ours)
        print(row, flush=True)
    for what, values in ratios.items():
        if values:
            mean = math.exp(statistics.fmean(map(math.log, values)))
            print(f"{what}: {mean:.2f} in the geometric mean, lowest {min(values):.2f}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        jax.config.update("jax_compilation_cache_dir", folder)
        main()
