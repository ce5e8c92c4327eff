"""All cases, by name."""

import fnmatch
import functools
import pathlib

from bench import operations, programs
from bench.cases import Case

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Programs as text: in the project, and beside it where the folder exists.
TEXTS = (ROOT / "examples/programs", ROOT.parent / "shared/cases/models",
         ROOT.parent / "shared/cases/programs")
TEXT_GROUP = "model programs"


def texts() -> list[Case]:
    """module.mlir of the cases in a folder, or the *.mlir in it."""
    found = []
    for folder in TEXTS:
        modules = sorted(folder.glob("*/module.mlir"))
        found += [Case(name=path.parent.name, group=TEXT_GROUP, module=path) for path in modules]
        found += [Case(name=path.stem, group=TEXT_GROUP, module=path)
                  for path in sorted(folder.glob("*.mlir"))]
    return found


@functools.cache
def cases() -> dict[str, Case]:
    """In the order of the tables."""
    everything = [*operations.all_operations(), *texts(), *programs.all_programs()]
    return {case.name: case for case in everything}


def find(name: str) -> Case:
    return cases()[name]


def matching(patterns: list[str]) -> list[Case]:
    """Cases whose name or group has one of the patterns in it (or matches it, with
    * or ?); all when there are none."""

    def matches(text: str) -> bool:
        return any(fnmatch.fnmatch(text, p) or p in text for p in patterns)

    return [case for case in cases().values()
            if not patterns or matches(case.name) or matches(case.group)]
