"""Tables 10 and 5: accuracy before and after fine-tuning."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from fe_core.reporting.cells import Cell, Unit
from fe_core.reporting.tables import Row, Table
from offline_reproduction.papers.visonlyqa.catalogue import (
    FINE_TUNED,
    SYNTHETIC,
    Task,
    run_id,
    tasks_of,
)
from offline_reproduction.papers.visonlyqa.evidence import (
    Evidence,
    accuracy_cell,
    average_cell,
    model_average,
)
from offline_reproduction.papers.visonlyqa.tables.accuracy import guessing
from offline_reproduction.study.paper import Settings

KINDS = {"Original": "direct", "Fine-tuned": "fine-tuned"}
COMPARED = FINE_TUNED[1:]
SIZES = "parts of models are not among the released answers"
UNANSWERED_SIZES = {"* | ViT": SIZES, "* | LLM": SIZES}
NOT_REAL = "the Real split has no 3D figures"
UNANSWERED_REAL = {
    f"Real: {name} {kind} | {column}": NOT_REAL
    for name in FINE_TUNED
    for kind in KINDS
    for column in ("3D Size", "3D Angle")
}


def before_and_after(evidence: Evidence, settings: Settings) -> Table:
    """Table 10: each model before and after fine-tuning on each task, both splits."""
    columns = (*(task.column for task in SYNTHETIC), "Average")
    rows = [Row("Random", (*(guessing(evidence, task) for task in SYNTHETIC), None))]
    for split in ("synthetic", "real"):
        for name in FINE_TUNED:
            rows += [_row(evidence, split, name, label) for label in KINDS]
    return Table("table-10", "Accuracy before and after fine-tuning", columns, tuple(rows))


def same_encoder(evidence: Evidence, settings: Settings) -> Table:
    """Table 5: averages of models that share an encoder, over the tasks fine-tuned on."""
    columns = ("ViT", "LLM", "Original Real", "Original Synthetic",
               "Fine-tuned Real", "Fine-tuned Synthetic")  # fmt: skip
    rows = tuple(
        Row(name, (None, None, *(_average(evidence, split, name, kind)
                                 for kind in KINDS.values() for split in ("real", "synthetic"))))
        for name in COMPARED
    )  # fmt: skip
    return Table("table-05", "Averages of models with the same encoder", columns, rows)


def trained_tasks(split: str) -> Sequence[Task]:
    """The tasks of a split that there is a fine-tuned model for."""
    return [task for task in tasks_of(split) if task.trained]


def average_of(evidence: Evidence, split: str, name: str, kind: str) -> Fraction | None:
    """The mean over those tasks; kind is `direct` or `fine-tuned`."""
    return model_average(evidence, kind, name, trained_tasks(split))


def _average(evidence: Evidence, split: str, name: str, kind: str) -> Cell:
    tasks = trained_tasks(split)
    cells = [accuracy_cell(evidence, kind, name, task) for task in tasks]
    values = [cell.value if isinstance(cell.value, Fraction) else None for cell in cells]
    return average_cell(values, Unit.PERCENT, run=run_id(kind, split, name))


def _row(evidence: Evidence, split: str, name: str, label: str) -> Row:
    kind = KINDS[label]
    tasks = {task.column: task for task in trained_tasks(split)}
    cells = [
        accuracy_cell(evidence, kind, name, tasks[task.column]) if task.column in tasks else None
        for task in SYNTHETIC
    ]
    key = f"{split.capitalize()}: {name} {label}"
    return Row(key, (*cells, _average(evidence, split, name, kind)))
