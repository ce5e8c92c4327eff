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
                f"  {s['first']} ... {s['last']}, {s['state']}; cut: {s['cut']}")
        if self.graphs:
            lines.append(f"{'operations':>10} {'programs':>8}  graph of torch.compile")
        for g in self.graphs:
            why = "; ".join(([g["refused"]] if g["refused"] else []) + g["breaks"])
            lines.append(f"{g['operations']:>10} {g['programs']:>8}  {g['name']}"
                         + (f"; by themselves run: {why}" if why else ""))
        return "\n".join(lines)

    __repr__ = __str__


def report():
    """The segments that fused mode knows: what they are, why each ends where it does, and
    what came of it; and the graphs of torch.compile: their programs, and what runs between
    them. Printed, it is a table."""
    return Report()
