"""Tables 25, 26 and 35: paired contrasts with whole-cluster intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from fe_core.intervals.law import law
from fe_core.reporting.cells import Cell
from fe_core.reporting.tables import Table
from offline_reproduction.papers.frameevidence.cells import interval, keyed, number, points
from offline_reproduction.papers.frameevidence.configurations import (
    ABLATED,
    CLAUDE_SHOTS,
    GPT_SHOTS,
    PAIRS,
    SHOTS,
    Configuration,
)
from offline_reproduction.papers.frameevidence.evidence import Evidence, Group, View
from offline_reproduction.papers.frameevidence.partitions import (
    PARTITIONS,
    Tally,
    accuracy_difference,
    columns,
    joint_difference,
    of_metric,
)
from offline_reproduction.papers.frameevidence.scores import JOINT, items_of, joint_pairing, pairing
from offline_reproduction.study.paper import Settings

METRICS = ("Acc.", *JOINT)
CONTRAST_DRAWS, CLUSTERING_DRAWS, SHOT_DRAWS = 10_000, 20_000, 20_000
LOW, HIGH = Fraction(1, 40), Fraction(39, 40)
CLUSTERED = ("NTS", "DIS")


class Contrast(NamedTuple):
    """Two runs on the same items: `after` minus `before`."""

    name: str
    before: str
    after: str


class LeaveOneOut(NamedTuple):
    """Least and greatest 100(D − d_c)/n over clusters, as shares (D.6)."""

    low: Fraction
    high: Fraction


def contrasts() -> tuple[Contrast, ...]:
    """All images minus none and minus the first, for each ablated run; LoRA minus Base."""
    found = []
    for mode, suffix in (("text only", "text-only"), ("first image", "first-image")):
        found += [
            Contrast(f"{c.row}: all images - {mode}", c.ablation(suffix), c.primary)
            for c in ABLATED
        ]
    found += [Contrast(f"{b.model}: LoRA - Base", b.primary, a.primary) for b, a in PAIRS]
    return tuple(found)


def shot_contrasts() -> tuple[Contrast, ...]:
    """Each shot setting minus the one before, in both gateway families."""
    found = []
    for shots in (GPT_SHOTS, CLAUDE_SHOTS):
        steps: list[tuple[Configuration, Configuration]] = [
            (shots[one], shots[two]) for one, two in pairwise(SHOTS)
        ]
        found += [
            Contrast(f"{after.row} - {before.setting}", before.primary, after.primary)
            for before, after in steps
        ]
    return tuple(found)


def table_25(evidence: Evidence, settings: Settings) -> Table:
    """Appendix D.5: paired contrasts, exact-image components drawn whole."""
    title = "Paired contrasts over exact-image components"
    return _contrast_table(evidence, "table-25", title, contrasts(), "exact image", CONTRAST_DRAWS)


def table_26(evidence: Evidence, settings: Settings) -> Table:
    """Appendix D.6: four LoRA–Base contrasts under three partitions of FQ2's 48 groups.

    Leave-one-cluster totals neutralize a cluster and keep the denominator: (D − d_c)/48.
    """
    names = ("Difference", *(f"{name}: {what}" for name in PARTITIONS for what in _WHAT))
    rows = tuple(
        keyed(f"{base.model} {metric}", names, partial(_clustered, evidence, base, adapted, metric))
        for base, adapted in PAIRS
        for metric in CLUSTERED
    )
    return Table("table-26", "LoRA minus Base under three partitions", names, rows)


def table_35(evidence: Evidence, settings: Settings) -> Table:
    """Appendix G.3: adjacent shot settings, the union's components drawn whole.

    The text calls both this table and that of retention Table 36; this one comes first.
    """
    title = "Adjacent shot settings over union components"
    return _contrast_table(evidence, "table-35", title, shot_contrasts(), "union", SHOT_DRAWS)


def contrast_columns(
    evidence: Evidence, before: str, after: str, metric: str, partition: str
) -> list[tuple[int, ...]]:
    """Cluster sums of the change and of the denominator, over the metric's own groups."""
    groups = _groups(evidence, metric)
    clusters = PARTITIONS[partition](groups)
    return columns(clusters, groups, _tally(evidence.view(before), evidence.view(after), metric))


