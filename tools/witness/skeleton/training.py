"""The 224 groups of training and development."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from fe_core.errors import FeError
from tools.witness.skeleton import plan
from tools.witness.skeleton.balance import spread
from tools.witness.skeleton.frames import Triple
from tools.witness.skeleton.groups import Group, group_name
from tools.witness.skeleton.rules import Kind

LARGEST_POOL = 7
"""Groups that share one set of images, at most; our choice."""


def groups(split: str, kinds: Sequence[Kind], triples: Sequence[Triple]) -> list[Group]:
    """All groups of `split`; each of `kinds` and `triples` is dealt once."""
    bases = [b for b, n in zip(plan.SIZES, plan.BASES["FQ1"][split], strict=True) for _ in range(n)]
    frames = spread(
        {}, {"golds": ["".join(t) for t in triples], "base": list(map(str, bases))}, seed=11
    )
    rows = [
        (int(b), (g[0], g[1], g[2])) for b, g in zip(frames["base"], frames["golds"], strict=True)
    ]
    evidence = [(kind.base, (kind.spatial, kind.insufficient, kind.spatial)) for kind in kinds]
    found = [*_family("FQ1", split, rows), *_family("FQ2", split, evidence)]
    return _pooled(_neighbours(found) if split == "train" else found)


def twins(groups: Sequence[Group]) -> tuple[str, str]:
    """The two training groups whose MSS question is one and the same input (Appendix A).

    The first pair alike in all but the name, with base sets that leave a choice of what to delete.
    """
    seen: dict[object, str] = {}
    for group in sorted(groups, key=lambda g: g.group):
        if group.family == "FQ2" and group.split == "train" and group.base > 2:
            alike = (group.base, group.golds, group.relation, group.scene, group.source)
            if alike in seen:
                return seen[alike], group.group
            seen[alike] = group.group
    raise FeError("no two training groups are alike; the repeated input cannot be placed")


def _family(
    family: str, split: str, rows: Sequence[tuple[int, tuple[str, str, str]]]
) -> list[Group]:
    names = [group_name(n) for n in plan.group_numbers(family, split)]
    axial, captured = plan.AXIAL_GROUPS[family, split], plan.CAPTURED_GROUPS[split]
    scenes = zip(
        (plan.TABLETOP, plan.INDOOR, plan.OUTDOOR), plan.SCENES[family, split], strict=True
    )
    free = {
        "relation": ["axial"] * axial + ["quadrant"] * (len(names) - axial),
        "source": [plan.CAPTURED] * captured + [plan.RENDERED] * (len(names) - captured),
        "scene": [scene for scene, count in scenes for _ in range(count)],
    }
    fixed = {"base": [str(base) for base, _ in rows], "first": [golds[0] for _, golds in rows]}
    dealt = spread(fixed, free, seed=12)
    seen: Counter[str] = Counter()
    result = []
    for at, (name, (base, golds)) in enumerate(zip(names, rows, strict=True)):
        scene = dealt["scene"][at]
        clusters = _clusters(scene, split)
        result.append(
            Group(
                group=name,
                family=family,
                split=split,
                golds=golds,
                base=base,
                relation=dealt["relation"][at],
                source=dealt["source"][at],
                scene=scene,
                cluster=clusters[seen[scene] % len(clusters)],
                component="",
                ordinal=1 if family == "FQ2" else 0,
                deleted=1 if family == "FQ2" else 0,
            )
        )
        seen[scene] += 1
    return result


def _clusters(scene: str, split: str) -> list[str]:
    """Scene clusters of this kind that a split uses: in training the shared ones and its own, in
    development the first of them (no test group shares its cluster with development alone)."""
    shared = [c.name for c in plan.CLUSTERS if c.shared and c.scene == scene]
    own = [name for name, kind in plan.TRAIN_ONLY_CLUSTERS if kind == scene]
    return shared + own if split == "train" else shared[:1]


def _neighbours(rows: Sequence[Group]) -> list[Group]:
    """The rows with the second twin moved to the first one's cluster, deleting another image."""
    first, second = twins(rows)
    cluster = next(group.cluster for group in rows if group.group == first)
    return [replace(g, cluster=cluster, deleted=2) if g.group == second else g for g in rows]


def _pooled(rows: Sequence[Group]) -> list[Group]:
    """Groups of one cluster and source share images, at most LARGEST_POOL of them."""
    result = []
    pool, key, size = 0, ("", ""), 0
    for group in sorted(rows, key=lambda g: (g.cluster, g.source, g.golds, g.group)):
        if (group.cluster, group.source) != key or size == LARGEST_POOL:
            pool, key, size = pool + 1, (group.cluster, group.source), 0
        size += 1
        result.append(replace(group, component=f"{group.split}_{pool:03d}"))
    return result
