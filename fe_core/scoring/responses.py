"""Responses: an item with what a run gave for it, as metrics see it."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.records.model import Answer, Choice, Item, Records, Status
from fe_core.scoring.outcomes import Outcome, outcome
from fe_core.scoring.rotation import option_chosen


class Evidence(Enum):
    """What is judged: the answer, or what the log itself recorded.

    SCORE: right is the full score. POINTS: the score counts, and nothing is right or wrong.
    """

    ANSWER = "answer"
    SCORE = "score"
    POINTS = "points"


class Response(NamedTuple):
    """One answer to one item.

    option: the chosen option's identity, rotations undone; None for an invalid answer. score: the
    recorded score as a share of its maximum (as it is where it has none); None where the log holds
    none.
    """

    item: Item
    outcome: Outcome
    option: Choice | None
    score: Fraction | None = None

    @property
    def right(self) -> bool:
        """Whether it counts as right."""
        return self.outcome is Outcome.RIGHT


def responses(
    records: Records, run: str, rotation: int = 0, evidence: Evidence = Evidence.ANSWER
) -> dict[str, Response]:
    """Item id → response for everything a run was asked.

    Raises UsageError for an unknown run and for an answer without the evidence that is asked for.
    """
    items = records.items
    return {
        name: _response(items[name], answer, rotation, evidence)
        for name, answer in records.sheet(run, rotation).answers.items()
    }


def _response(item: Item, answer: Answer, rotation: int, evidence: Evidence) -> Response:
    option = option_chosen(item, answer.answer, rotation)
    if evidence is Evidence.ANSWER:
        return Response(item, outcome(item, answer, rotation), option, _share(answer))
    score = _share(answer)
    if score is None:
        if answer.status in (Status.VALID, Status.UNRECORDED):
            raise UsageError(f"item={item.item!r} has no recorded score (docs/records.md)")
        return Response(item, Outcome(answer.status.value), option, None)
    if evidence is Evidence.SCORE and answer.of is None and score not in (0, 1):
        raise UsageError(
            f"item={item.item!r}: score={score} has no maximum, so nothing says whether it is right"
        )
    return Response(item, Outcome.RIGHT if score == 1 else Outcome.WRONG, option, score)


def _share(answer: Answer) -> Fraction | None:
    return answer.score / answer.of if answer.score is not None and answer.of else answer.score
