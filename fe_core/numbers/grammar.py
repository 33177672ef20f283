"""The grammar of printed numbers: tokens, and the few ways in which they belong together."""

from __future__ import annotations

import re
from fractions import Fraction

from fe_core.numbers.numerals import resolve
from fe_core.numbers.tokens import Tokens, cut, kind_of, plain
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

_UNITS = """
% ‰ ° °C pp pt pts x k K M B T G bn s ms us µs μs ns sec min h hr hrs d Hz kHz MHz GHz
KB kB MB GB TB KiB MiB GiB TiB bit bits bytes tok tokens fps W kW J mJ MJ kJ Wh kWh mm cm
m km px dB points steps epochs FLOPs GFLOPs TFLOPs
"""
UNITS = frozenset(_UNITS.split())
"""What may stand behind a number, alone or as `unit/word`."""

# Nearly every cell; three digits behind a point may be a group, and are left to the grammar.
_PLAINEST = re.compile(r"([+-]?)([0-9]{1,60})(?:\.([0-9]{1,2}|[0-9]{4,60}))?(%?)", re.ASCII)
MONEY = ("$", "€", "£", "¥")
_LARGEST_POWER = 30
_DEEPEST = 3
_ABSENT = re.compile(r"(?:-{1,4}(?:/-{1,4})*|n/?a|n\.a\.?|[/\\]|…|\.{2,4})", re.IGNORECASE)
_QUANTITY = {"p-value", "p", "P", "n", "N", "r", "t", "z", "d", "ρ", "Δ", "α", "κ"}
_NOTE = re.compile(
    r"[0-9]+(?:st|nd|rd|th)(?:-[0-9]+(?:st|nd|rd|th))?|[0-9]+[- ][A-Za-z]{3,}[\w .-]*", re.ASCII
)
_ONE_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")


class _Refused(Exception):
    """Why a text is not read."""


def parse(text: str, point: str) -> Reading:
    """What `text` says, by the grammar, and the marks beside it."""
    if match := _PLAINEST.fullmatch(text):
        sign, whole, part, unit = match.groups(default="")
        exact = Fraction(int(sign + whole + part), 10 ** len(part))
        return Reading(Number(exact, len(part), sign == "+", unit))
    simple = plain(text)
    bare = simple.replace(" ", "")
    if not bare or _ABSENT.fullmatch(bare.rstrip("*†‡")):
        return Reading(Absent(), tuple(re.findall(r"[*†‡]+", bare)))
    if not re.search(r"[0-9]", simple):
        return Reading(_without_digits(text))
    tokens = Tokens(cut(simple), point)
    try:
        value = _expression(tokens, 0)
        if tokens.kind():
            raise _Refused(_unexpected(tokens))
    except _Refused as refused:
        text = text.strip()
        return Reading(Words(text) if _named(tokens) else Unreadable(text, str(refused)))
    return Reading(value, tuple(tokens.marks))


def _named(tokens: Tokens) -> bool:
    """Whether a text that is no number begins with a word, as `T5-base` does and `p < 5 x` not."""
    kinds = [kind for kind in map(kind_of, tokens.items) if kind not in ("space", "mark")]
    return kinds[:1] == ["letters"] and kinds[1:2] not in (["relation"], ["equals"])


def _without_digits(text: str) -> PrintedValue:
    for character in text:
        if character.isdigit() and character not in "⁰¹²³⁴⁵⁶⁷⁸⁹":
            return Unreadable(text.strip(), f"{character!r} is no digit from 0 to 9")
    return Words(text.strip())


def _expression(tokens: Tokens, depth: int) -> PrintedValue:
    """A value and what is joined to it."""
    if depth > _DEEPEST:
        raise _Refused("brackets stand too deep in each other")
    parts = [_first(tokens, depth)]
    joins: list[str] = []
    while True:
        tokens.decorations()
        if tokens.kind() == "script" and _footnote(tokens):
            continue
        if tokens.kind() in ("join", "script"):
            joins.append(tokens.take()[0].replace("->", "→"))
            parts.append(_item(tokens))
            if joins[-1] in "_^" and all(map(_whole, parts[-2:])):
                raise _Refused("a small number behind a whole one may be a power or a footnote")
        elif tokens.kind() == "open":
            opened = tokens.text()
            if (inner := _bracket(tokens, depth)) is not None:
                joins.append(opened)
                parts.append(inner)
        else:
            break
    return _joined(parts, joins)


def _footnote(tokens: Tokens) -> bool:
    """Step over `^*` and `^a`, kept as a mark; whether one was there."""
    if not (
        tokens.kind(1) == "mark"
        or (tokens.kind(1) == "letters" and len(tokens.items[tokens.at + 1][0]) == 1)
    ):
        return False
    tokens.take()
    tokens.marks.append(tokens.take()[0])
    return True


