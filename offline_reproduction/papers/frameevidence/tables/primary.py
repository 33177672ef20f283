"""Tables 4, 8, 9 and 11: scores of whole runs, and insufficiency responses."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from fe_core.reporting.cells import Cell
from fe_core.reporting.tables import Row, Table
from fe_core.scoring import chance
from offline_reproduction.papers.frameevidence.cells import keyed, number, percent, share, spread
from offline_reproduction.papers.frameevidence.configurations import (
    FAMILIES,
    ORDINARY,
    PRIMARY,
    SEEDS,
    ordinary,
)
from offline_reproduction.papers.frameevidence.evidence import LETTERS, Evidence
from offline_reproduction.papers.frameevidence.scores import JOINT, accuracy, classification, joint
from offline_reproduction.study.paper import Settings

COLUMNS = ("P", "R", "F1", "Acc.", "GEM", "NTS", "DIS")
CONDITIONS = {"MSS": "mss", "Del.": "deletion", "Add.": "addition"}
RANDOM = "Uniform random"


def table_04(evidence: Evidence, settings: Settings) -> Table:
    """Section 6, equation 1 and the definitions after it: twenty runs and the random reference."""
    rows = [keyed(c.row, COLUMNS, partial(scores, evidence, c.primary)) for c in PRIMARY]
    rows.append(keyed(RANDOM, COLUMNS, partial(uniform_guesses, evidence)))
    return Table("table-04", "All-images scores of 20 configurations, %", COLUMNS, tuple(rows))


def table_08(evidence: Evidence, settings: Settings) -> Table:
    """Section 7: answers of each condition that mean insufficiency, whatever their letter."""
    rows = tuple(
        keyed(c.row, tuple(CONDITIONS), partial(_insufficient, evidence, c.primary))
        for c in PRIMARY
    )
    return Table("table-08", "Insufficiency responses of 48, by condition", tuple(CONDITIONS), rows)


def table_09(evidence: Evidence, settings: Settings) -> Table:
    """Appendix A: configured repositories and aliases, which no answer can tell."""
    return Table("table-09", "Configured repositories and gateway aliases", ("Identifier",), ())


def table_11(evidence: Evidence, settings: Settings) -> Table:
    """Appendix A: eight ordinary runs; means and sample deviations of unrounded values."""
    rows: list[Row] = []
    for family in FAMILIES:
        rows += [
            keyed(key, COLUMNS, partial(scores, evidence, run))
            for key, run in ORDINARY
            if key.startswith(f"{family} ")
        ]
        rows.append(keyed(f"{family} Mean", COLUMNS, partial(means, evidence, family)))
    return Table("table-11", "Ordinary runs by seed, %", COLUMNS, tuple(rows))


def scores(evidence: Evidence, run: str) -> dict[str, Cell]:
    """Macro P, R, F1 over A–D, accuracy over all test items, joint success over 48 groups each."""
    view = evidence.view(run)
    confusion = classification(view, evidence.items)
    cells = {
        "P": share(confusion.macro_precision(), metric="macro-precision", run=run),
        "R": share(confusion.macro_recall(), metric="macro-recall", run=run),
        "F1": share(confusion.macro_f1(), metric="macro-f1", run=run),
        "Acc.": percent(accuracy(view, evidence.items), metric="accuracy", run=run),
    }
    for metric in JOINT:
        score = joint(view, evidence.test, metric)
        cells[metric] = percent(score, metric=metric, run=run, unit="group")
    return cells


def means(evidence: Evidence, family: str) -> Mapping[str, Cell]:
    """Mean ± sample deviation over a family's three adapted checkpoints."""
    runs = [scores(evidence, ordinary(family, seed)) for seed in SEEDS]
    return {
        column: spread([_rate(run[column]) for run in runs], metric=column, runs=len(runs))
        for column in COLUMNS
    }


def uniform_guesses(evidence: Evidence) -> dict[str, Cell]:
    """Appendix A: exact expectations of every metric under independent uniform guesses."""
    return evidence.once(("uniform guesses",), lambda: _uniform_guesses(evidence))


def _uniform_guesses(evidence: Evidence) -> dict[str, Cell]:
    letters = [item.gold for item in evidence.items]
    supports, options = [letters.count(letter) for letter in LETTERS], len(LETTERS)
    values: dict[str, Fraction | None] = {
        "P": chance.expected_macro_precision(supports, options),
        "R": chance.expected_macro_recall(supports, options),
        "F1": chance.expected_macro_f1(supports, options),
        "Acc.": chance.expected_accuracy([len(item.options) for item in evidence.items]),
    }
    for metric, (_, variants) in JOINT.items():
        values[metric] = chance.all_right([options] * len(variants))
    return {name: share(value, metric=name, guesses="uniform") for name, value in values.items()}


def insufficiency(evidence: Evidence, run: str, condition: str) -> int:
    """Answers to one FQ2 condition that mean insufficiency."""
    view = evidence.view(run)
    return sum(view.insufficient(group.item(condition)) for group in evidence.family("FQ2"))


def _insufficient(evidence: Evidence, run: str) -> dict[str, Cell]:
    groups = len(evidence.family("FQ2"))
    return {
        column: number(
            insufficiency(evidence, run, condition),
            groups,
            metric="insufficiency-responses",
            run=run,
            condition=condition,
        )
        for column, condition in CONDITIONS.items()
    }


def _rate(cell: Cell) -> Fraction | None:
    return cell.value if isinstance(cell.value, Fraction) else None
