"""The items behind numbers, as the page's script reads them: sheets of answers, sets of items."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from fe_core.records.model import Basis, Records
from fe_core.reporting.report import StudyReport
from fe_core.reporting.trail import CONSTRUCTED, choice, details, result

MOST = 100_000
"""Answers of a study whose page holds them; beyond that `fe show` lists them."""


class Items:
    """Studies' items and answers, each text once, each set of items once."""

    def __init__(self, texts: dict[str, int]) -> None:
        self._texts = texts
        self._sets: dict[str, int] = {}
        self._studies: list[Any] = []
        self._of: list[Any] = []

    def add(self, report: StudyReport) -> None:
        """A study's numbers, in the order of its entries."""
        records = report.records
        size = sum(len(sheet.answers) for sheet in records.sheets.values()) if records else 0
        if records is None or size > MOST or not report.behind:
            self._of += [None] * len(report.entries)
            return
        place = {name: at for at, name in enumerate(records.items)}
        runs = {run: at for at, run in enumerate(dict.fromkeys(run for run, _ in records.sheets))}
        known: dict[int, int] = {}
        for entry in report.entries:
            behind = report.behind.get(entry.id)
            if behind is None:
                self._of.append(None)
                continue
            if id(behind.items) not in known:
                text = ranges(place[name] for name in behind.items)
                known[id(behind.items)] = self._sets.setdefault(text, len(self._sets))
            chosen = [runs[run] for run in dict.fromkeys(behind.runs) if run in runs]
            self._of.append([len(self._studies), chosen, known[id(behind.items)]])
        self._studies.append(self._study(records, runs, place))

    def document(self) -> dict[str, Any]:
        """What the script reads."""
        return {"studies": self._studies, "sets": list(self._sets), "of": self._of}

    def _study(
        self, records: Records, runs: dict[str, int], place: dict[str, int]
    ) -> dict[str, Any]:
        items = [
            [self._text(text) for text in (name, choice(item.gold), item.group, details(item))]
            for name, item in records.items.items()
        ]
        sheets = []
        for (run, rotation), sheet in records.sheets.items():
            answers: list[int] = []
            for name, answer in sheet.answers.items():
                said = choice(answer.answer), result(records.items[name], answer, rotation)
                answers += [self._text(text) for text in said]
            asked = ranges(place[name] for name in sheet.answers)
            sheets.append([runs[run], rotation, asked, answers])
        basis = CONSTRUCTED if records.basis is Basis.WITNESS else ""
        return {"items": items, "runs": list(runs), "sheets": sheets, "basis": basis}

    def _text(self, text: str) -> int:
        return self._texts.setdefault(text, len(self._texts))


def ranges(numbers: Iterable[int]) -> str:
    """Numbers in their order as text, runs of neighbours together.

    >>> ranges([0, 1, 2, 7, 5])
    '0-2,7,5'
    """
    found: Sequence[int] = list(numbers)
    starts = [0, *(at for at, (a, b) in enumerate(pairwise(found), 1) if b != a + 1)]
    ends = [*(start - 1 for start in starts[1:]), len(found) - 1]
    spans = ((found[start], found[end]) for start, end in zip(starts, ends, strict=True))
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in spans) if found else ""
