"""JSON Lines, read strictly: one object a line, no duplicate keys, no NaN; errors say where."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isfinite
from typing import Any, NoReturn

from fe_core.errors import RecordError
from fe_core.records.gate import Row

LONGEST_LINE = 1 << 20
"""Characters that one line may have."""


def rows(text: str, source: str) -> Iterator[Row]:
    """The objects of a JSON Lines text, with their places. Splits on LF only.

    Raises RecordError at the first line that is no JSON object, is too long, nests too deep, holds
    NaN, an infinity, an unreasonable number, or a key twice, and at a last line cut short.
    """
    return _rows(text, source, _STRICT)


def lenient_rows(text: str, source: str) -> Iterator[Row]:
    """`rows`, for other tools' logs: NaN and the infinities are read as None."""
    return _rows(text, source, _LENIENT)


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
    try:
        value = decoder.decode(line)
    except json.JSONDecodeError as error:
        raise RecordError(
            f"{place}: is not JSON ({error.msg} at column {error.colno}); "
            "one complete object a line is needed; was the file cut short?"
        ) from None
    except RecursionError:
        raise RecordError(f"{place}: nests too deep; records are flat objects") from None
    except RecordError as error:
        raise RecordError(f"{place}: {error}") from None
    except ValueError as error:
        raise RecordError(f"{place}: holds a number that is not reasonable ({error})") from None
    if not isinstance(value, dict):
        raise RecordError(f"{place}: holds a {type(value).__name__}, one object a line is needed")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
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
