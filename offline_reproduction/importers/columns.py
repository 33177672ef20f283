"""`--map FIELD=PATH`: fields from paths, over those that a format has found or on their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fe_core.errors import UsageError
from fe_core.records.model import NOTHING
from offline_reproduction.importers.containers import File
from offline_reproduction.importers.lines import FIELDS, Line
from offline_reproduction.importers.paths import ABSENT, Node, find, parse

PATIENCE = 10_000
"""Lines after which a path that was never found is given up."""
PLACES = ("@file", "@folder", "@key")
MOST_SHAPES, MOST_UNREAD = 1000, 200
"""Different sets of keys that are looked at for unread fields, and unread fields that are kept."""


class Columns:
    """The paths of a command line, which of them found something, and what nobody reads.

    columns: field → path, `=text`, or one of PLACES. Raises UsageError for what is none of these.
    """

    def __init__(self, columns: Mapping[str, str]) -> None:
        self._constants = {n: text[1:] for n, text in columns.items() if text.startswith("=")}
        self._places = {n: text for n, text in columns.items() if text.startswith("@")}
        self._paths = {n: parse(t) for n, t in columns.items() if t[:1] not in ("=", "@")}
        self._found: set[str] = set()
        self._lines = 0
        self._first: Node | None = None
        self._shapes: set[tuple[Any, ...]] = set()
        self._read = {str(path.steps[0]) for path in self._paths.values() if path.steps}
        self.unread: set[str] = set()
        for name, text in self._places.items():
            if text.rstrip("123456789") not in PLACES:
                raise UsageError(f"--map {name}={text}: there are {', '.join(PLACES)}")

    def over(self, line: Line, file: File) -> dict[str, Any]:
        """A line's fields with those of the command line over them.

        Raises UsageError for a path that nothing has been found at for a long time.
        """
        fields = line.fields
        for name, text in self._constants.items():
            _put(fields, name, text)
        for name, text in self._places.items():
            _put(fields, name, _at_place(text, line.node, file))
        value = line.node.value
        plain = value if type(value) is dict else NOTHING
        for name, path in self._paths.items():
            found = plain[path.text] if path.text in plain else find(line.node, path)
            if found is not ABSENT:
                self._found.add(name)
                if name in FIELDS:
                    fields[name] = found
                else:
                    _put(fields, name, found)
        self._first = self._first or line.node
        self._lines += 1
        if self._lines == PATIENCE:
            self.check()
        return fields

    def look(self, node: Node, read: Iterable[str], also: Iterable[str] = ()) -> None:
        """Note the fields of a record that neither its format nor the command line reads."""
        value = node.trail[0][1]
        shape = tuple(value) if isinstance(value, Mapping) else ()
        if shape in self._shapes or len(self._shapes) >= MOST_SHAPES:
            return
        self._shapes.add(shape)
        unread = {str(key)[:80] for key in shape} - self._read - {*read, *also}
        self.unread |= set(sorted(unread)[: max(0, MOST_UNREAD - len(self.unread))])

    def check(self) -> None:
        """Raises UsageError for a path that no line had."""
        for name, path in self._paths.items():
            if self._lines and name not in self._found:
                value = self._first.value if self._first else None
                keys = [str(key)[:40] for key in value] if isinstance(value, Mapping) else []
                there = f"; the first one has {keys[:12]}" if keys else ""
                raise UsageError(
                    f"--map {name}={path.text}: matches nothing in {self._lines} records{there}"
                )


def _put(fields: dict[str, Any], name: str, value: Any) -> None:
    if name in FIELDS:
        fields[name] = value
    else:
        fields.setdefault("attributes", {})[name] = value


def _at_place(text: str, node: Node, file: File) -> str | None:
    if text == "@file":
        return file.path.stem
    if text == "@folder":
        return file.path.parent.name
    number = text.removeprefix("@key")
    place = int(number) - 1 if number else len(node.keys) - 1
    return str(node.keys[place]) if 0 <= place < len(node.keys) else None
