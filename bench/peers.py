#!/usr/bin/env python3
"""Tilewright against XLA:CPU, PyTorch (eager and Inductor), and IREE.

  ./dev bench peers [--only PATTERN]... [--rounds N] [--threads N] [--quick]
                    [--isa avx2|avx512] [--docs]

Each peer is a process of its own on the same number of threads. For each case
all load it, and then they run by turns, round by round. A peer that cannot do
a case is named in the table with its reason. Written to build/bench: peers.json,
performance.md, performance.svg. --docs adds the machine to docs/performance.md, beside
the others: its figures are kept in bench/results.
"""

import argparse
import json
import os
import pathlib
import sys

from bench import (isa, machine, measure, pages, picture, registry, report,
                   results)
from bench.cases import Case
from bench.protocol import PeerError

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES_PER_PEAK = 8  # the peak is measured again and again; the best counts


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[],
                        help="cases whose name or group has this in it, or matches it")
    parser.add_argument("--peers", action="append", default=[],
                        choices=["xla", "torch", "inductor", "iree"],
                        help="only these, beside ours; repeat for more")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seconds", type=float, help="of running, each peer in each round")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    parser.add_argument("--list", action="store_true", help="print the names of the cases")
    parser.add_argument("--runner",
                        default=str(ROOT / "build/release/bench/tilewright_bench_runner"))
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "build/bench",
                        help="folder for the figures and all that is written on the way")
    parser.add_argument("--add", action="store_true",
                        help="keep the cases of the last run that are not measured now")
    parser.add_argument("--note", default="", help="a remark about this run, for the page")
    parser.add_argument("--isa", choices=list(isa.CAPS), default="native",
                        help="hold every peer to these instructions: AVX2, or AVX-512 without "
                        "BF16")
    parser.add_argument("--docs", action="store_true",
                        help="keep the figures in bench/results, write docs/performance.md")
    arguments = parser.parse_args()
    if lacking := isa.missing(arguments.isa):
        parser.error(f"--isa={arguments.isa}: this machine lacks {', '.join(lacking)}")
    arguments.rounds = arguments.rounds or (3 if arguments.quick else 7)
    arguments.seconds = arguments.seconds or (0.05 if arguments.quick else 0.15)
    return arguments


def shares(case: Case, measured: dict, peak: dict) -> dict[str, float]:
    """Of the machine's peak in what bounds the case, for each of ours. f32 at `tpu`
    numerics multiplies bf16."""
    found = {}
    for name in ("ours tpu", "ours ieee"):
        ms = measured.get(name, {}).get("ms")
        if not ms or not case.bound:
            continue
        if case.bound == "copy":
            found[name] = 1e-6 * case.bytes / ms / peak["copy_gbps"]
            continue
        arithmetic = "bf16" if name == "ours tpu" and peak["bf16_gflops"] else case.bound
        if peak[f"{arithmetic}_gflops"]:
            found[name] = 1e-6 * case.flops / ms / peak[f"{arithmetic}_gflops"]
    return found


def line(name: str, measured: dict) -> str:
    """What is printed as soon as a case is measured."""
    ours = measured.get("ours tpu", {}).get("ms")
    parts = [f"{name:40}"]
    for peer, result in measured.items():
        if "uncapped" in result:
            continue
        if "error" in result:
            parts.append(f"{peer}: {result['error'][:50]}")
        elif peer.startswith("ours") or not ours:
            parts.append(f"{peer} {report.number(result['ms'])}")
        else:
            parts.append(f"{peer} {report.number(result['ms'])} ({result['ms'] / ours:.2f})")
    return "  ".join(parts)


def write(run: results.Run, output: pathlib.Path) -> None:
    (output / "peers.json").write_text(json.dumps(run, indent=1) + "\n")
    (output / "performance.md").write_text(report.markdown(run, "performance.svg"))
    (output / "performance.svg").write_text(picture.svg(run["cases"]))


def last_run(output: pathlib.Path, cap: str) -> results.Run:
    """Nothing, if it was under another cap: what is in one run is compared."""
    path = output / "peers.json"
    run = json.loads(path.read_text()) if path.exists() else {}
    return run if run.get("isa") == cap else {}


def better(peak: dict, again: dict) -> dict:
    """Of two measurements of the peak: other work on the machine only lowers them."""
    return {name: max(value, again.get(name, 0)) for name, value in peak.items()}


def main() -> int:
    arguments = parse_arguments()
    cases = registry.matching(arguments.only)
    if arguments.list:
        print("\n".join(case.name for case in cases))
        return 0
    if not cases:
        print(f"no case matches {', '.join(arguments.only)}; see --list", file=sys.stderr)
        return 2
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:arguments.threads])
    output = arguments.output
    output.mkdir(parents=True, exist_ok=True)
    known = last_run(output, arguments.isa) if arguments.add else {}
    measured = known.get("cases", {})
    with measure.Peers(arguments, output) as peers:
        peak = better(peers.peak(), known.get("peak", {}))
        for number, case in enumerate(cases):
            measured[case.name] = measure_one(peers, case)
            if number % CASES_PER_PEAK == CASES_PER_PEAK - 1:
                peak = better(peak, peers.peak())
            # After each: what was measured is not lost with the rest.
            run = describe(arguments, peers, peak, measured)
            write(run, output)
    if arguments.docs:
        print(f"kept in {results.keep(run)}")
        pages.write()
    print("\n" + report.markdown(run, "performance.svg"))
    return 0


def measure_one(peers: measure.Peers, case: Case) -> dict:
    entry = {"group": case.group, "bound": case.bound,
             "input_bytes": sum(array.bytes for array in case.inputs)}
    try:
        before = peers.peak() if case.bound == "copy" else {}
        entry["peers"] = peers.measure(case)
        # The speed of memory changes with what else the host does: it is measured
        # where it is needed.
        entry["peak"] = better(before, peers.peak()) if before else {}
        print(line(case.name, entry["peers"]), flush=True)
    except PeerError as error:  # the case could not be written
        entry["error"] = str(error)
        print(f"{case.name:40}  {error}", flush=True)
    return entry


def describe(arguments: argparse.Namespace, peers: measure.Peers, peak: dict,
             measured: dict) -> results.Run:
    """All that is known of the run, with the cases in the order of the tables."""
    everything = registry.cases()
    for name, entry in measured.items():
        if name in everything:
            entry["share"] = shares(everything[name], entry.get("peers", {}),
                                    {**peak, **entry.get("peak", {})})
    order = {name: i for i, name in enumerate(everything)}
    return {
        "processor": machine.processor(), "isa": arguments.isa, "machine": machine.description(),
        "tuned_for": peers.tuned_for(), "date": machine.date(), "commit": machine.commit(ROOT),
        "versions": peers.versions, "threads": arguments.threads, "note": arguments.note,
        "rounds": arguments.rounds, "seconds": arguments.seconds, "peak": peak,
        "cases": dict(sorted(measured.items(), key=lambda x: order.get(x[0], len(order))))}


if __name__ == "__main__":
    sys.exit(main())
