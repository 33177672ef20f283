"""Which items a number is over: conditions, and every way in which they can be mistaken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from fe_core.errors import UsageError
from fe_core.records.model import Item, Records

Where = Mapping[str, tuple[str, ...]]
"""Attribute (or split, variant, group, item) → the values of which an item must have one."""

NO_CONDITION: Where = MappingProxyType({})
FIELDS = ("item", "split", "variant", "group")
SHOWN = 20


def part(item: Item, name: str) -> str:
    """An item's field or attribute; "" where it has none."""
    return str(getattr(item, name)) if name in FIELDS else item.attributes.get(name, "")


def selected(items: Iterable[Item], where: Where) -> list[Item]:
    """The items that have one of the values for every name."""
    found = list(items)
    for name, values in where.items():
        some = frozenset(values)
        if name in FIELDS:
            found = [item for item in found if getattr(item, name) in some]
        else:
            found = [item for item in found if item.attributes.get(name, "") in some]
    return found


def both(one: Where, other: Where) -> Where:
    """The condition that holds where both do."""
    shared = {
        name: tuple(value for value in one[name] if value in other[name])
        for name in one
        if name in other
    }
    return {**one, **other, **shared}


def text(where: Where) -> str:
    """A condition as it stands in a signature: `family=FQ1,images=2+3`."""
    return ",".join(f"{name}={'+'.join(where[name])}" for name in sorted(where))


def check(records: Records, where: Where, place: str, *, none: bool = False) -> None:
    """Raises UsageError, with the names there are, for a condition that no item can meet.

    none: whether values that no item has together are allowed, since items are only counted.
    """
    items = tuple(records.items.values())
    for name, values in where.items():
        found = values_of(records, name, place)
        unknown = [value for value in values if value not in found]
        if unknown:
            raise UsageError(
                f"{place}: no item has {name}={unknown[0]!r}; there are {_shown(sorted(found))}"
            )
    if where and not none and not selected(items, where):
        raise UsageError(f"{place}: no item has all of {text(where)}")


def values_of(records: Records, name: str, place: str) -> list[str]:
    """The values of an attribute, in the items' order. Raises UsageError where none has it."""
    items = tuple(records.items.values())
    found = dict.fromkeys(value for item in items if (value := part(item, name)))
    if not found:
        raise UsageError(f"{place}: no item has {name!r}; there are {attributes(items)}")
    return list(found)


def attributes(items: Sequence[Item]) -> list[str]:
    """The names by which items can be told apart."""
    fields = {name for name in FIELDS if any(part(item, name) for item in items)}
    return sorted(fields.union(*(item.attributes for item in items)))


def _shown(values: list[str]) -> str:
    more = f" and {len(values) - SHOWN} more" if len(values) > SHOWN else ""
    return f"{values[:SHOWN]}{more}"
