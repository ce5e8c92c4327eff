"""The peers of a comparison, and how they take turns."""

import pathlib
import shutil
import sys

from bench import figures
from bench.cases import Case
from bench.protocol import Peer, PeerError, Reply

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Peers:
    """All peers, as processes that live as long as this object."""

    def __init__(self, arguments, output: pathlib.Path):
        self.rounds, self.seconds = arguments.rounds, arguments.seconds
        self.output = output
        threads = str(arguments.threads)
        log = str(output / "peers.log")
        environment = {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": threads,
                       "TF_CPP_MIN_LOG_LEVEL": "2"}

        def script(name: str, worker: str, *options: str) -> Peer:
            return Peer(name, [sys.executable, "-m", f"bench.workers.{worker}", "--threads",
                               threads, *options], environment, log)

        def ours(name: str) -> Peer:
            return Peer(name, [arguments.runner, "--threads", threads], environment, log)

        self.exporter = script("export", "xla_worker")
        everyone = [ours("ours tpu"), ours("ours ieee"), script("xla", "xla_worker"),
                    script("torch", "torch_worker", "--mode=eager"),
                    script("torch bf16", "torch_worker", "--mode=eager", "--cast=bf16"),
                    script("inductor", "torch_worker", "--mode=inductor")]
        wanted = arguments.peers
        self.peers = {peer.name: peer for peer in everyone
                      if not wanted or peer.name.split()[0] in (*wanted, "ours")}
        self.versions = {name: self._version(peer) for name, peer in self.peers.items()}

    def __enter__(self) -> "Peers":
        return self

    def __exit__(self, *_) -> None:
        for peer in (self.exporter, *self.peers.values()):
            peer.stop()

    def peak(self) -> Reply:
        """What the machine could do."""
        return self.peers["ours tpu"].ask("peak")

    def measure(self, case: Case) -> dict[str, Reply]:
        """Figures of each peer that takes part in the case, by name."""
        folder = self.output / "case"
        shutil.rmtree(folder, ignore_errors=True)
        files = self.exporter.ask("export", case=case.name, folder=str(folder))
        results: dict[str, Reply] = {}
        for name, peer in self.peers.items():
            if self._takes_part(name, case):
                results[name] = self._load(peer, case, folder, files)
        times: dict[str, list] = {name: [] for name, r in results.items() if "error" not in r}
        for _ in range(self.rounds):
            for name in list(times):
                try:
                    reply = self.peers[name].ask("run", seconds=self.seconds, least=3)
                    times[name].append(reply["ms"])
                except PeerError as error:
                    results[name]["error"] = str(error)
                    del times[name]
        for name, rounds in times.items():
            results[name] |= figures.summary(rounds)
            self.peers[name].ask("unload")
        return results

    def _version(self, peer: Peer) -> str:
        try:
            return peer.ask("hello")["version"]
        except PeerError as error:
            return f"cannot be used: {error}"

    def _takes_part(self, name: str, case: Case) -> bool:
        if name == "ours ieee":  # bf16 alone is the same work in both numerics
            return not (case.inputs and case.inputs[0].dtype == "bf16")
        if name == "torch bf16":
            return case.also_bf16
        if name in ("torch", "inductor"):
            return case.torch is not None
        return True

    def _load(self, peer: Peer, case: Case, folder: pathlib.Path, files: Reply) -> Reply:
        numerics = "ieee" if peer.name == "ours ieee" else "tpu"
        try:
            return peer.ask("load", folder=str(folder), case=case.name, numerics=numerics,
                            cache="off", **files)
        except PeerError as error:
            return {"error": str(error)}
