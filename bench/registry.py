"""All cases, by name."""

import fnmatch
import functools

from bench import operations
from bench.cases import Case


@functools.cache
def cases() -> dict[str, Case]:
    """Operations and programs, in the order of the tables."""
    return {case.name: case for case in operations.all_operations()}


def find(name: str) -> Case:
    return cases()[name]


def matching(patterns: list[str]) -> list[Case]:
    """Cases whose name has one of the patterns in it (or matches it, with * or ?)."""
    if not patterns:
        return list(cases().values())

    def matches(name: str) -> bool:
        return any(fnmatch.fnmatch(name, p) or p in name for p in patterns)

    return [case for name, case in cases().items() if matches(name)]
