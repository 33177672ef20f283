"""How many clusters a bootstrap really has, and when that is too few."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.intervals.columns import integers

THRESHOLD = 30
"""Effective clusters below which a percentile interval is warned about.

Source: Cameron, Gelbach and Miller, Bootstrap-Based Improvements for Inference with Clustered
Errors (2008), call five to thirty clusters few: intervals there cover less than they claim.
"""


class Effective(NamedTuple):
    """Kish's effective number of clusters beside the plain one; None where all sizes are 0."""

    clusters: int
    effective: Fraction | None
    warnings: tuple[str, ...]


def effective_clusters(sizes: Sequence[int], *, threshold: int = THRESHOLD) -> Effective:
    """(Σ size)² / Σ size²: K clusters of one size count K, one that holds everything counts 1.

    sizes: each cluster's denominator. A warning is given below `threshold`.
    Source: Kish, Survey Sampling (1965), on unequal weights.

    >>> str(effective_clusters([3, 1, 1, 1]).effective)
    '3'
    """
    sizes = integers(sizes, "sizes")
    squares = sum(size * size for size in sizes)
    effective = Fraction(sum(sizes) ** 2, squares) if squares else None
    if effective is None or effective >= threshold:
        return Effective(len(sizes), effective, ())
    warning = (
        f"effective clusters {float(effective):.1f} of {len(sizes)}, below {threshold}: "
        "a percentile interval is likely to be too short"
    )
    return Effective(len(sizes), effective, (warning,))
