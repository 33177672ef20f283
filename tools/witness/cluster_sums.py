"""Sums per cluster whose bootstrap interval prints given endpoints: annealed, then judged exactly.

The annealing walks on a fixed sample of draws; what it finds is kept only where the exact law says
that a correct run of the printed number of draws can print both endpoints.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fe_core.errors import PrintedError
from fe_core.intervals.judge import Judgement, judge_interval
from fe_core.numbers.printed import Range, read

_SAMPLE = 1200
_MOVES = 1500
_STARTS = 40


class Interval(NamedTuple):
    """A printed 95 % percentile interval, in percent, of `draws` whole-cluster draws."""

    text: str
    draws: int

    @property
    def ends(self) -> tuple[float, float]:
        """Both endpoints as shares."""
        printed = self.printed
        return float(printed.low.value) / 100, float(printed.high.value) / 100

    @property
    def printed(self) -> Range:
        """Both endpoints as printed. Raises PrintedError where the text is no interval."""
        found = read(self.text)
        if not isinstance(found, Range):
            raise PrintedError(f"an interval is [low, high], got text={self.text!r}")
        return found


class Bounds(NamedTuple):
    """The least and the largest sum of each cluster."""

    low: Sequence[int]
    high: Sequence[int]


def compatible(interval: Interval, sums: Sequence[int], sizes: Sequence[int]) -> bool:
    """Whether a correct run of so many draws can print both endpoints."""
    printed = interval.printed
    judged = judge_interval(sums, sizes, printed.low, printed.high, draws=interval.draws, scale=100)
    return {judged.low.judgement, judged.high.judgement} == {Judgement.COMPATIBLE}


def cluster_sums(
    interval: Interval, total: int, sizes: Sequence[int], bounds: Bounds, *, name: str
) -> Iterator[tuple[int, ...]]:
    """Sums per cluster, adding up to `total`, with which the interval can be printed."""
    source = random.Random(f"sums {name}")
    clusters = len(sizes)
    draws = [_times(source.choices(range(clusters), k=clusters)) for _ in range(_SAMPLE)]
    below = [sum(draw[c] * sizes[c] for c in draw) for draw in draws]
    for _ in range(_STARTS):
        start = _start(source, total, sizes, bounds)
        found = _annealed(source, interval, start, (draws, below), bounds)
        if compatible(interval, found, sizes):
            yield tuple(found)


def _times(indices: Sequence[int]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for index in indices:
        counts[index] = counts.get(index, 0) + 1
    return counts


def _start(source: random.Random, total: int, sizes: Sequence[int], bounds: Bounds) -> list[int]:
    sums = [
        min(high, max(low, round(total * size / sum(sizes))))
        for size, low, high in zip(sizes, bounds.low, bounds.high, strict=True)
    ]
    while missing := total - sum(sums):
        place = source.randrange(len(sums))
        step = 1 if missing > 0 else -1
        if bounds.low[place] <= sums[place] + step <= bounds.high[place]:
            sums[place] += step
    return sums


def _annealed(
    source: random.Random,
    interval: Interval,
    sums: list[int],
    sample: tuple[list[dict[int, int]], list[int]],
    bounds: Bounds,
) -> list[int]:
    draws, below = sample
    above = [sum(draw[c] * sums[c] for c in draw) for draw in draws]
    now = _distance(interval, above, below)
    best, best_sums = now, list(sums)
    for move in range(_MOVES):
        up, down = source.sample(range(len(sums)), 2)
        if sums[up] >= bounds.high[up] or sums[down] <= bounds.low[down]:
            continue
        moved = [a + d.get(up, 0) - d.get(down, 0) for a, d in zip(above, draws, strict=True)]
        cost = _distance(interval, moved, below)
        heat = 0.004 * (1 - move / _MOVES) + 1e-6
        if cost <= now or source.random() < math.exp((now - cost) / heat):
            sums[up] += 1
            sums[down] -= 1
            above, now = moved, cost
            if now < best:
                best, best_sums = now, list(sums)
                if best < 0.0012:
                    break
    return best_sums


def _distance(interval: Interval, above: Sequence[int], below: Sequence[int]) -> float:
    ratios = sorted(a / b for a, b in zip(above, below, strict=True))
    low, high = interval.ends
    edge = len(ratios) // 40
    return abs(ratios[edge] - low) + abs(ratios[-edge - 1] - high)
