"""Writes streams.tsv and law.tsv beside itself; run it only when a stream is added.

python tests/vectors/write.py
"""

from __future__ import annotations

import random
import struct
from fractions import Fraction
from pathlib import Path

from fe_core.intervals.law import law
from fe_core.intervals.streams import batches

HERE = Path(__file__).parent
SEEDS = {
    "mt-blocks/1": [0, 1, 7, 20260729, 2**32 - 1, 2**32, 2**63, 2**64 - 1],
    "python": [0, 1, -1, -5, 5, 20261010, 2**32, 2**64, 2**64 + 3, -(2**70), 2**200 + 9],
    "python-randrange": [0, -5, 2**64 + 3],
    "numpy": [0, 1, 5, 20261010, 2**32 - 1, 2**32, 2**64 - 1, 2**64, 2**64 + 3, 2**128, 2**200 + 9],
}
SIZES = [(1, 0, 3), (2, 0, 8), (3, 0, 5), (13, 0, 3), (13, 254, 5), (96, 0, 1), (96, 510, 3)]
LARGE = [(256, 0, 1), (257, 0, 1), (2000, 0, 1), (65536, 0, 1), (65537, 0, 1)]
LEVELS = [(0, 1), (1, 1), (1, 2), (1, 40), (39, 40), (1, 3), (2097, 100000), (97903, 100000)]


def fnv1a64(indices: list[int]) -> str:
    """FNV-1a over the indices as little-endian 32-bit words."""
    state = 0xCBF29CE484222325
    for index in indices:
        for octet in struct.pack("<I", index):
            state = (state ^ octet) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"fnv1a64:{state:016x}"


def stream_lines() -> list[str]:
    """One line a stream, seed and size."""
    lines = [
        "# Index streams. Written by write.py; tests hold it against CPython and NumPy themselves.",
        "# Long rows: FNV-1a 64 of the indices as little-endian 32-bit words.",
        "stream\tseed\tclusters\tfirst\tdraws\tindices",
    ]
    for stream, seeds in SEEDS.items():
        for position, seed in enumerate(seeds):
            for clusters, first, draws in SIZES + (LARGE if position < 2 else []):
                rows = batches(stream, seed, clusters, draws, first=first)
                found = [index for batch in rows for index in batch]
                text = " ".join(map(str, found)) if len(found) <= 100 else fnv1a64(found)
                lines.append(f"{stream}\t{seed}\t{clusters}\t{first}\t{draws}\t{text}")
    return lines


def law_lines() -> list[str]:
    """One line a set of tallies and level: the lower quantile of the exact law."""
    source = random.Random(20260729)
    lines = [
        "# Lower quantiles at p/q of the exact law of a ratio over K draws from K clusters.",
        "# Written by write.py; tests hold small cases against enumeration.",
        "numerators\tdenominators\tp\tq\tvalue numerator\tvalue denominator",
    ]
    for case in range(24):
        clusters = [1, 2, 3, 4, 6, 9, 13, 16, 20, 96][case % 10]
        bottoms = [3] * clusters if case % 3 == 0 else []
        largest = 2 if clusters == 96 else 9
        bottoms = bottoms or [source.randint(case % 2, largest) for _ in range(clusters)]
        bottoms[0] = max(1, bottoms[0])
        tops = [source.randint(-n if case % 4 == 1 else 0, n) for n in bottoms]
        exact = law(tops, bottoms, limit=10**10)
        for p, q in LEVELS:
            top, bottom = exact.quantile(Fraction(p, q)).as_integer_ratio()
            lists = f"{' '.join(map(str, tops))}\t{' '.join(map(str, bottoms))}"
            lines.append(f"{lists}\t{p}\t{q}\t{top}\t{bottom}")
    return lines


if __name__ == "__main__":
    for name, lines in (("streams.tsv", stream_lines()), ("law.tsv", law_lines())):
        (HERE / name).write_text("\n".join(lines) + "\n", "utf-8", newline="\n")
