"""What the audit of a document says: graded checks, and the relations that were found."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple


class Grade(Enum):
    """Contradiction: nothing that is declared prints it. Note: short of that proof.

    Fits and undecided stand for what a reader asked and `--all` shows; they accuse nothing.
    """

    CONTRADICTION = "contradiction"
    NOTE = "note"
    FITS = "fits"
    UNDECIDED = "undecided"


class Strength(NamedTuple):
    """In how many of the places that say something a relation holds, and how far from chance."""

    holds: int
    of: int
    bits: int
    tried: int


class Relation(NamedTuple):
    """A relation that a table supports."""

    rule: str
    about: str
    named: bool
    strength: Strength


class Check(NamedTuple):
    """One cell that is contradicted or noted.

    table: its number in the document, 0 for a sentence. printed: the cell's text. gives: what the
    table's own pattern gives there. premises: what the judgement rests on.
    """

    grade: Grade
    rule: str
    table: int
    row: str
    column: str
    printed: str
    gives: str
    support: Strength
    premises: tuple[str, ...]
    sentence: str
    line: int


def one_a_cell(checks: Sequence[Check]) -> list[Check]:
    """The gravest check of every cell, in the document's order."""
    best: dict[tuple[object, ...], Check] = {}
    for check in checks:
        key = check.table, check.row, check.column, check.line
        before = best.get(key)
        if before is None or _gravity(check) > _gravity(before):
            best[key] = check
    return sorted(best.values(), key=lambda c: (c.line, c.table, c.column, c.rule))


def _gravity(check: Check) -> tuple[int, int]:
    return -list(Grade).index(check.grade), check.support.bits
