"""Programs as text with their inputs beside them, as golden cases have them."""

import pathlib


def inputs_of(module: pathlib.Path) -> list[str]:
    """in0.npy, in1.npy, ... of the module's folder."""
    paths: list[str] = []
    while (path := module.parent / f"in{len(paths)}.npy").exists():
        paths.append(str(path))
    return paths


def files_of(module: pathlib.Path) -> dict:
    """What a peer is asked to load."""
    return {"module": str(module), "inputs": inputs_of(module)}
