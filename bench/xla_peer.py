#!/usr/bin/env python3
"""Tilewright against XLA:CPU, on the same programs.

  ./dev bench xla [--programs PATH...] [--repeat N] [--rounds N] [--json FILE]

Each peer runs in a process of its own, on the same number of threads; the two
alternate, round by round, and the best time of each counts. Inputs are random.
Times: one run, and compiling without any cache. A ratio above 1 means that
Tilewright is faster. Both numerics are measured.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEFAULT_PROGRAMS = [
    ROOT / "examples/programs",
    ROOT.parent / "shared/cases/models",
    ROOT.parent / "shared/cases/programs",
]
NUMERICS = ("tpu", "ieee")


def find_programs(paths):
    """StableHLO files: those named, module.mlir of golden cases, *.mlir else."""
    programs = []
    for path in map(pathlib.Path, paths):
        if path.is_file():
            programs.append(path)
        elif path.is_dir():
            modules = sorted(path.rglob("module.mlir"))
            programs += modules or sorted(path.glob("*.mlir"))
    return programs


def title(path):
    return path.parent.name if path.name == "module.mlir" else path.stem


def run_ours(tilewright, program, numerics, threads, repeat):
    environment = {**os.environ, "TILEWRIGHT_CACHE": "off"}
    done = subprocess.run(
        [tilewright, "run", str(program), "--random-inputs", f"--numerics={numerics}",
         f"--threads={threads}", f"--repeat={repeat}", "--report=json"],
        capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr else "failed")
    report = json.loads(done.stdout)
    return {"compile_ms": report["compile_ms"], "run_ms": min(report["run_ms"])}


def run_xla(program, threads, repeat):
    done = subprocess.run(
        [sys.executable, __file__, "--peer", str(program), "--repeat", str(repeat),
         "--threads", str(threads)],
        capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr else "failed")
    return json.loads(done.stdout)


def peer(program, threads, repeat):
    """The XLA side, in its own process: prints one JSON object."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    os.environ["JAX_PLATFORMS"] = "cpu"
    import time

    import jax
    import numpy as np
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import func

    backend = jax.devices("cpu")[0].client
    with mlir.make_ir_context():
        module = ir.Module.parse(pathlib.Path(program).read_text())
        main = next(op for op in module.body.operations
                    if isinstance(op, func.FuncOp) and op.name.value == "main")
        types = [ir.RankedTensorType(t) for t in main.type.inputs]
        shapes = [(list(t.shape), mlir_dtype(ir, t.element_type)) for t in types]
        start = time.perf_counter()
        devices = xla_client.DeviceList(tuple(jax.devices("cpu")[:1]))
        loaded = backend.compile_and_load(
            mlir.module_to_bytecode(module), devices, xla_client.CompileOptions())
        compile_ms = 1e3 * (time.perf_counter() - start)

    generator = np.random.default_rng(0)
    inputs = [jax.device_put(random_array(np, generator, dims, dtype))
              for dims, dtype in shapes]
    times = []
    for _ in range(repeat + 1):  # the first warms up
        start = time.perf_counter()
        outputs = loaded.execute(inputs)
        for output in outputs:
            output.block_until_ready()
        times.append(1e3 * (time.perf_counter() - start))
    print(json.dumps({"compile_ms": compile_ms, "run_ms": min(times[1:])}))


def mlir_dtype(ir, element):
    """The NumPy name of an MLIR element type."""
    names = {"i1": "bool", "f32": "float32", "f64": "float64", "f16": "float16",
             "bf16": "bfloat16", "complex<f32>": "complex64"}
    text = str(element)
    if text in names:
        return names[text]
    return text.replace("ui", "uint") if text.startswith("ui") else text.replace("i", "int")


def random_array(np, generator, dims, dtype):
    import ml_dtypes

    dtype = np.dtype(getattr(ml_dtypes, dtype, dtype))
    if dtype == bool:
        return generator.integers(0, 2, dims).astype(bool)
    if dtype.kind == "i":
        return generator.integers(0, 8, dims).astype(dtype)
    if dtype.kind == "u":
        return generator.integers(0, 256, dims).astype(dtype)
    return (0.25 * (2 * generator.random(dims) - 1)).astype(dtype)


def measure(arguments, program):
    """Best times of both peers over alternating rounds."""
    best = {}
    for _ in range(arguments.rounds):
        for who in ("xla", *NUMERICS):
            if who == "xla":
                figures = run_xla(program, arguments.threads, arguments.repeat)
            else:
                figures = run_ours(arguments.tilewright, program, who, arguments.threads,
                                   arguments.repeat)
            for key, value in figures.items():
                known = best.setdefault(who, {})
                known[key] = min(value, known.get(key, value))
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tilewright", default=str(ROOT / "build/release/tilewright"))
    parser.add_argument("--programs", nargs="*", default=DEFAULT_PROGRAMS)
    parser.add_argument("--repeat", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--json", help="file to write the figures to")
    parser.add_argument("--peer", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.peer:
        peer(arguments.peer, arguments.threads, arguments.repeat)
        return 0

    print(f"{'':24} {'run, ms':>27} {'XLA / ours':>15} {'compile, ms':>27} {'XLA / ours':>15}")
    print(f"{'program':24} {'XLA':>9}{'tpu':>9}{'ieee':>9} {'tpu':>8}{'ieee':>7} "
          f"{'XLA':>9}{'tpu':>9}{'ieee':>9} {'tpu':>8}{'ieee':>7}")
    rows, failed = [], 0
    for program in find_programs(arguments.programs):
        try:
            best = measure(arguments, program)
        except RuntimeError as error:
            print(f"{title(program):24} failed: {error}")
            failed += 1
            continue
        row = {"program": title(program), **best}
        line = f"{title(program):24}"
        for key in ("run_ms", "compile_ms"):
            xla = best["xla"][key]
            ours = [best[numerics][key] for numerics in NUMERICS]
            row[f"{key}_ratio"] = dict(zip(NUMERICS, (xla / max(x, 1e-6) for x in ours)))
            line += f" {xla:9.3f}{ours[0]:9.3f}{ours[1]:9.3f}"
            line += f" {xla / max(ours[0], 1e-6):8.2f}{xla / max(ours[1], 1e-6):7.2f}"
        rows.append(row)
        print(line, flush=True)
    if arguments.json:
        document = {"threads": arguments.threads, "rounds": arguments.rounds,
                    "repeat": arguments.repeat, "programs": rows}
        with tempfile.NamedTemporaryFile(
                "w", dir=pathlib.Path(arguments.json).resolve().parent, delete=False) as file:
            json.dump(document, file, indent=1)
        os.replace(file.name, arguments.json)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
