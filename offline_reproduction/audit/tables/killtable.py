"""The kill rates of planted errors as a Markdown table, and where documents keep it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fe_core.errors import UsageError
from offline_reproduction.audit.tables.planted import Planted, Rate, rates

START, END = "<!-- kill rates: start -->", "<!-- kill rates: end -->"


def markdown(studies: Mapping[str, Sequence[Planted]]) -> str:
    """One table a study: rows are printed tables, columns are families of checks."""
    parts = []
    for name, planted in studies.items():
        tables = rates(planted)
        families = sorted({family for row in tables.values() for family in row} - {"any"})
        head = ["table", "planted", "caught", *families]
        lines = [f"### {name}", "", _line(head), _line(["---"] * len(head))]
        for table, found in tables.items():
            caught = found["any"]
            cells = [table, str(caught.planted), _share(caught)]
            cells += [str(found[f].caught) if f in found else "" for f in families]
            lines.append(_line(cells))
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def replaced(document: str, table: str, source: str) -> str:
    """The document with a new table between its two marks. Raises UsageError without the marks."""
    before, start, rest = document.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise UsageError(f"{source}: needs the lines {START!r} and {END!r} around the table")
    return f"{before}{START}\n\n{table}\n{END}{after}"


def _share(rate: Rate) -> str:
    tenths = (2000 * rate.caught + rate.planted) // (2 * rate.planted) if rate.planted else 0
    return f"{rate.caught} ({tenths // 10}.{tenths % 10} %)"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
