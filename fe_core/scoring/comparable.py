"""Whether several parties were asked the same items: the one definition of comparable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fe_core.errors import UsageError

SHOWN = 5


class Comparable(NamedTuple):
    """The items that all parties were asked, in the first one's order, and those that not all."""

    items: tuple[str, ...]
    dropped: tuple[str, ...]


def comparable(asked: Mapping[str, Sequence[str]], *, common: bool = False) -> Comparable:
    """What runs, rotations, repetitions or tables can be compared over.

    asked: party → the items it was asked, each once. common: whether the items that all share are
    enough; then the others are dropped, and whoever prints the number says so.
    Raises UsageError, naming the items, where the parties were asked different ones and that is
    not declared.

    >>> comparable({"a": ["q1", "q2"], "b": ["q2", "q1"]}).items
    ('q1', 'q2')
    >>> comparable({"a": ["q1", "q2"], "b": ["q2"]}, common=True)
    Comparable(items=('q2',), dropped=('q1',))
    """
    sets = {party: frozenset(items) for party, items in asked.items()}
    everything = dict.fromkeys(item for items in asked.values() for item in items)
    shared = frozenset.intersection(*sets.values()) if sets else frozenset()
    dropped = tuple(item for item in everything if item not in shared)
    if dropped and not common:
        raise UsageError("; ".join(_lacking(sets, everything)) + REMEDY)
    return Comparable(tuple(item for item in everything if item in shared), dropped)


REMEDY = '; ask the same of all, or declare on_mismatch = "common"'


def _lacking(sets: Mapping[str, frozenset[str]], everything: Mapping[str, None]) -> list[str]:
    said = []
    for party, items in sets.items():
        lacks = [item for item in everything if item not in items]
        if lacks:
            more = f" and {len(lacks) - SHOWN} more" if len(lacks) > SHOWN else ""
            said.append(
                f"asked different items: {party!r} was not asked {', '.join(lacks[:SHOWN])}{more}"
            )
    return said[:3]
