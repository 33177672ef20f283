"""Tables 11–61: golds, answers and marks of the examples, and which questions they show."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import NamedTuple

from fe_core.records.model import Status
from fe_core.reporting.cells import Cell, Unit
from fe_core.reporting.signature import signature
from fe_core.reporting.tables import Row, Table
from offline_reproduction.papers.visonlyqa.catalogue import run_id
from offline_reproduction.papers.visonlyqa.evidence import Evidence
from offline_reproduction.papers.visonlyqa.importer.questions import Question
from offline_reproduction.papers.visonlyqa.importer.responses import Response
from offline_reproduction.study.paper import Settings

COLUMNS = ("Gold", "w/ CoT response", "w/ CoT mark", "w/o CoT response", "w/o CoT mark")
SHOWN = (
    "InternVL2-4B",
    "InternVL2-8B",
    "InternVL2-26B",
    "InternVL2-76B",
    "Claude 3.5 Sonnet",
    "GPT-4o",
    "Gemini 1.5 Pro",
)
NOT_FOUND = "no released question fits this example"
NO_COT = "models were not asked with chain of thought on the Synthetic split"
_OTHER = re.compile(r"[^a-z0-9]")


class Example(NamedTuple):
    """An example table: its number, task, the lines it can show, and all that fit its question.

    shown: lines whose question, gold and responses fit; fits: lines whose question and gold do.
    """

    number: int
    task: str
    shown: tuple[int, ...]
    fits: tuple[int, ...]


def examples() -> tuple[Example, ...]:
    """What was found by matching the printed questions, golds and responses."""
    package = resources.files("offline_reproduction.papers.visonlyqa.printed")
    lines = package.joinpath("example-items.tsv").read_text("utf-8").splitlines()[1:]
    return tuple(_example(*line.split("\t")) for line in lines)


def unanswered() -> Mapping[str, str]:
    """Why cells have no value."""
    reasons = {"* | w/ CoT response": NO_COT, "* | w/ CoT mark": NO_COT}
    for example in examples():
        if not example.shown:
            rows = ("Gold", *SHOWN)
            reasons |= {f"{example.number} {row}": NOT_FOUND for row in rows}
    return reasons


def build(evidence: Evidence, settings: Settings) -> Table:
    """Tables 11–61 in one: a row for each gold, and one for each model."""
    questions = {question.item: question for question in evidence.release.questions}
    responses = {(r.file.run, r.question.item): r for r in evidence.release.responses}
    rows = [
        row
        for example in examples()
        if example.shown and (item := f"{example.task}/{example.shown[0]}") in questions
        for row in _rows(evidence, example, questions[item], responses)
    ]
    return Table("table-11-61", "Example questions and answers", COLUMNS, tuple(rows))


def found(evidence: Evidence, settings: Settings) -> Table:
    """Which question of the release each example table shows, and how many more fit."""
    ids = {question.item: question.release_id for question in evidence.release.questions}
    said = signature(metric="example-question", by="question, gold and responses")
    rows = []
    for example in examples():
        texts = (
            example.task,
            ", ".join(map(str, example.shown)) or "none",
            ", ".join(map(str, example.fits)) or "none",
            ids.get(f"{example.task}/{example.shown[0]}", "") if example.shown else "",
        )
        cells = tuple(Cell(text, Unit.TEXT, said) for text in texts)
        rows.append(Row(f"Table {example.number}", cells))
    columns = (
        "task",
        "lines that fit all",
        "lines that fit question and gold",
        "id in the release",
    )
    return Table("example-questions", "Questions that the examples show", columns, tuple(rows))


def fingerprint(text: str) -> str:
    """The head of the SHA-256 of a text's letters and digits: how a response was typeset is lost.

    >>> fingerprint("**True**.") == fingerprint("true")
    True
    """
    letters = _OTHER.sub("", unicodedata.normalize("NFKD", text).lower())
    return f"sha256:{hashlib.sha256(letters.encode()).hexdigest()[:16]}"


def _rows(
    evidence: Evidence,
    example: Example,
    question: Question,
    responses: Mapping[tuple[str, str], Response],
) -> Iterator[Row]:
    said = signature(metric="gold", item=question.item)
    gold = Cell(question.answer, Unit.TEXT, said)
    yield Row(f"{example.number} Gold", (gold, None, None, None, None))
    for name in SHOWN:
        cells: list[Cell | None] = [None]
        for kind in ("cot", "direct"):
            response = responses.get((run_id(kind, question.task.split, name), question.item))
            cells += _answer(evidence, response, kind) if response else (None, None)
        yield Row(f"{example.number} {name}", tuple(cells))


def _answer(evidence: Evidence, response: Response, kind: str) -> tuple[Cell, Cell]:
    run, item = response.file.run, response.question.item
    text = " ".join(response.text.split())
    said = signature(metric="response", run=run, item=item)
    written = Cell(fingerprint(text) if kind == "cot" else text, Unit.TEXT, said)
    answer = evidence.records.sheet(run).answers[item]
    right = answer.status is Status.VALID and answer.answer == evidence.records.items[item].gold
    mark = Cell("✓" if right else "✗", Unit.TEXT, signature(metric="mark", run=run, item=item))
    return written, mark


def _example(number: str, task: str, shown: str, fits: str) -> Example:
    return Example(int(number), task, _numbers(shown), _numbers(fits))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(",") if number)
