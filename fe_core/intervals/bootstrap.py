"""Whole-cluster bootstrap intervals, drawn: many statistics share one set of draws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.intervals.columns import signed
from fe_core.intervals.drawing.selection import Ratio
from fe_core.intervals.engine import (
    Engine,
    Neighbours,
    draw_columns,
    ordered_ratios,
    resolved,
)
from fe_core.intervals.quantiles import Kind, position, quantile, tails
from fe_core.intervals.streams import MT_BLOCKS


class DrawnInterval(NamedTuple):
    """Endpoints from seeded draws, exact for these draws; None where no draw has a value.

    undefined: draws without a value, left out of the quantiles and shown.
    """

    point: Fraction | None
    low: Fraction | None
    high: Fraction | None
    undefined: int
    clusters: int
    draws: int
    stream: str
    seed: int
    level: Fraction
    rule: str
    kind: Kind

    @property
    def signature(self) -> str:
        """Everything that the endpoints depend on besides the tallies, in one line."""
        return (
            f"interval:{self.kind.value}|level:{self.level}|rule:{self.rule}"
            f"|clusters:{self.clusters}|draws:{self.draws}|stream:{self.stream}|seed:{self.seed}"
        )


class Plan(NamedTuple):
    """How to draw and which interval to make of it."""

    draws: int = 20_000
    stream: str = MT_BLOCKS
    seed: int = 0
    level: Fraction = Fraction(95, 100)
    rule: str = "linear"
    kind: Kind = Kind.PERCENTILE


DEFAULT = Plan()


def ratio_intervals(
    columns: Sequence[Sequence[int]],
    ratios: Sequence[Ratio],
    plan: Plan = DEFAULT,
    *,
    engine: str | Engine = "auto",
    threads: int = 1,
) -> list[DrawnInterval]:
    """Intervals of many ratios of summed columns, all from the same draws.

    columns: one integer per cluster each. ratios: (numerator column, denominator column). A
    paired difference is one column of differences over the shared denominator; a denominator
    may vary with the draw.
    Raises UsageError for tallies, plans or engines outside their domain.

    >>> pair = ratio_intervals([[3, 1, 2], [4, 4, 4]], [(0, 1)], Plan(draws=1000))
    >>> pair[0].point, pair[0].low, pair[0].high
    (Fraction(1, 2), Fraction(1, 4), Fraction(3, 4))
    """
    p = tails(plan.level)
    given, columns = columns, _whole(columns)
    found = ordered_ratios(
        resolved(engine),
        columns,
        ratios,
        list(p),
        plan.rule,
        draws=_some(plan.draws),
        stream=plan.stream,
        seed=plan.seed,
        threads=threads,
    )
    # A list of integers is added up without making an object of each, as an array's are.
    sums = [
        sum(one if isinstance(one, list) else other)
        for one, other in zip(given, columns, strict=True)
    ]
    weigh = _Weights(p, plan.rule)
    intervals = []
    for (top, bottom), (defined, ends) in zip(ratios, found, strict=True):
        point = Fraction(sums[top], sums[bottom]) if sums[bottom] else None
        between = weigh.quantiles(defined, ends)
        intervals.append(_interval(point, between, plan.draws - defined, len(columns[0]), plan))
    return intervals


def replicates(
    columns: Sequence[Sequence[int]],
    value: Callable[[Sequence[int]], Fraction | None],
    plan: Plan = DEFAULT,
    *,
    engine: str | Engine = "auto",
    threads: int = 1,
) -> list[Fraction | None]:
    """Any statistic of the summed columns on every draw, in draw order; None where undefined."""
    sums = draw_columns(
        resolved(engine),
        _whole(columns),
        draws=_some(plan.draws),
        stream=plan.stream,
        seed=plan.seed,
        threads=threads,
    )
    known: dict[tuple[int, ...], Fraction | None] = {}
    values = []
    for row in zip(*sums, strict=True):
        if row not in known:
            known[row] = value(row)
        values.append(known[row])
    return values


def value_interval(
    columns: Sequence[Sequence[int]],
    value: Callable[[Sequence[int]], Fraction | None],
    plan: Plan = DEFAULT,
    *,
    engine: str | Engine = "auto",
    threads: int = 1,
) -> DrawnInterval:
    """The interval of any statistic of the summed columns, such as a macro F1 or a contrast."""
    columns = _whole(columns)
    drawn = replicates(columns, value, plan, engine=engine, threads=threads)
    ordered = sorted(one for one in drawn if one is not None)
    ends = [quantile(ordered, p, plan.rule) for p in tails(plan.level)] if ordered else []
    point = value([sum(column) for column in columns])
    return _interval(point, ends, len(drawn) - len(ordered), len(columns[0]), plan)


class _Weights:
    """Quantiles from the drawn values beside them; statistics that share draws share weights."""

    def __init__(self, levels: Sequence[Fraction], rule: str) -> None:
        self._levels = levels
        self._rule = rule
        self._known: dict[int, list[tuple[int, int]]] = {}

    def quantiles(self, defined: int, ends: Sequence[Neighbours]) -> list[Fraction]:
        """One quantile a level; none where no draw has a value."""
        if not defined:
            return []
        if defined not in self._known:
            places = [position(defined, level, self._rule) for level in self._levels]
            self._known[defined] = [place.weight.as_integer_ratio() for place in places]
        return [_between(*pair) for pair in zip(ends, self._known[defined], strict=True)]


def _between(ends: Neighbours, weight: tuple[int, int]) -> Fraction:
    """The value at a weight from the lower of two: one fraction is made, not five."""
    a, b, c, d = ends
    part, whole = weight
    if not part or (a == c and b == d):
        return Fraction(a, b)
    return Fraction(a * d * (whole - part) + c * b * part, b * d * whole)


def _interval(
    point: Fraction | None, ends: Sequence[Fraction], undefined: int, clusters: int, plan: Plan
) -> DrawnInterval:
    low, high = ends if ends else (None, None)
    if plan.kind is Kind.BASIC and low is not None and high is not None:
        low, high = (2 * point - high, 2 * point - low) if point is not None else (None, None)
    return DrawnInterval(
        point,
        low,
        high,
        undefined,
        clusters,
        plan.draws,
        plan.stream,
        plan.seed,
        plan.level,
        plan.rule,
        plan.kind,
    )


def _whole(columns: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    return [signed(column, f"column {at}") for at, column in enumerate(columns)]


def _some(draws: int) -> int:
    if draws < 1:
        raise UsageError(f"an interval needs at least one draw, got draws={draws}")
    return draws
