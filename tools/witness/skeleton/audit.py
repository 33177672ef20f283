"""Answers of the prompt audit (Appendix E): twelve groups, two wordings, a pair and two blocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from fe_core.records.model import Item
from tools.witness.program import Program
from tools.witness.skeleton import audit_sums
from tools.witness.skeleton.answers import Answered
from tools.witness.skeleton.plan import LETTERS
from tools.witness.skeleton.solving import solved

WORDINGS = ("original", "stable-ids")
BLOCKS = ("block-1", "block-2")
RUNS = tuple(product(("paired", *BLOCKS), WORDINGS))

PAIRED = {(1, 1): 12, (1, 0): 12, (0, 1): 3, (0, 0): 9}
"""Items by whether original wording and rewrite match the label."""
BLOCK_HITS = {"original": 37, "stable-ids": 38}
BLOCK_CHANGES = {"original": 14, "stable-ids": 15}
NTS_OBSERVATIONS = {"original": 8, "stable-ids": 4}
DIS_OBSERVATIONS = {"original": 9, "stable-ids": 8}
ALL_OBSERVATIONS = {"original": 4, "stable-ids": 4}
NTS_MOVES = (2, 6)
"""Group–block observations that stable identifiers gain and lose."""

Run = tuple[str, str]


def audit_answers(items: Sequence[Item]) -> list[Answered]:
    """The six runs of 36 items. Raises FeError without OR-Tools or where nothing fits."""
    asked = [i for i in items if i.attributes.get("reference", "removed") != "removed"]
    letters: dict[Run, Mapping[str, str]] = {}
    for arms, declare in ((RUNS[:2], _paired), (RUNS[2:], _blocks)):
        letters |= _solved(asked, arms, declare)
    return [
        Answered(
            f"prompt-audit/{arm}/{wording}", "GPT-5.6", wording, "all-images", arm,
            [i.item for i in asked], letters[arm, wording],
        )
        for arm, wording in RUNS
    ]  # fmt: skip


def _solved(
    items: Sequence[Item], runs: Sequence[Run], declare: Callable[[_Sheet], None]
) -> dict[Run, Mapping[str, str]]:
    sheets: list[_Sheet] = []

    def stated(program: Program) -> None:
        sheets[:] = [_Sheet(items, runs, program)]
        declare(sheets[0])

    value = solved(f"the answers of the prompt audit, {runs[0][0]}", stated, linearization=0)
    letter = sheets[0].letter
    return {
        run: {i.item: next(x for x in LETTERS if value(letter[run, i.item, x])) for i in items}
        for run in runs
    }


class _Sheet:
    """Variables: letters and right answers by run and item, and joint successes made of them."""

    def __init__(self, items: Sequence[Item], runs: Sequence[Run], program: Program) -> None:
        self.items = tuple(items)
        self.groups = tuple(dict.fromkeys(i.group for i in items))
        self.program = program
        self.letter = {
            (run, i.item, x): program.boolean() for run in runs for i in items for x in LETTERS
        }
        for run in runs:
            for i in items:
                program.model.add_exactly_one(self.letter[run, i.item, x] for x in LETTERS)

    def right(self, run: Run, item: Item) -> Any:
        return self.letter[run, item.item, str(item.gold)]

    def members(self, group: str, variants: Sequence[str] = ()) -> list[Item]:
        return [i for i in self.items if i.group == group and i.variant in (variants or i.variant)]

    def solved_groups(self, run: Run, *variants: str) -> dict[str, Any]:
        return {
            group: self.program.all_of([self.right(run, i) for i in self.members(group, variants)])
            for group in self.groups
        }

    def changed(self, first: Run, second: Run) -> dict[str, Any]:
        """Items whose letter differs between two runs."""
        return {
            i.item: 1 - sum(
                self.program.all_of([self.letter[run, i.item, x] for run in (first, second)])
                for x in LETTERS
            )
            for i in self.items
        }  # fmt: skip

    def components(self) -> list[int]:
        """The number of each group's union component, counted in order of appearance."""
        names = [self.members(group)[0].attributes["union_component"] for group in self.groups]
        order = list(dict.fromkeys(names))
        return [order.index(name) for name in names]


def _paired(sheet: _Sheet) -> None:
    """E.2's paired diagnostic: agreement, changes, and both intervals of each."""
    first, second = (("paired", wording) for wording in WORDINGS)
    m = sheet.program
    both = sum(
        sheet.program.all_of([sheet.right(r, i) for r in (first, second)]) for i in sheet.items
    )
    m.fact("audit/paired/both", both == PAIRED[1, 1])
    rights = [sum(sheet.right(run, i) for i in sheet.items) for run in (first, second)]
    m.fact("audit/paired/original only", rights[0] == PAIRED[1, 1] + PAIRED[1, 0])
    m.fact("audit/paired/rewrite only", rights[1] == PAIRED[1, 1] + PAIRED[0, 1])
    components = sheet.components()
    gaps = audit_sums.group_sums(audit_sums.AGREEMENT, components)
    changes = audit_sums.group_sums(audit_sums.CHANGES, components, [abs(gap) for gap in gaps])
    changed = sheet.changed(first, second)
    for group, gap, count in zip(sheet.groups, gaps, changes, strict=True):
        members = sheet.members(group)
        moved = sum(sheet.right(second, i) - sheet.right(first, i) for i in members)
        m.fact("audit/paired/agreement intervals", moved == gap)
        m.fact("audit/paired/change intervals", sum(changed[i.item] for i in members) == count)


def _blocks(sheet: _Sheet) -> None:
    """E.2's repeated blocks: totals over both, joint observations, changes, both intervals."""
    m = sheet.program
    for wording in WORDINGS:
        runs = [(block, wording) for block in BLOCKS]
        hits = sum(sheet.right(r, i) for r in runs for i in sheet.items)
        changes = sum(sheet.changed(runs[0], runs[1]).values())
        m.fact(f"audit/blocks/hits/{wording}", hits == BLOCK_HITS[wording])
        m.fact(f"audit/blocks/changes/{wording}", changes == BLOCK_CHANGES[wording])
        for name, variants, printed in (
            ("NTS", ("mss", "deletion"), NTS_OBSERVATIONS),
            ("DIS", ("mss", "addition"), DIS_OBSERVATIONS),
            ("all", ("mss", "deletion", "addition"), ALL_OBSERVATIONS),
        ):
            found = [sheet.solved_groups(run, *variants) for run in runs]
            count = sum(sum(groups.values()) for groups in found)
            m.fact(f"audit/blocks/{name}/{wording}", count == printed[wording])
    _moves(sheet)
    gaps = audit_sums.group_sums(audit_sums.BLOCKS, sheet.components())
    for group, gap in zip(sheet.groups, gaps, strict=True):
        rights = {
            w: sum(sheet.right((b, w), i) for b in BLOCKS for i in sheet.members(group))
            for w in WORDINGS
        }
        m.fact("audit/blocks/intervals", rights["stable-ids"] - rights["original"] == gap)


def _moves(sheet: _Sheet) -> None:
    """Joint deletion successes that the rewrite gains and loses within blocks."""
    kept = []
    for block in BLOCKS:
        before, after = (sheet.solved_groups((block, w), "mss", "deletion") for w in WORDINGS)
        kept += [sheet.program.all_of([before[group], after[group]]) for group in sheet.groups]
    number = NTS_OBSERVATIONS["original"] - NTS_MOVES[1]
    sheet.program.fact("audit/blocks/NTS lost", sum(kept) == number)
