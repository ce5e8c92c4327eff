"""Measures PyTorch on the CPU: eager or Inductor.

  python -m bench.workers.torch_worker --threads N --mode eager|inductor [--cast bf16]

--cast measures on inputs of another type.
"""

import argparse
import pathlib
import time

import numpy as np
import torch

from bench import libraries, protocol, registry
from bench.cases import Case

DTYPES = {"f32": torch.float32, "bf16": torch.bfloat16, "i32": torch.int32, "bool": torch.bool}


def read(path: pathlib.Path, dtype: str) -> torch.Tensor:
    array = torch.from_numpy(np.load(path).copy())
    return array.view(torch.bfloat16) if dtype == "bf16" else array


class Program(torch.nn.Module):
    """A case as a function of its arguments, with its constants as parameters."""

    def __init__(self, case: Case, inputs: list[torch.Tensor]):
        super().__init__()
        self.case = case
        self.library = libraries.Torch()
        for i in case.constants:
            self.register_parameter(f"constant{i}",
                                    torch.nn.Parameter(inputs[i], requires_grad=False))

    def forward(self, *arguments):
        given = iter(arguments)
        outputs = self.case.function(
            self.library, *(getattr(self, f"constant{i}") if i in self.case.constants
                            else next(given) for i in range(len(self.case.inputs))))
        return outputs.square().mean() if self.case.backward else outputs


class Worker:
    def __init__(self, mode: str, cast: str | None):
        self.mode, self.cast = mode, cast
        self.run = None

    def hello(self):
        return {"version": torch.__version__}

    def inputs(self, folder: pathlib.Path, case: Case) -> list[torch.Tensor]:
        tensors = []
        for i, array in enumerate(case.inputs):
            x = read(folder / f"in{i}.npy", array.dtype)
            if self.cast and x.is_floating_point():
                x = x.to(DTYPES[self.cast])
            if array.torch_order:
                x = x.permute(array.torch_order).contiguous(memory_format=torch.channels_last)
            tensors.append(x.requires_grad_() if case.backward and x.is_floating_point() else x)
        return tensors

    def load(self, folder: str, case: str, means: bool = True, **_):
        self.unload()
        case = registry.find(case)
        if case.function is None:
            raise NotImplementedError("no torch form")
        inputs = self.inputs(pathlib.Path(folder), case)
        arguments = [inputs[i] for i in case.arguments]
        function = Program(case, inputs)
        if self.mode == "inductor":
            torch._dynamo.reset()
            function = torch.compile(function, dynamic=False)

        def forward():
            with torch.no_grad():
                return function(*arguments)

        def backward():
            loss = function(*arguments)
            wanted = [x for x in inputs if x.requires_grad]
            return [loss, *torch.autograd.grad(loss, wanted)]

        self.run = backward if case.backward else forward
        start = time.perf_counter()
        outputs = self.run()
        compile_ms = 1e3 * (time.perf_counter() - start)
        return {"compile_ms": compile_ms if self.mode == "inductor" else None,
                "outputs": [magnitude(x) for x in leaves(outputs)] if means else []}

    def unload(self):
        self.run = None
        return {}


def leaves(outputs):
    if isinstance(outputs, torch.Tensor):
        return [outputs]
    return [leaf for output in outputs for leaf in leaves(output)]


def magnitude(x: torch.Tensor) -> float:
    return float(x.detach().to(torch.float64).abs().mean())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--mode", choices=("eager", "inductor"), required=True)
    parser.add_argument("--cast", choices=("bf16",))
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    if arguments.mode == "inductor":
        from torch._inductor import config
        config.force_disable_caches = True
        config.freezing = True  # packs constant weights once
    worker = Worker(arguments.mode, arguments.cast)
    protocol.serve({
        "hello": worker.hello, "load": worker.load, "unload": worker.unload,
        "run": lambda seconds, least: protocol.timed_runs(worker.run, seconds, least)})


if __name__ == "__main__":
    main()
