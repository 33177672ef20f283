"""Numbers as answers: digits with thousands, a currency, a unit; exact, never the nearest one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from offline_reproduction.answers.plain import boxed, shown

ANY_UNIT = "*"
"""As a unit: whatever words follow a number are its unit."""

_MAGNITUDE = r"(?!(?:hundred|thousand|million|billion|trillion|dozen|k|m|bn|and|or|to|times|x)\b)"
_DIGITS = r"(?:\d{1,3}(?:,\d{3}){1,8}|\d{1,40})"
_FORM = re.compile(
    rf"(?P<sign>[-+−]?)\s?(?P<front>[$€£¥₹]?)\s?(?P<whole>{_DIGITS}(?:\.\d{{1,40}})?|\.\d{{1,40}})"
    rf"(?:\s?/\s?(?P<over>\d{{1,20}}))?(?![\d,]\d|[.]\d|[/:^]\s?\d|e\d)",
)
_UNIT = re.compile(rf"\s?(?P<unit>[%°$€£¥]|{_MAGNITUDE}[A-Za-z][A-Za-z²³/-]*(?: [A-Za-z]+){{0,4}})")
_MATH = re.compile(r"\$([^$\s]{1,80})\$")
_EMPHASIS = re.compile(r"\\[()\[\],;!: ]|\\(?=[$%])|[*`]|__")
_END = re.compile(r"[\s.!\"'*`)\]}]*\Z")
_SENTENCE_END = re.compile(r"[ \"'*`)\]}\u27e7]*(?:\Z|\n|[.!;](?:\s|\Z)|,\s)")
_LEAD = re.compile(r"[\s#*`\"'(\[{≈~]*")
_LINK = re.compile(
    r"(?:\banswer\b[^\n.?!=]{0,80}?(?:\bis\b|\bare\b|[:=])|####|\u27e6|"
    r"\b(?:therefore|thus|hence|so)\b[^\n.?!=]{0,120}?(?:\bis\b|\bare\b|=))"
    r"\s{0,5}(?:about |approximately |exactly |only |: ?|= ?)?",
    re.IGNORECASE,
)


def whole(text: str, units: Sequence[str] = ()) -> Fraction | None:
    """The number that `text` is; None if it is more than a number and one of the declared units.

    A currency sign counts as a unit. Thousands are groups of three after a comma; `1,5` is no
    number, since it may be one and a half.

    >>> whole("1,234.50"), whole("18 dollars", ["dollars"]), whole("18 dollars"), whole("1,5")
    (Fraction(2469, 2), Fraction(18, 1), None, None)
    """
    found = _at(text, _after(_LEAD, text, 0), units)
    return found[0] if found and _END.match(text, found[1]) else None


def declared(text: str, units: Sequence[str] = ()) -> Fraction | None:
    """The number that a text declares last: after `answer is`, `####`, in a box.

    None where the last declaration is no number, or goes on after it.
    """
    bare = _money(text)
    for link in reversed(list(_LINK.finditer(bare))):
        found = _at(bare, _after(_LEAD, bare, link.end()), units)
        if found and _SENTENCE_END.match(bare, found[1]):
            return found[0]
        if link[0][0] in "#\u27e6" or "answer" in link[0].casefold():
            return None
    return None


def result(text: str, units: Sequence[str] = ()) -> Fraction | None:
    """The number that a short text ends in, after the last `=` or `is`: `7 * 3 + 1 = 22`."""
    for link in reversed(list(re.finditer(r"=|\bis\b", text[-400:]))):
        tail = text[-400:][link.end() :]
        return whole(tail, units)
    return None


def first(text: str) -> Fraction | None:
    """The first number in a text, as some evaluations take it; `1,234` is one, `12.5` is one."""
    match = re.search(r"-?(?:\d{1,3}(?:,\d{3}){1,8}|\d{1,40})(?:\.\d{1,40})?", text)
    return Fraction(match[0].replace(",", "")) if match else None


def written(value: Fraction) -> str:
    """A number's one spelling in records: `-1234.5`, or `1/3` where it has no decimal one.

    >>> written(Fraction("1234.50")), written(Fraction(1, 3)), written(Fraction(-18))
    ('1234.5', '1/3', '-18')
    """
    places = next((n for n in range(60) if 10**n % value.denominator == 0), None)
    if places is None:
        return f"{value.numerator}/{value.denominator}"
    digits = str(abs(value.numerator) * (10**places // value.denominator)).zfill(places + 1)
    sign = "-" if value < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def agree(one: Fraction, other: Fraction, tolerance: Fraction = Fraction(0)) -> bool:
    """Whether two numbers are equal, or within a declared absolute tolerance."""
    return abs(one - other) <= tolerance


def _at(text: str, place: int, units: Sequence[str]) -> tuple[Fraction, int] | None:
    match = _FORM.match(text, place)
    if match is None or (match["over"] and not int(match["over"])):
        return None
    value = Fraction(match["whole"].replace(",", "")) / int(match["over"] or 1)
    if match["sign"] in ("-", "−"):
        value = -value
    end = match.end()
    named = list(_units(match["front"], units))
    unit = _UNIT.match(text, end)
    if unit and _known(unit["unit"], units):
        end = unit.end()
    return (value, end) if all(named) else None


def _money(text: str) -> str:
    """Without TeX and emphasis, but with `$18` as it stands."""
    return _EMPHASIS.sub("", _MATH.sub(r"\1", boxed(shown(text))))


def _units(front: str, units: Sequence[str]) -> Iterator[bool]:
    if front:
        yield front in units or ANY_UNIT in units


def _known(unit: str, units: Sequence[str]) -> bool:
    return ANY_UNIT in units or unit.casefold() in (name.casefold() for name in units)


def _after(pattern: re.Pattern[str], text: str, place: int) -> int:
    match = pattern.match(text, place)
    return match.end() if match else place
