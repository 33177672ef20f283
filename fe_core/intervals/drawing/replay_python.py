"""The indices that CPython's `random.Random(seed)` gives, computed from its promised parts only.

`random()` and `getrandbits` are stable across versions; `choices` and `randrange` are not, so
their arithmetic stands here (docs/streams.md).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random

from fe_core.intervals.drawing.indices import Indices, index_code

_PIECE = 2**16


def choices_batches(seed: int, clusters: int, draws: int, first: int) -> Iterator[Indices]:
    """Rows as `Random(seed).choices(range(clusters), k=clusters)` draws them, one call a row.

    An index is floor(random()·clusters) in a double, always two 32-bit words.
    """
    uniform = Random(seed).random
    for _ in range(first * clusters):
        uniform()
    scale = float(clusters)
    for count in _counts(draws, clusters):
        yield _batch([int(uniform() * scale) for _ in range(count * clusters)], clusters)


def randrange_batches(seed: int, clusters: int, draws: int, first: int) -> Iterator[Indices]:
    """Rows as `Random(seed).randrange(clusters)` gives them: top bits, redrawn if too big."""
    found = _below(Random(seed).getrandbits, clusters)
    for _ in islice(found, first * clusters):
        pass
    for count in _counts(draws, clusters):
        yield _batch(islice(found, count * clusters), clusters)


def _below(bits: Callable[[int], int], clusters: int) -> Iterator[int]:
    width = clusters.bit_length()
    while True:
        value = bits(width)
        if value < clusters:
            yield value


def _counts(draws: int, clusters: int) -> Iterator[int]:
    """How many rows each batch has."""
    piece = max(1, _PIECE // clusters)
    while draws:
        yield min(piece, draws)
        draws -= min(piece, draws)


def _batch(indices: Iterable[int], clusters: int) -> Indices:
    return bytes(indices) if clusters <= 256 else array(index_code(clusters), indices)
