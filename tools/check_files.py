#!/usr/bin/env python3
"""Fails when a source file is too long, a folder of sources too full, or a public header
does not stand alone.

Usage: tools/check_files.py [ROOT]
"""

import collections
import os
import pathlib
import subprocess
import sys
import tempfile
from concurrent import futures

MAX_LINES = 600
MAX_PUBLIC_HEADERS = 16
MAX_FILES = 40  # sources directly inside a folder
SOURCES = {".h", ".cc", ".py", ".sh", ".cmake"}
COMPILER = "clang++-19"


def sources(root):
    for path in sorted(root.rglob("*")):
        top = path.relative_to(root).parts[0]
        if top == "build" or top.startswith("."):
            continue
        if path.is_file() and path.suffix in SOURCES:
            yield path


def long_files(root):
    for path in sources(root):
        lines = len(path.read_text().splitlines())
        if lines > MAX_LINES:
            yield f"{path.relative_to(root)}: {lines} lines, at most {MAX_LINES}"


def full_folders(root):
    count = collections.Counter(path.parent for path in sources(root))
    for folder, files in sorted(count.items()):
        if files > MAX_FILES:
            yield f"{folder.relative_to(root)}: {files} files, at most {MAX_FILES}"


def public_headers(root):
    headers = sorted((root / "include/tilewright").glob("*.h"))
    if len(headers) > MAX_PUBLIC_HEADERS:
        yield f"include/tilewright: {len(headers)} headers, at most {MAX_PUBLIC_HEADERS}"

    def alone(header):
        with tempfile.NamedTemporaryFile("w", suffix=".cc") as unit:
            unit.write(f'#include "tilewright/{header.name}"\n')
            unit.flush()
            return subprocess.run(
                [COMPILER, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                 "-I", str(root / "include"), unit.name],
                capture_output=True, text=True)

    with futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        for header, done in zip(headers, threads.map(alone, headers)):
            if done.returncode != 0:
                yield (f"include/tilewright/{header.name}: does not compile alone:\n"
                       f"{done.stderr}")


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    if root.is_file():
        root = root.parent.parent
    problems = [*long_files(root), *full_folders(root), *public_headers(root)]
    for line in problems:
        print(line)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
