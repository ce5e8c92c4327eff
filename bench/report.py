"""The figures of a comparison as tables in Markdown, which also read well as text."""

from typing import Any

from bench import isa, measure, targets

Document = dict[str, Any]
DISTURBED = 0.25  # a spread beyond which something else must have run
TITLES = {"ours tpu": "ours, tpu", "ours ieee": "ours, ieee", "xla": "XLA:CPU", "torch": "torch",
          "torch bf16": "torch bf16", "inductor": "Inductor", "iree": "IREE"}


def number(value: float | None) -> str:
    """Three significant digits."""
    if value is None:
        return "-"
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:.{digits}f}"


def table(head: list[str], rows: list[list[str]]) -> str:
    """Columns of equal width; all but the first are flush right."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]

    def line(cells: list[str]) -> str:
        padded = [c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in
                  enumerate(zip(cells, widths))]
        return "| " + " | ".join(padded) + " |"

    rule = [":" + "-" * (w - 1) if i == 0 else "-" * (w - 1) + ":" for i, w in enumerate(widths)]
    return "\n".join([line(head), line(rule), *map(line, rows)])


def spread_of(result: dict[str, Any]) -> float | None:
    """Half the distance of the lowest and the highest round, over the median; None where
    they were not kept."""
    if "low_ms" not in result:
        return None
    return (result["high_ms"] - result["low_ms"]) / (2 * result["ms"])


def run_cell(result: dict[str, Any] | None, ours: float | None, is_ours: bool,
             share: float | None) -> str:
    if result is None:
        return ""
    if "error" in result:
        return "failed"
    if "uncapped" in result:
        return "no peer"
    spread = spread_of(result)
    disturbed = result.get("disturbed", False) if spread is None else spread > DISTURBED
    text = ("~" if disturbed else "") + number(result["ms"])
    if is_ours:
        text += "" if spread is None else f" ±{100 * spread:.0f}%"
        return text + (f", {100 * share:.0f}%" if share else "")
    return text + (f" ({ours and result['ms'] / ours:.2f})" if ours else "")


def run_table(cases: dict[str, Any]) -> str:
    peers = [p for p in measure.NAMES if any(p in c.get("peers", {}) for c in cases.values())]
    rows = []
    for name, case in cases.items():
        results = case.get("peers", {})
        ours = targets.field(results, "ours tpu", "ms")
        rows.append([name, *(run_cell(results.get(p), ours, p.startswith("ours"),
                                      case.get("share", {}).get(p)) for p in peers)])
    return table(["ms", *(TITLES[p] for p in peers)], rows)


def program_table(cases: dict[str, Any]) -> str:
    head = ["", "compile, ours", "XLA", "Inductor", "IREE", "temporary MB, ours", "XLA",
            "second process, ours", "JAX's cache", "Python running", "XLA cold"]
    rows = []
    for name, case in cases.items():
        r = case.get("peers", {})

        def get(peer: str, what: str, scale: float = 1) -> str:
            value = targets.field(r, peer, what)
            return number(None if value is None else scale * value)

        rows.append([name, get("ours tpu", "compile_ms"), get("xla", "compile_ms"),
                     get("inductor", "compile_ms"), get("iree", "compile_ms"),
                     get("ours tpu", "temp_bytes", 1e-6), get("xla", "temp_bytes", 1e-6),
                     get("ours tpu", "process_ms"), get("xla", "process_ms"),
                     get("xla", "start_ms"), get("xla", "cold_ms")])
    return table(head, rows)


def target_table(rows: list[dict[str, Any]]) -> str:
    def bound(value: float, needed: float | None) -> str:
        return number(value) + ("" if needed is None else f" (at least {number(needed)})")

    return table(
        ["work", "against", "geometric mean", "lowest", "of", ""],
        [[r["what"], r["against"], bound(r["mean"], r["needed"]),
          bound(r["lowest"], r["lowest_needed"]) + " " + r["lowest_case"], str(r["cases"]),
          ("met" if r["met"] else "missed") if r["bounded"] else ""] for r in rows])


def failures(cases: dict[str, Any]) -> list[str]:
    lines = []
    for name, case in cases.items():
        if "error" in case:
            lines.append(f"- {name}: {case['error']}")
        for peer, result in case.get("peers", {}).items():
            if "error" in result:
                lines.append(f"- {name}, {TITLES[peer]}: {result['error']}")
    return lines


def disagreements(cases: dict[str, Any], tolerance: float = 0.05) -> list[str]:
    """Peers whose outputs have another mean magnitude than ours: whoever computes
    something else has not been compared."""
    lines = []
    for name, case in cases.items():
        results = case.get("peers", {})
        ours = results.get("ours tpu", {}).get("outputs", [])
        for peer, result in results.items():
            theirs = result.get("outputs", [])
            if theirs and any(abs(a - b) > tolerance * max(abs(a), abs(b))
                              for a, b in zip(ours, theirs)):
                lines.append(f"- {name}, {TITLES[peer]}: outputs differ from ours")
    return lines


def groups(cases: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for name, case in cases.items():
        found.setdefault(case["group"], {})[name] = case
    return found


INTRODUCTION = """Each peer is a process of its own on the same threads; they take turns,
round by round, on the same inputs. Times are milliseconds: the median over the rounds of
each round's median, and for ours ± half the distance of the lowest and the highest
round, and the share of the machine's measured peak. In parentheses: the peer's time
over ours in `tpu` numerics; above 1 ours is faster. ~ marks rounds that differ by more
than ±25%: something else ran. *torch bf16* is torch on the same values as bf16, which is
what `tpu` numerics, rounding operands of products to bf16, stand against."""

CAPPED = """Every peer was held to {title}, on a machine that has more. XLA:CPU is *no peer*
where there are products: its matrix library does not heed the cap."""

PROGRAMS = """Compilation is without any cache (ms; Inductor's and IREE's were measured once).
Temporary memory is what each plans beside inputs, outputs and constants. *Second
process*: from the start of a process that finds everything in its cache to its first
result, without reading inputs; for XLA through JAX's persistent cache, and (*Python
running*) without the interpreter's start and imports. *XLA cold*: parsing, compiling
and the first run alone."""


def facts(run: Document) -> str:
    """What the run was measured on, and with."""
    versions = ", ".join(f"{TITLES[name]} {text}" for name, text in run["versions"].items()
                         if not name.endswith(("ieee", "bf16")))
    peak = run["peak"]
    bf16 = f"bf16 {peak['bf16_gflops']:.0f} GFLOP/s, " if peak["bf16_gflops"] else ""
    lines = [run["machine"], f"{run['date']}, commit {run['commit']}", versions,
             f"{run['threads']} threads, {run['rounds']} rounds of {run['seconds']} s",
             f"peak: {bf16}f32 {peak['f32_gflops']:.0f} GFLOP/s (registers alone), copy "
             f"{peak['copy_gbps']:.0f} GB/s (read and written)"]
    if run.get("tuned_for"):
        lines.append(f"ours is tuned for {run['tuned_for']}")
    return "\n".join(f"- {line}" for line in lines)


def markdown(run: Document, picture: str) -> str:
    """One run's page."""
    cases, cap = run["cases"], isa.CAPS[run["isa"]]
    parts = [f"# {run['processor']}, {cap.title}", INTRODUCTION]
    if cap.capped:
        parts.append(CAPPED.format(title=cap.title))
    parts.append(facts(run))
    if run.get("note"):
        parts.append(run["note"])
    parts += ["## Targets", target_table(targets.evaluate(cases)), f"![ratios]({picture})"]
    for group, members in groups(cases).items():
        parts += [f"## {group[0].upper() + group[1:]}", run_table(members)]
        if group.endswith("programs"):
            parts += [PROGRAMS, program_table(members)]
    for title, lines in (("What a peer could not do", failures(cases)),
                         ("Where results differ", disagreements(cases))):
        if lines:
            parts += [f"## {title}", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"
