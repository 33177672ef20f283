"""Damage planted in files: each must be refused at the gate, whatever the study."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from random import Random

Files = dict[str, str]
Plant = Callable[[Files, str, Random], None]
"""Files of a records folder, the path of an answers file, a generator; spoils them in place."""


def line_cut_short(files: Files, path: str, random: Random) -> None:
    """The last line ends in the middle, as after a full disk."""
    files[path] = files[path][: -random.randint(3, 20)]


def line_repeated(files: Files, path: str, random: Random) -> None:
    """One answer stands twice."""
    lines = files[path].splitlines(keepends=True)
    files[path] += random.choice(lines)


def unknown_option(files: Files, path: str, random: Random) -> None:
    """An answer that no option has."""
    _change(files, path, random, answer="Ω", status="valid")


def unknown_item(files: Files, path: str, random: Random) -> None:
    """An answer to a question that does not exist."""
    _change(files, path, random, item="no such item")


def bases_mixed(files: Files, path: str, random: Random) -> None:
    """One answer of another basis among the others."""
    value = json.loads(files[path].splitlines()[0])
    other = "witness" if value.get("basis") == "released" else "released"
    _change(files, path, random, basis=other)


def free_text(files: Files, path: str, random: Random) -> None:
    """A field that sanitized records must not have."""
    _change(files, path, random, response="the model said: …")


def key_repeated(files: Files, path: str, random: Random) -> None:
    """An object with one key twice."""
    lines = files[path].splitlines(keepends=True)
    n = random.randrange(len(lines))
    lines[n] = lines[n].replace("{", '{"item":"x",', 1)
    files[path] = "".join(lines)


PLANTS: Mapping[str, Plant] = {
    "line-cut-short": line_cut_short,
    "line-repeated": line_repeated,
    "unknown-option": unknown_option,
    "unknown-item": unknown_item,
    "bases-mixed": bases_mixed,
    "free-text": free_text,
    "key-repeated": key_repeated,
}
"""Name → planted damage."""


def _change(files: Files, path: str, random: Random, **fields: str) -> None:
    lines = files[path].splitlines(keepends=True)
    n = random.randrange(len(lines))
    value = json.loads(lines[n]) | fields
    lines[n] = json.dumps(value, ensure_ascii=False) + "\n"
    files[path] = "".join(lines)
