"""The least and the greatest sample variance of values that are only known within spans."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product

from offline_reproduction.audit.values.spans import Span

MOST_CORNERS = 12
"""Values up to which every corner of the box is tried; beyond, a wider bound is used."""


def deviation_squares(spans: Sequence[Span]) -> tuple[Fraction, Fraction]:
    """Bounds of the sample variance (divisor n − 1), ends counted as inside.

    The variance is convex, so its greatest value is at a corner of the box; its least value has
    every entry as near as possible to a common centre. Raises ValueError for fewer than two spans.
    """
    if len(spans) < 2:
        raise ValueError(f"a deviation needs at least two values, got {len(spans)}")
    return _least(spans), _greatest(spans)


def variance(values: Sequence[Fraction]) -> Fraction:
    """Exact sample variance."""
    center = sum(values, Fraction(0)) / len(values)
    squares = sum(((value - center) ** 2 for value in values), Fraction(0))
    return squares / (len(values) - 1)


def _greatest(spans: Sequence[Span]) -> Fraction:
    if len(spans) > MOST_CORNERS:
        low, high = min(part.low for part in spans), max(part.high for part in spans)
        return len(spans) * (high - low) ** 2 / (4 * (len(spans) - 1))
    corners = product(*({part.low, part.high} for part in spans))
    return max(variance(corner) for corner in corners)


def _least(spans: Sequence[Span]) -> Fraction:
    """Between two neighbouring ends the clamped entries are fixed, so the centre is linear there.

    With entries clamped to a centre c, c is best where it is the mean of the clamped-away entries;
    the candidates are those means and the ends themselves.
    """
    ends = sorted({end for part in spans for end in (part.low, part.high)})
    candidates = list(ends)
    for left, right in pairwise(ends):
        middle = (left + right) / 2
        away = [_clamp(part, middle) for part in spans if not part.low <= middle <= part.high]
        if away:
            center = sum(away, Fraction(0)) / len(away)
            if left <= center <= right:
                candidates.append(center)
    return min(variance([_clamp(part, center) for part in spans]) for center in candidates)


def _clamp(part: Span, center: Fraction) -> Fraction:
    return min(max(center, part.low), part.high)
