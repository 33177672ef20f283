"""Tables 20, 31, 34 and 36: how answers change between variants and between runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import NamedTuple

from fe_core.reporting.cells import Cell
from fe_core.reporting.tables import Row, Table
from offline_reproduction.papers.frameevidence.cells import keyed, number, percent, share
from offline_reproduction.papers.frameevidence.configurations import (
    PAIRS,
    PRIMARY,
    Configuration,
    ordinary,
)
from offline_reproduction.papers.frameevidence.evidence import VARIANTS, Evidence, View
from offline_reproduction.papers.frameevidence.scores import (
    JOINT,
    Score,
    accuracy,
    joint,
    joint_pairing,
    pairing,
)
from offline_reproduction.study.paper import Settings

FRAME_PAIRS = tuple(combinations(VARIANTS["FQ1"], 2))
"""Camera–object, camera–world, object–world (Appendix F.2)."""
SWITCHES = ("spatial to insufficient", "insufficient to spatial")


class FramePairs(NamedTuple):
    """FQ1 pairs of one run whose gold meanings differ, by what the answers do.

    correct: pairs with both answers right; false_changes: changed answers on unchanged golds.
    """

    total: int
    changed: int
    repeated: int
    invalid: int
    correct: int
    false_changes: int


class Retention(NamedTuple):
    """FQ2 groups of one run by what addition does to the answer (Appendix G.4).

    repeated, flipped: of valid pairs. kept: MSS and addition right. mss: groups with a right MSS
    answer, whatever the addition's.
    """

    repeated: int
    flipped: int
    invalid: int
    kept: int
    mss: int


class Detection(NamedTuple):
    """Insufficiency responses against the deletion label (Appendix G.4).

    An invalid answer to a deletion question is a missed positive; one to another question is an
    error, and no true negative.
    """

    true: int
    missed: int
    false: int
    true_negative: int
    error: int

    @property
    def recall(self) -> Score:
        """Detected deletions over all deletions."""
        return Score(self.true, self.true + self.missed)

    @property
    def precision(self) -> Score:
        """Detected deletions over all insufficiency responses."""
        return Score(self.true, self.true + self.false)

    @property
    def f1(self) -> Fraction | None:
        """Harmonic mean of both; None where there is neither a label nor a response."""
        bottom = 2 * self.true + self.missed + self.false
        return Fraction(2 * self.true, bottom) if bottom else None


def table_20(evidence: Evidence, settings: Settings) -> Table:
    """Appendix D.2: responses of each FQ2 condition, and Base-to-LoRA switches.

    The sources never name Table 20; it is assumed to be this one, between 19 and 21.
    """
    kinds = ("spatial", "insufficient", "invalid")
    columns = tuple(f"{v} {kind}" for v in VARIANTS["FQ2"] for kind in kinds) + tuple(
        f"{v} {switch}" for v in VARIANTS["FQ2"] for switch in SWITCHES
    )
    rows: list[Row] = []
    for base, adapted in PAIRS:
        rows.append(keyed(base.row, columns, partial(_responses, evidence, base)))
        rows.append(keyed(adapted.row, columns, partial(_responses, evidence, adapted, base)))
    return Table(
        "table-20", "Responses by condition, and Base-to-LoRA switches", columns, tuple(rows)
    )


def table_31(evidence: Evidence, settings: Settings) -> Table:
    """Appendix F.2: meanings across the three frame pairs of each FQ1 group."""
    columns = ("Pairs", "Changed", "Repeated", "Invalid", "Both correct", "GEM")
    rows = tuple(keyed(c.row, columns, partial(_frame_cells, evidence, c.primary)) for c in PRIMARY)
    return Table("table-31", "Answer changes across frame pairs", columns, rows)


def table_34(evidence: Evidence, settings: Settings) -> Table:
    """Appendix G.2: the primary and the ordinary execution of each Base checkpoint."""
    columns = (
        "Items", "Same letter", "Both correct", "Primary only", "Ordinary only", "Neither",
        *(f"{metric} {run}" for metric in JOINT for run in ("primary", "ordinary")),
    )  # fmt: skip
    rows = tuple(
        keyed(base.row, columns, partial(_executions, evidence, base)) for base, _ in PAIRS
    )
    return Table("table-34", "Paired Base executions", columns, rows)


def table_36(evidence: Evidence, settings: Settings) -> Table:
    """Appendix G.4: answers after addition, and detection of insufficiency."""
    columns = (
        "Repeated", "Flipped", "Invalid", "Retained", "Recall", "Precision", "F1",
        "True", "Missed", "False", "True negative", "Error",
    )  # fmt: skip
    rows = tuple(keyed(c.row, columns, partial(_after, evidence, c.primary)) for c in PRIMARY)
    return Table("table-36", "Retention and insufficiency detection", columns, rows)


def figure_05(evidence: Evidence, settings: Settings) -> Table:
    """Figure 5: MSS success over 48 groups, and addition success on the MSS-correct ones."""
    columns = ("MSS", "DIS given MSS")
    rows = tuple(keyed(c.row, columns, partial(_conditional, evidence, c.primary)) for c in PRIMARY)
    return Table("figure-05", "Initial and conditional success", columns, rows)


def frame_pairs(evidence: Evidence, run: str) -> FramePairs:
    """Partition a run's FQ1 pairs by gold-meaning change and predicted change."""
    view = evidence.view(run)
    counts: Counter[str] = Counter()
    for group in evidence.family("FQ1"):
        for one, other in FRAME_PAIRS:
            first, second = group.items[one], group.items[other]
            told = view.meanings[first.item], view.meanings[second.item]
            moved = first.meaning(str(first.gold)) != second.meaning(str(second.gold))
            kind = "invalid" if None in told else "changed" if told[0] != told[1] else "repeated"
            counts[kind if moved else f"unchanged gold {kind}"] += 1
            counts["total"] += moved
            counts["correct"] += moved and view.right(first.item) and view.right(second.item)
    names = ("total", "changed", "repeated", "invalid", "correct", "unchanged gold changed")
    return FramePairs(*(counts[name] for name in names))


