"""Clusters as connected components: the only place where they are formed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from fe_core.errors import UsageError


class Cluster(NamedTuple):
    """Members that share keys, directly or through others; both sorted."""

    members: tuple[str, ...]
    keys: tuple[str, ...]


def components(keys_of: Mapping[str, Iterable[str]]) -> tuple[Cluster, ...]:
    """Join members that share a key; the result does not depend on the order of the input.

    keys_of: member (a group or item) → what it must not be separated from (images, a scene, or
    both: name keys by kind, such as "image:17" and "scene:4"). Clusters come sorted by their
    first member.
    Raises UsageError for a member without keys: give it its own name as a key to keep it alone.

    >>> [c.members for c in components({"b": ["x"], "a": ["x", "y"], "c": ["z"]})]
    [('a', 'b'), ('c',)]
    """
    keys = {member: tuple(sorted(set(keys_of[member]))) for member in sorted(keys_of)}
    for member, own in keys.items():
        if not own:
            raise UsageError(f"a member of a cluster needs at least one key, {member!r} has none")
    parent: dict[str, str] = {}
    first: dict[str, str] = {}
    for member, own in keys.items():
        parent[member] = member
        for key in own:
            _join(parent, first.setdefault(key, member), member)
    gathered: dict[str, list[str]] = {}
    for member in keys:
        gathered.setdefault(_root(parent, member), []).append(member)
    return tuple(_cluster(members, keys) for members in gathered.values())


def by_attribute(value_of: Mapping[str, str]) -> tuple[Cluster, ...]:
    """One cluster a value: the same as `components` of one key each."""
    return components({member: (value,) for member, value in value_of.items()})


def totals(
    clusters: Sequence[Cluster], tally_of: Mapping[str, Sequence[int]]
) -> list[tuple[int, ...]]:
    """Columns of cluster sums from the integers of every member; each column has one per cluster.

    Raises UsageError where a member has no tally: nothing leaves a denominator silently.

    >>> pair = components({"a": ["x"], "b": ["x"], "c": ["y"]})
    >>> totals(pair, {"a": (1, 1), "b": (0, 1), "c": (1, 1)})
    [(1, 1), (2, 1)]
    """
    rows = []
    for cluster in clusters:
        missing = [member for member in cluster.members if member not in tally_of]
        if missing:
            raise UsageError(f"every member of a cluster needs a tally, {missing[0]!r} has none")
        tallies = [tally_of[member] for member in cluster.members]
        rows.append([sum(column) for column in zip(*tallies, strict=True)])
    return [tuple(column) for column in zip(*rows, strict=True)]


def _root(parent: dict[str, str], member: str) -> str:
    while parent[member] != member:
        parent[member] = member = parent[parent[member]]
    return member


def _join(parent: dict[str, str], one: str, other: str) -> None:
    a, b = sorted((_root(parent, one), _root(parent, other)))
    parent[b] = a


def _cluster(members: Sequence[str], keys: Mapping[str, tuple[str, ...]]) -> Cluster:
    shared = {key for member in members for key in keys[member]}
    return Cluster(tuple(members), tuple(sorted(shared)))
