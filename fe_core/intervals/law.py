"""The exact distribution of a ratio over whole-cluster bootstrap draws, without drawing.

K clusters are drawn from K with replacement; a draw's value is Σ numerators / Σ denominators.
All K^K draws are equally likely, so every probability here is a rational number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from fe_core.errors import FeError, UsageError
from fe_core.intervals.columns import pair
from fe_core.intervals.exact.distribution import Atom, Grid, Law
from fe_core.intervals.exact.lattice import Chart, chart
from fe_core.intervals.exact.moments import ratio_variance
from fe_core.intervals.exact.powers import lane_octets, planar_power, power

LIMIT = 3_000_000_000
"""Default for `law`: byte additions, a few seconds in plain Python."""

__all__ = [
    "LIMIT",
    "Atom",
    "Law",
    "OutOfReachError",
    "Reach",
    "check_reach",
    "constant_ratio",
    "law",
    "law_quantiles",
    "reach",
    "undefined_probability",
    "variance",
]


class OutOfReachError(FeError):
    """The exact law of these clusters has more states than the stated limit allows."""


class Reach(NamedTuple):
    """What the exact law would cost: reachable sums, bytes of each count, byte additions."""

    states: int
    octets: int
    work: int


def law(numerators: Sequence[int], denominators: Sequence[int], *, limit: int = LIMIT) -> Law:
    """The exact law of Σ numerators / Σ denominators over K draws from K clusters.

    numerators, denominators: one integer per cluster, denominators not negative.
    Raises UsageError for tallies that are no such integers or have nothing to divide by, and
    OutOfReachError when the work (see `reach`) passes `limit`.

    >>> tiny = law([0, 1], [1, 1])
    >>> [(str(atom.value), atom.weight) for atom in tiny.atoms()]
    [('0', 1), ('1/2', 2), ('1', 1)]
    """
    tops, bottoms = pair(numerators, denominators)
    check_reach(tops, bottoms, limit)
    return _expanded(tops, bottoms)


def check_reach(numerators: Sequence[int], denominators: Sequence[int], limit: int) -> None:
    """Raise OutOfReachError where the law's work passes `limit`, whatever would compute it."""
    cost = reach(numerators, denominators)
    if cost.work > limit:
        raise OutOfReachError(
            f"the exact law needs about {cost.states} states of {cost.octets} bytes, "
            f"work={cost.work} above limit={limit}; use drawn intervals or raise the limit"
        )


def reach(numerators: Sequence[int], denominators: Sequence[int]) -> Reach:
    """What the exact law of these tallies would cost; raises UsageError as `law` does."""
    tops, bottoms = pair(numerators, denominators)
    return _cost(chart(list(_points(tops, bottoms))), len(tops))


def undefined_probability(denominators: Sequence[int]) -> Fraction:
    """Probability that a draw takes clusters with denominator 0 only."""
    return Fraction(sum(not n for n in denominators), len(denominators)) ** len(denominators)


def constant_ratio(numerators: Sequence[int], denominators: Sequence[int]) -> bool:
    """Whether every draw that has a ratio has the same one."""
    tops, bottoms = pair(numerators, denominators)
    ratios = {Fraction(d, n) for d, n in zip(tops, bottoms, strict=True) if n}
    stray = any(d for d, n in zip(tops, bottoms, strict=True) if not n)
    return len(tops) == 1 or (len(ratios) == 1 and not stray)


def variance(numerators: Sequence[int], denominators: Sequence[int]) -> Fraction | None:
    """Exact variance of the ratio over the draws that have one; its root is the standard error.

    Needs no law, so it stays cheap where the law is out of reach; None where it does not.
    Raises UsageError as `law` does.
    """
    tops, bottoms = pair(numerators, denominators)
    _points(tops, bottoms)
    return ratio_variance(tops, bottoms)


def law_quantiles(
    numerators: Sequence[int], denominators: Sequence[int], levels: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Lower quantiles at p/q for each (p, q), as (numerator, denominator) in lowest terms."""
    exact = law(numerators, denominators)
    return [exact.quantile(Fraction(p, q)).as_integer_ratio() for p, q in levels]


@lru_cache(maxsize=32)
def _expanded(tops: tuple[int, ...], bottoms: tuple[int, ...]) -> Law:
    """The law itself; kept, since a study asks for the same statistic in tables and in prose."""
    points = _points(tops, bottoms)
    charted = chart(list(points))
    counts = dict(zip(charted.cells, points.values(), strict=True))
    ratios = [Fraction(top, bottom) for bottom, top in points if bottom]
    ends = (min(ratios), max(ratios)) if min(bottoms) else None
    weights = _weights(charted, counts, len(tops))
    return Law(_grid(charted, len(tops)), weights, len(tops), ends)


def _points(numerators: Sequence[int], denominators: Sequence[int]) -> dict[tuple[int, int], int]:
    """Distinct (denominator, numerator) pairs and how many clusters have each, in sorted order."""
    if not any(denominators):
        raise UsageError("every cluster's denominator is 0: there is nothing to divide by")
    return dict(sorted(Counter(zip(denominators, numerators, strict=True)).items()))


def _cost(charted: Chart, clusters: int) -> Reach:
    states = (charted.rows * clusters + 1) * (charted.columns * clusters + 1)
    octets = lane_octets(clusters**clusters) if clusters < 100_000 else 2 * clusters
    if charted.rows:
        return Reach(states, octets, states * (octets + 20) * len(charted.cells))
    return Reach(states, octets, states * (octets + 100) * len(charted.cells))


def _weights(charted: Chart, counts: dict[tuple[int, int], int], clusters: int) -> list[int]:
    if charted.rows:
        return planar_power(counts, clusters)[0]
    base = [0] * (charted.columns + 1)
    for (_, column), count in counts.items():
        base[column] += count
    return power(base, clusters)


def _grid(charted: Chart, clusters: int) -> Grid:
    (bottom, top), (bottom_down, top_down), (bottom_along, top_along) = charted[:3]
    return Grid(
        charted.rows * clusters + 1,
        charted.columns * clusters + 1,
        top * clusters,
        top_down,
        top_along,
        bottom * clusters,
        bottom_down,
        bottom_along,
    )
