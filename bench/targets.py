"""What the figures have to reach: ratios against peers, and shares of peaks.

A target is a table row: which cases, whose time over whose, and the bounds of the
geometric mean and of the lowest.
"""

import dataclasses
from typing import Any, Callable, Iterable

from bench import figures

Results = dict[str, dict[str, Any]]  # by peer
Value = Callable[[dict[str, Any], Results], float | None]

BEST = ("xla", "torch", "inductor")


def field(results: Results, peer: str, name: str) -> float | None:
    result = results.get(peer, {})
    return None if "error" in result else result.get(name)


def faster_than(peers: Iterable[str], ours: str = "ours tpu", what: str = "ms") -> Value:
    """The best peer's time over ours."""

    def value(_: dict, results: Results) -> float | None:
        theirs = [x for peer in peers if (x := field(results, peer, what)) is not None]
        mine = field(results, ours, what)
        return min(theirs) / mine if theirs and mine else None

    return value


def share(bound: str) -> Value:
    """Of the machine's peak, as measured in the same run."""

    def value(case: dict, results: Results) -> float | None:
        return case.get("share", {}).get("ours tpu") if case.get("bound") == bound else None

    return value


def cold_over_warm(_: dict, results: Results) -> float | None:
    cold, ours = field(results, "xla", "cold_ms"), field(results, "ours tpu", "start_ms")
    return cold / ours if ours and cold else None


def memory(_: dict, results: Results) -> float | None:
    """XLA's temporary memory over ours; where we need next to none, no question."""
    ours, xla = (field(results, peer, "temp_bytes") for peer in ("ours tpu", "xla"))
    if ours is None or xla is None:
        return None
    page = 4096
    return max(xla, page) / max(ours, page)


def inputs_over_memory(case: dict, results: Results) -> float | None:
    """The inputs' size over our temporary memory: both grow alike where that is linear."""
    ours, inputs = field(results, "ours tpu", "temp_bytes"), case.get("input_bytes")
    return None if ours is None or not inputs else inputs / max(ours, 4096)


@dataclasses.dataclass(frozen=True)
class Target:
    what: str
    group: str | tuple[str, ...]
    against: str
    value: Value
    mean: float | None = None
    lowest: float | None = None
    only: Callable[[str], bool] = lambda name: True

    def evaluate(self, cases: dict[str, Any]) -> dict[str, Any] | None:
        """Geometric mean and lowest over the run's cases; None when it has none."""
        found = {}
        groups = (self.group,) if isinstance(self.group, str) else self.group
        for name, case in cases.items():
            if case.get("group") not in groups or not self.only(name):
                continue
            value = self.value(case, case.get("peers", {}))
            if value:
                found[name] = value
        if not found:
            return None
        mean, worst = figures.geometric_mean(list(found.values())), min(found, key=found.get)
        met = (self.mean is None or mean >= self.mean) and (
            self.lowest is None or found[worst] >= self.lowest)
        return {"what": self.what, "against": self.against, "mean": mean, "needed": self.mean,
                "lowest": found[worst], "lowest_case": worst, "lowest_needed": self.lowest,
                "cases": len(found), "met": met,
                "bounded": self.mean is not None or self.lowest is not None}


def large(name: str) -> bool:
    return name.split("_")[1] in ("1024", "2048", "4096")


def one_row(name: str) -> bool:
    return name.startswith("skinny_1_")


F32_PRODUCTS = ("matmul f32", "uneven matmul f32", "batched matmul f32", "skinny matmul f32",
                "skinny matmul, constant f32")
F32_REST = ("elementwise", "copy-bound chain", "rows", "3x3 convolution f32", "attention")
PROGRAMS = ("model programs", "generated programs")

# What every processor has to reach, under each cap.
EVERYWHERE = (
    Target("f32 products, ieee", F32_PRODUCTS, "torch f32",
           faster_than(["torch"], "ours ieee"), 1.05, 0.95),
    Target("f32 products, tpu", F32_PRODUCTS, "ours, ieee", faster_than(["ours ieee"]), 1.0, 0.95),
    *(Target(f"elementwise, rows, attention, f32 convolution, {numerics}", F32_REST,
             "best of XLA, torch, Inductor", faster_than(BEST, f"ours {numerics}"), 1.3, 0.95)
      for numerics in ("ieee", "tpu")),
    *(Target(f"all programs, run, {numerics}", PROGRAMS, against, faster_than(peers, mine), *bounds)
      for numerics, mine in (("ieee", "ours ieee"), ("tpu", "ours tpu"))
      for against, peers, bounds in (("XLA:CPU", ["xla"], (2.0, None)),
                                     ("best of XLA, torch, Inductor", BEST, (1.5, 1.0)),
                                     ("Inductor", ["inductor"], (1.2, None)))),
)

