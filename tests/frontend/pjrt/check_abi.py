#!/usr/bin/env python3
"""Compares frontend/pjrt/abi/ with XLA's own header, by the compiler.

Usage: check_abi.py ROOT COMPILER [HEADERS]

HEADERS is the folder in which xla/pjrt/c/pjrt_c_api.h lies, else what
TILEWRIGHT_PJRT_HEADERS names; without it nothing is compared, and the status is 77.
Every struct of ours has the size and the fields, at the same offsets, of that of the same
name; every struct of arguments there is one of ours; the tables have the same slots.
"""

import os
import pathlib
import re
import subprocess
import sys

# The table's header, and those of the extensions that we have.
HEADERS = ["pjrt_c_api.h", "pjrt_c_api_layouts_extension.h",
           "pjrt_c_api_memory_descriptions_extension.h"]
# The profiler's: its table lies in a header of its own, which not every package has.
PROFILER = "xla/backends/profiler/plugin/profiler_c_api.h"
STRUCT = re.compile(r"^(?:typedef )?struct (\w+)(?: : (\w+))? (?:\{\}|\{\n(.*?)^\})", re.M | re.S)
ENUM = re.compile(r"enum (?:\w+ )?\{([^}]*)\}")


def without_comments(text):
    return re.sub(r"//[^\n]*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S))


def fields_of(body):
    """Names of a struct's fields, those of a union in it included."""
    body = re.sub(r"#define.*?#undef \w+\n", "", body, flags=re.S)
    body = re.sub(r"^#.*$", "", body, flags=re.M)
    names = []
    for piece in re.sub(r"\s+", " ", body.replace("union {", "").replace("}", "")).split(";"):
        piece = piece.strip()
        function = re.search(r"\(\*\s*(\w+)\)\(", piece)
        if function:
            names.append(function.group(1))
        elif piece:
            names.append(re.search(r"(\w+)$", piece).group(1))
    return names


def slots(text, macro):
    match = re.search(rf"#define {macro}\(X\)((?:.*\\\n)*.*)", text)
    return re.findall(r"X\((\w+)\)", match.group(1))


def program(root, headers):
    """Text of a program that compiles where the two agree, and how much it compares."""
    folder = root / "frontend/pjrt/abi"
    ours = {path.name: without_comments(path.read_text())
            for path in sorted(folder.glob("*.h"))}
    files = [f"xla/pjrt/c/{name}" for name in HEADERS]
    if (headers / PROFILER).exists():
        files += [PROFILER, "xla/pjrt/c/pjrt_c_api_profiler_extension.h"]
    else:
        del ours["profiler.h"]
    theirs = "".join(without_comments((headers / name).read_text()) for name in files)
    lines = [f'#include "{name}"' for name in files]
    lines += [f'#include "frontend/pjrt/abi/{name}"' for name in ours]
    lines += ["namespace our = tilewright::pjrt;"]
    compared = set()

    def offset(name, field, theirs_field=None):
        theirs_field = theirs_field or field
        lines.append(f"static_assert(offsetof(our::{name}, {field}) == "
                     f"offsetof(::{name}, {theirs_field}) && "
                     f"sizeof(our::{name}::{field}) == sizeof(((::{name}*)0)->{theirs_field}));")

    for text in ours.values():
        for name, base, body in STRUCT.findall(text):
            if name == "Args":
                continue
            compared.add(name)
            lines.append(f"static_assert(sizeof(our::{name}) == sizeof(::{name}));")
            for field in (["struct_size", "extension_start"] if base else []):
                offset(name, field)
            for field in fields_of(body):
                offset(name, field)
        for body in ENUM.findall(text):
            for value in re.findall(r"\b(PJRT_\w+)", body):
                lines.append(f"static_assert(int(our::{value}) == int(::{value}));")
    for text, macro, table in [
            (ours["api.h"], "TW_PJRT_FUNCTIONS", "PJRT_Api"),
            (ours["extensions.h"], "TW_PJRT_LAYOUTS_FUNCTIONS", "PJRT_Layouts_Extension"),
            (ours["extensions.h"], "TW_PJRT_MEMORY_DESCRIPTIONS_FUNCTIONS",
             "PJRT_MemoryDescriptions_Extension")]:
        for slot in slots(text, macro):
            offset(table, f"PJRT_{slot}")
    lines.append("static_assert(our::kApiMajor == PJRT_API_MAJOR);")
    lines.append("static_assert(our::kApiMinor == PJRT_API_MINOR);")
    known = {name for name, _, _ in STRUCT.findall(theirs)}
    return "\n".join(lines) + "\n", sorted(known - compared), len(compared)


def main():
    root, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
    headers = sys.argv[3] if len(sys.argv) > 3 else ""
    headers = headers or os.environ.get("TILEWRIGHT_PJRT_HEADERS", "")
    if not headers:
        print("skipped: TILEWRIGHT_PJRT_HEADERS names no folder of XLA's headers")
        return 77
    text, missing, count = program(root, pathlib.Path(headers))
    for name in missing:
        print(f"{name} is not declared in frontend/pjrt/abi/")
    # XLA's tables have slots that are named as their types, which GCC minds.
    compiled = subprocess.run(
        [compiler, "-std=c++20", "-fpermissive", "-w", "-fsyntax-only", "-x", "c++", "-",
         f"-I{root}", f"-I{headers}"], input=text, text=True, check=False)
    if compiled.returncode == 0 and not missing:
        print(f"{count} structs agree, {text.count('static_assert')} facts")
    return 1 if missing or compiled.returncode != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
