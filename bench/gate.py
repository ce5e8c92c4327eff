#!/usr/bin/env python3
"""The performance-regression gate: this build against another revision's.

  ./dev bench gate --against REV [--only PATTERN]... [--target NAME]... [--rounds N]
                   [--threads N]

Builds REV in build/gate, with this tree's benchmark runner, and lets both builds
run by turns, for every target that this machine runs: what a change gains for one it
must not take from another. In each round both start anew, so that what one process happened to
get (where memory lies, which core) is part of the noise and not of the verdict.
Fails (exit 1) when a benchmark is slower by more than its own noise, and says
which: see `judge`.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import shutil
import statistics
import sys
from typing import Sequence

from bench import figures, golden, registry
from bench.protocol import Peer, PeerError, Reply

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Two builds of the same source differ by up to about this much for good: in where
# code and data happen to lie. Below it, a difference says nothing about a change.
FLOOR = {"run": 0.03, "compile": 0.05, "start": 0.05}
# Medians below this are the clock and the scheduler.
SMALLEST_MS = 0.02
DEFAULT = ["model programs", "matmul_512_bf16", "matmul_512_f32", "skinny_1_bf16", "gelu_4M",
           "softmax", "layer_norm", "attention_8x1024x128_f32", "conv_4x14"]


@dataclasses.dataclass(frozen=True)
class Verdict:
    """How the new build's time stands to the old one's."""

    ratio: float
    low: float  # of the 99% interval of the ratio of medians
    high: float
    slower: bool
    faster: bool


def judge(old: Sequence[float], new: Sequence[float], floor: float) -> Verdict:
    """Paired times of rounds. Slower: even the lower end of the interval is above
    one and the ratio is beyond the floor; faster: the mirror image."""
    low, high = figures.bootstrap(new, old)
    ratio = figures.ratio(new, old)
    return Verdict(ratio, low, high, slower=low > 1 and ratio > 1 + floor,
                   faster=high < 1 and ratio < 1 / (1 + floor))


class Build:
    """One build, as the command that starts its runner."""

    def __init__(self, name: str, command: list[str], threads: int, log: str):
        self.name, self.log = name, log
        self.command = [*command, "--threads", str(threads)]

    def targets(self) -> list[str]:
        """Those that it can make code for and that this machine runs."""
        with Peer(self.name, self.command, log=self.log) as peer:
            return list(peer.ask("targets")["targets"])

    def round(self, files: Reply, seconds: float, cache: str) -> dict[str, float]:
        """Times of a new process: with the cache's code, and compiling anew. Of the
        runs the best counts: what else the machine does only adds to it."""
        with Peer(self.name, self.command, log=self.log) as peer:
            loaded = peer.ask("load", **files, means=False, cache="rw", cache_dir=cache)
            runs = peer.ask("run", seconds=seconds, least=3)["ms"]
            cold = peer.ask("load", **files, means=False, cache="off")
        return {"run": min(runs), "compile": cold["compile_ms"],
                "start": loaded["compile_ms"]}


def measure(old: Build, new: Build, files: Reply, rounds: int, seconds: float,
            scratch: pathlib.Path) -> dict[str, tuple[list[float], list[float]]]:
    """By kind of time: the old build's and the new one's, round by round. Who comes
    first changes; each has a cache of its own, which a first visit fills."""
    found: dict[str, tuple[list[float], list[float]]] = {k: ([], []) for k in FLOOR}
    for number in range(-1, rounds):
        pair = [(0, old), (1, new)]
        for side, build in pair if number % 2 else reversed(pair):
            times = build.round(files, seconds, str(scratch / f"cache{side}"))
            if number >= 0:
                for kind, ms in times.items():
                    found[kind][side].append(ms)
    return found


def slower_benchmarks(old: Build, new: Build, files: Reply, arguments: argparse.Namespace,
                      kinds: Sequence[str] = tuple(FLOOR)) -> dict[str, Verdict]:
    """Verdicts by kind. What seems slower is measured once more, with twice the
    rounds, and both have to say so: of many benchmarks a few are always unlucky."""
    scratch = arguments.output / "gate"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    verdicts = {}
    for rounds in (arguments.rounds, 2 * arguments.rounds):
        times = measure(old, new, files, rounds, arguments.seconds, scratch)
        for kind in kinds:
            if statistics.median(times[kind][0]) < SMALLEST_MS:
                continue
            verdicts[kind] = judge(*times[kind], FLOOR[kind])
        kinds = [kind for kind in kinds if kind in verdicts and verdicts[kind].slower]
        if not kinds:
            break
    return verdicts


def targets_of(old: Build, new: Build, wanted: Sequence[str]) -> list[str]:
    """The targets that both builds have, or those of them that are wanted. ValueError
    for one that they have not."""
    known = old.targets()
    both = [name for name in new.targets() if name in known]
    for name in wanted:
        if name not in both:
            raise ValueError(f"no target {name} that both builds have and this machine runs; "
                             f"there are {', '.join(both)}")
    return list(wanted) or both


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", required=True, help="the other build's runner")
    parser.add_argument("--new", required=True, help="this build's runner")
    parser.add_argument("--only", action="append", default=[],
                        help="cases whose name or group has this in it, or matches it")
    parser.add_argument("--module", action="append", default=[], type=pathlib.Path,
                        help="StableHLO text to measure, with in0.npy ... beside it")
    parser.add_argument("--target", action="append", default=[],
                        help="only code for this one; repeat for more")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "build/bench")
    arguments = parser.parse_args()
    if arguments.rounds < 5:
        parser.error("an interval needs at least 5 rounds")
    return arguments


def line(name: str, kind: str, verdict: Verdict) -> str:
    word = "SLOWER" if verdict.slower else "faster" if verdict.faster else "equal"
    return (f"{name:52} {kind:8} {word:7} {100 * (verdict.ratio - 1):+6.1f}%  "
            f"({100 * (verdict.low - 1):+.1f}% to {100 * (verdict.high - 1):+.1f}%)")


def cases_of(arguments: argparse.Namespace):
    """Names and files of what is measured; PeerError when JAX cannot write one."""
    if arguments.module:
        for module in arguments.module:
            yield module.stem, golden.files_of(module)
        return
    with Peer("export", [sys.executable, "-m", "bench.workers.xla_worker", "--threads",
                         str(arguments.threads)], {"PYTHONPATH": str(ROOT)}) as exporter:
        for case in registry.matching(arguments.only or DEFAULT):
            folder = str(arguments.output / "case")
            shutil.rmtree(folder, ignore_errors=True)
            yield case.name, exporter.ask("export", case=case.name, folder=folder)


def main() -> int:
    arguments = parse_arguments()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:arguments.threads])
    arguments.output.mkdir(parents=True, exist_ok=True)
    log = str(arguments.output / "gate.log")
    old, new = (Build(name, [path], arguments.threads, log)
                for name, path in (("old", arguments.old), ("new", arguments.new)))
    try:
        targets = targets_of(old, new, arguments.target)
    except (PeerError, ValueError) as error:
        print(f"FAILED {error}")
        return 1
    slower, measured = [], {}
    for case, target, files in ((case, target, files) for case, files in cases_of(arguments)
                                for target in targets):
        name = f"{case} {target}"
        try:
            verdicts = slower_benchmarks(old, new, {**files, "target": target}, arguments)
        except PeerError as error:
            print(f"{name:52} cannot be measured: {error}", flush=True)
            slower.append(f"{name}: {error}")
            continue
        for kind, verdict in verdicts.items():
            print(line(name, kind, verdict), flush=True)
            measured[f"{name} {kind}"] = dataclasses.asdict(verdict)
            if verdict.slower:
                slower.append(f"{name}, {kind}: {100 * (verdict.ratio - 1):.1f}% slower")
    (arguments.output / "gate.json").write_text(json.dumps(measured, indent=1) + "\n")
    for problem in slower:
        print(f"FAILED {problem}")
    print(f"{len(measured)} benchmarks, {len(slower)} slower")
    return 1 if slower or not measured else 0


if __name__ == "__main__":
    sys.exit(main())
