"""Ways to spread answers over classes so that macro precision and F1 are as printed.

Per-class shares are held as integers, scaled by 2**SHIFT and rounded down; each is too small by
less than one, so a window widened by the number of classes loses nothing, and whoever calls checks
the survivors exactly.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
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
Window = tuple[int, int]
"""Least and greatest sum of a scaled metric."""


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
    middle = len(supports) // 2
    parts = (slice(middle), slice(middle, None))
    left, right = (Half(supports[part], hits[part], ranges[part], first) for part in parts)
    scaled = [_scaled(part, len(hits)) for part in windows]
    main, second = (scaled[0], scaled[1]) if first else (scaled[1], scaled[0])
    totals = [total for total in left.totals() if answers - total in right.totals()]
    for total in mixed(totals):
        own, other = left.reach(total), right.reach(answers - total)
        if _meets(own[0], other[0], main) and _meets(own[1], other[1], second):
            yield from _join(left.block(total), right.block(answers - total), main, second)


class Half:
    """Some of the classes: their predicted counts, grouped by sum and listed only when asked."""

    __slots__ = ("_blocks", "_columns", "_precision_first", "_ranges", "_roots", "_support")

    def __init__(
        self, supports: Vector, hits: Vector, ranges: Sequence[range], precision_first: bool
    ) -> None:
        """ranges: predicted counts per class."""
        self._ranges, self._precision_first = ranges, precision_first
        self._support, self._roots = sum(supports), _roots(hits)
        self._columns = [
            _column(*each, precision_first) for each in zip(supports, hits, ranges, strict=True)
        ]
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

    def reach(self, total: int) -> tuple[Window, Window]:
        """Between what both metrics lie for the entries with this sum, without listing them.

        Both fall with the counts and are convex in them: least as by Cauchy–Schwarz (see
        `_promising`), greatest where counts are as far apart, or as small, as they can be. Shares
        are rounded down, hence the slack.
        """
        square, slack = self._roots * self._roots, len(self._ranges)
        least = [square // max(total, 1), 2 * square // max(total + self._support, 1)]
        if not self._precision_first:
            least.reverse()
        if self._blocks is None:
            ends = [self._metrics(counts) for counts in self._ends(total)]
        else:
            ends = [self._metrics(tuple(part.start for part in self._ranges))]
        most = [max((end[i] for end in ends), default=0) + slack for i in (0, 1)]
        return (least[0] - slack, most[0]), (least[1] - slack, most[1])

    def block(self, total: int) -> list[Entry]:
        """The entries with this sum."""
        if self._blocks is not None:
            return self._blocks.get(total, [])
        if len(self._ranges) == 1:
            return [self._entry(counts) for counts in self._ends(total)]
        first, second = self._columns
        counts = self._first_counts(total)
        back, shift = total - self._ranges[1].start, self._ranges[0].start
        return [
            (
                first[count - shift][0] + second[back - count][0],
                first[count - shift][1] + second[back - count][1],
                (count, total - count),
            )
            for count in counts
        ]

    def _ends(self, total: int) -> list[Vector]:
        """Counts of one or two classes with this sum: the first and the last."""
        if len(self._ranges) == 1:
            return [(total,)] if total in self._ranges[0] else []
        counts = self._first_counts(total)
        return [(count, total - count) for count in (counts[0], counts[-1])] if counts else []

    def _first_counts(self, total: int) -> range:
        one, two = self._ranges
        return range(max(one.start, total - two.stop + 1), min(one.stop, total - two.start + 1))

    def _entry(self, counts: Vector) -> Entry:
        return (*self._metrics(counts), counts)

    def _metrics(self, counts: Vector) -> tuple[int, int]:
        main = second = 0
        for column, part, count in zip(self._columns, self._ranges, counts, strict=True):
            own, other = column[count - part.start]
            main, second = main + own, second + other
        return main, second


def _meets(one: Window, two: Window, wanted: Window | None) -> bool:
    """Whether a sum of something in `one` and something in `two` may lie in the window."""
    return wanted is None or (one[0] + two[0] <= wanted[1] and wanted[0] <= one[1] + two[1])


def _join(
    left: list[Entry], right: list[Entry], main: Window | None, second: Window | None
) -> Iterator[Vector]:
    right = sorted(right)
    keys = [entry[0] for entry in right]
    low, high = main or (0, 0)
    for own, other, predicted in left:
        start, stop = 0, len(right)
        if main is not None:
            start = bisect_left(keys, low - own)
            stop = bisect_right(keys, high - own, start)
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


def _roots(hits: Vector) -> int:
    """Σ √h, scaled by the root of 2**SHIFT and rounded down."""
    return sum(isqrt(hit << SHIFT) for hit in hits)


def _scaled(part: Span | None, classes: int) -> Window | None:
    if part is None:
        return None
    return ceil(part.low * 2**SHIFT) - classes, floor(part.high * 2**SHIFT)


def _promising(supports: Vector, hits: Vector, answers: int, windows: Windows) -> bool:
    """Cheap necessary conditions; False only where nothing can fit.

    Cauchy–Schwarz: Σ h/p ≥ (Σ √h)² / Σ p, for precision and (with p + n) for F1. And F1 is the
    harmonic mean of a class's precision and recall, so their mean is never below it.
    """
    least = _roots(hits) ** 2
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
