"""A constructed run: its row of runs.jsonl, and the letter it answered to each item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Answered(NamedTuple):
    """asked: "test" or a list of item ids. letters: item → answer, all of them valid."""

    run: str
    model: str
    setting: str
    mode: str
    repetition: str
    asked: str | list[str]
    letters: Mapping[str, str]

    def row(self) -> dict[str, object]:
        """The row of runs.jsonl."""
        names = ("run", "model", "setting", "mode", "repetition", "asked")
        return {name: getattr(self, name) for name in names}
