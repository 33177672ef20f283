"""Tables 4(a) and 4(b): accuracy of 20 models, of guessing, and of people."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from fe_core.numbers.exact import mean
from fe_core.reporting.cells import Cell, Unit
from fe_core.reporting.signature import signature
from fe_core.reporting.tables import Row, Table
from offline_reproduction.papers.visonlyqa.catalogue import MODELS, REAL, SYNTHETIC, Task, run_id
from offline_reproduction.papers.visonlyqa.evidence import (
    Evidence,
    accuracy_cell,
    average_cell,
)
from offline_reproduction.papers.visonlyqa.importer.people import mean_of_annotators
from offline_reproduction.papers.visonlyqa.importer.questions import Question
from offline_reproduction.study.paper import Settings


def real(evidence: Evidence, settings: Settings) -> Table:
    """Table 4(a): the Real split, prompts without chain of thought."""
    return _table(evidence, REAL, "table-04a", "Accuracy on the Real split")


def synthetic(evidence: Evidence, settings: Settings) -> Table:
    """Table 4(b): the Synthetic split, prompts without chain of thought."""
    return _table(evidence, SYNTHETIC, "table-04b", "Accuracy on the Synthetic split")


def guessing(evidence: Evidence, task: Task) -> Cell:
    """Expected accuracy of a uniform guess.

    Of n options one is right; where several may be right, each of the 2^n subsets (the empty one,
    too) is guessed with equal chance.
    """
    chances = [_chance(q) for q in evidence.release.questions if q.task is task]
    value = mean(chances)
    said = signature(metric="expected-accuracy", guess="uniform", task=task.id)
    return Cell(value, Unit.PERCENT, said, reason="" if chances else "the task has no questions")


def people(evidence: Evidence, task: Task) -> Cell:
    """The mean over annotators of their accuracies."""
    sheets = [sheet for sheet in evidence.release.people if sheet.task is task]
    value = mean_of_annotators(sheets)
    said = signature(metric="mean-over-annotators", annotators=len(sheets), task=task.id)
    right, asked = sum(s.right for s in sheets), sum(len(s.pairs) for s in sheets)
    return Cell(
        value,
        Unit.PERCENT,
        said,
        f"{right}/{asked}" if len({len(s.pairs) for s in sheets}) == 1 else "",
        reason="" if sheets else "nobody's answers to this task were released",
    )


def people_average(evidence: Evidence, tasks: Sequence[Task]) -> Cell:
    """The mean over tasks of `people`."""
    return average_cell(_values([people(evidence, t) for t in tasks]), run="people")


def guessing_average(evidence: Evidence, tasks: Sequence[Task]) -> Cell:
    """The mean over tasks of `guessing`."""
    return average_cell(_values([guessing(evidence, t) for t in tasks]), run="uniform-guess")


def _table(evidence: Evidence, tasks: Sequence[Task], key: str, title: str) -> Table:
    columns = (*(task.column for task in tasks), "Average")
    rows = [
        Row("Random", (*(guessing(evidence, t) for t in tasks), guessing_average(evidence, tasks)))
    ]
    for model in MODELS:
        cells = [accuracy_cell(evidence, "direct", model.name, task) for task in tasks]
        total = average_cell(_values(cells), run=run_id("direct", tasks[0].split, model.name))
        rows.append(Row(model.name, (*cells, total)))
    rows.append(
        Row("Human", (*(people(evidence, t) for t in tasks), people_average(evidence, tasks)))
    )
    return Table(key, title, columns, tuple(rows))


def _chance(question: Question) -> Fraction:
    number = len(question.options)
    return Fraction(1, 2**number if question.many else number)


def _values(cells: Sequence[Cell]) -> list[Fraction | None]:
    return [cell.value if isinstance(cell.value, Fraction) else None for cell in cells]
