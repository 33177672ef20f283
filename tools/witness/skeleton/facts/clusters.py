"""What the paper says of exact-image components, scene clusters and their union."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from fe_core.intervals.clusters import Cluster, components
from tools.witness.skeleton.facts.fact import Fact
from tools.witness.skeleton.facts.view import Group, View, lead, shown

Keys = Callable[[Group], set[str]]
CROSSING = ("group_00360", "group_00361", "group_00364")


def _scene(group: Group) -> set[str]:
    return {lead(group).attributes["scene_cluster"]}


def _either(group: Group) -> set[str]:
    return shown(group) | _scene(group)


def _joined(groups: Iterable[Group], keys: Keys) -> tuple[Cluster, ...]:
    return components({lead(group).group: keys(group) for group in groups})


def _count(view: View, keys: Keys, **wanted: str) -> int:
    return len(_joined(view.test(**wanted), keys))


def _names(view: View, attribute: str, keys: Keys) -> bool:
    """Whether test groups have the same value exactly where they are joined."""
    values = {
        group: lead(view.groups[group]).attributes[attribute]
        for group in view.groups
        if lead(view.groups[group]).split == "test"
    }
    named = {frozenset(g for g in values if values[g] == value) for value in values.values()}
    return named == {frozenset(c.members) for c in _joined(view.test(), keys)}


def _both_families(view: View) -> int:
    """Union components that hold groups of both families."""
    found = _joined(view.test(), _either)
    families = [{lead(view.groups[g]).attributes["family"] for g in c.members} for c in found]
    return sum(len(family) == 2 for family in families)


def _crossing(view: View) -> str:
    """Groups and scene clusters of the exact-image component of group 00360."""
    found = _joined(view.test(family="FQ2"), shown)
    members = next(c.members for c in found if CROSSING[0] in c.members)
    scenes = {name for group in members for name in _scene(view.groups[group])}
    return f"{' '.join(members)}: {len(scenes)} scene clusters"


def _crossings(view: View) -> int:
    """Exact-image components over all test groups that lie in more than one scene cluster."""
    found = _joined(view.test(), shown)
    return sum(len({s for g in c.members for s in _scene(view.groups[g])}) > 1 for c in found)


def _scene_clusters(view: View, overlap: str) -> set[str]:
    return {name for group in view.test(overlap=overlap) for name in _scene(group)}


def _seen(view: View, *splits: str) -> set[str]:
    return {
        name for split in splits for group in view.select(split=split) for name in _scene(group)
    }


def _audited(view: View) -> list[Group]:
    return [g for g in view.test(family="FQ2") if lead(g).attributes["reference"] != "removed"]


def _audit_sizes(view: View, pool: Callable[[View], list[Group]]) -> str:
    """Audited groups in each union component formed over `pool`, most first."""
    audited = {lead(group).group for group in _audited(view)}
    sizes = [len(audited & set(c.members)) for c in _joined(pool(view), _either)]
    return " ".join(str(size) for size in sorted(sizes, reverse=True) if size)


CLUSTER_FACTS: tuple[Fact, ...] = (
    Fact("clusters/image", "D.6", "exact-image components of FQ2", "29",
         partial(_count, keys=shown, family="FQ2")),
    Fact("clusters/scene", "D.6", "scene clusters of FQ2", "14",
         partial(_count, keys=_scene, family="FQ2")),
    Fact("clusters/union", "D.6", "union components of FQ2", "13",
         partial(_count, keys=_either, family="FQ2")),
    Fact("clusters/largest", "D.6", "FQ2 groups of the largest union component", "15",
         lambda v: max(len(c.members) for c in _joined(v.test(family="FQ2"), _either))),
    Fact("clusters/crossing", "D.6", "the component that crosses scene clusters",
         f"{' '.join(CROSSING)}: 2 scene clusters", _crossing),
    Fact("clusters/crossings", "D.6", "exact-image components that cross scene clusters", "1",
         _crossings),
    Fact("clusters/all", "A, G.3", "union components of all test groups", "13",
         partial(_count, keys=_either)),
    Fact("clusters/both", "G.3", "of them with both families", "13", _both_families),
    Fact("clusters/attribute", "G.3", "the attribute names the union components", "True",
         partial(_names, attribute="union_component", keys=_either)),
    Fact("clusters/image-attribute", "D.6", "the attribute names exact-image components", "True",
         partial(_names, attribute="image_component", keys=shown)),
    Fact("overlap/shared", "F.1", "test scene clusters shared with training", "10",
         lambda v: len(_scene_clusters(v, "train") & _seen(v, "train"))),
    Fact("overlap/absent", "5, F.1", "test scene clusters absent from train and dev", "4",
         lambda v: len(_scene_clusters(v, "none") - _seen(v, "train", "dev"))),
    Fact("overlap/follows", "F.1", "overlap says whether training has the cluster", "True",
         lambda v: _scene_clusters(v, "train") <= _seen(v, "train")
         and not _scene_clusters(v, "none") & _seen(v, "train", "dev")),
    Fact("audit/groups", "E", "groups outside the removed stratum", "12",
         lambda v: len(_audited(v))),
    Fact("audit/components", "E; the endpoint -3.03", "their union components", "4 2 2 2 1 1",
         partial(_audit_sizes, pool=lambda v: v.test())),
    Fact("audit/components-alone", "E", "the same, formed over the twelve alone", "4 2 2 2 1 1",
         partial(_audit_sizes, pool=_audited)),
)  # fmt: skip
