"""Tables 5 and 14: all images against the first image and none (Appendix C)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from fe_core.reporting.cells import Cell
from fe_core.reporting.tables import Table
from offline_reproduction.papers.frameevidence.cells import difference, keyed, percent
from offline_reproduction.papers.frameevidence.configurations import ABLATED, MODES, Configuration
from offline_reproduction.papers.frameevidence.evidence import Evidence, View
from offline_reproduction.papers.frameevidence.scores import JOINT, Score, accuracy, joint
from offline_reproduction.study.paper import Settings

GAINS = ("Acc.", "NTS", "DIS")
SCORES = ("Acc.", *JOINT)


def table_05(evidence: Evidence, settings: Settings) -> Table:
    """Section 6: all images minus text only, in points, golds kept."""
    columns = tuple(f"Δ{metric}" for metric in GAINS)
    rows = tuple(keyed(c.row, columns, partial(_gains, evidence, c)) for c in ABLATED)
    return Table("table-05", "All-images minus text-only, points", columns, rows)


def table_14(evidence: Evidence, settings: Settings) -> Table:
    """Appendix C: three input modes; all images are the primary run's answers."""
    columns = tuple(f"{mode}: {metric}" for mode in MODES for metric in SCORES)
    rows = tuple(keyed(c.row, columns, partial(_modes, evidence, c)) for c in ABLATED)
    return Table("table-14", "All images, first image, no image, %", columns, rows)


def score(evidence: Evidence, view: View, metric: str) -> Score:
    """Item accuracy ("Acc.") or a joint metric of one run over the whole test."""
    if metric == "Acc.":
        return accuracy(view, evidence.items)
    return joint(view, evidence.test, metric)


def _gains(evidence: Evidence, row: Configuration) -> Mapping[str, Cell]:
    shown, hidden = evidence.view(row.primary), evidence.view(row.ablation("text-only"))
    return {
        f"Δ{metric}": difference(
            score(evidence, shown, metric),
            score(evidence, hidden, metric),
            metric=f"{metric}-difference",
            run=shown.run,
            minus=hidden.run,
        )
        for metric in GAINS
    }


def _modes(evidence: Evidence, row: Configuration) -> Mapping[str, Cell]:
    cells = {}
    for mode, suffix in MODES.items():
        view = evidence.view(row.ablation(suffix))
        for metric in SCORES:
            made = percent(score(evidence, view, metric), metric=metric, run=view.run)
            cells[f"{mode}: {metric}"] = made
    return cells
