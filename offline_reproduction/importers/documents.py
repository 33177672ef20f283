"""What a file holds, told from its content: records one after the other, whatever their shape.

JSON Lines, a JSON array, a JSON object (one record, or a map of them), delimited text, a
spreadsheet, Parquet. Lines, array elements and table rows are made one at a time; a JSON object is
read whole, since any of its parts may be named by a path.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from fe_core.errors import RecordError
from fe_core.files import decode
from fe_core.records import lines
from offline_reproduction.importers import sheets
from offline_reproduction.importers.containers import File, is_archive
from offline_reproduction.importers.paths import Node, element, root
from offline_reproduction.tables.separated import read_lines

LONGEST_LINE = 1 << 24
"""Characters that one JSON line may have."""
MOST_PARTS = 1 << 24
"""Lists and objects that one JSON value may have: each takes more memory than it takes text."""

_LINE = re.compile(r"[^\n]*")


class Placed(NamedTuple):
    """A record and where it stands."""

    place: str
    node: Node


Holds = Callable[[Node], bool]
"""Whether a JSON object is one record rather than a collection of them."""


def records(file: File, is_record: Holds = lambda node: False) -> Iterator[Placed]:
    """The records of a file.

    is_record: asked of a JSON object that stands alone. A map of objects is one record a value,
    and so is each element of the only list of objects in it; the keys are the record's keys.
    Raises RecordError for what is none of the shapes, is damaged, or past the bounds.
    """
    data = file.data()
    if is_archive(data):
        yield from _rows(sheets.spreadsheet(data, file.place))
    elif data[:4] == b"PAR1":
        yield from _rows(sheets.parquet(data, file.place))
    else:
        text, _ = decode(data, file.place)
        del data
        yield from _text(text, file, is_record)


def _text(text: str, file: File, is_record: Holds) -> Iterator[Placed]:
    start = text[:4096].lstrip()[:1]
    if start == "[":
        bounded(text, file.place)
        for number, value in enumerate(lines.lenient_elements(text, file.place)):
            yield Placed(f"{file.place}[{number}]", element(value, number))
    elif start == "{" and is_lines(text):
        yield from _lines(text, file.place)
    elif start == "{":
        bounded(text, file.place)
        yield from members(lines.lenient(text, file.place), file.place, is_record)
    else:
        yield from _delimited(text, file)


def bounded(text: str, place: str) -> None:
    """Raises RecordError for JSON that would take far more memory than its text."""
    parts = text.count("{") + text.count("[")
    if parts > MOST_PARTS:
        raise RecordError(f"{place}: has {parts} lists and objects, at most {MOST_PARTS} are read")


def is_lines(text: str) -> bool:
    """Whether a text that starts with an object is JSON Lines: a whole one, and another follows."""
    first = _LINE.match(text, len(text) - len(text.lstrip()))
    assert first is not None
    if not text[first.end() : first.end() + 4096].lstrip().startswith("{"):
        return False
    return len(first[0]) > LONGEST_LINE or first[0].rstrip().endswith("}")


def _lines(text: str, place: str) -> Iterator[Placed]:
    position = number = 0
    while position < len(text):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        number += 1
        if end - position > LONGEST_LINE:
            raise RecordError(
                f"{place}:{number}: the line has {end - position} characters, at most "
                f"{LONGEST_LINE} are read"
            )
        line = text[position:end]
        position = end + 1
        if line and not line.isspace():
            here = f"{place}:{number}"
            yield Placed(here, root(lines.lenient(line, here), (number,)))


def members(value: Any, place: str, is_record: Holds) -> Iterator[Placed]:
    """The records of one JSON object. Raises RecordError where it is not plain what they are."""
    whole = root(value)
    if is_record(whole) or not isinstance(value, Mapping):
        yield Placed(place, whole)
    elif value and all(isinstance(member, Mapping) for member in value.values()):
        for key, member in value.items():
            yield Placed(f"{place}[{key[:60]!a}]", root(member, (key,)))
    else:
        yield from _listed(value, place, whole)


def _listed(value: Mapping[str, Any], place: str, whole: Node) -> Iterator[Placed]:
    found = [
        (key, member)
        for key, member in value.items()
        if isinstance(member, list) and member and isinstance(member[0], Mapping)
    ]
    if len(found) > 1:
        names = ", ".join(f"{key[:40]!a}" for key, _ in found[:8])
        raise RecordError(
            f"{place}: holds several lists of records ({names}); name one in the paths, for "
            f"example --map item={found[0][0][:40]}.*.id"
        )
    for key, member in found:
        for number, each in enumerate(member):
            yield Placed(f"{place}[{key[:60]!a}][{number}]", root(each, (key, number)))
    if not found:
        yield Placed(place, whole)


def _delimited(text: str, file: File) -> Iterator[Placed]:
    delimiter = "\t" if "\t" in text.partition("\n")[0] else ""
    found = read_lines(text, file.place, delimiter)
    yield from _rows((f"{file.place}:{line.number}", line.fields) for line in found)


def _rows(found: Iterator[tuple[str, list[str]]]) -> Iterator[Placed]:
    """Rows under their header."""
    _, header = next(found)
    for number, (place, cells) in enumerate(found, 1):
        yield Placed(place, root(dict(zip(header, cells, strict=True)), (number,)))
