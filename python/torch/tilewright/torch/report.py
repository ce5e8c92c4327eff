"""What torch.tpu tells people of fused mode and of compiled graphs."""

from tilewright.torch import _device, compile as compiling


class Report:
    """Segments as rows of a table, most operations first, and graphs of torch.compile, in
    order; `.segments` and `.graphs` have all there is."""

    def __init__(self):
        self.segments = sorted(_device.segments(), key=lambda s: -s["operations"])
        self.graphs = compiling.graphs()

    def __str__(self):
        lines = [f"{'operations':>10} {'seen':>7} {'runs':>7} {'kernels':>7} "
                 f"{'ms a run':>9} {'compiled':>10} {'not stored':>11}  segment"]
        for s in self.segments:
            mean = s["run_ms"] / s["runs"] if s["runs"] else 0
            lines.append(
                f"{s['operations']:>10} {s['seen']:>7} {s['runs']:>7} {s['kernels']:>7} "
                f"{mean:>9.3f} {s['compile_ms'] / 1e3:>8.2f} s {s['never_stored'] >> 10:>8} KB"
                f"  {s['first']} ... {s['last']}, {s['state']}; cut: {s['cut']}"
                + (f", {s['line']}" if s["line"] else ""))
        if self.graphs:
            lines.append(f"{'operations':>10} {'programs':>8}  graph of torch.compile")
        for g in self.graphs:
            why = "; ".join(([g["refused"]] if g["refused"] else []) + g["breaks"])
            lines.append(f"{g['operations']:>10} {g['programs']:>8}  {g['name']}"
                         + (f", {g['line']}" if g["line"] else "")
                         + (f"; of one code for all sizes: {g['of_open_code']}"
                            if g["of_open_code"] else "")
                         + (f"; by themselves run: {why}" if why else "")
                         + (f"; compiled again: {g['recompiled']}" if g["recompiled"] else ""))
        return "\n".join(lines)

    __repr__ = __str__


def report():
    """The segments that fused mode knows: what they are, why each ends where it does, and
    what came of it; and the graphs of torch.compile: their programs, and what runs between
    them. Printed, it is a table."""
    return Report()


class Explanation:
    """Why the program compiles, waits, or leaves the device, since the counters were reset.

    `.compiled`: dicts of `code` (a class of kernels, or a segment), `cause`, `line` of the
    program that wanted it, `count`. `.waits` and `.fallbacks`: how often, by cause and line
    and by operation. `.recompiled`: graphs that torch.compile made since the process began
    for what it had compiled before, and `.one_by_one`: segments of fused mode that have no
    code, as in `report()`."""

    def __init__(self):
        counters = _device.counters()
        self.compiled = sorted(_device.compilations(), key=lambda c: -c["count"])
        self.waits = counters["syncs"]
        self.fallbacks = counters["fallbacks"]
        self.recompiled = [g for g in compiling.graphs() if g["recompiled"]]
        self.one_by_one = [s for s in report().segments
                           if s["seen"] > 0 and s["state"] != "ready"]

    def __str__(self):
        parts = {
            "compiled": [_times(c["count"], c["code"], c["line"]) + f": {c['cause']}"
                         for c in self.compiled],
            "waited": [_times(n, what) for what, n in _by_count(self.waits)],
            "on the CPU": [_times(n, what) for what, n in _by_count(self.fallbacks)],
            "compiled again by torch.compile": [
                f"  {g['name']}, {g['line']}: {g['recompiled']}" for g in self.recompiled],
            "operation by operation": [
                _times(s["seen"], f"{s['operations']} operations, {s['first']} ... "
                       f"{s['last']}", s["line"]) + f": {s['state']}; cut: {s['cut']}"
                for s in self.one_by_one],
        }
        return "\n".join(
            "\n".join([f"{what}:", *(f"  {line}" for line in lines)]) if lines
            else f"{what}: nothing" for what, lines in parts.items())

    __repr__ = __str__


def _times(count, what, line=""):
    return f"{count:>6} x {what}" + (f", {line}" if line else "")


def _by_count(counts):
    return sorted(counts.items(), key=lambda item: -item[1])


def explain():
    """What was compiled, waited for and run elsewhere since `reset_counters()`, with the
    program's lines. After a step that should do none of it: printed, it says why it does."""
    return Explanation()
