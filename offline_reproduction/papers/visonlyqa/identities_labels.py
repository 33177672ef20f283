"""VisOnlyQA: column labels and answer formats against the numbers beneath them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from fe_core.numbers.rounding import Rounding
from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.labels import Labels, Repair, repair
from offline_reproduction.audit.tables.relations import exactly
from offline_reproduction.audit.tables.sheet import Place, Sheet, columns_of
from offline_reproduction.audit.values.judgement import Said, impossible, possible
from offline_reproduction.audit.values.spans import meet, point

REAL, SYNTHETIC = "table-04a", "table-04b"
WHOLES = {REAL: (50, 500), "table-09": (50, 500), SYNTHETIC: (100, 700)}
RULES = (Rounding.HALF_EVEN, Rounding.HALF_UP, Rounding.DOUBLE_PERCENT, Rounding.DOUBLE_SHARE)
TUNED = ("Phi-3.5-vision", "InternVL2-4B", "InternVL2-8B", "Qwen2-VL-2B", "Qwen2-VL-7B")
FORMATS = "Answer Format"
CHANCE = {
    "True/False": Fraction(1, 2),
    "3 options": Fraction(1, 3),
    "5 options": Fraction(1, 5),
    "Select Multiple": Fraction(1, 16),
}
"""Accuracy of a uniform guess for each answer format of Table 2; any subset of four options."""


def random_row(printed: Sheet, true: Mapping[str, str]) -> Iterator[Constraint]:
    """Random is one over the number of options, in Table 2's formats under repaired labels."""
    formats = _true_formats(printed, true)
    for table in (REAL, SYNTHETIC, "table-10"):
        for column in columns_of(printed, table):
            cell, task = Place(table, "Random", column), task_of(table, column, true)
            if cell not in printed.texts or column == "Average":
                continue
            source = Place("table-02", FORMATS, formats.get(task, task))
            value = CHANCE.get(printed.text(source))
            if value is not None:
                about = f"one over the options of the format of {task}"
                yield exactly(f"reference/{key(cell)}", "reference", cell, value, about)


def columns(printed: Sheet) -> Constraint:
    """Table 4(a)'s column labels, against Table 10's rows of the same five models."""
    labels = _geometry(printed, REAL)
    shared = [name for name in labels if name in columns_of(printed, "table-10")]
    cells = [Place(REAL, model, name) for model in TUNED for name in labels]
    cells += [Place("table-10", f"Real: {m} Original", name) for m in TUNED for name in shared]

    def test(sheet: Sheet) -> Said:
        found = repair(labels, "column", lambda names: _column_clashes(sheet, names))
        return _said(found, "Tables 4(a) and 10", len(TUNED) * len(shared))

    about = "Table 4(a)'s columns against Table 10's"
    return Constraint("label/04a/columns", "label", tuple(cells), about, test)


def formats(printed: Sheet, true: Mapping[str, str]) -> Constraint:
    """Table 2's answer formats, against the Random rows."""
    labels = _geometry(printed, "table-02")
    cells = [Place("table-02", FORMATS, name) for name in labels]
    cells += [cell for cell, _ in _random_cells(printed, true)]

    def test(sheet: Sheet) -> Said:
        found = repair(labels, "column", lambda names: _format_clashes(sheet, names, true))
        return _said(found, "Table 2's formats and the Random rows", len(cells) - len(labels))

    about = "formats of Table 2 against one over the number of options"
    return Constraint("label/02/formats", "label", tuple(cells), about, test)


def _said(found: Repair, what: str, cells: int) -> Said:
    if not found.before:
        return possible(f"{what} agree under the printed labels")
    text = f"{what}: {found.before} of {cells} cells clash as labelled"
    if not found.found:
        return impossible(f"{text}; none of {found.tried} relabellings helps")
    best = "; or ".join(change.action for change in found.found)
    return impossible(f"{text}, {found.after} with {best} ({found.tried} relabellings tried)")


def _column_clashes(sheet: Sheet, names: Labels) -> int:
    labels = _geometry(sheet, REAL)
    count = 0
    for label, name in zip(labels, names, strict=True):
        for model in TUNED:
            one = sheet.reach(Place(REAL, model, label))
            two = sheet.reach(Place("table-10", f"Real: {model} Original", name))
            count += one is not None and two is not None and not meet(one, two)
    return count


def _format_clashes(sheet: Sheet, names: Labels, true: Mapping[str, str]) -> int:
    labels = _geometry(sheet, "table-02")
    formats = {
        name: sheet.text(Place("table-02", FORMATS, label))
        for label, name in zip(labels, names, strict=True)
    }
    count = 0
    for cell, task in _random_cells(sheet, true):
        reach, value = sheet.reach(cell), CHANCE.get(formats.get(task, ""))
        count += reach is not None and value is not None and not meet(reach, point(100 * value))
    return count


def _random_cells(sheet: Sheet, true: Mapping[str, str]) -> list[tuple[Place, str]]:
    return [
        (Place(table, "Random", column), task_of(table, column, true))
        for table in (REAL, SYNTHETIC, "table-10")
        for column in _geometry(sheet, table)
    ]


def true_columns(printed: Sheet) -> Mapping[str, str]:
    """Table 4(a)'s printed label → the task whose numbers stand there."""
    labels = _geometry(printed, REAL)
    found = repair(labels, "column", lambda names: _column_clashes(printed, names))
    return dict(zip(labels, _only(found, labels), strict=True))


def _true_formats(printed: Sheet, true: Mapping[str, str]) -> Mapping[str, str]:
    """Task → the label under which Table 2 prints its format (relabellings that fit agree)."""
    labels = _geometry(printed, "table-02")
    found = repair(labels, "column", lambda names: _format_clashes(printed, names, true))
    return dict(zip(found.found[0].labels if found.found else labels, labels, strict=True))


def _only(found: Repair, labels: Labels) -> Labels:
    whole = found.after == 0 and len(found.found) == 1
    return found.found[0].labels if whole else labels


def task_of(table: str, column: str, true: Mapping[str, str]) -> str:
    return true.get(column, column) if table == REAL else column


def _geometry(printed: Sheet, table: str) -> Labels:
    return tuple(name for name in columns_of(printed, table) if name.startswith("Geometry"))


def key(place: Place) -> str:
    return f"{place.table}/{place.row}/{place.column}"
