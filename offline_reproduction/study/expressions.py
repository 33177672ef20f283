"""Expressions: what a sentence's number, or a column, is made of.

Python's expression syntax, parsed and never executed: a walk over a whitelist. A table's column is
a vector by row, a cell is a scalar; arithmetic and comparisons go row by row, calls reduce.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from fe_core.errors import UsageError
from fe_core.reporting.cells import Cell, Unit, unanswered
from offline_reproduction.study.vectors import (
    Columns,
    Operand,
    Rows,
    Scalar,
    UnansweredError,
    Vector,
    asked_alike,
    at,
    by_row,
    cell_of,
    chosen,
    elements,
    known,
    number,
    scalar,
    shared_unit,
    standing,
    truth,
)

LONGEST, DEEPEST = 1000, 40
Named = Cell | Vector | Columns | Rows
Names = Mapping[str, Named]
"""What an expression may name: cells, columns, tables, and choices of rows."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed expression. names: everything that it reads."""

    text: str
    node: ast.expr
    names: tuple[str, ...]

    def value(self, names: Names) -> Operand:
        """A scalar or a column. Raises UsageError for what the names do not allow."""
        try:
            return _value(self.node, names, self.text)
        except UnansweredError:
            raise
        except UsageError as error:
            raise UsageError(f"{self.text!r}: {error}") from None

    def named(self, names: Names) -> Cell | Vector:
        """What another expression may read under a name: a cell or a column."""
        try:
            found = self.value(names)
        except UnansweredError as lacking:
            return unanswered(str(lacking))
        return cell_of(found) if isinstance(found, Scalar) else found

    def cell(self, names: Names, signature: str = "") -> Cell:
        """The one cell that it gives. Raises UsageError as `value` does, and for a column."""
        found = self.value(names)
        if not isinstance(found, Scalar):
            raise UsageError(f"{self.text!r}: gives a column; reduce it, as in max(…) or count(…)")
        return cell_of(found, signature)


def parse(text: str, longest: int = LONGEST) -> Expression:
    """Raises UsageError for what is no expression, too long, too deep, or reads nothing."""
    if len(text) > longest:
        raise UsageError(
            f"an expression of {len(text)} characters is no declaration (at most {longest}); "
            "name an intermediate quantity"
        )
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else type(error).__name__
        raise UsageError(f"{text!r}: is no expression ({reason})") from None
    found: set[str] = set()
    try:
        _check(node, text.strip(), found, 0)
    except UsageError as error:
        raise UsageError(f"{text!r}: {error}") from None
    if not found:
        raise UsageError(f"{text!r}: reads nothing that records computed")
    return Expression(text.strip(), node, tuple(sorted(found)))


def _check(node: ast.expr, text: str, found: set[str], depth: int) -> None:
    """Only what the walk below understands; `found` gathers the names that are read."""
    if depth > DEEPEST:
        raise UsageError(f"nests deeper than {DEEPEST}")
    parts: Sequence[ast.expr]
    match node:
        case ast.Constant():
            _constant(node, text)
            return
        case ast.Name():
            found.add(node.id)
            return
        case ast.BinOp() if type(node.op) in _ARITHMETIC:
            parts = (node.left, node.right)
        case ast.UnaryOp(op=ast.USub() | ast.Not()):
            parts = (node.operand,)
        case ast.BoolOp():
            parts = node.values
        case ast.Compare() if all(type(op) in _COMPARISONS for op in node.ops):
            parts = (node.left, *node.comparators)
        case ast.Subscript(slice=ast.Tuple(elts=[row, column])):
            parts = (node.value, row, column)
        case ast.Subscript() if not isinstance(node.slice, ast.Tuple | ast.Slice):
            parts = (node.value, node.slice)
        case ast.Call(func=ast.Name(id=name)) if name in _CALLS and not node.keywords:
            parts = node.args
        case _:
            raise UsageError(f"{_source(node, text)!r} is not allowed; see docs/declared.md")
    for part in parts:
        _check(part, text, found, depth + 1)


def _value(node: ast.expr, names: Names, text: str) -> Operand:
    match node:
        case ast.Constant():
            return _constant(node, text)
        case ast.BinOp():
            operate = _ARITHMETIC[type(node.op)]
            return by_row(operate, *(_value(part, names, text) for part in (node.left, node.right)))
        case ast.UnaryOp():
            return by_row(
                _negated if isinstance(node.op, ast.USub) else _opposite,
                _value(node.operand, names, text),
            )
        case ast.BoolOp():
            both = all if isinstance(node.op, ast.And) else any
            return by_row(
                lambda *parts: _relation(both([truth(part) for part in parts])),
                *(_value(part, names, text) for part in node.values),
            )
        case ast.Compare():
            parts = [_value(part, names, text) for part in (node.left, *node.comparators)]
            return by_row(lambda *values: _compared(node.ops, values), *parts)
        case ast.Call(func=ast.Name(id=name)):
            operands = [_value(part, names, text) for part in node.args]
            found = _CALLS[name](operands)
            return replace(found, over=standing(operands)) if isinstance(found, Scalar) else found
        case ast.Subscript():
            return _subscript(node, names, text)
        case _:
            return _operand(_whole(node, names, text), _source(node, text))


