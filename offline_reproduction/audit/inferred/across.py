"""The same entry in two tables, of one document or of several."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from offline_reproduction.audit.inferred.findings import Check, Grade, Strength
from offline_reproduction.audit.inferred.grid import Grid, Slot, column_name, row_name
from offline_reproduction.audit.inferred.sentences import place

MOST = 60_000
"""Numbers that are compared; what a larger set of tables prints beyond is not."""

MOST_SHARED = 12
"""Entries of two tables of one stated setting."""
_SETTING = re.compile(r"\([^()]*\d[^()]*\)")

Key = tuple[str, str]


def checks(grids: Sequence[tuple[str, Grid]]) -> Iterator[tuple[str, Check]]:
    """Entries that differ in two tables that otherwise agree; with the path of the second."""
    places: dict[Key, list[tuple[int, Slot]]] = defaultdict(list)
    for index, (_, grid) in enumerate(grids):
        once = _entries(grid)
        for key, slot in once.items():
            places[key].append((index, slot))
    pairs: dict[tuple[int, int], list[tuple[Slot, Slot]]] = defaultdict(list)
    count = 0
    for found in places.values():
        for (one, first), (two, second) in pairwise(found):
            count += 1
            if count <= MOST:
                pairs[one, two].append((first, second))
    for (one, two), shared in sorted(pairs.items()):
        for check in _compared(grids[one], grids[two], shared):
            yield grids[two][0], check


def _entries(grid: Grid) -> dict[Key, Slot]:
    """The cells of a table by their labels; labels that stand twice name no entry."""
    found: dict[Key, Slot | None] = {}
    for slot in sorted(grid.entries):
        if slot.part:
            continue
        table = grid.table
        section = table.rows[slot.row].section
        row = _plain(f"{section} {row_name(grid, slot.row)}")
        key = row, _plain(table.columns[slot.column].name)
        found[key] = None if key in found else slot
    return {key: slot for key, slot in found.items() if slot is not None and all(key)}


def _compared(
    one: tuple[str, Grid], two: tuple[str, Grid], shared: list[tuple[Slot, Slot]]
) -> Iterator[Check]:
    agree, differ = 0, []
    for first, second in shared:
        for a, b in _parts(one[1], first, two[1], second):
            if _same(one[1], a, two[1], b):
                agree += _digits(two[1], b) >= 3
            elif _digits(two[1], b) >= 2:
                differ.append((a, b))
    if _one_setting(one[1], two[1]) and len(differ) <= MOST_SHARED:
        agree = agree or 1
    elif not agree or len(differ) > max(1, agree // 3):
        return
    strength = Strength(agree, agree + len(differ), min(8 * agree, 64), 1)
    for a, b in differ:
        table = two[1].table
        where = place(one[1], a) + ("" if one[0] == two[0] else f" of {one[0]}")
        yield Check(
            Grade.NOTE,
            "same-entry",
            table.number,
            row_name(two[1], b.row),
            column_name(two[1], b.column),
            two[1].cell(b).text,
            one[1].cell(a).text,
            strength,
            ("the same row and column labels name the same entry",),
            f"{place(two[1], b)}: {two[1].cell(b).text} is printed; the same entry is "
            f"{one[1].cell(a).text} in {where}; {agree} other numbers agree.",
            two[1].cell(b).line,
        )


def _one_setting(one: Grid, two: Grid) -> bool:
    """Whether two headings that differ state the same setting in brackets, above equal columns."""
    first, second = one.table.heading, two.table.heading
    settings = [set(_SETTING.findall(text)) for text in (first, second)]
    same = bool(settings[0] & settings[1]) and first != second
    return same and one.columns == two.columns and one.table.label_columns > 1


def _parts(one: Grid, first: Slot, two: Grid, second: Slot) -> Iterator[tuple[Slot, Slot]]:
    for part in ("", "(", "±", "/"):
        a, b = first._replace(part=part), second._replace(part=part)
        if a in one.entries and b in two.entries:
            yield a, b


def _same(one: Grid, a: Slot, two: Grid, b: Slot) -> bool:
    """Whether the two can be one number, printed with more or fewer digits."""
    x, y = one.entries[a], two.entries[b]
    return abs(x.value * two.unit - y.value * one.unit) <= x.half * two.unit + y.half * one.unit


def _digits(grid: Grid, slot: Slot) -> int:
    entry = grid.entries[slot]
    return len(str(abs(entry.value) // max(1, 2 * entry.half)))


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
