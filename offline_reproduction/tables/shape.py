"""From a grid to a table: which rows head it, which columns name the rows, which rows are titles.

A format says part of it (a rule below the header, `thead`, `th`); the rest is told from where the
numbers stand. Whatever is decided here, no cell leaves its row or its column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from fe_core.numbers.grammar import UNITS
from fe_core.numbers.numerals import decimal_mark
from fe_core.numbers.printed import (
    LONGEST,
    Absent,
    PrintedValue,
    Unreadable,
    Words,
    examine,
)
from fe_core.numbers.printed import read as read_printed
from offline_reproduction.tables.grid import GridRow, Place, grid
from offline_reproduction.tables.model import Cell, Column, Problem, Row, Table
from offline_reproduction.tables.raw import RawTable

_HEADING = re.compile(
    r"|#|(metrics?|measures?|settings?|shots?|data ?sets?|tasks?|models?|methods?|languages?|"
    r"splits?|units?|benchmarks?|systems?|domains?|categor(y|ies)|types?|subsets?)\W*",
    re.IGNORECASE,
)
_INDEX = re.compile(r"#|no\.?|rank|id|idx|index", re.IGNORECASE)
_UNIT = re.compile(r"[(\[]\s*([^()\[\]]{1,12}?)\s*[)\]]\W*$|\s(%)\W*$")
_MEASURED = re.compile(
    r"time|latenc|durat|delay|speed|param|size|token|flop|memor|data", re.IGNORECASE
)


def shaped(
    raw: RawTable, *, number: int = 1, heading: str = ""
) -> tuple[list[Table], list[Problem]]:
    """The tables that a raw one holds: one, or one per block that has a header of its own.

    number: the first one's place in the document. The problems are those of a table that gave none
    at all; else they stand in the first one.
    """
    rows, problems = grid(raw)
    rows = [row for row in rows if any(place.first and place.cell.text for place in row.places)]
    problems = [*raw.problems, *problems]
    tables = [
        _table(raw, block, headers, heading, number + index, problems if not index else [])
        for index, (block, headers) in enumerate(_blocks(raw, rows))
    ]
    return tables, [] if tables else problems


def _blocks(raw: RawTable, rows: list[GridRow]) -> Iterator[tuple[list[GridRow], int]]:
    """Rows with their number of header rows; a later row of headers begins a further block."""
    if not rows:
        return
    start, headers = 0, _headers(raw, rows)
    if not raw.free:
        yield rows, headers
        return
    for index in range(headers + 1, len(rows)):
        if index > start + headers and _heads_again(rows, index, start + headers):
            yield rows[start:index], headers
            start, headers = index, _further(rows, index, 1)
    yield rows[start:], headers


def _headers(raw: RawTable, rows: list[GridRow]) -> int:
    """How many leading rows head the columns."""
    if raw.headers is not None:
        return _further(rows, 0, raw.headers) if raw.free else raw.headers
    marked = 0
    while marked < len(rows) and all(place.cell.header for place in rows[marked].places):
        marked += 1
    titles = 0
    while titles < len(rows) - 2 and _title(rows[titles]) is not None:
        titles += 1
    ruled = next((i for i, row in enumerate(rows) if row.ruled and i > titles), 0)
    counted = marked or (ruled if ruled <= len(rows) // 2 else 0)
    return _further(rows, 0, max(counted, titles + 1))


def _further(rows: list[GridRow], start: int, headers: int) -> int:
    """`headers` and the rows right below that head the columns, too: words where numbers follow."""
    while start + headers < len(rows) - 1 and _continues(rows, start, start + headers):
        headers += 1
    return headers


def _continues(rows: list[GridRow], start: int, index: int) -> bool:
    """Whether a row below the header belongs to it: its label says so, or nothing stands above."""
    row = rows[index]
    if _title(row) is not None:
        return False
    blank = not any(place.cell.text for above in rows[start:index] for place in above.places)
    label = row.places[0].cell.text
    if index > start and row.places[0].cell is rows[start].places[0].cell:
        # The label's own header reaches down to here.
        return True
    hangs = not row.places[0].first
    nameless = not any(above.places[0].cell.text for above in rows[start:index])
    if not (blank or hangs or nameless or _HEADING.fullmatch(label)):
        return False
    return _words_above(rows, index) or (not label and _fills(rows, index))


def _fills(rows: list[GridRow], index: int) -> bool:
    """Whether a row without a label has words, and only words, some below an empty header."""
    places = [place for place in rows[index].places if place.cell.text]
    under = [
        above.cell.text
        for above, place in zip(rows[index - 1].places, rows[index].places, strict=True)
        if place.cell.text
    ]
    words = all(isinstance(read(place.cell.text), Words) for place in places)
    return words and bool(places) and not all(under)


def _words_above(rows: list[GridRow], index: int) -> bool:
    """Whether a row has words in columns that hold numbers below it, and no number itself."""
    below = rows[index + 1 : index + 40]
    worded = numeric = 0
    for column, place in enumerate(rows[index].places[1:], 1):
        value = read(place.cell.text)
        if not isinstance(value, Words | Unreadable | Absent):
            return False
        if isinstance(value, Words | Unreadable):
            worded += 1
            values = [read(row.places[column].cell.text) for row in below]
            unworded = sum(not isinstance(value, Words | Unreadable) for value in values)
            numeric += any(map(_is_number, values)) and 2 * unworded > len(values)
    return worded > 0 and 2 * numeric > worded


def _heads_again(rows: list[GridRow], index: int, body: int) -> bool:
    """Whether a row in the middle heads what follows: header cells, or words below a rule."""
    row = rows[index]
    if index + 1 >= len(rows) or _title(row) is not None:
        return False
    if all(place.cell.header for place in row.places) and not all(
        place.cell.header for place in rows[body].places
    ):
        return True
    filled = [place for place in row.places[1:] if place.cell.text]
    return (
        row.ruled
        and rows[index + 1].ruled
        and 2 * len(filled) > len(row.places) - 1
        and _words_above(rows, index)
    )


def _table(
    raw: RawTable,
    rows: list[GridRow],
    headers: int,
    heading: str,
    number: int,
    problems: list[Problem],
) -> Table:
    body = rows[headers:]
    titles = [_title(row) if raw.free else None for row in body]
    data = [row for row, title in zip(body, titles, strict=True) if title is None]
    names = [_path(rows[:headers], column) for column in range(len(rows[0].places))]
    labels = _label_columns(names, data)
    point = decimal_mark(
        place.cell.text
        for row in data
        for place in row.places[labels:]
        if _is_number(read(place.cell.text))
    )
    return Table(
        number=number,
        key=raw.label,
        caption=raw.caption,
        line=raw.line if number == 1 or not rows else min(raw.line, rows[0].line),
        columns=tuple(Column(path, _unit(path)) for path in names),
        label_columns=labels,
        rows=tuple(_rows(body, titles, labels, point)),
        heading=heading,
        point=point,
        problems=tuple(problems),
    )


def _rows(body: list[GridRow], titles: list[str | None], labels: int, point: str) -> Iterator[Row]:
    section = ""
    above: tuple[str, ...] = ()
    for row, title in zip(body, titles, strict=True):
        if title is not None:
            section, above = title, ()
            continue
        cells = tuple(
            _cell(place, point if i >= labels else ".") for i, place in enumerate(row.places)
        )
        above = _filled(tuple(cell.text for cell in cells[:labels]), above)
        yield Row(above, section, row.line, cells)


def _filled(labels: tuple[str, ...], above: tuple[str, ...]) -> tuple[str, ...]:
    """Labels with the empty ones before a filled one taken from the row above: they span down."""
    last = max((index for index, text in enumerate(labels) if text), default=0)
    taken = zip(labels[:last], above[:last], strict=False)
    return tuple(text or over for text, over in taken) + labels[len(above[:last]) :]


def _cell(place: Place, point: str) -> Cell:
    raw = place.cell
    reading = examine(raw.text, point)
    return Cell(
        raw.text,
        raw.line,
        reading.value,
        raw.bold,
        raw.underline,
        (*reading.marks, *raw.marks),
        spanned=not place.first,
    )


def _title(row: GridRow) -> str | None:
    """The text of a row that is one title: a cell across, or one that stands alone in its row."""
    cells = {id(place.cell): place.cell for place in row.places if place.cell.text}
    if len(cells) != 1 or len(row.places) < 2:
        return None
    (cell,) = cells.values()
    across = cell.columns >= len(row.places) > 1
    alone = row.places[0].cell is cell and cell.rows <= 1 and len(row.places) > 2
    if (across or alone) and not _is_number(read(cell.text)):
        return cell.text
    return None


def _path(header: Sequence[GridRow], column: int) -> tuple[str, ...]:
    """A column's header texts from the top down; a text that spans rows stands once."""
    path: list[str] = []
    if len(header) > 1:
        header = [row for row in header if _title(row) is None] or header
    for index, row in enumerate(header):
        place = row.places[column]
        if index and place.cell is header[index - 1].places[column].cell:
            continue
        below = index + 1 < len(header) and header[index + 1].places[column].cell.text
        path.append(place.cell.text or (_left(row, header[index + 1], column) if below else ""))
    return tuple(path)


