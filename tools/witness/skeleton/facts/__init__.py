"""Composition facts of the paper, each with its place and the function that recounts it.

They are counted from the items alone, by definitions of their own: nothing here reads the plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fe_core.records.model import Item
from tools.witness.skeleton.facts.clusters import CLUSTER_FACTS
from tools.witness.skeleton.facts.fact import Fact
from tools.witness.skeleton.facts.inputs import INPUT_FACTS
from tools.witness.skeleton.facts.release import RELEASE_FACTS
from tools.witness.skeleton.facts.rules import RULE_FACTS
from tools.witness.skeleton.facts.strata import STRATUM_FACTS
from tools.witness.skeleton.facts.view import View

FACTS: tuple[Fact, ...] = (
    *RELEASE_FACTS,
    *INPUT_FACTS,
    *STRATUM_FACTS,
    *CLUSTER_FACTS,
    *RULE_FACTS,
)


class Miss(NamedTuple):
    """A fact that the items do not meet, and what they show instead."""

    fact: Fact
    found: str


def misses(items: Sequence[Item]) -> list[Miss]:
    """The facts that do not hold; empty for a skeleton as the paper describes it."""
    view = View(items)
    found = [Miss(fact, str(fact.value(view))) for fact in FACTS]
    return [miss for miss in found if miss.found != miss.fact.printed]
