"""The example study: six statements, each asked as itself and as its negation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from fe_core.numbers.exact import share
from fe_core.numbers.rounding import Rounding
from fe_core.records.directory import Progress, load
from fe_core.records.model import Records
from fe_core.reporting.cells import Cell, Unit
from fe_core.reporting.signature import signature
from fe_core.reporting.tables import Row, Table
from fe_core.scoring.joint import ALL_RIGHT
from fe_core.scoring.metric import total
from fe_core.scoring.outcomes import Outcome, outcomes
from fe_core.scoring.paired import Paired, mcnemar, paired
from offline_reproduction.study.paper import Claim, Settings, Study, TableSpec

RUNS = {"Atlas": "atlas", "Beacon": "beacon"}


class Evidence(NamedTuple):
    """The records of the example."""

    records: Records


def read(folder: Path, progress: Progress) -> Evidence:
    """Records in the documented schema; each pair has a statement and its negation."""
    return Evidence(
        load(
            folder,
            progress=progress,
            group_attributes=("topic",),
            variants={"": ("statement", "negation")},
        )
    )


def scores(evidence: Evidence, settings: Settings) -> Table:
    """Table 1: accuracy over twelve items, and pairs with both statements right."""
    rows = tuple(
        Row(model, (_accuracy(evidence, run), _pairs(evidence, run))) for model, run in RUNS.items()
    )
    return Table("table-1", "Scores of two models", ("Acc.", "Pairs"), rows)


def _accuracy(evidence: Evidence, run: str) -> Cell:
    found = outcomes(evidence.records, run).values()
    right, asked = sum(o is Outcome.RIGHT for o in found), len(found)
    said = signature(metric="accuracy", run=run, unit="item")
    return Cell(share(right, asked), Unit.PERCENT, said, f"{right}/{asked}")


def _pairs(evidence: Evidence, run: str) -> Cell:
    right, pairs = total(ALL_RIGHT, _groups(evidence, run))
    said = signature(metric="all-right", run=run, unit="group")
    return Cell(share(right, pairs), Unit.PERCENT, said, f"{right}/{pairs}")


def _groups(evidence: Evidence, run: str) -> Sequence[Sequence[Outcome]]:
    groups: dict[str, list[Outcome]] = {}
    for item, outcome in outcomes(evidence.records, run).items():
        groups.setdefault(evidence.records.items[item].group, []).append(outcome)
    return list(groups.values())


def _lead(evidence: Evidence, settings: Settings) -> Cell:
    """Beacon's accuracy minus Atlas's."""
    lead = _paired(evidence)
    return Cell(
        Fraction(lead.gain, lead.total), Unit.POINTS, signature(metric="accuracy-difference")
    )


def _p_value(evidence: Evidence, settings: Settings) -> Cell:
    """McNemar's exact test over the twelve items."""
    lead = _paired(evidence)
    return Cell(mcnemar(lead.first, lead.second), Unit.SHARE, signature(metric="mcnemar-exact"))


def _more_pairs(evidence: Evidence, settings: Settings) -> Cell:
    """Whether Beacon also solves more pairs."""
    atlas, beacon = (total(ALL_RIGHT, _groups(evidence, run))[0] for run in RUNS.values())
    return Cell(beacon > atlas, Unit.RELATION, signature(metric="all-right"))


def _paired(evidence: Evidence) -> Paired:
    first, second = (outcomes(evidence.records, run) for run in RUNS.values())
    return paired((first[i] is Outcome.RIGHT, second[i] is Outcome.RIGHT) for i in first)


STUDY = Study(
    name="example",
    title="Example: twelve made-up questions",
    paper="made up for the tutorial",
    rounding=Rounding.HALF_EVEN,
    load=read,
    printed="offline_reproduction.papers.example.printed",
    tables=(TableSpec("table-1", scores),),
    claims=(
        Claim("lead", _lead),
        Claim("p-value", _p_value),
        Claim("more-pairs", _more_pairs),
    ),
    evidence=Evidence,
    unanswered={"human": "nobody kept the answers of the people asked"},
)
