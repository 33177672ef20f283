"""Tables 3, 15–19, 27, 29, 30 and 33: scores within strata of the test groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from fe_core.reporting.cells import Cell
from fe_core.reporting.tables import Row, Table
from offline_reproduction.papers.frameevidence.cells import keyed, number, percent, points
from offline_reproduction.papers.frameevidence.configurations import (
    CLAUDE_SHOTS,
    GPT_SHOTS,
    ORDINARY,
    PAIRS,
    PRIMARY,
)
from offline_reproduction.papers.frameevidence.evidence import Evidence
from offline_reproduction.papers.frameevidence.scores import (
    JOINT,
    Keep,
    Score,
    accuracy,
    having,
    items_of,
    joint,
)
from offline_reproduction.study.paper import Settings

REFERENCES = {"Removed": "removed", "Shifted": "shifted", "Stable": "stable", "None": "none"}
"""What deletion does to the question's ordinal (Section 5)."""
SIZES = ("2", "3", "4")
RELATIONS = ("axial", "quadrant")
SCENES = ("tabletop", "indoor-large", "outdoor-public")
TAGS = ("camera", "object", "world")
SOURCES = ("captured", "rendered")
OVERLAP = {"overlap": "train", "no overlap": "none"}

SELECTED = (
    *(row for pair in PAIRS for row in pair),
    GPT_SHOTS["2-shot"],
    GPT_SHOTS["3-shot"],
    CLAUDE_SHOTS["0-shot"],
    CLAUDE_SHOTS["3-shot"],
)
"""Table 3's rows."""

PRIMARY_RUNS = tuple((row.row, row.primary) for row in PRIMARY)


class Gaps(NamedTuple):
    """Signs of a gap over configurations, and its median."""

    positive: int
    tied: int
    negative: int
    median: Fraction | None


UNANSWERED_16 = {"Qwen3-VL-8B Base": "the paper's text, as it came, ends before this row's numbers"}
"""The last row of Table 16 has a name and no numbers in the text that was transcribed."""


def table_03(evidence: Evidence, settings: Settings) -> Table:
    """Section 5: joint deletion successes by what deletion does to the ordinal."""
    selected = tuple((row.row, row.primary) for row in SELECTED)
    return _by_reference(evidence, "table-03", selected)


def table_27(evidence: Evidence, settings: Settings) -> Table:
    """Appendix E: Table 3 for all twenty configurations."""
    return _by_reference(evidence, "table-27", PRIMARY_RUNS)


def table_15(evidence: Evidence, settings: Settings) -> Table:
    """Appendix D.1: signs and median of axial minus quadrant over twenty configurations."""
    columns = (">", "=", "<", "Median Δ")
    names = {"FQ1-GEM": "GEM", "NTS": "NTS", "DIS": "DIS"}
    rows = tuple(
        keyed(name, columns, partial(_signs, evidence, metric)) for name, metric in names.items()
    )
    return Table("table-15", "Axial minus quadrant over 20 configurations", columns, rows)


def table_16(evidence: Evidence, settings: Settings) -> Table:
    """Appendix D: joint metrics by the size of the base image set."""
    strata = {size: having("images", size) for size in SIZES}
    return _strata(evidence, "table-16", "Scores by base-set size, %", PRIMARY_RUNS, strata)


def table_17(evidence: Evidence, settings: Settings) -> Table:
    """Appendix D: joint metrics by relation."""
    strata = {name: having("relation", name) for name in RELATIONS}
    return _strata(evidence, "table-17", "Scores by relation, %", PRIMARY_RUNS, strata)


def table_18(evidence: Evidence, settings: Settings) -> Table:
    """Appendix D: joint metrics by scene."""
    strata = {name: having("scene", name) for name in SCENES}
    return _strata(evidence, "table-18", "Scores by scene, %", PRIMARY_RUNS, strata)


def table_19(evidence: Evidence, settings: Settings) -> Table:
    """Appendix D: evidence metrics by FQ2's annotation tag."""
    strata = {name: having("tag", name) for name in TAGS}
    title = "Scores by annotation tag, %"
    return _strata(evidence, "table-19", title, PRIMARY_RUNS, strata, ("NTS", "DIS"))


def table_29(evidence: Evidence, settings: Settings) -> Table:
    """Appendix F.1: groups whose scene cluster training shares, and the others."""
    strata = {name: having("overlap", value) for name, value in OVERLAP.items()}
    return _strata(evidence, "table-29", "Scores by scene overlap, %", PRIMARY_RUNS, strata)


def table_30(evidence: Evidence, settings: Settings) -> Table:
    """Appendix F.1: Table 29 for the matched bases and the three training seeds."""
    strata = {name: having("overlap", value) for name, value in OVERLAP.items()}
    title = "Scores of ordinary runs by scene overlap, %"
    return _strata(evidence, "table-30", title, ORDINARY, strata)


