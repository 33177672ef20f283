"""Ways to spread answers over classes so that macro precision and F1 are as printed.

Per-class shares are held as integers, scaled by 2**SHIFT and rounded down; each is too small by
less than one, so a window widened by the number of classes loses nothing, and whoever calls checks
the survivors exactly.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, floor, isqrt
from typing import NamedTuple

from offline_reproduction.audit.row.matrix import predicted_range
from offline_reproduction.audit.row.mixing import mixed
from offline_reproduction.audit.values.spans import Span

Vector = tuple[int, ...]
SHIFT = 60


class Windows(NamedTuple):
    """Spans of the summed per-class precisions and F1s; None where nothing is printed."""

    precision: Span | None
    f1: Span | None


Entry = tuple[int, int, Vector]
"""The scaled metric that is searched by, the other one, and how often each class is predicted."""
Column = list[tuple[int, int]]


def predictions(
    supports: Vector,
    hits: Vector,
    invalid: int,
    windows: Windows,
    known: Sequence[tuple[int, int] | None],
) -> Iterator[Vector]:
    """Every vector of predicted counts that the windows allow (ends counted as inside).

    known: for each class a range of predicted counts, or None. In a fixed mixed order.
    """
    answers = sum(supports) - invalid
    if not _promising(supports, hits, answers, windows):
        return
    ranges = _ranges(supports, hits, known)
    if not all(ranges):
        return
    first = windows.precision is not None
    columns = [_column(n, h, r, first) for n, h, r in zip(supports, hits, ranges, strict=True)]
    middle = len(supports) // 2
    left = Half(ranges[:middle], columns[:middle])
    right = Half(ranges[middle:], columns[middle:])
    scaled = [_scaled(part, len(hits)) for part in windows]
    main, second = (scaled[0], scaled[1]) if first else (scaled[1], scaled[0])
    totals = [total for total in left.totals() if answers - total in right.totals()]
    for total in mixed(totals):
        yield from _join(left.block(total), sorted(right.block(answers - total)), main, second)


class Half:
    """Some of the classes: their predicted counts, grouped by sum and listed only when asked."""

    __slots__ = ("_blocks", "_columns", "_ranges")

    def __init__(self, ranges: Sequence[range], columns: Sequence[Column]) -> None:
        """ranges: predicted counts per class. columns: scaled metrics, one entry per count."""
        self._ranges, self._columns = ranges, columns
        self._blocks: dict[int, list[Entry]] | None = None if len(ranges) <= 2 else {}
        if self._blocks is not None:
            for counts in product(*ranges):
                self._blocks.setdefault(sum(counts), []).append(self._entry(counts))

    def totals(self) -> range:
        """All sums of predicted counts."""
        return range(
            sum(part.start for part in self._ranges),
            sum(part.stop - 1 for part in self._ranges) + 1,
        )

    def block(self, total: int) -> list[Entry]:
        """The entries with this sum."""
        if self._blocks is not None:
            return self._blocks.get(total, [])
        if len(self._ranges) == 1:
            return [self._entry((total,))] if total in self._ranges[0] else []
        one, two = self._ranges
        first, second = self._columns
        start = max(one.start, total - two.stop + 1)
        stop = min(one.stop, total - two.start + 1)
        back, shift = total - two.start, one.start
        return [
            (
                first[count - shift][0] + second[back - count][0],
                first[count - shift][1] + second[back - count][1],
                (count, total - count),
            )
            for count in range(start, stop)
        ]

    def _entry(self, counts: Vector) -> Entry:
        parts = [
            column[count - part.start]
            for column, part, count in zip(self._columns, self._ranges, counts, strict=True)
        ]
        return sum(part[0] for part in parts), sum(part[1] for part in parts), counts


def _join(
    left: list[Entry],
    right: list[Entry],
    main: tuple[int, int] | None,
    second: tuple[int, int] | None,
) -> Iterator[Vector]:
    for own, other, predicted in left:
        start, stop = 0, len(right)
        if main is not None:
            start = bisect_left(right, (main[0] - own,))
            stop = bisect_left(right, (main[1] - own + 1,), start)
        for index in range(start, stop):
            _, rest, more = right[index]
            if second is None or second[0] <= rest + other <= second[1]:
                yield predicted + more


def _column(support: int, hits: int, counts: range, precision_first: bool) -> Column:
    shares = [_shares(support, hits, count) for count in counts]
    return shares if precision_first else [(f1, precision) for precision, f1 in shares]


def _ranges(supports: Vector, hits: Vector, known: Sequence[tuple[int, int] | None]) -> list[range]:
    errors = sum(supports) - sum(hits)
    result = []
    for support, hit, facts in zip(supports, hits, known, strict=True):
        low, high = predicted_range(support, hit, errors)
        if facts is not None:
            low, high = max(low, facts[0]), min(high, facts[1])
        result.append(range(low, high + 1))
    return result


def _shares(support: int, hits: int, predicted: int) -> tuple[int, int]:
    if not hits:
        return 0, 0
    return (hits << SHIFT) // predicted, (hits << SHIFT + 1) // (predicted + support)


def _scaled(part: Span | None, classes: int) -> tuple[int, int] | None:
    if part is None:
        return None
    return ceil(part.low * 2**SHIFT) - classes, floor(part.high * 2**SHIFT)


def _promising(supports: Vector, hits: Vector, answers: int, windows: Windows) -> bool:
    """Cheap necessary conditions; False only where nothing can fit.

    Cauchy–Schwarz: Σ h/p ≥ (Σ √h)² / Σ p, for precision and (with p + n) for F1. And F1 is the
    harmonic mean of a class's precision and recall, so their mean is never below it.
    """
    roots = sum(isqrt(hit << SHIFT) for hit in hits)
    least = roots * roots
    unit = Fraction(2**SHIFT)
    if windows.precision is not None and least > windows.precision.high * answers * unit:
        return False
    if windows.f1 is None:
        return True
    if 2 * least > windows.f1.high * (answers + sum(supports)) * unit:
        return False
    if windows.precision is None:
        return True
    recall = sum((h << SHIFT) // n + 1 for h, n in zip(hits, supports, strict=True) if n)
    return 2 * windows.f1.low * unit <= windows.precision.high * unit + recall