def retention(evidence: Evidence, run: str) -> Retention:
    """What hard addition does to a run's MSS answers."""
    view = evidence.view(run)
    counts: Counter[str] = Counter()
    for group in evidence.family("FQ2"):
        before, after = group.item("mss"), group.item("addition")
        told = view.meanings[before], view.meanings[after]
        counts["invalid" if None in told else "same" if told[0] == told[1] else "flipped"] += 1
        counts["mss"] += view.right(before)
    kept = joint(view, evidence.test, "DIS").hits
    return Retention(counts["same"], counts["flipped"], counts["invalid"], kept, counts["mss"])


def detection(evidence: Evidence, run: str) -> Detection:
    """A run's insufficiency responses against deletion as the positive label."""
    view = evidence.view(run)
    counts: Counter[tuple[bool, str]] = Counter()
    for group in evidence.family("FQ2"):
        for variant in VARIANTS["FQ2"]:
            counts[variant == "deletion", _response(view, group.item(variant))] += 1
    positives = {kind: counts[True, kind] for kind in ("spatial", "insufficient", "invalid")}
    return Detection(
        positives["insufficient"],
        positives["spatial"] + positives["invalid"],
        counts[False, "insufficient"],
        counts[False, "spatial"],
        counts[False, "invalid"],
    )


def switches(evidence: Evidence, before: str, after: str, variant: str) -> tuple[int, int]:
    """Groups whose answer to a condition turns from spatial to insufficient, and back."""
    one, other = evidence.view(before), evidence.view(after)
    pairs = Counter(
        (_response(one, group.item(variant)), _response(other, group.item(variant)))
        for group in evidence.family("FQ2")
    )
    return pairs["spatial", "insufficient"], pairs["insufficient", "spatial"]


def same_letters(evidence: Evidence, one: View, other: View) -> Score:
    """Test items on which two runs give the same valid letter."""
    hits = [
        one.options[i.item] is not None and one.options[i.item] == other.options[i.item]
        for i in evidence.items
    ]
    return Score(sum(hits), len(hits))


