"""A metric is integers that add up over clusters, and the exact value of their sum."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

Unit = TypeVar("Unit")
Tally = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Metric(Generic[Unit]):
    """Integers of one unit (an item, a group) that add up, and the value of summed integers.

    tally: one unit → k integers. value: k summed integers → exact value, None where there is
    nothing to divide by. Point estimates and bootstrap replicates both go through `value`.
    """

    name: str
    tally: Callable[[Unit], Tally]
    value: Callable[[Sequence[int]], Fraction | None]


def total(metric: Metric[Unit], units: Iterable[Unit]) -> Tally:
    """The summed tally of some units; () for no units."""
    return tuple(map(sum, zip(*map(metric.tally, units), strict=True)))


def estimate(metric: Metric[Unit], units: Sequence[Unit]) -> Fraction | None:
    """The exact value over all units; None for no units."""
    return metric.value(total(metric, units)) if units else None


def columns(metric: Metric[Unit], clusters: Iterable[Sequence[Unit]]) -> list[list[int]]:
    """One column of integers per tally component, one entry per cluster: what intervals need.

    A cluster without units counts as zeros, so that it can still be drawn.
    """
    tallies = [total(metric, cluster) for cluster in clusters]
    width = max((len(tally) for tally in tallies), default=0)
    return [[tally[i] if tally else 0 for tally in tallies] for i in range(width)]
