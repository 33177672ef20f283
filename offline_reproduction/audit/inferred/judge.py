"""From supported relations to broken places, each with its grade and the cell that is to blame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from offline_reproduction.audit.inferred.evidence import Support, Trial
from offline_reproduction.audit.inferred.findings import Grade, Strength
from offline_reproduction.audit.inferred.grid import Slot

NAMED, UNNAMED = 6, 20
"""Bits from which a relation is believed that the labels name, or do not."""
READING = 6
"""Bits from which another reading of the same column or row excuses a place."""


class Broken(NamedTuple):
    """A place that a believed relation contradicts; cell: the one to blame."""

    support: Support
    trial: Trial
    grade: Grade
    cell: Slot


Found = tuple[Support, Trial, Grade]


def believed(supports: Iterable[Support]) -> list[Support]:
    """The best-supported relation of every row and column, where it is believed."""
    best: dict[tuple[object, ...], Support] = {}
    for support in supports:
        key = support.candidate.key
        if _believable(support) and (key not in best or _rank(support) > _rank(best[key])):
            best[key] = support
    return list(best.values())


def strength(support: Support) -> Strength:
    """A support's figures."""
    telling = sum(trial.chance < 1 or not trial.agrees for trial in support.trials)
    return Strength(support.holds, telling, support.bits, support.candidate.tried)


def broken(supports: Sequence[Support]) -> list[Broken]:
    """Every place that a believed relation contradicts, one a cell."""
    leaders = believed(supports)
    found: list[Found] = []
    for support in leaders:
        grade = _grade(support)
        rivals = [s for s in supports if s.candidate.key == support.candidate.key]
        if grade is None:
            continue
        for trial in support.broken:
            if not any(_excuses(rival, support, trial) for rival in rivals):
                found.append((support, trial, grade))
    return list(_blamed(_distinct(found), leaders))


def _believable(support: Support) -> bool:
    candidate = support.candidate
    if candidate.named:
        return support.bits >= NAMED and support.holds >= 2
    return support.bits >= UNNAMED and support.holds >= max(3, 3 * len(support.broken))


def _rank(support: Support) -> tuple[int, bool]:
    return support.bits - 2 * len(support.broken), support.candidate.named


def _grade(support: Support) -> Grade | None:
    """Contradiction where the exceptions are few; nothing where they are the rule."""
    holds, breaks = support.holds, len(support.broken)
    if holds >= 2 * breaks:
        return Grade.CONTRADICTION
    return Grade.NOTE if holds >= breaks else None


def _excuses(rival: Support, support: Support, trial: Trial) -> bool:
    """Whether another reading fits everywhere, or here and where else the first does not fit."""
    if rival is support:
        return False
    if rival.candidate.named and not rival.broken and len(rival.trials) >= len(support.trials) > 2:
        return True
    if rival.bits < READING:
        return False
    fits = {t.case.target for t in rival.trials if t.agrees}
    others = {t.case.target for t in support.broken} - {trial.case.target}
    return trial.case.target in fits and bool(fits & others)


def _distinct(found: Sequence[Found]) -> list[Found]:
    """One relation over the same cells, the named one, else the best supported."""
    best: dict[frozenset[Slot], Found] = {}
    for item in found:
        support, trial, _ = item
        cells = frozenset((trial.case.target, *trial.case.parts))
        before = best.get(cells)
        if before is None or _preferred(support) > _preferred(before[0]):
            best[cells] = item
    return list(best.values())


def _preferred(support: Support) -> tuple[bool, int]:
    return support.candidate.named, support.bits


def _blamed(found: Sequence[Found], leaders: Sequence[Support]) -> Iterator[Broken]:
    """The cell that several broken places share and no holding one has; else the one computed."""
    held: Counter[Slot] = Counter()
    for support in leaders:
        for trial in support.trials:
            if trial.agrees and trial.chance < 1:
                held.update((trial.case.target, *trial.case.parts))
    left = list(found)
    while left:
        shared: Counter[Slot] = Counter()
        for _, trial, _ in left:
            shared.update({trial.case.target, *trial.case.parts} - set(held))
        targets = {trial.case.target for _, trial, _ in left}
        cell = max(sorted(shared), key=lambda s: (shared[s], s in targets), default=None)
        if cell is None or shared[cell] < 2:
            for support, trial, grade in left:
                yield Broken(support, trial, grade, trial.case.target)
            return
        hit = [item for item in left if cell in (item[1].case.target, *item[1].case.parts)]
        first = max(hit, key=lambda item: (item[1].case.target == cell, item[0].bits))
        yield Broken(*first, cell)
        left = [item for item in left if item not in hit]
