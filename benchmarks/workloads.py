"""The workloads W1–W5: tallies of ratio statistics that share their draws."""

from __future__ import annotations

import random
from typing import NamedTuple

DRAWS = 20_000


class Workload(NamedTuple):
    """Numerators of S statistics over K clusters, and the denominators that they share."""

    name: str
    numerators: list[list[int]]
    denominators: list[int]
    draws: int

    @property
    def clusters(self) -> int:
        return len(self.denominators)

    @property
    def statistics(self) -> int:
        return len(self.numerators)

    @property
    def columns(self) -> list[list[int]]:
        """The numerators, then the denominators."""
        return [*self.numerators, self.denominators]


def workload(name: str, draws: int = DRAWS) -> Workload:
    """One of W1 to W5; the same integers everywhere."""
    source = random.Random(f"workload {name}")
    denominators, statistics = _DENOMINATORS[name](source)
    numerators = [_numerators(source, denominators) for _ in range(statistics)]
    return Workload(name, numerators, denominators, draws)


NAMES = ("W1", "W2", "W3", "W4", "W5")


def _equal(source: random.Random) -> tuple[list[int], int]:
    return [3] * 96, 26


def _thirteen(source: random.Random) -> tuple[list[int], int]:
    """288 items in 13 clusters of 3 to 45."""
    return [3, 9, 12, 15, 15, 18, 21, 24, 24, 30, 33, 39, 45], 26


def _unequal(clusters: int, statistics: int, most: int):  # type: ignore[no-untyped-def]
    def made(source: random.Random) -> tuple[list[int], int]:
        return [source.randint(1, most) for _ in range(clusters)], statistics

    return made


_DENOMINATORS = {
    "W1": _equal,
    "W2": _thirteen,
    "W3": _unequal(48, 200, 12),
    "W4": _unequal(100_000, 8, 9),
    "W5": _unequal(2_000, 64, 9),
}


def _numerators(source: random.Random, denominators: list[int]) -> list[int]:
    """Right answers of a run whose accuracy differs from statistic to statistic."""
    share = source.uniform(0.2, 0.8)
    return [sum(source.random() < share for _ in range(n)) for n in denominators]
