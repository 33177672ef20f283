"""Where an endpoint of a correct seeded run must lie, and how likely it prints given digits."""

from __future__ import annotations

from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.intervals.binomial import (
    at_least,
    beta_point_above,
    beta_point_below,
    choose,
    decimal,
)
from fe_core.intervals.law import Atom, Law
from fe_core.intervals.quantiles import Position, position

COVERAGE = Fraction(9999, 10000)
"""Probability with which a correct run's endpoint lies in its band, each endpoint by itself."""

_RARE = Fraction(1, 10**7)
_DIGITS = 40
_UNSEEN = Decimal(10) ** -9
_REACH = 25
"""Draws past the endpoint's rank that matter: beyond them factors fall under e^−25 < 2e-11."""


class Band(NamedTuple):
    """Closed range of values in which a correct run's endpoint lies."""

    low: Fraction
    high: Fraction


class Cell(NamedTuple):
    """The values that are printed alike: a range, and whether its ends belong to it."""

    low: Fraction
    high: Fraction
    low_included: bool
    high_included: bool


def probability_band(
    p: Fraction,
    *,
    draws: int,
    rule: str = "linear",
    coverage: Fraction = COVERAGE,
    undefined: Fraction = Fraction(0),
) -> Band:
    """The band on the scale of probabilities: the law's quantiles at these points bound the band.

    The k-th smallest of n draws lies below the lower quantile at the t-point of Beta(k, n−k+1)
    with probability at most t, whatever the law. Points are rounded outwards to 1e-9. Where draws
    can be undefined, the band covers every number of defined draws but those rarer than 1e-7.

    >>> [round(float(point), 5) for point in probability_band(Fraction(1, 40), draws=20_000)]
    [0.02093, 0.02957]
    """
    if draws < 1:
        raise UsageError(f"an interval needs at least one draw, got draws={draws}")
    tail = (1 - coverage) / 2
    fewest = draws
    if undefined:
        tail -= _RARE
        fewest = max(1, draws - _most_undefined(draws, undefined))
    first = position(fewest, p, rule).at + 1
    last = position(draws, p, rule)
    return Band(
        beta_point_below(first, draws, tail),
        beta_point_above(last.at + 1 + bool(last.weight), fewest, tail),
    )


def band(
    law: Law,
    p: Fraction,
    *,
    draws: int,
    rule: str = "linear",
    coverage: Fraction = COVERAGE,
) -> Band:
    """Where the p-quantile of a correct run of `draws` draws lies, with probability `coverage`."""
    points = probability_band(p, draws=draws, rule=rule, coverage=coverage, undefined=law.undefined)
    return Band(law.quantile(points.low), law.upper_quantile(points.high))


def chance(law: Law, p: Fraction, cell: Cell, *, draws: int, rule: str = "linear") -> Fraction:
    """Probability that a correct run's p-quantile falls into `cell`, rounded to 1e-6.

    Sums the joint law of the two order statistics that the rule interpolates; the error before
    rounding is below 1e-8. Where draws can be undefined, their expected number is left out.
    """
    defined = max(1, round(draws * (1 - law.undefined)))
    at = position(defined, p, rule)
    with localcontext(Context(prec=_DIGITS)):
        upper = _up_to(law, cell.high, not cell.high_included, defined, at)
        lower = _up_to(law, cell.low, cell.low_included, defined, at)
        return Fraction(max(Decimal(0), upper - lower).quantize(Decimal(10) ** -6))


def _most_undefined(draws: int, undefined: Fraction) -> int:
    """The largest number of undefined draws that is not rarer than 1e-7."""
    count = int(draws * undefined)
    while at_least(draws, count + 1, undefined) > decimal(_RARE):
        count += 1
    return count


def _up_to(law: Law, value: Fraction, strict: bool, draws: int, at: Position) -> Decimal:
    """P(quantile ≤ value), or < value when strict."""
    rank = at.at + 1
    share = law.below(value) if strict else law.up_to(value)
    if not at.weight:
        return at_least(draws, rank, share)
    both = at_least(draws, rank + 1, share)
    apart = choose(draws, rank) * decimal(share) ** rank * decimal(1 - share) ** (draws - rank)
    if apart < _UNSEEN:
        return both
    return both + _straddling(law, _Edge(value, strict, share), draws, at)


class _Edge(NamedTuple):
    value: Fraction
    strict: bool
    share: Fraction

    def holds(self, value: Fraction, limit: Fraction) -> bool:
        return value < limit if self.strict else value <= limit


def _straddling(law: Law, edge: _Edge, draws: int, at: Position) -> Decimal:
    """P(exactly `rank` draws are up to the edge, and so is the value interpolated across it).

    With x the largest of those draws, the next draw may reach x + (edge − x)/weight.
    """
    rank, others = at.at + 1, draws - at.at - 1
    atoms = _window(law, edge, rank, others)
    under = [atom for atom in atoms if edge.holds(atom.value, edge.value)]
    over = atoms[len(under) :]
    none_over = decimal(1 - edge.share) ** others
    total, seen, share = Decimal(0), 0, edge.share
    upper, reached = decimal(share) ** rank, Decimal(0)
    for value, weight in reversed(under):
        limit = value + (edge.value - value) / at.weight
        before = seen
        while seen < len(over) and edge.holds(over[seen].value, limit):
            seen += 1
        if seen > before:
            grown = Fraction(sum(atom.weight for atom in over[:seen]), law.defined)
            reached = none_over - decimal(1 - edge.share - grown) ** others
        share -= Fraction(weight, law.defined)
        lower = decimal(share) ** rank
        total += (upper - lower) * reached
        upper = lower
    return choose(draws, rank) * total


def _window(law: Law, edge: _Edge, rank: int, others: int) -> list[Atom]:
    """The atoms on both sides of the edge that can matter."""
    low = edge.share * max(Fraction(0), 1 - Fraction(_REACH, rank))
    high = 1 - (1 - edge.share) * max(Fraction(0), 1 - Fraction(_REACH, others))
    return law.between(law.quantile(low), law.upper_quantile(high))
