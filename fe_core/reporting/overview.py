"""A report by table: how its numbers came out, for whoever wants one screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from fe_core.numbers.verdict import Verdict
from fe_core.reporting.entries import Entry, Kind
from fe_core.reporting.escape import markdown
from fe_core.reporting.markdown import verdict_sentence
from fe_core.reporting.report import StudyReport, basis_line, verdict_word


def heads(report: StudyReport) -> tuple[str, ...]:
    """What the counts of an overview are called."""
    same = verdict_word(Verdict.SAME, report.basis)
    return "numbers", same, "last digit", "different", "predicted", "uncheckable"


class Overview(NamedTuple):
    """One table's or list's numbers: all, and by what came out; the five parts add up.

    predicted: differences that a finding predicts. failing: what nothing accounts for.
    """

    title: str
    numbers: int
    same: int
    last_digit: int
    different: int
    predicted: int
    uncheckable: int
    failing: int

    @property
    def counts(self) -> tuple[int, ...]:
        """In the order of `heads`."""
        return self[1:7]


def by_table(report: StudyReport) -> list[Overview]:
    """An overview of each table or list."""
    return [_overview(title, entries) for title, entries in grouped(report).items()]


def grouped(report: StudyReport) -> dict[str, list[Entry]]:
    """Tables in the report's order, then the claims in the text, then the checks of print."""
    titles = {table.key: table.heading for table in report.tables}
    groups: dict[str, list[Entry]] = {title: [] for title in titles.values()}
    for entry in report.entries:
        groups.setdefault(_title(report, entry, titles), []).append(entry)
    last = ("Claims in the text", "Checks of print alone")
    names = [*(name for name in groups if name not in last), *last]
    return {name: groups[name] for name in names if groups.get(name)}


def step_summary(reports: Sequence[StudyReport], most: int = 50) -> str:
    """Markdown for a CI run's page: the sentence, the counts, and what nothing accounts for."""
    return "\n".join(line for report in reports for line in _summary(report, most)) + "\n"


def failing(report: StudyReport) -> list[Entry]:
    """What the study cannot vouch for, the largest differences first."""
    order = (Verdict.DIFFERENT, Verdict.UNCHECKABLE, Verdict.LAST_DIGIT)
    return sorted((e for e in report.entries if e.fails), key=lambda e: order.index(e.verdict))


def where(entry: Entry) -> str:
    """An entry's place in words."""
    found = ", ".join(part for part in (entry.place, entry.row, entry.column) if part)
    return found or entry.id


def _title(report: StudyReport, entry: Entry, titles: dict[str, str]) -> str:
    if entry.kind is Kind.CHECK:
        return "Checks of print alone"
    if entry.id.startswith(f"{report.study}/claim/"):
        return "Claims in the text"
    return titles.get(entry.table, entry.place or entry.table)


def _overview(title: str, entries: Iterable[Entry]) -> Overview:
    entries = list(entries)
    free = Counter(entry.verdict for entry in entries if not entry.finding)
    return Overview(
        title,
        len(entries),
        sum(entry.verdict is Verdict.SAME for entry in entries),
        free[Verdict.LAST_DIGIT],
        free[Verdict.DIFFERENT],
        sum(entry.disagrees and bool(entry.finding) for entry in entries),
        sum(entry.verdict is Verdict.UNCHECKABLE for entry in entries),
        sum(entry.fails for entry in entries),
    )


def _summary(report: StudyReport, most: int) -> Iterator[str]:
    yield from (f"## {markdown(report.title)}", "", f"**{basis_line(report)}**", "")
    yield from (verdict_sentence(report), "", "| | " + " | ".join(heads(report)) + " |")
    yield "| --- |" + " ---: |" * len(heads(report))
    for one in by_table(report):
        yield f"| {markdown(one.title)} | " + " | ".join(map(str, one.counts)) + " |"
    yield ""
    for kept in report.findings:
        if not kept.holds:
            yield f"- **{markdown(kept.finding.title)}** no longer holds"
    found = failing(report)
    if found:
        yield from ("", "| where | printed | recomputed | verdict | why |", "|" + " --- |" * 5)
        for e in found[:most]:
            texts = (where(e), e.printed, e.recomputed, e.verdict.value, e.reason)
            yield "| " + " | ".join(map(markdown, texts)) + " |"
        if len(found) > most:
            yield from ("", f"… and {len(found) - most} more")
    yield ""
