"""Construct rotation runs from counts: which items are steady, which are right where."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from fe_core.errors import PrintedError
from fe_core.records.model import Item
from tools.witness.circular.counts import Counts, counts
from tools.witness.circular.facts import ROTATIONS, ROWS

Rotations = dict[int, dict[str, str]]
"""Rotation → item id → the letter that was shown for the chosen option."""


def build(items: Iterable[Item]) -> dict[str, Rotations]:
    """Run → rotation → item → shown letter, for the runs of Table 12 with retained answers.

    items: all items; those of the test split are answered. The same items give the same answers.
    """
    asked = sorted((item for item in items if item.split == "test"), key=lambda item: item.item)
    return {row.run: rotations(asked, counts(row), random.Random(row.run)) for row in ROWS}


def rotations(asked: Sequence[Item], wanted: Counts, rng: random.Random) -> Rotations:
    """Answers to `asked` at each rotation that have exactly the wanted counts.

    Steady items repeat one option, right or wrong; the others are right at some rotations only
    and never repeat one option four times. Raises PrintedError if the counts leave no such set.
    """
    order = list(asked)
    rng.shuffle(order)
    steady = {
        item.item: index < wanted.all_right for index, item in enumerate(order[: wanted.consistent])
    }
    loose = order[wanted.consistent :]
    right = _right_at(loose, [total - wanted.all_right for total in wanted.right], rng)
    chosen = {
        item.item: _steady(item, steady[item.item], rng)
        if item.item in steady
        else _changing(item, right[item.item], rng)
        for item in asked
    }
    return {
        r: {item.item: shown(item, chosen[item.item][r], r) for item in asked}
        for r in range(ROTATIONS)
    }


def shown(item: Item, option: str, rotation: int) -> str:
    """The letter that showed `option` at `rotation`: letter i shows option i + rotation.

    >>> shown(Item("a", "A", ("A", "B", "C", "D")), "A", 1)
    'D'
    """
    return item.options[(item.options.index(option) - rotation) % len(item.options)]


def _right_at(
    loose: Sequence[Item], totals: Sequence[int], rng: random.Random
) -> Mapping[str, frozenset[int]]:
    """At which rotations each loose item is right: never at all of them."""
    found: dict[str, set[int]] = {item.item: set() for item in loose}
    for r, total in enumerate(totals):
        open_to = [name for name, at in found.items() if len(at) < ROTATIONS - 1]
        if not 0 <= total <= len(open_to):
            raise PrintedError(f"rotation {r}: {total} right answers among {len(open_to)} items")
        for name in rng.sample(open_to, total):
            found[name].add(r)
    return {name: frozenset(at) for name, at in found.items()}


def _steady(item: Item, is_right: bool, rng: random.Random) -> tuple[str, ...]:
    return (str(item.gold) if is_right else rng.choice(_wrong(item)),) * ROTATIONS


def _changing(item: Item, right: frozenset[int], rng: random.Random) -> tuple[str, ...]:
    """Options per rotation: gold where right, elsewhere wrong ones, not all four the same."""
    wrong = _wrong(item)
    found = [str(item.gold) if r in right else rng.choice(wrong) for r in range(ROTATIONS)]
    if len(set(found)) == 1:
        place = rng.randrange(ROTATIONS)
        found[place] = rng.choice([option for option in wrong if option != found[place]])
    return tuple(found)


def _wrong(item: Item) -> list[str]:
    return [option for option in item.options if option != item.gold]
