"""Reference rows: what a guess, the majority label or one constant answer would score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.records.model import Item
from fe_core.scoring.ledger import ALL_ITEMS
from fe_core.scoring.outcomes import Outcome
from fe_core.scoring.responses import Response
from offline_reproduction.study.evidence import UNIFORM, Scored
from offline_reproduction.study.selection import NO_CONDITION, Where, check, selected, text

KINDS = ("uniform", "majority", "constant")


class Reference(NamedTuple):
    """A rule instead of a run.

    of: the run whose items it is asked. option: of a constant answer. fit: the items whose golds a
    majority is counted on; the same items where it says nothing.
    """

    kind: str
    of: str
    option: str = ""
    fit: Where = NO_CONDITION


def added(scored: Scored, reference: Reference) -> str:
    """The name under which a rule's answers stand beside the runs.

    Raises UsageError for an option that no item has and for a majority that two options share.
    """
    items = scored.asked(reference.of)
    if reference.kind == "uniform":
        name = f"{UNIFORM}{reference.of}"
        scored.rules[name] = {i.item: Response(i, Outcome.MISSING, None) for i in items}
        return name
    option = reference.option
    if reference.kind == "majority":
        check(scored.records, reference.fit, "fit")
        option = _majority(
            selected(scored.records.items.values(), reference.fit) if reference.fit else items
        )
    if not any(option in item.options for item in items):
        raise UsageError(f"option={option!r} is one of no item that {reference.of!r} was asked")
    fit = f" of {text(reference.fit)}" if reference.fit else ""
    name = f"{reference.kind} {option}{fit} at {reference.of}"
    scored.rules[name] = {item.item: _answer(item, option) for item in items}
    return name


def everything(scored: Scored) -> str:
    """The name under which all items stand, for numbers that read no answer."""
    name = ALL_ITEMS
    if name not in scored.rules:
        items = scored.records.items.values()
        scored.rules[name] = {i.item: Response(i, Outcome.MISSING, None) for i in items}
    return name


def _majority(items: Sequence[Item]) -> str:
    golds = Counter(item.gold for item in items if isinstance(item.gold, str) and item.gold)
    first, *others = golds.most_common(2) or [("", 0)]
    if not first[1] or (others and others[0][1] == first[1]):
        raise UsageError(f"no label is the majority alone: {dict(golds.most_common(4))}")
    return str(first[0])


def _answer(item: Item, option: str) -> Response:
    if option not in item.options:
        return Response(item, Outcome.WRONG, None)
    return Response(item, Outcome.RIGHT if item.gold == option else Outcome.WRONG, option)
