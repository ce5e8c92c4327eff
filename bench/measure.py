"""The peers of a comparison, and how they take turns."""

import argparse
import pathlib
import shutil
import statistics
import sys
import time

from bench import figures, isa
from bench.cases import Case
from bench.protocol import Peer, PeerError, Reply

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Idle threads of the one before spin for a while; nobody is to be disturbed by them.
PAUSE_SECONDS = 0.03
LOAD_TIMEOUT_SECONDS = 120
# Most peers allocate their outputs anew in each run. The C library is told to keep
# what was freed, so that no peer's figures are those of the kernel's page faults.
KEEP_MEMORY = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(1 << 40),
               "MALLOC_ARENA_MAX": "1"}
NAMES = ("ours tpu", "ours ieee", "xla", "torch", "torch bf16", "inductor", "iree")


class Peers:
    """All peers, as processes that live as long as this object."""

    def __init__(self, arguments: argparse.Namespace, output: pathlib.Path):
        self.arguments, self.output = arguments, output
        self.cap = isa.CAPS[arguments.isa]
        self.exporter = self._script("export", "xla_worker")
        everyone = [self._ours("ours tpu"), self._ours("ours ieee"),
                    self._script("xla", "xla_worker"),
                    self._script("torch", "torch_worker", "--mode=eager"),
                    self._script("torch bf16", "torch_worker", "--mode=eager", "--cast=bf16"),
                    self._script("inductor", "torch_worker", "--mode=inductor"),
                    self._script("iree", "iree_worker")]
        wanted = arguments.peers
        self.peers = {peer.name: peer for peer in everyone
                      if not wanted or peer.name.split()[0] in (*wanted, "ours")}
        if not self.cap.multiplies_bf16():
            # Its products then take seconds, and nobody would choose them.
            self.peers.pop("torch bf16", None)
        self.versions = {name: self._version(peer) for name, peer in self.peers.items()}

    def __enter__(self) -> "Peers":
        return self

    def __exit__(self, *_) -> None:
        for peer in (self.exporter, *self.peers.values()):
            peer.stop()

    def peak(self) -> Reply:
        """What the machine could do, under the cap."""
        return self.peers["ours tpu"].ask("peak", isa=self.arguments.isa)

    def tuned_for(self) -> str:
        """The class of processors that our code is tuned for."""
        return self.peers["ours tpu"].ask("targets")["targets"].get(self.cap.target, "")

    def measure(self, case: Case) -> dict[str, Reply]:
        """Figures of each peer that takes part in the case, by name. PeerError when
        the case itself cannot be written."""
        folder = self.output / "case"
        shutil.rmtree(folder, ignore_errors=True)
        files = self.exporter.ask("export", case=case.name, folder=str(folder))
        files |= {"folder": str(folder), "case": case.name, "target": self.cap.target}
        module = pathlib.Path(files["module"]).read_text()
        results: dict[str, Reply] = {}
        for name, peer in self.peers.items():
            if not takes_part(name, case):
                continue
            if not self.cap.binds(name, module):
                results[name] = {"uncapped": True}
                continue
            try:
                results[name] = load(peer, files)
            except PeerError as error:
                results[name] = {"error": str(error)}
        self._run(results)
        if case.is_program:
            self._compile(files, results)
            self._second_process(files, results)
        for name, result in results.items():
            if succeeded(result):
                self.peers[name].ask("unload")
        return results

    def _run(self, results: dict[str, Reply]) -> None:
        """Rounds in which each peer runs for a while; the order turns."""
        times: dict[str, list] = {name: [] for name, r in results.items() if succeeded(r)}
        for number in range(self.arguments.rounds):
            names = list(times)
            turn = number % max(1, len(names))
            for name in names[turn:] + names[:turn]:
                time.sleep(PAUSE_SECONDS)
                try:
                    reply = self.peers[name].ask("run", seconds=self.arguments.seconds, least=3)
                    times[name].append(reply["ms"])
                except PeerError as error:
                    results[name]["error"] = str(error)
                    del times[name]
        for name, rounds in times.items():
            results[name] |= figures.summary(rounds)

    def _compile(self, files: Reply, results: dict[str, Reply]) -> None:
        """Cold compilation again, by turns, without any cache; the median counts."""
        names = [n for n in ("ours tpu", "ours ieee", "xla") if succeeded(results.get(n))]
        times = {name: [results[name]["compile_ms"]] for name in names}
        for _ in range(1 if self.arguments.quick else 2):
            for name in names:
                times[name].append(load(self.peers[name], files)["compile_ms"])
        for name in names:
            results[name]["compile_ms"] = statistics.median(times[name])
        if "xla" in names:
            results["xla"]["cold_ms"] = sum(results["xla"][part] for part in
                                            ("parse_ms", "compile_ms", "first_ms"))

    def _second_process(self, files: Reply, results: dict[str, Reply]) -> None:
        """From the start of a process that finds everything in its cache to its
        first result, without reading the inputs; XLA through JAX's persistent cache.
        `process_ms` counts all of that, `start_ms` of XLA not the interpreter's start
        and the imports, which take longest."""
        cache = self.output / "cache"
        for name in ("ours tpu", "xla"):
            if not succeeded(results.get(name)):
                continue
            shutil.rmtree(cache, ignore_errors=True)
            found = []
            try:
                for _ in range(2 if self.arguments.quick else 4):  # the first fills the cache
                    found.append(self._start(name, files, str(cache)))
            except PeerError as error:
                results[name]["start_error"] = str(error)
                continue
            for what in ("process_ms", "start_ms"):
                results[name][what] = statistics.median(times[what] for times in found[1:])

    def _start(self, name: str, files: Reply, cache: str) -> Reply:
        spawned = time.perf_counter()
        with (self._script(name, "xla_worker", "--cache", cache) if name == "xla"
              else self._ours(name)) as peer:
            peer.ask("hello")
            ready = time.perf_counter() if name == "xla" else spawned
            reply = load(peer, files, means=False, cache="rw", cache_dir=cache)
            end = time.perf_counter()
        return {"process_ms": 1e3 * (end - spawned) - reply["inputs_ms"],
                "start_ms": 1e3 * (end - ready) - reply["inputs_ms"]}

    def _environment(self, peer: str) -> dict[str, str]:
        return {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": str(self.arguments.threads),
                "TF_CPP_MIN_LOG_LEVEL": "2", **KEEP_MEMORY, **self.cap.environment(peer)}

    def _script(self, name: str, worker: str, *options: str) -> Peer:
        command = [sys.executable, "-m", f"bench.workers.{worker}", "--threads",
                   str(self.arguments.threads), *options, *self.cap.options(name)]
        return Peer(name, command, self._environment(name), str(self.output / "peers.log"))

    def _ours(self, name: str) -> Peer:
        command = [self.arguments.runner, "--threads", str(self.arguments.threads)]
        return Peer(name, command, self._environment(name), str(self.output / "peers.log"))

    def _version(self, peer: Peer) -> str:
        try:
            return peer.ask("hello")["version"]
        except PeerError as error:
            return f"cannot be used: {error}"


def succeeded(result: Reply | None) -> bool:
    return result is not None and "error" not in result and "uncapped" not in result


def takes_part(name: str, case: Case) -> bool:
    if name == "ours ieee":  # bf16 alone is the same work in both numerics
        return not (case.inputs and case.inputs[0].dtype == "bf16")
    if name == "torch bf16":
        return case.also_bf16
    if name in ("torch", "inductor"):
        return case.function is not None and not case.jax_only
    return name != "iree" or not case.jax_only


def load(peer: Peer, files: Reply, **options) -> Reply:
    numerics = "ieee" if peer.name == "ours ieee" else "tpu"
    return peer.ask("load", timeout=LOAD_TIMEOUT_SECONDS, numerics=numerics,
                    **{"cache": "off", **files, **options})
