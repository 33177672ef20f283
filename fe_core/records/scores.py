"""Recorded scores and open answers: what a log itself says, exactly, and nothing more of it."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Any

from fe_core.errors import RecordError

LARGEST = 10**15
"""A recorded score lies between minus this and this."""

_NUMBER = re.compile(r"-?\d{1,40}(?:\.\d{1,40})?|-?\d{1,40}/\d{1,40}", re.ASCII)
_DIGEST = re.compile(r"text:[0-9a-f]{16}", re.ASCII)

Written = int | float | str
"""A score in JSON: a number, or a fraction `p/q` where no decimal is exact."""


@lru_cache(maxsize=4096, typed=True)
def read_score(value: Written) -> Fraction:
    """The exact value of a score: a decimal counts as it is written, 0.1 is one tenth.

    Raises RecordError for anything but a number, or a text `p/q`, within ±10^15.
    """
    number: Fraction | None = None
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        numerator, _, denominator = value.partition("/")
        number = Fraction(numerator) / int(denominator or 1) if int(denominator or 1) else None
    elif isinstance(value, int | float) and not isinstance(value, bool) and value == value:
        number = Fraction(repr(value)) if abs(value) <= LARGEST else None
    if number is None or abs(number) > LARGEST:
        raise RecordError(
            f"score={_shown(value)} must be a number, or a text such as '1/3', within ±10^15"
        )
    return number


def write_score(value: Fraction) -> Written:
    """What `read_score` reads back: an integer, a decimal, or `p/q`.

    >>> write_score(Fraction(1)), write_score(Fraction(1, 2)), write_score(Fraction(1, 3))
    (1, 0.5, '1/3')
    """
    if value.denominator == 1:
        return value.numerator
    decimal = float(value)
    return decimal if Fraction(repr(decimal)) == value else str(value)


def digest(text: str) -> str:
    """Stands for the text of an open answer: equal texts are equal, and the text stays outside."""
    return f"text:{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def is_open_answer(text: str) -> bool:
    """Whether records may hold this for an open question (besides its gold): a number, a digest."""
    return bool(_NUMBER.fullmatch(text) or _DIGEST.fullmatch(text))


def _shown(value: Any) -> str:
    text = repr(value) if not isinstance(value, int) or abs(value) < 10**40 else "a huge integer"
    return text[:60]