def _joined(parts: list[PrintedValue], joins: list[str]) -> PrintedValue:
    if not joins:
        return parts[0]
    if joins[0] == "/" and all(_whole(part) for part in parts[:2]):
        hits, total = (part.value for part in parts[:2] if isinstance(part, Number))
        parts, joins = [Count(int(hits), int(total)), *parts[2:]], joins[1:]
    return Several(tuple(parts), tuple(joins)) if joins else parts[0]


def _whole(part: PrintedValue) -> bool:
    return (
        isinstance(part, Number)
        and (part.decimals, part.plus, part.unit) == (0, False, "")
        and part.value >= 0
    )


def _first(tokens: Tokens, depth: int) -> PrintedValue:
    tokens.decorations()
    if tokens.kind() == "open":
        opened = tokens.text()
        inner = _bracket(tokens, depth)
        if inner is None:
            raise _Refused("a note stands before the number")
        if isinstance(inner, Range):
            return _with_unit(inner, _unit(tokens))
        if opened == "[":
            raise _Refused("a value alone in square brackets is a reference")
        tokens.marks.append("()")
        return inner
    return _item(tokens)


def _bracket(tokens: Tokens, depth: int) -> PrintedValue | None:
    """What a bracket holds: two ends of a range, or a value; None for words, kept as a mark."""
    start, end = tokens.at, _closing(tokens)
    inner = Tokens(tokens.items[start + 1 : end], tokens.point)
    tokens.at = end + 1
    content = "".join(token[0] for token in inner.items).strip()
    if _is_note(inner, content):
        if _ABSENT.fullmatch(content):
            return Absent()
        tokens.marks.append(f"{tokens.items[start][0]}{content}{tokens.items[end][0]}")
        return None
    value = _ends(inner, tokens.items[start][0]) or _expression(inner, depth + 1)
    if inner.kind():
        raise _Refused(_unexpected(inner))
    tokens.marks += inner.marks
    return value


def _is_note(inner: Tokens, content: str) -> bool:
    """Whether a bracket only says something: words, a name such as `GPT-3.5`, `5-shot`, `2nd`."""
    if all(kind_of(token) != "number" for token in inner.items) or _NOTE.fullmatch(content):
        return True
    first = next(token for token in inner.items if kind_of(token) != "space")
    return kind_of(first) == "letters" and first[0] not in _QUANTITY


def _closing(tokens: Tokens) -> int:
    level = 0
    for index in range(tokens.at, len(tokens.items)):
        kind = kind_of(tokens.items[index])
        level += (kind == "open") - (kind == "close")
        if not level:
            return index
    raise _Refused(f"{tokens.text()!r} is never closed")


def _ends(inner: Tokens, opened: str) -> Range | None:
    """The two ends of `[low, high]`, told apart by `;`, by `, `, or by a comma that only parts."""
    text = "".join(token[0] for token in inner.items)
    for separator in (";", ", ", " to ", ","):
        sides = text.split(separator)
        if len(sides) != 2 or not all(any(map(str.isdigit, side)) for side in sides):
            continue
        if separator == "," and _ONE_COMMA.fullmatch(text):
            if inner.point == ",":
                return None
            if opened == "(" or not inner.point:
                raise _Refused(f"{text!r} in brackets may be one number or two")
        low, high = (_alone(side, inner.point) for side in sides)
        inner.at = len(inner.items)
        return _with_unit(Range(low, high), high.unit)
    return None


def _alone(text: str, point: str) -> Number:
    """One end of a range, and nothing but it."""
    side = Tokens(cut(text.strip()), point)
    side.decorations()
    value = _number(side)
    side.decorations()
    if side.kind():
        raise _Refused(_unexpected(side))
    return value


def _with_unit(ends: Range, unit: str) -> Range:
    if not unit:
        return ends
    return Range(*(end._replace(unit=end.unit or unit) for end in ends))


def _item(tokens: Tokens) -> PrintedValue:
    """A number with what stands right beside it: `p < 0.05`, `~12`, `3 ± 1`, `3–5`, `5 of 9`."""
    tokens.decorations()
    name = _name(tokens)
    if tokens.kind() == "relation":
        relation = tokens.take()[0].replace("<=", "≤").replace(">=", "≥")
        tokens.spaces()
        return Inequality(relation, _number(tokens), name)
    if tokens.kind() == "about":
        tokens.take()
        tokens.spaces()
        return Approximate(_number(tokens))
    if tokens.kind() == "spread":
        tokens.marks.append("±")
        tokens.take()
        tokens.spaces()
    if tokens.kind() == "sign" and not _begins_number(tokens):
        if _ABSENT.fullmatch(tokens.text()):
            tokens.take()
            return Absent()
        raise _Refused(_unexpected(tokens))
    return _continued(tokens, _number(tokens))


def _begins_number(tokens: Tokens) -> bool:
    """Whether a number stands behind the sign, with a space or a currency between them."""
    between = tokens.items[tokens.at + 1 : tokens.at + 2]
    apart = tokens.kind(1) == "space" or (between and between[0][0] in MONEY)
    return tokens.kind(2 if apart else 1) == "number"


