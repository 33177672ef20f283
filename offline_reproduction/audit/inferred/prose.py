"""The numbers in sentences: sums that are written out, and cells that a sentence names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from fe_core.numbers.rounding import rounded
from fe_core.numbers.values import Number
from offline_reproduction.audit.inferred.findings import Check, Grade, Strength
from offline_reproduction.audit.inferred.grid import Grid, Slot, column_name, row_name
from offline_reproduction.audit.inferred.sentences import place
from offline_reproduction.tables.model import Sentence

MOST_SENTENCES, MOST_LABELS = 2000, 200
_N = r"(\d{1,9}(?:\.\d{1,9})?)\s*%?"
_WRITTEN = re.compile(rf"\(\s*{_N}((?:\s*\+\s*{_N})+)\s*\)\s*/\s*(\d{{1,4}})\s*=\s*{_N}", re.ASCII)
_TWO = re.compile(rf"(?<![\d.)*/+−×-])\s*{_N}\s*([+−/-])\s*{_N}\s*=\s*{_N}", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,9})?", re.ASCII)


def checks(sentences: Sequence[Sentence], grids: Sequence[Grid]) -> Iterator[Check]:
    """Sentences whose written-out sums do not hold, or that print another number than the cell."""
    for sentence in sentences[:MOST_SENTENCES]:
        yield from _written(sentence)
        yield from _named(sentence, grids)


def _written(sentence: Sentence) -> Iterator[Check]:
    text = sentence.text[:2000]
    for match in _WRITTEN.finditer(text):
        parts = [match[1], *_NUMBER.findall(match[2])]
        divisor = int(match[match.re.groups - 1])
        if divisor:
            value = sum(map(Fraction, parts), Fraction(0)) / divisor
            yield from _result(sentence, match[0], value, match[match.re.groups], parts)
    for match in _TWO.finditer(text):
        one, sign, two, result = match.groups()
        if sign == "/" and not Fraction(two):
            continue
        values = Fraction(one), Fraction(two)
        computed = {
            "+": values[0] + values[1],
            "/": values[0] / (values[1] or 1),
        }.get(sign, values[0] - values[1])
        yield from _result(sentence, match[0].strip(), computed, result, [one, two])


def _result(
    sentence: Sentence, shown: str, value: Fraction, printed: str, parts: Sequence[str]
) -> Iterator[Check]:
    """Whether a printed result is what the printed parts give, give or take their rounding."""
    decimals = len(printed.partition(".")[2])
    slack = Fraction(1, 10**decimals) + sum(
        Fraction(1, 2 * 10 ** len(p.partition(".")[2])) for p in parts if "." in p
    )
    scales = (1, 100) if "/" in shown else (1,)
    if any(abs(value * scale - Fraction(printed)) <= slack * scale for scale in scales):
        return
    gives = rounded(value, decimals)
    yield _check(
        sentence,
        Grade.CONTRADICTION,
        "written-sum",
        printed,
        gives,
        ("the sentence writes the sum out",),
        f"Line {sentence.line}: {shown!r} is printed; it is {gives}.",
    )


def _named(sentence: Sentence, grids: Sequence[Grid]) -> Iterator[Check]:
    """A sentence with one number that names one row and one column of one table."""
    found = [c for c in sentence.numbers if isinstance(c.value, Number) and c.value.decimals]
    if len(found) != 1 or not isinstance(number := found[0].value, Number):
        return
    hits = [(grid, slot) for grid in grids for slot in _cells(sentence.text, grid)]
    if len(hits) != 1:
        return
    grid, slot = hits[0]
    entry, value = grid.entries[slot], number.value * grid.unit
    half = Fraction(grid.unit, 2 * 10**number.decimals)
    near = abs(value - entry.value) * 5 <= abs(entry.value)
    if not near or abs(value - entry.value) <= half + entry.half or _elsewhere(grid, value):
        return
    text = grid.cell(slot).text
    yield _check(
        sentence,
        Grade.NOTE,
        "sentence",
        found[0].text,
        text,
        ("the sentence names this row and column",),
        f"Line {sentence.line}: {found[0].text} is printed; {place(grid, slot)} has {text}.",
    )


def _cells(text: str, grid: Grid) -> list[Slot]:
    rows = [
        r
        for r in range(min(len(grid.table.rows), MOST_LABELS))
        if _mentions(text, row_name(grid, r))
    ]
    columns = [
        c
        for c in range(grid.table.label_columns, len(grid.table.columns))
        if _mentions(text, column_name(grid, c))
    ]
    if len(rows) != 1 or len(columns) != 1:
        return []
    slot = Slot(rows[0], columns[0])
    return [slot] if slot in grid.entries else []


def _mentions(text: str, label: str) -> bool:
    at = text.find(label) if len(label) >= 3 else -1
    end = at + len(label)
    return at >= 0 and not (
        (at > 0 and text[at - 1].isalnum()) or (end < len(text) and text[end].isalnum())
    )


def _elsewhere(grid: Grid, value: Fraction) -> bool:
    return any(entry.value == value for entry in grid.entries.values())


def _check(
    sentence: Sentence,
    grade: Grade,
    rule: str,
    printed: str,
    gives: str,
    premises: tuple[str, ...],
    told: str,
) -> Check:
    return Check(
        grade, rule, 0, "", "", printed, gives, Strength(1, 1, 0, 1), premises, told, sentence.line
    )
