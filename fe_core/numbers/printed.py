"""Reading what papers print, as text: nothing is rounded, nothing guessed, no digits are glued.

`read` is strict: a text says a number in one of the ways that docs/tables.md lists, or it is
`Unreadable` with the reason. Trailing zeros are kept: they are the precision.
"""

from __future__ import annotations

from fe_core.errors import PrintedError
from fe_core.numbers.grammar import parse
from fe_core.numbers.values import (
    Absent,
    Approximate,
    Count,
    Inequality,
    MeanDeviation,
    Number,
    PrintedValue,
    Range,
    Reading,
    Several,
    Unreadable,
    Words,
)

__all__ = [
    "Absent",
    "Approximate",
    "Count",
    "Inequality",
    "MeanDeviation",
    "Number",
    "PrintedValue",
    "Range",
    "Reading",
    "Several",
    "Unreadable",
    "Words",
    "examine",
    "leading",
    "number",
    "read",
]

LONGEST = 200
"""Characters that one printed number may have; more is not parsed."""


def read(text: str, point: str = ".") -> PrintedValue:
    """What a printed cell stands for; point: the table's decimal mark (`numerals.decimal_mark`).

    >>> read("28.82").decimals, read("+8.7").plus
    (2, True)
    >>> read("36.00±1.40").deviation.value
    Fraction(7, 5)
    >>> read("5/48"), read("–"), read("Qwen/Qwen2.5")
    (Count(hits=5, total=48), Absent(), Words(text='Qwen/Qwen2.5'))
    >>> read("5 0.00").reason
    "'0.00' stands beside '5' and nothing says how they belong together"
    """
    return examine(text, point).value


def examine(text: str, point: str = ".") -> Reading:
    """`read`, with the marks that stand beside the number."""
    if len(text) > LONGEST:
        return Reading(Unreadable(text, f"a printed number has at most {LONGEST} characters"))
    return parse(text, point)


def number(text: str) -> Number:
    """`read`, for a place where only a plain number can stand. Raises PrintedError otherwise."""
    value = read(text)
    if not isinstance(value, Number):
        raise PrintedError(f"a number is required here, got text={text!r}")
    return value


def leading(value: PrintedValue) -> Number | None:
    """The number that a value is first of all: itself, its mean, or its first part's.

    >>> leading(read("43 (62%)")).value, leading(read("5/48"))
    (Fraction(43, 1), None)
    """
    match value:
        case Number():
            return value
        case MeanDeviation():
            return value.mean
        case Several():
            return leading(value.parts[0])
    return None
