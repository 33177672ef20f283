"""Values of logs as text and as exact scores."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import Any

from fe_core.errors import RecordError
from fe_core.records.schema import LONGEST
from fe_core.records.scores import read_score

_WORDS = {
    "true": True, "false": False, "c": True, "i": False, "yes": True, "no": False,
    "correct": True, "incorrect": False, "right": True, "wrong": False, "pass": True, "fail": False,
}  # fmt: skip
"""Texts that a log's score may be. C and I are Inspect's correct and incorrect."""

Score = tuple[Fraction, Fraction | None]
"""A score and the most it can be."""


def text(value: Any) -> str:
    """A value as text, stripped; whole floats as integers; "" for null.

    >>> text(3.0), text(True), text(None), text(" a ")
    ('3', 'True', '', 'a')
    """
    if isinstance(value, str):
        return value.strip()
    if value is None:
        return ""
    if isinstance(value, float) and isfinite(value) and value == int(value) and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**LONGEST:
        return "a huge integer"
    return str(value)


def name(value: Any) -> str:
    """A text that records may hold as a name; "" for anything else, and for null.

    Lists and objects are no names.
    """
    found = "" if isinstance(value, dict | list) else text(value)
    return found if len(found) <= LONGEST and found.isprintable() else ""


def score(value: Any, of: Any = None) -> Score | None:
    """A recorded score; None for what is none: null, a text, not finite, past the bounds.

    Right and wrong, as truth values or as words, are 1 and 0 of 1.
    """
    if isinstance(value, str):
        value = _WORDS.get(value.strip().casefold(), value.strip())
    if isinstance(value, bool):
        return Fraction(value), Fraction(1)
    try:
        found = _number(value)
        most = None if of is None or of == "" else _number(of)
    except RecordError:
        return None
    if found is None or (most is not None and not (most > 0 and found <= most)):
        return None
    return found, most


def _number(value: Any) -> Fraction | None:
    if isinstance(value, str):
        return _decimal(value)
    return read_score(value) if isinstance(value, int | float) else None


def _decimal(value: str) -> Fraction | None:
    """A number of a table: a float's text counts as the float that JSON would have."""
    try:
        number = float(value) if len(value) <= 60 and value.isascii() else None
    except ValueError:
        return read_score(value) if "/" in value else None
    if number is None or not isfinite(number):
        return None
    return read_score(value) if value.lstrip("-").replace(".", "", 1).isdigit() else (
        read_score(number)
    )  # fmt: skip
