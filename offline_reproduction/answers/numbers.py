"""Numbers as texts: exact values, thousands, units, one number a text or none."""

from __future__ import annotations

import re
from fractions import Fraction

from offline_reproduction.answers.plain import shown

LONGEST = 400
"""Characters of a text that may be a number with its unit."""
_NUMBER = re.compile(
    r"(?<![\w.,])[-+−]?[$€£¥]?\s?(?P<whole>\d{1,3}(?:,\d{3})+|\d{1,40})(?P<part>\.\d{1,40})?"
    r"(?:/(?P<below>[1-9]\d{0,39}))?(?![\d/])",
    re.ASCII,
)
_UNIT = re.compile(r"[^\d]{0,200}")


def number(text: str, *, units: bool = False) -> Fraction | None:
    """The number that `text` is; with `units`, also where words or signs stand around it.

    `1,234` is a thousand, `1,23` is nothing; two numbers are none.

    >>> number("1,234.50"), number("$18"), number("18 eggs"), number("18 eggs", units=True)
    (Fraction(2469, 2), Fraction(18, 1), None, Fraction(18, 1))
    >>> number("3 or 4", units=True), number("2²"), number("1/3")
    (None, None, Fraction(1, 3))
    """
    if len(text) > LONGEST:
        return None
    bare = bared(text).lstrip("#").strip().removesuffix("%").strip()
    match = _NUMBER.search(bare)
    if match is None:
        return None
    before, after = bare[: match.start()], bare[match.end() :]
    if (before or after) and not units:
        return None
    if not (_UNIT.fullmatch(before) and _UNIT.fullmatch(after)):
        return None
    value = Fraction(match["whole"].replace(",", "") + (match["part"] or ""))
    if match["below"]:
        value /= int(match["below"])
    return -value if match[0][0] in "-−" else value


def bared(text: str) -> str:
    """Without quotes, markdown, TeX's dollars and a full stop around it; white space as one space.

    >>> bared("**'a  b'**."), bared("[1, 2]"), bared("$5$")
    ('a b', '[1, 2]', '5')
    """
    bare = shown(text).strip().removesuffix(".").strip("*_`\"' \n\t")
    if len(bare) > 1 and bare[0] == bare[-1] == "$":
        bare = bare[1:-1]
    return " ".join(bare.split())


def text_of(value: Fraction) -> str:
    """A decimal where there is one, else `p/q`: equal numbers have equal texts.

    >>> text_of(Fraction(18)), text_of(Fraction(-5, 2)), text_of(Fraction(1, 3))
    ('18', '-2.5', '1/3')
    """
    below = value.denominator
    for prime in (2, 5):
        while below % prime == 0:
            below //= prime
    if below > 1:
        return str(value)
    digits = 0
    while value.denominator > 1:
        value, digits = value * 10, digits + 1
    whole = f"{abs(value.numerator):0{digits + 1}d}"
    shown = f"{whole[:-digits]}.{whole[-digits:]}" if digits else whole
    return f"-{shown}" if value < 0 else shown
