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

from offline_reproduction.audit.matrix import predicted_range
from offline_reproduction.audit.spans import Span

Vector = tuple[int, ...]
SHIFT = 60


class Windows(NamedTuple):
    """Spans of the summed per-class precisions and F1s; None where nothing is printed."""

    precision: Span | None
    f1: Span | None


class Point(NamedTuple):
    """Scaled precision and F1 of some classes, and how often each is predicted."""

    precision: int
    f1: int
    predicted: Vector

    def keyed(self, precision_first: bool) -> tuple[int, int]:
        """The metric that is searched by, then the other."""
        return (self.precision, self.f1) if precision_first else (self.f1, self.precision)


def predictions(
    supports: Vector,
    hits: Vector,
    invalid: int,
    windows: Windows,
    known: Sequence[tuple[int, int] | None],
) -> Iterator[Vector]:
    """Every vector of predicted counts that the windows allow (ends counted as inside).

    known: for each class a range of predicted counts, or None.
    """
    answers = sum(supports) - invalid
    if not _promising(supports, hits, answers, windows):
        return
    ranges = _ranges(supports, hits, known)
    middle = len(supports) // 2
    first = windows.precision is not None
    right = _by_total(_points(supports, hits, ranges, middle, len(supports)), first)
    left = _points(supports, hits, ranges, 0, middle)
    scaled = [_scaled(part, len(hits)) for part in windows]
    spans = (scaled[0], scaled[1]) if first else (scaled[1], scaled[0])
    yield from _join(left, right, answers, first, spans)


def _join(
    left: Iterator[Point],
    right: dict[int, list[tuple[int, int, Vector]]],
    answers: int,
    first: bool,
    spans: tuple[tuple[int, int] | None, tuple[int, int] | None],
) -> Iterator[Vector]:
    main, second = spans
    for point in left:
        block = right.get(answers - sum(point.predicted))
        if block is None:
            continue
        own, other = point.keyed(first)
        start, stop = 0, len(block)
        if main is not None:
            start = bisect_left(block, (main[0] - own,))
            stop = bisect_left(block, (main[1] - own + 1,), start)
        for index in range(start, stop):
            _, rest, predicted = block[index]
            if second is None or second[0] <= rest + other <= second[1]:
                yield point.predicted + predicted


def _ranges(
    supports: Vector, hits: Vector, known: Sequence[tuple[int, int] | None]
) -> list[range]:
    errors = sum(supports) - sum(hits)
    result = []
    for support, hit, facts in zip(supports, hits, known, strict=True):
        low, high = predicted_range(support, hit, errors)
        if facts is not None:
            low, high = max(low, facts[0]), min(high, facts[1])
        result.append(range(low, high + 1))
    return result


def _points(
    supports: Vector, hits: Vector, ranges: Sequence[range], start: int, stop: int
) -> Iterator[Point]:
    columns = [
        [(*_shares(supports[i], hits[i], count), count) for count in ranges[i]]
        for i in range(start, stop)
    ]
    if len(columns) == 2:
        first, second = columns
        for p, f, a in first:
            for q, g, b in second:
                yield Point(p + q, f + g, (a, b))
        return
    for chosen in product(*columns):
        yield Point(
            sum(entry[0] for entry in chosen),
            sum(entry[1] for entry in chosen),
            tuple(entry[2] for entry in chosen),
        )


def _by_total(
    points: Iterator[Point], first: bool
) -> dict[int, list[tuple[int, int, Vector]]]:
    blocks: dict[int, list[tuple[int, int, Vector]]] = {}
    for point in points:
        entry = (*point.keyed(first), point.predicted)
        blocks.setdefault(sum(point.predicted), []).append(entry)
    for block in blocks.values():
        block.sort()
    return blocks


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
