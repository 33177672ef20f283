"""Table 9: accuracy with chain of thought minus accuracy without, in percentage points."""

from __future__ import annotations

from fractions import Fraction

from fe_core.reporting.cells import Cell, Unit
from fe_core.reporting.signature import signature
from fe_core.reporting.tables import Row, Table
from offline_reproduction.papers.visonlyqa.catalogue import MODELS, REAL, Task
from offline_reproduction.papers.visonlyqa.evidence import Evidence, accuracy, average_cell
from offline_reproduction.study.paper import Settings


def build(evidence: Evidence, settings: Settings) -> Table:
    """Improvement by chain of thought on the Real split."""
    columns = (*(task.column for task in REAL), "Average")
    rows = tuple(_row(evidence, model.name) for model in MODELS)
    return Table("table-09", "Improvement by chain of thought, Real split", columns, rows)


def gain(evidence: Evidence, name: str, task: Task) -> Fraction | None:
    """Accuracy with chain of thought minus accuracy without."""
    after, before = (accuracy(evidence, kind, name, task) for kind in ("cot", "direct"))
    return None if after is None or before is None else after - before


def _row(evidence: Evidence, name: str) -> Row:
    gains = [gain(evidence, name, task) for task in REAL]
    cells = [_cell(name, task, value) for task, value in zip(REAL, gains, strict=True)]
    return Row(name, (*cells, average_cell(gains, Unit.POINTS, run=f"cot-direct/real/{name}")))


def _cell(name: str, task: Task, value: Fraction | None) -> Cell:
    said = signature(metric="accuracy-difference", run=f"cot-direct/real/{name}", task=task.key)
    return Cell(value, Unit.POINTS, said, reason="" if value is not None else "no questions")
