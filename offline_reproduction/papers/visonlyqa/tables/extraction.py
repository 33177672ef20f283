"""The released extraction against the answer parser: how much the tables depend on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from fe_core.numbers.exact import share
from fe_core.reporting.cells import Cell, Unit
from fe_core.reporting.signature import signature
from fe_core.reporting.tables import Row, Table
from offline_reproduction.answers.read import Read
from offline_reproduction.answers.strict import several
from offline_reproduction.papers.visonlyqa.catalogue import (
    MODELS,
    REAL,
    SYNTHETIC,
    TASKS,
    Task,
    run_id,
)
from offline_reproduction.papers.visonlyqa.evidence import Evidence, average_cell
from offline_reproduction.papers.visonlyqa.importer.responses import Response, reading
from offline_reproduction.study.paper import Settings


class Kind(Enum):
    """How the two readings of one response compare."""

    AGREE = "agree"
    UNREADABLE = "unreadable"
    DECLINED = "declined"
    CONFLICT = "conflict"


class Compared(NamedTuple):
    """One response under both readings.

    released: as records hold it, `A,C` as a,c; None where it is invalid.
    """

    response: Response
    released: str | tuple[str, ...] | None
    parsed: Read
    kind: Kind


class Policy(Enum):
    """What an unreadable answer counts as."""

    WRONG = "unreadable answers count as wrong"
    LEFT_OUT = "unreadable answers are left out"


def compared(evidence: Evidence) -> Iterator[Compared]:
    """Every response under both readings.

    declined: the response declares last that it chooses nothing, yet the extraction has an option.
    unreadable: the parser finds no declaration. conflict: the two name different options, or the
    extraction is invalid where the parser reads one.
    """
    for response, parsed in zip(evidence.release.responses, evidence.readings, strict=True):
        chosen, _ = reading(response.extracted, response.question)
        released = tuple(chosen) if isinstance(chosen, list) else chosen
        if released is None and response.question.many:
            released = several(response.extracted, response.question.options)
        yield Compared(response, released, parsed, _kind(released, parsed))


def agreement(evidence: Evidence, settings: Settings) -> Table:
    """How often the two agree, by prompt, by model and by task."""
    counts: dict[str, Counter[Kind]] = {}
    for one in compared(evidence):
        kind = "with chain of thought" if one.response.file.kind == "cot" else "direct"
        question = one.response.question
        for key in (
            f"all, {kind}",
            f"{one.response.file.model}, {kind}",
            f"{question.task.id}, {kind}",
        ):
            counts.setdefault(key, Counter())[one.kind] += 1
    order = ("all", *(model.name for model in MODELS), *(task.id for task in TASKS))
    keys = [f"{name}, {kind}" for kind in ("direct", "with chain of thought") for name in order]
    columns = ("responses", *(kind.value for kind in Kind), "agreement")
    rows = tuple(Row(key, tuple(_counted(counts[key]))) for key in keys if key in counts)
    return Table("extraction-agreement", "Released extraction against the parser", columns, rows)


def conflicts(evidence: Evidence, settings: Settings) -> Table:
    """Every response that the two read differently, with its file and line."""
    said = signature(metric="extraction-conflict")
    rows = []
    for one in compared(evidence):
        if one.kind in (Kind.CONFLICT, Kind.DECLINED):
            texts = (
                one.response.question.answer,
                one.response.extracted,
                _text(one.parsed.value),
                one.parsed.rule,
            )
            rows.append(Row(one.response.place, tuple(Cell(t, Unit.TEXT, said) for t in texts)))
    columns = ("gold", "released extraction", "parser", "rule of the parser")
    return Table(
        "extraction-conflicts", "Responses that are read differently", columns, tuple(rows)
    )


def table_4(split: str, policy: Policy) -> Callable[[Evidence, Settings], Table]:
    """Table 4(a) or 4(b) under the parser's reading."""
    tasks = REAL if split == "real" else SYNTHETIC

    def build(evidence: Evidence, settings: Settings) -> Table:
        tallies = _tallies(evidence, policy)
        rows = [
            Row(model.name, _with_average([tallies.get((run_id("direct", split, model.name),
                task.id), (0, 0)) for task in tasks], policy, Unit.PERCENT))
            for model in MODELS
        ]  # fmt: skip
        key = f"table-04{'a' if split == 'real' else 'b'}-parser-{policy.name.lower()}"
        title = f"Accuracy on the {split.capitalize()} split as the parser reads it"
        return Table(key, title, _columns(tasks), tuple(rows), note=f"{policy.value}.")

    return build


