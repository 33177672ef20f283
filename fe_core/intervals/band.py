"""Where an endpoint of a correct seeded run must lie, and how likely it prints given digits."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.intervals.exact.binomial import (
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

    def holds(self, value: Fraction) -> bool:
        """Whether the value is printed so."""
        return (
            self.low < value < self.high
            or (value == self.low and self.low_included)
            or (value == self.high and self.high_included)
        )


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
        edges = [
            _Edge(cell.low, cell.low_included, _share(law, cell.low, cell.low_included)),
            _Edge(
                cell.high, not cell.high_included, _share(law, cell.high, not cell.high_included)
            ),
        ]
        apart = [_apart(edge, defined, at) for edge in edges]
        atoms = _window(law, edges, defined, at) if max(apart) > _UNSEEN else []
        lower, upper = (_up_to(law, edge, atoms, defined, at) for edge in edges)
        return Fraction(max(Decimal(0), upper - lower).quantize(Decimal(10) ** -6))


def _most_undefined(draws: int, undefined: Fraction) -> int:
    """The largest number of undefined draws that is not rarer than 1e-7."""
    count = int(draws * undefined)
    while at_least(draws, count + 1, undefined) > decimal(_RARE):
        count += 1
    return count


class _Edge(NamedTuple):
    """A value to stay below (strict) or not to pass, and the law's probability of doing so."""

    value: Fraction
    strict: bool
    share: Fraction

    def holds(self, value: Fraction, limit: Fraction) -> bool:
        return value < limit if self.strict else value <= limit


def _share(law: Law, value: Fraction, strict: bool) -> Fraction:
    return law.below(value) if strict else law.up_to(value)


def _apart(edge: _Edge, draws: int, at: Position) -> Decimal:
    """P(the edge separates the two order statistics that are interpolated)."""
    if not at.weight:
        return Decimal(0)
    rank = at.at + 1
    powers = decimal(edge.share) ** rank * decimal(1 - edge.share) ** (draws - rank)
    return choose(draws, rank) * powers


def _window(law: Law, edges: Sequence[_Edge], draws: int, at: Position) -> list[Atom]:
    """The atoms around both edges that can matter."""
    rank, others = at.at + 1, draws - at.at - 1
    low = edges[0].share * _shrunk(rank)
    high = 1 - (1 - edges[1].share) * _shrunk(others)
    slack = min(edges[0].share - low, high - edges[1].share) / 2
    return law.between(*law.span(low, high, slack))


def _shrunk(count: int) -> Fraction:
    """A factor whose `count`-th power is at most e^−25, from (1 − x/8)^8 ≤ e^−x."""
    return max(Fraction(0), 1 - Fraction(_REACH, 8 * count)) ** 8


def _up_to(law: Law, edge: _Edge, atoms: Sequence[Atom], draws: int, at: Position) -> Decimal:
    """P(the interpolated quantile is up to the edge)."""
    rank = at.at + 1
    if not at.weight:
        return at_least(draws, rank, edge.share)
    both = at_least(draws, rank + 1, edge.share)
    if _apart(edge, draws, at) < _UNSEEN:
        return both
    return both + _straddling(law, edge, atoms, draws, at)


def _straddling(law: Law, edge: _Edge, atoms: Sequence[Atom], draws: int, at: Position) -> Decimal:
    """P(exactly `rank` draws are up to the edge, and so is the value interpolated across it).

    With x the largest of those draws, the next draw may reach x + (edge − x)/weight.
    """
    rank, others = at.at + 1, draws - at.at - 1
    under = [atom for atom in atoms if edge.holds(atom.value, edge.value)]
    over = atoms[len(under) :]
    none_over = decimal(1 - edge.share) ** others
    total, seen, below, above = Decimal(0), 0, edge.share * law.defined, 0
    upper, reached = decimal(edge.share) ** rank, Decimal(0)
    least = upper * _UNSEEN / 100
    for value, weight in reversed(under):
        limit = value + (edge.value - value) / at.weight
        before = seen
        while seen < len(over) and edge.holds(over[seen].value, limit):
            above += over[seen].weight
            seen += 1
        if seen > before:
            grown = 1 - edge.share - Fraction(above, law.defined)
            reached = none_over - decimal(grown) ** others
        below -= weight
        lower = decimal(below / law.defined) ** rank
        total += (upper - lower) * reached
        upper = lower
        if upper < least:
            break
    return choose(draws, rank) * total
