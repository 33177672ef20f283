"""Clustered standard errors of a ratio, exact up to the root."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from fe_core.intervals.columns import pair
from fe_core.numbers.exact import Root


class SmallSample(Enum):
    """What the sum of squared cluster residuals is multiplied by; K is the number of clusters."""

    NONE = "CR0: 1"
    CR1 = "CR1: K/(K-1)"


def clustered_error(
    numerators: Sequence[int],
    denominators: Sequence[int],
    factor: SmallSample = SmallSample.CR1,
) -> Root | None:
    """Linearised standard error of Σ numerators / Σ denominators, residuals summed by cluster.

    With estimate r, the square is factor · Σ_c (d_c − r·n_c)² / (Σ_c n_c)². None for a single
    cluster under CR1, and where there is nothing to divide by.
    Raises UsageError for tallies that are no whole numbers a cluster.
    Source: Liang and Zeger, Longitudinal Data Analysis Using Generalized Linear Models (1986);
    Miller, Adding Error Bars to Evals (2024), section 2.2, has factor 1.

    >>> clustered_error([1, 0, 1, 0], [1, 1, 1, 1], SmallSample.NONE).square
    Fraction(1, 16)
    """
    numerators, denominators = pair(numerators, denominators)
    clusters, bottom = len(numerators), sum(denominators)
    if not bottom or (factor is SmallSample.CR1 and clusters < 2):
        return None
    ratio = Fraction(sum(numerators), bottom)
    pairs = zip(numerators, denominators, strict=True)
    residuals = [(d - ratio * n) ** 2 for d, n in pairs]
    square = sum(residuals, Fraction(0)) / bottom**2
    return Root(square * clusters / (clusters - 1) if factor is SmallSample.CR1 else square)
