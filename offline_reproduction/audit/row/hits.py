"""Ways to spread right answers over classes so that accuracy and macro recall are as printed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import ceil, floor, lcm, prod
from operator import itemgetter
from typing import NamedTuple

from offline_reproduction.audit.row.mixing import mixed
from offline_reproduction.audit.values.spans import Span

Vector = tuple[int, ...]
Part = tuple[tuple[int, int, int], ...]
"""Some classes: their weight in the recall, and the least and greatest hits."""
MATERIAL = 200_000
"""Vectors that are listed and mixed before the search; more are taken in order."""


class Half(NamedTuple):
    """Part of a vector: its sum, its weighted recall (an integer), its entries."""

    total: int
    recall: int
    hits: Vector


class Block(NamedTuple):
    """Halves of one sum, ascending by weighted recall: the recalls, and beside them the entries."""

    recalls: list[int]
    hits: list[Vector]


class HitSpace(NamedTuple):
    """What the hits may be: a range per class, the totals allowed, the span of summed recalls."""

    supports: Vector
    ranges: tuple[tuple[int, int], ...]
    totals: Vector | None
    recall: Span | None


def size(space: HitSpace) -> int:
    """How many halves the search has to list: its memory."""
    left, right = _split(space)
    return prod(_widths(space, left)) + prod(_widths(space, right))


def vectors(space: HitSpace) -> Iterator[Vector]:
    """Every vector of hits in the space, in a fixed mixed order (so that a witness comes early).

    The recall span's ends are treated as inside: the caller checks the exact printed text.
    """
    found = _matches(space)
    listed: list[Vector] = []
    for vector in found:
        listed.append(vector)
        if len(listed) == MATERIAL:
            break
    yield from mixed(listed)
    yield from found


def nearest(space: HitSpace) -> tuple[int | None, int | None]:
    """The largest weighted recall below the span and the smallest above it (see `weights`)."""
    if space.recall is None:
        return None, None
    low, high = _recall_bounds(space)
    below = above = None
    for vector in _matches(space._replace(recall=None)):
        value = _weighted(space, vector)
        if value < low and (below is None or value > below):
            below = value
        if value > high and (above is None or value < above):
            above = value
    return below, above


def weights(supports: Sequence[int]) -> tuple[int, Vector]:
    """A common denominator L and integers w with Σ hits/support = Σ w·hits / L."""
    common = lcm(*(support for support in supports if support))
    return common, tuple(common // support if support else 0 for support in supports)


def _matches(space: HitSpace) -> Iterator[Vector]:
    left, right = _split(space)
    low, high = _recall_bounds(space)
    blocks = _blocks(_part(space, right), space.totals is not None)
    for total, recall, hits in _mixed(_part(space, left)):
        for wanted in space.totals if space.totals is not None else (total,):
            block = blocks.get(wanted - total)
            if block is None:
                continue
            start, stop = 0, len(block.recalls)
            if space.recall is not None:
                start = bisect_left(block.recalls, low - recall)
                stop = bisect_right(block.recalls, high - recall, start)
            for rest in block.hits[start:stop]:
                yield hits + rest


def _part(space: HitSpace, indices: range) -> Part:
    factors = weights(space.supports)[1]
    return tuple((factors[i], *space.ranges[i]) for i in indices)


@lru_cache(maxsize=8)
def _mixed(part: Part) -> tuple[Half, ...]:
    return tuple(mixed(_halves(part)))


@lru_cache(maxsize=8)
def _blocks(part: Part, by_total: bool) -> dict[int, Block]:
    blocks: dict[int, Block] = {}
    for total, recall, hits in sorted(_halves(part), key=itemgetter(1, 2)):
        block = blocks.setdefault(total if by_total else 0, Block([], []))
        block.recalls.append(recall)
        block.hits.append(hits)
    return blocks


def _split(space: HitSpace) -> tuple[range, range]:
    middle = len(space.supports) // 2
    return range(middle), range(middle, len(space.supports))


def _widths(space: HitSpace, indices: range) -> list[int]:
    return [max(0, space.ranges[i][1] - space.ranges[i][0] + 1) for i in indices]


def _halves(part: Part) -> list[Half]:
    choices = (range(low, high + 1) for _, low, high in part)
    return [
        Half(sum(hits), sum(entry[0] * h for entry, h in zip(part, hits, strict=True)), hits)
        for hits in product(*choices)
    ]


def _weighted(space: HitSpace, vector: Vector) -> int:
    return sum(w * h for w, h in zip(weights(space.supports)[1], vector, strict=True))


def _recall_bounds(space: HitSpace) -> tuple[int, int]:
    if space.recall is None:
        return 0, 0
    common = weights(space.supports)[0]
    return ceil(space.recall.low * common), floor(space.recall.high * common)
