"""Mean ± deviation of runs that the table lists: sample, population, or standard error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from fe_core.numbers.exact import Root
from fe_core.numbers.rounding import rounded
from offline_reproduction.audit.inferred import cues, groups
from offline_reproduction.audit.inferred.findings import Check, Grade, Strength
from offline_reproduction.audit.inferred.grid import (
    Entry,
    Slot,
    Variable,
    View,
    column_name,
    row_name,
    words,
)
from offline_reproduction.audit.inferred.sentences import place
from offline_reproduction.audit.values.deviation import deviation_squares, variance
from offline_reproduction.audit.values.spans import Span

DEVIATION = words("std stdev sd σ deviation stddev")
_RUN = re.compile(r"\b(run|seed|fold|trial|split|repeat|rep)s?\b|^[#sr]?\d{1,4}$", re.IGNORECASE)
MOST = 30
"""Runs up to which a deviation is bounded."""


class _Spread(NamedTuple):
    """A printed deviation, the runs it may be of, and the conventions that print it."""

    slot: Slot
    runs: tuple[Slot, ...]
    conventions: frozenset[str]


def checks(view: View) -> Iterator[Check]:
    """Deviations that no convention gives from the listed runs, where others of the table do."""
    for variable in view.variables:
        group = _runs(variable, view)
        if len(group) < 2:
            continue
        found = [s for i in view.instances if (s := _spread(view, variable, group, i))]
        used = [s for s in found if s.conventions]
        listed = all(_RUN.search(v.name) for v in group)
        if len(used) < 2 * (len(found) - len(used)) and not (listed and len(found) == 1):
            continue
        strength = Strength(len(used), len(found), 6 * len(used), 3)
        for spread in found:
            if not spread.conventions:
                yield _check(view, spread, strength, len(used) >= 2)


def _runs(variable: Variable, view: View) -> groups.Group:
    """The runs that a deviation's own row or column may be of; none for other variables."""
    named = bool(words(" ".join(variable.path)) & DEVIATION) and not variable.part
    if not named and not (variable.part == "±" and cues.is_average(variable)):
        return ()
    main = variable._replace(part="")
    others = [v for v in view.variables if not v.part and v.at != variable.at]
    plain = [v for v in others if not words(" ".join(v.path)) & DEVIATION]
    best: groups.Group = ()
    for _, group in groups.distinct(groups.natural(main, plain, view)):
        if all(_RUN.search(v.name) for v in group):
            return group
        best = best or group
    return best


def _spread(view: View, variable: Variable, group: groups.Group, instance: int) -> _Spread | None:
    grid = view.grid
    slot = view.slot(variable, instance)
    runs = [view.slot(v, instance) for v in group]
    if slot not in grid.entries or not all(run in grid.entries for run in runs):
        return None
    if len(runs) > MOST:
        return None
    entry = grid.entries[slot]
    spans = [_span(grid.entries[run]) for run in runs]
    least, greatest = deviation_squares(spans)
    count = len(runs)
    low = max(0, min(entry.nearest[0], entry.truncated[0]))
    high = max(entry.nearest[1], entry.truncated[1])
    factors = {
        "sample": Fraction(1),
        "population": Fraction(count - 1, count),
        "standard error": Fraction(1, count),
    }
    fitting = {
        name
        for name, factor in factors.items()
        if low * low <= greatest * factor and high * high >= least * factor
    }
    return _Spread(slot, tuple(runs), frozenset(fitting))


def _span(entry: Entry) -> Span:
    low, high = entry.nearest
    return Span(Fraction(low), Fraction(high))


def _check(view: View, spread: _Spread, strength: Strength, sure: bool) -> Check:
    grid, table, slot = view.grid, view.grid.table, spread.slot
    values = [Fraction(grid.entries[run].value, grid.unit) for run in spread.runs]
    decimals = grid.entries[slot].decimals
    squares = variance(values), variance(values) * Fraction(len(values) - 1, len(values))
    sample, population = (rounded(Root(square), decimals) for square in squares)
    return Check(
        Grade.CONTRADICTION if sure else Grade.NOTE,
        "deviation",
        table.number,
        row_name(grid, slot.row),
        column_name(grid, slot.column),
        grid.cell(slot).text,
        f"{sample} or {population}",
        strength,
        ("sample and population deviation and the standard error were tried",),
        f"{place(grid, slot)}: {grid.cell(slot).text} is printed; the {len(values)} runs beside "
        f"it have the deviation {sample} (sample) or {population} (population).",
        grid.cell(slot).line,
    )
