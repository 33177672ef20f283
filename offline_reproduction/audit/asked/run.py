"""A table judged by what a reader states, as graded checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from offline_reproduction.audit.asked.describe import constraints
from offline_reproduction.audit.asked.known import Known
from offline_reproduction.audit.asked.texts import TextTable, sheet, text_table
from offline_reproduction.audit.inferred.findings import Check, Grade, Strength
from offline_reproduction.audit.tables.constraints import Check as StudyCheck
from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.sheet import Place, Sheet
from offline_reproduction.audit.values.granularity import counts
from offline_reproduction.audit.values.judgement import Judgement, Said
from offline_reproduction.tables.model import Table

MOST_ITEMS = 10_000_000


def fits(table: Table, known: Known) -> bool:
    """Whether a table has every column and row that is named."""
    named = text_table(table)
    rows = [row for row in (known.mean_row, *known.skip) if row]
    return set(known.columns()) <= set(named.columns) and set(rows) <= set(named.rows)


def checks(table: Table, known: Known) -> list[Check]:
    """Every check that the facts allow, with its judgement.

    Raises UsageError where the facts contradict the table.
    """
    named = text_table(table)
    printed = sheet(named, known)
    return [_check(named, one, printed) for one in constraints(named, known)]


def _check(table: TextTable, constraint: Constraint, printed: Sheet) -> Check:
    said = constraint.test(printed)
    cell = constraint.cells[-1] if constraint.cells else None
    row, column = (cell.row, cell.column) if cell else ("", "")
    if constraint.family in ("whole", "label"):
        row = ""
    texts = [printed.text(c) for c in constraint.cells]
    grade = {Judgement.IMPOSSIBLE: Grade.CONTRADICTION, Judgement.POSSIBLE: Grade.FITS}.get(
        said.judgement, Grade.UNDECIDED
    )
    where = ", ".join(filter(None, (row and f"row {row!r}", column and f"column {column!r}")))
    held = ", ".join(texts[:-1][:8]) + (", …" if len(texts) > 9 else "")
    return Check(
        grade,
        constraint.family,
        table.read.number,
        row,
        column,
        texts[-1] if row else ", ".join(texts[:8]),
        "",
        Strength(int(grade is Grade.FITS), 1, 0, 1),
        tuple(_premises(constraint, printed, held)),
        f"Table {table.read.number}, {where}: {said.explanation}."
        + _own_whole(table, said, cell, printed),
        _line(table, row),
    )


def _own_whole(table: TextTable, said: Said, cell: Place | None, printed: Sheet) -> str:
    """The column of the same row that prints a whole which the number does fit, if there is one."""
    number = printed.number(cell) if cell and cell in printed.denominators else None
    if cell is None or number is None or said.judgement is not Judgement.IMPOSSIBLE:
        return ""
    for column in table.columns:
        whole = printed.number(cell._replace(column=column))
        if whole is None or whole.decimals or not 1 < whole.value <= MOST_ITEMS:
            continue
        n = int(whole.value)
        found = counts(number, n, printed.rules, scale=printed.scale_of(cell))
        if column != cell.column and found:
            return (
                f"\nIt is {found[0]} of the {n} that column {column!r} prints: "
                f"--n {cell.column}=@{column}."
            )
    return ""


def _premises(constraint: Constraint, printed: Sheet, held: str) -> Iterator[str]:
    yield constraint.about
    rules = ", ".join(rule.value for rule in printed.rules)
    yield f"rounded by one of: {rules}"
    if constraint.family == "row":
        yield "averages run over the classes with supports; every answer is one of them or invalid"
    if held:
        yield f"with the cells {held}"


def _line(table: TextTable, row: str) -> int:
    if row in table.rows:
        return table.read.rows[table.rows.index(row)].line
    return table.read.line


def of_study(checks: Iterable[StudyCheck]) -> list[Check]:
    """A study's own checks, in the form of a document's."""
    grades = {Judgement.IMPOSSIBLE: Grade.CONTRADICTION, Judgement.POSSIBLE: Grade.FITS}
    return [
        Check(
            grades.get(check.judgement, Grade.UNDECIDED),
            check.id,
            0,
            check.place,
            "",
            check.printed,
            "",
            Strength(int(check.judgement is Judgement.POSSIBLE), 1, 0, 1),
            (check.tried,),
            f"{check.place} (printed: {check.printed}): {check.explanation} [{check.tried}]",
            0,
        )
        for check in checks
    ]
