"""PyTorch's device `tpu` against PyTorch's CPU.

  ./dev bench torch [--only NAME]... [--setting small|large]... [--sides NAME]...
  ./dev bench torch --inference [--only NAME]... [--setting small|large]... [--sides NAME]...
  ./dev bench torch --ops [--only NAME]...

Trains ten models, forward, backward and optimizer, or runs single operations; with
--inference runs the models on 1 and on 32 samples without gradients. Each side is a
process; they take turns, round by round. Ratios are CPU's time by ours, in the same numbers:
`ieee` against f32, bf16 autocast (of inference: bf16 weights) against the same; TPU numerics
of f32 stand in a column of their own. By torch.compile, `compiled` (with its optimizer in
fused mode) is compared with `inductor`. Writes build/bench/torch.json beside what it prints.
"""

import argparse
import json
import math
import os
import pathlib
import statistics
import sys

from bench.protocol import Peer, PeerError, Reply
from bench.pytorch import models, operations

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Whose time is divided by ours, side by side.
PEERS = {"strict": "cpu", "fused": "cpu", "tpu": "cpu", "fused tpu": "cpu",
         "compiled": "inductor", "compiled tpu": "inductor",
         "strict bf16": "cpu bf16", "fused bf16": "cpu bf16",
         "compiled bf16": "inductor bf16"}
SIDES = (*dict.fromkeys(PEERS.values()), *PEERS)
DEFAULT_SIDES = ("cpu", "strict", "tpu", "cpu bf16", "strict bf16")
INFERENCE_SIDES = ("inductor", "compiled", "inductor bf16", "compiled bf16")
SAMPLES = (1, 32)  # of inference


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench torch", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ops", action="store_true", help="single operations")
    parser.add_argument("--inference", action="store_true",
                        help="models without gradients, on 1 and on 32 samples")
    parser.add_argument("--only", action="append", default=[],
                        help="models or operations whose name has this in it")
    parser.add_argument("--setting", action="append", choices=models.SETTINGS)
    parser.add_argument("--sides", action="append", choices=SIDES,
                        help=f"default: {', '.join(DEFAULT_SIDES)}")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5,
                        help="of running, each side in each round")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--cache", default=str(ROOT / "build/bench/torch_cache"),
                        help="the cache of compiled code; cleared by hand")
    arguments = parser.parse_args()
    arguments.sides = arguments.sides or list(
        ("cpu", "strict", "tpu") if arguments.ops
        else INFERENCE_SIDES if arguments.inference else DEFAULT_SIDES)
    return arguments


def start(side: str, arguments: argparse.Namespace) -> Peer:
    device = "cpu" if side.startswith(("cpu", "inductor")) else "tpu"
    environment = {
        "PYTHONPATH": f"{ROOT}:{ROOT}/python:{ROOT}/python/torch",
        "OMP_NUM_THREADS": str(arguments.threads),
        "TORCH_DEVICE_BACKEND_AUTOLOAD": "0", "TILEWRIGHT_CACHE_DIR": arguments.cache,
        "TILEWRIGHT_LIBRARY_DIR": str(ROOT / "build/release"),
        "TILEWRIGHT_NUMERICS": "tpu" if side.endswith("tpu") else "ieee",
        "TORCH_TPU_DEFER_AND_FUSE": (
            "1" if side.startswith(("fused", "compiled")) else "0")}
    command = [sys.executable, "-P", "-m", "bench.pytorch.worker", "--device", device,
               "--threads", str(arguments.threads)]
    if side.startswith(("compiled", "inductor")):
        command.append("--compile")
    return Peer(side, command, environment, str(ROOT / "build/bench/torch.log"))


def measure(peers: dict[str, Peer], load: Reply, arguments: argparse.Namespace
            ) -> dict[str, Reply]:
    """Figures of each side: first_ms, ms (the median of rounds), what `unload` says."""
    results: dict[str, Reply] = {}
    for side, peer in peers.items():
        request = dict(load)
        if request["do"] != "operation":
            request["bf16"] = side.endswith("bf16")
        try:
            results[side] = peer.ask(timeout=600, what=request.pop("do"), **request)
        except PeerError as error:
            results[side] = {"error": str(error)}
    times: dict[str, list[float]] = {s: [] for s, r in results.items() if "error" not in r}
    for number in range(arguments.rounds):
        sides = list(times)
        turn = number % max(1, len(sides))
        for side in sides[turn:] + sides[:turn]:
            try:
                reply = peers[side].ask("run", seconds=arguments.seconds, least=2)
                times[side].append(reply["ms"])
            except PeerError as error:
                results[side] = {"error": str(error)}
                del times[side]
    for side, rounds in times.items():
        results[side]["ms"] = statistics.median(rounds)
        results[side] |= peers[side].ask("unload")
    return results


