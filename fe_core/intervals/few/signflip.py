"""Exact sign-flip test of paired differences over few clusters."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from fe_core.errors import FeError, UsageError
from fe_core.intervals.columns import integers

LIMIT = 4_000_000
"""Largest table of counts in bytes: about a second in plain Python."""


class FlipTooLargeError(FeError):
    """The table of all sign-flipped totals would pass the stated limit."""


class SignFlip(NamedTuple):
    """How many of the 2^K ways to flip whole clusters give a total at least as extreme.

    total: the observed sum. greater, less: flips with a total ≥ and ≤ it; two_sided: with an
    absolute total ≥ its absolute value.
    """

    total: int
    clusters: int
    greater: int
    less: int
    two_sided: int

    @property
    def p(self) -> Fraction:
        """Two-sided p value."""
        return Fraction(self.two_sided, 2**self.clusters)

    @property
    def p_greater(self) -> Fraction:
        """p value against a difference above 0."""
        return Fraction(self.greater, 2**self.clusters)

    @property
    def p_less(self) -> Fraction:
        """p value against a difference below 0."""
        return Fraction(self.less, 2**self.clusters)


def sign_flip(differences: Sequence[int], *, limit: int = LIMIT) -> SignFlip:
    """Flip the sign of each cluster's summed difference, all 2^K ways, and count.

    differences: one integer per cluster (first minus second, summed within the cluster); the
    denominator does not change under the null hypothesis and is left out. A cluster without a
    difference counts both ways.
    Raises UsageError for no cluster, FlipTooLargeError beyond `limit` bytes.

    >>> sign_flip([3, 1, 1, 0]).p
    Fraction(1, 4)
    """
    differences = integers(differences, "differences")
    if not differences:
        raise UsageError("a sign-flip test needs at least one cluster")
    step = gcd(*differences) or 1
    sizes = [abs(value) // step for value in differences]
    total = sum(differences)
    counts = _counts(sizes, limit)
    reach = sum(sizes)
    at = total // step
    greater = sum(counts[(at + reach + 1) // 2 :])
    less = sum(counts[: (at + reach) // 2 + 1])
    edge = (reach - abs(at)) // 2
    two_sided = 2 ** len(sizes) if not at else sum(counts[: edge + 1]) + sum(counts[reach - edge :])
    return SignFlip(total, len(differences), greater, less, two_sided)


def _counts(sizes: Sequence[int], limit: int) -> list[int]:
    """How many flips give the total 2·j − Σ sizes, for j from 0: lanes of one big integer."""
    octets = len(sizes) // 8 + 1
    lanes = sum(sizes) + 1
    if octets * lanes > limit:
        raise FlipTooLargeError(
            f"the exact sign-flip test needs {octets * lanes} bytes, limit={limit}; "
            "use an interval or a larger limit"
        )
    packed = 1
    for size in sizes:
        packed += packed << 8 * octets * size
    raw = packed.to_bytes(octets * lanes, "little")
    return [int.from_bytes(raw[at : at + octets], "little") for at in range(0, len(raw), octets)]
