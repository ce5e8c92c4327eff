"""Results that are kept: a file a processor in bench/results, a run for each cap in it.

A run is what peers.py knows of it, without what no page shows. Files are JSON with a case
a line, so that a new run is a readable difference.
"""

import json
import pathlib
from typing import Any, Iterator

from bench import isa, machine

FOLDER = pathlib.Path(__file__).resolve().parent / "results"
Run = dict[str, Any]

# Of a peer's answers, what the pages are made of.
SHOWN = ("ms", "low_ms", "high_ms", "disturbed", "uncapped", "error", "compile_ms", "temp_bytes",
         "process_ms", "start_ms", "cold_ms", "outputs")


def rounded(value: Any) -> Any:
    """Floats to five significant digits, in whatever they are."""
    if isinstance(value, float):
        return float(f"{value:.5g}")
    if isinstance(value, list):
        return [rounded(item) for item in value]
    if isinstance(value, dict):
        return {name: rounded(item) for name, item in value.items()}
    return value


def condensed(run: Run) -> Run:
    cases = {}
    for name, case in run["cases"].items():
        peers = {peer: {what: result[what] for what in SHOWN if result.get(what) is not None}
                 for peer, result in case.get("peers", {}).items()}
        cases[name] = {**case, "peers": peers}
    return rounded({**run, "cases": cases})


def text(runs: dict[str, Run]) -> str:
    """A file's: JSON, of which everything about a case is one line."""
    parts = []
    for name, run in runs.items():
        facts = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
                 for key, value in run.items() if key != "cases"]
        cases = ",\n".join(f"   {json.dumps(case)}: {json.dumps(entry, ensure_ascii=False)}"
                           for case, entry in run["cases"].items())
        facts.append(f'  "cases": {{\n{cases}\n  }}')
        parts.append(f" {json.dumps(name)}: {{\n" + ",\n".join(facts) + "\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def path_of(processor: str, folder: pathlib.Path) -> pathlib.Path:
    return folder / f"{machine.file_name(processor)}.json"


def keep(run: Run, folder: pathlib.Path = FOLDER) -> pathlib.Path:
    """Beside the processor's runs under other caps; instead of one under the same."""
    path = path_of(run["processor"], folder)
    runs = json.loads(path.read_text()) if path.exists() else {}
    runs[run["isa"]] = condensed(run)
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(text({name: runs[name] for name in isa.CAPS if name in runs}))
    return path


def kept(folder: pathlib.Path = FOLDER) -> Iterator[tuple[str, Run]]:
    """All runs, each with the name of its page: the file's, and the cap's unless it is
    native."""
    for path in sorted(folder.glob("*.json")):
        for name, run in json.loads(path.read_text()).items():
            yield path.stem if name == "native" else f"{path.stem}-{name}", run
