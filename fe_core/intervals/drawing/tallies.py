"""Sums of drawn clusters in plain Python: one big-integer addition adds every column at once."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.intervals.drawing.indices import Indices
from fe_core.intervals.streams import batches

LARGEST = 2**63 - 1
"""Sums must stay within ±LARGEST: the domain in which the engines agree."""

_LANES = ((2, "H"), (4, "I"), (8, "Q"))
_PAIR_BYTES = 4_000_000


def even(columns: Sequence[Sequence[int]]) -> int:
    """The number of clusters; refuses ragged or empty tallies."""
    if not columns or not len(columns[0]):
        raise UsageError("tallies need at least one column and one cluster")
    clusters = len(columns[0])
    for at, column in enumerate(columns):
        if len(column) != clusters:
            raise UsageError(
                f"every column has one integer a cluster, column {at} has {len(column)} "
                f"and column 0 has {clusters}"
            )
    return clusters


def checked(columns: Sequence[Sequence[int]]) -> int:
    """The number of clusters; refuses ragged or empty tallies and sums that pass 64 bits."""
    clusters = even(columns)
    for at, column in enumerate(columns):
        reach = max(max(column), -min(column)) * clusters
        if reach > LARGEST:
            raise UsageError(f"sums of column {at} may reach {reach}, past 64 bits")
    return clusters


class Sums(NamedTuple):
    """Sums of drawn clusters: column c of draw b is columns[c][b] − lifts[c].

    least, most: bounds of each column's true sums, known from the tallies.
    """

    columns: list[Sequence[int]]
    lifts: list[int]
    least: list[int]
    most: list[int]

    def true(self, column: int) -> Sequence[int]:
        """A column's sums, one per draw."""
        lift = self.lifts[column]
        values = self.columns[column]
        return [value - lift for value in values] if lift else values


def draw_sums(
    columns: Sequence[Sequence[int]], *, draws: int, stream: str, seed: int, first: int = 0
) -> Sums:
    """Every column's sum over each draw of whole clusters; a cluster drawn twice counts twice.

    columns: one sequence per column, one integer per cluster. Draws keep their order; equal
    arguments, equal sums.
    Raises UsageError for tallies or streams outside their domain.

    >>> sums = draw_sums([[1, 0, 3], [1, 1, 1]], draws=2, stream="numpy", seed=1)
    >>> list(sums.true(0)), list(sums.true(1))
    ([3, 5], [3, 3])
    """
    clusters = checked(columns)
    packing = _Packing(columns)
    raw = bytearray()
    for batch in batches(stream, seed, clusters, draws, first=first):
        raw += packing.rows(batch)
    return Sums(
        packing.columns(raw),
        [lift * clusters for lift in packing.lifts],
        [min(column) * clusters for column in columns],
        [max(column) * clusters for column in columns],
    )


def little(values: array[int]) -> bytes:
    """The bytes of an array, least significant first on every machine."""
    if sys.byteorder == "little":
        return values.tobytes()
    swapped = values[:]
    swapped.byteswap()
    return swapped.tobytes()


def from_little(code: str, raw: bytes) -> array[int]:
    """The array whose `little` bytes these are."""
    values = array(code, raw)
    if sys.byteorder == "big":
        values.byteswap()
    return values


class _Packing:
    """The columns of a cluster as lanes of one integer, lifted so that none is negative."""

    def __init__(self, columns: Sequence[Sequence[int]]) -> None:
        self._clusters = len(columns[0])
        self.lifts = [-min(0, *column) for column in columns]
        reach = max(
            (max(column) + lift) * self._clusters
            for column, lift in zip(columns, self.lifts, strict=True)
        )
        self._octets, self._code = next(lane for lane in _LANES if reach < 1 << 8 * lane[0])
        self._size = self._octets * len(columns)
        self._single = [self._packed(row) for row in zip(*columns, strict=True)]
        self._pairs: list[int] = []

    def rows(self, batch: Indices) -> bytes:
        """The packed sums of every row of the batch, one after the other."""
        size = self._size
        return b"".join([total.to_bytes(size, "little") for total in self._totals(batch)])

    def columns(self, raw: bytearray) -> list[Sequence[int]]:
        """Unpack rows into one sequence a column."""
        values = from_little(self._code, bytes(raw))
        step = len(self.lifts)
        return [values[at::step] for at in range(step)]

    def _packed(self, row: Sequence[int]) -> int:
        octets = self._octets
        lifted = [value + lift for value, lift in zip(row, self.lifts, strict=True)]
        return int.from_bytes(b"".join([v.to_bytes(octets, "little") for v in lifted]), "little")

    def _totals(self, batch: Indices) -> Iterator[int]:
        clusters = self._clusters
        rows = len(batch) // clusters
        if not isinstance(batch, bytes) or not self._paired(rows):
            get = self._single.__getitem__
            starts = range(0, rows * clusters, clusters)
            return (sum(map(get, batch[at : at + clusters])) for at in starts)
        if clusters % 2 == 0:
            return self._even(array("H", batch))
        return self._odd(batch)

    def _even(self, pairs: Sequence[int]) -> Iterator[int]:
        get, half = self._pairs.__getitem__, self._clusters // 2
        return (sum(map(get, pairs[at : at + half])) for at in range(0, len(pairs), half))

    def _odd(self, batch: bytes) -> Iterator[int]:
        get, clusters, single = self._pairs.__getitem__, self._clusters, self._single
        for end in range(clusters - 1, len(batch), clusters):
            pairs = array("H", batch[end - clusters + 1 : end])
            yield sum(map(get, pairs), single[batch[end]])

    def _paired(self, rows: int) -> bool:
        """Sums of two clusters looked up at once, where the table is small and worth its making."""
        worth = self._clusters**2 * (self._size + 40) < _PAIR_BYTES and self._clusters > 1
        if worth and not self._pairs and rows >= 32:
            single = self._single
            pairs = [0] * ((self._clusters - 1) * 257 + 1)
            for a, one in enumerate(single):
                pairs[a << 8 : (a << 8) + len(single)] = [one + other for other in single]
            self._pairs = pairs
        return bool(self._pairs)
