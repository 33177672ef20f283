"""FrameEvidence's records as the paper sees them: groups, and a run's answers read once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar, cast

from fe_core.errors import RecordError, UsageError
from fe_core.records.directory import Progress, load
from fe_core.records.model import Item, Records
from fe_core.scoring.outcomes import Outcome, outcomes
from fe_core.scoring.rotation import identities

VARIANTS = {"FQ1": ("camera", "object", "scene"), "FQ2": ("mss", "deletion", "addition")}
GROUP_ATTRIBUTES = (
    "family", "source", "scene", "relation", "images", "scene_cluster", "overlap", "reference",
)  # fmt: skip
INSUFFICIENT = "insufficient"
LETTERS = ("A", "B", "C", "D")

Value = TypeVar("Value")


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """A matched triplet: its three items by variant."""

    name: str
    family: str
    split: str
    items: Mapping[str, Item]
    attributes: Mapping[str, str]

    def item(self, variant: str) -> str:
        """The id of the item with this role."""
        return self.items[variant].item


@dataclass(frozen=True, slots=True)
class View:
    """One run at one rotation, by item id.

    options: the chosen option's letter at rotation zero; meanings: what it says; both None for an
    invalid answer. solved: joint successes by metric and group, kept by `scores` once computed.
    """

    run: str
    rotation: int
    outcomes: Mapping[str, Outcome]
    options: Mapping[str, str | None]
    meanings: Mapping[str, str | None]
    solved: dict[str, dict[str, bool]] = field(default_factory=dict)

    def right(self, item: str) -> bool:
        """Whether the answer to an item is right; an invalid one is not."""
        return self.outcomes[item] is Outcome.RIGHT

    def insufficient(self, item: str) -> bool:
        """Whether the answer means that the images do not suffice, whatever its letter."""
        return self.meanings[item] == INSUFFICIENT


@dataclass(frozen=True, eq=False, slots=True)
class Evidence:
    """The records, grouped.

    groups: all of them. test, items: the held-out groups and their items, in the records' order.
    """

    records: Records
    groups: tuple[Group, ...]
    test: tuple[Group, ...]
    items: tuple[Item, ...]
    _views: dict[tuple[str, int], View] = field(default_factory=dict)
    _kept: dict[tuple[str, ...], object] = field(default_factory=dict)

    def view(self, run: str, rotation: int = 0) -> View:
        """A run's answers, read once. Raises UsageError for a run that the records do not hold."""
        found = self._views.get((run, rotation))
        if found is None:
            found = self._views[run, rotation] = _view(self.records, run, rotation)
        return found

    def once(self, key: tuple[str, ...], compute: Callable[[], Value]) -> Value:
        """A value that several tables and claims need, computed once under its name."""
        if key not in self._kept:
            self._kept[key] = compute()
        return cast(Value, self._kept[key])

    def family(self, name: str) -> tuple[Group, ...]:
        """The test groups of one question family."""
        return tuple(group for group in self.test if group.family == name)


def read(folder: Path, progress: Progress) -> Evidence:
    """Records in the documented schema, every group with its family's three variants."""
    return evidence(
        load(folder, progress=progress, group_attributes=GROUP_ATTRIBUTES, variants=VARIANTS)
    )


def evidence(records: Records) -> Evidence:
    """Group the items. Raises RecordError where there is no test item or an unknown family."""
    members: dict[str, dict[str, Item]] = {}
    for item in records.items.values():
        members.setdefault(item.group, {})[item.variant] = item
    groups = tuple(_group(name, items) for name, items in members.items())
    test = tuple(group for group in groups if group.split == "test")
    if not test:
        raise RecordError("FrameEvidence's records need items with split 'test', found none")
    return Evidence(records, groups, test, tuple(i for g in test for i in g.items.values()))


def _group(name: str, items: dict[str, Item]) -> Group:
    first = next(iter(items.values()))
    family = first.attributes.get("family", "")
    if family not in VARIANTS or set(items) != set(VARIANTS[family]):
        raise RecordError(
            f"group={name!r}: family={family!r} must be one of {sorted(VARIANTS)}, with its three "
            f"variants; got {sorted(items)}"
        )
    ordered = {variant: items[variant] for variant in VARIANTS[family]}
    return Group(name, family, first.split, ordered, first.attributes)


def _view(records: Records, run: str, rotation: int) -> View:
    options = identities(records, run, rotation)
    items = records.items
    meanings = {
        name: None if letter is None else items[name].meaning(letter)
        for name, letter in options.items()
    }
    given = outcomes(records, run, rotation)
    return View(run, rotation, _Asked(run, given), _Asked(run, options), _Asked(run, meanings))


class _Asked(dict[str, Value], Generic[Value]):
    """A run's answers; an item that it was not asked is a fault of the records, and said so."""

    def __init__(self, run: str, answers: Mapping[str, Value]) -> None:
        super().__init__(answers)
        self._run = run

    def __missing__(self, item: str) -> Value:
        raise UsageError(f"run={self._run!r} was not asked item={item!r}, which the paper scores")
