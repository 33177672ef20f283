"""The verdict map: a small grid a table in its printed shape, one square a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from fe_core.numbers.verdict import Verdict
from fe_core.records.model import Basis
from fe_core.reporting.entries import Entry
from fe_core.reporting.escape import html_text
from fe_core.reporting.report import ShownTable, verdict_word
from offline_reproduction.page import addresses

STEP = 8
"""Pixels from one square to the next."""

LONG = 40
"""Squares a line where numbers stand in a list."""

TALL = 24
"""Rows of a table after which the next ones stand to the right of the first."""

Grid = Sequence[Sequence[Entry | None]]

_SHAPES = {
    Verdict.SAME: "M{x} {y}h6v6h-6z",
    Verdict.LAST_DIGIT: "M{x} {b}h6v3h-6z",
    Verdict.DIFFERENT: "M{m} {t}l4 4-4 4-4-4z",
    Verdict.UNCHECKABLE: "M{x} {y}h6v6h-6zm1 1v4h4v-4z",
}
"""Full, half, diamond, hollow: told apart without colour."""


def of_table(table: ShownTable) -> Grid:
    """A table's numbers in its printed shape; None where nothing is printed."""
    rows = [[table.entries.get((key, c)) for c in table.columns] for key, _ in table.rows]
    blocks = [rows[at : at + TALL] for at in range(0, len(rows), TALL)]
    gap = [None] * (len(table.columns) + 1)
    return [
        [cell for block in blocks for cell in ([*block[at], None] if at < len(block) else gap)]
        for at in range(min(TALL, len(rows)))
    ]


def of_list(entries: Sequence[Entry]) -> Grid:
    """Numbers of a list, line by line."""
    return [entries[at : at + LONG] for at in range(0, len(entries), LONG)]


def figure(
    title: str, anchor: str, grid: Grid, basis: Basis, numbers: Mapping[str, int]
) -> Iterator[str]:
    """One grid with its name; the squares know their entries by index."""
    entries = [entry for row in grid for entry in row if entry is not None]
    if not entries:
        return
    counts = Counter(entry.verdict for entry in entries)
    words = ", ".join(f"{counts[v]} {verdict_word(v, basis)}" for v in Verdict if counts[v])
    width = max(len(row) for row in grid)
    size = f'width="{STEP * width}" height="{STEP * len(grid)}"'
    cells = ";".join(
        ",".join("" if entry is None else str(numbers[entry.id]) for entry in row) for row in grid
    )
    yield (
        f'<figure class="grid"><figcaption><a href="#{anchor}">{html_text(title)}</a></figcaption>'
        f'<svg {size} role="img" tabindex="0" data-cells="{cells}" '
        f'aria-label="{html_text(title)}: {words}">'
    )
    for verdict in Verdict:
        path = "".join(_squares(grid, verdict))
        if path:
            yield f'<path class="{_style(verdict)}" fill-rule="evenodd" d="{path}"/>'
    yield "</svg></figure>"


def table_anchor(study: str, table: ShownTable) -> str:
    """Where the grid's name leads."""
    return addresses.table(study, table.key)


def _style(verdict: Verdict) -> str:
    return f"f is-{verdict.value}"


def _squares(grid: Grid, verdict: Verdict) -> Iterator[str]:
    shape = _SHAPES[verdict]
    for row, entries in enumerate(grid):
        for column, entry in enumerate(entries):
            if entry is not None and entry.verdict is verdict:
                x, y = STEP * column + 1, STEP * row + 1
                yield shape.format(x=x, y=y, b=y + 3, m=x + 3, t=y - 1)
