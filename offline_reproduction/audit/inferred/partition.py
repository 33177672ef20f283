"""Shares that make up a whole: parts that add up to 100 (or to 1) in every row."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from fe_core.numbers.rounding import rounded
from offline_reproduction.audit.inferred import cues, groups
from offline_reproduction.audit.inferred.evidence import RAREST
from offline_reproduction.audit.inferred.findings import Check, Grade, Strength
from offline_reproduction.audit.inferred.grid import Variable, View, column_name, row_name

BITS = 14
MOST = 12
"""Variables up to which blocks are tried."""


def checks(view: View) -> Iterator[Check]:
    """Places where parts that make up a whole everywhere else do not."""
    plain = [v for v in view.variables if not v.part and not cues.is_summary(v)]
    tried = list(_groups(plain))
    best: tuple[int, groups.Group, int, list[tuple[int, bool]]] | None = None
    for group in tried:
        for whole in (100, 1):
            bits, sums = _weigh(view, group, whole, 2 * len(tried))
            if bits >= BITS and (best is None or bits > best[0]):
                best = bits, group, whole, sums
    if best is None:
        return
    bits, group, whole, sums = best
    wrong = [instance for instance, fits in sums if not fits]
    holds = len(sums) - len(wrong)
    if holds >= max(3, 3 * len(wrong)):
        for instance in wrong:
            strength = Strength(holds, len(sums), bits, 2 * len(tried))
            yield _check(view, group, whole, instance, strength)


def _groups(plain: list[Variable]) -> Iterator[groups.Group]:
    seen = set()
    for parent in dict.fromkeys(v.path[:-1] for v in plain if any(v.path[:-1])):
        seen.add(tuple(v for v in plain if v.path[:-1] == parent))
    for start in range(len(plain) if len(plain) <= MOST else 0):
        for end in range(start + 2, len(plain) + 1):
            seen.add(tuple(plain[start:end]))
    yield from sorted(group for group in seen if len(group) >= 2)


def _weigh(
    view: View, group: groups.Group, whole: int, tried: int
) -> tuple[int, list[tuple[int, bool]]]:
    goal, sums, chance, zero = whole * view.grid.unit, [], Fraction(1), 0
    for instance in view.instances:
        entries = [e for v in group if (e := view.entry(v, instance)) is not None]
        if len(entries) < len(group) or min(e.value for e in entries) < 0:
            continue
        low = sum(e.nearest[0] for e in entries)
        high = sum(e.nearest[1] for e in entries)
        fits = low <= goal <= high
        sums.append((instance, fits))
        if fits and max(e.value for e in entries) < goal:
            chance *= max(min(Fraction(1), Fraction(5 * (high - low), goal)), RAREST)
        zero += not fits
        if len(sums) == 6 and zero > 2:
            return 0, []
    if not sums:
        return 0, []
    chance *= tried * comb(len(sums), zero)
    return max(0, chance.denominator.bit_length() - chance.numerator.bit_length() - 1), sums


def _check(view: View, group: groups.Group, whole: int, instance: int, strength: Strength) -> Check:
    grid, table = view.grid, view.grid.table
    slots = [view.slot(v, instance) for v in group]
    texts = [grid.cell(slot).text for slot in slots]
    found = Fraction(sum(grid.entries[slot].value for slot in slots), grid.unit)
    shown = rounded(found, max(grid.entries[slot].decimals for slot in slots))
    first, last = (column_name(grid, slots[i].column) for i in (0, -1))
    row = row_name(grid, slots[-1].row)
    if view.across:
        row = f"{row_name(grid, slots[0].row)} … {row}"
    column = last if view.across else f"{first} … {last}"
    return Check(
        Grade.CONTRADICTION,
        "partition",
        table.number,
        row,
        column,
        " + ".join(texts),
        str(whole),
        strength,
        (f"the parts make up {whole}", "every part is rounded to the nearest"),
        f"Table {table.number}, row {row!r}, column {column!r}: {' + '.join(texts)} is {shown}; "
        f"the same parts make up {whole} in {strength.holds} of {strength.of} places.",
        grid.cell(slots[-1]).line,
    )
