"""The distribution of a ratio over all draws: probabilities, quantiles and atoms, all exact."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import ceil, floor
from typing import NamedTuple

from fe_core.errors import UsageError

_FEW = 64
"""Part of all draws, and of all values, below which single cells are sorted."""


class Atom(NamedTuple):
    """A value of the law and the number of draws, out of K^K, that give it."""

    value: Fraction
    weight: int


class Grid(NamedTuple):
    """Sums of K draws in rows of cells: (r, c) has numerator top + r·top_down + c·top_along."""

    rows: int
    columns: int
    top: int
    top_down: int
    top_along: int
    bottom: int
    bottom_down: int
    bottom_along: int


class Law:
    """Distribution of the ratio over all draws that have one; made by `law`.

    clusters: K. defined: how many of the `draws` = K^K equally likely draws have a denominator.
    """

    __slots__ = ("_counts", "_grid", "_keys", "_shift", "_sums", "clusters", "defined", "draws")

    def __init__(
        self,
        grid: Grid,
        weights: list[int],
        clusters: int,
        ends: tuple[Fraction, Fraction] | None = None,
    ) -> None:
        """weights: one per cell, row by row. ends: bounds of the values, where they are known."""
        self._grid = grid
        self.clusters = clusters
        self.draws = clusters**clusters
        _forget_undefined(grid, weights)
        self._sums = list(accumulate(weights, initial=0))
        self.defined = self._sums[-1]
        corners = _corner_denominators(grid)
        # Distinct values differ by at least 1/corner², so floor(value·2^shift) tells them apart.
        self._shift = 2 * max(corners).bit_length() + 1
        low, high = ends or (Fraction(-_reach(grid)), Fraction(_reach(grid)))
        # Keys met so far and the draws up to each; the least has none, the greatest all.
        self._keys = [floor(low * (1 << self._shift)) - 1, floor(high * (1 << self._shift))]
        self._counts = [0, self.defined]

    @property
    def undefined(self) -> Fraction:
        """Probability that a draw's denominators sum to zero."""
        return Fraction(self.draws - self.defined, self.draws)

    def below(self, value: Fraction) -> Fraction:
        """P(ratio < value) among draws that have a ratio."""
        return Fraction(self._weight_below(value.numerator, value.denominator), self.defined)

    def up_to(self, value: Fraction) -> Fraction:
        """P(ratio ≤ value) among draws that have a ratio."""
        above = self._weight_above(value.numerator, value.denominator)
        return Fraction(self.defined - above, self.defined)

    def quantile(self, p: Fraction) -> Fraction:
        """The lower p-quantile: the smallest x with P(ratio ≤ x) ≥ p (least value at p = 0)."""
        _probability(p)
        wanted = -(-p.numerator * self.defined // p.denominator)
        return self._value_at(max(wanted, 1))

    def upper_quantile(self, p: Fraction) -> Fraction:
        """The upper p-quantile: the smallest x with P(ratio ≤ x) > p (greatest value at p = 1)."""
        _probability(p)
        return self._value_at(min(p.numerator * self.defined // p.denominator + 1, self.defined))

    def span(self, low: Fraction, high: Fraction, slack: Fraction) -> tuple[Fraction, Fraction]:
        """Values around the quantiles from `low` to `high`, each up to `slack` further out.

        Cheaper than two quantiles, for callers who need a range and no exact end.
        """
        spare = int(slack * self.defined)
        first = self._key_at(max(int(low * self.defined) - spare, 1), spare)
        last = self._key_at(min(max(ceil(high * self.defined), 1), self.defined), spare)
        return Fraction(first, 1 << self._shift), Fraction(last + 1, 1 << self._shift)

    def between(self, low: Fraction, high: Fraction) -> list[Atom]:
        """The atoms with low ≤ value ≤ high, ascending."""
        weights: Counter[int] = Counter()
        values: dict[int, tuple[int, int]] = {}
        for top, bottom, weight in self._cells_between(low, high):
            key = (top << self._shift) // bottom
            weights[key] += weight
            values[key] = top, bottom
        return [Atom(Fraction(*values[key]), weights[key]) for key in sorted(values)]

    def atoms(self) -> list[Atom]:
        """Every value with its weight, ascending; slow where the law has many states."""
        least, most = self.quantile(Fraction(0)), self.quantile(Fraction(1))
        return self.between(least, most)

    def _value_at(self, wanted: int) -> Fraction:
        """The value of the draw at position `wanted` (from 1) when draws are sorted by value."""
        key = self._key_at(wanted)
        middle = Fraction(2 * key + 1, 2 << self._shift)
        return middle.limit_denominator(1 << (self._shift // 2))

    def _key_at(self, wanted: int, spare: int = 0) -> int:
        """The smallest key with `wanted` draws up to it; spare: or with at most so many more.

        Halving and interpolation in turn; once few cells are left, all of them are sorted.
        """
        halve = False
        while True:
            at = bisect_left(self._counts, wanted)
            low, high = self._keys[at - 1], self._keys[at]
            under, over = self._counts[at - 1], self._counts[at]
            if high - low == 1 or over - wanted < spare:
                return high
            few = (over - under) * _FEW < self.defined
            if few and (high - low) * _FEW < self._keys[-1] - self._keys[0] and self._grid.rows > 8:
                self._sort_between(at)
                continue
            middle = (low + high) // 2
            if not halve:
                near = (high - low) * (2 * (wanted - under) - 1) // (2 * (over - under))
                middle = min(max(low + near, low + 1), high - 1)
            halve = not halve
            self._keys.insert(at, middle)
            self._counts.insert(at, self._weight_below(middle + 1, 1 << self._shift))

    def _sort_between(self, at: int) -> None:
        """Learn every key between two known ones, and the last key before each."""
        low, high = self._keys[at - 1], self._keys[at]
        weights: Counter[int] = Counter()
        ends = Fraction(low + 1, 1 << self._shift), Fraction(high + 1, 1 << self._shift)
        for top, bottom, weight in self._cells_between(*ends):
            weights[(top << self._shift) // bottom] += weight
        keys: list[int] = []
        counts: list[int] = []
        count = self._counts[at - 1]
        for key in sorted(weights):
            keys += [key - 1, key]
            counts += [count, count + weights[key]]
            count += weights[key]
        inner = [n for n, key in enumerate(keys) if low < key < high]
        self._keys[at:at] = [keys[n] for n in inner]
        self._counts[at:at] = [counts[n] for n in inner]

    def _weight_below(self, p: int, q: int) -> int:
        """How many draws have ratio < p/q (q > 0)."""
        start, step, slope = self._plane(p, q)
        if slope > 0:
            return self._prefixes([-(start + r * step) for r in range(self._grid.rows)], slope, -1)
        if slope < 0:
            row_starts = [start + r * step for r in range(self._grid.rows)]
            return self.defined - self._prefixes(row_starts, -slope, 0)
        return self._whole_rows([start + r * step < 0 for r in range(self._grid.rows)])

    def _weight_above(self, p: int, q: int) -> int:
        """How many draws have ratio > p/q (q > 0)."""
        start, step, slope = self._plane(p, q)
        if slope > 0:
            row_starts = [-(start + r * step) for r in range(self._grid.rows)]
            return self.defined - self._prefixes(row_starts, slope, 0)
        if slope < 0:
            return self._prefixes([start + r * step for r in range(self._grid.rows)], -slope, -1)
        return self._whole_rows([start + r * step > 0 for r in range(self._grid.rows)])

    def _plane(self, p: int, q: int) -> tuple[int, int, int]:
        """q·numerator − p·denominator at cell (0, 0), and its change along rows and columns."""
        grid = self._grid
        return (
            q * grid.top - p * grid.bottom,
            q * grid.top_down - p * grid.bottom_down,
            q * grid.top_along - p * grid.bottom_along,
        )

    def _prefixes(self, rests: Iterable[int], slope: int, slack: int) -> int:
        """Weight of the cells with column·slope ≤ rest + slack, a rest for each row."""
        sums, width = self._sums, self._grid.columns
        total = 0
        start = 0
        for rest in rests:
            count = (rest + slack) // slope + 1
            if count > 0:
                total += sums[start + (count if count < width else width)] - sums[start]
            start += width
        return total

    def _whole_rows(self, chosen: Sequence[bool]) -> int:
        width = self._grid.columns
        starts = [r * width for r, yes in enumerate(chosen) if yes]
        return sum(self._sums[start + width] - self._sums[start] for start in starts)

    def _cells_between(self, low: Fraction, high: Fraction) -> list[tuple[int, int, int]]:
        """(numerator, denominator, weight) of every reachable sum with low ≤ ratio ≤ high."""
        grid, sums = self._grid, self._sums
        over, over_step, over_slope = self._plane(high.numerator, high.denominator)
        under, under_step, under_slope = self._plane(low.numerator, low.denominator)
        found = []
        for r in range(grid.rows):
            first, last = _at_most(0, grid.columns, over + r * over_step, over_slope)
            first, last = _at_most(first, last, -(under + r * under_step), -under_slope)
            if first >= last:
                continue
            at = r * grid.columns
            top, bottom = grid.top + r * grid.top_down, grid.bottom + r * grid.bottom_down
            for c in range(first, last):
                weight = sums[at + c + 1] - sums[at + c]
                if weight:
                    cell = top + c * grid.top_along, bottom + c * grid.bottom_along, weight
                    found.append(cell)
        return found


def _forget_undefined(grid: Grid, weights: list[int]) -> None:
    """Set the weight of every cell whose denominator is 0 to 0."""
    for r in range(grid.rows):
        start = grid.bottom + r * grid.bottom_down
        if grid.bottom_along:
            column, rest = divmod(-start, grid.bottom_along)
            if not rest and 0 <= column < grid.columns:
                weights[r * grid.columns + column] = 0
        elif not start:
            weights[r * grid.columns : (r + 1) * grid.columns] = [0] * grid.columns


def _corner_denominators(grid: Grid) -> list[int]:
    down, along = grid.bottom_down * (grid.rows - 1), grid.bottom_along * (grid.columns - 1)
    return [abs(grid.bottom + a + b) for a in (0, down) for b in (0, along)]


def _reach(grid: Grid) -> int:
    """A bound of all numerators, hence of all ratios."""
    down, along = abs(grid.top_down) * (grid.rows - 1), abs(grid.top_along) * (grid.columns - 1)
    return abs(grid.top) + down + along


def _at_most(first: int, last: int, start: int, slope: int) -> tuple[int, int]:
    """Narrow a half-open range of columns to those with start + column·slope ≤ 0."""
    if slope > 0:
        return first, max(first, min(last, -start // slope + 1))
    if slope < 0:
        return min(last, max(first, -(-start // -slope))), last
    return (first, last) if start <= 0 else (first, first)


def _probability(p: Fraction) -> None:
    if not 0 <= p <= 1:
        raise UsageError(f"a probability lies between 0 and 1, got p={p!r}")
