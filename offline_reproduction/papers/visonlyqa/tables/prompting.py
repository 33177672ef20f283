"""Beyond the paper: direct against chain-of-thought prompts, as paired outcomes."""

from __future__ import annotations

from fractions import Fraction

from fe_core.intervals.few.holm import holm
from fe_core.reporting.cells import Cell, Unit
from fe_core.reporting.signature import signature
from fe_core.reporting.tables import Row, Table
from fe_core.scoring.outcomes import Outcome, outcomes
from fe_core.scoring.paired import Paired, mcnemar, paired
from offline_reproduction.papers.visonlyqa.catalogue import MODELS, run_id
from offline_reproduction.papers.visonlyqa.evidence import Evidence
from offline_reproduction.study.paper import Settings

LEVEL = Fraction(5, 100)


def build(evidence: Evidence, settings: Settings) -> Table:
    """Each model on the 500 Real questions under both prompts; p-values by McNemar and Holm."""
    counted = [_paired(evidence, model.name) for model in MODELS]
    names = [model.name for model in MODELS]
    values = [mcnemar(two.first, two.second) for two in counted]
    tested = holm(names, dict(zip(names, values, strict=True)))
    rows = []
    for model, two, test in zip(MODELS, counted, tested, strict=True):
        said = signature(metric="mcnemar-exact", run=f"cot-direct/real/{model.name}", unit="item")
        numbers = (two.total, two.both, two.first, two.second, two.neither)
        cells = [Cell(number, Unit.COUNT, said) for number in numbers]
        gain = Fraction(two.gain, two.total) if two.total else None
        cells.append(Cell(gain, Unit.POINTS, said, reason="no questions"))
        cells += [Cell(p, Unit.SHARE, said) for p in (test.p, test.adjusted)]
        cells.append(Cell("yes" if test.rejected(LEVEL) else "no", Unit.TEXT, said))
        rows.append(Row(model.name, tuple(cells)))
    heads = ("questions", "both right", "direct only", "cot only", "neither",
             "gain", "p", "p, Holm", "at 5 %")  # fmt: skip
    note = "Exact two-sided McNemar tests; Holm's correction over the 20 models."
    title = "Direct against chain-of-thought prompts, Real split"
    return Table("prompts-paired", title, heads, tuple(rows), note=note)


def _paired(evidence: Evidence, name: str) -> Paired:
    direct, cot = (
        outcomes(evidence.records, run_id(kind, "real", name)) for kind in ("direct", "cot")
    )
    return paired(
        (outcome is Outcome.RIGHT, cot[item] is Outcome.RIGHT) for item, outcome in direct.items()
    )
