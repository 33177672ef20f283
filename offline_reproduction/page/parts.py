"""What every part of the page is made of: marks, buttons of numbers, frames that scroll."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fe_core.numbers.verdict import Verdict
from fe_core.records.model import Basis
from fe_core.reporting.entries import Entry
from fe_core.reporting.escape import html_text
from fe_core.reporting.report import verdict_word
from offline_reproduction.page import addresses

MARKS = {
    Verdict.SAME: "✓",
    Verdict.LAST_DIGIT: "≈",
    Verdict.DIFFERENT: "≠",
    Verdict.UNCHECKABLE: "?",
}
"""Each verdict has a shape of its own, so that colour is never the only difference."""


def style(entry: Entry) -> str:
    """An entry's style; what is not accounted for stands out like a difference."""
    return f"is-{entry.verdict.value}" + (" unaccounted" if entry.unaccounted else "")


def mark(verdict: Verdict, word: str = "") -> str:
    """A verdict's shape; `word` is what a screen reader says, "" where text beside it does."""
    said = f' role="img" aria-label="{word}"' if word else ' aria-hidden="true"'
    return f'<span class="v is-{verdict.value}"{said}>{MARKS[verdict]}</span>'


def said(entry: Entry, basis: Basis) -> str:
    """An entry's verdict in words."""
    return verdict_word(entry.verdict, basis) + (", as predicted" if entry.finding else "")


def number(entry: Entry, shown: str, basis: Basis, index: int, *, first: bool) -> str:
    """A number that opens its details; of a table's or a list's only the first is a tab stop."""
    stop = "0" if first else "-1"
    return (
        f'<button type="button" tabindex="{stop}" data-entry="{index}">{shown} '
        f"{mark(entry.verdict, said(entry, basis))}</button>"
    )


def link(entry: Entry, text: str) -> str:
    """A link to where a number stands."""
    return f'<a href="#{addresses.number(entry.id)}">{html_text(text)}</a>'


def where(entry: Entry) -> str:
    """An entry's place in words."""
    return ", ".join(part for part in (entry.place, entry.row, entry.column) if part)


def frame(label: str, inside: Iterable[str]) -> Iterator[str]:
    """A frame in which something wide scrolls sideways, so that the page does not."""
    name = html_text(label)
    yield f'<div class="scroll" tabindex="0" role="group" aria-label="{name}">'
    yield from inside
    yield "</div>"


def plain_table(heads: Iterable[str], rows: Iterable[tuple[str, Iterable[str]]]) -> Iterator[str]:
    """A table of texts: heads, then a name and its texts a row."""
    columns = "".join(f'<th scope="col">{html_text(head)}</th>' for head in heads)
    yield f"<table><thead><tr><td></td>{columns}</tr></thead><tbody>"
    for name, texts in rows:
        cells = "".join(f'<td class="bare">{html_text(text)}</td>' for text in texts)
        yield f'<tr><th scope="row">{html_text(name)}</th>{cells}</tr>'
    yield "</tbody></table>"
