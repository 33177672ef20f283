"""Transcribed tables and claims: tab-separated text, read as text and never computed with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from types import MappingProxyType
from typing import NamedTuple

from fe_core.errors import PrintedError


class PrintedTable(NamedTuple):
    """A table as printed: (row key, column key) → text, in reading order; empty cells left out.

    source, lines: the file, and the line of each row, where it is a user's. header: each column's
    names from the top level down. sections: row → the section it stands in. marked: (row, column) →
    "bold", "underline" or both.
    """

    key: str
    place: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: dict[tuple[str, str], str]
    source: str = ""
    lines: Mapping[str, int] = MappingProxyType({})
    header: tuple[tuple[str, ...], ...] = ()
    sections: Mapping[str, str] = MappingProxyType({})
    marked: Mapping[tuple[str, str], str] = MappingProxyType({})


class PrintedClaim(NamedTuple):
    """A sentence's number: where it stands, its text, what it says in our words, its expression."""

    id: str
    place: str
    printed: str
    kind: str
    wording: str = ""
    value: str = ""


class Transcription(NamedTuple):
    """Everything that a paper prints."""

    tables: tuple[PrintedTable, ...]
    claims: tuple[PrintedClaim, ...] = ()


def claims(package: str) -> tuple[PrintedClaim, ...]:
    """The claims of a package of transcriptions; () where it has none."""
    if "claims.tsv" not in _names(package):
        return ()
    return parse_claims(_text(package, "claims.tsv"))


def parse_claims(text: str) -> tuple[PrintedClaim, ...]:
    """Read claims: id, place, printed, kind, wording, value. Raises PrintedError for a
    ragged line and an id that occurs twice.

    The last column may be left out: then nothing says how the numbers are recomputed.
    """
    _, lines = _split(text)
    header = tuple((lines or [""])[0].split("\t"))
    if header not in (PrintedClaim._fields, PrintedClaim._fields[:-1]):
        raise PrintedError(f"claims: the header must be {', '.join(PrintedClaim._fields)}")
    found = []
    for number, line in enumerate(lines[1:], 2):
        fields = line.split("\t")
        if len(fields) != len(header):
            raise PrintedError(f"claims, line {number}: {len(fields)} fields, needs {len(header)}")
        found.append(PrintedClaim(*fields))
    return distinct(found)


def distinct(found: Sequence[PrintedClaim]) -> tuple[PrintedClaim, ...]:
    """The same claims. Raises PrintedError for an id that occurs twice."""
    ids = [claim.id for claim in found]
    if len(set(ids)) != len(ids):
        twice = next(name for name in ids if ids.count(name) > 1)
        first, second, *_ = (at for at, name in enumerate(ids, 1) if name == twice)
        raise PrintedError(f"claims: id {twice!r} occurs twice, in claims {first} and {second}")
    return tuple(found)


def _split(text: str) -> tuple[dict[str, str], list[str]]:
    notes: dict[str, str] = {}
    lines = []
    for line in text.split("\n"):
        if line.startswith("# "):
            name, _, value = line[2:].partition(":")
            notes[name.strip()] = value.strip()
        elif line:
            lines.append(line)
    return notes, lines


def _names(package: str) -> Iterator[str]:
    return (
        entry.name for entry in resources.files(package).iterdir() if entry.name.endswith(".tsv")
    )


def _text(package: str, name: str) -> str:
    return resources.files(package).joinpath(name).read_text(encoding="utf-8")