def _subscript(node: ast.Subscript, names: Names, text: str) -> Operand:
    """table[column], table[row, column], column[row], column[rows], column[comparison]."""
    place = _source(node.value, text)
    of = _whole(node.value, names, text)
    if isinstance(of, Scalar | Cell):
        raise UsageError(f"{place!r} is one value and has no rows")
    if isinstance(of, Rows):
        raise UsageError(f"{place!r} is a choice of rows; it stands within [ ]")
    if isinstance(node.slice, ast.Tuple):
        if isinstance(of, Mapping):
            raise UsageError(f"{place!r} is no table")
        row, column = (_key(part, text) for part in node.slice.elts)
        return scalar(at(of.column(column), row))
    if not isinstance(of, Mapping):
        return of.column(_key(node.slice, text))
    if isinstance(node.slice, ast.Constant):
        return scalar(at(of, _key(node.slice, text)))
    rows = _whole(node.slice, names, text)
    if not isinstance(rows, Mapping | Rows):
        raise UsageError(f"{_source(node.slice, text)!r} chooses no rows")
    return chosen(of, rows)


def _whole(node: ast.expr, names: Names, text: str) -> Operand | Named:
    """What a name stands for, tables and choices of rows included; else a value."""
    if not isinstance(node, ast.Name):
        return _value(node, names, text)
    if node.id not in names:
        raise UsageError(f"{node.id!r} is not known; known are {known(sorted(names))}")
    found = names[node.id]
    if isinstance(found, Cell) and found.value is None:
        raise UnansweredError(found.reason)
    return found


def _operand(found: Operand | Named, name: str) -> Operand:
    if isinstance(found, Cell):
        return scalar(found)
    if isinstance(found, Scalar | Mapping):
        return found
    if isinstance(found, Rows):
        raise UsageError(f"{name!r} is a choice of rows; it stands within [ ]")
    raise UsageError(f'{name!r} is a table; say which column, as in {name}["…"]')


def _key(node: ast.expr, text: str) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise UsageError(f"{_source(node, text)!r} must be a row or column in quotes")


_DECIMAL = re.compile(r"[0-9]{1,40}(\.[0-9]{1,40})?", re.ASCII)


def _constant(node: ast.Constant, text: str) -> Scalar:
    """A text or a decimal number, read from its digits and never as a float."""
    if isinstance(node.value, str):
        return Scalar(node.value, Unit.TEXT)
    written = _source(node, text)
    if isinstance(node.value, bool) or not _DECIMAL.fullmatch(written):
        raise UsageError(f"{written!r} is no number or text; write it as 0.25 or 1/4")
    return Scalar(Fraction(written), None)


def _source(node: ast.expr, text: str) -> str:
    return ast.get_source_segment(text, node) or type(node).__name__


def _relation(holds: bool) -> Scalar:
    return Scalar(holds, Unit.RELATION)


def _opposite(one: Scalar) -> Scalar:
    return _relation(not truth(one))


def _negated(one: Scalar) -> Scalar:
    return Scalar(-number(one), one.unit)


def _plus(one: Scalar, other: Scalar) -> Scalar:
    return Scalar(number(one) + number(other), shared_unit((one, other)))


def _minus(one: Scalar, other: Scalar) -> Scalar:
    """Two percentages differ by points; the difference says what the two are out of."""
    unit = shared_unit((one, other))
    both = bool(one.count and other.count) and unit is Unit.PERCENT
    count = f"{one.count} - {other.count}" if both else ""
    difference = number(one) - number(other)
    return Scalar(difference, Unit.POINTS if unit is Unit.PERCENT else unit, count)


def _times(one: Scalar, other: Scalar) -> Scalar:
    product = number(one) * number(other)
    if None in (one.unit, other.unit):
        return Scalar(product, one.unit or other.unit)
    counts = one.unit is other.unit is Unit.COUNT
    return Scalar(product, Unit.COUNT if counts else Unit.SHARE)


