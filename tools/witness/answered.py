"""A constructed run: its row of runs.jsonl, and its answers at each rotation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tools.witness.sheet import Test


class Answered(NamedTuple):
    """rotations: rotation → item → the letter as shown, None where the call failed.

    asked: "test" or a list of item ids. rotated: whether answers name their rotation.
    """

    run: str
    model: str
    setting: str
    mode: str
    repetition: str
    asked: Any
    rotations: Mapping[int, Mapping[str, str | None]]
    rotated: bool = False

    def row(self) -> dict[str, Any]:
        """The row of runs.jsonl."""
        names = ("run", "model", "setting", "mode", "repetition", "asked")
        return {name: getattr(self, name) for name in names}

    def answers(self) -> list[dict[str, Any]]:
        """The rows of the run's answer file, by rotation and in the order of the items."""
        return [
            self._answer(item, letter, rotation)
            for rotation, letters in sorted(self.rotations.items())
            for item, letter in sorted(letters.items())
        ]

    def path(self) -> str:
        """Where its answers stand: answers/<experiment>/<rest of the name>.jsonl.

        >>> Answered("primary/Kimi K2/Base", "", "", "", "", "test", {}).path()
        'answers/primary/Kimi_K2--Base.jsonl'
        """
        experiment, _, rest = self.run.partition("/")
        name = re.sub(r"[^A-Za-z0-9.-]", "_", rest.replace("/", "--"))
        return f"answers/{experiment}/{name}.jsonl"

    def _answer(self, item: str, letter: str | None, rotation: int) -> dict[str, Any]:
        row: dict[str, Any] = {
            "run": self.run,
            "item": item,
            "answer": letter,
            "status": "valid" if letter else "failed",
            "basis": "witness",
        }
        return row | {"rotation": rotation} if self.rotated else row


def once(
    run: str, test: Test, letters: Sequence[str | None], *, mode: str = "all-images"
) -> Answered:
    """A run of all test items, from its letters in their order; its name tells the rest."""
    _, model, setting = run.split("/")[:3]
    named = {item.item: letter for item, letter in zip(test.items, letters, strict=True)}
    return Answered(run, model, setting, mode, "1", "test", {0: named})
