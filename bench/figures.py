"""Statistics of measured times. Times are of rounds: lists of lists, in ms."""

import math
import random
import statistics
from typing import Callable, Sequence

Rounds = Sequence[Sequence[float]]


def round_medians(rounds: Rounds) -> list[float]:
    return [statistics.median(times) for times in rounds]


def summary(rounds: Rounds) -> dict[str, float]:
    """The median over rounds of each round's median, the lowest and highest of
    those, and the best single run."""
    medians = round_medians(rounds)
    return {"ms": statistics.median(medians), "low_ms": min(medians), "high_ms": max(medians),
            "best_ms": min(min(times) for times in rounds),
            "runs": sum(map(len, rounds))}


def geometric_mean(values: Sequence[float]) -> float:
    return math.exp(statistics.fmean(map(math.log, values)))


def ratio(numerator: Sequence[float], denominator: Sequence[float]) -> float:
    """The median of one over the median of the other."""
    return statistics.median(numerator) / statistics.median(denominator)


def bootstrap(first: Sequence[float], second: Sequence[float], confidence: float = 0.99,
              resamples: int = 2000, seed: int = 0,
              statistic: Callable[[Sequence[float], Sequence[float]], float] = ratio,
              ) -> tuple[float, float]:
    """An interval for `statistic` of two paired samples: rounds are drawn with
    replacement, both members of a pair at once, since what disturbs a round
    disturbs both."""
    generator = random.Random(seed)
    pairs = list(zip(first, second, strict=True))
    found = []
    for _ in range(resamples):
        drawn = generator.choices(pairs, k=len(pairs))
        found.append(statistic([a for a, _ in drawn], [b for _, b in drawn]))
    found.sort()
    tail = (1 - confidence) / 2
    return found[int(tail * (resamples - 1))], found[math.ceil((1 - tail) * (resamples - 1))]
