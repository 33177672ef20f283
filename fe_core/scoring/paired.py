"""Two runs on the same items: the 2×2 table and McNemar's exact test."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb
from typing import NamedTuple


class Paired(NamedTuple):
    """Counts of items by who was right."""

    both: int
    first: int
    second: int
    neither: int

    @property
    def total(self) -> int:
        """All items."""
        return sum(self)

    @property
    def gain(self) -> int:
        """Right answers that the second run has more than the first."""
        return self.second - self.first


def paired(outcomes: Iterable[tuple[bool, bool]]) -> Paired:
    """Count (first is right, second is right)."""
    cells = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for first, second in outcomes:
        cells[first, second] += 1
    return Paired(*cells.values())


def mcnemar(first_only: int, second_only: int) -> Fraction:
    """McNemar's exact two-sided p-value: twice the smaller binomial tail at 1/2, at most 1.

    Raises ValueError for negative counts. Source: the binomial form of McNemar (1947).

    >>> mcnemar(1, 5)
    Fraction(7, 32)
    """
    if min(first_only, second_only) < 0:
        raise ValueError(f"counts are at least 0, got {first_only!r} and {second_only!r}")
    n = first_only + second_only
    tail = sum(comb(n, k) for k in range(min(first_only, second_only) + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**n))
