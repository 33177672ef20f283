"""Entries: what a report says of one printed number. Their JSON shape is a promise."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from fe_core.numbers.verdict import Verdict


class Kind(Enum):
    """What was printed where: a table's cell, a sentence's number, an interval, or a check."""

    CELL = "cell"
    CLAIM = "claim"
    INTERVAL = "interval"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Entry:
    """One printed number, what it was held against, and the verdict.

    exact: in the printed unit. judgement: for intervals and checks, what the verdict stands for.
    detail: what a judgement rests on, in words. band: where a correct run's low and high endpoint
    lie, in the printed unit (from, to, from, to). drawn, draws: the endpoints of one seeded run,
    and how it drew. finding: the id of the finding that predicts it. accounted: whether
    the study declares the reason why it cannot be checked (or nothing is printed nor computed).
    source, line: the user's file that prints it, for annotations only: a report names no folder.
    over: what it stands on: of each run the units, answers and missing or invalid ones behind it.
    """

    id: str
    kind: Kind
    place: str
    printed: str
    verdict: Verdict
    table: str = ""
    row: str = ""
    column: str = ""
    recomputed: str = ""
    exact: str = ""
    unit: str = ""
    count: str = ""
    reason: str = ""
    roundings: tuple[str, ...] = ()
    signature: str = ""
    judgement: str = ""
    detail: str = ""
    band: tuple[str, ...] = ()
    drawn: str = ""
    draws: str = ""
    wording: str = ""
    finding: str = ""
    accounted: bool = False
    source: str = ""
    line: int = 0
    over: tuple[str, ...] = ()

    @property
    def disagrees(self) -> bool:
        """Whether the printed number differs from the recomputed one."""
        return self.verdict in (Verdict.DIFFERENT, Verdict.LAST_DIGIT)

    @property
    def unexplained(self) -> bool:
        """Whether it differs and no finding says why."""
        return self.disagrees and not self.finding

    @property
    def unaccounted(self) -> bool:
        """Whether it is a number that cannot be checked and the study does not say why.

        (A check that cannot be decided hides no number: each number has an entry of its own.)
        """
        return (
            self.verdict is Verdict.UNCHECKABLE
            and not self.accounted
            and self.kind is not Kind.CHECK
        )

    @property
    def fails(self) -> bool:
        """Whether the study cannot vouch for it."""
        return self.unexplained or self.unaccounted

    def said(self) -> str:
        """What came out, in a phrase."""
        if self.verdict is Verdict.UNCHECKABLE:
            return f"printed {self.printed}, {self.reason}" if self.printed else self.reason
        return f"printed {self.printed}, recomputed {self.recomputed}"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a study's maintainers have looked at, in words for readers.

    printed, follows: what the paper prints and what the answers say. confidence: how sure we are.
    tried: what was tried to prove ourselves wrong. One that predicts no cell is a remark.
    """

    id: str
    title: str
    printed: str
    follows: str
    confidence: str
    tried: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A finding held against the entries that it predicts.

    entries: ids of the differences that are as predicted. broken: what is not as predicted, a
    sentence a cell, each starting with the entry's id.
    """

    finding: Finding
    entries: tuple[str, ...]
    broken: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether exactly its cells differ, each as predicted."""
        return not self.broken