def _response(view: View, item: str) -> str:
    if view.meanings[item] is None:
        return "invalid"
    return "insufficient" if view.insufficient(item) else "spatial"


def _responses(
    evidence: Evidence, row: Configuration, base: Configuration | None = None
) -> Mapping[str, Cell]:
    view, groups = evidence.view(row.primary), evidence.family("FQ2")
    cells = {}
    for variant in VARIANTS["FQ2"]:
        told = Counter(_response(view, group.item(variant)) for group in groups)
        for kind in ("spatial", "insufficient", "invalid"):
            made = number(told[kind], len(groups), metric=f"{kind}-responses", run=view.run)
            cells[f"{variant} {kind}"] = made
        if base is not None:
            moved = switches(evidence, base.primary, row.primary, variant)
            for name, count in zip(SWITCHES, moved, strict=True):
                cells[f"{variant} {name}"] = number(count, metric=name, run=view.run)
    return cells


def _frame_cells(evidence: Evidence, run: str) -> Mapping[str, Cell]:
    found = frame_pairs(evidence, run)
    gem = joint(evidence.view(run), evidence.test, "GEM")
    counts = {
        "Pairs": found.total,
        "Changed": found.changed,
        "Repeated": found.repeated,
        "Invalid": found.invalid,
        "Both correct": found.correct,
    }
    cells = {name: number(count, metric=f"pairs {name}", run=run) for name, count in counts.items()}
    cells["GEM"] = number(gem.hits, gem.total, metric="GEM", run=run)
    return cells


def _executions(evidence: Evidence, base: Configuration) -> Mapping[str, Cell]:
    one, other = evidence.view(base.primary), evidence.view(ordinary(base.model, "Base"))
    same, both = same_letters(evidence, one, other), pairing(one, other, evidence.items)
    made = {"run": one.run, "with": other.run}
    cells = {
        "Items": number(same.total, **made),
        "Same letter": number(same.hits, same.total, metric="same-letter", **made),
        "Both correct": number(both.both, metric="both-correct", **made),
        "Primary only": number(both.first, metric="first-only", **made),
        "Ordinary only": number(both.second, metric="second-only", **made),
        "Neither": number(both.neither, metric="neither", **made),
    }
    for metric in JOINT:
        for name, view in (("primary", one), ("ordinary", other)):
            score = joint(view, evidence.test, metric)
            cells[f"{metric} {name}"] = number(score.hits, score.total, metric=metric, run=view.run)
        assert joint_pairing(one, other, evidence.test, metric).total == score.total
    return cells


def _after(evidence: Evidence, run: str) -> Mapping[str, Cell]:
    kept, found = retention(evidence, run), detection(evidence, run)
    made = {"run": run}
    return {
        "Repeated": number(kept.repeated, metric="repeated-meaning", **made),
        "Flipped": number(kept.flipped, metric="flipped-meaning", **made),
        "Invalid": number(kept.invalid, metric="invalid-pair", **made),
        "Retained": percent(Score(kept.kept, kept.mss), metric="retention", **made),
        "Recall": percent(found.recall, metric="insufficiency-recall", **made),
        "Precision": percent(found.precision, metric="insufficiency-precision", **made),
        "F1": share(found.f1, metric="insufficiency-f1", **made),
        "True": number(found.true, metric="true-insufficiency", **made),
        "Missed": number(found.missed, metric="missed-insufficiency", **made),
        "False": number(found.false, metric="false-insufficiency", **made),
        "True negative": number(found.true_negative, metric="true-negative", **made),
        "Error": number(found.error, metric="invalid-negative", **made),
    }


def _conditional(evidence: Evidence, run: str) -> Mapping[str, Cell]:
    kept = retention(evidence, run)
    view = evidence.view(run)
    mss = accuracy(view, (group.items["mss"] for group in evidence.family("FQ2")))
    return {
        "MSS": percent(mss, metric="mss-accuracy", run=run),
        "DIS given MSS": percent(Score(kept.kept, kept.mss), metric="retention", run=run),
    }
