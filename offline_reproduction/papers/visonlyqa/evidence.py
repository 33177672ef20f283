"""What all builders share: the release as read, and right answers by run and task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from fe_core.numbers.exact import mean, share
from fe_core.records.directory import Progress
from fe_core.records.model import Records
from fe_core.reporting.cells import Cell, Unit
from fe_core.reporting.signature import signature
from fe_core.scoring.outcomes import Outcome, outcomes
from offline_reproduction.answers.read import Read, read
from offline_reproduction.answers.tokens import listed_meanings
from offline_reproduction.papers.visonlyqa.catalogue import Task, run_id
from offline_reproduction.papers.visonlyqa.importer.load import Release
from offline_reproduction.papers.visonlyqa.importer.load import load as load_release

Tally = tuple[int, int]
"""Right answers and answers asked for."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The release and what follows from it.

    tallies: (run, task id) → right answers and answers asked for. readings: what the answer parser
    reads in each response, in the order of `release.responses`.
    """

    release: Release
    tallies: Mapping[tuple[str, str], Tally]
    readings: tuple[Read, ...]

    @property
    def records(self) -> Records:
        """The records that the study is judged on."""
        return self.release.records

    @property
    def caution(self) -> str:
        """What readers of findings must know about the version of the release; "" if nothing."""
        return self.release.caution


def load(folder: Path, progress: Progress) -> Evidence:
    """Read a clone of the release; see `offline_reproduction.papers.visonlyqa.importer.load`."""
    release = load_release(folder, progress)
    return Evidence(release, _tallies(release.records), tuple(_readings(release, progress)))


def with_records(evidence: Evidence, records: Records) -> Evidence:
    """The release with other records."""
    release = replace(evidence.release, records=records)
    return replace(evidence, release=release, tallies=_tallies(records))


def accuracy(evidence: Evidence, kind: str, name: str, task: Task) -> Fraction | None:
    """The share of right answers; an invalid answer is not right."""
    return share(*evidence.tallies[run_id(kind, task.split, name), task.id])


def accuracy_cell(evidence: Evidence, kind: str, name: str, task: Task) -> Cell:
    """One model's accuracy on one task."""
    run = run_id(kind, task.split, name)
    right, asked = evidence.tallies[run, task.id]
    said = signature(metric="accuracy", run=run, task=task.key, unit="item", invalid="not-right")
    return Cell(share(right, asked), Unit.PERCENT, said, f"{right}/{asked}")


def average(values: Sequence[Fraction | None]) -> Fraction | None:
    """The mean over tasks, each weighing the same; None where a task has no value."""
    known = [value for value in values if value is not None]
    return mean(known) if len(known) == len(values) else None


def average_cell(
    values: Sequence[Fraction | None], unit: Unit = Unit.PERCENT, **parts: object
) -> Cell:
    """The mean over tasks as a cell."""
    value = average(values)
    said = signature(metric="mean-over-tasks", tasks=len(values), **parts)
    return Cell(value, unit, said, reason="" if value is not None else "a task has no questions")


def model_average(
    evidence: Evidence, kind: str, name: str, tasks: Sequence[Task]
) -> Fraction | None:
    """A model's mean accuracy over tasks of one split."""
    return average([accuracy(evidence, kind, name, task) for task in tasks])


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


def _tallies(records: Records) -> dict[tuple[str, str], Tally]:
    found: dict[tuple[str, str], Tally] = {}
    for run in records.runs():
        for item, outcome in outcomes(records, run.run).items():
            key = run.run, item.rpartition("/")[0]
            right, asked = found.get(key, (0, 0))
            found[key] = right + (outcome is Outcome.RIGHT), asked + 1
    return found
