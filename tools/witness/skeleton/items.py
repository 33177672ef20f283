"""The 960 items as rows of items.jsonl."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tools.witness.skeleton import plan
from tools.witness.skeleton.balance import shuffled
from tools.witness.skeleton.groups import Group
from tools.witness.skeleton.images import Shown

Row = dict[str, Any]


def rows(groups: Sequence[Group], shown: Mapping[str, Shown], twins: Sequence[str]) -> list[Row]:
    """Three rows a group, in order. twins: two groups that share question and options."""
    labels = object_labels(len(groups))
    result: list[Row] = []
    for group, names in zip(groups, labels, strict=True):
        asked = twins[0] if group.group in twins else group.group
        options = _options(group, random.Random(f"options {asked}"))
        for at, variant in enumerate(plan.FRAMES if group.family == "FQ1" else plan.EVIDENCE):
            place = len(result) + 1
            named = place == plan.NAMED_ITEM[0]
            question = asked.replace("group", "question")
            result.append(
                {
                    "item": plan.NAMED_ITEM[1] if named else f"fe_{place:04d}",
                    "gold": group.golds[at],
                    "options": options,
                    "group": group.group,
                    "variant": variant,
                    "split": group.split,
                    "images": list(images_of(group, shown[group.group], variant)),
                    "attributes": _attributes(group, names)
                    | {"question": question if group.family == "FQ2" else f"{question}_{variant}"},
                }
            )
    return result


def images_of(group: Group, shown: Shown, variant: str) -> tuple[str, ...]:
    """The ordered images of a variant: deletion drops one of the base set, addition appends one."""
    if variant == "deletion":
        return shown.base[: group.deleted - 1] + shown.base[group.deleted :]
    if variant == "addition":
        return (*shown.base, shown.added)
    return shown.base


def reference(group: Group) -> str:
    """What deletion does to the image that the question's ordinal names (Table 3)."""
    if not group.ordinal:
        return "none"
    if group.ordinal == group.deleted:
        return "removed"
    return "shifted" if group.ordinal > group.deleted else "stable"


def after_deletion(group: Group) -> str:
    """What the unchanged ordinal names once an image is gone."""
    if not group.ordinal:
        return "none"
    if group.ordinal >= group.base:
        return "out-of-range"
    return "same" if group.ordinal < group.deleted else "other-image"


def object_labels(groups: int) -> list[tuple[str, ...]]:
    """Three different object labels a group, with the frequencies of Figure 2."""
    short, extra = divmod(plan.OTHER_OCCURRENCES, plan.OTHER_LABELS)
    counts = [*plan.TOP_LABELS, *(short + (n < extra) for n in range(plan.OTHER_LABELS))]
    dealt = [f"label_{n:03d}" for n, count in enumerate(counts, 1) for _ in range(count)]
    return [tuple(dealt[at::groups]) for at in range(groups)]


def _options(group: Group, rng: random.Random) -> dict[str, str]:
    """Letter → meaning: all four directions, or three and insufficiency at its gold letter."""
    meanings = shuffled(plan.AXIAL if group.relation == "axial" else plan.QUADRANT, rng)
    options = dict(zip(plan.LETTERS, meanings, strict=True))
    return options | {group.golds[1]: plan.INSUFFICIENT} if group.family == "FQ2" else options


def _attributes(group: Group, labels: Iterable[str]) -> dict[str, str]:
    """Attributes that the whole group shares; those that nothing printed speaks of are left out."""
    found = {
        "family": group.family,
        "source": group.source,
        "scene": group.scene,
        "relation": group.relation,
        "images": str(group.base),
        "scene_cluster": group.cluster,
        "labels": " ".join(labels),
    }
    if group.split == "test":
        found |= {
            "overlap": group.overlap,
            "image_component": group.component,
            "union_component": group.union,
        }
    if group.tag:
        found |= {
            "tag": group.tag,
            "camera_heading": group.heading,
            "ordinal": str(group.ordinal),
            "reference": reference(group),
            "ordinal_after": after_deletion(group),
        }
    return found
