"""F1 within what precision and recall allow, whatever it was averaged over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from fe_core.numbers.rounding import rounded
from fe_core.numbers.values import Number
from offline_reproduction.audit.inferred.findings import Check, Grade, Strength
from offline_reproduction.audit.inferred.grid import (
    Slot,
    Variable,
    View,
    column_name,
    numbers,
    row_name,
    words,
)
from offline_reproduction.audit.inferred.sentences import place
from offline_reproduction.audit.row.decide import harmonic_clash
from offline_reproduction.audit.row.printed_row import Printed
from offline_reproduction.audit.values.spans import NEAREST

FAR = Fraction(8, 100)
"""How far outside F may be before it is noted."""
_NAMES = {
    "precision": frozenset(("p", "prec", "precision")),
    "recall": frozenset(("r", "rec", "recall")),
    "f1": frozenset(("f1", "f")),
}
_F = re.compile(r"f[-_ ]?(?:beta|β|\d(?:\.\d)?)?(?:[ -]?(?:score|measure))?", re.IGNORECASE)
_BESIDE = words("macro micro avg score weighted mean")


def checks(view: View) -> Iterator[Check]:
    """Rows whose F1 is above what their precision and recall allow."""
    yield from _between(view)
    for cells in _triples(view):
        clashes = []
        for instance in view.instances:
            slots = [view.slot(v, instance) for v in cells]
            found = [_number(view, slot) for slot in slots]
            if all(found):
                precision, recall, f1 = found
                scale = 1 if max(n.value for n in found if n) <= 1 else 100
                printed = Printed(None, precision, recall, f1)
                clashes.append((slots[2], harmonic_clash(printed, NEAREST, scale)))
        wrong = [(slot, clash) for slot, clash in clashes if clash]
        holds = len(clashes) - len(wrong)
        strength = Strength(holds, len(clashes), holds, 1)
        for slot, clash in wrong if holds >= len(wrong) or len(clashes) == 1 else ():
            yield _check(view, slot, clash, strength)


def _between(view: View) -> Iterator[Check]:
    """F far outside precision and recall: of one pair it lies between them, whatever its beta."""
    pair = [[v for v in view.variables if _is(v, name)] for name in ("precision", "recall")]
    fs = [v for v in view.variables if v.path and _F.fullmatch(v.path[-1].strip()) and not v.part]
    if not all(len(found) == 1 for found in (*pair, fs)):
        return
    entries = view.grid.entries
    found = []
    for instance in view.instances:
        slots = [view.slot(v[0], instance) for v in (*pair, fs)]
        if all(slot in entries for slot in slots):
            shares = [_share(view, slot) for slot in slots]
            low, high = min(shares[:2]), max(shares[:2])
            found.append((slots[2], low - FAR <= shares[2] <= high + FAR, (low, high)))
    holds = sum(fits for _, fits, _ in found)
    strength = Strength(holds, len(found), holds, 1)
    for slot, fits, ends in found:
        if not fits:
            told = " to ".join(rounded(end, 3) for end in ends)
            yield _check(view, slot, f"F lies between precision and recall, {told}", strength, told)


def _is(variable: Variable, metric: str) -> bool:
    own = words(variable.path[-1]) if variable.path else frozenset()
    return bool(own & _NAMES[metric]) and not own - _NAMES[metric] - _BESIDE and not variable.part


def _share(view: View, slot: Slot) -> Fraction:
    """A number as a share: percentages by their sign or their size."""
    entry = view.grid.entries[slot]
    value = Fraction(entry.value, view.grid.unit)
    return value / 100 if entry.unit == "%" or value > 1 else value


def _triples(view: View) -> Iterator[list[Variable]]:
    by_parent: dict[tuple[str, ...], dict[str, Variable]] = {}
    for variable in view.variables:
        own = words(variable.path[-1]) if variable.path else frozenset()
        for metric, names in _NAMES.items():
            if own & names and not own - names - _BESIDE and not variable.part:
                beside = " ".join(sorted(own - names))
                by_parent.setdefault((*variable.path[:-1], beside), {})[metric] = variable
    for found in by_parent.values():
        if len(found) == len(_NAMES):
            yield [found[metric] for metric in _NAMES]


def _number(view: View, slot: Slot) -> Number | None:
    if slot not in view.grid.entries:
        return None
    return next((n for part, n in numbers(view.grid.cell(slot).value) if part == slot.part), None)


def _check(view: View, slot: Slot, clash: str, strength: Strength, gives: str = "") -> Check:
    grid, table = view.grid, view.grid.table
    return Check(
        Grade.CONTRADICTION if strength.holds >= 2 and not gives else Grade.NOTE,
        "f1-bound",
        table.number,
        row_name(grid, slot.row),
        column_name(grid, slot.column),
        grid.cell(slot).text,
        gives,
        strength,
        ("precision, recall and F1 are of one run, averaged over the same classes",),
        f"{place(grid, slot)}: {grid.cell(slot).text} is printed; {clash}.",
        grid.cell(slot).line,
    )
