"""Beyond the paper: direct against chain-of-thought prompts, as paired outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

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
    values = [mcnemar(two.first, two.second) for two in counted]
    adjusted = holm(values)
    rows = []
    for model, two, value, corrected in zip(MODELS, counted, values, adjusted, strict=True):
        said = signature(metric="mcnemar-exact", run=f"cot-direct/real/{model.name}", unit="item")
        numbers = (two.total, two.both, two.first, two.second, two.neither)
        cells = [Cell(number, Unit.COUNT, said) for number in numbers]
        gain = Fraction(two.gain, two.total) if two.total else None
        cells.append(Cell(gain, Unit.POINTS, said, reason="no questions"))
        cells += [Cell(p, Unit.SHARE, said) for p in (value, corrected)]
        cells.append(Cell("yes" if corrected <= LEVEL else "no", Unit.TEXT, said))
        rows.append(Row(model.name, tuple(cells)))
    heads = ("questions", "both right", "direct only", "cot only", "neither",
             "gain", "p", "p, Holm", "at 5 %")  # fmt: skip
    note = "Exact two-sided McNemar tests; Holm's correction over the 20 models."
    title = "Direct against chain-of-thought prompts, Real split"
    return Table("prompts-paired", title, heads, tuple(rows), note=note)


def holm(values: Sequence[Fraction]) -> list[Fraction]:
    """Holm's step-down adjusted p-values, in the order given.

    Source: Holm, A simple sequentially rejective multiple test procedure (1979).

    >>> holm([Fraction(1, 100), Fraction(4, 100), Fraction(3, 100)])
    [Fraction(3, 100), Fraction(3, 50), Fraction(3, 50)]
    """
    order = sorted(range(len(values)), key=lambda i: values[i])
    adjusted = [Fraction(0)] * len(values)
    least = Fraction(0)
    for rank, position in enumerate(order):
        least = max(least, min(Fraction(1), (len(values) - rank) * values[position]))
        adjusted[position] = least
    return adjusted


def _paired(evidence: Evidence, name: str) -> Paired:
    direct, cot = (
        outcomes(evidence.records, run_id(kind, "real", name)) for kind in ("direct", "cot")
    )
    return paired(
        (outcome is Outcome.RIGHT, cot[item] is Outcome.RIGHT) for item, outcome in direct.items()
    )
