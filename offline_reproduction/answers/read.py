"""`read`: a text and the item's options → an answer, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.records.model import Status
from offline_reproduction.answers import json_answer, number, strict
from offline_reproduction.answers.plain import plain
from offline_reproduction.answers.rules import RULES
from offline_reproduction.answers.tokens import prepared

POLICIES = ("strict", "text", "recorded")
VERSION = 2
"""Of all policies; it changes whenever one of them reads any text differently."""
LONGEST_LABEL = 200

Value = str | tuple[str, ...] | None


class Read(NamedTuple):
    """What was read, and by which rule.

    value: an option; a sorted tuple of options where several may be right; for a question without
    options a label, or a number in its one spelling; None where nothing was read. rule: the rule
    that decided; `empty`, `declined` and `nothing-declared` read nothing.
    """

    value: Value
    rule: str

    @property
    def status(self) -> Status:
        """Why there is an answer or none, as records say it."""
        if self.value is not None:
            return Status.VALID
        return Status.EMPTY if self.rule == "empty" else Status.UNREADABLE


@dataclass(frozen=True, slots=True)
class Numbers:
    """The answers are numbers. units: what may follow or precede one, `*` for anything.

    first: the first number in an answer field counts, whatever else stands there; a convention that
    some evaluations have, and a guess unless it is declared.
    """

    units: tuple[str, ...] = ()
    first: bool = False


def read(
    text: str,
    options: Sequence[str] = (),
    *,
    policy: str = "strict",
    many: bool = False,
    meanings: Mapping[str, str] | None = None,
    numbers: Numbers | None = None,
    until: str = "",
) -> Read:
    """The answer that `text` gives, under a policy. Raises UsageError for another policy.

    options: what may be answered; () for an open question, whose answer is a label, or with
    `numbers` a number. many: several options may be right. meanings: option → what it stands for in
    the question. until: nothing from this text on is read, such as a next question that a model
    makes up. No policy sees anything but these arguments, none guesses, and none raises for any
    text.

    - `recorded`: the text is an option, character for character, as a log recorded it.
    - `strict`: the text is nothing but an option in some dress, or what one option stands for.
    - `text`: `strict`; else the key `answer` of JSON inside the text; else the last answer that the
      text declares.

    >>> read("(B)", "AB"), read("The answer is B.", "AB").value
    (Read(value='B', rule='option'), None)
    >>> read("The answer is C because the line is long.", "abcde", policy="text")
    Read(value='c', rule='declared')
    >>> read("Final answer: none of them", "abcde", policy="text")
    Read(value=None, rule='declined')
    >>> read('{"answer": "$1,234"}', policy="text", numbers=Numbers(("$",)))
    Read(value='1234', rule='json')
    """
    if policy not in POLICIES:
        raise UsageError(f"{policy!r} is no policy of reading answers; known: {POLICIES}")
    text = text.partition(until)[0] if until else text
    if not text.strip():
        return Read(None, "empty")
    if not options:
        return _open(text, policy, numbers)
    allowed = tuple(options)
    meant = () if policy == "recorded" else tuple((meanings or {}).items())
    found: Value
    if policy == "recorded" and not many:
        found = strict.exact(text, allowed)
    else:
        found = (strict.several if many else strict.one)(text, allowed, meant)
    if found is not None or policy != "text":
        return _made(found, "option")
    inside = json_answer.answer(text)
    if inside is None:
        return _declared(text, allowed, meant, many)
    found = (strict.several if many else strict.one)(inside, allowed, meant)
    return _made(found, "json") if found is not None else _declared(inside, allowed, meant, many)


def named(policy: str, numbers: Numbers | None = None) -> str:
    """A policy with its version and conventions, as signatures name it.

    >>> named("text", Numbers(("$", "%")))
    'text/2,units=$+%'
    """
    units = f",units={'+'.join(numbers.units)}" if numbers and numbers.units else ""
    return f"{policy}/{VERSION}{units}{',first-number' if numbers and numbers.first else ''}"


def _made(value: Value, rule: str) -> Read:
    return Read(value, rule if value is not None else "nothing-declared")


def _declared(
    text: str, options: tuple[str, ...], meanings: tuple[tuple[str, str], ...], many: bool
) -> Read:
    shown = plain(text)
    known = prepared(options, meanings)
    for name, rule in RULES:
        decided = rule(shown, known, many)
        if decided is not None:
            if not decided:
                return Read(None, "declined")
            return Read(tuple(sorted(set(decided))) if many else decided[0], name)
    return Read(None, "nothing-declared" if shown else "empty")


def _open(text: str, policy: str, numbers: Numbers | None) -> Read:
    """A question without options: a number, or a label on one line."""
    inside = json_answer.answer(text) if policy == "text" else None
    rule = "whole" if inside is None else "json"
    field = text if inside is None else inside
    if numbers is None:
        label = field.strip()
        whole = 0 < len(label) <= LONGEST_LABEL and "\n" not in label
        return _made(label if whole else None, rule)
    if numbers.first and inside is not None:
        value = number.first(inside)
    else:
        value = number.whole(field, numbers.units)
    if value is None and policy == "text":
        rule = "declared" if inside is None else "json"
        value = number.declared(field, numbers.units)
        if value is None and inside is not None:
            value = number.result(inside, numbers.units)
    return _made(None if value is None else number.written(value), rule)
