"""One side of a comparison: a process that trains models, or runs single operations, on one
device when it is asked to (bench/protocol.py has the form of requests and answers).

  hello                               -> version
  load {model, setting, bf16}         -> first_ms, losses of three steps
  infer {model, setting, batch, bf16} -> first_ms, losses: that of one run
  operation {name, backward}          -> first_ms
  run {seconds, least}                -> ms of one step or call
  unload                              -> peak_mb of memory, counters since load
"""

import argparse
import gc
import json
import os
import sys
import time

import torch

from bench.pytorch import models, operations


def peak_memory_mb() -> float:
    with open("/proc/self/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmHWM"))


def reset_peak_memory() -> None:
    with open("/proc/self/clear_refs", "w", encoding="utf-8") as file:
        file.write("5")


class Worker:
    """What is loaded, and how it is run."""

    def __init__(self, device: str, compiled: bool):
        self.device, self.compiled = device, compiled
        self.call = None
        self.counted = 0

    def synchronize(self) -> None:
        if self.device != "cpu":
            torch.tpu.synchronize()

    def timed(self) -> tuple[float, torch.Tensor]:
        start = time.perf_counter()
        result = self.call()
        self.synchronize()
        return 1e3 * (time.perf_counter() - start), result

    def hello(self) -> dict:
        return {"version": torch.__version__}

    def load(self, model: str, setting: str, bf16: bool) -> dict:
        reset_peak_memory()
        training = models.Training(models.find(model), setting, self.device, bf16,
                                   self.compiled)
        return self._begin(training.step, losses=3)

    def infer(self, model: str, setting: str, batch: int, bf16: bool) -> dict:
        reset_peak_memory()
        inference = models.Inference(models.find(model), setting, self.device, batch, bf16,
                                     self.compiled)
        return self._begin(inference.run, losses=1)

    def operation(self, name: str, backward: bool) -> dict:
        self.call = operations.find(name).on(self.device, backward)
        first, _ = self.timed()
        self.call()
        self.synchronize()
        self._count()
        return {"first_ms": first}

    def run(self, seconds: float, least: int) -> dict:
        count, start = 0, time.perf_counter()
        while count < least or time.perf_counter() - start < seconds:
            self.call()
            count += 1
            if count % 8 == 0:
                self.synchronize()  # time is looked at, not what is recorded
        self.synchronize()
        self.counted += count
        return {"ms": 1e3 * (time.perf_counter() - start) / count}

    def unload(self) -> dict:
        counters = {}
        if self.device != "cpu":
            counters = {k: v for k, v in torch.tpu.counters().items() if isinstance(v, int)}
        peak = peak_memory_mb()
        self.call = None
        gc.collect()
        self.synchronize()
        return {"peak_mb": peak, "counters": counters, "steps": self.counted}

    def _begin(self, call, losses: int) -> dict:
        """What the first calls give; some more, uncounted."""
        self.call = call
        first, loss = self.timed()
        told = [float(each) for each in [loss] + [call() for _ in range(losses - 1)]]
        for _ in range(5):
            call()
        self.synchronize()
        self._count()
        return {"first_ms": first, "losses": told}

    def _count(self) -> None:
        self.counted = 0
        if self.device != "cpu":
            torch.tpu.reset_counters()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--compile", action="store_true", help="models, by torch.compile")
    arguments = parser.parse_args()
    # Whatever libraries print is not to be taken for an answer.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    torch.set_num_threads(arguments.threads)
    if arguments.device == "tpu":
        import tilewright.torch  # pylint: disable=import-outside-toplevel,unused-import
    worker = Worker(arguments.device, arguments.compile)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = getattr(worker, request.pop("do"))(**request)
        except Exception as error:  # pylint: disable=broad-except
            answer = {"error": f"{type(error).__name__}: {error}".splitlines()[0]}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
