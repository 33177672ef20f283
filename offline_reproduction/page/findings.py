"""Findings, each with what it explains, and remarks, which explain nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fe_core.reporting.entries import Entry, Finding, Kept
from fe_core.reporting.escape import html_text
from fe_core.reporting.report import StudyReport
from offline_reproduction.page import addresses
from offline_reproduction.page.parts import link, where

LINKED = 24
"""Numbers that a finding links one by one."""


def finding(study: str, kept: Kept, entries: Mapping[str, Entry]) -> Iterator[str]:
    """A finding, folded: its title and how many numbers it explains stand in its first line."""
    count = len(kept.entries)
    numbers = f"{count} {'number' if count == 1 else 'numbers'}"
    state = "" if kept.holds else ' <strong class="broken">no longer holds</strong>'
    yield from _opened(study, kept.finding, f' <span class="note">{numbers}</span>{state}')
    yield from _list(kept.finding, [("Not as predicted", text) for text in kept.broken])
    yield from _covered([entries[name] for name in kept.entries if name in entries])
    yield "</details>"


def remarks(report: StudyReport) -> Iterator[str]:
    """What is worth knowing and explains no difference, folded away."""
    if not report.remarks:
        return
    count = len(report.remarks)
    yield f'<details class="remarks"><summary>{count} remarks</summary>'
    for remark in report.remarks:
        yield from _opened(report.study, remark, "")
        yield from _list(remark, [])
        yield "</details>"
    yield "</details>"


def _opened(study: str, one: Finding, more: str) -> Iterator[str]:
    yield (
        f'<details class="finding" id="{addresses.finding(study, one.id)}">'
        f"<summary>{html_text(one.title)}{more}</summary>"
    )


def _list(one: Finding, more: Sequence[tuple[str, str]]) -> Iterator[str]:
    parts = (
        ("Printed", one.printed),
        ("What follows", one.follows),
        ("How sure", one.confidence),
        ("Tried to prove ourselves wrong", one.tried),
        *more,
    )
    body = "".join(f"<dt>{name}</dt><dd>{html_text(text)}</dd>" for name, text in parts if text)
    yield f"<dl>{body}</dl>"


def _covered(entries: Sequence[Entry]) -> Iterator[str]:
    if not entries:
        return
    links = ", ".join(link(entry, where(entry)) for entry in entries[:LINKED])
    more = f" and {len(entries) - LINKED} more" if len(entries) > LINKED else ""
    yield f'<p class="covered">{links}{more}</p>'
