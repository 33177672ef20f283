"""Counts behind percentages: k/n beside its share, and proportions of a stated number of items."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.numbers.rounding import rounded
from offline_reproduction.audit.inferred import cues
from offline_reproduction.audit.inferred.evidence import RAREST
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

BITS = 12
MOST_ITEMS = 100_000
_ITEMS = re.compile(
    r"\b(?:n\s*=\s*(\d[\d,]{0,8})|(\d[\d,]{0,8})\s+(?:\w+\s+)?"
    r"(?:questions|items|samples|examples|problems|instances|images|cases|sentences|pairs))\b",
    re.IGNORECASE,
)


class _Tried(NamedTuple):
    slot: Slot
    n: int
    fits: bool
    chance: Fraction


def checks(view: View, near: Sequence[str]) -> Iterator[Check]:
    """Shares that no count of the printed number of items gives.

    near: the caption and the sentences near the table, which may state the number of items.
    """
    yield from _beside(view)
    stated = [] if view.across else sorted({n for text in near for n in _stated(text)})[:4]
    counts = [v for v in view.variables if words(" ".join(v.path)) & cues.COUNTS and not v.part]
    for variable in view.variables:
        scale = _scale(view, variable)
        if not scale:
            continue
        printed = [_of_column(view, variable, other, scale) for other in counts[:4]]
        told = [_of_number(view, variable, n, scale) for n in stated]
        for sources, grade in ((printed, Grade.CONTRADICTION), (told, Grade.NOTE)):
            best = max(sources, key=_bits, default=[])
            yield from _judged(view, best, scale, len(sources), grade)


def _beside(view: View) -> Iterator[Check]:
    """`3/9 (33.3%)`: the share in the same cell."""
    if view.across:
        return
    grid, found = view.grid, []
    for slot, total in grid.entries.items():
        share = grid.entries.get(slot._replace(part="("))
        hits = grid.entries.get(slot._replace(part="k"))
        if slot.part == "n" and share is not None and hits is not None and total.value > 0:
            n = total.value // grid.unit
            gives = Fraction(100 * hits.value, total.value)
            low, high = (Fraction(end, grid.unit) for end in share.nearest)
            found.append((slot, n, gives, low <= gives <= high))
    holds = sum(fits for *_, fits in found)
    for slot, n, gives, fits in found:
        if not fits:
            strength = Strength(holds, len(found), 8 * holds, 1)
            share = grid.entries[slot._replace(part="(")]
            text = f"{rounded(gives, share.decimals)}%"
            yield _check(
                view, slot, n, text, strength, holds >= len(found) - holds, "its own count"
            )


def _judged(
    view: View, tried: list[_Tried], scale: int, sources: int, grade: Grade
) -> Iterator[Check]:
    """The places where the number of items does not fit; one, where only the text states it."""
    wrong = [one for one in tried if not one.fits]
    holds = len(tried) - len(wrong)
    bits = _bits(tried) - sources.bit_length()
    if bits < BITS or holds < 3 * len(wrong) or (grade is Grade.NOTE and len(wrong) > 1):
        return
    strength = Strength(holds, len(tried), bits, sources)
    for one in wrong:
        entry = view.grid.entries[one.slot]
        k = entry.value * one.n // (scale * view.grid.unit)
        ends = [rounded(Fraction(scale * c, one.n), entry.decimals) for c in (k, k + 1)]
        text = f"{ends[0]} or {ends[1]}"
        sure = grade is Grade.CONTRADICTION
        yield _check(view, one.slot, one.n, text, strength, sure, f"{one.n} items")


def _of_column(view: View, variable: Variable, other: Variable, scale: int) -> list[_Tried]:
    found = []
    for i in view.instances:
        share, total = view.entry(variable, i), view.entry(other, i)
        if share is None or not _measured(view.grid, view.slot(variable, i)):
            continue
        if total is not None and not total.decimals and not total.unit:
            n = total.value // view.grid.unit
            if variable != other and 0 < n <= MOST_ITEMS:
                found.append(_try(view.grid, view.slot(variable, i), share, n, scale))
    return found


def _of_number(view: View, variable: Variable, n: int, scale: int) -> list[_Tried]:
    found = []
    for i in view.instances:
        share = view.entry(variable, i)
        if share is not None and _measured(view.grid, view.slot(variable, i)):
            found.append(_try(view.grid, view.slot(variable, i), share, n, scale))
    return found


def _measured(grid: Grid, slot: Slot) -> bool:
    """Whether a cell is a proportion of items: no average, expectation or human reference."""
    labels = words(f"{grid.rows[slot.row]} {grid.columns[slot.column]}")
    spread = slot._replace(part="±") in grid.entries
    return not spread and not labels & (cues.AVERAGE | cues.REFERENCE)


def _try(grid: Grid, slot: Slot, share: Entry, n: int, scale: int) -> _Tried:
    whole = scale * grid.unit
    low = min(share.nearest[0], share.truncated[0])
    high = max(share.nearest[1], share.truncated[1])
    fits = -(-low * n // whole) <= high * n // whole
    chance = min(Fraction(1), Fraction((high - low) * n, whole))
    return _Tried(slot, n, fits, max(chance, RAREST))


def _bits(tried: Sequence[_Tried]) -> int:
    chance = Fraction(1)
    for one in tried:
        chance *= one.chance if one.fits else Fraction(1)
    wrong = sum(not one.fits for one in tried)
    found = chance.denominator.bit_length() - chance.numerator.bit_length() - 1
    return max(0, found - wrong * len(tried).bit_length())


def _scale(view: View, variable: Variable) -> int:
    """100 for percentages, 1 for shares, 0 for what is neither."""
    found = [e for i in view.instances if (e := view.entry(variable, i)) is not None]
    if variable.part or not found or min(e.value for e in found) < 0 or cues.is_summary(variable):
        return 0
    top = max(e.value for e in found)
    decimals = max(e.decimals for e in found)
    if top <= view.grid.unit and decimals >= 2:
        return 1
    return 100 if top <= 100 * view.grid.unit and decimals >= 1 else 0


def _stated(text: str) -> Iterator[int]:
    for match in _ITEMS.finditer(text[:2000]):
        n = int((match[1] or match[2]).replace(",", ""))
        if 1 < n <= MOST_ITEMS:
            yield n


def _check(
    view: View, slot: Slot, n: int, gives: str, strength: Strength, sure: bool, whole: str
) -> Check:
    grid, table = view.grid, view.grid.table
    text = grid.cell(slot).text
    return Check(
        Grade.CONTRADICTION if sure else Grade.NOTE,
        "proportion",
        table.number,
        row_name(grid, slot.row),
        column_name(grid, slot.column),
        text,
        gives,
        strength,
        (f"it is a proportion of {n} items", "rounded to the nearest, or cut off"),
        f"{place(grid, slot)}: {text} is printed, and {whole} give {gives}, "
        f"as in {strength.holds} of {strength.of} places.",
        grid.cell(slot).line,
    )
