"""Table 2: how many questions each task has, and how it is answered."""

from __future__ import annotations

from collections.abc import Sequence

from fe_core.reporting.cells import Cell, Unit
from fe_core.reporting.signature import signature
from fe_core.reporting.tables import Row, Table
from offline_reproduction.papers.visonlyqa.catalogue import REAL, SYNTHETIC, Task
from offline_reproduction.papers.visonlyqa.evidence import Evidence
from offline_reproduction.papers.visonlyqa.importer.questions import Question
from offline_reproduction.study.paper import Settings

SPLITS = {"Eval-Real": REAL, "Eval-Synthetic": SYNTHETIC}
TASKS = (*REAL, *SYNTHETIC[-2:])
UNANSWERED = {"Train (Synthetic)": "the training set is not among the released answers"} | {
    f"{row} | {task.column}": "printed as a dash: the split has no such task"
    for row, tasks in SPLITS.items()
    for task in TASKS
    if task.column not in {each.column for each in tasks}
}


def build(evidence: Evidence, settings: Settings) -> Table:
    """Questions per split and task, and the answer formats."""
    columns = (*(task.column for task in TASKS), "Total")
    rows = [_counts(evidence, label, tasks) for label, tasks in SPLITS.items()]
    rows.append(Row("Answer Format", (*(_format(evidence, task) for task in TASKS), None)))
    return Table("table-02", "Questions per split and task", columns, tuple(rows))


def _counts(evidence: Evidence, label: str, tasks: Sequence[Task]) -> Row:
    found = {task.column: len(_questions(evidence, task)) for task in tasks}
    counts = [found.get(task.column, 0) for task in TASKS]
    said = signature(metric="questions", split=tasks[0].split)
    return Row(label, tuple(Cell(n, Unit.COUNT, said) for n in (*counts, sum(counts))))


def _format(evidence: Evidence, task: Task) -> Cell:
    formats = {answer_format(question) for question in _questions(evidence, task)}
    said = signature(metric="answer-format", task=task.id)
    if len(formats) == 1:
        return Cell(formats.pop(), Unit.TEXT, said)
    return Cell(None, Unit.TEXT, said, reason=f"the questions have {len(formats)} formats")


def answer_format(question: Question) -> str:
    """`Select Multiple`, `True/False`, or how many options there are."""
    if question.many:
        return "Select Multiple"
    if set(question.options) == {"True", "False"}:
        return "True/False"
    return f"{len(question.options)} options"


def _questions(evidence: Evidence, task: Task) -> list[Question]:
    return [q for q in evidence.release.questions if q.task is task]
