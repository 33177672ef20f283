"""Runs: accuracy with intervals, the map of items by run, and how each item was answered."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from fe_core.intervals.engine import PYTHON, exact_quantiles
from fe_core.intervals.law import OutOfReachError
from fe_core.intervals.quantiles import tails
from fe_core.numbers.rounding import rounded
from fe_core.records.model import Basis
from fe_core.reporting.escape import html_text
from fe_core.reporting.markdown import ledger_texts
from fe_core.reporting.report import OutcomeMap, StudyReport
from fe_core.scoring.ledger import LedgerRow
from offline_reproduction.page import addresses, forest
from offline_reproduction.page.parts import frame, plain_table
from offline_reproduction.page.png import data_uri

MOST = 120
"""Runs whose accuracy is drawn; more would be a picture nobody reads."""

LEVEL = Fraction(95, 100)


def section(report: StudyReport) -> Iterator[str]:
    """Everything about runs, after the tables."""
    yield f'<section class="runs" id="{addresses.address(report.study, "runs")}">'
    yield "<h3>Runs</h3>"
    if report.basis is not Basis.WITNESS:
        yield from _accuracies(report)
    if report.outcomes:
        yield from _outcomes(report.outcomes)
    yield from _premises(report)
    yield from _ledger(report)
    yield "</section>"


def _accuracies(report: StudyReport) -> Iterator[str]:
    rows = [row for row in report.ledger if row.asked and row.determined]
    if not 1 < len(rows) <= MOST:
        return
    found = [one for one in map(_accuracy, rows) if one is not None]
    if found:
        yield from forest.drawing(
            "accuracy by run, %, with the exact 95 % interval of drawing items anew",
            found,
            ("accuracy", "interval", "right/asked"),
        )


def _accuracy(row: LedgerRow) -> forest.Interval | None:
    outcomes = [1] * row.right + [0] * (row.asked - row.right)
    try:
        ends, _ = exact_quantiles(PYTHON, outcomes, [1] * row.asked, list(tails(LEVEL)))
    except OutOfReachError:
        return None
    share = Fraction(row.right, row.asked)
    texts = [rounded(value, 2, scale=100) for value in (share, *ends)]
    return forest.Interval(
        _name(row),
        (100 * ends[0], 100 * ends[1]),
        estimate=100 * share,
        texts=(texts[0], f"[{texts[1]}, {texts[2]}]", f"{row.right}/{row.asked}"),
    )


def _outcomes(outcomes: OutcomeMap) -> Iterator[str]:
    said = (
        f"Map of {outcomes.items} items by {len(outcomes.runs)} runs: green right, sand wrong, "
        "violet invalid, grey not asked; a row a run, an item a column."
    )
    width = outcomes.items * _zoom(outcomes)
    image = (
        f'<img class="map" alt="{html_text(said)}" src="{data_uri(outcomes.rows, outcomes.items)}" '
        f'width="{width}" height="{12 * len(outcomes.rows)}">'
    )
    names = "".join(f"<li>{html_text(run)}</li>" for run in outcomes.runs)
    yield f'<h4>Item by run</h4><p class="note">{html_text(said)} '
    yield '<button type="button" id="sort" hidden>sort items by difficulty</button></p>'
    inside = f'<div class="by-run"><ol class="names">{names}</ol>{image}</div>'
    yield from frame("Item by run", [inside])


def _zoom(outcomes: OutcomeMap) -> int:
    """Pixels an item, so that a small map can be seen."""
    return max(1, min(12, 720 // max(1, outcomes.items)))


def _premises(report: StudyReport) -> Iterator[str]:
    if report.premises:
        yield "<details><summary>What the numbers take for granted</summary>"
        rows = ((one.premise, (one.value, one.known)) for one in report.premises)
        yield from frame("Premises", plain_table(("", "known"), rows))
        yield "</details>"


def _ledger(report: StudyReport) -> Iterator[str]:
    heads = ("asked", "right", "wrong", "unreadable", "empty", "failed", "missing")
    yield "<details><summary>Who was asked what, and how it was answered</summary>"
    rows = plain_table(heads, ((_name(row), ledger_texts(row)) for row in report.ledger))
    yield from frame("Denominators", rows)
    yield "</details>"


def _name(row: LedgerRow) -> str:
    return row.run + (f" (rotation {row.rotation})" if row.rotation else "")
