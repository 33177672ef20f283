"""Columns that are made of columns: an expression over the other columns of its own table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fe_core.errors import UsageError
from fe_core.reporting.cells import Cell, Unit, unanswered
from fe_core.reporting.signature import signature
from offline_reproduction.study.claims import LONGEST, identifiers
from offline_reproduction.study.expressions import Named, parse
from offline_reproduction.study.vectors import Rows, Scalar, UnansweredError, Vector, cell_of, known


def computed(
    text: str,
    unit: Unit | None,
    columns: Mapping[str, Vector],
    rows: Sequence[str],
    sets: Mapping[str, Rows],
) -> dict[str, Cell]:
    """Row → cell of a column whose value is an expression.

    columns: those of the table that it may name, by header. sets: choices of rows. A value of the
    whole column, such as a maximum, stands in every row.
    Raises UsageError for what is no expression, or names what there is not.
    """
    names: dict[str, Named] = {}
    for written, (kind, name) in identifiers(column=[*columns], rows=[*sets]).items():
        names[written] = columns[name] if kind == "column" else sets[name]
    expression = parse(text, LONGEST)
    unknown = [name for name in expression.names if name not in names]
    if unknown:
        raise UsageError(f"{text!r}: {unknown[0]!r} is not known; known are {known(names)}")
    try:
        found = expression.value(names)
    except UnansweredError as error:
        return {row: unanswered(str(error)) for row in rows}
    cells = {row: cell_of(found) for row in rows} if isinstance(found, Scalar) else dict(found)
    said = signature(value=expression.text)
    return {
        row: replace(cell, unit=unit or cell.unit, signature=said) for row, cell in cells.items()
    }
