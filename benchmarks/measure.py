"""Interleaved timing: every round runs every contender once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter
from typing import NamedTuple


class Contender(NamedTuple):
    """A way to do the job; `share` is the part of the draws that a call makes."""

    call: Callable[[], object]
    share: float = 1.0
    rounds: int = 10**9


def interleaved(contenders: Mapping[str, Contender], rounds: int) -> dict[str, list[float]]:
    """Milliseconds of each contender in each round, scaled up to all draws."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for at in range(rounds):
        for name, contender in contenders.items():
            if at < contender.rounds:
                start = perf_counter()
                contender.call()
                times[name].append(1000 * (perf_counter() - start) / contender.share)
    return times


def summary(times: Mapping[str, list[float]], against: str) -> dict[str, dict[str, float]]:
    """Median time, least time, and the median over rounds of `against`'s time over one's own."""
    base = times[against]
    found = {}
    for name, own in times.items():
        ratios = [theirs / mine for theirs, mine in zip(base, own, strict=False)]
        found[name] = {
            "median_ms": round(median(own), 3),
            "least_ms": round(min(own), 3),
            "times_as_fast": round(median(ratios), 2),
        }
    return found
