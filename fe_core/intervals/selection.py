"""Order statistics of drawn ratios, exact, without sorting more than the tails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import isqrt
from operator import truediv

_SAMPLE = 1024


def ratio_order_statistics(
    numerators: Sequence[int],
    denominators: Sequence[int],
    ranks: Callable[[int], Sequence[int]],
    *,
    constant: int | None = None,
) -> tuple[int, dict[int, Fraction]]:
    """How many draws have a ratio, and the ratios of given ranks (from 0) among them, exactly.

    numerators, denominators: the sums of each draw, denominators not negative. ranks: from the
    number of defined draws to the ranks wanted. constant: the denominator of every draw, where
    all clusters have the same.
    """
    if constant is not None:
        wanted = ranks(len(numerators)) if constant else []
        found = _counted(numerators, wanted) if wanted else {}
        return len(numerators) if constant else 0, {r: Fraction(v, constant) for r, v in found.items()}
    if not all(denominators):
        pairs = [(d, n) for d, n in zip(numerators, denominators, strict=True) if n]
        numerators = [d for d, _ in pairs]
        denominators = [n for _, n in pairs]
    if not numerators:
        return 0, {}
    largest = max(denominators)
    keys, shift = _keys(numerators, denominators, largest)
    picked = _ranked(keys, sorted(ranks(len(numerators))))
    return len(numerators), {r: _ratio(key, shift, largest) for r, key in picked.items()}


def _counted(values: Sequence[int], ranks: Sequence[int]) -> dict[int, int]:
    """Order statistics of values that repeat a lot."""
    counts = Counter(values)
    ordered = sorted(counts)
    ends = list(accumulate(counts[value] for value in ordered))
    return {
        rank: next(v for v, end in zip(ordered, ends, strict=True) if rank < end) for rank in ranks
    }


def _keys(
    numerators: Sequence[int], denominators: Sequence[int], largest: int
) -> tuple[Sequence[float], int]:
    """Keys that order draws exactly as their ratios do, equal ratios having equal keys.

    While |D|·N stays below 2^51, two different ratios differ by more than a unit in the last
    place, so the correctly rounded double quotient tells them apart; else ⌊D·2^shift / N⌋ does.
    """
    if max(max(numerators), -min(numerators)) * largest < 2**51:
        return list(map(truediv, numerators, denominators)), 0
    shift = 2 * largest.bit_length() + 1
    return [(d << shift) // n for d, n in zip(numerators, denominators, strict=True)], shift


def _ratio(key: float, shift: int, largest: int) -> Fraction:
    """The one ratio with denominator ≤ largest that has this key."""
    if not shift:
        return Fraction(key).limit_denominator(largest)
    return Fraction(2 * int(key) + 1, 2 << shift).limit_denominator(largest)


def _ranked(keys: Sequence[float], ranks: Sequence[int]) -> dict[int, float]:
    """Order statistics: thresholds from the first draws, then only the tails are sorted."""
    count = len(keys)
    low = [rank for rank in ranks if 4 * rank < count]
    high = [rank for rank in ranks if 4 * (count - 1 - rank) < count]
    if count < 4 * _SAMPLE or len(low) + len(high) < len(ranks):
        ordered = sorted(keys)
        return {rank: ordered[rank] for rank in ranks}
    sample = sorted(keys[:_SAMPLE])
    found: dict[int, float] = {}
    if low:
        found |= _lowest(keys, low, sample[_margin(max(low), count)])
    if high:
        found |= _highest(keys, high, sample[-1 - _margin(count - 1 - min(high), count)])
    return found


def _margin(rank: int, count: int) -> int:
    """A sample rank that almost surely lies beyond the wanted rank: four deviations above."""
    expected = rank * _SAMPLE // count + 1
    return min(_SAMPLE - 1, expected + 4 * isqrt(expected) + 2)


def _lowest(keys: Sequence[float], ranks: Sequence[int], threshold: float) -> dict[int, float]:
    tail = sorted([key for key in keys if key <= threshold])
    if max(ranks) >= len(tail):
        tail = sorted(keys)
    return {rank: tail[rank] for rank in ranks}


def _highest(keys: Sequence[float], ranks: Sequence[int], threshold: float) -> dict[int, float]:
    count = len(keys)
    tail = sorted([key for key in keys if key >= threshold], reverse=True)
    if count - min(ranks) > len(tail):
        tail = sorted(keys, reverse=True)
    return {rank: tail[count - 1 - rank] for rank in ranks}
