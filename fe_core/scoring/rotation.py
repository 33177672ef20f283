"""Rotated options: at rotation r, letter i showed option i + r (modulo their number)."""

from __future__ import annotations

from collections.abc import Sequence

from fe_core.records.model import Choice, Item, Records


def shown_to_option(letter: str, rotation: int, options: Sequence[str]) -> str:
    """The identity (its letter at rotation zero) of the option that `letter` showed.

    Raises ValueError for a letter that is no option.

    >>> shown_to_option("D", 1, "ABCD")
    'A'
    """
    return options[(options.index(letter) + rotation) % len(options)]


def option_chosen(item: Item, given: Choice | None, rotation: int) -> Choice | None:
    """The identity of what was chosen at a rotation; None for an invalid answer."""
    if given is None or not rotation:
        return given
    if isinstance(given, str):
        return shown_to_option(given, rotation, item.options)
    return tuple(sorted(shown_to_option(one, rotation, item.options) for one in given))


def identities(records: Records, run: str, rotation: int = 0) -> dict[str, str | None]:
    """Item id → the option's identity that a run chose; None for an invalid answer."""
    chosen: dict[str, str | None] = {}
    for name, answer in records.sheet(run, rotation).answers.items():
        option = option_chosen(records.items[name], answer.answer, rotation)
        chosen[name] = option if isinstance(option, str) else None
    return chosen
