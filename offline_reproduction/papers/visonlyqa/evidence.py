"""The release as read, and what the reader of answers makes of its responses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from fe_core.numbers.exact import mean
from fe_core.records.directory import Progress
from fe_core.records.model import Records
from fe_core.reporting.cells import Cell, Unit
from fe_core.reporting.signature import signature
from offline_reproduction.answers.read import Read, read
from offline_reproduction.answers.tokens import listed_meanings
from offline_reproduction.papers.visonlyqa.importer.load import Release
from offline_reproduction.papers.visonlyqa.importer.load import load as load_release


@dataclass(frozen=True, slots=True)
class Evidence:
    """readings: what the reader of answers reads in each of `release.responses`."""

    release: Release
    readings: tuple[Read, ...]

    @property
    def records(self) -> Records:
        """The records that the study is judged on."""
        return self.release.records


def load(folder: Path, progress: Progress) -> Evidence:
    """Read a clone of the release; see `offline_reproduction.papers.visonlyqa.importer.load`."""
    release = load_release(folder, progress)
    return Evidence(release, tuple(_readings(release, progress)))


def with_records(evidence: Evidence, records: Records) -> Evidence:
    """The release with other records."""
    return replace(evidence, release=replace(evidence.release, records=records))


def average_cell(
    values: Sequence[Fraction | None], unit: Unit = Unit.PERCENT, **parts: object
) -> Cell:
    """The mean over tasks, each weighing the same; no value where a task has none."""
    known = [value for value in values if value is not None]
    value = mean(known) if len(known) == len(values) else None
    said = signature(metric="mean-over-tasks", tasks=len(values), **parts)
    return Cell(value, unit, said, reason="" if value is not None else "a task has no questions")


def _readings(release: Release, progress: Progress) -> Iterator[Read]:
    known = {q.item: listed_meanings(q.text, q.options) for q in release.questions}
    total = len(release.responses)
    for done, response in enumerate(release.responses):
        if done % 1000 == 0:
            progress("visonlyqa: reading responses", done, total)
        asked = response.question
        yield read(
            response.text, asked.options, policy="text", many=asked.many, meanings=known[asked.item]
        )
    progress("visonlyqa: reading responses", total, total)
