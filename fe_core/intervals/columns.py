"""Columns of integers as strangers bring them: lists, arrays, anything that holds whole numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from operator import index
from typing import SupportsIndex

from fe_core.errors import UsageError

_LASTING = (list, tuple, array)
"""What can be read a second time."""


def integers(values: Iterable[SupportsIndex], name: str) -> tuple[int, ...]:
    """The values as Python integers, one per cluster; raises UsageError for anything else.

    >>> integers([3, True], "numerators")
    (3, 1)
    """
    try:
        return tuple(map(index, values))
    except TypeError as error:
        raise UsageError(f"{name} must be whole numbers, one per cluster: {error}") from None


def signed(values: Iterable[SupportsIndex], name: str) -> Sequence[int]:
    """The values as an array of 64-bit integers, or as `integers` has them where one is larger."""
    if not isinstance(values, bytes | bytearray):  # an array would take these for its own memory
        values = values if isinstance(values, _LASTING) else tuple(values)
        try:
            return array("q", values)
        except (OverflowError, TypeError):
            pass
    return integers(values, name)


def pair(
    numerators: Iterable[SupportsIndex], denominators: Iterable[SupportsIndex]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Numerators and denominators of the same, at least one, clusters.

    Raises UsageError for anything else, and for a negative denominator.
    """
    tops, bottoms = integers(numerators, "numerators"), integers(denominators, "denominators")
    if len(tops) != len(bottoms) or not tops:
        raise UsageError(
            "a ratio needs one numerator and one denominator for each of at least one cluster, "
            f"got {len(tops)} and {len(bottoms)}"
        )
    if min(bottoms) < 0:
        raise UsageError(f"denominators must not be negative, got {min(bottoms)}")
    return tops, bottoms
