"""verification.md: the report as people read it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fe_core.numbers.rounding import rounded
from fe_core.numbers.verdict import Verdict
from fe_core.records.model import Basis
from fe_core.reporting.entries import Entry, Finding, Kept, Kind
from fe_core.reporting.escape import markdown
from fe_core.reporting.premises import Premise
from fe_core.reporting.report import UNFIXED, StudyReport, basis_line, verdict_word
from fe_core.reporting.table_files import markdown_rows
from fe_core.scoring.ledger import LedgerRow


def report_text(reports: Sequence[StudyReport]) -> str:
    """The whole report."""
    lines = ["# Verification report", ""]
    for report in reports:
        lines += _study(report)
    return "\n".join(lines).rstrip("\n") + "\n"


def verdict_sentence(report: StudyReport) -> str:
    """The verdict on a study in a sentence on its printed numbers, and one on the checks."""
    numbers = [entry for entry in report.entries if entry.kind is not Kind.CHECK]
    checks = report.of_kind(Kind.CHECK)
    agree = "are consistent" if report.basis is Basis.WITNESS else "agree"
    said = _sentence(numbers, "checkable printed numbers", agree)
    return f"{said} {_sentence(checks, 'checks of print alone', 'hold')}" if checks else said


def _sentence(entries: Sequence[Entry], what: str, agree: str) -> str:
    counts = Counter(entry.verdict for entry in entries)
    checked = len(entries) - counts[Verdict.UNCHECKABLE]
    explained = sum(entry.disagrees and not entry.unexplained for entry in entries)
    unexplained = sum(entry.unexplained for entry in entries)
    parts = [f"{counts[Verdict.SAME]} of {checked} {what} {agree}"]
    if explained:
        parts.append(f"{explained} differ as a finding predicts")
    if unexplained:
        parts.append(f"{unexplained} differ without explanation")
    unaccounted = sum(entry.unaccounted for entry in entries)
    if counts[Verdict.UNCHECKABLE] - unaccounted:
        parts.append(f"{counts[Verdict.UNCHECKABLE] - unaccounted} cannot be checked")
    if unaccounted:
        parts.append(f"{unaccounted} cannot be checked and the study does not say why")
    return "; ".join(parts) + "."


def _study(report: StudyReport) -> Iterator[str]:
    yield from (f"## {markdown(report.title)}", "", f"**{basis_line(report)}**", "")
    yield from (verdict_sentence(report), "")
    yield from _counts(report)
    yield from _rounding(report)
    yield from _findings(report.findings)
    yield from _remarks(report.remarks)
    yield from _differences(report)
    yield from _uncheckable(report.entries)
    for table in report.tables:
        yield from (f"### {markdown(table.heading)}", "")
        if table.undetermined:
            yield from (UNFIXED, "")
            continue
        yield from (*markdown_rows(table), "")
        if table.note:
            yield from (markdown(table.note), "")
    yield from _premises(report.premises)
    yield from _ledger(report.ledger)
    yield from _sources(report)


def _counts(report: StudyReport) -> Iterator[str]:
    verdicts = list(Verdict)
    yield "| | " + " | ".join(verdict_word(v, report.basis) for v in verdicts) + " |"
    yield "| --- |" + " ---: |" * len(verdicts)
    for kind in Kind:
        counts = Counter(entry.verdict for entry in report.of_kind(kind))
        if counts:
            yield f"| {kind.value} | " + " | ".join(str(counts[v]) for v in verdicts) + " |"
    yield ""


def _rounding(report: StudyReport) -> Iterator[str]:
    fits = ", ".join(report.shared_roundings) or "none"
    yield f"Rounding rule declared: {report.rounding}; rules that every agreeing cell fits: {fits}."
    yield ""


def _findings(findings: Sequence[Kept]) -> Iterator[str]:
    if findings:
        yield from ("### Findings", "")
    for kept in findings:
        state = "" if kept.holds else " (NO LONGER HOLDS)"
        yield from (f"#### {markdown(kept.finding.title)}{state}", "")
        yield from _texts(kept.finding)
        yield f"- Explains {len(kept.entries)} entries, each as predicted"
        yield from (f"- Not as predicted: {markdown(text)}" for text in kept.broken)
        yield ""


def _remarks(remarks: Sequence[Finding]) -> Iterator[str]:
    if remarks:
        yield from ("### Remarks", "", "They predict no number and explain no difference.", "")
    for remark in remarks:
        yield from (f"#### {markdown(remark.title)}", "", *_texts(remark), "")


def _texts(finding: Finding) -> Iterator[str]:
    parts = (
        ("Printed", finding.printed),
        ("What follows", finding.follows),
        ("How sure", finding.confidence),
        ("Tried to prove ourselves wrong", finding.tried),
    )
    yield from (f"- {name}: {markdown(text)}" for name, text in parts if text)


def _differences(report: StudyReport) -> Iterator[str]:
    entries = [entry for entry in report.entries if entry.disagrees or entry.unaccounted]
    if not entries:
        return
    yield from ("### Differences, and numbers that nobody accounts for", "")
    yield "| place | printed | recomputed | exact | verdict | finding, or what is wrong |"
    yield "| --- | ---: | ---: | ---: | --- | --- |"
    for e in entries:
        why = e.finding or e.reason or "none"
        texts = (_where(e), e.printed, e.recomputed, e.exact, e.verdict.value, why)
        yield "| " + " | ".join(map(markdown, texts)) + " |"
    yield ""


def _where(entry: Entry) -> str:
    return ", ".join(part for part in (entry.place, entry.row, entry.column) if part)


def _uncheckable(entries: Sequence[Entry]) -> Iterator[str]:
    reasons = Counter(
        e.reason for e in entries if e.verdict is Verdict.UNCHECKABLE and not e.unaccounted
    )
    if not reasons:
        return
    yield from ("### What cannot be checked, and why", "")
    for reason, count in sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0])):
        yield f"- {count} × {markdown(reason)}"
    yield ""


def _premises(premises: Sequence[Premise]) -> Iterator[str]:
    if not premises:
        return
    yield from ("### Premises", "", "| premise | | known |", "| --- | --- | --- |")
    yield from ("| " + " | ".join(map(markdown, premise)) + " |" for premise in premises)
    yield ""


def _ledger(rows: Sequence[LedgerRow]) -> Iterator[str]:
    yield from ("### Denominator ledger", "")
    yield "| run | asked | right | wrong | unreadable | empty | failed | missing | accuracy |"
    yield "| --- |" + " ---: |" * 8
    for row in rows:
        name = row.run + (f" (rotation {row.rotation})" if row.rotation else "")
        cells = [*ledger_texts(row), _span(row)]
        yield f"| {markdown(name)} | " + " | ".join(cells) + " |"
    yield ""


def ledger_texts(row: LedgerRow) -> tuple[str, ...]:
    """asked, right, wrong, unreadable, empty, failed, missing; a dash for what is undetermined."""
    right, wrong = (row.right, row.wrong) if row.determined else ("–", "–")
    numbers = (row.asked, right, wrong, row.unreadable, row.empty, row.failed, row.missing)
    return tuple(map(str, numbers))


def _span(row: LedgerRow) -> str:
    if row.worst is None or row.best is None or not row.determined:
        return "–"
    worst, best = rounded(row.worst, 2, scale=100), rounded(row.best, 2, scale=100)
    return worst if worst == best else f"{worst} … {best}"


def _sources(report: StudyReport) -> Iterator[str]:
    rows = sum(source.rows for source in report.sources)
    yield from ("### Records", "", f"{len(report.sources)} files, {rows} rows.", "")
    for note in report.notes:
        yield f"- {markdown(note)}"
    yield ""
