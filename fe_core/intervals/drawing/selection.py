"""Order statistics of drawn ratios: exact, and only the tails are ever looked at one by one.

Thresholds come from the first 1,024 draws. Which draws lie in a tail is decided for all draws at
once, in lanes of one big integer, and only those few hundred are sorted.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import ceil, floor, isqrt
from operator import itemgetter, truediv
from typing import NamedTuple

from fe_core.intervals.drawing.tallies import Sums, little

_SAMPLE = 1024
Ratio = tuple[int, int]
Ranks = Callable[[int], Sequence[int]]


class Ordered(NamedTuple):
    """How many draws have a ratio, and the exact ratios at the ranks asked for (from 0)."""

    defined: int
    at: Mapping[int, Fraction]


def order_statistics(sums: Sums, ratios: Sequence[Ratio], ranks: Ranks) -> list[Ordered]:
    """Order statistics of each ratio (numerator column, denominator column) of the drawn sums.

    ranks: from the number of draws that have a ratio to the ranks wanted. A draw whose
    denominator is 0 has none.
    """
    columns: dict[int, _Denominator] = {}
    found = []
    for top, bottom in ratios:
        if bottom not in columns:
            columns[bottom] = _Denominator(sums, bottom)
        found.append(_ordered(sums, top, columns[bottom], ranks))
    return found


class _Denominator:
    """A denominator column: its values, whether any is 0, and its two halves in wide lanes."""

    def __init__(self, sums: Sums, column: int) -> None:
        self.values = sums.true(column)
        self.most = sums.most[column]
        self.complete = sums.least[column] > 0 or all(self.values)
        self.lanes: _Lanes | None = None
        if self.complete and not sums.lifts[column] and len(self.values) >= 4 * _SAMPLE:
            self.lanes = _lanes(sums.columns[column])


def _ordered(sums: Sums, top: int, bottom: _Denominator, ranks: Ranks) -> Ordered:
    size = max(abs(sums.least[top]), abs(sums.most[top]))
    if bottom.complete and bottom.lanes is not None and size * bottom.most < 2**51:
        tails = _Tails(sums, top, bottom, size)
        found = tails.ranked(sorted(ranks(len(bottom.values))))
        if found is not None:
            return Ordered(len(bottom.values), found)
    return _sorted_all(sums.true(top), bottom.values, ranks)


def _sorted_all(tops: Sequence[int], bottoms: Sequence[int], ranks: Ranks) -> Ordered:
    """Order statistics by sorting every draw that has a ratio."""
    pairs = [(d, n) for d, n in zip(tops, bottoms, strict=True) if n]
    if not pairs:
        return Ordered(0, {})
    largest = max(n for _, n in pairs)
    # Different ratios differ by at least 1/largest², so these floors keep them apart.
    shift = 2 * largest.bit_length() + 1
    keys = sorted([(d << shift) // n for d, n in pairs])
    picked = {rank: Fraction(2 * keys[rank] + 1, 2 << shift) for rank in ranks(len(keys))}
    return Ordered(
        len(keys), {rank: value.limit_denominator(largest) for rank, value in picked.items()}
    )


class _Lanes(NamedTuple):
    """A column as two integers: its even and its odd draws, in lanes of twice its width."""

    even: int
    odd: int
    bits: int
    ones: int


def _lanes(column: Sequence[int]) -> _Lanes | None:
    if not isinstance(column, array) or column.typecode == "Q":
        return None
    bits = 16 * column.itemsize
    pairs = (len(column) + 1) // 2
    ones = ((1 << bits * pairs) - 1) // ((1 << bits) - 1)
    low = ones * ((1 << bits // 2) - 1)
    packed = int.from_bytes(little(column), "little")
    return _Lanes(packed & low, packed >> bits // 2 & low, bits, ones)


class _Tails:
    """The lower and upper draws of one ratio.

    Keys are double quotients: while |D|·N stays below 2^51 two different ratios differ by more
    than a unit in the last place, so correctly rounded quotients order draws exactly.
    """

    def __init__(self, sums: Sums, top: int, bottom: _Denominator, size: int) -> None:
        self._column = sums.columns[top]
        self._lift = sums.lifts[top]
        self._bottom = bottom
        self._size = size

    def ranked(self, ranks: Sequence[int]) -> dict[int, Fraction] | None:
        """The ratios at these ranks, or None where a quick look at the tails cannot tell."""
        count = len(self._column)
        low = [rank for rank in ranks if 4 * rank < count]
        high = [rank for rank in ranks if 4 * (count - 1 - rank) < count]
        lanes = _lanes(self._column)
        if lanes is None or len(low) + len(high) < len(ranks):
            return None
        sample = sorted(self._keys(range(_SAMPLE)))
        least = sample[_margin(max(low), count)] if low else sample[0]
        most = sample[-1 - _margin(count - 1 - min(high), count)] if high else sample[-1]
        chosen = self._chosen(lanes, least, most)
        if chosen is None:
            return None
        keys = sorted(self._keys(chosen))
        below = [key for key in keys if key <= least]
        above = [key for key in keys if key >= most]
        if max(low, default=-1) >= len(below) or count - min(high, default=count) > len(above):
            return None
        picked = {rank: below[rank] for rank in low}
        picked |= {rank: above[rank - count] for rank in high}
        return {rank: self._exact(key) for rank, key in picked.items()}

    def _keys(self, draws: Sequence[int]) -> list[float]:
        if len(draws) < 2:
            return [(self._column[b] - self._lift) / self._bottom.values[b] for b in draws]
        tops: Iterable[int] = itemgetter(*draws)(self._column)
        if self._lift:
            tops = [value - self._lift for value in tops]
        return list(map(truediv, tops, itemgetter(*draws)(self._bottom.values)))

    def _exact(self, key: float) -> Fraction:
        return Fraction(key).limit_denominator(self._bottom.most)

    def _chosen(self, top: _Lanes, least: float, most: float) -> list[int] | None:
        """Draws with ratio ≤ least or ≥ most, and perhaps some just inside.

        The test D·q ≤ N·p with q a power of two runs in all lanes at once; the top bit of a lane
        holds its answer. None where a lane is too narrow for it.
        """
        bottom = self._bottom.lanes
        half = 1 << (top.bits - 1)
        reach = self._size + self._bottom.most * (ceil(max(abs(least), abs(most))) + 1)
        shift = min(24, half.bit_length() - 2 - reach.bit_length())
        if bottom is None or bottom.bits != top.bits or shift < 4:
            return None
        low, high = ceil(least * (1 << shift)), floor(most * (1 << shift))
        under = top.ones * (half + (self._lift << shift))
        over = top.ones * (half - (self._lift << shift))
        flags = []
        for d, n in ((top.even << shift, bottom.even), (top.odd << shift, bottom.odd)):
            flags.append((under + low * n - d | over + d - high * n) & top.ones * half)
        flagged = flags[0] >> top.bits // 2 | flags[1]
        octets = top.bits // 16
        raw = flagged.to_bytes(2 * octets * ((len(self._column) + 1) // 2), "little")
        return _positions(raw[octets - 1 :: octets][: len(self._column)])


def _positions(flags: bytes) -> list[int]:
    """Where the bytes with the top bit set stand."""
    gaps = flags.split(b"\x80")
    return [end - 1 for end in accumulate([len(gap) + 1 for gap in gaps[:-1]])]


def _margin(rank: int, count: int) -> int:
    """A sample rank that almost surely lies beyond the wanted rank: four deviations above."""
    expected = rank * _SAMPLE // count + 1
    return min(_SAMPLE - 1, expected + 4 * isqrt(expected) + 2)
