"""Findings held against entries: which differences are as predicted, and what is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from fe_core.numbers.rounding import Rounding
from fe_core.numbers.verdict import Verdict
from fe_core.reporting.cells import Cell
from fe_core.reporting.entries import Entry, Kept, Kind
from offline_reproduction.study.compare import compare
from offline_reproduction.study.expressions import Names, parse
from offline_reproduction.study.findings import Checks, Computes, Place, Predicted, Prints


class Values(NamedTuple):
    """What records say at each place, the study's rounding rule, and each table's decimal mark.

    names: the recomputed tables, as expressions name them.
    """

    cells: Mapping[Place, Cell]
    rounding: Rounding
    points: Mapping[str, str] = MappingProxyType({})
    names: Names = MappingProxyType({})


class Said(NamedTuple):
    """One entry under one finding.

    position: of an entry that differs as predicted. broken: what is not as predicted.
    """

    position: int | None = None
    broken: str = ""


def explain(
    entries: Iterable[Entry], findings: Iterable[Predicted], values: Values, checks: Checks
) -> tuple[tuple[Entry, ...], tuple[Kept, ...]]:
    """Mark the differences that are as a finding predicts; say what of each finding is not.

    A finding holds when exactly the cells that it names differ from the print and all of them are
    as predicted. (Where the prediction and the records give one text, the cell cannot differ.)
    """
    marked = list(entries)
    at = {place(entry): position for position, entry in enumerate(marked)}
    tables: dict[str, list[int]] = {}
    for position, entry in enumerate(marked):
        tables.setdefault(entry.table, []).append(position)
    kept = []
    for predicted in findings:
        said: list[Said] = []
        for each in predicted.prints:
            if isinstance(each, Computes):
                said += _computed(each, marked, at, values)
            else:
                said += _printed(each, marked, tables.get(each.table, ()), values)
        said += _reads(predicted, marked, at)
        said += _mended(predicted, marked, at, said, checks)
        positions = sorted({one.position for one in said if one.position is not None})
        for position in positions:
            marked[position] = replace(marked[position], finding=predicted.finding.id)
        broken = tuple(one.broken for one in said if one.broken)
        if not positions and not broken:
            broken = ("nothing that it names differs any more",)
        kept.append(Kept(predicted.finding, tuple(marked[p].id for p in positions), broken))
    return tuple(marked), tuple(kept)


def place(entry: Entry) -> Place:
    """Where an entry's number stands."""
    if entry.table:
        return entry.table, entry.row, entry.column
    kind = "check" if entry.kind is Kind.CHECK else "claim"
    return f"{kind}s", entry.id.partition(f"/{kind}/")[2], "printed"


def _printed(
    each: Prints, entries: Sequence[Entry], positions: Iterable[int], values: Values
) -> Iterator[Said]:
    """Whether the cells of a table print what the cells named in their place read."""
    missing = {(row, column) for row in each.rows or () for column in each.columns or ()}
    for position in positions:
        entry = entries[position]
        if _named(each, entry):
            missing.discard((entry.row, entry.column))
            yield _printed_as(position, entry, each, values)
    for row, column in sorted(missing):
        yield Said(broken=f"{each.table}/{row}/{column}: is not printed")


def _named(each: Prints, entry: Entry) -> bool:
    return (each.columns is None or entry.column in each.columns) and (
        each.rows is None or entry.row in each.rows
    )


def _printed_as(position: int, entry: Entry, each: Prints, values: Values) -> Said:
    """Whether the print is what the cell that is named in its place reads."""
    row = (each.rows or {}).get(entry.row, entry.row)
    column = (each.columns or {}).get(entry.column, entry.column)
    cell = values.cells.get((each.of, row, column))
    return _held(position, entry, cell, f"what {each.of}/{row}/{column} reads", values)


def _computed(
    each: Computes, entries: Sequence[Entry], at: Mapping[Place, int], values: Values
) -> Iterator[Said]:
    """Whether the print is what an expression gives."""
    for where, text in each.values.items():
        if where not in at:
            yield Said(broken=f"{_named_place(where)}: is not printed")
        else:
            cell = parse(text).cell(values.names)
            yield _held(at[where], entries[at[where]], cell, text, values)


def _held(position: int, entry: Entry, cell: Cell | None, why: str, values: Values) -> Said:
    bare = Entry(entry.id, entry.kind, entry.place, entry.printed, Verdict.UNCHECKABLE)
    there = compare(bare, cell, values.rounding, point=values.points.get(entry.table, "."))
    if there.verdict is Verdict.SAME:
        return Said(position if entry.disagrees else None)
    told = there.recomputed or f"nothing ({there.reason})"
    return Said(broken=f"{entry.id}: printed {entry.printed}, predicted {told}, {why}")


def _reads(
    predicted: Predicted, entries: Sequence[Entry], at: Mapping[Place, int]
) -> Iterator[Said]:
    for each in predicted.reads:
        for where, (printed, text) in each.texts.items():
            if where not in at:
                yield Said(broken=f"{_named_place(where)}: is not printed")
                continue
            entry = entries[at[where]]
            if entry.printed != printed:
                yield Said(broken=f"{entry.id}: printed {entry.printed}, predicted {printed}")
            elif entry.disagrees and entry.recomputed == text:
                yield Said(at[where])
            elif entry.disagrees or entry.verdict is Verdict.UNCHECKABLE:
                told = entry.recomputed or f"nothing ({entry.reason})"
                yield Said(broken=f"{entry.id}: predicted {text}, reads {told}")
            else:
                yield Said(broken=f"{entry.id}: no longer differs, predicted {text}")


def _named_place(where: Place) -> str:
    return f"claim/{where[1]}" if where[0] == "claims" else "/".join(where)


def _mended(
    predicted: Predicted,
    entries: Sequence[Entry],
    at: Mapping[Place, int],
    said: Sequence[Said],
    checks: Checks,
) -> list[Said]:
    """The checks of print that contradict it, and do not once its cells read as predicted."""
    if not predicted.checks:
        return []
    differing = [entries[one.position] for one in said if one.position is not None]
    mended = {place(e): e for e in checks({place(e): e.recomputed for e in differing})}
    found = []
    for name in predicted.checks:
        where = ("checks", name, "printed")
        if where not in at or not entries[at[where]].disagrees:
            found.append(Said(broken=f"check/{name}: contradicts nothing"))
        elif where in mended and mended[where].disagrees:
            found.append(Said(broken=f"check/{name}: contradicts what the finding predicts, too"))
        else:
            found.append(Said(at[where]))
    return found
