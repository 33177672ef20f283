"""Class counts (hits, predicted) that print given macro precision, recall, F1 and accuracy."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from fe_core.errors import FeError
from fe_core.numbers.rounding import rounded
from fe_core.scoring.classification import Confusion

LETTERS = "ABCD"

_RESTARTS = 20_000
_STEPS = 60


class Counts(NamedTuple):
    """Per letter A–D: answers that chose it, and those of them that were right."""

    hits: tuple[int, ...]
    predicted: tuple[int, ...]


class Target(NamedTuple):
    """What the counts must print: texts with two decimals, and the number of valid answers."""

    printed: Mapping[str, str]
    right: int
    valid: int
    support: tuple[int, ...]


def printed(counts: Counts, support: Sequence[int]) -> dict[str, str]:
    """P, R, F1 and Acc. in percent with two decimals, half-even."""
    table = Confusion(tuple(LETTERS), tuple(support), counts.predicted, counts.hits)
    values = {
        "P": table.macro_precision(),
        "R": table.macro_recall(),
        "F1": table.macro_f1(),
        "Acc.": table.accuracy(),
    }
    return {name: rounded(value or Fraction(0), 2, scale=100) for name, value in values.items()}


def candidates(target: Target, *, name: str) -> Iterator[Counts]:
    """Counts that print the target, in an order that depends on `name` only; may repeat none.

    Each starts from random hits near the recall, and walks the predicted counts towards P and F1.
    """
    source = random.Random(f"counts {name}")
    seen = set()
    for _ in range(_RESTARTS):
        hits = _random_hits(source, target)
        if hits is None:
            continue
        found = _walk(source, target, hits)
        if found is not None and found not in seen:
            seen.add(found)
            yield found


def near(counts: Counts, target: Target, *, changes: int) -> Iterator[Counts]:
    """Counts that print `target` and differ from `counts` by at most `changes` answers."""
    shifts = [
        shift
        for shift in product(range(-changes, changes + 1), repeat=len(LETTERS))
        if not sum(shift) and sum(map(abs, shift)) <= 2 * changes
    ]
    gained = target.right - sum(counts.hits)
    for change in product(range(-3, 4), repeat=len(LETTERS)):
        hits = tuple(h + c for h, c in zip(counts.hits, change, strict=True))
        fits = sum(change) == gained and sum(map(abs, change)) <= changes and min(hits) > 0
        if not fits or rounded(_recall(hits, target.support), 2) != target.printed["R"]:
            continue
        yield from _near_predicted(counts, target, hits, shifts)


def first(target: Target, *, name: str) -> Counts:
    """The first of `candidates`. Raises FeError where none was found."""
    for counts in candidates(target, name=name):
        return counts
    raise FeError(f"{name}: no class counts print {dict(target.printed)}; is a number mistyped?")


def _random_hits(source: random.Random, target: Target) -> tuple[int, ...] | None:
    support = target.support
    wanted = float(target.printed["R"]) / 100
    spread = source.uniform(0.02, 0.35)
    shares = [min(0.95, max(0.02, source.gauss(wanted, spread))) for _ in support]
    hits = [round(share * size) for share, size in zip(shares, support, strict=True)]
    for _ in range(200):
        missing = target.right - sum(hits)
        if not missing:
            break
        place = source.randrange(len(hits))
        step = 1 if missing > 0 else -1
        if 0 < hits[place] + step <= support[place]:
            hits[place] += step
    return _with_recall(source, target, hits) if sum(hits) == target.right else None


def _near_predicted(
    counts: Counts, target: Target, hits: tuple[int, ...], shifts: Sequence[tuple[int, ...]]
) -> Iterator[Counts]:
    precision = float(target.printed["P"]) / 25
    for shift in shifts:
        predicted = tuple(p + s for p, s in zip(counts.predicted, shift, strict=True))
        if any(p < max(1, h) for p, h in zip(predicted, hits, strict=True)):
            continue
        p = sum(h / c for h, c in zip(hits, predicted, strict=True))
        found = Counts(hits, predicted)
        close = abs(p - precision) < 0.0004
        if close and printed(found, target.support) == dict(target.printed):
            yield found


def _recall(hits: Sequence[int], support: Sequence[int]) -> Fraction:
    return sum((Fraction(25 * h, s) for h, s in zip(hits, support, strict=True)), Fraction(0))


def _with_recall(source: random.Random, target: Target, hits: list[int]) -> tuple[int, ...] | None:
    text = target.printed["R"]
    support = target.support
    wanted = Fraction(text)
    for _ in range(60):
        recall = _recall(hits, support)
        if rounded(recall, 2) == text:
            return tuple(hits)
        up, down = source.sample(range(len(hits)), 2)
        if (recall < wanted) != (support[up] < support[down]):
            up, down = down, up
        if hits[up] < support[up] and hits[down] > 1:
            hits[up] += 1
            hits[down] -= 1
    return None


def _walk(source: random.Random, target: Target, hits: tuple[int, ...]) -> Counts | None:
    support = target.support
    precision, f1 = float(target.printed["P"]) / 25, float(target.printed["F1"]) / 25
    lows = list(hits)
    highs = [h + sum(support) - s for h, s in zip(hits, support, strict=True)]
    predicted = _random_split(source, target.valid, lows, highs)

    def error(counts: Sequence[int]) -> float:
        p = sum(h / c for h, c in zip(hits, counts, strict=True))
        f = sum(2 * h / (c + s) for h, c, s in zip(hits, counts, support, strict=True))
        return abs(p - precision) + abs(f - f1)

    now = error(predicted)
    for _ in range(_STEPS):
        best = min(_neighbours(predicted, lows, highs), key=error, default=None)
        if best is None or (reached := error(best)) >= now:
            break
        predicted, now = best, reached
    counts = Counts(hits, tuple(predicted))
    return counts if printed(counts, support) == dict(target.printed) else None


def _random_split(
    source: random.Random, total: int, lows: Sequence[int], highs: Sequence[int]
) -> list[int]:
    counts = [max(1, low) for low in lows]
    weights = [source.uniform(0.3, 2) for _ in counts]
    while (missing := total - sum(counts)) > 0:
        place = source.choices(range(len(counts)), weights)[0]
        counts[place] += min(missing, highs[place] - counts[place], 4)
    return counts


def _neighbours(
    counts: Sequence[int], lows: Sequence[int], highs: Sequence[int]
) -> Iterator[list[int]]:
    for up in range(len(counts)):
        for down in range(len(counts)):
            for step in (1, 2, 3, 5, 8, 16):
                able = counts[up] + step <= highs[up] and counts[down] - step >= max(1, lows[down])
                if up != down and able:
                    near = list(counts)
                    near[up] += step
                    near[down] -= step
                    yield near
