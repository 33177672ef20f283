"""TOML files, read with every key known and every type checked."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any

from fe_core.errors import UsageError
from fe_core.files import decode, read_bytes

LARGEST = 1 << 20
DEEPEST = 64
"""Parts of a dotted key; the parser takes time by their square."""

_LONG_KEY = re.compile(rf"(?<![\w.\"'-])(?:[\w\"'-]++\s*+\.\s*+){{{DEEPEST}}}")


def read_toml(path: Path) -> dict[str, Any]:
    """A file's document. Raises RecordError where it cannot be read, UsageError if no TOML."""
    text, _ = decode(read_bytes(path, largest=LARGEST), str(path))
    return parse_toml(text, str(path))


def parse_toml(text: str, place: str) -> dict[str, Any]:
    """A document's tables. Raises UsageError, naming `place`, for what is no TOML."""
    if _LONG_KEY.search(text):
        raise UsageError(f"{place}: has a key of over {DEEPEST} parts; is it a study?")
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise UsageError(f"{place}: is not TOML ({error or 'nests too deep'})") from None


class Keys:
    """A TOML table whose keys are read with their type checked; errors name key and need."""

    def __init__(self, value: Any, place: str) -> None:
        if not isinstance(value, dict):
            raise UsageError(f"{place.rstrip('.')} must be a table, got {type(value).__name__}")
        self.value: dict[str, Any] = value
        self.place = place

    def known(self, *names: str) -> None:
        unknown = sorted(set(self.value) - set(names))
        if unknown:
            raise UsageError(f"{self.place}{unknown[0]} is not known; known are {sorted(names)}")

    def text(self, name: str, default: str | None = None) -> str:
        return str(self._typed(name, default, str, "a text"))

    def plain(self, name: str) -> str:
        """A text that is a file's name on every system: letters, digits, - and _."""
        text = self.text(name)
        if not 1 <= len(text) <= 100 or not all(c.isalnum() or c in "-_" for c in text):
            raise UsageError(f"{self.place}{name}={text!r} must be letters, digits, - and _")
        if not text.isascii():
            raise UsageError(f"{self.place}{name}={text!r} must be plain letters (ASCII)")
        return text

    def one_of(self, name: str, allowed: list[str], default: str | None = None) -> str:
        value = self.value.get(name, default)
        value = str(value) if isinstance(value, int) else value
        if value not in allowed:
            raise UsageError(f"{self.place}{name}={value!r} must be one of {allowed}")
        return str(value)

    def table(self, name: str, default: dict[str, Any] | None = None) -> Keys:
        value = self._typed(name, default, dict, "a table")
        return Keys(value, f"{self.place}{name}.")

    def list(self, name: str) -> list[Any]:
        return [*self._typed(name, [], list, "a list of tables")]

    def texts(self, name: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        value = self._typed(name, None if default is None else [*default], list, "a list of texts")
        if not all(isinstance(text, str) for text in value):
            raise UsageError(f"{self.place}{name} must be a list of texts")
        return tuple(value)

    def text_map(self, name: str) -> dict[str, str]:
        table = self.table(name, {})
        return {key: table.text(key) for key in table.value}

    def text_lists(self, name: str) -> dict[str, tuple[str, ...]]:
        """Name → one text or several."""
        table = self.table(name, {})
        return {
            key: table.texts(key) if isinstance(value, list) else (table.text(key),)
            for key, value in table.value.items()
        }

    def within(self, name: str, default: int, least: int, most: int) -> int:
        value = self._typed(name, default, int, "an integer")
        if not least <= value <= most:
            raise UsageError(f"{self.place}{name}={value!r} must lie between {least} and {most}")
        return int(value)

    def fraction(self, name: str, default: Fraction) -> Fraction:
        value = self.value.get(name, default)
        if isinstance(value, float | int) and not isinstance(value, bool) and isfinite(value):
            value = Fraction(str(value))
        if not isinstance(value, Fraction) or not 0 < value < 1:
            raise UsageError(f"{self.place}{name}={value!r} must lie between 0 and 1")
        return value

    def _typed(self, name: str, default: Any, kind: type, what: str) -> Any:
        if name not in self.value and default is None:
            raise UsageError(f"{self.place}{name} is missing; it must be {what}")
        value = self.value.get(name, default)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise UsageError(f"{self.place}{name} must be {what}, got {type(value).__name__}")
        return value
