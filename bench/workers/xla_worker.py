"""Measures XLA:CPU, which is handed StableHLO text through JAX; and exports cases.

  python -m bench.workers.xla_worker --threads N [--cache FOLDER]

XLA takes its number of threads from the process's CPU affinity. With --cache,
programs are compiled through JAX's persistent cache in that folder.
"""

import argparse
import os
import pathlib
import time

os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import ml_dtypes
import numpy as np
from jax._src import compiler
from jax._src.interpreters import mlir
from jax._src.lib import xla_client
from jax._src.lib.mlir import ir
from jax._src.lib.mlir.dialects import func
from jaxlib import lapack

from bench import export, protocol

NAMES = {"i1": np.dtype(bool), "f32": np.dtype("float32"), "f64": np.dtype("float64"),
         "f16": np.dtype("float16"), "bf16": np.dtype(ml_dtypes.bfloat16),
         "complex<f32>": np.dtype("complex64")}


def numpy_dtype(element: str) -> np.dtype:
    """Of an MLIR element type."""
    if element in NAMES:
        return NAMES[element]
    return np.dtype(element.replace("ui", "uint") if element.startswith("ui")
                    else element.replace("i", "int"))


def read(path: pathlib.Path, element: str) -> np.ndarray:
    """An array that npy may have stored as an integer of the same width."""
    array, dtype = np.load(path), numpy_dtype(element)
    return array if array.dtype == dtype else array.view(dtype)


class Worker:
    def __init__(self, cached: bool):
        self.cached = cached
        self.run = None

    def hello(self):
        return {"version": jax.__version__}

    def export(self, case: str, folder: str):
        return export.export(case, pathlib.Path(folder))

    def load(self, folder: str, module: str, inputs: list[str], means: bool = True, **_):
        self.unload()
        client = jax.devices("cpu")[0].client
        with mlir.make_ir_context():
            start = time.perf_counter()
            parsed = ir.Module.parse(pathlib.Path(module).read_text())
            main = next(op for op in parsed.body.operations
                        if isinstance(op, func.FuncOp) and op.name.value == "main")
            elements = [str(ir.RankedTensorType(t).element_type) for t in main.type.inputs]
            parse_ms = 1e3 * (time.perf_counter() - start)
            start = time.perf_counter()
            loaded = self.compile(client, parsed)
            compile_ms = 1e3 * (time.perf_counter() - start)
        start = time.perf_counter()
        with jax.enable_x64(True):  # 64-bit inputs stay what they are
            arrays = [jax.device_put(read(pathlib.Path(path), element))
                      for path, element in zip(inputs, elements, strict=True)]
            jax.block_until_ready(arrays)
        inputs_ms = 1e3 * (time.perf_counter() - start)
        execute = getattr(loaded, "execute")

        def run():
            outputs = execute(arrays)
            for output in outputs:
                output.block_until_ready()
            return outputs

        start = time.perf_counter()
        outputs = run()
        first_ms = 1e3 * (time.perf_counter() - start)
        self.run = run
        return {"compile_ms": compile_ms, "parse_ms": parse_ms, "inputs_ms": inputs_ms,
                "first_ms": first_ms,
                "temp_bytes": loaded.get_compiled_memory_stats().temp_size_in_bytes,
                "outputs": [magnitude(x) for x in outputs] if means else []}

    def compile(self, client, module):
        devices = xla_client.DeviceList(tuple(jax.devices("cpu")[:1]))
        if not self.cached:
            return client.compile_and_load(mlir.module_to_bytecode(module), devices,
                                           xla_client.CompileOptions())
        options = compiler.get_compile_options(num_replicas=1, num_partitions=1)
        return compiler.compile_or_get_cached(
            client, module, np.array(jax.devices("cpu")[:1]), options, [], devices)

    def unload(self):
        self.run = None
        return {}


def magnitude(x) -> float:
    x = np.asarray(x)
    if x.size == 0 or x.dtype.kind == "c":
        return 0.0
    return float(np.abs(x.astype(np.float64)).mean())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--cache")
    arguments = parser.parse_args()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:arguments.threads])
    if arguments.cache:
        jax.config.update("jax_compilation_cache_dir", arguments.cache)
        jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
        jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    # JAX does so when it lowers such a call; a program that is text has them already.
    lapack.prepare_lapack_call("getrf_ffi", np.dtype("float32"))
    worker = Worker(bool(arguments.cache))
    protocol.serve({
        "hello": worker.hello, "load": worker.load, "unload": worker.unload,
        "export": worker.export,
        "run": lambda seconds, least: protocol.timed_runs(worker.run, seconds, least)})


if __name__ == "__main__":
    main()