def sign_interval(numerators: Sequence[int]) -> tuple[int, int]:
    """The signs of the exact 95 % interval's endpoints.

    Denominators are positive, so a ratio has its numerator's sign, and the law of the numerators
    alone (all denominators 1) gives the endpoints' signs.
    """
    drawn = law(numerators, [1] * len(numerators))
    return _sign(drawn.quantile(LOW)), _sign(drawn.quantile(HIGH))


def leave_one_out(numerators: Sequence[int], groups: int) -> LeaveOneOut:
    """The range of the full difference with one cluster's contribution set to zero."""
    whole = sum(numerators)
    left = [Fraction(whole - part, groups) for part in numerators]
    return LeaveOneOut(min(left), max(left))


_WHAT = ("clusters", "interval", "leave-one-out low", "leave-one-out high")


def _contrast_table(
    evidence: Evidence,
    key: str,
    title: str,
    rows: Sequence[Contrast],
    partition: str,
    draws: int,
) -> Table:
    keys = tuple(
        f"{metric} {what}" for metric in METRICS for what in ("gains", "losses", "Δ", "CI")
    )
    return Table(
        key,
        title,
        keys,
        tuple(
            keyed(row.name, keys, partial(_contrast_cells, evidence, row, partition, draws))
            for row in rows
        ),
    )


def _contrast_cells(
    evidence: Evidence, row: Contrast, partition: str, draws: int
) -> Mapping[str, Cell]:
    before, after = evidence.view(row.before), evidence.view(row.after)
    cells = {}
    for metric in METRICS:
        groups = _groups(evidence, metric)
        both = (
            pairing(before, after, items_of(groups))
            if metric == "Acc."
            else joint_pairing(before, after, groups, metric)
        )
        sums = contrast_columns(evidence, row.before, row.after, metric, partition)
        made = {"metric": f"{metric}-difference", "run": row.after, "minus": row.before}
        cells[f"{metric} gains"] = number(both.second, both.total, **made)
        cells[f"{metric} losses"] = number(both.first, both.total, **made)
        cells[f"{metric} Δ"] = points(Fraction(both.gain, both.total), **made)
        cells[f"{metric} CI"] = interval(sums, draws, **made, clustering=partition)
    return cells


def _clustered(
    evidence: Evidence, base: Configuration, adapted: Configuration, metric: str
) -> Mapping[str, Cell]:
    made = {"metric": f"{metric}-difference", "run": adapted.primary, "minus": base.primary}
    cells: dict[str, Cell] = {}
    for name in PARTITIONS:
        sums = contrast_columns(evidence, base.primary, adapted.primary, metric, name)
        low, high = leave_one_out(sums[0], sum(sums[1]))
        cells["Difference"] = points(Fraction(sum(sums[0]), sum(sums[1])), **made)
        cells[f"{name}: clusters"] = number(len(sums[0]), metric="clusters", clustering=name)
        cells[f"{name}: interval"] = interval(sums, CLUSTERING_DRAWS, **made, clustering=name)
        cells[f"{name}: leave-one-out low"] = points(low, **made, clustering=name)
        cells[f"{name}: leave-one-out high"] = points(high, **made, clustering=name)
    return cells


def _groups(evidence: Evidence, metric: str) -> tuple[Group, ...]:
    return evidence.test if metric == "Acc." else of_metric(evidence.test, metric)


def _tally(before: View, after: View, metric: str) -> Tally:
    if metric == "Acc.":
        return accuracy_difference(before, after)
    return joint_difference(before, after, metric)


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)
