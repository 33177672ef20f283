"""Beyond the paper: answer files of different models that are the same, byte for byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.reporting.cells import Cell, Unit
from fe_core.reporting.signature import signature
from fe_core.reporting.tables import Row, Table
from offline_reproduction.papers.visonlyqa.evidence import Evidence
from offline_reproduction.papers.visonlyqa.importer.layout import AnswerFile
from offline_reproduction.papers.visonlyqa.importer.responses import Response
from offline_reproduction.papers.visonlyqa.tables.groups import negated
from offline_reproduction.study.paper import Settings


class Twins(NamedTuple):
    """Two files with the same bytes, and the lines of one of them."""

    first: AnswerFile
    second: AnswerFile
    lines: tuple[Response, ...]


def twins(evidence: Evidence) -> Iterator[Twins]:
    """Pairs of identical files, in the order of the release's tables."""
    hashes = {source.path: source.sha256 for source in evidence.records.sources}
    by_file: dict[str, list[Response]] = {}
    for response in evidence.release.responses:
        by_file.setdefault(response.file.path, []).append(response)
    seen: dict[str, AnswerFile] = {}
    for path, lines in by_file.items():
        first = seen.setdefault(hashes[path], lines[0].file)
        if first.path != path:
            yield Twins(first, lines[0].file, tuple(lines))


def build(evidence: Evidence, settings: Settings) -> Table:
    """Identical files and how likely that is under two rules that do not look at figures.

    independent: both models draw each answer with the frequencies that the file has, on their own.
    by-wording: both draw it with the frequencies that the file has among statements, and among
    negations; 1 for files that give the same answer to every line of a kind.
    """
    said = signature(metric="identical-files")
    rows = []
    for two in twins(evidence):
        answers = [line.extracted for line in two.lines]
        golds = [line.question.answer for line in two.lines]
        words = [negated(line.question) for line in two.lines]
        right = sum(a == g for a, g in zip(answers, golds, strict=True))
        most = ", ".join(f"{answer} {count}" for answer, count in sorted(Counter(answers).items()))
        cells = (
            Cell(two.first.model, Unit.TEXT, said),
            Cell(two.second.model, Unit.TEXT, said),
            Cell(len(answers), Unit.COUNT, said),
            Cell(right, Unit.COUNT, said),
            Cell(most, Unit.TEXT, said),
            Cell(power_text(chance(answers)), Unit.TEXT, said),
            Cell(power_text(chance_by(answers, words)), Unit.TEXT, said),
        )
        key = f"{two.first.run} = {two.second.run}, {two.first.task.key}"
        rows.append(Row(key, cells))
    heads = ("first", "second", "lines", "right", "answers", "chance if independent",
             "chance by wording")  # fmt: skip
    return Table("identical-files", "Answer files that are byte-identical", heads, tuple(rows))


def chance(answers: Sequence[str]) -> Fraction:
    """The chance that two independent draws with these frequencies agree on every line."""
    total = len(answers)
    agree = sum((Fraction(n, total) ** 2 for n in Counter(answers).values()), Fraction(0))
    return agree**total


def chance_by(answers: Sequence[str], kinds: Sequence[bool]) -> Fraction:
    """The same with frequencies taken among lines of one kind."""
    product = Fraction(1)
    for kind in sorted(set(kinds)):
        product *= chance([a for a, k in zip(answers, kinds, strict=True) if k == kind])
    return product


def power_text(value: Fraction) -> str:
    """`1`, or one rounded digit and a power of ten: 2^-50 is `9 × 10^-16`."""
    if value >= 1:
        return "1"
    power = 0
    while value < 1:
        value *= 10
        power += 1
    digit = round(value)
    return f"{digit} × 10^-{power}" if digit < 10 else f"1 × 10^-{power - 1}"
