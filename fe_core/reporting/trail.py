"""The trail of a number: the items behind it, and how each was answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fe_core.records.model import Answer, Basis, Choice, Item, Records
from fe_core.reporting.cells import Behind
from fe_core.scoring.outcomes import is_comparable, outcome

CONSTRUCTED = "constructed, not the model's answer"
"""What every row says of an answer that nobody gave."""


class Step(NamedTuple):
    """One answer behind a number, as texts.

    result: right, wrong, or why it is neither; a recorded score where the log holds one. details:
    the item's attributes, among them what clusters are formed by.
    """

    run: str
    rotation: str
    item: str
    gold: str
    answer: str
    result: str
    group: str
    details: str
    basis: str


def steps(records: Records, behind: Behind) -> Iterator[Step]:
    """Every answer behind a number, run by run, in the order of the records."""
    wanted = frozenset(behind.items)
    basis = CONSTRUCTED if records.basis is Basis.WITNESS else ""
    for (run, rotation), sheet in records.sheets.items():
        if run not in behind.runs:
            continue
        for name, answer in sheet.answers.items():
            if name in wanted:
                item = records.items[name]
                yield Step(
                    run,
                    str(rotation) if rotation else "",
                    name,
                    choice(item.gold),
                    choice(answer.answer),
                    result(item, answer, rotation),
                    item.group,
                    details(item),
                    basis,
                )


def choice(given: Choice | None) -> str:
    """An option, or several, as text; "" for none."""
    return given or "" if isinstance(given, str | None) else "+".join(given)


def result(item: Item, answer: Answer, rotation: int) -> str:
    """How an answer came out, and the score that the log recorded."""
    said = outcome(item, answer, rotation).value if is_comparable(item, answer) else ""
    if answer.score is None:
        return said
    scored = f"score {answer.score}" + (f"/{answer.of}" if answer.of is not None else "")
    return f"{said}, {scored}" if said else scored


def details(item: Item) -> str:
    """An item's attributes in one line."""
    return ", ".join(f"{name}={value}" for name, value in sorted(item.attributes.items()))
