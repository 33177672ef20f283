"""`read`: a response and the item's options → an answer, or unreadable, and the rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from offline_reproduction.papers.visonlyqa.parser.plain import plain
from offline_reproduction.papers.visonlyqa.parser.rules import RULES
from offline_reproduction.papers.visonlyqa.parser.tokens import prepared


class Reading(NamedTuple):
    """An option, a sorted tuple of options where several may be right, or None; and why."""

    answer: str | tuple[str, ...] | None
    rule: str


def read(
    text: str,
    options: Sequence[str],
    *,
    many: bool = False,
    meanings: Mapping[str, str] | None = None,
) -> Reading:
    """The answer that `text` declares last, or None with the rule that decided.

    options: what may be answered, `a`, `b` … or `True`, `False`. many: several may be right.
    meanings: option → what it stands for in the question, so that `45 degrees` can be read.
    The first rule that decides is the one that counts; none of them sees anything but these
    arguments, and none raises for any text.

    >>> read("The answer is C because the line is long.", "abcde")
    Reading(answer='c', rule='declared')
    >>> read("None of the above", "abcde")
    Reading(answer=None, rule='nothing-declared')
    >>> read("Final answer: none of them", "abcde")
    Reading(answer=None, rule='declined')
    """
    shown = plain(text)
    if not shown:
        return Reading(None, "empty")
    known = prepared(tuple(options), tuple((meanings or {}).items()))
    for name, rule in RULES:
        decided = rule(shown, known, many)
        if decided is not None:
            if not decided:
                return Reading(None, "declined")
            return Reading(tuple(sorted(set(decided))) if many else decided[0], name)
    return Reading(None, "nothing-declared")
