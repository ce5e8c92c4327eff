#!/usr/bin/env python3
"""Tilewright against XLA:CPU, PyTorch (eager, Inductor), and IREE.

  ./dev bench peers [--only PATTERN]... [--rounds N] [--threads N] [--quick]

Each peer is a process of its own on the same number of threads. For each case
all load it, and then they run by turns, round by round. A peer that cannot do
a case is named in the table with its reason.
"""

import argparse
import json
import os
import pathlib
import sys

from bench import measure, registry
from bench.cases import Case
from bench.protocol import PeerError

ROOT = pathlib.Path(__file__).resolve().parent.parent


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[],
                        help="cases whose name has this in it, or matches it; repeat for more")
    parser.add_argument("--peers", action="append", default=[],
                        help="only these peers, beside ours: xla, torch, inductor, iree")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seconds", type=float, help="of running, each peer in each round")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    parser.add_argument("--list", action="store_true", help="print the names of the cases")
    parser.add_argument("--runner", default=str(ROOT / "build/release/bench/tilewright_bench_runner"))
    parser.add_argument("--output", default=str(ROOT / "build/bench"),
                        help="folder for the figures and all that is written on the way")
    arguments = parser.parse_args()
    arguments.rounds = arguments.rounds or (3 if arguments.quick else 7)
    arguments.seconds = arguments.seconds or (0.05 if arguments.quick else 0.15)
    return arguments


def line(case: Case, results: dict, peak: dict) -> str:
    """One line of the table while it is being made."""
    parts = [f"{case.name:44}"]
    ours = next((r["ms"] for r in results.values() if "ms" in r), None)
    for name, result in results.items():
        if "ms" not in result:
            parts.append(f"{name}: {result['error'][:60]}")
            continue
        text = f"{name} {result['ms']:.3f}"
        if ours and not name.startswith("ours"):
            text += f" ({result['ms'] / ours:.2f}x)"
        if case.flops:
            text += f" {1e-6 * case.flops / result['ms']:.0f} GF"
        parts.append(text)
    return "  ".join(parts)


def main() -> int:
    arguments = parse_arguments()
    cases = registry.matching(arguments.only)
    if arguments.list:
        print("\n".join(case.name for case in cases))
        return 0
    if not cases:
        print(f"no case matches {arguments.only}", file=sys.stderr)
        return 2
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:arguments.threads])
    output = pathlib.Path(arguments.output)
    output.mkdir(parents=True, exist_ok=True)
    document = {"threads": arguments.threads, "rounds": arguments.rounds, "cases": {}}
    with measure.Peers(arguments, output) as peers:
        document["versions"] = peers.versions
        peak = document["peak"] = peers.peak()
        print("peak:", ", ".join(f"{k} {v:.0f}" for k, v in peak.items()))
        for case in cases:
            try:
                results = peers.measure(case)
            except PeerError as error:  # the case could not be written
                print(f"{case.name:44}  {error}")
                document["cases"][case.name] = {"error": str(error)}
                continue
            print(line(case, results, peak), flush=True)
            document["cases"][case.name] = {"group": case.group, "peers": results}
            (output / "peers.json").write_text(json.dumps(document, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
