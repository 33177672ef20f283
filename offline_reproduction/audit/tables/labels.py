"""Do a table's numbers fit under other labels: permuted, shifted, swapped, transposed?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.sheet import Place, Sheet
from offline_reproduction.audit.values.judgement import Said, impossible, possible

Labels = tuple[str, ...]


class Relabelling(NamedTuple):
    """One way to rename: what was done, and the new labels in the printed order."""

    action: str
    labels: Labels


class Repair(NamedTuple):
    """Relabellings that leave the fewest clashes.

    before: clashes as labelled. after: clashes left. tried: relabellings tried, the printed one not
    counted. found: those with `after` clashes, fewer than `before`; empty where none helps.
    """

    before: int
    after: int
    tried: int
    found: tuple[Relabelling, ...]


def relabellings(labels: Sequence[str], what: str) -> Iterator[Relabelling]:
    """The declared, finite list: every swap of two, and every cyclic shift of a stretch of three or
    more by one place either way. `what` is "column" or "row"."""
    names = tuple(labels)
    for left, right in combinations(range(len(names)), 2):
        changed = list(names)
        changed[left], changed[right] = names[right], names[left]
        yield Relabelling(f"{what}s {names[left]!r} and {names[right]!r} swapped", tuple(changed))
    for start, stop in combinations(range(len(names) + 1), 2):
        part = names[start:stop]
        if len(part) < 3:
            continue
        for turned in (part[1:] + part[:1], part[-1:] + part[:-1]):
            yield Relabelling(
                f"{what} labels {', '.join(part)} read as {', '.join(turned)}",
                names[:start] + turned + names[stop:],
            )


def repair(labels: Sequence[str], what: str, clashes: Callable[[Labels], int]) -> Repair:
    """Which relabelling makes the clashes go away.

    clashes: how many clashes a labelling leaves. As labelled without a clash, nothing is tried.
    """
    names = tuple(labels)
    before = clashes(names)
    if not before:
        return Repair(0, 0, 0, ())
    tried = [(clashes(change.labels), change) for change in relabellings(names, what)]
    after = min((count for count, _ in tried), default=before)
    found = tuple(change for count, change in tried if count == after and after < before)
    return Repair(before, min(after, before), len(tried), found)


def relabelled(
    id: str,
    what: str,
    labels: Sequence[str],
    cells: Sequence[Place],
    clash: Callable[[Sheet, str, str], bool],
    about: str,
) -> Constraint:
    """Labels against another table's: numbers under one label may belong under another.

    clash(sheet, printed, other): whether what stands under the label `printed` contradicts what the
    other table says of `other`. Every pair is compared once.
    """
    names = tuple(labels)

    def test(sheet: Sheet) -> Said:
        table = {(a, b): clash(sheet, a, b) for a in names for b in names}
        pairs = [(a, a) for a in names]
        if not any(table[pair] for pair in pairs):
            return possible(f"all {len(names)} {what}s agree under the printed labels")
        found = repair(
            names,
            what,
            lambda other: sum(table[pair] for pair in zip(names, other, strict=True)),
        )
        return impossible(_repaired(found, what, len(names)))

    return Constraint(id, "label", tuple(cells), about, test)


def _repaired(found: Repair, what: str, size: int) -> str:
    text = f"{found.before} of {size} {what}s clash as labelled"
    if not found.found:
        return f"{text}; none of {found.tried} relabellings helps"
    best = "; or ".join(change.action for change in found.found[:3])
    more = f" and {len(found.found) - 3} others" if len(found.found) > 3 else ""
    return f"{text}, {found.after} with {best}{more} ({found.tried} relabellings tried)"


def transposed_fits(
    rows: Sequence[str], columns: Sequence[str], clashes: Callable[[Labels, Labels], int]
) -> bool:
    """Whether a square table that clashes fits with rows and columns exchanged."""
    if len(rows) != len(columns) or not clashes(tuple(rows), tuple(columns)):
        return False
    return clashes(tuple(columns), tuple(rows)) == 0
