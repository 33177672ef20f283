"""Binomial tails and the points of beta distributions, deterministic on every machine.

Arithmetic is decimal with 40 digits (correctly rounded operations, integer powers within one
unit in the last place), so that every value here has a relative error below 1e-30.
"""

from __future__ import annotations

from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import comb

_DIGITS = 40
_NEGLIGIBLE = Decimal(10) ** -34
GRID = 10**9
"""Beta points are given on this grid, rounded outwards."""


def at_least(n: int, k: int, p: Fraction) -> Decimal:
    """P(Binomial(n, p) ≥ k): also P(Beta(k, n−k+1) ≤ p), the law of the k-th of n order statistics.

    >>> at_least(2, 1, Fraction(1, 2))
    Decimal('0.75')
    """
    if k <= 0 or p >= 1:
        return Decimal(1 if k <= n else 0)
    if k > n or p <= 0:
        return Decimal(0)
    with localcontext(Context(prec=_DIGITS)):
        share = decimal(p)
        if k > n * share:
            return _run(n, k, share, 1)
        return 1 - _run(n, k - 1, share, -1)


def decimal(value: Fraction) -> Decimal:
    """The fraction in 40 digits."""
    with localcontext(Context(prec=_DIGITS)):
        return Decimal(value.numerator) / Decimal(value.denominator)


@lru_cache(maxsize=256)
def choose(n: int, k: int) -> Decimal:
    """Binomial coefficient in 40 digits."""
    with localcontext(Context(prec=_DIGITS)):
        return +Decimal(comb(n, k))


@lru_cache(maxsize=1024)
def beta_point_below(k: int, n: int, tail: Fraction) -> Fraction:
    """The largest grid point x with P(the k-th smallest of n uniform draws ≤ x) ≤ tail."""
    if k < 1:
        return Fraction(0)
    limit = decimal(tail)
    low, high = 0, GRID
    while high - low > 1:
        middle = (low + high) // 2
        if at_least(n, k, Fraction(middle, GRID)) <= limit:
            low = middle
        else:
            high = middle
    return Fraction(low, GRID)


@lru_cache(maxsize=1024)
def beta_point_above(k: int, n: int, tail: Fraction) -> Fraction:
    """The smallest grid point x with P(the k-th smallest of n uniform draws > x) ≤ tail."""
    if k > n:
        return Fraction(1)
    return 1 - beta_point_below(n - k + 1, n, tail)


def _run(n: int, k: int, share: Decimal, step: int) -> Decimal:
    """P(k) + P(k + step) + … away from the mean, until terms no longer matter."""
    odds = share / (1 - share)
    term = choose(n, k) * share**k * (1 - share) ** (n - k)
    total = Decimal(0)
    while term > total * _NEGLIGIBLE and 0 <= k <= n:
        total += term
        term *= odds * (n - k) / (k + 1) if step > 0 else k / (odds * (n - k + 1))
        k += step
    return total
