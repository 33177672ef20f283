"""The indices that CPython's `random.Random(seed)` gives, computed from its promised parts only.

`random()` and `getrandbits` are stable across versions; `choices` and `randrange` are not, so
their arithmetic stands here (docs/streams.md).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

from fe_core.intervals.streams import Indices, index_code

_PIECE = 2**16


def choices_batches(seed: int, clusters: int, draws: int, first: int) -> Iterator[Indices]:
    """Rows as `Random(seed).choices(range(clusters), k=clusters)` draws them, one call a row.

    An index is floor(random()·clusters) in a double, always two 32-bit words.
    """
    uniform = Random(seed).random
    for _ in range(first * clusters):
        uniform()
    scale = float(clusters)
    return _rows((int(uniform() * scale) for _ in range(draws * clusters)), clusters, draws)


def randrange_batches(seed: int, clusters: int, draws: int, first: int) -> Iterator[Indices]:
    """Rows as `Random(seed).randrange(clusters)` gives them: top bits, redrawn if too big."""
    found = _below(Random(seed).getrandbits, clusters)
    for _ in islice(found, first * clusters):
        pass
    return _rows(found, clusters, draws)


def _below(bits: Callable[[int], int], clusters: int) -> Iterator[int]:
    width = clusters.bit_length()
    while True:
        value = bits(width)
        if value < clusters:
            yield value


def _rows(found: Iterator[int], clusters: int, draws: int) -> Iterator[Indices]:
    piece = max(1, _PIECE // clusters)
    while draws:
        count = min(piece, draws)
        taken = islice(found, count * clusters)
        yield bytes(taken) if clusters <= 256 else array(index_code(clusters), taken)
        draws -= count
