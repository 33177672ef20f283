"""Responses: an item with what a run gave for it, as metrics see it."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from fe_core.records.model import Choice, Item, Records
from fe_core.scoring.outcomes import Outcome, outcome
from fe_core.scoring.rotation import option_chosen


class Response(NamedTuple):
    """One answer to one item.

    option: the chosen option's identity, rotations undone; None for an invalid answer. score: the
    recorded score as a share of its maximum; None where the log holds none.
    """

    item: Item
    outcome: Outcome
    option: Choice | None
    score: Fraction | None = None

    @property
    def right(self) -> bool:
        """Whether it counts as right."""
        return self.outcome is Outcome.RIGHT


def responses(records: Records, run: str, rotation: int = 0) -> dict[str, Response]:
    """Item id → response for everything a run was asked. Raises UsageError for an unknown run."""
    items = records.items
    return {
        name: Response(
            items[name],
            outcome(items[name], answer, rotation),
            option_chosen(items[name], answer.answer, rotation),
        )
        for name, answer in records.sheet(run, rotation).answers.items()
    }
