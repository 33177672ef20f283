"""A report on the terminal: the verdict, tables that do not agree, and what differs; 40 lines."""

from __future__ import annotations

from collections.abc import Iterator

from fe_core.reporting.entries import Entry
from fe_core.reporting.markdown import verdict_sentence
from fe_core.reporting.overview import Overview, by_table, failing, heads, where
from fe_core.reporting.premises import ASSUMED
from fe_core.reporting.report import StudyReport, basis_line
from offline_reproduction.cli import console

LINES = 40
"""Lines of one study at most; then where to read on."""

TABLES = 14
"""Tables listed at most; those in which every number agrees are only counted."""


def tell(report: StudyReport) -> None:
    """Say how a study came out."""
    lines = list(_head(report))
    lines += _tables(by_table(report), heads(report))
    lines += _premises(report)
    lines += _findings(report)
    room = LINES - len(lines)
    found = failing(report)
    shown = len(found) if len(found) <= room else max(room - 1, 1)
    lines += [_entry(entry) for entry in found[:shown]]
    if len(found) > shown:
        lines.append((f"  … and {len(found) - shown} more; the report has all", console.QUIET))
    for text, style in lines[:LINES]:
        console.say(text, style)


Line = tuple[str, str]


def _head(report: StudyReport) -> Iterator[Line]:
    yield report.title, console.STRONG
    yield f"  {basis_line(report)}", ""
    yield f"  {verdict_sentence(report)}", console.GOOD if report.agrees() else console.BAD


def _tables(overviews: list[Overview], names: tuple[str, ...]) -> Iterator[Line]:
    agree = [one for one in overviews if one.same == one.numbers]
    rest = sorted(
        (one for one in overviews if one.same != one.numbers), key=lambda one: -one.failing
    )
    if rest:
        yield f"  {'':<38}" + "".join(f"{head:>12}" for head in names), console.QUIET
    for one in rest[:TABLES]:
        name = one.title if len(one.title) <= 38 else one.title[:37] + "…"
        style = console.BAD if one.failing else ""
        yield f"  {name:<38}" + "".join(f"{count:>12}" for count in one.counts), style
    if len(rest) > TABLES:
        yield f"  … and {len(rest) - TABLES} more tables", console.QUIET
    if agree and rest:
        many = f"{len(agree)} tables or lists" if len(agree) > 1 else agree[0].title
        yield f"  {many}: all {sum(one.numbers for one in agree)} {names[1]}", console.QUIET


def _premises(report: StudyReport) -> Iterator[Line]:
    """Answers that are missing, and what numbers rest on that nobody declared."""
    for one in report.premises:
        if one.premise == "missing answers":
            yield f"  missing answers: {one.value}", console.BAD
    assumed = [f"{one.premise} = {one.value}" for one in report.premises if one.known == ASSUMED]
    if assumed:
        yield f"  assumed, not declared: {'; '.join(assumed)}", console.QUIET


def _findings(report: StudyReport) -> Iterator[Line]:
    holding = [kept for kept in report.findings if kept.holds]
    if holding or report.remarks:
        said = (
            f"  {len(holding)} findings hold, {len(report.remarks)} remarks; the report tells them"
        )
        yield said, console.QUIET
    for kept in report.findings:
        if not kept.holds:
            yield f"  NO LONGER HOLDS: {kept.finding.title}", console.BAD
            yield from ((f"    not as predicted: {text}", "") for text in kept.broken[:3])


def _entry(entry: Entry) -> Line:
    return f"  {entry.verdict.value}: {where(entry)}: {entry.said()}  [{entry.id}]", ""
