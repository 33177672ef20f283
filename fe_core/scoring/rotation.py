"""Rotated options: at rotation r, letter i showed option i + r (modulo their number)."""

from __future__ import annotations

from collections.abc import Sequence

from fe_core.records.model import Records


def shown_to_option(letter: str, rotation: int, options: Sequence[str]) -> str:
    """The identity (its letter at rotation zero) of the option that `letter` showed.

    Raises ValueError for a letter that is no option.

    >>> shown_to_option("D", 1, "ABCD")
    'A'
    """
    return options[(options.index(letter) + rotation) % len(options)]


def identities(records: Records, run: str, rotation: int = 0) -> dict[str, str | None]:
    """Item id → the option's identity that a run chose; None for an invalid answer."""
    chosen: dict[str, str | None] = {}
    for name, answer in records.sheet(run, rotation).answers.items():
        letter = answer.answer
        options = records.items[name].options
        chosen[name] = (
            shown_to_option(letter, rotation, options) if isinstance(letter, str) else None
        )
    return chosen
