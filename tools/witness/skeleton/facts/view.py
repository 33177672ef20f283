"""The items by group, and the selections that facts count in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fe_core.records.model import Item

Group = dict[str, Item]
INSUFFICIENT = "insufficient"


class View:
    """Items, and their groups in order: variant → item."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = tuple(items)
        self.groups: dict[str, Group] = {}
        for item in items:
            self.groups.setdefault(item.group, {})[item.variant] = item

    def select(self, **wanted: str) -> list[Group]:
        """Groups with these attributes; `split` counts as one."""
        return [group for group in self.groups.values() if _has(lead(group), wanted)]

    def questions(self, **wanted: str) -> list[Item]:
        """Items with these attributes; `split`, `variant` and `gold` count as such."""
        return [item for item in self.items if _has(item, wanted)]

    def test(self, **wanted: str) -> list[Group]:
        """Test groups with these attributes."""
        return self.select(split="test", **wanted)


def lead(group: Group) -> Item:
    """The first item of a group, for what all three share."""
    return next(iter(group.values()))


def shown(group: Group) -> set[str]:
    """All images that a group shows in any variant."""
    return {image for item in group.values() for image in item.images}


def meaning(item: Item) -> str:
    """What the gold option says."""
    return item.meaning(str(item.gold))


def counted(values: Sequence[str]) -> str:
    """Frequencies in alphabetical order of the values, such as "75 70 69 74"."""
    counts = Counter(values)
    return " ".join(str(counts[value]) for value in sorted(counts))


def _has(item: Item, wanted: dict[str, str]) -> bool:
    own = {"split": item.split, "variant": item.variant, "gold": str(item.gold)}
    return all(own.get(k, item.attributes.get(k, "")) == v for k, v in wanted.items())
