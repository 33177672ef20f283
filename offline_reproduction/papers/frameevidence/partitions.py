"""Partitions of test groups: exact-image components, scene clusters, and their union (D.5, D.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from fe_core.intervals.clusters import Cluster, components, totals
from offline_reproduction.papers.frameevidence.evidence import Group, View
from offline_reproduction.papers.frameevidence.scores import JOINT, solved

Tally = Callable[[Group], Sequence[int]]


def by_image(groups: Iterable[Group]) -> tuple[Cluster, ...]:
    """Groups connected by sharing an image."""
    return _by_image(tuple(groups))


def by_scene(groups: Iterable[Group]) -> tuple[Cluster, ...]:
    """Groups of the same inferred scene or template."""
    return components({group.name: [_scene(group)] for group in groups})


def by_either(groups: Iterable[Group]) -> tuple[Cluster, ...]:
    """Groups connected by a shared image or a shared scene, also through others."""
    return _by_either(tuple(groups))


def by_group(groups: Iterable[Group]) -> tuple[Cluster, ...]:
    """Every group by itself."""
    return components({group.name: [f"group:{group.name}"] for group in groups})


PARTITIONS = {"exact image": by_image, "scene": by_scene, "union": by_either}


def columns(
    partition: Sequence[Cluster], groups: Iterable[Group], tally: Tally
) -> list[tuple[int, ...]]:
    """Cluster sums of a group's integers, one column per integer."""
    return totals(partition, {group.name: tally(group) for group in groups})


def joint_difference(before: View, after: View, metric: str) -> Tally:
    """Of one group: change of its joint success, and 1 (the group itself)."""
    return lambda group: (solved(after, group, metric) - solved(before, group, metric), 1)


def accuracy_difference(before: View, after: View) -> Tally:
    """Of one group: change of its right answers, and its number of items."""
    return lambda group: (
        sum(after.right(i.item) - before.right(i.item) for i in group.items.values()),
        len(group.items),
    )


def of_metric(groups: Iterable[Group], metric: str) -> tuple[Group, ...]:
    """The groups that a joint metric is over."""
    return tuple(group for group in groups if group.family == JOINT[metric].family)


def _images(group: Group) -> Iterator[str]:
    for item in group.items.values():
        yield from (f"image:{image}" for image in item.images)


def _scene(group: Group) -> str:
    return f"scene:{group.attributes.get('scene_cluster') or group.name}"


@lru_cache(maxsize=16)
def _by_image(groups: tuple[Group, ...]) -> tuple[Cluster, ...]:
    return components({group.name: _images(group) for group in groups})


@lru_cache(maxsize=16)
def _by_either(groups: tuple[Group, ...]) -> tuple[Cluster, ...]:
    return components({group.name: [*_images(group), _scene(group)] for group in groups})