def _left(row: GridRow, under: GridRow, column: int) -> str:
    """The header text that spans an empty place beside it, where a format has no spans.

    It heads a group if something stands below itself, too.
    """
    for left in range(column - 1, -1, -1):
        if text := row.places[left].cell.text:
            return text if under.places[left].cell.text else ""
    return ""


def _label_columns(names: list[tuple[str, ...]], data: list[GridRow]) -> int:
    """How many leading columns name the row: words, or an index with words behind it."""
    width = len(names)
    kinds = [_numeric(column, data) for column in range(width)]
    labels = next((column for column in range(width) if kinds[column]), width)
    if not labels and width > 1 and not kinds[1] and _index(names[0], data):
        labels = next((column for column in range(1, width) if kinds[column]), width)
    return labels if labels < width else min(1, width - 1)


def _numeric(column: int, data: list[GridRow]) -> bool:
    """Whether a column holds data: more than two thirds of it are numbers (or dashes)."""
    numbers = words = dashes = 0
    for row in data:
        cell = row.places[column].cell
        value = read(cell.text)
        if isinstance(value, Absent):
            dashes += bool(cell.text)
        elif _is_number(value):
            numbers += 1
        else:
            words += 1
    return numbers + dashes > 2 * words if numbers else dashes > 0 and not words


def _index(path: tuple[str, ...], data: list[GridRow]) -> bool:
    texts = [row.places[0].cell.text for row in data]
    counted = texts == [str(number) for number in range(1, len(texts) + 1)]
    return counted or bool(_INDEX.fullmatch(path[-1] if path else ""))


def read(text: str) -> PrintedValue:
    """What a text says if the point is its decimal mark; a table asks more than once."""
    return _read(text) if len(text) <= LONGEST else Words(text)


_read = lru_cache(maxsize=1 << 14)(read_printed)


def _is_number(value: PrintedValue) -> bool:
    return not isinstance(value, Words | Unreadable | Absent)


def _unit(path: tuple[str, ...]) -> str:
    """The unit that a header gives in brackets or at its end, from the innermost text outwards."""
    for text in reversed(path):
        match = _UNIT.search(text)
        if match:
            unit = (match[1] or match[2]).strip()
            # `Shape (s)` is no shape in seconds.
            plain = len(unit) > 1 or unit == "%" or _MEASURED.search(text)
            if plain and unit.partition("/")[0] in UNITS:
                return unit
    return ""
