#!/usr/bin/env python3
"""Holds the reader of bytecode against jaxlib, on every program of some folders.

Each program is serialized by jaxlib to several versions of StableHLO, and deserialized by
it again. What tilewright reads from the artifact's bytes has to be, as canonical text, what
it reads from the text that jaxlib makes of the artifact.

Usage: portable_artifacts.py COMPARE FOLDER... [--only N] [--keep DIR]

COMPARE is the executable bytecode_compare. --only N takes every N-th program; --keep DIR
leaves artifacts and texts there. Exit code 1: some program differs.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

import jax.extend.mlir
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

CHECKS = re.compile(r"^ *\"?check\..*\n", re.MULTILINE)
VERSIONS = ["0.9.0", "0.14.0", "1.0.0", "1.13.7", stablehlo.get_current_version()]


def pieces(path):
    """The programs of a file, with names."""
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    parts = text.split("// -----")
    for number, part in enumerate(parts):
        # jaxlib does not know the dialect in which tests say what they expect.
        part = CHECKS.sub("", part)
        if "func" in part or "module" in part:
            yield f"{path}#{number}" if len(parts) > 1 else str(path), part


def first_line(error):
    lines = [line.strip() for line in str(error).splitlines() if "error:" in line]
    return (lines[0] if lines else str(error).splitlines()[0])[:160]


def with_locations(module):
    return module.operation.get_asm(enable_debug_info=True)


def serialize(module, version):
    """As JAX does for a device: shardings stay where a version has them."""
    mixed = tuple(int(part) for part in version.split(".")) >= (1, 11, 0)
    return jax.extend.mlir.serialize_portable_artifact(module, version, mixed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("compare")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--only", type=int, default=1, metavar="N")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR")
    arguments = parser.parse_args()
    files = []
    for folder in arguments.folders:
        files += [folder] if folder.is_file() else sorted(folder.rglob("*.mlir"))
    files = files[:: arguments.only]
    scratch = tempfile.TemporaryDirectory()
    out = arguments.keep or pathlib.Path(scratch.name)
    out.mkdir(parents=True, exist_ok=True)

    refused = collections.defaultdict(list)
    pairs = []
    programs = 0
    for file in files:
        for name, text in pieces(file):
            programs += 1
            context = mlir.make_ir_context()
            with context:
                try:
                    module = ir.Module.parse(text)
                except Exception as error:
                    refused["to parse"].append((name, first_line(error)))
                    continue
                for version in VERSIONS:
                    try:
                        artifact = serialize(module, version)
                        again = jax.extend.mlir.deserialize_portable_artifact(artifact)
                    except Exception as error:  # jaxlib raises many kinds
                        refused[version].append((name, first_line(error)))
                        continue
                    stem = out / f"{len(pairs)}_{version}"
                    stem.with_suffix(stem.suffix + ".mlirbc").write_bytes(artifact)
                    stem.with_suffix(stem.suffix + ".mlir").write_text(
                        with_locations(again), encoding="utf-8", errors="surrogateescape")
                    pairs.append((str(stem), f"{name} at {version}"))
    for version, failures in refused.items():
        print(f"jaxlib refuses {len(failures)} programs ({version}):")
        examples = collections.defaultdict(list)
        for name, why in failures:
            examples[re.sub(r"-\"?:\d+:\d+|%.*", "", why)].append(name)
        for why, names in sorted(examples.items(), key=lambda item: -len(item[1])):
            print(f"  {len(names):5} {why}  ({names[0]})")
    names_of = dict(pairs)
    listed = "".join(f"{stem}\n" for stem, _ in pairs)
    done = subprocess.run([arguments.compare], input=listed, text=True,
                          capture_output=True, check=False, errors="replace")
    for line in done.stdout.splitlines():
        stem, tab, what = line.partition("\t")
        print(f"{names_of[stem]} ({stem}): {what}" if tab else line)
    print(done.stderr, file=sys.stderr, end="")
    print(f"{programs} programs of {len(files)} files, {len(pairs)} artifacts")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