def table_9(policy: Policy) -> Callable[[Evidence, Settings], Table]:
    """Table 9 under the parser's reading."""

    def build(evidence: Evidence, settings: Settings) -> Table:
        tallies = _tallies(evidence, policy)
        rows = []
        for model in MODELS:
            pairs = [
                [tallies.get((run_id(kind, "real", model.name), task.id), (0, 0))
                 for kind in ("cot", "direct")]
                for task in REAL
            ]  # fmt: skip
            gains = [_difference(share(*after), share(*before)) for after, before in pairs]
            said = signature(metric="accuracy-difference", reader="parser", invalid=policy.name)
            cells = [Cell(gain, Unit.POINTS, said, reason=_reason(gain)) for gain in gains]
            rows.append(Row(model.name, (*cells, average_cell(gains, Unit.POINTS))))
        title = "Improvement by chain of thought as the parser reads it"
        key = f"table-09-parser-{policy.name.lower()}"
        return Table(key, title, _columns(REAL), tuple(rows), note=f"{policy.value}.")

    return build


def _kind(released: str | tuple[str, ...] | None, parsed: Read) -> Kind:
    if released == parsed.value:
        return Kind.AGREE
    if parsed.value is not None:
        return Kind.CONFLICT
    return Kind.DECLINED if parsed.rule == "declined" else Kind.UNREADABLE


def _tallies(evidence: Evidence, policy: Policy) -> Mapping[tuple[str, str], tuple[int, int]]:
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for response, parsed in zip(evidence.release.responses, evidence.readings, strict=True):
        question = response.question
        key = response.file.run, question.task.id
        right, asked = found.get(key, (0, 0))
        counted = policy is Policy.WRONG or parsed.value is not None
        right += _text(parsed.value) == question.answer
        found[key] = right, asked + counted
    return found


def _with_average(
    tallies: Sequence[tuple[int, int]], policy: Policy, unit: Unit
) -> tuple[Cell, ...]:
    values = [share(*tally) for tally in tallies]
    said = signature(metric="accuracy", reader="parser", invalid=policy.name)
    cells = [
        Cell(value, unit, said, f"{right}/{asked}", reason=_reason(value))
        for value, (right, asked) in zip(values, tallies, strict=True)
    ]
    return (*cells, average_cell(values, unit, reader="parser"))


def _counted(counts: Counter[Kind]) -> Iterator[Cell]:
    said = signature(metric="extraction-agreement")
    total = sum(counts.values())
    yield Cell(total, Unit.COUNT, said)
    yield from (Cell(counts[kind], Unit.COUNT, said) for kind in Kind)
    agree = counts[Kind.AGREE]
    yield Cell(share(agree, total), Unit.PERCENT, said, f"{agree}/{total}", reason="no responses")


def _columns(tasks: Sequence[Task]) -> tuple[str, ...]:
    return (*(task.column for task in tasks), "Average")


def _difference(after: Fraction | None, before: Fraction | None) -> Fraction | None:
    return None if after is None or before is None else after - before


def _reason(value: Fraction | None) -> str:
    return "" if value is not None else "no readable answers"


def _text(answer: str | tuple[str, ...] | None) -> str:
    return ",".join(answer) if isinstance(answer, tuple) else answer or ""
