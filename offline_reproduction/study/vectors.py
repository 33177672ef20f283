"""What an expression computes with: scalars with a unit, and columns of them by row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple, Protocol

from fe_core.errors import UsageError
from fe_core.reporting.cells import Cell, CellValue, Unit, unanswered
from fe_core.scoring.comparable import comparable

BITS = 4096
"""Of a numerator or denominator; no sentence's number needs as many."""


class UnansweredError(UsageError):
    """A cell without value was asked for; the message is its reason."""


class Origin(NamedTuple):
    """A cell's question, whoever was asked; the runs that were; and the items behind its value."""

    question: str
    runs: tuple[str, ...]
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value. unit: None for a number that was written down. count: `83/288` if there is one.

    origin: of a cell as it stands, None for what was computed from others. over: what it
    stands on, of all the cells that it was computed from.
    """

    value: CellValue
    unit: Unit | None
    count: str = ""
    origin: Origin | None = None
    over: tuple[str, ...] = ()


Vector = Mapping[str, Cell]
"""A column: row → cell, in the table's order."""
Operand = Scalar | Vector


class Columns(Protocol):
    """A table whose columns may be asked for."""

    def column(self, name: str) -> Vector:
        """Raises UsageError for a column that there is not, naming those that there are."""
        ...


@dataclass(frozen=True, slots=True)
class Rows:
    """A named choice of rows: label → run. A row is called by its label, or by its run.

    Columns that were chosen by equal labels go together.
    """

    labels: Mapping[str, str]


def scalar(cell: Cell, place: str = "") -> Scalar:
    """A cell as an operand. Raises UnansweredError with its reason where it has no value."""
    if cell.value is None:
        raise UnansweredError(f"{place}: {cell.reason}" if place else cell.reason)
    origin = Origin(_question(cell.signature), *cell.behind) if cell.behind else None
    return Scalar(cell.value, cell.unit, cell.count, origin, cell.over)


def cell_of(found: Scalar, signature: str = "") -> Cell:
    """The result of an expression; a bare number is a share."""
    return Cell(found.value, found.unit or Unit.SHARE, signature, found.count, over=found.over)


def number(operand: Scalar) -> Fraction:
    """Raises UsageError for what is no exact rational number, or too long a one."""
    value = operand.value
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise UsageError(f"a number is needed, got {_kind(value)}")
    exact = Fraction(value)
    if max(exact.numerator.bit_length(), exact.denominator.bit_length()) > BITS:
        raise UsageError(f"a number is longer than {BITS} bits")
    return exact


def truth(operand: Scalar) -> bool:
    """Raises UsageError for what is neither true nor false."""
    if not isinstance(operand.value, bool):
        raise UsageError(f"a comparison is needed, got {_kind(operand.value)}")
    return operand.value


def by_row(operate: Callable[..., Scalar], *operands: Operand) -> Operand:
    """An operation on scalars, row by row; a scalar goes with every row.

    Raises UsageError where two columns do not have the same rows.
    """
    vectors = [each for each in operands if not isinstance(each, Scalar)]
    if not vectors:
        return _operated(operate, [each for each in operands if isinstance(each, Scalar)])
    rows = list(vectors[0])
    for other in vectors[1:]:
        odd = sorted(set(rows) ^ set(other))
        if odd:
            raise UsageError(f"columns have different rows; row {odd[0]!r} is in one of them only")
    return {row: _in_row(operate, row, operands) for row in rows}


def _in_row(operate: Callable[..., Scalar], row: str, operands: Sequence[Operand]) -> Cell:
    """A row without a value says why; only what reduces the column asks for it."""
    try:
        found = [each if isinstance(each, Scalar) else scalar(each[row], row) for each in operands]
    except UnansweredError as error:
        return unanswered(str(error))
    return cell_of(_operated(operate, found))


def _operated(operate: Callable[..., Scalar], operands: Sequence[Scalar]) -> Scalar:
    if not any(each.over or each.origin for each in operands):
        return operate(*operands)
    return replace(operate(*asked_alike(operands)), over=standing(operands))


def standing(operands: Sequence[Operand]) -> tuple[str, ...]:
    """What values and columns stand on, each text once."""
    cells: list[Scalar | Cell] = []
    for each in operands:
        cells += [each] if isinstance(each, Scalar) else each.values()
    return tuple(dict.fromkeys(text for cell in cells for text in cell.over))


def elements(operands: Sequence[Operand]) -> list[Scalar]:
    """The scalars of one column, or several scalars. Raises UsageError for anything else."""
    if len(operands) == 1 and not isinstance(operands[0], Scalar):
        return asked_alike([scalar(cell, row) for row, cell in operands[0].items()])
    found = [each for each in operands if isinstance(each, Scalar)]
    if len(found) != len(operands):
        raise UsageError("give one column, or values; not both")
    return asked_alike(found)


def asked_alike(found: Sequence[Scalar]) -> list[Scalar]:
    """The same, if every question was put to its runs over the same items.

    Raises UsageError, naming the items, for one question to runs that were asked different ones.
    """
    first: dict[str, Origin] = {}
    for origin in (each.origin for each in found if each.origin is not None):
        one = first.setdefault(origin.question, origin)
        if one.runs != origin.runs and one.items is not origin.items:
            comparable({"+".join(each.runs): each.items for each in (one, origin)})
    return [*found]


def _question(signature: str) -> str:
    """What a signature says beside whose answers it is of."""
    whose = ("run:", "against:", "note:")
    return "|".join(part for part in signature.split("|") if not part.startswith(whose))


def shared_unit(found: Iterable[Scalar]) -> Unit | None:
    """The unit that all have, bare numbers aside. Raises UsageError for two."""
    units = sorted({each.unit.value for each in found if each.unit is not None})
    if len(units) > 1:
        raise UsageError(f"{units[0]} and {units[1]} do not go together")
    return Unit(units[0]) if units else None


def chosen(vector: Vector, rows: Vector | Rows) -> Vector:
    """The rows of a column that a named choice lists, or where a comparison is true."""
    if isinstance(rows, Rows):
        return {
            label: at(vector, label if label in vector else row)
            for label, row in rows.labels.items()
        }
    return {row: at(vector, row) for row, cell in rows.items() if truth(scalar(cell, row))}


def at(vector: Vector, row: str) -> Cell:
    """One cell of a column. Raises UsageError for a row that it has not."""
    try:
        return vector[row]
    except KeyError:
        raise UsageError(f"there is no row {row!r}; rows are {known(vector)}") from None


def known(names: Iterable[str]) -> str:
    """Some names as an error may list them."""
    listed = [repr(name) for _, name in zip(range(12), names, strict=False)]
    return ", ".join(listed) or "none"


def _kind(value: CellValue) -> str:
    kinds = {bool: "a comparison", str: "a text"}
    return kinds.get(type(value), f"a {type(value).__name__.lower()}")
