"""One statistic's interval, drawn and exact side by side: the library's front door."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.intervals.band import Band, probability_band
from fe_core.intervals.bootstrap import DrawnInterval, Plan, ratio_intervals
from fe_core.intervals.columns import pair
from fe_core.intervals.engine import Engine, exact_quantiles, resolved
from fe_core.intervals.few.effective import Effective, effective_clusters
from fe_core.intervals.law import (
    LIMIT,
    OutOfReachError,
    constant_ratio,
    law,
    undefined_probability,
    variance,
)
from fe_core.intervals.quantiles import Kind, tails
from fe_core.intervals.streams import MT_BLOCKS
from fe_core.numbers.exact import Root


class ExactInterval(NamedTuple):
    """What the exact law says: endpoints of infinitely many draws, and bands for this many.

    undefined: probability that a draw has nothing to divide by. degenerate: every draw gives the
    same value.
    """

    low: Fraction
    high: Fraction
    low_band: Band
    high_band: Band
    undefined: Fraction
    degenerate: bool


class Interval(NamedTuple):
    """A drawn interval, the exact one where the law is within reach, and the standard error.

    exact: None where the law is out of reach; `reason` then says so.
    standard_error: exact root of the bootstrap variance; None where that is out of reach.
    sizes: the effective number of clusters, with a warning where it is too small.
    """

    drawn: DrawnInterval
    exact: ExactInterval | None
    standard_error: Root | None
    sizes: Effective
    reason: str = ""

    @property
    def low(self) -> Fraction | None:
        """The exact lower endpoint, else the drawn one."""
        return self.exact.low if self.exact else self.drawn.low

    @property
    def high(self) -> Fraction | None:
        """The exact upper endpoint, else the drawn one."""
        return self.exact.high if self.exact else self.drawn.high


class NullPosition(NamedTuple):
    """Probabilities that a draw's value lies below, at and above a null value."""

    below: Fraction
    at: Fraction
    above: Fraction


def interval(
    numerators: Sequence[int],
    denominators: Sequence[int],
    *,
    draws: int = 20_000,
    stream: str = MT_BLOCKS,
    seed: int = 0,
    level: Fraction = Fraction(95, 100),
    rule: str = "linear",
    kind: Kind = Kind.PERCENTILE,
    engine: str | Engine = "auto",
    threads: int = 1,
    limit: int = LIMIT,
) -> Interval:
    """The whole-cluster bootstrap interval of Σ numerators / Σ denominators.

    numerators, denominators: one integer per cluster, denominators not negative.
    Raises UsageError for tallies or settings outside their domain.

    >>> found = interval([3, 1, 2, 2], [4, 4, 4, 4])
    >>> str(found.low), str(found.high), str(found.drawn.low)
    ('5/16', '11/16', '5/16')
    """
    numerators, denominators = pair(numerators, denominators)
    plan = Plan(draws, stream, seed, level, rule, kind)
    drawn = ratio_intervals(
        [numerators, denominators], [(0, 1)], plan, engine=engine, threads=threads
    )[0]
    sizes = effective_clusters(denominators)
    error = None
    if any(denominators):
        squared = variance(numerators, denominators)
        error = None if squared is None else Root(squared)
    try:
        exact = exact_interval(numerators, denominators, plan, engine=engine, limit=limit)
    except OutOfReachError as beyond:
        return Interval(drawn, None, error, sizes, str(beyond))
    return Interval(drawn, exact, error, sizes)


def exact_interval(
    numerators: Sequence[int],
    denominators: Sequence[int],
    plan: Plan,
    *,
    engine: str | Engine = "auto",
    limit: int = LIMIT,
) -> ExactInterval:
    """The endpoints and bands of the exact law; raises OutOfReachError beyond `limit`."""
    numerators, denominators = pair(numerators, denominators)
    undefined = undefined_probability(denominators)
    levels = tails(plan.level)
    points = [
        probability_band(p, draws=plan.draws, rule=plan.rule, undefined=undefined) for p in levels
    ]
    lower, upper = exact_quantiles(
        resolved(engine),
        numerators,
        denominators,
        [*levels, *(point.low for point in points)],
        [point.high for point in points],
        limit=limit,
    )
    ends, bands = lower[:2], [Band(*both) for both in zip(lower[2:], upper, strict=True)]
    if plan.kind is Kind.BASIC:
        point = Fraction(sum(numerators), sum(denominators))
        ends = [2 * point - end for end in reversed(ends)]
        bands = [Band(2 * point - one.high, 2 * point - one.low) for one in reversed(bands)]
    constant = constant_ratio(numerators, denominators)
    return ExactInterval(ends[0], ends[1], bands[0], bands[1], undefined, constant)


def null_position(
    numerators: Sequence[int],
    denominators: Sequence[int],
    null: Fraction = Fraction(0),
    *,
    limit: int = LIMIT,
) -> NullPosition:
    """Where a null value lies in the exact law; raises OutOfReachError beyond `limit`.

    >>> null_position([1, -1, 1], [1, 1, 1])
    NullPosition(below=Fraction(7, 27), at=Fraction(0, 1), above=Fraction(20, 27))
    """
    found = law(numerators, denominators, limit=limit)
    below, up_to = found.below(null), found.up_to(null)
    return NullPosition(below, up_to - below, 1 - up_to)
