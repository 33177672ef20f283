"""What a check without answers can say about printed numbers."""

from __future__ import annotations

from enum import Enum


class Judgement(Enum):
    """Possible is not proved right; impossible is proved wrong under the stated facts."""

    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"
