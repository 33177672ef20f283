"""findings.toml: differences that were looked at, each with what it predicts; and remarks."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from fe_core.errors import UsageError
from fe_core.files import inside
from fe_core.reporting.entries import Entry, Finding
from offline_reproduction.study.expressions import parse as parse_expression
from offline_reproduction.study.keys import Keys, read_toml

FILE = "findings.toml"
Said = TypeVar("Said")

Place = tuple[str, str, str]
"""Table, row and column; a sentence's number stands at ("claims", its id, "printed")."""

Checks = Callable[[Mapping[Place, str]], Sequence[Entry]]
"""The checks of print alone, where some places have other texts than those printed."""


class Prints(NamedTuple):
    """Cells of a table that print what other cells are: what went wrong in print.

    columns, rows: printed header → the column (row) whose values stand under it; a name that is
    kept maps to itself, and None keeps all. of: the table whose values they are.
    """

    table: str
    of: str
    columns: Mapping[str, str] | None
    rows: Mapping[str, str] | None


class Computes(NamedTuple):
    """Single places that print what an expression over the recomputed tables gives."""

    values: Mapping[Place, str]


class Reads(NamedTuple):
    """Single places that print one text and should read another: place → (printed, right)."""

    texts: Mapping[Place, tuple[str, str]]


class Predicted(NamedTuple):
    """A finding and everything that it predicts; a study's checks of print are named by their id.

    A named check contradicts the print and no longer does once the cells read as predicted.
    """

    finding: Finding
    prints: tuple[Prints | Computes, ...] = ()
    reads: tuple[Reads, ...] = ()
    checks: tuple[str, ...] = ()


class Findings(NamedTuple):
    """What a findings.toml says: findings predict cells; remarks explain none."""

    findings: tuple[Predicted, ...] = ()
    remarks: tuple[Finding, ...] = ()


def of_folder(folder: Path) -> Findings:
    """The findings of a declared study; none where its folder has no findings.toml."""
    if not os.path.lexists(folder / FILE):
        return Findings()
    path = inside(folder, FILE)
    return parse(read_toml(path), str(path))


def parse(document: dict[str, Any], place: str) -> Findings:
    """Raises UsageError for what is not understood, and for a finding that predicts nothing."""
    try:
        top = Keys(document, "")
        top.known("findings", "remarks")
        findings = tuple(_finding(keys) for keys in _each(top, "findings"))
        remarks = tuple(_remark(keys) for keys in _each(top, "remarks"))
        _distinct([each.finding.id for each in findings] + [each.id for each in remarks])
    except UsageError as error:
        raise UsageError(f"{place}: {error}") from None
    return Findings(findings, remarks)


TEXTS = ("id", "title", "printed", "follows", "confidence", "tried")


def _finding(keys: Keys) -> Predicted:
    keys.known(*TEXTS, "prints", "reads", "checks")
    predicted = Predicted(
        _texts(keys),
        tuple(_prints(each) for each in _each(keys, "prints")),
        tuple(_reads(each) for each in _each(keys, "reads")),
        keys.texts("checks", ()),
    )
    if not predicted.prints and not predicted.reads:
        raise UsageError(
            f"{keys.place}id={predicted.finding.id!r} predicts no cell; say what it prints or "
            "reads, or make it one of [[remarks]]"
        )
    return predicted


def _remark(keys: Keys) -> Finding:
    keys.known(*TEXTS)
    return _texts(keys)


def _texts(keys: Keys) -> Finding:
    said = [keys.text(name, "") for name in TEXTS[2:]]
    return Finding(keys.text("id"), keys.text("title"), *said)


def _prints(keys: Keys) -> Prints | Computes:
    if "cells" in keys.value or "claims" in keys.value:
        values = _places(keys, keys.text_map)
        for text in values.values():
            parse_expression(text)
        return Computes(values)
    keys.known("table", "of", "columns", "rows")
    table = keys.text("table")
    made = Prints(table, keys.text("of", table), _map(keys, "columns"), _map(keys, "rows"))
    maps = [each for each in (made.columns, made.rows) if each is not None]
    if made.of == table and all(name == of for each in maps for name, of in each.items()):
        raise UsageError(
            f"{keys.place}columns or rows must say whose values are printed there, such as "
            '{ "A" = "B", "B" = "A" }'
        )
    return made


def _map(keys: Keys, name: str) -> Mapping[str, str] | None:
    if name not in keys.value:
        return None
    if isinstance(keys.value[name], list):
        return {text: text for text in keys.texts(name)}
    return keys.text_map(name)


def _reads(keys: Keys) -> Reads:
    texts: dict[Place, tuple[str, str]] = {}
    for place, both in _places(keys, keys.text_lists).items():
        if len(both) != 2 or both[0] == both[1]:
            raise UsageError(
                f"{keys.place.rstrip('.')}: say of {place!r} what is printed and what it should "
                'read, such as ["14.0", "18.0"]'
            )
        texts[place] = both[0], both[1]
    return Reads(texts)


def _places(keys: Keys, read: Callable[[str], Mapping[str, Said]]) -> dict[Place, Said]:
    """Cells of one row of a table, or claims: place → what is said of it."""
    if "claims" in keys.value:
        keys.known("claims")
        return {("claims", name, "printed"): said for name, said in read("claims").items()}
    keys.known("table", "row", "cells")
    table, row, cells = keys.text("table"), keys.text("row"), read("cells")
    if not cells:
        raise UsageError(f"{keys.place}cells must name a column and say what is right of it")
    return {(table, row, column): said for column, said in cells.items()}


def _each(keys: Keys, name: str) -> Iterator[Keys]:
    for position, value in enumerate(keys.list(name)):
        yield Keys(value, f"{keys.place}{name}[{position}].")


def _distinct(ids: list[str]) -> None:
    twice = sorted(name for name, count in Counter(ids).items() if count > 1)
    if twice:
        raise UsageError(f"id={twice[0]!r} occurs twice; every finding and remark has its own")