def _over(one: Scalar, other: Scalar) -> Scalar:
    """One count over another is a percentage, and says what it is out of."""
    if not number(other):
        raise UnansweredError("nothing to divide by")
    share = number(one) / number(other)
    if one.unit is other.unit is Unit.COUNT:
        return Scalar(share, Unit.PERCENT, f"{number(one)}/{number(other)}")
    return Scalar(share, one.unit if other.unit in (None, Unit.COUNT) else Unit.SHARE)


def _compared(ops: Sequence[ast.cmpop], values: Sequence[Scalar]) -> Scalar:
    steps = zip(ops, values[:-1], values[1:], strict=True)
    # A list: every step is checked, so that a mistake does not hide behind the first that fails.
    found = [_holds(op, one, other) for op, one, other in steps]
    return _relation(all(found))


def _holds(op: ast.cmpop, one: Scalar, other: Scalar) -> bool:
    """Texts and truths are equal or not; numbers of one unit also have an order."""
    if isinstance(one.value, str | bool) or isinstance(other.value, str | bool):
        if type(one.value) is not type(other.value) or not isinstance(op, ast.Eq | ast.NotEq):
            raise UsageError("a text is compared with a text, by == or !=")
        return (one.value == other.value) == isinstance(op, ast.Eq)
    shared_unit((one, other))
    return bool(_COMPARISONS[type(op)](number(one), number(other)))


_ARITHMETIC: Mapping[type, Callable[[Scalar, Scalar], Scalar]] = {
    ast.Add: _plus, ast.Sub: _minus, ast.Mult: _times, ast.Div: _over,
}  # fmt: skip
_COMPARISONS: Mapping[type, Callable[[Fraction, Fraction], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


def _reduced(made: Callable[[list[Fraction]], Fraction]) -> Callable[[Sequence[Operand]], Operand]:
    def call(operands: Sequence[Operand]) -> Operand:
        found = elements(operands)
        if not found:
            raise UsageError("there is no row to take anything of")
        return Scalar(made([number(each) for each in found]), shared_unit(found))

    return call


def _median(values: list[Fraction]) -> Fraction:
    ordered, half = sorted(values), len(values) // 2
    return (ordered[half] + ordered[-half - 1]) / 2


def _count(operands: Sequence[Operand]) -> Operand:
    holds = [truth(each) for each in elements(operands)]
    return Scalar(sum(holds), Unit.COUNT, f"{sum(holds)}/{len(holds)}")


def _quantified(made: Callable[[list[bool]], bool]) -> Callable[[Sequence[Operand]], Operand]:
    def call(operands: Sequence[Operand]) -> Operand:
        found = elements(operands)
        if not found:
            raise UsageError("there is no row to say anything of")
        return _relation(made([truth(each) for each in found]))

    return call


def _abs(operands: Sequence[Operand]) -> Operand:
    if len(operands) != 1:
        raise UsageError("abs takes one value or column")
    return by_row(lambda one: Scalar(abs(number(one)), one.unit), operands[0])


def _round(operands: Sequence[Operand]) -> Operand:
    """Half to even, to decimals of the number as it is printed."""
    last = operands[-1] if len(operands) == 2 else Scalar(0, None)
    if len(operands) not in (1, 2) or not isinstance(last, Scalar) or last.unit is not None:
        raise UsageError("round takes a value or column, and decimals")
    decimals = number(last)
    if decimals.denominator != 1 or not 0 <= decimals <= 20:
        raise UsageError("round keeps 0 to 20 decimals")

    def rounded(one: Scalar) -> Scalar:
        scale = one.unit.scale if one.unit else 1
        return Scalar(Fraction(round(number(one) * scale, int(decimals))) / scale, one.unit)

    return by_row(rounded, operands[0])


def _rank(operands: Sequence[Operand]) -> Operand:
    """1 for the greatest; equal ones share the better rank."""
    if len(operands) != 1 or isinstance(operands[0], Scalar):
        raise UsageError("rank takes one column")
    found = {row: scalar(cell, row) for row, cell in operands[0].items()}
    shared_unit(asked_alike([*found.values()]))
    ordered = sorted((number(each) for each in found.values()), reverse=True)
    places = {value: place for place, value in reversed([*enumerate(ordered, 1)])}
    return {row: Cell(places[number(each)], Unit.COUNT, "") for row, each in found.items()}


_CALLS: Mapping[str, Callable[[Sequence[Operand]], Operand]] = {
    "min": _reduced(min),
    "max": _reduced(max),
    "sum": _reduced(lambda values: sum(values, Fraction(0))),
    "mean": _reduced(lambda values: sum(values, Fraction(0)) / len(values)),
    "median": _reduced(_median),
    "count": _count,
    "any": _quantified(any),
    "all": _quantified(all),
    "abs": _abs,
    "round": _round,
    "rank": _rank,
}
