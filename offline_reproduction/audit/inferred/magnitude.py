"""A number ten or a hundred times off its column."""

from __future__ import annotations

from collections.abc import Iterator

from offline_reproduction.audit.inferred.findings import Check, Grade, Strength
from offline_reproduction.audit.inferred.grid import Entry, Slot, View, column_name, row_name
from offline_reproduction.audit.inferred.sentences import place

FEWEST = 5
"""Other numbers that a column needs."""
WIDEST = 4
"""How often its least number may go into its greatest."""
MANY, CLOSE = 8, 2
"""The same, where only the size speaks."""


def checks(view: View) -> Iterator[Check]:
    """Cells of a column that belong there only after their point is moved."""
    for variable in view.variables:
        found = [
            (view.slot(variable, i), e)
            for i in view.instances
            if (e := view.entry(variable, i)) is not None
        ]
        if variable.part or len(found) <= FEWEST:
            continue
        ordered = sorted(found, key=lambda item: item[1].value)
        for cell, others in ((ordered[0], ordered[1:]), (ordered[-1], ordered[:-1])):
            yield from _check(view, cell, [entry for _, entry in others])


def _check(view: View, cell: tuple[Slot, Entry], others: list[Entry]) -> Iterator[Check]:
    slot, entry = cell
    low, high = others[0].value, others[-1].value
    if low <= 0 or high > WIDEST * low or any(e.unit != entry.unit for e in others):
        return
    for power in (1, 2):
        for moved, shift in ((entry.value * 10**power, power), (entry.value // 10**power, -power)):
            if not low <= moved <= high or low <= 2 * entry.value <= 4 * high:
                continue
            grid, table = view.grid, view.grid.table
            decimals = {e.decimals for e in others}
            sure = decimals == {entry.decimals - shift}
            if not sure and (len(others) < MANY or high > CLOSE * low):
                continue
            text = f"{moved // grid.unit}.{moved % grid.unit * 10**6 // grid.unit:06d}"
            gives = text[: text.index(".") + 1 + max(0, entry.decimals - shift)].rstrip(".")
            yield Check(
                Grade.CONTRADICTION if sure else Grade.NOTE,
                "magnitude",
                table.number,
                row_name(grid, slot.row),
                column_name(grid, slot.column),
                grid.cell(slot).text,
                gives,
                Strength(len(others), len(others) + 1, 8 if sure else 4, 4),
                (
                    f"the other {len(others)} numbers of the column lie within a factor of "
                    f"{WIDEST}",
                    "its digits after the point fit the column only with the point moved"
                    if sure
                    else "nothing but its size speaks against it",
                ),
                f"{place(grid, slot)}: {grid.cell(slot).text} is printed, "
                f"{10**power} times {'below' if shift > 0 else 'above'} the other "
                f"{len(others)} numbers of its column; {gives} would fit.",
                grid.cell(slot).line,
            )
            return
