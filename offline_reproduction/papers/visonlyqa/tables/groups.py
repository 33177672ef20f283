"""Beyond the paper: statements with their negations, and all questions on one figure, as groups."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.intervals.law import law
from fe_core.numbers.exact import share
from fe_core.reporting.cells import Cell, Unit
from fe_core.reporting.signature import signature
from fe_core.reporting.tables import Row, Table
from fe_core.scoring.joint import ALL_RIGHT
from fe_core.scoring.metric import columns, total
from fe_core.scoring.outcomes import Outcome, outcomes
from offline_reproduction.papers.visonlyqa.catalogue import MODELS, run_id
from offline_reproduction.papers.visonlyqa.evidence import Evidence
from offline_reproduction.papers.visonlyqa.importer.questions import Question
from offline_reproduction.study.paper import Settings

PAIRED_TASKS = (
    "real/geometry__triangle",
    "real/geometry__quadrilateral",
    "real/geometry__diameter_radius",
    "real/charts__intersection",
)
"""Tasks in which every statement has its negation, on the same figure."""

NEGATION = re.compile(r"\b(?:no|not)\b", re.IGNORECASE)
_CORE = re.compile(r"[A-Za-z0-9']+")
_FILLERS = frozenset(["no", "not", "a", "an", "the", "there", "is", "are", "do", "does", "any"])
LEVELS = Fraction(25, 1000), Fraction(975, 1000)


class Pair(NamedTuple):
    """A statement and its negation."""

    statement: Question
    negation: Question


def statement_pairs(questions: Sequence[Question]) -> tuple[Pair, ...]:
    """Questions of one task on one figure that say the same, one of them negated.

    Matched by their words without articles and negations; golds must be opposite.
    """
    found: dict[tuple[str, str, tuple[str, ...]], list[Question]] = {}
    for question in questions:
        said = question.text.partition("True or False")[0]
        core = sorted(w.casefold() for w in _CORE.findall(said) if w.casefold() not in _FILLERS)
        found.setdefault((question.task.id, question.image, tuple(core)), []).append(question)
    return tuple(_pair(*two) for two in found.values() if _is_pair(two))


def negated(question: Question) -> bool:
    """Whether the statement denies something."""
    return bool(NEGATION.search(question.text.partition("True or False")[0]))


def pairs(evidence: Evidence, settings: Settings) -> Table:
    """How many pairs each model gets right as a whole, beside three rules that see no figure.

    Who answers both alike has one of two right in every pair. Who answers by the wording alone
    (True to statements, False to negations) has both right where the statement holds, else none.
    """
    asked = [q for q in evidence.release.questions if q.task.id in PAIRED_TASKS]
    made = statement_pairs(asked)
    rows = [_guess_row(len(made)), *_blind_rows(made)]
    for model in MODELS:
        for kind in ("direct", "cot"):
            rows.append(_pair_row(evidence, made, model.name, kind))
    heads = ("pairs", "both right", "one right", "none right", "both alike", "by wording",
             "both right %", "figures all right %", "95 % low", "95 % high")  # fmt: skip
    return Table(
        "pairs",
        "Statements and their negations: four tasks of the Real split",
        heads,
        tuple(rows),
        note="Intervals: of the share of figures whose pairs are all right, by the exact law of a "
        "percentile bootstrap of whole figures. The first three rows see no figure.",
    )


def figures(evidence: Evidence, settings: Settings) -> Table:
    """All questions on one figure as a group, for figures with at least two questions."""
    rows = []
    for model in MODELS:
        for kind, split in (("direct", "real"), ("cot", "real"), ("direct", "synthetic")):
            groups = _figure_groups(evidence, run_id(kind, split, model.name))
            right, asked = total(ALL_RIGHT, groups) if groups else (0, 0)
            some = sum(Outcome.RIGHT in group for group in groups)
            said = signature(metric="all-right", run=run_id(kind, split, model.name), unit="figure")
            counts = (asked, right, some - right, asked - some)
            cells = [Cell(n, Unit.COUNT, said) for n in counts]
            value = share(right, asked)
            reason = "no figure has two questions"
            cells.append(Cell(value, Unit.PERCENT, said, f"{right}/{asked}", reason=reason))
            rows.append(Row(f"{model.name}, {kind}, {split}", tuple(cells)))
    heads = ("figures", "all right", "some right", "none right", "all right %")
    return Table("figures", "All questions on one figure", heads, tuple(rows))


def _pair_row(evidence: Evidence, made: Sequence[Pair], name: str, kind: str) -> Row:
    run = run_id(kind, "real", name)
    found = outcomes(evidence.records, run)
    answers = evidence.records.sheet(run).answers
    groups = [(found[p.statement.item], found[p.negation.item]) for p in made]
    right = [sum(o is Outcome.RIGHT for o in group) for group in groups]
    given = [(answers[p.statement.item].answer, answers[p.negation.item].answer) for p in made]
    counts = (
        len(made),
        right.count(2),
        right.count(1),
        right.count(0),
        sum(a == b and a is not None for a, b in given),
        sum(two == ("True", "False") for two in given),
    )
    said = signature(metric="all-right", run=run, unit="pair", clusters="figure")
    cells = [Cell(n, Unit.COUNT, said) for n in counts]
    value = share(right.count(2), len(made))
    cells.append(
        Cell(value, Unit.PERCENT, said, f"{right.count(2)}/{len(made)}", reason="no pairs")
    )
    cells += [Cell(x, Unit.PERCENT, said, reason="no pairs") for x in _figures(made, groups)]
    return Row(f"{name}, {kind}", tuple(cells))


def _guess_row(number: int) -> Row:
    said = signature(metric="expected-all-right", guess="uniform", unit="pair")
    quarter = Fraction(number, 4)
    counts = (number, quarter, 2 * quarter, quarter, 2 * quarter, quarter)
    cells: list[Cell | None] = [Cell(value, Unit.COUNT, said) for value in counts]
    cells += [Cell(Fraction(1, 4), Unit.PERCENT, said), None, None, None]
    return Row("uniform guess (expected)", tuple(cells))


def _blind_rows(made: Sequence[Pair]) -> Iterator[Row]:
    number = len(made)
    holds = sum(pair.statement.answer == "True" for pair in made)
    for name, counts in (
        ("always the same answer", (number, 0, number, 0, number, 0)),
        ("by the wording alone", (number, holds, 0, number - holds, 0, number)),
    ):
        said = signature(metric="all-right", run=name, unit="pair")
        cells: list[Cell | None] = [Cell(value, Unit.COUNT, said) for value in counts]
        value = share(counts[1], number)
        cells += [Cell(value, Unit.PERCENT, said, reason="no pairs"), None, None, None]
        yield Row(name, tuple(cells))


def _figures(
    made: Sequence[Pair], groups: Sequence[Sequence[Outcome]]
) -> tuple[Fraction | None, ...]:
    """Figures whose pairs are all right: their share, and its 2.5 % and 97.5 % quantiles.

    A figure has one or more pairs; counted as one each, figures are draws of equal weight.
    """
    clusters: dict[str, list[Outcome]] = {}
    for pair, group in zip(made, groups, strict=True):
        clusters.setdefault(pair.statement.image, []).extend(group)
    if not clusters:
        return None, None, None
    tops, bottoms = columns(ALL_RIGHT, [[outcomes] for outcomes in clusters.values()])
    exact = law(tops, bottoms)
    return share(sum(tops), sum(bottoms)), *(exact.quantile(level) for level in LEVELS)


def _figure_groups(evidence: Evidence, run: str) -> list[tuple[Outcome, ...]]:
    found = outcomes(evidence.records, run)
    by_figure: dict[str, list[Outcome]] = {}
    for item, outcome in found.items():
        figure = evidence.records.items[item].images[0]
        by_figure.setdefault(figure, []).append(outcome)
    return [tuple(group) for group in by_figure.values() if len(group) > 1]


def _is_pair(questions: Sequence[Question]) -> bool:
    return (
        len(questions) == 2
        and questions[0].answer != questions[1].answer
        and negated(questions[0]) != negated(questions[1])
    )


def _pair(first: Question, second: Question) -> Pair:
    return Pair(second, first) if negated(first) else Pair(first, second)


def pair_counts(evidence: Evidence) -> Mapping[str, int]:
    """Task → its number of pairs."""
    made = statement_pairs(evidence.release.questions)
    return {task: sum(p.statement.task.id == task for p in made) for task in _tasks(made)}


def _tasks(made: Sequence[Pair]) -> Iterator[str]:
    yield from dict.fromkeys(pair.statement.task.id for pair in made)
