"""What records are: items, runs, answers, and where they came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from fe_core.errors import UsageError

NOTHING: Mapping[str, str] = MappingProxyType({})

Choice = str | tuple[str, ...]
"""One option, or for `select: many` the sorted options."""


class Basis(Enum):
    """What a verdict rests on."""

    RELEASED = "released records"
    WITNESS = "witness records"
    PRINTED = "printed numbers alone"
    SUMMARY = "a summary that nobody can recompute"


class Status(Enum):
    """Whether an answer could be read as an option, and if not, why.

    UNRECORDED: the log holds a score and no answer; judged by recorded scores only.
    """

    VALID = "valid"
    UNREADABLE = "unreadable"
    EMPTY = "empty"
    FAILED = "failed"
    MISSING = "missing"
    UNRECORDED = "unrecorded"


@dataclass(frozen=True, slots=True)
class Item:
    """One question as asked.

    gold: the right option; "" where none is recorded (such an item is judged by recorded scores
    only). options: the allowed letters, in the order shown; empty for an open question, whose
    answers are then the gold, a number, or a digest (`open_answer`). meanings: letter → meaning
    (the letter itself where the records give none). select: "one" or "many". attributes: free text
    for strata and clusters.
    """

    item: str
    gold: Choice = ""
    options: tuple[str, ...] = ()
    meanings: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    select: str = "one"
    group: str = ""
    variant: str = ""
    split: str = ""
    images: tuple[str, ...] = ()
    attributes: Mapping[str, str] = field(default_factory=lambda: NOTHING)

    def meaning(self, letter: str) -> str:
        """What an option says; the letter itself where the records do not tell."""
        return self.meanings.get(letter, letter)


@dataclass(frozen=True, slots=True)
class Run:
    """One configuration's answers: what was run, and which items it was asked."""

    run: str
    model: str
    setting: str = ""
    mode: str = ""
    repetition: str = ""
    asked: tuple[str, ...] = ()


class Answer(NamedTuple):
    """What a run gave for an item: an option as shown, or None with the reason.

    score: what the log itself recorded, beside or instead of an answer; None where it recorded
    nothing. of: the most that the score can be; None where the log has no maximum.
    """

    item: str
    answer: Choice | None
    status: Status
    score: Fraction | None = None
    of: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A run's answers at one rotation, one for each item asked, in the order asked."""

    run: Run
    rotation: int
    answers: Mapping[str, Answer]


class Source(NamedTuple):
    """A file that was read: path below the records' folder, SHA-256, number of rows."""

    path: str
    sha256: str
    rows: int


@dataclass(frozen=True, slots=True)
class Records:
    """All that a study is judged on. Made by `fe_core.records.gate.build` only.

    sheets: (run, rotation) → answers; a run without rotations has rotation 0 only. reading, asked:
    how an importer read answers, and where it took from what was asked; "" where none did.
    """

    items: Mapping[str, Item]
    sheets: Mapping[tuple[str, int], Sheet]
    basis: Basis
    sources: tuple[Source, ...] = ()
    notes: tuple[str, ...] = ()
    reading: str = ""
    asked: str = ""

    def has(self, run: str, rotation: int = 0) -> bool:
        """Whether there are answers of this run at this rotation."""
        return (run, rotation) in self.sheets

    def sheet(self, run: str, rotation: int = 0) -> Sheet:
        """A run's answers. Raises UsageError for a run that the records do not hold."""
        try:
            return self.sheets[run, rotation]
        except KeyError:
            raise UsageError(f"the records hold no run={run!r} at rotation={rotation!r}") from None

    def rotations(self, run: str) -> tuple[int, ...]:
        """The rotations at which a run was asked, ascending."""
        return tuple(sorted(rotation for name, rotation in self.sheets if name == run))

    def runs(self) -> tuple[Run, ...]:
        """Every run once, in the order of the records."""
        return tuple({sheet.run.run: sheet.run for sheet in self.sheets.values()}.values())
