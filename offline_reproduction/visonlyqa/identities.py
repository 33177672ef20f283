"""How VisOnlyQA's printed cells hang together; the release is not looked at.

Sources: Table 2 (questions per task), Section 3.5 (human answers), Section 4.3 (five fine-tuned
models, one task each), the captions of Tables 4, 5, 9 and 10.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from fe_core.numbers.rounding import Rounding
from offline_reproduction.audit.constraints import (
    Constraint,
    Said,
    impossible,
    possible,
    undecided,
)
from offline_reproduction.audit.labels import Labels, Repair, repair
from offline_reproduction.audit.relations import exactly, granular, linear, same
from offline_reproduction.audit.sheet import Denominator, Place, Sheet, columns_of, rows_of
from offline_reproduction.audit.spans import meet, point, times, total

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


def sheet(texts: Mapping[Place, str]) -> Sheet:
    """The printed texts with the numbers of questions that Table 2 states."""
    known = {place: found for place in texts if (found := _denominator(place)) is not None}
    counted = frozenset(place for place in texts if _counted(place))
    return Sheet(texts, known, counted, RULES)


def constraints(printed: Sheet) -> tuple[Constraint, ...]:
    """Every relation between printed cells that the paper's own words demand."""
    return (
        *_granularity(printed),
        *_composition(printed),
        *_averages(printed),
        *_random(printed),
        *_copies(printed),
        *_chain_of_thought(printed),
        *_human(printed),
        _columns(printed),
        _formats(printed),
    )


def _granularity(printed: Sheet) -> Iterator[Constraint]:
    for place in printed.denominators:
        if printed.number(place) is not None:
            yield granular(f"granularity/{_name(place)}", place)


def _denominator(place: Place) -> Denominator | None:
    table, row, column = place
    if row in ("Random", "Human"):
        return None
    if table in WHOLES:
        one, whole = WHOLES[table]
        return Denominator(whole if column == "Average" else one, table == "table-09")
    if table == "table-05" and column.startswith(("Original", "Fine-tuned")):
        # Section 4.3 and Table 10 leave two readings of "Real": ten tasks of 50 questions, or the
        # five tasks that were fine-tuned; a proportion of 250 is one of 500 as well.
        return Denominator(500 if column.endswith("Real") else 700)
    if table == "table-10":
        real = row.startswith("Real")
        whole = 250 if real else 700
        return Denominator(whole if column == "Average" else 50 if real else 100)
    return None


def _counted(place: Place) -> bool:
    return place.table == "table-02" and place.row.startswith("Eval")


def _composition(printed: Sheet) -> Iterator[Constraint]:
    tasks = [column for column in columns_of(printed, "table-02") if column != "Total"]
    for row in ("Eval-Real", "Eval-Synthetic"):
        cells = [Place("table-02", row, task) for task in tasks]
        terms = [(cell, 1) for cell in cells if printed.number(cell) is not None]
        yield linear(f"sum/02/{row}", "sum", terms, Place("table-02", row, "Total"), "tasks add up")


def _averages(printed: Sheet) -> Iterator[Constraint]:
    """All tasks of a table have as many questions, so the average is the mean of the columns."""
    for table in (REAL, SYNTHETIC, "table-09", "table-10"):
        tasks = [column for column in columns_of(printed, table) if column != "Average"]
        for row in rows_of(printed, table):
            cells = [Place(table, row, task) for task in tasks]
            used = [cell for cell in cells if printed.number(cell) is not None]
            average = Place(table, row, "Average")
            if average in printed.texts:
                terms = [(cell, Fraction(1, len(used))) for cell in used]
                about = f"the mean of {len(used)} tasks of equal size"
                yield linear(f"mean/{table}/{row}", "mean", terms, average, about)


def _random(printed: Sheet) -> Iterator[Constraint]:
    """Random is one over the number of options, in Table 2's formats under repaired labels."""
    true, formats = _true_columns(printed), _true_formats(printed)
    for table in (REAL, SYNTHETIC, "table-10"):
        for column in columns_of(printed, table):
            cell, task = Place(table, "Random", column), _task(table, column, true)
            if cell not in printed.texts or column == "Average":
                continue
            source = Place("table-02", FORMATS, formats.get(task, task))
            value = CHANCE.get(printed.text(source))
            if value is not None:
                about = f"one over the options of the format of {task}"
                yield exactly(f"reference/{_name(cell)}", "reference", cell, value, about)


def _columns(printed: Sheet) -> Constraint:
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


def _formats(printed: Sheet) -> Constraint:
    """Table 2's answer formats, against the Random rows."""
    labels, true = _geometry(printed, "table-02"), _true_columns(printed)
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
        (Place(table, "Random", column), _task(table, column, true))
        for table in (REAL, SYNTHETIC, "table-10")
        for column in _geometry(sheet, table)
    ]


