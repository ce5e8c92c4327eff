"""A picture of a comparison: for each case the peers' times over ours, as SVG."""

import html
import math
from typing import Any

from bench import targets

COLOURS = {"xla": "#d9822b", "torch": "#c23030", "inductor": "#8f398f", "iree": "#2f74b5"}
ROW, LEFT, WIDTH, TOP = 15, 300, 900, 40
LOW, HIGH = 0.25, 16.0


def x_of(value: float) -> float:
    """A logarithmic axis; what is beyond it stands at its end."""
    value = min(max(value, LOW), HIGH)
    return LEFT + (WIDTH - LEFT - 20) * math.log(value / LOW) / math.log(HIGH / LOW)


def text(x: float, y: float, words: str, anchor: str = "start", colour: str = "#222") -> str:
    return (f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{colour}">'
            f"{html.escape(words)}</text>")


def svg(cases: dict[str, Any]) -> str:
    rows = [(name, case.get("peers", {})) for name, case in cases.items()
            if targets.field(case.get("peers", {}), "ours tpu", "ms")]
    height = TOP + ROW * len(rows) + 10
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
             'font-family="sans-serif" font-size="11">',
             f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
             text(10, 15, "peer's time / ours (tpu numerics); right of the line ours is faster")]
    for i, (peer, colour) in enumerate(COLOURS.items()):
        parts += [f'<circle cx="{LEFT + 260 + 80 * i}" cy="11" r="4" fill="{colour}"/>',
                  text(LEFT + 268 + 80 * i, 15, peer)]
    value = LOW
    while value <= HIGH:
        colour, x = ("#222" if value == 1 else "#ddd"), x_of(value)
        parts += [f'<line x1="{x:.0f}" y1="{TOP - 5}" x2="{x:.0f}" y2="{height}" '
                  f'stroke="{colour}"/>', text(x, TOP - 8, f"{value:g}", "middle")]
        value *= 2
    for i, (name, results) in enumerate(rows):
        y = TOP + ROW * i + 10
        parts.append(text(LEFT - 8, y + 4, name, "end"))
        ours = targets.field(results, "ours tpu", "ms")
        for peer, colour in COLOURS.items():
            theirs = targets.field(results, peer, "ms")
            if theirs:
                parts.append(f'<circle cx="{x_of(theirs / ours):.1f}" cy="{y}" r="4" '
                             f'fill="{colour}" fill-opacity="0.8"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"
