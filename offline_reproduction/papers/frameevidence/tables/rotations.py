"""Tables 6, 7 and 12: option rotations (Appendix A, equation 2) and repeated runs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from fe_core.errors import UsageError
from fe_core.reporting.cells import Cell
from fe_core.reporting.tables import Row, Table
from fe_core.scoring.joint import ALL_RIGHT, CONSISTENT, at_least
from fe_core.scoring.metric import total
from fe_core.scoring.outcomes import Outcome
from offline_reproduction.papers.frameevidence.cells import keyed, percent, points, spread
from offline_reproduction.papers.frameevidence.configurations import (
    FAMILIES,
    GPT,
    PRIMARY_GPT,
    REPEATED_GPT,
    ROTATED_GPT,
    ROTATIONS,
    SEEDS,
    circular,
    ordinary,
)
from offline_reproduction.papers.frameevidence.evidence import Evidence, View
from offline_reproduction.papers.frameevidence.scores import JOINT, Score, accuracy, joint
from offline_reproduction.study.paper import Settings

SCORES = ("Vanilla", "Mean rot.", "Circular", "Consistency", "Drop")
ORDINARY_COLUMNS = ("Acc.", *JOINT)
ROTATED_COLUMNS = ("Vanilla", "Circular", "Consistency")
SUMMARY = "reported from a run summary; the retained predictions are incomplete (Appendix A)"
SUMMARY_06 = {f"Qwen2.5-VL-7B Base | Rotations: {name}": SUMMARY for name in ROTATED_COLUMNS}
SUMMARY_12 = {"Qwen2.5-VL-7B Base": SUMMARY}


def table_06(evidence: Evidence, settings: Settings) -> Table:
    """Section 6: ordinary (a) and rotated (b) runs; LoRA as mean ± sample deviation."""
    columns = (
        *(f"Ordinary: {name}" for name in ORDINARY_COLUMNS),
        *(f"Rotations: {name}" for name in ROTATED_COLUMNS),
    )
    rows: list[Row] = []
    for family in FAMILIES:
        rows.append(keyed(f"{family} Base", columns, partial(_base, evidence, family)))
        rows.append(keyed(f"{family} LoRA", columns, partial(_adapted, evidence, family)))
    rows.append(keyed(f"{GPT} 0-shot", columns, partial(_gpt, evidence)))
    return Table("table-06", "Ordinary and rotated evaluation, %", columns, tuple(rows))


def table_07(evidence: Evidence, settings: Settings) -> Table:
    """Section 6: rotation zero paired with the same-order repeat and with each other rotation."""
    others = {"Repeat": partner(evidence, "Repeat")} if evidence.records.has(REPEATED_GPT) else {}
    columns = ("Repeat", "R1", "R2", "R3")
    if evidence.records.has(ROTATED_GPT):
        others |= {name: partner(evidence, name) for name in columns[1:]}
    rows = tuple(
        keyed(metric, columns, partial(_pairs, evidence, others, metric)) for metric in PAIRS
    )
    title = "GPT zero-shot: rotation zero paired with a repeat or another rotation, %"
    return Table("table-07", title, columns, rows)


def table_12(evidence: Evidence, settings: Settings) -> Table:
    """Appendix A: each run at four rotations; the mean over all its answers; the drop."""
    rows = [
        keyed(f"{family} {seed}", SCORES, partial(_checkpoint, evidence, family, seed))
        for family in FAMILIES
        for seed in ("Base", *SEEDS)
    ]
    rows.append(keyed(f"{GPT} 0-shot", SCORES, partial(rotated, evidence, ROTATED_GPT)))
    return Table("table-12", "Rotation scores by seed, %", SCORES, tuple(rows))


def _checkpoint(evidence: Evidence, family: str, seed: str) -> Mapping[str, Cell]:
    run = circular(family, seed)
    summary = f"{family} {seed}" in SUMMARY_12 and not evidence.records.has(run)
    return {} if summary else rotated(evidence, run)


def rotated(evidence: Evidence, run: str) -> dict[str, Cell]:
    """Vanilla is the run's own rotation zero; Circular needs four right answers; Consistency four
    valid ones of the same meaning (equation 2)."""
    sums = rotation_scores(evidence, run)
    cells = {
        name: percent(score, metric=name, run=run, rotations=len(ROTATIONS))
        for name, score in sums.items()
    }
    first, all_four = sums["Vanilla"].rate, sums["Circular"].rate
    drop = None if first is None or all_four is None else first - all_four
    cells["Drop"] = points(drop, metric="vanilla-minus-circular", run=run)
    return cells


def rotation_scores(evidence: Evidence, run: str) -> dict[str, Score]:
    """The counts behind Table 12. Raises UsageError where a rotation is missing."""
    return evidence.once(("rotations", run), lambda: _rotation_scores(evidence, run))


def _rotation_scores(evidence: Evidence, run: str) -> dict[str, Score]:
    views = [evidence.view(run, rotation) for rotation in ROTATIONS]
    each = [accuracy(view, evidence.items) for view in views]
    return {
        "Vanilla": each[0],
        "Mean rot.": Score(sum(s.hits for s in each), sum(s.total for s in each)),
        "Circular": all_right(evidence, views),
        "Consistency": consistent(evidence, views),
    }


def all_right(evidence: Evidence, views: list[View]) -> Score:
    """Items that every one of several executions has right."""
    return Score(*total(ALL_RIGHT, (_outcomes(views, i.item) for i in evidence.items)))


def consistent(evidence: Evidence, views: list[View]) -> Score:
    """Items whose answers are all valid and mean the same, right or wrong."""
    return Score(
        *total(CONSISTENT, ([view.meanings[i.item] for view in views] for i in evidence.items))
    )


def partner(evidence: Evidence, name: str) -> View:
    """The execution that Table 7 pairs with rotation zero: "Repeat", "R1", "R2" or "R3"."""
    if name == "Repeat":
        return evidence.view(REPEATED_GPT)
    return evidence.view(ROTATED_GPT, int(name[1:]))


def _at_least_one(evidence: Evidence, views: list[View]) -> Score:
    return Score(*total(at_least(1), (_outcomes(views, i.item) for i in evidence.items)))


def consistently_wrong(evidence: Evidence, views: list[View]) -> Score:
    """Consistent items that are wrong."""
    same = consistent(evidence, views)
    return Score(same.hits - all_right(evidence, views).hits, same.total)


PAIRS = {
    "At least one correct": _at_least_one,
    "Both correct": all_right,
    "Consistency": consistent,
    "Consistently wrong": consistently_wrong,
}


def _pairs(evidence: Evidence, others: Mapping[str, View], metric: str) -> Mapping[str, Cell]:
    zero = evidence.view(ROTATED_GPT)
    if not others:
        raise UsageError(f"the records hold neither run={REPEATED_GPT!r} nor rotations")
    return {
        name: percent(PAIRS[metric](evidence, [zero, other]), metric=metric, pair=f"R0+{name}")
        for name, other in others.items()
    }


def _base(evidence: Evidence, family: str) -> Mapping[str, Cell]:
    cells = _ordinary(evidence, ordinary(family, "Base"))
    if evidence.records.has(circular(family, "Base")):
        cells |= _rotations(evidence, circular(family, "Base"))
    return cells


def _gpt(evidence: Evidence) -> Mapping[str, Cell]:
    return _ordinary(evidence, PRIMARY_GPT) | _rotations(evidence, ROTATED_GPT)


def _adapted(evidence: Evidence, family: str) -> Mapping[str, Cell]:
    runs = [
        _ordinary(evidence, ordinary(family, seed)) | _rotations(evidence, circular(family, seed))
        for seed in SEEDS
    ]
    return {
        name: spread([_rate(run[name]) for run in runs], metric=name, runs=len(runs))
        for name in runs[0]
    }


def _ordinary(evidence: Evidence, run: str) -> dict[str, Cell]:
    view = evidence.view(run)
    scores = {"Acc.": accuracy(view, evidence.items)}
    scores |= {metric: joint(view, evidence.test, metric) for metric in JOINT}
    return {
        f"Ordinary: {name}": percent(score, metric=name, run=run) for name, score in scores.items()
    }


def _rotations(evidence: Evidence, run: str) -> dict[str, Cell]:
    sums = rotation_scores(evidence, run)
    return {
        f"Rotations: {name}": percent(sums[name], metric=name, run=run) for name in ROTATED_COLUMNS
    }


def _outcomes(views: list[View], item: str) -> tuple[Outcome, ...]:
    return tuple(view.outcomes[item] for view in views)


def _rate(cell: Cell) -> Fraction | None:
    return cell.value if isinstance(cell.value, Fraction) else None
