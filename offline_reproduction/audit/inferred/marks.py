"""Bold and underline against the numbers: the best, and the second best, of a row or column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from offline_reproduction.audit.inferred import cues
from offline_reproduction.audit.inferred.findings import Check, Grade, Strength
from offline_reproduction.audit.inferred.grid import (
    Entry,
    Grid,
    Slot,
    Variable,
    View,
    column_name,
    row_name,
    words,
)
from offline_reproduction.audit.inferred.sentences import place

LOWER = words(
    "error err errors loss ppl perplexity latency time seconds mae mse rmse fid kid wer "
    "cer eer mpjpe lpips params flops memory cost size distance hallucination toxicity "
    "ece"
)
HIGHER = words(
    "acc accuracy f1 recall rec precision prec map ndcg mrr bleu rouge r hits auc auroc success "
    "score psnr ssim pass em miou ap top"
)
BITS = 8
FEW = 3
"""Rows or columns with marks up to which a single odd one is noted, though nothing says why."""
_STATED = re.compile(
    r"\bbold\w*\b.{0,60}\b(best|highest|top|winner|lowest|better)|"
    r"\b(best|highest|top|lowest|better)\b.{0,60}\bbold",
    re.IGNORECASE | re.DOTALL,
)


class Group(NamedTuple):
    """Cells of which one is the best: a row's, or a column's (in one section)."""

    variable: Variable
    cells: tuple[tuple[Slot, Entry], ...]
    marked: tuple[tuple[Slot, Entry], ...]


class Verdict(NamedTuple):
    """Whether the marked cell is the greatest, the least, and which cell is better."""

    group: Group
    greatest: bool
    least: bool


def checks(grid: Grid, views: Sequence[View], near: Sequence[str]) -> list[Check]:
    """Marks that do not stand on the best number, where the table marks the best.

    near: the caption and sentences near the table; they may state that bold is the best.
    """
    if not any(grid.cell(slot).bold for slot in grid.entries):
        return []
    stated = any(_STATED.search(text) for text in near)
    found: list[tuple[int, int, View, list[Verdict]]] = []
    for view in views:
        for groups in _groupings(view):
            verdicts = [_verdict(group) for group in groups]
            found.append((_fits(verdicts), -len(found), view, verdicts))
    if not found:
        return []
    _, _, view, verdicts = max(found, key=lambda item: item[:2])
    return list(_broken(grid, view, verdicts, stated))


def _groupings(view: View) -> Iterator[list[Group]]:
    """The groups of a view; columns also section by section."""
    skipped = _emphasised(view)
    instances = [i for i in view.instances if i not in skipped]
    whole = [group for v in view.variables if (group := _group(view, v, instances))]
    if whole:
        yield whole
    rows = view.grid.table.rows
    sections = {rows[i].section for i in instances} if not view.across else set()
    if len(sections) > 1:
        parts = [[i for i in instances if rows[i].section == s] for s in sorted(sections)]
        split = [g for v in view.variables for part in parts if (g := _group(view, v, part))]
        if split:
            yield split


def _group(view: View, variable: Variable, instances: Sequence[int]) -> Group | None:
    if variable.part:
        return None
    slots = [view.slot(variable, i) for i in instances]
    entries = view.grid.entries
    cells = [(s, entries[s]) for s in slots if s in entries]
    marked = tuple((s, e) for s, e in cells if view.grid.cell(s).bold)
    if not 0 < len(marked) < len(cells) or len({e.unit for _, e in cells}) > 1:
        return None
    return Group(variable, tuple(cells), marked)


def _emphasised(view: View) -> set[int]:
    """The instances that are bold throughout: that marks the row (or the column), not a number."""
    grid = view.grid
    bold: dict[int, list[bool]] = {}
    for slot in grid.entries:
        if not slot.part:
            line = slot.column if view.across else slot.row
            bold.setdefault(line, []).append(grid.cell(slot).bold)
    return {line for line, marks in bold.items() if len(marks) > 2 and all(marks)}


def _verdict(group: Group) -> Verdict:
    numbers = [e.value for _, e in group.cells]
    marked = [e.value for _, e in group.marked]
    return Verdict(group, max(marked) == max(numbers), min(marked) == min(numbers))


def _fits(verdicts: Sequence[Verdict]) -> int:
    return sum(verdict.greatest or verdict.least for verdict in verdicts)


def _broken(grid: Grid, view: View, verdicts: Sequence[Verdict], stated: bool) -> Iterator[Check]:
    tops = sum(v.greatest and not v.least for v in verdicts)
    bottoms = sum(v.least and not v.greatest for v in verdicts)
    said = f"{grid.table.caption} {grid.table.heading}"
    wrong = []
    for verdict in verdicts:
        lower = _lower(verdict.group.variable, said)
        fits = verdict.least if lower else verdict.greatest
        if lower is None:
            fits = verdict.greatest or verdict.least
        if not fits:
            wrong.append((verdict.group, bool(lower) if lower is not None else bottoms > tops))
    holds = len(verdicts) - len(wrong)
    bits = _bits(verdicts, holds)
    strength = Strength(holds, len(verdicts), bits, 2)
    sure = stated or (holds >= 3 * len(wrong) and bits >= BITS)
    if not sure and (len(wrong) > 1 or len(verdicts) > FEW):
        return
    for group, lower in wrong:
        for check in _check(grid, view, group, lower, strength, stated):
            if sure:
                yield check
            elif check.grade is Grade.CONTRADICTION and _lone(view, group):
                yield check._replace(grade=Grade.NOTE)


def _lone(view: View, group: Group) -> bool:
    """Whether one number alone is bold, and not its label, too."""
    labels = view.grid.table.rows[group.marked[0][0].row].cells[: view.grid.table.label_columns]
    return len(group.marked) == 1 and not any(cell.bold for cell in labels)


def _lower(variable: Variable, said: str) -> bool | None:
    """Whether lower is better: by an arrow, by a word of its label, else of the caption."""
    text = " ".join(variable.path)
    if "↓" in text or "↑" in text:
        return "↓" in text
    own = words(text)
    for found in (own, words(said)):
        if bool(found & LOWER) != bool(found & HIGHER):
            return bool(found & LOWER)
    return None


def _bits(verdicts: Sequence[Verdict], holds: int) -> int:
    """−log2 of the chance that marks placed blindly stand on an extreme so often."""
    chance = Fraction(1)
    for verdict in verdicts:
        chance *= min(
            Fraction(1), Fraction(2 * len(verdict.group.marked), len(verdict.group.cells))
        )
    found = chance.denominator.bit_length() - chance.numerator.bit_length() - 1
    return max(0, found * holds // max(1, len(verdicts)))


def _check(
    grid: Grid, view: View, group: Group, lower: bool, strength: Strength, stated: bool
) -> Iterator[Check]:
    pick = min if lower else max
    best = pick(group.cells, key=lambda item: (item[1].value, item[0]))
    bold = pick(group.marked, key=lambda item: (item[1].value, item[0]))
    labels = words(
        column_name(grid, best[0].column) if view.across else row_name(grid, best[0].row)
    )
    better = "lower" if lower else "higher"
    basis = "the text says so" if stated else f"in {strength.holds} of {strength.of} places"
    if not stated and not strength.holds:
        basis = "if it marks anything"
    first, second = (best, bold) if view.across else (bold, best)
    grade = Grade.NOTE if labels & cues.REFERENCE else Grade.CONTRADICTION
    for (slot, _), how in ((first, grade), (second, Grade.NOTE)):
        yield Check(
            how,
            "best-mark",
            grid.table.number,
            row_name(grid, slot.row),
            column_name(grid, slot.column),
            grid.cell(slot).text,
            f"bold on {grid.cell(best[0]).text}",
            strength,
            (f"bold marks the best ({basis})", f"{better} is better here"),
            _sentence(grid, view, slot, (bold[0], best[0]), better) + f" ({basis}).",
            grid.cell(slot).line,
        )


def _sentence(grid: Grid, view: View, slot: Slot, pair: tuple[Slot, Slot], better: str) -> str:
    bold, best = pair
    other = bold if slot == best else best
    where = (
        f"column {column_name(grid, other.column)!r}"
        if view.across
        else f"row {row_name(grid, other.row)!r}"
    )
    text, beside = grid.cell(slot).text, f"{grid.cell(other).text} in {where}"
    told = (
        f"{text} is {better} than {beside}, which is bold"
        if slot == best
        else f"{text} is bold, and {beside} is {better}"
    )
    return f"{place(grid, slot)}: {told}; bold marks the best"
