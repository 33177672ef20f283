"""Facts of FrameEvidence's release: labels, images, scenes, signatures, assembly rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from fe_core.errors import UsageError
from fe_core.intervals.clusters import Cluster, components
from fe_core.records.model import Item
from fe_core.reporting.cells import Cell, Unit
from offline_reproduction.study.quantities import Called
from offline_reproduction.study.selection import part, selected

INSUFFICIENT = "insufficient"

Group = Mapping[str, Item]
"""A matched triplet: its items by variant."""


def grouped(items: Iterable[Item]) -> Mapping[str, Group]:
    """Items by group and variant."""
    found: dict[str, dict[str, Item]] = {}
    for item in items:
        found.setdefault(item.group, {})[item.variant] = item
    return found


def said(told: Called, value: int | str) -> Cell:
    """A cell of a function, signed as it was declared."""
    declared, question = told.declared, told.question
    return Cell(value, declared.unit, told.quantities.signature(declared, question, []))


def gold(item: Item) -> str:
    """What the gold option says."""
    return item.meaning(str(item.gold))


def insufficiency_letter(item: Item) -> str:
    """The letter of the option that means insufficiency; "" where there is none."""
    return next((o for o in item.options if item.meaning(o) == INSUFFICIENT), "")


def _items(told: Called) -> list[Item]:
    return selected(told.scored.records.items.values(), told.question.where)


def _wide(splits: Mapping[object, set[str]], told: Called) -> Cell:
    """How many have at least as many splits as `splits` says."""
    least = int(told.arguments.get("splits", "1"))
    return said(told, sum(len(some) >= least for some in splits.values()))


def distinct(told: Called) -> Cell:
    """Values of an attribute, where items have one."""
    found: dict[object, set[str]] = {}
    for item in _items(told):
        value = part(item, told.arguments["attribute"])
        if value:
            found.setdefault(value, set()).add(item.split)
    return _wide(found, told)


def images(told: Called) -> Cell:
    """Images that items show."""
    found: dict[object, set[str]] = {}
    for item in _items(told):
        for image in item.images:
            found.setdefault(image, set()).add(item.split)
    return _wide(found, told)


def image_paths(told: Called) -> Cell:
    """Image files as stored: each group keeps one of every image that its questions show."""
    groups = grouped(_items(told)).values()
    return said(told, sum(len({i for item in g.values() for i in item.images}) for g in groups))


def labels(told: Called) -> Cell:
    """Different object labels."""
    return said(told, len(_labels(told)))


def label_occurrences(told: Called) -> Cell:
    """Occurrences of object labels, once a group; of the `most` frequent ones."""
    most = told.arguments.get("most")
    return said(told, sum(n for _, n in _labels(told).most_common(int(most) if most else None)))


def _labels(told: Called) -> Counter[str]:
    firsts = [next(iter(group.values())) for group in grouped(_items(told)).values()]
    return Counter(label for item in firsts for label in item.attributes.get("labels", "").split())


def rarest(told: Called) -> Cell:
    """How many items have the rarest values of the attributes `by` (or gold letter)."""
    return said(told, min(_frequencies(told).values()))


def most_frequent(told: Called) -> Cell:
    """How many items have the most frequent ones."""
    return said(told, max(_frequencies(told).values()))


def _frequencies(told: Called) -> Counter[tuple[str, ...]]:
    names = told.arguments["by"].split()
    return Counter(
        tuple(str(item.gold) if name == "gold" else part(item, name) for name in names)
        for item in _items(told)
    )


def signatures(told: Called) -> Cell:
    """Different questions with their ordered images and options."""
    return said(told, len(_signatures(told)))


def repeated_signatures(told: Called) -> Cell:
    """Signatures of several items; `alike`: those with one split and one gold alone."""
    alike = "alike" in told.arguments
    several = [same for same in _signatures(told).values() if len(same) > 1]
    one = [same for same in several if len({(item.split, item.gold) for item in same}) == 1]
    return said(told, len(one if alike else several))


def _signatures(told: Called) -> dict[object, list[Item]]:
    found: dict[object, list[Item]] = {}
    for item in _items(told):
        question = item.attributes.get("question")
        if not question:
            raise UsageError(f"item={item.item!r} has no attribute 'question'")
        key = question, item.images, tuple(item.meanings.items())
        found.setdefault(key, []).append(item)
    return found


def clusters(told: Called) -> Cell:
    """Clusters of groups by what they share: how many, the largest, or those across scenes."""
    groups = grouped(_items(told))
    by = told.arguments["by"].split()
    found = components({name: _keys(group, by) for name, group in groups.items()})
    wanted = told.arguments.get("part", "")
    if wanted == "largest":
        return said(told, max(len(cluster.members) for cluster in found))
    if wanted == "both families":
        return said(told, sum(len(_values(c, groups, "family")) == 2 for c in found))
    if wanted == "crossing":
        across = [c for c in found if len(_values(c, groups, "scene_cluster")) == 2]
        return said(told, "; ".join(" ".join(sorted(c.members)) for c in across))
    return said(told, len(found))


def _keys(group: Group, by: Sequence[str]) -> Iterator[str]:
    for item in group.values():
        for name in by:
            if name == "images":
                yield from (f"image {image}" for image in item.images)
            else:
                yield f"{name} {part(item, name)}"


def _values(cluster: Cluster, groups: Mapping[str, Group], name: str) -> set[str]:
    return {part(item, name) for member in cluster.members for item in groups[member].values()}


def well_assembled(items: Sequence[Item]) -> Cell:
    """The assembly rules of Appendix A, as far as records show them."""
    group = {item.variant: item for item in items}
    same_options = all(item.meanings == items[0].meanings for item in items)
    distinct = all(len(set(item.images)) == len(item.images) for item in items)
    rule = _one_image_less_or_more if "mss" in group else _frames_differ
    return Cell(same_options and distinct and rule(group), Unit.RELATION, "")


def first_image_removed(items: Sequence[Item]) -> Cell:
    """Whether a group's deletion variant lacks the first image of its MSS variant."""
    group = {item.variant: item for item in items}
    mss, deletion = group.get("mss"), group.get("deletion")
    if mss is None or deletion is None:
        return Cell("no", Unit.TEXT, "")
    return Cell("no" if mss.images[0] in deletion.images else "yes", Unit.TEXT, "")


def says_insufficient(items: Sequence[Item]) -> Cell:
    """Whether an option means insufficiency."""
    return Cell("yes" if insufficiency_letter(items[0]) else "no", Unit.TEXT, "")


def repeats_an_image(items: Sequence[Item]) -> Cell:
    """Whether an item shows an image twice."""
    repeats = any(len(set(item.images)) < len(item.images) for item in items)
    return Cell("yes" if repeats else "no", Unit.TEXT, "")


def _frames_differ(group: Group) -> bool:
    one_set = len({item.images for item in group.values()}) == 1
    return one_set and len({gold(item) for item in group.values()}) >= 2


def _one_image_less_or_more(group: Group) -> bool:
    base, fewer, more = (group[name].images for name in ("mss", "deletion", "addition"))
    return (
        len(fewer) == len(base) - 1
        and _keeps_order(fewer, base)
        and len(more) == len(base) + 1
        and _keeps_order(base, more)
        and gold(group["deletion"]) == INSUFFICIENT
        and gold(group["mss"]) == gold(group["addition"])
    )


def _keeps_order(few: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    rest = iter(whole)
    return all(image in rest for image in few)
