"""Composition facts of the release: labels, images, scenes, signatures, assembly rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from fe_core.errors import UsageError
from fe_core.records.model import Item
from offline_reproduction.papers.frameevidence.evidence import (
    INSUFFICIENT,
    LETTERS,
    Evidence,
    Group,
)

Keep = Callable[[Group], bool]


def every_item(evidence: Evidence) -> Iterable[Item]:
    """All items of all splits."""
    return evidence.records.items.values()


def split_items(evidence: Evidence, split: str) -> tuple[Item, ...]:
    """The items of one split."""
    return tuple(item for item in every_item(evidence) if item.split == split)


def count_groups(groups: Iterable[Group], **attributes: str) -> int:
    """Groups whose attributes have these values."""
    return sum(
        all(group.attributes.get(name) == value for name, value in attributes.items())
        for group in groups
    )


def letters(items: Iterable[Item]) -> Counter[str]:
    """How often each letter is gold."""
    return Counter(str(item.gold) for item in items)


def conditions(evidence: Evidence) -> Counter[str]:
    """Questions of each of the six conditions."""
    return Counter(item.variant for item in every_item(evidence))


def letters_by_condition(evidence: Evidence) -> Counter[tuple[str, str]]:
    """How often each letter is gold within each condition."""
    return Counter((item.variant, str(item.gold)) for item in every_item(evidence))


def evenly(counts: Counter[str], number: int) -> bool:
    """Whether each of A–D is gold just so often."""
    return all(counts[letter] == number for letter in LETTERS)


def labels(evidence: Evidence) -> Counter[str]:
    """Occurrences of object labels, counted once per group. Raises UsageError without labels."""
    found = Counter(
        label for group in evidence.groups for label in _attribute(group, "labels").split()
    )
    if not found:
        raise UsageError("the records' items have no attribute 'labels'")
    return found


def top_labels(evidence: Evidence, number: int = 10) -> int:
    """Occurrences of the most frequent labels."""
    return sum(count for _, count in labels(evidence).most_common(number))


def images(evidence: Evidence) -> dict[str, set[str]]:
    """Image → the splits that show it."""
    found: dict[str, set[str]] = {}
    for item in every_item(evidence):
        for image in item.images:
            found.setdefault(image, set()).add(item.split)
    return found


def image_paths(evidence: Evidence) -> int:
    """Image files as stored: each group keeps one of every image that its questions show."""
    return sum(
        len({image for item in group.items.values() for image in item.images})
        for group in evidence.groups
    )


def scene_splits(evidence: Evidence) -> dict[str, set[str]]:
    """Scene cluster → the splits that have it. Raises UsageError without scene clusters."""
    found: dict[str, set[str]] = {}
    for group in evidence.groups:
        cluster = _attribute(group, "scene_cluster")
        if not cluster:
            raise UsageError(f"group={group.name!r} has no attribute 'scene_cluster'")
        found.setdefault(cluster, set()).add(group.split)
    return found


def overlap_groups(evidence: Evidence, kind: str) -> tuple[Group, ...]:
    """Test groups whose scene cluster is shared with "train", with "dev" alone, or "none"."""
    splits = scene_splits(evidence)

    def kind_of(group: Group) -> str:
        elsewhere = splits[_attribute(group, "scene_cluster")]
        return "train" if "train" in elsewhere else "dev" if "dev" in elsewhere else "none"

    return tuple(group for group in evidence.test if kind_of(group) == kind)


def scenes(groups: Iterable[Group]) -> set[str]:
    """Their scene clusters."""
    return {_attribute(group, "scene_cluster") for group in groups}


def image_counts(evidence: Evidence, count: int) -> set[str]:
    """The FQ2 conditions that occur with a number of images."""
    return {
        variant
        for group in evidence.groups
        if group.family == "FQ2"
        for variant, item in group.items.items()
        if len(item.images) == count
    }


def signatures(items: Iterable[Item]) -> dict[tuple[object, ...], list[Item]]:
    """Items by question, ordered images and options. Raises UsageError without questions."""
    found: dict[tuple[object, ...], list[Item]] = {}
    for item in items:
        question = item.attributes.get("question")
        if not question:
            raise UsageError(f"item={item.item!r} has no attribute 'question'")
        key = (question, item.images, tuple(item.meanings.items()))
        found.setdefault(key, []).append(item)
    return found


def repeated(evidence: Evidence) -> list[list[Item]]:
    """Items that share a signature with another."""
    return [same for same in signatures(every_item(evidence)).values() if len(same) > 1]


def well_assembled(group: Group) -> bool:
    """The encoded assembly rules of Appendix A, as far as records show them."""
    items = list(group.items.values())
    same_options = all(item.meanings == items[0].meanings for item in items)
    distinct = all(len(set(item.images)) == len(item.images) for item in items)
    rule = _frames_differ if group.family == "FQ1" else _one_image_less_or_more
    return same_options and distinct and rule(group)


def gold_meaning(item: Item) -> str:
    """What the gold option says."""
    return item.meaning(str(item.gold))


def frame_golds(group: Group) -> int:
    """Distinct gold meanings among a group's questions."""
    return len({gold_meaning(item) for item in group.items.values()})


def _frames_differ(group: Group) -> bool:
    items = list(group.items.values())
    return all(item.images == items[0].images for item in items) and frame_golds(group) >= 2


def _one_image_less_or_more(group: Group) -> bool:
    base, fewer, more = (group.items[variant].images for variant in ("mss", "deletion", "addition"))
    return (
        len(fewer) == len(base) - 1
        and _keeps_order(fewer, base)
        and len(more) == len(base) + 1
        and _keeps_order(base, more)
        and gold_meaning(group.items["deletion"]) == INSUFFICIENT
        and gold_meaning(group.items["mss"]) == gold_meaning(group.items["addition"])
    )


def _keeps_order(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    rest: Iterator[str] = iter(whole)
    return all(image in rest for image in part)


def _attribute(group: Group, name: str) -> str:
    return group.attributes.get(name, "")
