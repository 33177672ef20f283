"""`read`: a text and the item's options → an answer, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.records.model import Status
from offline_reproduction.answers import strict
from offline_reproduction.answers.plain import plain
from offline_reproduction.answers.rules import RULES
from offline_reproduction.answers.tokens import prepared

POLICIES = ("strict", "text", "recorded")
VERSION = 1
"""Of all policies; it changes whenever one of them reads any text differently."""


class Read(NamedTuple):
    """What was read, and by which rule.

    value: an option; a sorted tuple of options where several may be right; None where nothing was
    read. rule: the rule that decided; `empty`, `declined` and `nothing-declared` read nothing.
    """

    value: str | tuple[str, ...] | None
    rule: str

    @property
    def status(self) -> Status:
        """Why there is an answer or none, as records say it."""
        if self.value is not None:
            return Status.VALID
        return Status.EMPTY if self.rule == "empty" else Status.UNREADABLE


def read(
    text: str,
    options: Sequence[str],
    *,
    policy: str = "strict",
    many: bool = False,
    meanings: Mapping[str, str] | None = None,
) -> Read:
    """The answer that `text` gives, under a policy. Raises UsageError for another policy.

    options: what may be answered. many: several may be right. meanings: option → what it stands
    for in the question. No policy sees anything but these arguments, none guesses, and none raises
    for any text.

    - `recorded`: the text is an option, character for character, as a log recorded it.
    - `strict`: the text is nothing but an option in some dress, or what one option stands for.
    - `text`: `strict`; else the last answer that the text declares.

    >>> read("(B)", "AB"), read("The answer is B.", "AB").value
    (Read(value='B', rule='option'), None)
    >>> read("The answer is C because the line is long.", "abcde", policy="text")
    Read(value='c', rule='declared')
    >>> read("Final answer: none of them", "abcde", policy="text")
    Read(value=None, rule='declined')
    """
    allowed, meant = tuple(options), tuple((meanings or {}).items())
    if policy not in POLICIES:
        raise UsageError(f"{policy!r} is no policy of reading answers; known: {POLICIES}")
    if not text.strip():
        return Read(None, "empty")
    if policy == "recorded" and not many:
        return _made(strict.exact(text, allowed), "exact")
    if many:
        listed = strict.several(text, allowed, () if policy == "recorded" else meant)
        found: str | tuple[str, ...] | None = listed
    else:
        found = strict.one(text, allowed, meant)
    if found is not None or policy != "text":
        return _made(found, "option")
    return _declared(plain(text), allowed, meant, many)


def named(policy: str) -> str:
    """A policy with its version, as signatures name it."""
    return f"{policy}/{VERSION}"


def _made(value: str | tuple[str, ...] | None, rule: str) -> Read:
    return Read(value, rule if value is not None else "nothing-declared")


def _declared(
    text: str, options: tuple[str, ...], meanings: tuple[tuple[str, str], ...], many: bool
) -> Read:
    known = prepared(options, meanings)
    for name, rule in RULES:
        decided = rule(text, known, many)
        if decided is not None:
            if not decided:
                return Read(None, "declined")
            return Read(tuple(sorted(set(decided))) if many else decided[0], name)
    return Read(None, "empty" if not text else "nothing-declared")
