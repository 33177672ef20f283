"""A metric is integers that add up over clusters, and the exact value of their sum."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Generic, TypeVar

from fe_core.numbers.exact import share
from fe_core.scoring.responses import Response

Unit = TypeVar("Unit")
Tally = tuple[int, ...]
Responses = Sequence[Response]
"""One unit of a declared metric: the responses that are scored together."""


@dataclass(frozen=True, slots=True)
class Metric(Generic[Unit]):
    """Integers of one unit (an item, a group) that add up, and the value of summed integers.

    tally: one unit → k integers. value: k summed integers → exact value, None where there is
    nothing to divide by. Point estimates, replicates and intervals all go through `value`. holds:
    of a share of units, whether it holds of one: then the tally is (whether, 1).
    """

    name: str
    tally: Callable[[Unit], Tally]
    value: Callable[[Sequence[int]], Fraction | None]
    holds: Callable[[Unit], bool] | None = None

    @property
    def is_ratio(self) -> bool:
        """Whether the value is the first integer over the second: then the exact law applies."""
        return self.value in (ratio, scaled_ratio)

    @property
    def is_count(self) -> bool:
        """Whether those integers count units: so many of so many."""
        return self.value is ratio


class Over(Enum):
    """What a metric is tallied over: which responses make one unit."""

    ITEMS = "items"
    GROUPS = "groups"
    ROTATIONS = "rotations"
    RUNS = "runs"


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a study declares of a metric besides its name.

    labels: of class metrics, () for those that occur. zero: what an undefined class counts, None
    where it has no value. invalid: "wrong", "dropped" or "chance". label: the class that a metric
    is of. beta: of F-beta. k: of at-least, pass@k, pass^k. meanings: of answers that are counted.
    weight: the item attribute that holds an item's weight.
    """

    labels: tuple[str, ...] = ()
    zero: Fraction | None = Fraction(0)
    invalid: str = "wrong"
    label: str = ""
    beta: Fraction = Fraction(1)
    k: int = 1
    meanings: tuple[str, ...] = ()
    weight: str = ""


Maker = Callable[[Parameters, Sequence[Responses]], Metric[Responses]]
Expectation = Callable[[Parameters, Sequence[Responses]], Fraction | None]


@dataclass(frozen=True, slots=True)
class Definition:
    """A metric as it can be declared: one entry of the registry.

    over: what it can be tallied over, the usual one first. make: the metric under some parameters;
    it sees the units where labels or a common denominator are read off them. needs, takes: the
    parameters that it must have, and may have. unit: as it is usually printed. counts: whether it
    is so many units of so many. pair: whether a unit is exactly two responses, the first run's and
    the second run's. points: whether it is of recorded scores, whatever the study judges otherwise.
    of_items: whether it reads no answer. uniform: its exact expectation where every answer is an
    independent uniform guess.
    """

    name: str
    over: tuple[Over, ...]
    about: str
    make: Maker
    unit: str = "percent"
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    counts: bool = True
    pair: bool = False
    points: bool = False
    of_items: bool = False
    uniform: Expectation | None = None


def ratio(sums: Sequence[int]) -> Fraction | None:
    """The first integer over the second: the value of a metric that counts units."""
    return share(sums[0], sums[1])


def scaled_ratio(sums: Sequence[int]) -> Fraction | None:
    """The same, where both integers carry a common denominator and count nothing."""
    return ratio(sums)


def counted(name: str, holds: Callable[[Responses], bool]) -> Maker:
    """A metric that is the share of units of which something holds."""

    def make(parameters: Parameters, units: Sequence[Responses]) -> Metric[Responses]:
        return Metric(name, lambda unit: (int(holds(unit)), 1), ratio, holds)

    return make


def total(metric: Metric[Unit], units: Iterable[Unit]) -> Tally:
    """The summed tally of some units; () for no units."""
    if metric.holds is not None:
        found = [metric.holds(unit) for unit in units]
        return (sum(found), len(found)) if found else ()
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
