"""Tables 21–24: joint changes on common groups, and references that keep marginal counts."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from fe_core.reporting.cells import Cell
from fe_core.reporting.tables import Row, Table
from fe_core.scoring.decomposition import (
    JointChange,
    fixed_marginal_reference,
    joint_bounds,
    joint_change,
)
from offline_reproduction.papers.frameevidence import metadata_rules as rules
from offline_reproduction.papers.frameevidence.cells import keyed, number, points, share
from offline_reproduction.papers.frameevidence.configurations import ORDINARY, PAIRS, PRIMARY
from offline_reproduction.papers.frameevidence.evidence import Evidence, View
from offline_reproduction.papers.frameevidence.scores import JOINT, joint, variant_right
from offline_reproduction.study.paper import Settings

SECOND_PART = {"NTS": "deletion", "DIS": "addition"}
CHANGE_COLUMNS = (
    "MSS both", "MSS Base only", "MSS LoRA only", "MSS neither",
    "Common gains", "Common losses", "Coverage", "Total",
)  # fmt: skip
MEASURES = ("Observed", "Reference", "Gap", "Least", "Most")


class Alignment(NamedTuple):
    """An observed joint count against the reference that keeps each variant's count (D.4).

    counts: right answers of each variant. joint: groups with all of them right, out of `groups`.
    """

    counts: tuple[int, ...]
    joint: int
    groups: int

    @property
    def reference(self) -> Fraction | None:
        """R = Π c_j/n."""
        return fixed_marginal_reference(self.counts, self.groups)

    @property
    def gap(self) -> Fraction | None:
        """Observed rate minus the reference."""
        reference = self.reference
        return None if reference is None else Fraction(self.joint, self.groups) - reference

    @property
    def bounds(self) -> tuple[int, int]:
        """Least and greatest joint count that these variant counts allow."""
        return joint_bounds(self.counts, self.groups)


def table_21(evidence: Evidence, settings: Settings) -> Table:
    """Appendix D.3: LoRA minus Base split into common MSS-correct groups and changed coverage."""
    rows: list[Row] = []
    for base, adapted in PAIRS:
        for metric in SECOND_PART:
            build = partial(_change_cells, evidence, base.primary, adapted.primary, metric)
            rows.append(keyed(f"{base.model} {metric}", CHANGE_COLUMNS, build))
    title = "LoRA minus Base on common MSS-correct groups, and the rest"
    return Table("table-21", title, CHANGE_COLUMNS, tuple(rows))


def table_22(evidence: Evidence, settings: Settings) -> Table:
    """Appendix D.4: references, gaps and bounds of the twenty primary runs.

    The text names this table 23; the ordinary runs' is 23 too.
    """
    runs = tuple((row.row, row.primary) for row in PRIMARY)
    return _references(evidence, "table-22", "Fixed-marginal references, primary runs", runs)


def table_23(evidence: Evidence, settings: Settings) -> Table:
    """Appendix D.4: references, gaps and bounds of the eight ordinary runs."""
    return _references(evidence, "table-23", "Fixed-marginal references, ordinary runs", ORDINARY)


def table_24(evidence: Evidence, settings: Settings) -> Table:
    """Appendix D.4: references, gaps and bounds of Table 10's rules."""
    metrics = tuple(SECOND_PART)
    columns = _measure_columns(metrics)
    rows = tuple(keyed(n, columns, partial(_rule_measures, evidence, n)) for n in rules.FEATURES)
    return Table("table-24", "Fixed-marginal references, metadata rules", columns, rows)


def change(evidence: Evidence, before: View, after: View, metric: str) -> JointChange:
    """Why the joint count of an FQ2 metric differs between two runs (D.3)."""
    second = SECOND_PART[metric]
    return joint_change(
        (
            before.right(group.item("mss")),
            before.right(group.item(second)),
            after.right(group.item("mss")),
            after.right(group.item(second)),
        )
        for group in evidence.family("FQ2")
    )


def alignment(evidence: Evidence, run: str, metric: str) -> Alignment:
    """Variant counts and joint count of a run over the test groups."""
    view = evidence.view(run)
    family, variants = JOINT[metric]
    groups = evidence.family(family)
    counts = tuple(variant_right(view, groups, variant).hits for variant in variants)
    return Alignment(counts, joint(view, groups, metric).hits, len(groups))


def rule_alignment(evidence: Evidence, name: str, metric: str) -> Alignment:
    """The same for a rule of Table 10."""
    rule, groups = rules.fitted(evidence, name), evidence.family("FQ2")
    counts = tuple(
        sum(rules.rule_right(rule, group, variant) for group in groups)
        for variant in JOINT[metric].variants
    )
    return Alignment(counts, rules.rule_joint(rule, groups, metric).hits, len(groups))


def _change_cells(evidence: Evidence, before: str, after: str, metric: str) -> Mapping[str, Cell]:
    found = change(evidence, evidence.view(before), evidence.view(after), metric)
    values = (*found.base, found.gains, found.losses, found.coverage, found.total)
    return {
        column: number(value, metric=f"{metric}-change", run=after, minus=before, part=column)
        for column, value in zip(CHANGE_COLUMNS, values, strict=True)
    }


def _references(
    evidence: Evidence, key: str, title: str, runs: tuple[tuple[str, str], ...]
) -> Table:
    columns = _measure_columns(tuple(JOINT))
    rows = tuple(keyed(name, columns, partial(_run_measures, evidence, run)) for name, run in runs)
    return Table(key, title, columns, rows)


def _run_measures(evidence: Evidence, run: str) -> Mapping[str, Cell]:
    return {
        f"{metric} {name}": cell
        for metric in JOINT
        for name, cell in _measures(alignment(evidence, run, metric), metric, run).items()
    }


def _rule_measures(evidence: Evidence, name: str) -> Mapping[str, Cell]:
    return {
        f"{metric} {measure}": cell
        for metric in SECOND_PART
        for measure, cell in _measures(rule_alignment(evidence, name, metric), metric, name).items()
    }


def _measures(found: Alignment, metric: str, run: str) -> Mapping[str, Cell]:
    least, most = found.bounds
    text = f"{found.joint}/{found.groups}"
    observed = Fraction(found.joint, found.groups) if found.groups else None
    return {
        "Observed": share(observed, text, metric=metric, run=run),
        "Reference": share(found.reference, metric=f"{metric}-reference", run=run),
        "Gap": points(found.gap, metric=f"{metric}-gap", run=run),
        "Least": number(least, found.groups, metric=f"{metric}-least", run=run),
        "Most": number(most, found.groups, metric=f"{metric}-most", run=run),
    }


def _measure_columns(metrics: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{metric} {measure}" for metric in metrics for measure in MEASURES)
