#!/usr/bin/env python3
"""docs/performance.md and the pages that it leads to, from the results that are kept.

  python3 -m bench.pages
"""

import pathlib
import sys

from bench import isa, picture, report, results, targets

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
FOLDER = "performance"  # of a run's page and picture, in docs

INTRODUCTION = """# Performance

Written by `./dev bench peers --docs`, which measures on the machine at hand and keeps the
figures in `bench/results/` beside those of other processors; do not edit. `--isa=avx2` and
`--isa=avx512` hold every peer to what less capable machines have. Each run has a page with
all its times."""

COMPARED = """The geometric mean of the peer's time over ours, and in parentheses the lowest;
above 1 ours is faster. * marks what is below its bound: that of the mean, or of the lowest.
A run has only what it measured; under a cap XLA:CPU is no peer where there are products, as
its matrix library does not heed it."""


def machines(runs: dict[str, results.Run]) -> str:
    rows = []
    for page, run in runs.items():
        peak = run["peak"]
        rows.append([f"[{title(run)}]({FOLDER}/{page}.md)", run.get("tuned_for", ""),
                     str(run["threads"]),
                     *(f"{peak[name]:.0f}" for name in ("bf16_gflops", "f32_gflops",
                                                        "copy_gbps")),
                     run["date"], run["commit"]])
    return report.table(["processor", "tuned for", "threads", "bf16 GFLOP/s", "f32 GFLOP/s",
                         "copy GB/s", "date", "commit"], rows)


def title(run: results.Run) -> str:
    return f"{run['processor']}, {isa.CAPS[run['isa']].title}"


def cell(row: dict | None) -> str:
    if row is None:
        return ""
    mark = "" if row["met"] or not row["bounded"] else " *"
    return f"{report.number(row['mean'])} ({report.number(row['lowest'])}){mark}"


def comparison(runs: dict[str, results.Run]) -> str:
    """A row for each target that a run has cases for, a column for each run."""
    found = [{(row["what"], row["against"]): row for row in targets.evaluate(run["cases"])}
             for run in runs.values()]
    rows = []
    for target in targets.TARGETS:
        of_runs = [rows_of.get((target.what, target.against)) for rows_of in found]
        if any(of_runs):
            bounds = " / ".join("-" if bound is None else report.number(bound)
                                for bound in (target.mean, target.lowest))
            rows.append([target.what, target.against, bounds, *map(cell, of_runs)])
    return report.table(["work", "against", "at least", *map(title, runs.values())], rows)


def pages(runs: dict[str, results.Run]) -> dict[str, str]:
    """Texts by their paths in docs."""
    found = {"performance.md": "\n\n".join(
        [INTRODUCTION, "## Processors", machines(runs), "## Against others", COMPARED,
         comparison(runs)]) + "\n"}
    for page, run in runs.items():
        found[f"{FOLDER}/{page}.md"] = report.markdown(run, f"{page}.svg")
        found[f"{FOLDER}/{page}.svg"] = picture.svg(run["cases"])
    return found


def write(docs: pathlib.Path = DOCS, folder: pathlib.Path = results.FOLDER) -> None:
    for path, text in pages(dict(results.kept(folder))).items():
        (docs / path).parent.mkdir(parents=True, exist_ok=True)
        (docs / path).write_text(text)


if __name__ == "__main__":
    sys.exit(write())
