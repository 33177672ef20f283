"""Which rows or columns a mean or a sum may run over, most natural first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fe_core.numbers.values import Absent, Words
from offline_reproduction.audit.inferred.cues import AVERAGE, is_summary
from offline_reproduction.audit.inferred.evidence import Case
from offline_reproduction.audit.inferred.grid import Variable, View, words

MOST = 40
"""Variables up to which every block is tried; beyond, only the natural groups are."""

Group = tuple[Variable, ...]


def kin(target: Variable, view: View) -> list[Variable]:
    """The variables that print the same kind of number as the target does."""
    unit = view.units[target]
    return [
        v
        for v in view.variables
        if v.part == target.part and v.at != target.at and view.units[v] == unit
    ]


def natural(target: Variable, others: Sequence[Variable], view: View) -> Iterator[Group]:
    """The group under the target's header or section; all others; the block beside it.

    Last, those that are printed wherever the target is: an accuracy has no precision.
    """
    plain = [v for v in others if not is_summary(v)]
    parent = target.path[:-1]
    if words(" ".join(parent)) & AVERAGE and target.path:
        yield tuple(v for v in plain if v.path[-1:] == target.path[-1:])
    if any(parent):
        yield tuple(v for v in plain if v.path[:-1] == parent)
    yield tuple(plain)
    yield tuple(_beside(target, plain, others, -1))
    yield tuple(_beside(target, plain, others, 1))
    yield tuple(v for v in others if is_summary(v))
    yield tuple(others)
    places = [i for i in view.instances if view.entry(target, i) is not None]
    yield tuple(v for v in plain if all(view.entry(v, i) is not None for i in places))


def blocks(target: Variable, others: Sequence[Variable]) -> Iterator[Group]:
    """Blocks that end or begin beside the target; then all blocks; then all but one."""
    if len(others) > MOST:
        return
    before = [v for v in others if v.at < target.at]
    after = [v for v in others if v.at > target.at]
    for length in range(2, len(others) + 1):
        yield tuple(before[-length:]) if length <= len(before) else ()
        yield tuple(after[:length])
    for start in range(len(others)):
        for end in range(start + 2, len(others) + 1):
            yield tuple(others[start:end])
    for left in others:
        yield tuple(v for v in others if v is not left)


def distinct(groups: Iterator[Group]) -> Iterator[tuple[int, Group]]:
    """Each group of at least two once, with its rank from 1."""
    seen: set[Group] = set()
    for group in groups:
        if len(group) >= 2 and group not in seen:
            seen.add(group)
            yield len(seen), group


def cases(
    target: Variable, group: Group, view: View, *, most: int | None = None
) -> tuple[Case, ...]:
    """The places where the target is printed; dashes leave the group, unread cells undo the place.

    A place with dashes is `partial`: whether the mean runs over the rest is not known. most: the
    first so many places only.
    """
    found: list[Case] = []
    for instance in view.instances:
        if len(found) == most:
            break
        if view.entry(target, instance) is None:
            continue
        slots = [view.slot(v, instance) for v in group]
        missing = [view.grid.cell(s).value for s in slots if s not in view.grid.entries]
        if not all(isinstance(value, Absent | Words) for value in missing):
            continue
        present = tuple(s for s in slots if s in view.grid.entries)
        if len(present) >= 2 and view.one_unit(present):
            partial = len(present) < len(slots)
            found.append(Case(view.slot(target, instance), present, partial))
    return tuple(found)


def _beside(
    target: Variable, plain: Sequence[Variable], others: Sequence[Variable], step: int
) -> list[Variable]:
    """The plain variables beside the target, up to the next one that is computed itself."""
    ordered = [v for v in others if (v.at - target.at) * step > 0]
    ordered.sort(key=lambda v: abs(v.at - target.at))
    found: list[Variable] = []
    for variable in ordered:
        if variable not in plain:
            break
        found.append(variable)
    return sorted(found, key=lambda v: v.at)
