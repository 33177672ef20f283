"""A fixed order that visits a long list evenly, so that a witness anywhere in it comes early."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

STEP = 2_654_435_769
"""The odd integer next to 2**32 over the golden ratio (Knuth, TAOCP 3, 6.4)."""


def mixed(items: Sequence[T]) -> list[T]:
    """The items by the fractional parts of their positions' golden multiples.

    >>> mixed("abcdef")
    ['a', 'f', 'c', 'e', 'b', 'd']
    """
    order = sorted(range(len(items)), key=lambda position: position * STEP % 2**32)
    return [items[position] for position in order]
