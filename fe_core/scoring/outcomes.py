"""Outcomes: what an answer is worth. An invalid answer never counts as another option."""

from __future__ import annotations

from enum import Enum

from fe_core.errors import UsageError
from fe_core.records.model import Answer, Item, Records, Status
from fe_core.scoring.rotation import option_chosen


class Outcome(Enum):
    """Right, wrong, or one of the invalid kinds."""

    RIGHT = "right"
    WRONG = "wrong"
    UNREADABLE = "unreadable"
    EMPTY = "empty"
    FAILED = "failed"
    MISSING = "missing"

    @property
    def valid(self) -> bool:
        """Whether there is an option to compare."""
        return self in (Outcome.RIGHT, Outcome.WRONG)


_INVALID = {
    Status.UNREADABLE: Outcome.UNREADABLE,
    Status.EMPTY: Outcome.EMPTY,
    Status.FAILED: Outcome.FAILED,
    Status.MISSING: Outcome.MISSING,
}


def outcome(item: Item, answer: Answer, rotation: int = 0) -> Outcome:
    """The outcome of one answer.

    rotation: where options were rotated, the letter shown is mapped back to the option's identity
    first (`fe_core.scoring.rotation`). With several right options the whole set must match.
    Raises UsageError where only a score is recorded, or no right answer is: nothing to compare.
    """
    status = answer.status
    if status is Status.VALID and item.gold:
        given = option_chosen(item, answer.answer, rotation)
        return Outcome.RIGHT if given == item.gold else Outcome.WRONG
    if status not in _INVALID:
        raise UsageError(
            f"item={item.item!r}: the records hold no answer or no gold for it; "
            'judge it by the recorded scores (evidence = "score")'
        )
    return _INVALID[status]


def is_comparable(item: Item, answer: Answer) -> bool:
    """Whether there is what an outcome needs: an answer and a gold, or why there is none."""
    if answer.status is Status.VALID:
        return bool(item.gold)
    return answer.status in _INVALID


def outcomes(records: Records, run: str, rotation: int = 0) -> dict[str, Outcome]:
    """Item id → outcome for everything a run was asked. Raises UsageError for an unknown run."""
    sheet = records.sheet(run, rotation)
    items = records.items
    return {
        name: outcome(items[name], answer, sheet.rotation) for name, answer in sheet.answers.items()
    }
