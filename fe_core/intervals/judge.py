"""Judging a printed bootstrap interval without its seed and without its generator."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from fe_core.intervals.band import COVERAGE, Band, Cell, band, chance
from fe_core.intervals.columns import pair
from fe_core.intervals.law import LIMIT, Law, OutOfReachError, constant_ratio, law
from fe_core.intervals.quantiles import Kind, tails
from fe_core.numbers.printed import Number, read
from fe_core.numbers.rounding import Rounding, rounded


class Judgement(Enum):
    """What the exact law says about one printed endpoint."""

    COMPATIBLE = "compatible"
    INCOMPATIBLE = "incompatible"
    DEGENERATE = "degenerate"
    NOT_CHECKABLE = "not checkable"


class EndpointJudgement(NamedTuple):
    """One endpoint, in natural units (a share, not a percentage).

    exact: the law's own quantile, what infinitely many draws would give. band: where a correct
    run's endpoint lies with the stated coverage. chance: probability that a correct run prints
    these digits, rounded to 1e-6. Each is None where it cannot be had; reason then says why.
    """

    printed: str
    exact: Fraction | None
    band: Band | None
    chance: Fraction | None
    judgement: Judgement
    reason: str = ""


class IntervalJudgement(NamedTuple):
    """Both endpoints of a printed interval, and what they were judged by.

    undefined: probability that a draw has nothing to divide by; None where there is no law.
    """

    low: EndpointJudgement
    high: EndpointJudgement
    draws: int
    level: Fraction
    rule: str
    kind: Kind
    coverage: Fraction
    undefined: Fraction | None


def judge_interval(
    numerators: Sequence[int],
    denominators: Sequence[int],
    printed_low: str | Number,
    printed_high: str | Number,
    *,
    draws: int = 20_000,
    level: Fraction = Fraction(95, 100),
    rule: str = "linear",
    kind: Kind = Kind.PERCENTILE,
    scale: int = 100,
    rounding: Rounding = Rounding.HALF_EVEN,
    coverage: Fraction = COVERAGE,
    limit: int = LIMIT,
) -> IntervalJudgement:
    """Judge each endpoint of a printed whole-cluster bootstrap interval by the exact law.

    numerators, denominators: one integer per cluster; the statistic is Σ / Σ. scale: what the
    paper multiplies by before printing (100 for percent and points).
    An endpoint is compatible if what it may stand for (the printed value ± half its last place)
    meets the band; degenerate if the law has one value only and the paper prints that value.
    Raises UsageError for tallies, levels, rules or draws that make no sense.

    >>> judged = judge_interval([1, 0, 1, 1], [1, 1, 1, 1], "25.00", "100.00", draws=1000)
    >>> judged.low.judgement.value, str(judged.low.exact)
    ('compatible', '1/4')
    """
    p = tails(level)
    numerators, denominators = pair(numerators, denominators)
    try:
        exact = law(numerators, denominators, limit=limit)
    except OutOfReachError as beyond:
        low, high = (_unjudged(text, str(beyond)) for text in (printed_low, printed_high))
        return IntervalJudgement(low, high, draws, level, rule, kind, coverage, None)
    point = Fraction(sum(numerators), sum(denominators))
    constant = constant_ratio(numerators, denominators)
    low, high = (
        _Judge(exact, point, constant, at, draws, rule, kind, coverage).endpoint(
            text, scale, rounding
        )
        for text, at in ((printed_low, p.low), (printed_high, p.high))
    )
    return IntervalJudgement(low, high, draws, level, rule, kind, coverage, exact.undefined)


class _Judge(NamedTuple):
    """What one endpoint is judged by; a basic interval mirrors the other tail at the estimate."""

    law: Law
    point: Fraction
    constant: bool
    p: Fraction
    draws: int
    rule: str
    kind: Kind
    coverage: Fraction

    def endpoint(self, printed: str | Number, scale: int, rounding: Rounding) -> EndpointJudgement:
        number = _number(printed)
        exact = self._placed(self.law.quantile(self._tail))
        allowed = band(
            self.law, self._tail, draws=self.draws, rule=self.rule, coverage=self.coverage
        )
        allowed = Band(*sorted(self._placed(value) for value in allowed))
        if number is None:
            reason = f"no number is printed: {printed!r}"
            return EndpointJudgement(
                str(printed), exact, allowed, None, Judgement.NOT_CHECKABLE, reason
            )
        cell = printed_cell(number, scale, rounding)
        met = cell.low <= allowed.high and allowed.low <= cell.high
        judgement = Judgement.COMPATIBLE if met else Judgement.INCOMPATIBLE
        reason = ""
        if met and self.constant:
            judgement = Judgement.DEGENERATE
            reason = "every draw gives the same value: the interval shows no uncertainty"
        likely = chance(
            self.law, self._tail, self._mirrored(cell), draws=self.draws, rule=self.rule
        )
        text = printed if isinstance(printed, str) else _text(number)
        return EndpointJudgement(text, exact, allowed, likely, judgement, reason)

    @property
    def _tail(self) -> Fraction:
        return self.p if self.kind is Kind.PERCENTILE else 1 - self.p

    def _placed(self, value: Fraction) -> Fraction:
        return value if self.kind is Kind.PERCENTILE else 2 * self.point - value

    def _mirrored(self, cell: Cell) -> Cell:
        if self.kind is Kind.PERCENTILE:
            return cell
        low, high = self._placed(cell.high), self._placed(cell.low)
        return Cell(low, high, cell.high_included, cell.low_included)


def printed_cell(number: Number, scale: int, rounding: Rounding = Rounding.HALF_EVEN) -> Cell:
    """The values (in natural units) that are printed as `number` after multiplying by `scale`.

    The rules that go through a double are taken as half-even on the exact value.

    >>> printed_cell(Number(Fraction("28.12"), 2), 100)[:2]
    (Fraction(5623, 20000), Fraction(9, 32))
    """
    value, step = number.value, Fraction(1, 10**number.decimals)
    if rounding is Rounding.TRUNCATE:
        low, high = (value, value + step) if value > 0 else (value - step, value)
        if not value:
            low, high = -step, step
        return Cell(low / scale, high / scale, value > 0, value < 0)
    ends = (value - step / 2) / scale, (value + step / 2) / scale
    if rounding is Rounding.HALF_UP:
        return Cell(*ends, value > 0, value < 0)
    even = value / step % 2 == 0
    return Cell(*ends, even, even)


def _number(printed: str | Number) -> Number | None:
    found = read(printed) if isinstance(printed, str) else printed
    return found if isinstance(found, Number) else None


def _text(number: Number) -> str:
    return rounded(number.value, number.decimals)


def _unjudged(printed: str | Number, reason: str) -> EndpointJudgement:
    text = printed if isinstance(printed, str) else _text(printed)
    return EndpointJudgement(text, None, None, None, Judgement.NOT_CHECKABLE, reason)
