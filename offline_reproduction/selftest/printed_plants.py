"""Errors planted in printed tables: each makes other texts of some, or None where it cannot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random

from fe_core.numbers import printed as reading
from fe_core.numbers.exact import Root
from fe_core.numbers.rounding import Rounding, decimal_text, rounded
from fe_core.reporting.cells import Cell, Spread
from fe_core.reporting.entries import Entry, Kind
from offline_reproduction.study.printed import PrintedTable

Plant = Callable[[PrintedTable, Sequence[Entry], Mapping[tuple[str, str], Cell], Random],
                 PrintedTable | None]  # fmt: skip
"""A table, its agreeing entries, its cells, and a generator → the table as misprinted."""

Cells = Mapping[tuple[str, str], Cell]


def last_digit(
    table: PrintedTable, entries: Sequence[Entry], cells: Cells, random: Random
) -> PrintedTable | None:
    """One unit in the last printed place."""
    return _number(table, entries, random, lambda number, entry: number.value + _unit(number))


def digits_transposed(
    table: PrintedTable, entries: Sequence[Entry], cells: Cells, random: Random
) -> PrintedTable | None:
    """Two neighbouring digits change places."""
    for entry in _shuffled(entries, random):
        text = entry.printed
        pairs = [
            n for n in range(len(text) - 1)
            if text[n : n + 2].isdigit() and text[n] != text[n + 1]
        ]  # fmt: skip
        if pairs:
            n = random.choice(pairs)
            return _with(table, {entry: text[:n] + text[n + 1] + text[n] + text[n + 2 :]})
    return None


def sign_flipped(
    table: PrintedTable, entries: Sequence[Entry], cells: Cells, random: Random
) -> PrintedTable | None:
    """A difference with the other sign."""
    return _number(
        table, entries, random, lambda number, entry: -number.value if number.value else None
    )


def half_up(
    table: PrintedTable, entries: Sequence[Entry], cells: Cells, random: Random
) -> PrintedTable | None:
    """An exact half rounded up where the declared rule rounds it to even (or the reverse)."""
    for entry in _shuffled(entries, random):
        cell = cells.get((entry.row, entry.column))
        number = reading.read(entry.printed)
        if cell is None or not isinstance(number, reading.Number):
            continue
        if isinstance(cell.value, Fraction) and not isinstance(cell.value, bool):
            scale = cell.unit.scale
            up, even = (
                rounded(cell.value, number.decimals, rule, scale)
                for rule in (Rounding.HALF_UP, Rounding.HALF_EVEN)
            )
            if up != even:
                return _with(table, {entry: up if Fraction(even) == number.value else even})
    return None


def population_deviation(
    table: PrintedTable, entries: Sequence[Entry], cells: Cells, random: Random
) -> PrintedTable | None:
    """A deviation over three runs that divides by three."""
    for entry in _shuffled(entries, random):
        cell, printed = cells.get((entry.row, entry.column)), reading.read(entry.printed)
        if cell is None or not isinstance(printed, reading.MeanDeviation):
            continue
        if isinstance(cell.value, Spread) and isinstance(cell.value.deviation, Root):
            other = Root(cell.value.deviation.square * Fraction(2, 3))
            text = rounded(other, printed.deviation.decimals, scale=cell.unit.scale)
            mean = entry.printed.partition("±")[0]
            if f"{mean}±{text}" != entry.printed:
                return _with(table, {entry: f"{mean}±{text}"})
    return None


def columns_swapped(
    table: PrintedTable, entries: Sequence[Entry], cells: Cells, random: Random
) -> PrintedTable | None:
    """Two columns stand under each other's headers."""
    pairs = [
        (one, other)
        for at, one in enumerate(table.columns)
        for other in table.columns[at + 1 :]
        if any(table.cells.get((row, one)) != table.cells.get((row, other)) for row in table.rows)
        and all(((row, one) in table.cells) == ((row, other) in table.cells) for row in table.rows)
    ]
    if not pairs:
        return None
    one, other = random.choice(pairs)
    swap = {one: other, other: one}
    return table._replace(
        cells={(row, swap.get(c, c)): text for (row, c), text in table.cells.items()}
    )


def rows_swapped(
    table: PrintedTable, entries: Sequence[Entry], cells: Cells, random: Random
) -> PrintedTable | None:
    """Two rows stand under each other's names."""
    one, other = random.sample(table.rows, 2) if len(table.rows) > 1 else ("", "")
    texts = [[table.cells.get((row, c)) for c in table.columns] for row in (one, other)]
    if texts[0] == texts[1]:
        return None
    swap = {one: other, other: one}
    return table._replace(
        cells={(swap.get(row, row), c): text for (row, c), text in table.cells.items()}
    )


def rows_shifted(
    table: PrintedTable, entries: Sequence[Entry], cells: Cells, random: Random
) -> PrintedTable | None:
    """Every row's numbers slip down by one."""
    if len(table.rows) < 3:
        return None
    after = dict(zip(table.rows, table.rows[1:] + table.rows[:1], strict=True))
    return table._replace(
        cells={(after[row], column): text for (row, column), text in table.cells.items()}
    )


def row_lost(
    table: PrintedTable, entries: Sequence[Entry], cells: Cells, random: Random
) -> PrintedTable | None:
    """A row is not there any more."""
    lost = random.choice([*entries]).row
    return table._replace(
        rows=tuple(row for row in table.rows if row != lost),
        cells={(row, column): text for (row, column), text in table.cells.items() if row != lost},
    )


def cell_blanked(
    table: PrintedTable, entries: Sequence[Entry], cells: Cells, random: Random
) -> PrintedTable | None:
    """A cell is empty."""
    return _with(table, {random.choice([*entries]): ""})


PLANTS: Mapping[str, Plant] = {
    "last-digit": last_digit,
    "digits-transposed": digits_transposed,
    "sign-flipped": sign_flipped,
    "half-rounded-otherwise": half_up,
    "population-deviation": population_deviation,
    "columns-swapped": columns_swapped,
    "rows-swapped": rows_swapped,
    "rows-shifted": rows_shifted,
    "row-lost": row_lost,
    "cell-blanked": cell_blanked,
}
"""Name → planted misprint."""


def _number(
    table: PrintedTable,
    entries: Sequence[Entry],
    random: Random,
    change: Callable[[reading.Number, Entry], Fraction | None],
) -> PrintedTable | None:
    for entry in _shuffled(entries, random):
        number = reading.read(entry.printed)
        if isinstance(number, reading.Number):
            value = change(number, entry)
            if value is not None:
                units = value * 10**number.decimals
                return _with(table, {entry: decimal_text(int(units), number.decimals)})
    return None


def _unit(number: reading.Number) -> Fraction:
    return Fraction(1, 10**number.decimals)


def _shuffled(entries: Sequence[Entry], random: Random) -> list[Entry]:
    """Entries that can be judged without the exact law of an interval, in random order."""
    cells = [entry for entry in entries if entry.kind is Kind.CELL]
    random.shuffle(cells)
    return cells


def _with(table: PrintedTable, texts: Mapping[Entry, str]) -> PrintedTable:
    changed = {(entry.row, entry.column): text for entry, text in texts.items()}
    return table._replace(cells={**table.cells, **changed})
