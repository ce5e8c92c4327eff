#!/usr/bin/env python3
"""Fails when a folder includes what the table of docs/design.md does not allow.

Usage: tools/check_includes.py [ROOT]
"""

import pathlib
import re
import sys

# Folder -> folders whose headers it may include, besides its own and support/.
ALLOWED = {
    "include/tilewright": {"include/tilewright"},
    "support": set(),
    "ir": set(),
    "chip": set(),
    "tile": {"ir", "chip"},
    "plan": {"ir"},
    "codegen": {"ir", "tile", "chip", "plan"},
    "cache": {"cache/remote"},
    "cache/remote": set(),
    "jit": {"ir", "tile", "codegen", "cache", "plan"},
    "runtime": {"ir", "jit", "chip", "plan"},
    "lens": {"ir", "tile", "chip"},
    "frontend/stablehlo": {"ir"},
    "frontend/bytecode": {"ir"},
    "frontend/torch": {"ir", "runtime", "lens"},
    "frontend/pjrt": {"ir", "runtime", "lens"},
    "api": {
        "include/tilewright", "ir", "chip", "tile", "plan", "codegen", "cache",
        "jit", "runtime", "lens", "frontend/stablehlo", "frontend/bytecode",
    },
    "tools": {"include/tilewright"},
    "python": {"include/tilewright"},
}
# Folders that may not even include support/.
WITHOUT_SUPPORT = {"include/tilewright", "tools", "python"}
# Third-party headers that only some folders may see.
ONLY_IN = {
    r"(llvm|llvm-c|clang|mlir)/": {"codegen", "jit"},
    r"(torch|ATen|c10)/": {"frontend/torch"},
}
# Folders that may include anything.
FREE = {"tests", "bench", "examples"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def folder_of(path):
    """The row of the table that a project-relative path belongs to, or None."""
    for folder in sorted(ALLOWED, key=len, reverse=True):
        if path.startswith(folder + "/"):
            return folder
    return None


def target_of(included):
    """The folder an include names, or None for headers of the system."""
    if included.startswith("tilewright/"):
        return "include/tilewright"
    return folder_of(included)


def problem(folder, included):
    """Why `folder` may not include it, or None."""
    for pattern, only in ONLY_IN.items():
        if re.match(pattern, included) and folder not in only:
            return f"only {', '.join(sorted(only))} may"
    target = target_of(included)
    if target is None or target == folder:
        return None
    if target == "support":
        return "support/ is inside" if folder in WITHOUT_SUPPORT else None
    if target in ALLOWED[folder]:
        return None
    return f"{folder} may include {', '.join(sorted(ALLOWED[folder])) or 'nothing'}"


def check(root):
    problems = []
    for path in sorted(root.rglob("*")):
        if path.suffix not in {".h", ".cc"}:
            continue
        relative = path.relative_to(root).as_posix()
        top = relative.split("/")[0]
        if top in FREE or top == "build" or top.startswith("."):
            continue
        folder = folder_of(relative)
        if folder is None:
            problems.append(f"{relative}: in no folder that the table knows")
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if match is None:
                continue
            why = problem(folder, match.group(2))
            if why is not None:
                problems.append(f"{relative}:{number}: includes {match.group(2)}: {why}")
    return problems


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    if root.is_file():
        root = root.parent.parent
    problems = check(root)
    for line in problems:
        print(line)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