def _name(tokens: Tokens) -> str:
    """`p <`, `n =`: the quantity that is named before its number; `Δ 1.2` too."""
    if tokens.kind() != "letters" or tokens.text() not in _QUANTITY:
        return ""
    name = tokens.take()[0]
    tokens.spaces()
    if tokens.kind() == "equals":
        tokens.take()
        tokens.spaces()
    elif tokens.kind() == "relation":
        return name
    elif name != "Δ":
        raise _Refused(f"{name!r} stands before the number")
    tokens.marks.append(name)
    return name


def _continued(tokens: Tokens, first: Number) -> PrintedValue:
    start, marks = tokens.at, len(tokens.marks)
    tokens.decorations()
    if tokens.kind() == "spread":
        tokens.take()
        tokens.spaces()
        return _spread(first, _deviation(tokens))
    if tokens.kind() == "script" and tokens.kind(1) == "spread":
        tokens.take()
        tokens.take()
        tokens.spaces()
        return _spread(first, _number(tokens))
    if tokens.kind() == "open" and tokens.kind(1) == "spread":
        return _spread(first, _deviation(tokens))
    if tokens.kind() == "sign" and tokens.text() == "-" and tokens.kind(1) in ("number", "space"):
        tokens.take()
        tokens.spaces()
        high = _number(tokens)
        if first.value < high.value:
            return _with_unit(Range(first, high), high.unit)
        raise _Refused("a dash stands between two numbers that are no range from low to high")
    if tokens.kind() == "letters" and tokens.text() in ("of", "out"):
        return _count(tokens, first)
    tokens.at = start
    del tokens.marks[marks:]
    return first


def _deviation(tokens: Tokens) -> Number:
    if tokens.text() != "(":
        return _number(tokens)
    tokens.take()
    if tokens.kind() == "spread":
        tokens.take()
        tokens.spaces()
    deviation = _number(tokens)
    if tokens.text() != ")":
        raise _Refused("'(' is never closed")
    tokens.take()
    return deviation


def _spread(mean: Number, deviation: Number) -> MeanDeviation:
    if deviation.value < 0 or deviation.plus:
        raise _Refused("a deviation has no sign of its own")
    return MeanDeviation(mean._replace(unit=mean.unit or deviation.unit), deviation)


def _count(tokens: Tokens, hits: Number) -> Count:
    if tokens.take()[0] == "out":
        tokens.spaces()
        if tokens.text() != "of":
            raise _Refused(_unexpected(tokens))
        tokens.take()
    tokens.spaces()
    total = _number(tokens)
    if not (_whole(hits) and _whole(total)):
        raise _Refused("'of' stands between numbers that are no counts")
    return Count(int(hits.value), int(total.value))


def _number(tokens: Tokens) -> Number:
    """A signed number and its unit."""
    sign = money = ""
    if tokens.kind() == "sign":
        sign = tokens.take()[0]
        tokens.spaces()
    if tokens.text() in MONEY:
        money = tokens.take()[0]
    if len(sign) > 1 or tokens.kind() != "number":
        raise _Refused(_unexpected(tokens))
    token = tokens.take()
    numeral = resolve(token["number"], tokens.point)
    if isinstance(numeral, str):
        raise _Refused(numeral)
    value = -numeral.value if sign == "-" else numeral.value
    found = _powered(Number(value, numeral.decimals, sign == "+"), token)
    unit = money + _unit(tokens)
    if unit and found.unit:
        raise _Refused(f"{unit!r} stands behind a power of ten")
    return found._replace(unit=unit or found.unit)


def _powered(number: Number, token: re.Match[str]) -> Number:
    """`number` · 10^power; where that leaves no decimal, the power stays beside it as the unit."""
    power = int(token["exponent"] or token["power"] or 0)
    if abs(power) > _LARGEST_POWER:
        raise _Refused(f"10^{power} is no size that is printed")
    if power > number.decimals:
        return number._replace(unit=f"×10^{power}")
    value = number.value * Fraction(10) ** power
    return number._replace(value=value, decimals=number.decimals - power)


def _unit(tokens: Tokens) -> str:
    start = tokens.at
    tokens.spaces()
    text = tokens.text()
    if tokens.kind() == "letters" and text in UNITS:
        tokens.take()
        if tokens.text() == "/" and tokens.kind(1) == "letters":
            tokens.take()
            text += "/" + tokens.take()[0]
        return text
    if text == "×":
        tokens.take()
        return "×"
    tokens.at = start
    return ""


def _unexpected(tokens: Tokens) -> str:
    """Why the token where reading stopped does not belong there."""
    if not tokens.kind():
        return "the text ends where a number should stand"
    text = tokens.text()
    before = next((t for t in reversed(tokens.items[: tokens.at]) if kind_of(t) != "space"), None)
    if tokens.kind() == "number" and before is not None:
        return f"{text!r} stands beside {before[0]!r} and nothing says how they belong together"
    if tokens.kind() == "letters":
        return f"{text!r} is no unit that is known"
    return f"{text!r} is not understood here"