def ratio(results: dict[str, Reply], side: str) -> float | None:
    peer = PEERS.get(side)
    if "ms" not in results.get(side, {}) or "ms" not in results.get(peer, {}):
        return None
    return results[peer]["ms"] / results[side]["ms"]


def describe(name: str, results: dict[str, Reply], wide: bool) -> str:
    """A row: of each side its time, the ratio, and of models what it took besides."""
    row = f"{name:24}"
    for side, result in results.items():
        if "error" in result:
            row += f" | {side}: {result['error'][:60]}"
            continue
        row += f" | {side} {result['ms']:.3f}"
        if (by := ratio(results, side)) is not None:
            row += f" ({by:.2f})"
        if wide:
            row += f" first {result['first_ms'] / 1e3:.1f}s {result['peak_mb']:.0f}MB"
        if counters := result.get("counters"):
            steps = max(1, result["steps"])
            row += f" runs {counters.get('executions', 0) / steps:.0f}"
            row += f" compiled {counters.get('compilations', 0)}"
    return row


def summarize(rows: dict[str, dict[str, Reply]], arguments: argparse.Namespace) -> None:
    for side in arguments.sides:
        ratios = sorted(r for results in rows.values() if (r := ratio(results, side)))
        if ratios:
            mean = math.exp(statistics.fmean(map(math.log, ratios)))
            print(f"{side:12} against {PEERS[side]}: {mean:.2f} in the geometric mean, "
                  f"{statistics.median(ratios):.2f} in the median, lowest {ratios[0]:.2f} "
                  f"({len(ratios)} of {len(rows)})")


def losses_differ(results: dict[str, Reply]) -> str:
    """The first side whose first loss is not its peer's, or nothing."""
    for side, peer in PEERS.items():
        ours, theirs = results.get(side, {}).get("losses"), results.get(peer, {}).get("losses")
        tolerance = 0.05 if side.endswith(("tpu", "bf16")) else 1e-3
        if ours and theirs and not math.isclose(ours[0], theirs[0], rel_tol=tolerance):
            return f"{side}: the first loss is {ours[0]}, {peer}'s is {theirs[0]}"
    return ""


def cases(arguments: argparse.Namespace):
    """Name and request of each row."""
    def wanted(name: str) -> bool:
        return not arguments.only or any(part in name for part in arguments.only)

    if arguments.ops:
        for row in operations.ROWS:
            for backward in (False, True):
                name = row.name + ("_backward" if backward else "")
                if wanted(name) and (row.backward or not backward):
                    yield name, {"do": "operation", "name": row.name, "backward": backward}
        return
    for model in models.MODELS:
        for setting in arguments.setting or models.SETTINGS:
            name = f"{model.name}_{setting}"
            request = {"model": model.name, "setting": setting}
            if not wanted(name):
                continue
            if not arguments.inference:
                yield name, {"do": "load", **request}
                continue
            for samples in SAMPLES:
                yield f"{name}_{samples}", {"do": "infer", "batch": samples, **request}


def main() -> None:
    arguments = parse_arguments()
    (ROOT / "build/bench").mkdir(parents=True, exist_ok=True)
    rows: dict[str, dict[str, Reply]] = {}
    peers = {side: start(side, arguments) for side in arguments.sides}
    try:
        for name, request in cases(arguments):
            rows[name] = measure(peers, request, arguments)
            print(describe(name, rows[name], not arguments.ops), flush=True)
            if wrong := losses_differ(rows[name]):
                print(f"  {wrong}", flush=True)
            if not arguments.ops:  # memory is a fresh process's
                for peer in peers.values():
                    peer.stop()
    finally:
        for peer in peers.values():
            peer.stop()
        (ROOT / "build/bench/torch.json").write_text(json.dumps(rows, indent=1))
    summarize(rows, arguments)


if __name__ == "__main__":
    os.chdir(ROOT)
    main()
