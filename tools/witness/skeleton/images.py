"""Ordered images of every group, exactly as many distinct ones as planned.

The groups of a component share a pool. The first takes as many images as it needs; every further
one takes an image that an earlier group of the component shows and, while there are any, new ones.
Evidence groups come first and are linked through images of their base sets, so that components are
the same whether added images count or not. Frame groups never join two of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tools.witness.skeleton import plan
from tools.witness.skeleton.groups import Group


class Shown(NamedTuple):
    """Images of the base set, in order, and the one that the addition variant adds ("" in FQ1)."""

    base: tuple[str, ...]
    added: str


def shown_images(groups: Sequence[Group], twins: tuple[str, str]) -> dict[str, Shown]:
    """What every group shows, by group. Image names are numbered in the order of components.

    twins: two groups of one component with the same base set, which add different images.
    """
    pools: dict[tuple[str, str], list[Group]] = defaultdict(list)
    for group in sorted(groups, key=lambda g: (g.split, g.component, -ord(g.family[-1]), g.group)):
        pools[group.split, group.component].append(group)
    result: dict[str, Shown] = {}
    first = 0
    for split, distinct in plan.DISTINCT_IMAGES.items():
        mine = [pool for key, pool in pools.items() if key[0] == split]
        for pool, size in zip(mine, _sizes(mine, distinct), strict=True):
            names = [f"img_{first + n:03d}" for n in range(1, size + 1)]
            result |= _dealt(pool, names, twins)
            first += size
    return result


def need(group: Group) -> int:
    """How many different images a group shows: an evidence group one more than its base set."""
    return group.base + (group.family == "FQ2")


def _sizes(pools: Iterable[Sequence[Group]], distinct: int) -> list[int]:
    """Sizes of the pools, summing to `distinct`: the least possible, then one more in turn."""
    members = list(pools)
    sizes = [max(map(need, pool)) for pool in members]
    most = [sum(map(need, pool)) - (len(pool) - 1) for pool in members]
    while sum(sizes) < distinct:
        before = sum(sizes)
        for at, limit in enumerate(most):
            if sizes[at] < limit and sum(sizes) < distinct:
                sizes[at] += 1
        if sum(sizes) == before:
            break
    return sizes


def _dealt(pool: Sequence[Group], names: Sequence[str], twins: tuple[str, str]) -> dict[str, Shown]:
    result: dict[str, Shown] = {}
    fresh = list(names)
    linked: list[str] = []
    for turn, group in enumerate(pool):
        if group.group == twins[1]:
            result[group.group] = _second(result[twins[0]], names)
            continue
        count = need(group)
        taken = [linked[turn % len(linked)]] if linked else []
        while fresh and len(taken) < count:
            taken.append(fresh.pop(0))
        for step in range(len(names)):
            image = names[(turn + step) % len(names)]
            if len(taken) < count and image not in taken:
                taken.append(image)
        shift = turn % group.base
        base = tuple(taken[shift : group.base] + taken[:shift])
        result[group.group] = Shown(base, taken[-1] if group.family == "FQ2" else "")
        if group.family == "FQ2" or not linked:
            linked += [image for image in base if image not in linked]
    return result


def _second(first: Shown, names: Sequence[str]) -> Shown:
    other = [image for image in names if image not in (*first.base, first.added)]
    return Shown(first.base, other[0])
