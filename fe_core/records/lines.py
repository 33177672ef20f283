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


def rows(text: str, source: str) -> Iterator[Row]:
    """The objects of a JSON Lines text, with their places. Splits on LF only.

    Raises RecordError at the first line that is no JSON object, is too long, nests too deep, holds
    NaN, an infinity, an unreasonable number, or a key twice, and at a last line cut short.
    """
    return _rows(text, source, _STRICT)


def lenient(text: str, place: str) -> Any:
    """One JSON value of another tool's log: NaN and the infinities are read as None.

    Raises RecordError with `place` as `parse` does.
    """
    return _decoded(text, place, _LENIENT.decode)


def lenient_elements(text: str, place: str) -> Iterator[Any]:
    """The elements of a JSON array, one after the other. Raises RecordError as `lenient`."""
    end = _SPACE.match(text, text.index("[") + 1).end()  # type: ignore[union-attr]
    while text[end : end + 1] != "]":
        value, end = _decoded(text, place, partial(_LENIENT.raw_decode, idx=end))
        yield value
        end = _SPACE.match(text, end).end()  # type: ignore[union-attr]
        if text[end : end + 1] == ",":
            end = _SPACE.match(text, end + 1).end()  # type: ignore[union-attr]
        elif text[end : end + 1] != "]":
            raise RecordError(f"{place}: the JSON array ends at character {end}; was it cut short?")
    if text[end + 1 :].strip():
        raise RecordError(f"{place}: something follows the JSON array at character {end + 1}")


def parse(line: str, place: str) -> dict[str, Any]:
    """One line's object, strictly. Raises RecordError with `place` and a remedy."""
    return _parse(line, place, _STRICT)


def _rows(text: str, source: str, decoder: json.JSONDecoder) -> Iterator[Row]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            place = f"{source}:{number}"
            yield Row(place, _parse(line, place, decoder))


def _parse(line: str, place: str, decoder: json.JSONDecoder) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise RecordError(
            f"{place}: the line has {len(line)} characters, at most {LONGEST_LINE} are read"
        )
    value = _decoded(line, place, decoder.decode)
    if not isinstance(value, dict):
        raise RecordError(f"{place}: holds a {type(value).__name__}, one object a line is needed")
    return value


def _decoded(text: str, place: str, decode: Callable[[str], Any]) -> Any:
    try:
        return decode(text)
    except json.JSONDecodeError as error:
        raise RecordError(
            f"{place}: is not JSON ({error.msg} at column {error.colno}); was the file cut short?"
        ) from None
    except RecursionError:
        raise RecordError(f"{place}: nests too deep; records are flat objects") from None
    except RecordError as error:
        raise RecordError(f"{place}: {error}") from None
    except ValueError as error:
        raise RecordError(f"{place}: holds a number that is not reasonable ({error})") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise RecordError(f"key {twice!r} occurs twice in one object; which one counts?")
    return value


def _refuse(text: str) -> NoReturn:
    raise RecordError(f"{text} is no JSON number; write null or leave the field out")


def _finite(text: str) -> float:
    """1e999 is a number to JSON and an infinity to a double."""
    value = float(text)
    return value if isfinite(value) else _refuse(text)


_STRICT = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_finite)
_LENIENT = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=lambda text: None)
