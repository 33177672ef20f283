"""How a claim is built: a function of the evidence becomes a cell, and says what it counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from fe_core.errors import UsageError
from fe_core.reporting.cells import Cell, Unit, unanswered
from offline_reproduction.papers.frameevidence import cells
from offline_reproduction.papers.frameevidence.configurations import (
    CLAUDE_SHOTS,
    GPT_SHOTS,
    PAIRS,
    PRIMARY,
)
from offline_reproduction.papers.frameevidence.evidence import Evidence
from offline_reproduction.papers.frameevidence.scores import (
    Keep,
    Score,
    accuracy,
    everything,
    joint,
)
from offline_reproduction.study.paper import Claim, Settings

Build = Callable[[Evidence], Cell]
Claims = Mapping[str, Build]
Scored = Callable[[Evidence], Score]

(QWEN, QWEN_LORA), (INTERNVL, INTERNVL_LORA) = ((b.primary, a.primary) for b, a in PAIRS)
GPT_0, GPT_1, GPT_2, GPT_3 = (row.primary for row in GPT_SHOTS.values())
CLAUDE_0, CLAUDE_1, CLAUDE_2, CLAUDE_3 = (row.primary for row in CLAUDE_SHOTS.values())
RUNS = tuple(row.primary for row in PRIMARY)
QWEN3, LLAVA, MINICPM, MISTRAL, QWEN_32B = RUNS[2:7]


def named(claims: Claims) -> tuple[Claim, ...]:
    """Claims by id; one whose run the records lack says so instead of failing the study."""
    return tuple(Claim(name, _answering(build)) for name, build in claims.items())


def count(value: Callable[[Evidence], int], what: str, of: int | None = None) -> Build:
    """A whole number; `of` where the paper prints what it is out of."""
    return lambda evidence: cells.number(value(evidence), of, metric=what)


def rate(score: Scored, what: str) -> Build:
    """Successes, printed as a percentage or as k/n."""
    return lambda evidence: cells.percent(score(evidence), metric=what)


def hits(score: Scored, what: str) -> Build:
    """Successes, printed as a whole number."""
    return lambda evidence: cells.number(score(evidence).hits, metric=what)


def size(score: Scored, what: str) -> Build:
    """The denominator."""
    return lambda evidence: cells.number(score(evidence).total, metric=what)


def gain(after: Scored, before: Scored, what: str) -> Build:
    """A difference of two rates, in points."""
    return lambda evidence: cells.difference(after(evidence), before(evidence), metric=what)


def value(share: Callable[[Evidence], Fraction | None], what: str) -> Build:
    """A proportion printed in percent."""
    return lambda evidence: cells.share(share(evidence), metric=what)


def gap(share: Callable[[Evidence], Fraction | None], what: str) -> Build:
    """A difference printed in points."""
    return lambda evidence: cells.points(share(evidence), metric=what)


def natural(share: Callable[[Evidence], Fraction | None], what: str) -> Build:
    """A proportion printed as a fraction such as 1/64."""

    def build(evidence: Evidence) -> Cell:
        found = share(evidence)
        if found is None:
            return Cell(None, Unit.SHARE, "", reason=cells.NOTHING)
        return cells.share(found, f"{found.numerator}/{found.denominator}", metric=what)

    return build


def holds(test: Callable[[Evidence], bool], what: str) -> Build:
    """Whether a sentence is true."""
    return lambda evidence: cells.relation(test(evidence), relation=what)


def right(run: str, rotation: int = 0) -> Scored:
    """Item accuracy of a run."""
    return lambda evidence: accuracy(evidence.view(run, rotation), evidence.items)


def solved(run: str, metric: str, keep: Keep = everything) -> Scored:
    """Joint success of a run, within a stratum."""
    return lambda evidence: joint(evidence.view(run), evidence.test, metric, keep)


def asked(run: str) -> Callable[[Evidence], int]:
    """How many questions a run was asked."""
    return lambda evidence: len(evidence.records.sheet(run).answers)


def invalid(evidence: Evidence, *runs: str) -> int:
    """Answers of some runs, all rotations, from which no option could be read."""
    return sum(
        not found.valid
        for run in runs
        for rotation in evidence.records.rotations(run) or (0,)
        for found in evidence.view(run, rotation).outcomes.values()
    )


def all_valid(*runs: str) -> Callable[[Evidence], bool]:
    """Whether some runs answered every question with an option."""
    return lambda evidence: not invalid(evidence, *runs)


def run_count(prefix: str) -> Callable[[Evidence], int]:
    """How many runs the records hold of an experiment."""
    return lambda evidence: sum(run.run.startswith(prefix) for run in evidence.records.runs())


def _answering(build: Build) -> Callable[[Evidence, Settings], Cell]:
    def answer(evidence: Evidence, settings: Settings) -> Cell:
        try:
            return build(evidence)
        except UsageError as lacking:
            return unanswered(str(lacking))

    return answer
