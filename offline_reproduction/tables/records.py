"""JSON lists of records, and JSON Lines: one row a record, one column a key."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fe_core.errors import RecordError
from offline_reproduction.tables.raw import Placed, RawRow, RawTable

_DEEPEST = 8
"""Levels of keys that are followed, both above the records and inside them."""

_MOST_COLUMNS = 1_000
_MOST_BRACKETS = 400_000
"""Objects and lists in a text; twice as many as a table has cells."""


class _Literal(str):
    """A number as it is written: its digits are what is printed."""


class _Record(NamedTuple):
    """A record: its name where it stands below a key, its line, and its fields by their path."""

    name: str
    line: int
    fields: dict[tuple[str, ...], str]


def tables(text: str, source: str) -> list[RawTable]:
    """Every list of records in `text`, in order, named by the keys above it.

    Keys inside keys are levels of the header; a mapping of records is a list whose rows have the
    keys as labels. Raises RecordError with `source:line` for text that is no JSON, and for a key
    that occurs twice in one record.
    """
    found = list(_lists(_values(text, source), "", 0))
    return [_table(name, rows) for name, rows in found]


def _values(text: str, source: str) -> Any:
    """The value that `text` is; for JSON Lines, the list of their values with their lines."""
    if text.count("{") + text.count("[") > _MOST_BRACKETS:
        raise RecordError(f"{source}: more than {_MOST_BRACKETS} objects and lists are not read")
    try:
        return _load(text)
    except json.JSONDecodeError as whole:
        lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        if len(lines) < 2 or whole.lineno != lines[1][0]:
            raise RecordError(f"{source}:{whole.lineno}: is no JSON ({whole.msg})") from None
    except (RecursionError, _Twice) as error:
        raise RecordError(f"{source}: {error or 'is nested too deep'}") from None
    values = []
    for number, line in lines:
        try:
            values.append((number, _load(line)))
        except (ValueError, RecursionError) as error:
            raise RecordError(f"{source}:{number}: is no JSON line ({error})") from None
    return values


class _Twice(ValueError):
    """A key that occurs twice."""


def _load(text: str) -> Any:
    return json.loads(
        text, parse_float=_Literal, parse_int=_Literal, parse_constant=str, object_pairs_hook=_once
    )


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Twice(f"the key {twice!r} occurs twice in one record")
    return found


def _lists(value: Any, name: str, depth: int) -> Iterator[tuple[str, list[_Record]]]:
    if isinstance(value, list):
        numbered = [item if isinstance(item, tuple) else (1, item) for item in value]
        if numbered and all(isinstance(item, Mapping) for _, item in numbered):
            yield name, [_Record("", line, _fields(item)) for line, item in numbered]
    elif isinstance(value, Mapping) and depth < _DEEPEST:
        inner = list(value.values())
        flat = all(isinstance(item, Mapping) and _scalar(item) for item in inner)
        if len(inner) > 1 and flat:
            yield name, [_Record(key, 1, _fields(item)) for key, item in value.items()]
            return
        for key, item in value.items():
            yield from _lists(item, f"{name} / {key}" if name else key, depth + 1)


def _scalar(record: Mapping[str, Any]) -> bool:
    """Whether a record has a value of its own, and is no mere level of keys."""
    return any(not isinstance(value, Mapping | list) for value in record.values())


def _fields(record: Mapping[str, Any]) -> dict[tuple[str, ...], str]:
    """Path of keys → text, in order."""
    found: dict[tuple[str, ...], str] = {}
    waiting: list[tuple[tuple[str, ...], Any]] = [((), record)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, Mapping) and len(path) < _DEEPEST:
            waiting += [((*path, key), inner) for key, inner in reversed(list(value.items()))]
        elif len(found) <= _MOST_COLUMNS:
            found[path] = _text(value)
    return found


def _text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)[:1_000]


def _table(name: str, records: list[_Record]) -> RawTable:
    columns: dict[tuple[str, ...], None] = {}
    for record in records:
        columns |= dict.fromkeys(record.fields)
    levels = max(map(len, columns), default=1) or 1
    named = any(record.name for record in records)
    table = RawTable(records[0].line, headers=levels, free=False, caption=name)
    for level in range(levels):
        texts = [path[level] if level < len(path) else "" for path in columns]
        table.rows.append(_row([""] * named + texts, records[0].line))
    for record in records:
        texts = [record.fields.get(path, "") for path in columns]
        table.rows.append(_row([record.name] * named + texts, record.line))
    return table


def _row(texts: list[str], line: int) -> RawRow:
    return RawRow([Placed(text.strip(), line) for text in texts], line)
