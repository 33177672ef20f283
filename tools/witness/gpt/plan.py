"""Sums per union component that print the intervals over 13 components, before any answer.

An interval over unequal clusters depends on the clusters' sums alone, so these are looked for
first, each within the bounds that the earlier ones leave, and handed to the solver as equalities.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tools.witness.gpt.facts import INTERVALS
from tools.witness.gpt.search import Goal, Part, Search, Sums

_PRINTED = {found.name: found for found in INTERVALS}


class Plan(NamedTuple):
    """Sums per component: right answers, changed answers, right in both and agreeing with zero."""

    primary: Sums
    repeat: Sums
    zero: Sums
    primary_repeat_changed: Sums
    zero_repeat_changed: Sums
    primary_zero_changed: Sums
    zero_repeat_both: Sums
    both: tuple[Sums, ...]
    agree: tuple[Sums, ...]


def plan(sizes: Sequence[int], seed: int = 0) -> Plan:
    """Sums for components of these sizes (in items); the same sizes and seed give the same sums."""
    search = Search(sizes, random.Random(f"gpt plan {seed}"))
    repeat, primary, zero = _right(search)
    changed, zero_changed, between = _changed(search, repeat, primary, zero)
    both = _both(search, repeat, zero, zero_changed)
    boths, agrees = [], []
    for rotation in (1, 2, 3):
        boths.append(_both_rotated(search, rotation, both, zero))
        agrees.append(_agree_rotated(search, rotation, zero_changed, boths[-1], zero))
    return Plan(
        primary,
        repeat,
        zero,
        changed,
        zero_changed,
        between,
        both,
        tuple(boths),
        tuple(agrees),
    )


def _sums(search: Search, name: str, low: Sequence[int], high: Sequence[int]) -> Sums:
    """Sums of the named statistic within bounds."""
    found = _PRINTED[name]
    return search.together([Part(found.total, low, high)], [Goal((1,), found.unions)], name)[0]


def _right(search: Search) -> tuple[Sums, Sums, Sums]:
    sizes = search.sizes
    least, most = [size // 8 for size in sizes], [(7 * size) // 8 for size in sizes]
    repeat = _sums(search, "repeat right", least, most)
    low = [q - high for q, high in zip(repeat, most, strict=True)]
    high = [q - low for q, low in zip(repeat, least, strict=True)]
    gained = _PRINTED["repeat minus primary"]
    over_zero = _PRINTED["repeat minus zero"]
    gain, zero_gain = search.together(
        [Part(gained.total, low, high), Part(over_zero.total, low, high)],
        [
            Goal((1, 0), gained.unions),
            Goal((0, 1), over_zero.unions),
            Goal((1, -1), _PRINTED["zero minus primary"].unions),
        ],
        "right answers",
    )
    return repeat, _less(repeat, gain), _less(repeat, zero_gain)


def _changed(search: Search, repeat: Sums, primary: Sums, zero: Sums) -> tuple[Sums, Sums, Sums]:
    sizes = search.sizes
    first = _sums(search, "primary-repeat changed", *_changes(sizes, primary, repeat))
    second = _sums(search, "zero-repeat changed", *_changes(sizes, zero, repeat))
    low, high = _changes(sizes, primary, zero)
    low = _each(max, low, [abs(a - b) for a, b in zip(first, second, strict=True)])
    high = _each(min, high, [a + b for a, b in zip(first, second, strict=True)])
    return first, second, _sums(search, "primary-zero changed", low, high)


def _changes(sizes: Sums, one: Sums, other: Sums) -> tuple[list[int], list[int]]:
    """Bounds on changed answers: what the right counts force, and room for some agreement."""
    low = [abs(a - b) for a, b in zip(one, other, strict=True)]
    high = [size - max(1, a + b - size) for size, a, b in zip(sizes, one, other, strict=True)]
    return low, high


def _both(search: Search, repeat: Sums, zero: Sums, changed: Sums) -> Sums:
    """Right in both: 2·both ≥ right + right − changed, since only changed answers differ."""
    rows = list(zip(search.sizes, repeat, zero, changed, strict=True))
    low = [max(0, a + b - size, -((d - a - b) // 2)) for size, a, b, d in rows]
    high = [min(a, b, size - d) for size, a, b, d in rows]
    return _sums(search, "zero-repeat both right", low, high)


def _both_rotated(search: Search, rotation: int, both: Sums, zero: Sums) -> Sums:
    low = [b - right for b, right in zip(both, zero, strict=True)]
    over = _sums(search, f"both right over rotation {rotation}", low, both)
    return _less(both, over)


def _agree_rotated(search: Search, rotation: int, changed: Sums, both: Sums, zero: Sums) -> Sums:
    """Agreeing answers are right in both or the same wrong one where rotation 0 is wrong."""
    agree = _less(search.sizes, changed)
    rows = list(zip(search.sizes, agree, both, zero, strict=True))
    low = [k - (b + size - right) for size, k, b, right in rows]
    high = [k - b for _, k, b, _ in rows]
    over = _sums(search, f"agree over rotation {rotation}", low, high)
    return _less(agree, over)


def _less(one: Sums, other: Sums) -> Sums:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def _each(pick: Callable[[int, int], int], one: Sequence[int], other: Sequence[int]) -> list[int]:
    return [pick(a, b) for a, b in zip(one, other, strict=True)]
