"""JSON Lines, read strictly: one object a line, no duplicate keys, no NaN; errors say where."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from math import isfinite
from typing import Any, NoReturn

from fe_core.errors import RecordError
from fe_core.records.gate import Row

_SPACE = re.compile(r"[ \t\n\r]*")

LONGEST_LINE = 1 << 20
"""Characters that one line may have."""

DEEPEST = 64
"""Objects and lists within each other."""

CONTAINERS, SPREAD = 500_000, 64
"""Objects and lists that a document may have: so many, and one more for each SPREAD characters."""

_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\[\s\S])*+"?|[\[\]{}]')


def rows(text: str, source: str) -> Iterator[Row]:
    """The objects of a JSON Lines text, with their places. Splits on LF only.

    Raises RecordError at the first line that is no JSON object, is too long, nests too deep, holds
    NaN, an infinity, an unreasonable number, half a character, or a key twice, and at a last line
    cut short.
    """
    return _rows(text, source, strict=True)


def lenient(text: str, place: str) -> Any:
    """A whole JSON text of another tool's log, of any type, under all bounds but that of lines.

    NaN and the infinities are None, half a character is U+FFFD. Raises RecordError as `rows`.
    """
    return _value(text, place, strict=False)


def lenient_elements(text: str, place: str) -> Iterator[Any]:
    """The elements of a JSON array, one after the other. Raises RecordError as `lenient`."""
    end = _SPACE.match(text, text.index("[") + 1).end()  # type: ignore[union-attr]
    while text[end : end + 1] != "]":
        start = end
        value, end = _decoded(text, place, partial(_LENIENT.raw_decode, idx=start))
        yield _whole_characters(text[start:end], value, place, strict=False)
        end = _SPACE.match(text, end).end()  # type: ignore[union-attr]
        if text[end : end + 1] == ",":
            end = _SPACE.match(text, end + 1).end()  # type: ignore[union-attr]
        elif text[end : end + 1] != "]":
            raise RecordError(f"{place}: the JSON array ends at character {end}; was it cut short?")
    if text[end + 1 :].strip():
        raise RecordError(f"{place}: something follows the JSON array at character {end + 1}")


def parse(line: str, place: str) -> dict[str, Any]:
    """One line's object, strictly. Raises RecordError with `place` and a remedy."""
    return _object(line, place, strict=True)


def document(text: str, place: str) -> Any:
    """A whole JSON text of the kit's own, read as strictly as a line."""
    return _value(text, place, strict=True)


def _value(text: str, place: str, *, strict: bool) -> Any:
    opened = text.count("{") + text.count("[")
    most = CONTAINERS + len(text) // SPREAD
    if opened > most:
        raise RecordError(f"{place}: has some {opened} objects and lists, at most {most} are read")
    if opened > DEEPEST:
        _check_depth(text, place)
    value = _decoded(text, place, (_STRICT if strict else _LENIENT).decode)
    return _whole_characters(text, value, place, strict=strict)


def _decoded(text: str, place: str, decode: Callable[[str], Any]) -> Any:
    try:
        return decode(text)
    except json.JSONDecodeError as error:
        raise RecordError(
            f"{place}: is not JSON ({error.msg} at column {error.colno}); was the file cut short?"
        ) from None
    except RecursionError:
        raise RecordError(f"{place}: nests too deep, over {DEEPEST} levels") from None
    except RecordError as error:
        raise RecordError(f"{place}: {error}") from None
    except ValueError as error:
        raise RecordError(f"{place}: holds a number that is not reasonable ({error})") from None


def _rows(text: str, source: str, *, strict: bool) -> Iterator[Row]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            place = f"{source}:{number}"
            yield Row(place, _object(line, place, strict=strict))


def _object(line: str, place: str, *, strict: bool) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise RecordError(
            f"{place}: the line has {len(line)} characters, at most {LONGEST_LINE} are read"
        )
    value = _value(line, place, strict=strict)
    if not isinstance(value, dict):
        raise RecordError(f"{place}: holds a {type(value).__name__}, one object a line is needed")
    return value


def _check_depth(text: str, place: str) -> None:
    """How deep the parser itself can go depends on who calls it."""
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(text):
        mark = found[0]
        depth += (mark in "[{") - (mark in "]}")
        if depth > DEEPEST:
            raise RecordError(f"{place}: nests too deep, over {DEEPEST} levels")


def _whole_characters(text: str, value: Any, place: str, *, strict: bool) -> Any:
    """JSON can escape half of a character; no file could hold it."""
    if "\\ud" not in text and "\\uD" not in text:
        return value
    plain = json.dumps(value, ensure_ascii=False)
    try:
        plain.encode()
        return value
    except UnicodeEncodeError:
        if strict:
            raise RecordError(f"{place}: holds half of a surrogate pair, no character") from None
    return json.loads(plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise RecordError(f"key {twice[:80]!r} occurs twice in one object; which one counts?")
    return value


def _refuse(text: str) -> NoReturn:
    raise RecordError(f"{text[:80]} is no JSON number; write null or leave the field out")


def _finite(text: str) -> float:
    """1e999 is a number to JSON and an infinity to a double."""
    value = float(text)
    return value if isfinite(value) else _refuse(text)


_STRICT = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_finite)
_LENIENT = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=lambda text: None)