TARGETS = (
    *EVERYWHERE,
    Target("bf16 matmul, square", "matmul bf16", "oneDNN bf16", faster_than(["torch"]), 1.04, 0.97),
    Target("bf16 matmul, 1024 and up", "matmul bf16", "share of peak", share("bf16"), None, 0.90,
           large),
    Target("f32 matmul, tpu", "matmul f32", "oneDNN bf16", faster_than(["torch bf16"]), 1.0, 0.93),
    Target("f32 matmul, ieee", "matmul f32", "oneDNN f32",
           faster_than(["torch"], "ours ieee"), 1.1),
    Target("f32 matmul, ieee", "matmul f32", "XLA:CPU", faster_than(["xla"], "ours ieee"), 1.0),
    Target("skinny bf16, constant weights", "skinny matmul, constant bf16",
           "best of torch, Inductor", faster_than(["torch", "inductor"]), 1.2),
    Target("skinny bf16, 1 row", "skinny matmul bf16", "oneDNN bf16", faster_than(["torch"]), 1.2,
           None, one_row),
    Target("skinny bf16, 8 and 32 rows", "skinny matmul bf16", "oneDNN bf16",
           faster_than(["torch"]), 1.0, None, lambda name: not one_row(name)),
    Target("batched bf16 matmul", "batched matmul bf16", "oneDNN bf16",
           faster_than(["torch"]), 1.05),
    Target("batched f32 matmul, ieee", "batched matmul f32", "oneDNN f32",
           faster_than(["torch"], "ours ieee"), 1.05),
    Target("elementwise, 4M f32", "elementwise", "XLA:CPU", faster_than(["xla"]), 1.5),
    Target("copy-bound chain", "copy-bound chain", "share of copy", share("copy"), 0.90),
    Target("softmax, layer norm", "rows", "best of XLA, torch, Inductor",
           faster_than(BEST), 1.5, 1.5),
    Target("3x3 convolution bf16", "3x3 convolution bf16", "oneDNN bf16",
           faster_than(["torch"]), 1.0),
    Target("3x3 convolution f32, ieee", "3x3 convolution f32", "oneDNN f32",
           faster_than(["torch"], "ours ieee"), 1.0),
    Target("attention", "attention", "best of XLA, torch, Inductor", faster_than(BEST), 1.5),
    Target("attention, temporary memory", "attention", "size of the inputs", inputs_over_memory,
           None, 1.0),
    Target("model programs, run", "model programs", "XLA:CPU", faster_than(["xla"]), 1.5, 0.9),
    Target("model programs, cold compile", "model programs", "XLA:CPU",
           faster_than(["xla"], what="compile_ms"), 5.0, 2.0),
    Target("model programs, temporary memory", "model programs", "XLA:CPU", memory, None, 1 / 1.2),
    Target("model programs, second process", "model programs", "XLA:CPU, cold", cold_over_warm,
           20.0),
    Target("model programs, second process", "model programs", "JAX's cache",
           faster_than(["xla"], what="process_ms"), 3.0),
    Target("model programs, second process", "model programs", "JAX's cache, Python running",
           faster_than(["xla"], what="start_ms")),
    Target("generated programs, run", "generated programs", "XLA:CPU",
           faster_than(["xla"]), 1.5, 0.9),
    Target("generated programs, run", "generated programs", "best of torch, Inductor",
           faster_than(["torch", "inductor"]), 1.0),
    Target("generated programs, cold compile", "generated programs", "XLA:CPU",
           faster_than(["xla"], what="compile_ms"), 5.0, 2.0),
    Target("solver programs, run", "solver programs", "XLA:CPU, ieee",
           faster_than(["xla"], "ours ieee"), 1.3, 0.9, lambda name: "turns" not in name),
    Target("10,000 small turns, run", "solver programs", "XLA:CPU, ieee",
           faster_than(["xla"], "ours ieee"), None, 1.0, lambda name: "turns" in name),
    Target("generated programs, temporary memory", "generated programs", "XLA:CPU", memory, None,
           1 / 1.2),
)


def evaluate(cases: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for target in TARGETS if (row := target.evaluate(cases)) is not None]