def table_33(evidence: Evidence, settings: Settings) -> Table:
    """Appendix G.1: captured against rendered groups, all twenty runs.

    The text calls both this table and that of the paired Base runs Table 34; this one comes first.
    """
    columns = tuple(f"{metric} {source}" for metric in ("Acc.", *JOINT) for source in SOURCES)
    rows = tuple(
        keyed(key, columns, partial(_by_source, evidence, run)) for key, run in PRIMARY_RUNS
    )
    return Table("table-33", "Scores by image source, %", columns, rows)


def gaps(evidence: Evidence, metric: str, first: Keep, second: Keep) -> Gaps:
    """Signs and median of the first stratum's rate minus the second's over the twenty runs."""
    found = []
    for row in PRIMARY:
        view = evidence.view(row.primary)
        one = joint(view, evidence.test, metric, first).rate
        other = joint(view, evidence.test, metric, second).rate
        if one is not None and other is not None:
            found.append(one - other)
    return Gaps(
        sum(gap > 0 for gap in found),
        sum(gap == 0 for gap in found),
        sum(gap < 0 for gap in found),
        median(found),
    )


def median(values: Sequence[Fraction]) -> Fraction | None:
    """The middle value, or the mean of both middle ones; None for no values."""
    if not values:
        return None
    ordered = sorted(values)
    half = len(ordered) // 2
    return (ordered[half] + ordered[-half - 1]) / 2 if len(ordered) % 2 == 0 else ordered[half]


def source_score(evidence: Evidence, run: str, metric: str, source: str) -> Score:
    """Accuracy ("Acc.") or a joint metric within captured or rendered groups."""
    view, keep = evidence.view(run), having("source", source)
    if metric == "Acc.":
        return accuracy(view, items_of(g for g in evidence.test if keep(g)))
    return joint(view, evidence.test, metric, keep)


def _by_source(evidence: Evidence, run: str) -> Mapping[str, Cell]:
    return {
        f"{metric} {source}": percent(
            source_score(evidence, run, metric, source), metric=metric, run=run, source=source
        )
        for metric in ("Acc.", *JOINT)
        for source in SOURCES
    }


def _by_reference(evidence: Evidence, key: str, runs: Sequence[tuple[str, str]]) -> Table:
    columns = tuple(REFERENCES)
    strata = {name: having("reference", value) for name, value in REFERENCES.items()}
    groups = evidence.family("FQ2")
    sizes = tuple(
        number(sum(map(keep, groups)), metric="groups", reference=name)
        for name, keep in strata.items()
    )
    rows = [Row("Groups", sizes)]
    rows += [
        keyed(name, columns, partial(_reference_counts, evidence, run, strata))
        for name, run in runs
    ]
    title = "Joint deletion successes by what happens to the ordinal"
    return Table(key, title, columns, tuple(rows))


def _reference_counts(evidence: Evidence, run: str, strata: Mapping[str, Keep]) -> dict[str, Cell]:
    view = evidence.view(run)
    counts = {name: joint(view, evidence.test, "NTS", keep) for name, keep in strata.items()}
    return {
        name: number(score.hits, score.total, metric="NTS", run=run, reference=name)
        for name, score in counts.items()
    }


def _signs(evidence: Evidence, metric: str) -> Mapping[str, Cell]:
    axial, quadrant = (having("relation", name) for name in RELATIONS)
    found = gaps(evidence, metric, axial, quadrant)
    counts = {">": found.positive, "=": found.tied, "<": found.negative}
    made = f"axial-minus-quadrant {metric}"
    cells = {sign: number(count, metric=made, sign=sign) for sign, count in counts.items()}
    cells["Median Δ"] = points(found.median, metric=made, over="median")
    return cells


def _strata(
    evidence: Evidence,
    key: str,
    title: str,
    runs: Sequence[tuple[str, str]],
    strata: Mapping[str, Keep],
    metrics: Sequence[str] = tuple(JOINT),
) -> Table:
    columns = tuple(f"{metric} {stratum}" for metric in metrics for stratum in strata)
    rows = tuple(
        keyed(name, columns, partial(_stratum_scores, evidence, run, strata, metrics))
        for name, run in runs
    )
    return Table(key, title, columns, rows)


def _stratum_scores(
    evidence: Evidence, run: str, strata: Mapping[str, Keep], metrics: Sequence[str]
) -> Mapping[str, Cell]:
    view = evidence.view(run)
    return {
        f"{metric} {stratum}": percent(
            joint(view, evidence.test, metric, keep), metric=metric, run=run, stratum=stratum
        )
        for metric in metrics
        for stratum, keep in strata.items()
    }
