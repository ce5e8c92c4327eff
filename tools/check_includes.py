#!/usr/bin/env python3
"""Fails when a folder includes what the table of docs/design.md does not allow, when a
folder of sources is not in the table, or when the table itself has a circle.

Usage: tools/check_includes.py [ROOT]
"""

import pathlib
import re
import sys

# Folder -> folders whose headers it may include, besides its own and support/. A name
# that ends in /* means the folder and all that are in it. Sub-folders have rows of their
# own and inherit nothing.
ALLOWED = {
    "include/tilewright": set(),
    "support": set(),
    "ir/size": set(),
    "ir": {"ir/size"},
    "ir/check": {"ir", "ir/size"},
    "ir/open": {"ir", "ir/size"},
    "chip": set(),
    "tile": {"ir", "ir/size"},
    "tile/text": {"ir", "ir/size", "tile", "tile/verify"},
    "tile/work": {"ir", "tile", "chip"},
    "tile/verify": {"ir", "ir/check", "ir/size", "tile"},
    "tile/author": {
        "ir", "ir/check", "ir/open", "ir/size", "tile", "tile/verify", "tile/work", "chip",
    },
    "plan": {"ir", "ir/size"},
    # Planning, lower levels first; none of these sees LLVM.
    "codegen/facts": {"ir", "ir/open", "ir/size", "tile", "tile/author", "plan"},
    "codegen/rewrite": {"codegen/facts", "ir", "ir/check", "ir/size", "tile"},
    "codegen/analysis": {"codegen/facts", "ir", "ir/size", "tile"},
    "codegen/cluster": {"codegen/facts", "ir", "tile/author", "tile/work", "chip"},
    "codegen/lower": {
        "codegen/facts", "codegen/analysis", "codegen/cluster", "ir", "tile",
        "tile/author", "tile/work", "chip",
    },
    "codegen/schedule": {
        "codegen/facts", "codegen/analysis", "codegen/cluster", "codegen/lower", "ir",
        "tile", "tile/verify", "tile/work", "plan", "chip",
    },
    "codegen": {"codegen/facts", "codegen/rewrite", "codegen/schedule", "ir"},
    # Emission, lower levels first.
    "codegen/math": {"codegen/facts"},
    "codegen/scalar": {"codegen/facts", "codegen/math", "ir", "tile"},
    "codegen/eval": {
        "codegen/facts", "codegen/analysis", "codegen/math", "codegen/scalar", "ir",
        "ir/size",
        "tile", "tile/text",
    },
    "codegen/emit": {
        "codegen/facts", "codegen/analysis", "codegen/scalar", "codegen/eval", "tile",
        "tile/work",
    },
    "codegen/emit/matmul": {"codegen/analysis", "codegen/eval", "codegen/emit", "tile"},
    "codegen/emit/sort": {
        "codegen/analysis", "codegen/scalar", "codegen/eval", "codegen/emit", "tile",
    },
    "cache/remote": set(),
    "cache/settings": set(),
    "cache/format": {"cache/settings"},
    "cache/store": {"cache/settings", "cache/format"},
    "cache/tiers": {"cache/settings", "cache/format", "cache/store", "cache/remote"},
    "cache/inspect": {"cache/format", "cache/store"},
    "jit/llvm": {"codegen/facts"},
    "jit/load": {"jit/llvm", "codegen/facts", "cache/store"},
    "jit/generator": {"jit/llvm", "jit/load", "codegen/*", "ir", "tile"},
    "jit/library": {
        "jit/llvm", "jit/load", "jit/generator", "codegen/facts", "codegen/schedule",
        "cache/settings", "cache/format", "cache/store", "cache/tiers", "cache/inspect", "plan",
        "ir", "tile", "tile/text", "tile/verify",
    },
    "jit": {
        "jit/llvm", "jit/load", "jit/generator", "jit/library", "codegen/facts",
        "codegen/schedule", "cache/format", "cache/store", "plan", "ir",
    },
    "runtime/memory": set(),
    "runtime/routines": {"runtime/memory", "ir", "plan"},
    "runtime/run": {
        "runtime/memory", "runtime/routines", "ir", "ir/size", "jit", "jit/llvm", "jit/load",
        "codegen/facts", "chip", "plan",
    },
    "runtime/device": {"runtime/memory", "runtime/run", "ir", "chip"},
    "runtime/eager": {
        "runtime/memory", "runtime/run", "runtime/device", "runtime/eager/history",
        "runtime/eager/memory", "runtime/eager/arrays", "runtime/eager/open", "ir/*",
        "chip", "plan",
    },
    "runtime/eager/arrays": {"ir", "ir/check"},
    "runtime/eager/open": {"runtime/memory", "runtime/run", "ir", "ir/check", "ir/open"},
    "runtime/eager/history": set(),
    "runtime/eager/memory": {"runtime/memory"},
    "runtime/eager/queue": {
        "runtime/eager", "runtime/eager/history", "runtime/eager/memory", "runtime/run",
        "runtime/device", "runtime/memory", "ir", "chip",
    },
    "runtime/eager/graph": {
        "runtime/eager", "runtime/eager/memory", "runtime/eager/open", "runtime/run", "ir",
        "ir/check", "ir/open", "ir/size",
    },
    "lens": {"ir", "tile/*", "chip"},
    "frontend/stablehlo/syntax": {"ir"},
    "frontend/stablehlo/lower": {
        "frontend/stablehlo/syntax", "ir", "ir/check", "ir/size",
    },
    "frontend/stablehlo": {
        "frontend/stablehlo/syntax", "frontend/stablehlo/lower", "ir", "ir/check",
    },
    "frontend/bytecode/container": {"frontend/stablehlo/syntax"},
    "frontend/bytecode/values": {
        "frontend/bytecode/container", "frontend/stablehlo/syntax", "ir",
    },
    "frontend/bytecode/dialects": {
        "frontend/bytecode/container", "frontend/bytecode/values",
        "frontend/stablehlo/syntax", "ir",
    },
    "frontend/bytecode": {
        "frontend/bytecode/container", "frontend/bytecode/values",
        "frontend/bytecode/dialects", "frontend/stablehlo/syntax", "ir",
    },
    "frontend": {"frontend/stablehlo/*", "frontend/bytecode", "frontend/bytecode/container"},
    "frontend/torch/lower": {"ir/*", "runtime/eager"},
    "frontend/torch/lower/functions": {"frontend/torch/lower", "ir/*", "runtime/eager"},
    "frontend/torch/lower/images": {"frontend/torch/lower", "ir/*", "runtime/eager"},
    "frontend/torch/lower/network": {"frontend/torch/lower", "ir/*", "runtime/eager"},
    "frontend/torch/lower/routines": {"frontend/torch/lower", "ir/*", "runtime/eager"},
    "frontend/torch/door": {
        "frontend/torch/lower", "runtime/eager", "runtime/eager/graph",
    },
    "frontend/torch/device": {
        "frontend/torch/door", "frontend/torch/lower", "runtime/eager",
        "runtime/eager/graph", "runtime/eager/memory", "ir",
    },
    "frontend/torch/kernels": {
        "frontend/torch/device", "frontend/torch/door", "frontend/torch/lower",
        "runtime/eager", "ir",
    },
    "frontend/torch/kernels/foreach": {
        "frontend/torch/kernels", "frontend/torch/device", "frontend/torch/door",
        "frontend/torch/lower", "runtime/eager", "ir",
    },
    "frontend/torch/kernels/layers": {
        "frontend/torch/kernels", "frontend/torch/device", "frontend/torch/door",
        "frontend/torch/lower", "runtime/eager", "ir",
    },
    "frontend/torch/kernels/routines": {
        "frontend/torch/kernels", "frontend/torch/device", "frontend/torch/door",
        "frontend/torch/lower", "runtime/eager", "ir",
    },
    "frontend/torch/kernels/statistics": {
        "frontend/torch/kernels", "frontend/torch/device", "frontend/torch/door",
        "frontend/torch/lower", "runtime/eager", "ir",
    },
    "frontend/torch/module": {
        "frontend/torch/device", "frontend/torch/door", "runtime/eager",
        "runtime/eager/graph", "runtime/eager/memory", "ir",
    },
    "frontend/pjrt/abi": set(),
    "frontend/pjrt/data": {"frontend/pjrt/abi", "ir"},
    "frontend/pjrt/entry": {"frontend/pjrt/data", "frontend/stablehlo/lower", "ir"},
    "frontend/pjrt": {
        "frontend/pjrt/abi", "frontend/pjrt/data", "frontend/pjrt/entry", "frontend",
        "frontend/stablehlo/lower", "ir/*", "chip", "plan",
        "runtime/memory", "runtime/device", "runtime/run", "lens",
    },
    "frontend/pjrt/plugin": set(),
    "api/package": {"include/tilewright", "ir", "ir/open", "ir/size"},
    "api/sizes": {"include/tilewright", "ir", "ir/open", "ir/size"},
    "api": {
        "include/tilewright", "ir/*", "chip", "tile/*", "plan", "codegen/facts",
        "cache/settings", "cache/format", "cache/store", "cache/tiers", "cache/inspect",
        "jit/*",
        "api/sizes", "runtime/memory", "runtime/run", "runtime/device", "lens", "frontend",
        "frontend/stablehlo",
    },
    "tools/cli": {"include/tilewright"},
    "tools/data": {"include/tilewright", "tools/cli"},
    "tools/run": {"include/tilewright", "tools/cli", "tools/data"},
    "tools/check": {"include/tilewright", "tools/cli", "tools/data"},
    "tools/cache": {"include/tilewright", "tools/cli", "tools/data"},
    "tools": {"include/tilewright", "tools/cli"},
    "python": {"include/tilewright"},
}
# Folders that may not even include support/: what they are made of is the public API.
WITHOUT_SUPPORT = {"include/tilewright", "tools", "python"}
# Third-party headers that only some folders may see.
ONLY_IN = {
    r"(llvm|llvm-c|clang|mlir)/": {
        "codegen/math", "codegen/scalar", "codegen/eval", "codegen/emit",
        "codegen/emit/matmul", "codegen/emit/sort", "jit/llvm", "jit/load",
        "jit/generator", "jit/library",
    },
    r"(torch|ATen|c10)/": {
        "frontend/torch/device", "frontend/torch/kernels", "frontend/torch/kernels/foreach",
        "frontend/torch/kernels/layers", "frontend/torch/kernels/routines",
        "frontend/torch/kernels/statistics",
        "frontend/torch/module",
    },
}
# Folders that may include anything.
FREE = {"tests", "bench", "examples"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def allowed(folder):
    """The folders whose headers `folder` may include."""
    names = set()
    for name in ALLOWED[folder]:
        top = name.removesuffix("/*")
        names |= {top} if top in ALLOWED else set()
        if name != top:
            names |= {other for other in ALLOWED if other.startswith(top + "/")}
    return names - {folder}


def target_of(included):
    """The folder that an include names, or None for headers of the system."""
    if included.startswith("tilewright/"):
        return "include/tilewright"
    folder = included.rpartition("/")[0]
    tops = {name.split("/")[0] for name in ALLOWED}
    return folder if folder.split("/")[0] in tops else None


def problem(folder, included):
    """Why `folder` may not include it, or None."""
    for pattern, only in ONLY_IN.items():
        if re.match(pattern, included) and folder not in only:
            return f"only {', '.join(sorted(only))} may"
    target = target_of(included)
    if target is None or target == folder:
        return None
    if target == "support":
        inside = folder.split("/")[0] in WITHOUT_SUPPORT or folder in WITHOUT_SUPPORT
        return "support/ is inside" if inside else None
    if target in allowed(folder):
        return None
    return f"{folder} may include {', '.join(sorted(allowed(folder))) or 'nothing'}"


def circle():
    """A circle of folders in the table, as a list, or None."""
    done, path = set(), []

    def visit(folder):
        if folder in path:
            return path[path.index(folder):] + [folder]
        if folder in done:
            return None
        path.append(folder)
        for other in sorted(allowed(folder)):
            found = visit(other)
            if found:
                return found
        path.pop()
        done.add(folder)
        return None

    for folder in sorted(ALLOWED):
        found = visit(folder)
        if found:
            return found
    return None


def check(root):
    found = circle()
    problems = [f"the table has a circle: {' -> '.join(found)}"] if found else []
    for path in sorted(root.rglob("*")):
        if path.suffix not in {".h", ".cc"}:
            continue
        relative = path.relative_to(root).as_posix()
        top = relative.split("/")[0]
        if top in FREE or top == "build" or top.startswith("."):
            continue
        folder = relative.rpartition("/")[0]
        if folder not in ALLOWED:
            problems.append(f"{relative}: {folder or 'the top'} is no row of the table")
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
