"""What came out of the gallery: projects verified, documents audited, and the page of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from fe_core.numbers.verdict import Verdict
from fe_core.reporting.escape import markdown
from fe_core.reporting.overview import where
from fe_core.reporting.report import StudyReport
from offline_reproduction.audit.inferred.document import DocumentAudit, audit
from offline_reproduction.audit.inferred.findings import Grade
from offline_reproduction.gallery.project import Project
from offline_reproduction.study import pipeline
from offline_reproduction.study.declared import declared_study
from offline_reproduction.study.paper import Settings
from offline_reproduction.study.spec import read_spec
from offline_reproduction.tables.read import read_document


class Judged(NamedTuple):
    """A project and its report."""

    project: Project
    report: StudyReport

    @property
    def counts(self) -> Counter[str]:
        """Numbers by what came out of them; a difference that a finding predicts is apart."""
        return Counter(
            "explained" if entry.finding else entry.verdict.value for entry in self.report.entries
        )


def verify(project: Project, records: Path, settings: Settings) -> Judged:
    """The project's study on imported records."""
    study = declared_study(read_spec(project.folder))
    return Judged(project, pipeline.judge_study(study, records, settings))


def audited(paths: Sequence[Path]) -> list[DocumentAudit]:
    """Each document by itself: they are different projects'."""
    return [audit([read_document(path)])[0] for path in paths]


def line(one: Judged) -> str:
    """A project in a line."""
    found = one.counts
    numbers = sum(found.values())
    rest = ", ".join(f"{found[name]} {name}" for name in REST if found[name])
    agree = f"{found['same']} of {numbers} numbers agree"
    return f"{one.project.title}: {agree}" + (f", {rest}" if rest else "")


REST = ("last-digit", "different", "explained", "uncheckable")
"""What a number is if it is not the same."""


def page(judged: Sequence[Judged], audits: Sequence[DocumentAudit]) -> str:
    """The generated part of docs/gallery.md."""
    heads = ("project", "records", "numbers", "same", "last digit", "different", "explained")
    lines = [f"| {' | '.join(heads)} | not checkable |"]
    lines.append("| --- | --- |" + " ---: |" * 6)
    for one in judged:
        found = one.counts
        texts = [str(sum(found.values())), *(str(found[name]) for name in ("same", *REST))]
        name = f"[{markdown(one.project.title)}](../gallery/{one.project.folder.name}/README.md)"
        lines.append(f"| {name} | {markdown(one.project.repository)} | " + " | ".join(texts) + " |")
    lines += ["", "### What differs", "", *(_list(_differences(judged)))]
    lines += ["", "### What could not be expressed", "", *(_list(_missing(judged)))]
    lines += ["", "### Documents without records", ""]
    lines += [
        "| document | tables | relations | contradictions | notes |",
        "| --- |" + " ---: |" * 4,
    ]
    for each in audits:
        grades = Counter(check.grade for check in each.checks)
        relations = sum(len(table.relations) for table in each.tables)
        counts = (len(each.tables), relations, grades[Grade.CONTRADICTION], grades[Grade.NOTE])
        lines.append(f"| {Path(each.document.path).stem} | " + " | ".join(map(str, counts)) + " |")
    checks = [check for each in audits for check in each.checks]
    wrong = [check for check in checks if check.grade is Grade.CONTRADICTION]
    lines += ["", *(f"- {markdown(_said(check.sentence))}" for check in wrong)]
    return "\n".join(lines) + "\n"


def _differences(judged: Sequence[Judged]) -> Iterator[str]:
    for one in judged:
        titles = {kept.finding.id: kept.finding.title for kept in one.report.findings}
        for entry in one.report.entries:
            if entry.verdict in (Verdict.SAME, Verdict.UNCHECKABLE):
                continue
            why = titles.get(entry.finding, "unexplained")
            yield f"{one.project.title}, {where(entry)}: {entry.said()} ({why})"


def _missing(judged: Sequence[Judged]) -> Iterator[str]:
    for one in judged:
        yield from (f"{one.project.title}: {text}" for text in one.project.missing)


def _list(texts: Iterator[str]) -> list[str]:
    return [f"- {markdown(text)}" for text in texts]


def _said(sentence: str) -> str:
    return " ".join(sentence.split())
