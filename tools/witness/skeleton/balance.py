"""Spread columns of labels over rows so that every pair of columns crosses evenly.

Nothing printed asks for it; it leaves room for the runs in every stratum that they are printed for.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence

Columns = Mapping[str, Sequence[str]]


def spread(fixed: Columns, free: Columns, *, seed: int, sweeps: int = 6) -> dict[str, list[str]]:
    """The free columns reordered: swap two rows of one column while pairs cross more evenly.

    fixed, free: equally long columns. The same arguments give the same rows on every interpreter,
    since of the generator only `random()` is used.
    """
    rng = random.Random(seed)
    rows = {name: list(column) for name, column in fixed.items()}
    for name, column in free.items():
        rows[name] = shuffled(column, rng)
    for _ in range(sweeps):
        for name in free:
            _sweep(rows, name)
    return {name: rows[name] for name in free}


def shuffled(column: Sequence[str], rng: random.Random) -> list[str]:
    """A shuffled copy that consumes `random()` only, once for each row but the first."""
    result = list(column)
    for last in range(len(result) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        result[last], result[other] = result[other], result[last]
    return result


def _sweep(rows: dict[str, list[str]], name: str) -> None:
    column = rows[name]
    others = [other for other in rows if other != name]
    cells = {other: Counter(zip(column, rows[other], strict=True)) for other in others}
    totals = {other: Counter(rows[other]) for other in others}
    for first in range(len(column)):
        for second in range(first):
            if column[first] != column[second]:
                _swap_if_better(rows, name, first, second, cells, totals)


def _swap_if_better(
    rows: dict[str, list[str]],
    name: str,
    first: int,
    second: int,
    cells: dict[str, Counter[tuple[str, str]]],
    totals: dict[str, Counter[str]],
) -> None:
    """Cost is the sum of n²/(row total × column total); scaled by both, it stays an integer."""
    column = rows[name]
    a, b = column[first], column[second]
    own = Counter(column)
    change = 0
    scale = len(column) ** 2
    for other, counts in cells.items():
        x, y = rows[other][first], rows[other][second]
        if x != y:
            for key, step in (((a, x), -1), ((b, y), -1), ((a, y), 1), ((b, x), 1)):
                weight = scale // (own[key[0]] * totals[other][key[1]])
                change += weight * (2 * step * counts[key] + 1)
    if change < 0:
        for other, counts in cells.items():
            x, y = rows[other][first], rows[other][second]
            counts.update({(a, x): -1})
            counts.update({(b, y): -1})
            counts.update({(a, y): 1})
            counts.update({(b, x): 1})
        column[first], column[second] = b, a
