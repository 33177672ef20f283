"""Columns and rows that a reader states to be a mean or a sum of the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.numbers.printed import Number, PrintedValue, leading
from fe_core.numbers.rounding import rounded
from fe_core.numbers.values import MeanDeviation
from offline_reproduction.audit.asked.known import MARK, Known
from offline_reproduction.audit.asked.texts import TextTable
from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.sheet import Place, Sheet
from offline_reproduction.audit.values.deviation import deviation_squares
from offline_reproduction.audit.values.judgement import Said, impossible, possible, undecided
from offline_reproduction.audit.values.spans import Span, meet, span, times, total

MOST_RUNS = 200
"""Numbers whose deviation is bounded."""


class _Way(NamedTuple):
    """A way to compute the target: a name, and a weight for every part."""

    name: str
    weights: tuple[Fraction, ...]


def columns(table: TextTable, rows: Sequence[str], known: Known) -> Iterator[Constraint]:
    """One constraint a row, for the average's and the total's column."""
    targets = (known.average, known.total)
    for target, family in zip(targets, ("mean", "sum"), strict=True):
        if not target:
            continue
        parts = [c for c in _numeric(table) if c not in targets and not _computed(c, known)]
        for row in rows:
            cells = [Place(MARK, row, c) for c in parts if (row, c) in table.cells]
            if cells:
                yield _relation(f"{family}/{row}", family, cells, Place(MARK, row, target), table)


def mean_row(table: TextTable, rows: Sequence[str], known: Known) -> Iterator[Constraint]:
    """One constraint a column: the mean of the other rows, and the deviation that is printed."""
    for column in _numeric(table) if known.mean_row else ():
        target = Place(MARK, known.mean_row, column)
        cells = [Place(MARK, row, column) for row in rows if (row, column) in table.cells]
        if (target.row, column) in table.cells:
            yield _relation(f"mean/{column}", "mean", cells, target, table)


def _relation(
    id: str, family: str, cells: list[Place], target: Place, table: TextTable
) -> Constraint:
    def test(sheet: Sheet) -> Said:
        unread = [p for p in (*cells, target) if (p.row, p.column) in table.unread]
        if unread:
            where = "; ".join(f"{p.row!r}, {p.column!r}" for p in unread)
            return undecided(f"a cell cannot be read: {where}")
        used = [(place, sheet.number(place)) for place in cells]
        known = [(place, number) for place, number in used if number is not None]
        value = sheet.number(target)
        if value is None:
            return undecided("no number is printed there")
        if len(known) < 2 and family == "mean":
            return undecided("there is no other row or column to average")
        if not known:
            return undecided("there are no numbers to add up")
        return _said(sheet, family, known, target, value)

    about = f"{family} of {len(cells)} cells"
    return Constraint(id, family, (*cells, target), about, test)


def _said(
    sheet: Sheet, family: str, known: list[tuple[Place, Number]], target: Place, value: Number
) -> Said:
    spans = [span(number, sheet.rules) for _, number in known]
    printed = span(value, sheet.rules)
    for way in _ways(sheet, family, [place for place, _ in known]):
        if meet(_weighted(spans, way), printed):
            return _deviation(sheet, spans, target, f"{sheet.text(target)} is the {way.name}")
    plain = _ways(sheet, family, [place for place, _ in known])
    shown = "; ".join(f"the {way.name} gives {_shown(_weighted(spans, way))}" for way in plain)
    return impossible(f"{shown}; printed is {sheet.text(target)}")


def _ways(sheet: Sheet, family: str, places: Sequence[Place]) -> list[_Way]:
    """The plain mean, and the one weighted by the items behind each part where all are known."""
    if family == "sum":
        return [_Way("sum", (Fraction(1),) * len(places))]
    found = [_Way("mean", (Fraction(1, len(places)),) * len(places))]
    items = [known.n for place in places if (known := sheet.denominators.get(place))]
    if len(items) == len(places) and len(set(items)) > 1:
        weights = tuple(Fraction(n, sum(items)) for n in items)
        found.append(_Way("mean weighted by the items", weights))
    return found


def _weighted(spans: Sequence[Span], way: _Way) -> Span:
    return total(times(part, weight) for part, weight in zip(spans, way.weights, strict=True))


def _deviation(sheet: Sheet, spans: Sequence[Span], target: Place, found: str) -> Said:
    """`found`, unless a deviation is printed that neither convention gives."""
    value = sheet.read(target)
    if not isinstance(value, MeanDeviation) or len(spans) > MOST_RUNS:
        return possible(found)
    low, high = deviation_squares(spans)
    part, count = span(value.deviation, sheet.rules), len(spans)
    least, most = max(part.low, Fraction(0)) ** 2, part.high**2
    for name, factor in (
        ("sample", Fraction(1)),
        ("population", Fraction(count - 1, count)),
        ("standard error, of the sample", Fraction(1, count)),
    ):
        if least <= high * factor and low * factor <= most:
            return possible(f"{found}, with the {name} deviation")
    return impossible(
        f"neither the sample nor the population deviation of the {count} numbers, nor their "
        f"standard error, is that of {sheet.text(target)}"
    )


def _numeric(table: TextTable) -> list[str]:
    """The columns that hold numbers, row labels apart."""
    first = table.read.label_columns
    return [
        column
        for at, column in enumerate(table.columns)
        if at >= first and any(_is_number(row.cells[at].value) for row in table.read.rows)
    ]


def _is_number(value: PrintedValue) -> bool:
    return leading(value) is not None


def _computed(column: str, known: Known) -> bool:
    """Whether a column is stated to be something else than a part."""
    wholes = [str(w).removeprefix("@") for w in known.wholes.values() if isinstance(w, str)]
    return column in (*known.errors, *known.intervals, *known.differences, *wholes)


def _shown(part: Span) -> str:
    low, high = (rounded(end, 4) for end in (part.low, part.high))
    return low if low == high else f"{low} … {high}"
