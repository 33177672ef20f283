"""Table 28: original wording against stable image ids (Appendix E.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from fe_core.records.model import Item
from fe_core.reporting.cells import Cell
from fe_core.reporting.tables import Table
from fe_core.scoring.paired import Paired
from offline_reproduction.papers.frameevidence.cells import interval, keyed, number, percent, points
from offline_reproduction.papers.frameevidence.configurations import audited
from offline_reproduction.papers.frameevidence.evidence import Evidence, Group, View
from offline_reproduction.papers.frameevidence.partitions import by_either, by_group, columns
from offline_reproduction.papers.frameevidence.scores import (
    Score,
    accuracy,
    items_of,
    joint,
    pairing,
)
from offline_reproduction.study.paper import Settings

BLOCKS = ("block-1", "block-2")
WORDINGS = ("original", "stable-ids")
CLUSTERINGS = {"groups": by_group, "union": by_either}
PAIRED_DRAWS, BLOCK_DRAWS = 10_000, 20_000


def table_28(evidence: Evidence, settings: Settings) -> Table:
    """E.2: agreement, NTS, DIS and all-three joint of each block and wording; contrasts below."""
    names = ("Agreement", "NTS", "DIS", "All three")
    rows = [
        keyed(f"{block} {wording}", names, partial(_arm, evidence, block, wording))
        for block in ("paired", *BLOCKS)
        for wording in WORDINGS
    ]
    return Table("table-28", "Wording and stable ids on twelve groups", names, tuple(rows))


def groups(evidence: Evidence) -> tuple[Group, ...]:
    """The audited groups: those of FQ2 whose anchor deletion does not remove."""
    return tuple(
        group for group in evidence.family("FQ2") if group.attributes.get("reference") != "removed"
    )


def items(evidence: Evidence) -> tuple[Item, ...]:
    """Their questions."""
    return items_of(groups(evidence))


def views(evidence: Evidence, wording: str, blocks: Sequence[str] = BLOCKS) -> list[View]:
    """The runs of one wording."""
    return [evidence.view(audited(block, wording)) for block in blocks]


def agreement(evidence: Evidence, wording: str, blocks: Sequence[str] = BLOCKS) -> Score:
    """Answers that match the released label, over the blocks together."""
    found = [accuracy(view, items(evidence)) for view in views(evidence, wording, blocks)]
    return Score(sum(s.hits for s in found), sum(s.total for s in found))


def joint_observations(evidence: Evidence, wording: str, metric: str) -> Score:
    """Joint successes over group–block observations; metric "all" needs all three answers."""
    found = [_joint(view, groups(evidence), metric) for view in views(evidence, wording)]
    return Score(sum(s.hits for s in found), sum(s.total for s in found))


def first_pairing(evidence: Evidence) -> Paired:
    """The paired diagnostic's items by which wording matches the label."""
    original, rewritten = (evidence.view(audited("paired", w)) for w in WORDINGS)
    return pairing(original, rewritten, items(evidence))


def changes(evidence: Evidence, one: View, other: View) -> Score:
    """Items whose answer differs between two runs."""
    hits = [one.meanings[i.item] != other.meanings[i.item] for i in items(evidence)]
    return Score(sum(hits), len(hits))


def joint_moves(evidence: Evidence, metric: str) -> tuple[int, int]:
    """Group–block observations gained and lost from original wording to stable ids."""
    gained = lost = 0
    for block in BLOCKS:
        before, after = (evidence.view(audited(block, wording)) for wording in WORDINGS)
        for group in groups(evidence):
            old, new = (_joint(view, [group], metric).hits for view in (before, after))
            gained, lost = gained + (new > old), lost + (old > new)
    return gained, lost


def agreement_interval(evidence: Evidence, blocks: Sequence[str], clustering: str) -> Cell:
    """Stable ids minus original, whole groups or components drawn, all blocks kept together."""
    pairs = [[evidence.view(audited(block, wording)) for wording in WORDINGS] for block in blocks]

    def tally(group: Group) -> tuple[int, int]:
        moved = sum(
            after.right(i.item) - before.right(i.item)
            for before, after in pairs
            for i in group.items.values()
        )
        return moved, len(group.items) * len(pairs)

    sums = columns(CLUSTERINGS[clustering](groups(evidence)), groups(evidence), tally)
    draws = PAIRED_DRAWS if len(blocks) == 1 else BLOCK_DRAWS
    return interval(sums, draws, metric="agreement-difference", clustering=clustering)


def change_interval(evidence: Evidence, clustering: str) -> Cell:
    """The paired diagnostic's rate of changed answers."""
    before, after = (evidence.view(audited("paired", wording)) for wording in WORDINGS)

    def tally(group: Group) -> tuple[int, int]:
        changed = [before.meanings[i.item] != after.meanings[i.item] for i in group.items.values()]
        return sum(changed), len(changed)

    sums = columns(CLUSTERINGS[clustering](groups(evidence)), groups(evidence), tally)
    return interval(sums, PAIRED_DRAWS, metric="changed-answers", clustering=clustering)


def agreement_difference(evidence: Evidence, blocks: Sequence[str]) -> Cell:
    """Stable ids minus original wording in points."""
    before, after = (agreement(evidence, wording, blocks) for wording in WORDINGS)
    gap = Fraction(after.hits - before.hits, before.total) if before.total else None
    return points(gap, metric="agreement-difference", blocks=len(blocks))


def _joint(view: View, chosen: Sequence[Group], metric: str) -> Score:
    if metric != "all":
        return joint(view, chosen, metric)
    hits = [all(view.right(i.item) for i in group.items.values()) for group in chosen]
    return Score(sum(hits), len(hits))


def _arm(evidence: Evidence, block: str, wording: str) -> Mapping[str, Cell]:
    view, chosen = evidence.view(audited(block, wording)), groups(evidence)
    found = accuracy(view, items(evidence))
    cells = {"Agreement": percent(found, metric="agreement", run=view.run)}
    for name, metric in (("NTS", "NTS"), ("DIS", "DIS"), ("All three", "all")):
        score = _joint(view, chosen, metric)
        cells[name] = number(score.hits, score.total, metric=name, run=view.run)
    return cells
