"""Options and golds as logs have them → labels that records hold, and what each stands for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Any, NamedTuple

from fe_core.records.model import NOTHING
from fe_core.records.schema import LONGEST
from offline_reproduction.answers.read import read

Gold = str | tuple[str, ...]


class Choices(NamedTuple):
    """What may be answered.

    labels: what records hold; empty for an open question. shown: option as a log may show it →
    what it says, for reading. label: option as shown → label. many: several may be right.
    """

    labels: tuple[str, ...] = ()
    shown: Mapping[str, str] = NOTHING
    label: Mapping[str, str] = NOTHING
    many: bool = False

    def of(self, options: str | tuple[str, ...]) -> Gold:
        """Labels of options as they were read."""
        if isinstance(options, str):
            return self.label[options]
        return tuple(sorted({self.label[option] for option in options}))


OPEN = Choices()


def plain(labels: Sequence[str], many: bool = False) -> Choices:
    """Options that are their own labels."""
    return Choices(tuple(labels), NOTHING, {label: label for label in labels}, many)


def listed(texts: Sequence[str], gold: Any, many: bool = False) -> Choices | None:
    """Options given as a list of texts, shown under letters; None where they cannot be used.

    Where the gold is one of the texts, character for character, and all are short, the texts are
    the labels; else the letters A, B, C … are, and the texts only help to read answers.
    """
    if not 1 <= len(texts) <= len(ascii_uppercase):
        return None
    letters = tuple(ascii_uppercase[: len(texts)])
    short = all(is_short(text) for text in texts)
    meant = dict(zip(letters, texts, strict=True))
    one = gold[0] if isinstance(gold, list) and gold else gold
    if short and isinstance(one, str) and one in texts:
        if set(texts) & set(letters) or len(set(texts)) < len(texts):
            return plain(tuple(dict.fromkeys(texts)), many)
        return Choices(tuple(texts), meant, meant, many)
    return Choices(letters, meant, {letter: letter for letter in letters}, many)


def gold_of(gold: Any, choices: Choices) -> Gold | None:
    """The right label: a text that is an option or says what one says, or a position from 0.

    A text of digits is an option before it is a position. None for anything else.
    """
    shown = tuple(choices.label)
    if type(gold) is int and str(gold) not in shown:
        return choices.labels[gold] if 0 <= gold < len(choices.labels) else None
    if isinstance(gold, list):
        found = [gold_of(each, choices._replace(many=False)) for each in gold]
        if not found or None in found:
            return None
        labels = sorted({str(each) for each in found})
        return tuple(labels) if choices.many else labels[0] if len(labels) == 1 else None
    if not isinstance(gold, str | int):
        return None
    value = read(str(gold), shown, meanings=choices.shown, many=choices.many).value
    return choices.of(value) if value is not None else None


def is_short(text: str) -> bool:
    """Whether records may hold this as a label."""
    return 0 < len(text) <= LONGEST and text.isprintable()
