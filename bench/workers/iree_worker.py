"""Measures IREE's CPU backend, compiled for the host or a processor named.

  python -m bench.workers.iree_worker --threads N [--cpu NAME]
"""

import argparse
import importlib.metadata
import pathlib
import re
import time

import iree.compiler
import iree.runtime
import numpy as np
from iree.runtime import BufferUsage, HalElementType, MemoryType

from bench import protocol

ELEMENTS = {
    "f32": HalElementType.FLOAT_32, "f64": HalElementType.FLOAT_64,
    "f16": HalElementType.FLOAT_16, "bf16": HalElementType.BFLOAT_16,
    "i1": HalElementType.BOOL_8, "i8": HalElementType.SINT_8, "i32": HalElementType.SINT_32,
    "i64": HalElementType.SINT_64, "ui8": HalElementType.UINT_8,
    "ui32": HalElementType.UINT_32, "ui64": HalElementType.UINT_64,
}
ARGUMENT = re.compile(r"%arg\d+: tensor<([^>]*)>")


def compile_text(text: str, cpu: str) -> bytes:
    try:
        return iree.compiler.compile_str(text, target_backends=["llvm-cpu"],
                                         input_type="stablehlo",
                                         extra_args=[f"--iree-llvmcpu-target-cpu={cpu}"])
    except iree.compiler.CompilerToolError as failure:  # pages, of which one line says why
        reasons = [line for line in str(failure).splitlines() if "error:" in line]
        raise RuntimeError(reasons[0].partition("error:")[2] if reasons else "") from None


class Worker:
    def __init__(self, cpu: str):
        self.cpu = cpu
        self.device = iree.runtime.get_device("local-task")
        self.instance = iree.runtime.VmInstance()
        self.run = None

    def hello(self):
        return {"version": importlib.metadata.version("iree-base-compiler")}

    def load(self, module: str, inputs: list[str], means: bool = True, **_):
        self.unload()
        text = pathlib.Path(module).read_text()
        signature = re.search(r"@main\((.*?)\) ->", text, re.S).group(1)
        elements = [found.split("x")[-1] for found in ARGUMENT.findall(signature)]
        start = time.perf_counter()
        binary = compile_text(text, self.cpu)
        compile_ms = 1e3 * (time.perf_counter() - start)
        hal = iree.runtime.create_hal_module(self.instance, self.device)
        loaded = iree.runtime.VmModule.copy_buffer(self.instance, binary)
        context = iree.runtime.VmContext(self.instance, modules=[hal, loaded])
        main = loaded.lookup_function("main")
        arguments = iree.runtime.VmVariantList(len(inputs))
        for path, element in zip(inputs, elements, strict=True):
            arguments.push_ref(self.array(np.load(path), element))

        def run():
            results = iree.runtime.VmVariantList(1)
            context.invoke(main, arguments, results)
            return results

        run()
        self.run = run
        return {"compile_ms": compile_ms, "outputs": []}

    def array(self, values: np.ndarray, element: str):
        return self.device.allocator.allocate_buffer_copy(
            memory_type=MemoryType.DEVICE_LOCAL, allowed_usage=BufferUsage.DEFAULT,
            device=self.device, buffer=values,
            element_type=ELEMENTS[element])

    def unload(self):
        self.run = None
        return {}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--cpu", default="host")
    arguments = parser.parse_args()
    iree.runtime.flags.parse_flags(f"--task_topology_group_count={arguments.threads}")
    worker = Worker(arguments.cpu)
    protocol.serve({
        "hello": worker.hello, "load": worker.load, "unload": worker.unload,
        "run": lambda seconds, least: protocol.timed_runs(worker.run, seconds, least)})


if __name__ == "__main__":
    main()