def _true_columns(printed: Sheet) -> Mapping[str, str]:
    """Table 4(a)'s printed label → the task whose numbers stand there."""
    labels = _geometry(printed, REAL)
    found = repair(labels, "column", lambda names: _column_clashes(printed, names))
    return dict(zip(labels, _only(found, labels), strict=True))


def _true_formats(printed: Sheet) -> Mapping[str, str]:
    """Task → the label under which Table 2 prints its format (relabellings that fit agree)."""
    labels, true = _geometry(printed, "table-02"), _true_columns(printed)
    found = repair(labels, "column", lambda names: _format_clashes(printed, names, true))
    return dict(zip(found.found[0].labels if found.found else labels, labels, strict=True))


def _only(found: Repair, labels: Labels) -> Labels:
    whole = found.after == 0 and len(found.found) == 1
    return found.found[0].labels if whole else labels


def _task(table: str, column: str, true: Mapping[str, str]) -> str:
    return true.get(column, column) if table == REAL else column


def _geometry(printed: Sheet, table: str) -> Labels:
    return tuple(name for name in columns_of(printed, table) if name.startswith("Geometry"))


def _copies(printed: Sheet) -> Iterator[Constraint]:
    true = _true_columns(printed)
    for model in TUNED:
        for split, table in (("Synthetic", SYNTHETIC), ("Real", REAL)):
            row = f"{split}: {model} Original"
            for column in columns_of(printed, table):
                task = _task(table, column, true)
                cells = Place("table-10", row, task), Place(table, model, column)
                number = printed.number(cells[0])
                if number is not None and (split, column) != ("Real", "Average"):
                    about = f"the original {model} on {task} stands in both tables"
                    yield same(f"copy/10-{table[-3:]}/{model}/{task}", *cells, about)
        for split, table in (("Synthetic", SYNTHETIC), ("Real", REAL)):
            first = Place("table-05", model, f"Original {split}")
            if first in printed.texts:
                second = Place(table, model, "Average")
                about = "Table 5 repeats the average of Table 4"
                yield same(f"copy/05-{table[-3:]}/{model}", second, first, about)
            tuned = Place("table-05", model, f"Fine-tuned {split}")
            if tuned in printed.texts:
                other = Place("table-10", f"{split}: {model} Fine-tuned", "Average")
                about = "Table 5 repeats the average of Table 10"
                yield same(f"copy/05-10/{model}/{split}", other, tuned, about)
    for column in columns_of(printed, "table-10"):
        if column != "Average":
            cells = Place(SYNTHETIC, "Random", column), Place("table-10", "Random", column)
            yield same(f"copy/10-04b/Random/{column}", *cells, "the same random reference")


def _chain_of_thought(printed: Sheet) -> Iterator[Constraint]:
    """Without chain of thought plus the improvement is an accuracy between 0 and 100."""
    for row in rows_of(printed, "table-09"):
        for column in columns_of(printed, "table-09"):
            cells = Place(REAL, row, column), Place("table-09", row, column)
            yield _accuracy(f"range/09/{row}/{column}", *cells)


def _accuracy(id: str, before: Place, gain: Place) -> Constraint:
    def test(printed: Sheet) -> Said:
        reaches = [printed.reach(before), printed.reach(gain)]
        known = [reach for reach in reaches if reach is not None]
        if len(known) < 2:
            return undecided("a cell holds no number")
        after = total(known)
        if after.high < 0 or after.low > 100:
            return impossible("the accuracy with chain of thought is outside 0 … 100")
        return possible("the accuracy with chain of thought is between 0 and 100")

    return Constraint(id, "range", (before, gain), "accuracy plus improvement", test)


def _human(printed: Sheet) -> Iterator[Constraint]:
    """300 answers to ten tasks and 140 to seven, by three and two people: 30 and 20 a task."""
    for table, each in ((REAL, 30), (SYNTHETIC, 20)):
        for column in columns_of(printed, table):
            if column != "Average":
                yield _even_split(Place(table, "Human", column), each)


def _even_split(cell: Place, each: int) -> Constraint:
    def test(printed: Sheet) -> Said:
        reach = printed.reach(cell)
        if reach is None:
            return undecided("no number is printed here")
        for k in range(each + 1):
            if meet(reach, times(point(Fraction(k, each)), 100)):
                return possible(f"{k} of {each}")
        return undecided(
            f"{printed.text(cell)} is no proportion of {each}: "
            f"not every task has {each} answers of equal weight"
        )

    about = f"{each} answers to each task, if they are spread evenly"
    return Constraint(f"assumption/{_name(cell)}", "assumption", (cell,), about, test)


def _name(place: Place) -> str:
    return f"{place.table}/{place.row}/{place.column}"
