"""Reading the numbers that papers print, as text: nothing is rounded, nothing guessed.

Understood: percent signs, ASCII, Unicode and dash-like minus signs, decimal commas, thousands
separators, `a±b`, `[low, high]`, `k/n`, marks of emphasis and footnotes, and dashes for
"not reported". Trailing zeros are kept: they are the precision.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from fe_core.errors import PrintedError

LONGEST = 200
"""Characters that one printed number may have; more is refused before anything is parsed."""


class Number(NamedTuple):
    """A printed decimal: its value in the printed unit, digits after the point, and its marks."""

    value: Fraction
    decimals: int
    plus: bool = False
    percent: bool = False


class MeanDeviation(NamedTuple):
    """`mean±deviation`."""

    mean: Number
    deviation: Number


class Range(NamedTuple):
    """`[low, high]`."""

    low: Number
    high: Number


class Count(NamedTuple):
    """`hits/total`."""

    hits: int
    total: int


class Absent(NamedTuple):
    """A dash: not reported."""


class Words(NamedTuple):
    """Text that is no number."""

    text: str


PrintedValue = Number | MeanDeviation | Range | Count | Absent | Words

_MINUS = str.maketrans({"−": "-", "‒": "-", "–": "-", "—": "-", "﹣": "-", "－": "-"})
_MARKS = re.compile(r"[*†‡§¶‖#⋆★✝↑↓]+|\^\{?[a-z]\}?|\\(?:mathbf|textbf|bf|underline)\b|[${}]")
_SPACES = re.compile(r"[ \t\u00a0\u2007\u2009\u202f]+")
_NUMBER = re.compile(r"([+-]?)(\d{1,60}(?:\.\d{1,60})?|\.\d{1,60})(%?)", re.ASCII)
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?!\d)", re.ASCII)
_ABSENT = re.compile(r"(?:-{1,3}|n/?a|n\.a\.)?", re.IGNORECASE)


def read(text: str) -> PrintedValue:
    """What a printed cell stands for.

    Raises PrintedError for a text longer than a number can be, or with control characters.

    >>> read("28.82").decimals, read("+8.7").plus
    (2, True)
    >>> read("36.00±1.40").deviation.value
    Fraction(7, 5)
    >>> read("5/48"), read("–"), read("Qwen/Qwen2.5")
    (Count(hits=5, total=48), Absent(), Words(text='Qwen/Qwen2.5'))
    """
    _check(text)
    plain = _SPACES.sub(" ", _MARKS.sub("", text.translate(_MINUS))).strip()
    compact = plain.replace(" ", "")
    if _ABSENT.fullmatch(compact):
        return Absent()
    return (
        _bracketed(compact)
        or _spread(compact)
        or _count(compact)
        or _number(compact)
        or Words(text.strip())
    )


def number(text: str) -> Number:
    """`read`, for a place where only a plain number can stand. Raises PrintedError otherwise."""
    value = read(text)
    if not isinstance(value, Number):
        raise PrintedError(f"a number is required here, got text={text!r}")
    return value


def _check(text: str) -> None:
    if len(text) > LONGEST:
        raise PrintedError(
            f"a printed number has at most {LONGEST} characters, got {len(text)}: {text[:40]!r}…"
        )
    if any(ord(character) < 32 and character != "\t" for character in text):
        raise PrintedError(f"a printed number has no control characters, got text={text!r}")


def _number(text: str) -> Number | None:
    if _GROUPED.search(text):
        text = text.replace(",", "")
    elif text.count(",") == 1 and "." not in text:
        text = text.replace(",", ".")
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    sign, digits, percent = match.groups()
    value = Fraction(digits if sign != "-" else "-" + digits)
    return Number(value, len(digits.partition(".")[2]), sign == "+", percent == "%")


def _spread(text: str) -> MeanDeviation | None:
    for mark in ("±", "+/-", "+-", r"\pm"):
        left, found, right = text.partition(mark)
        if found:
            center, deviation = _number(left), _number(right.strip("()"))
            return MeanDeviation(center, deviation) if center and deviation else None
    return None


def _bracketed(text: str) -> Range | None:
    text = text.removesuffix("%")
    if len(text) < 5 or text[0] not in "[(" or text[-1] not in "])":
        return None
    for separator in (";", ",", "to"):
        parts = text[1:-1].split(separator)
        if len(parts) == 2:
            low, high = _number(parts[0]), _number(parts[1])
            return Range(low, high) if low and high else None
    return None


def _count(text: str) -> Count | None:
    hits, slash, total = text.partition("/")
    if slash and hits.isascii() and total.isascii() and hits.isdigit() and total.isdigit():
        return Count(int(hits), int(total))
    return None
