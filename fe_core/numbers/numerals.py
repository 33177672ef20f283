"""One printed numeral: which mark is the decimal one, and what the digits stand for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

NUMERAL = r"(?:[0-9]+(?:[.,'’\u2009][0-9]+)*|[.,][0-9]+)"
"""A run of digits with marks inside; what it stands for is `resolve`'s business."""

MOST_DIGITS = 60
DOUBLE_DIGITS = 15
"""Significant digits that every double keeps; what is printed with more shows a program's store."""

_GROUPED = {
    mark: re.compile(rf"[1-9][0-9]{{0,2}}(?:{re.escape(mark)}[0-9]{{3}})+(?![0-9])")
    for mark in ".,'’\u2009"
}
_RUNS = re.compile(rf"{NUMERAL}(?!\w)")
_PAIR = re.compile(r"[(\[][+-]?[0-9]+,[0-9]+[)\]]")


class Numeral(NamedTuple):
    """An unsigned value and the digits after its decimal mark."""

    value: Fraction
    decimals: int


def resolve(digits: str, point: str = ".") -> Numeral | str:
    """What a numeral stands for, or why that is not known.

    point: the table's decimal mark, "." or ","; "" where the table has both. It decides only what
    the numeral leaves open: `1,234` and `1.234`. Digits are never glued: a mark that is neither the
    decimal one nor between groups of three is a reason not to read.

    >>> resolve("1,234"), resolve("1,234", ","), resolve("0,857")
    (Numeral(value=Fraction(1234, 1), decimals=0), Numeral(value=Fraction(617, 500), decimals=3), \
Numeral(value=Fraction(857, 1000), decimals=3))
    """
    if len(digits) > 2 * MOST_DIGITS:
        return f"a number has at most {2 * MOST_DIGITS} digits"
    present = [mark for mark in ".,'’\u2009" if mark in digits]
    decimal = _decimal_mark(digits, present, point)
    if not decimal:
        return f"{digits!r}: the comma may be a decimal mark or part thousands here"
    whole, _, part = digits.rpartition(decimal) if decimal in digits else (digits, "", "")
    grouping = [mark for mark in present if mark in whole]
    if len(grouping) > 1 or any(mark in part for mark in present):
        return f"{digits!r} has several kinds of marks between its digits"
    if grouping:
        if not _GROUPED[grouping[0]].fullmatch(whole):
            return f"{digits!r} is not grouped by three digits"
        whole = whole.replace(grouping[0], "")
    return Numeral(Fraction(f"{whole or '0'}.{part or '0'}"), len(part))


def decimal_mark(texts: Iterable[str]) -> str:
    """The decimal mark that a table's texts prove: "." or ","; "" where they prove both.

    A numeral proves one where it can be read in no other way: `12,5`, `0,857`, `1.234,5`. Without
    any proof it is the point. `[10,20]` proves nothing: it may be one number or two.
    """
    proved = set()
    for text in texts:
        for match in _RUNS.finditer(_PAIR.sub(" ", text)):
            proved.add(_proof(match[0]))
    if {".", ","} <= proved:
        return ""
    return "," if "," in proved else "."


def _decimal_mark(digits: str, present: list[str], point: str) -> str:
    """The decimal mark of one numeral; any mark that does not occur where it is whole."""
    proof = _proof(digits)
    if proof:
        return proof
    if "," in present:
        return "" if not point else "." if point == "." else ","
    if "." in present and point == ",":
        return ","
    return "."


def _proof(digits: str) -> str:
    """The decimal mark that a numeral has in every reading of it, or ""."""
    point, comma = digits.count("."), digits.count(",")
    if point and comma:
        return "." if digits.rindex(".") > digits.rindex(",") else ","
    if point > 1 or comma > 1:
        mark, other = (".", ",") if point else (",", ".")
        return other if _GROUPED[mark].fullmatch(digits) else ""
    for mark in ".,":
        if mark in digits:
            return "" if _GROUPED[mark].fullmatch(digits) else mark
    return ""
