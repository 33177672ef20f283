"""The 96 test groups: places in scene clusters, then base sizes, letters, relations and tags."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tools.witness.skeleton import plan
from tools.witness.skeleton.balance import Columns, spread
from tools.witness.skeleton.frames import Triple
from tools.witness.skeleton.groups import Group, group_name
from tools.witness.skeleton.rules import Kind


class Place(NamedTuple):
    """Where a group lies."""

    cluster: plan.Cluster
    component: str
    source: str


def evidence_groups(kinds: Sequence[Kind]) -> list[Group]:
    """The 48 FQ2 groups; each of `kinds` (base size and letters) is dealt once."""
    places = evidence_places()
    names = list(places)
    bases = _evidence_bases(names, places, kinds)
    letters = _evidence_letters(names, places, bases, kinds)
    known = {
        **_columns(names, places),
        "base": [str(bases[name]) for name in names],
        "removed": [str(name in plan.REFERENCES) for name in names],
        "spatial": [letters[name].spatial for name in names],
    }
    relations = ["axial"] * 24 + ["quadrant"] * 24
    dealt = spread(known, {"relation": relations, "tag": [*plan.TAGS] * 16}, seed=3)
    unheaded = [n for n, tag in zip(names, dealt["tag"], strict=True) if tag == "object"][4:12:7]
    result = []
    for name, relation, tag in zip(names, dealt["relation"], dealt["tag"], strict=True):
        reference = plan.REFERENCES.get(name, plan.Reference(bases[name], 1, 1))
        spatial, missing = letters[name].spatial, letters[name].insufficient
        group = Group(
            **_placed(name, "FQ2", places[name]),
            golds=(spatial, missing, spatial),
            base=bases[name],
            relation=relation,
            ordinal=reference.ordinal,
            deleted=reference.deleted,
            tag=tag,
            heading="no" if name in unheaded else "yes",
        )
        result.append(group)
    return result


def frame_groups(triples: Sequence[Triple]) -> list[Group]:
    """The 48 FQ1 groups; each of `triples` (gold letters) is dealt once."""
    places = frame_places()
    names = list(places)
    bases = [
        str(b) for b, n in zip(plan.SIZES, plan.BASES["FQ1"]["test"], strict=True) for _ in range(n)
    ]
    free = {
        "base": bases,
        "relation": ["axial"] * 24 + ["quadrant"] * 24,
        "golds": ["".join(triple) for triple in triples],
    }
    dealt = spread(_columns(names, places), free, seed=4)
    return [
        Group(
            **_placed(name, "FQ1", places[name]),
            golds=(golds[0], golds[1], golds[2]),
            base=int(base),
            relation=relation,
        )
        for name, base, relation, golds in zip(
            names, dealt["base"], dealt["relation"], dealt["golds"], strict=True
        )
    ]


def evidence_places() -> dict[str, Place]:
    """Places of the FQ2 groups in the order of their numbers, cluster after cluster."""
    names = [group_name(n) for n in plan.group_numbers("FQ2", "test")]
    free = iter([name for name in names if name not in plan.CROSSING_GROUPS])
    places = {name: Place(*_crossing(name)) for name in plan.CROSSING_GROUPS}
    for number, (cluster, (size, source)) in enumerate(_components(), 1):
        for _ in range(size):
            places[next(free)] = Place(cluster, _component_name(number), source)
    return {name: places[name] for name in names}


def frame_places() -> dict[str, Place]:
    """Places of the FQ1 groups: each joins one FQ2 component of its cluster, in turn."""
    names = iter([group_name(n) for n in plan.group_numbers("FQ1", "test")])
    places = {}
    number = 1
    for cluster in plan.CLUSTERS:
        for turn in range(cluster.frames):
            at = cluster.joined[turn % len(cluster.joined)]
            source = cluster.components[at][1]
            places[next(names)] = Place(cluster, _component_name(number + at), source)
        number += len(cluster.components)
    return places


def _components() -> Iterator[tuple[plan.Cluster, tuple[int, str]]]:
    for cluster in plan.CLUSTERS:
        for component in cluster.components:
            yield cluster, component


def _component_name(number: int) -> str:
    return f"exact_{number:02d}"


def _crossing(name: str) -> tuple[plan.Cluster, str, str]:
    """The first two groups lie in one scene cluster, the third in the other."""
    cluster = plan.CLUSTERS[2 if name == plan.CROSSING_GROUPS[2] else 1]
    return cluster, "exact_29", plan.RENDERED


def _columns(names: Sequence[str], places: dict[str, Place]) -> Columns:
    return {
        "source": [places[name].source for name in names],
        "union": [places[name].cluster.union for name in names],
        "overlap": [str(places[name].cluster.shared) for name in names],
    }


def _evidence_bases(
    names: Sequence[str], places: dict[str, Place], kinds: Sequence[Kind]
) -> dict[str, int]:
    """Base sizes: as planned for the audited groups, spread over the others."""
    bases = {name: reference.base for name, reference in plan.REFERENCES.items()}
    left = [kind.base for kind in kinds]
    for base in bases.values():
        left.remove(base)
    rest = [name for name in names if name not in bases]
    dealt = spread(_columns(rest, places), {"base": [str(b) for b in left]}, seed=5)["base"]
    return bases | {name: int(base) for name, base in zip(rest, dealt, strict=True)}


def _evidence_letters(
    names: Sequence[str], places: dict[str, Place], bases: dict[str, int], kinds: Sequence[Kind]
) -> dict[str, Kind]:
    result: dict[str, Kind] = {}
    for base in plan.SIZES:
        rows = [name for name in names if bases[name] == base]
        mine = {kind.spatial + kind.insufficient: kind for kind in kinds if kind.base == base}
        column = [kind.spatial + kind.insufficient for kind in kinds if kind.base == base]
        dealt = spread(_columns(rows, places), {"letters": column}, seed=6 + base)["letters"]
        result |= {name: mine[text] for name, text in zip(rows, dealt, strict=True)}
    return result


def _placed(name: str, family: str, place: Place) -> dict[str, Any]:
    return {
        "group": name,
        "family": family,
        "split": "test",
        "source": place.source,
        "scene": place.cluster.scene,
        "cluster": place.cluster.name,
        "component": place.component,
        "union": place.cluster.union,
        "overlap": "train" if place.cluster.shared else "none",
    }
