"""What a check without answers can say about printed numbers."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Judgement(Enum):
    """Possible is not proved right; impossible is proved wrong under the stated facts."""

    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"


class Said(NamedTuple):
    """A judgement and why, in words that a reader can follow."""

    judgement: Judgement
    explanation: str


def possible(explanation: str) -> Said:
    """Nothing speaks against it."""
    return Said(Judgement.POSSIBLE, explanation)


def impossible(explanation: str) -> Said:
    """It cannot be."""
    return Said(Judgement.IMPOSSIBLE, explanation)


def undecided(explanation: str) -> Said:
    """The check cannot tell."""
    return Said(Judgement.UNDECIDED, explanation)
