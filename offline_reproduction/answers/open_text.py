"""`read_open`: the answer that a text gives to an open question, which has a gold and no options.

Nothing is guessed: a text is an answer as a whole, or declares one in a field of JSON, a box, or
after `answer is`; the last number of a text that declares nothing is none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from offline_reproduction.answers.numbers import bared, number, text_of
from offline_reproduction.answers.plain import BOX_CLOSE, BOX_OPEN, plain
from offline_reproduction.answers.read import Read

LONGEST = 200
"""Characters that an answer may have that is taken as a whole."""
_FIELD = re.compile(r'["\'](?:final[ _])?answer["\']\s*:\s*', re.IGNORECASE)
_OPEN_FIELD = re.compile(r"""["']?(.*?)["']?\s*(?:,\s*$|\}|$)""", re.MULTILINE)
_CUED = re.compile(
    r"(?:^|\n)\s*####\s*(?P<marked>[^\n]{1,200})$"
    r"|\b(?:final )?answer(?:\s+is)?\s*(?:[:=]|\bis\b)\s*(?P<said>[^\n]{1,200}?)(?=\.?\s*(?:\n|$))",
    re.IGNORECASE,
)


def read_open(text: str, gold: str, *, policy: str = "strict") -> Read:
    """The answer: the gold itself where it is the same, a number's text, or the text as it is.

    Same means: character for character, or as numbers where the gold is one, or without quotes and
    markdown around it; brackets and letter case may be what was asked for. `recorded`: the first
    only. `strict`: the text as a whole. `text`: also what it declares, last, and numbers with
    their unit.

    >>> read_open("$18.00", "18"), read_open("The answer is 18.", "# 18", policy="text").value
    (Read(value='18', rule='number'), '# 18')
    >>> read_open('{"reasoning": "…", "answer": "18 eggs"}', "18", policy="text").value
    '18'
    >>> read_open("I think 18, or 19.", "18", policy="text").rule
    'nothing-declared'
    """
    bare = text.strip()
    if not bare:
        return Read(None, "empty")
    if bare == gold.strip():
        return Read(gold, "exact")
    if policy == "recorded":
        return Read(bare, "exact") if len(bare) <= LONGEST else Read(None, "nothing-declared")
    whole = _same(bare, gold, units=False)
    if whole is not None:
        return whole
    for said in _declared(bare) if policy == "text" else ():
        return _same(said, gold, units=True) or _as_it_is(said, gold)
    return _as_it_is(bare, gold)


def _same(text: str, gold: str, *, units: bool) -> Read | None:
    right = number(gold, units=units)
    value = number(text, units=units) if right is not None else None
    if value is not None:
        return Read(gold if value == right else text_of(value), "number")
    return Read(gold, "undressed") if bared(text) == bared(gold) else None


def _as_it_is(text: str, gold: str) -> Read:
    """One short line is an answer, if not the right one; where the gold is a number, it is none."""
    if number(gold) is not None or len(text) > LONGEST or "\n" in text or not bared(text):
        return Read(None, "nothing-declared")
    return Read(text, "whole")


def _declared(text: str) -> Iterator[str]:
    """What a text declares, the last declaration first; a JSON field before anything else."""
    fields = list(_FIELD.finditer(text))
    for field in reversed(fields[-3:]):
        found = _value(text, field.end())
        if found:
            yield found
    shown = plain(text)
    if BOX_OPEN in shown:
        yield shown[shown.rindex(BOX_OPEN) + 1 :].partition(BOX_CLOSE)[0]
    cues = list(_CUED.finditer(shown))
    if cues:
        yield cues[-1]["marked"] or cues[-1]["said"]


def _value(text: str, place: int) -> str:
    """A JSON value that starts here; what stands there where it is not quite JSON."""
    try:
        value, _ = json.JSONDecoder(strict=False).raw_decode(text[place : place + 2000])
    except (ValueError, RecursionError):
        match = _OPEN_FIELD.match(text, place, min(len(text), place + 2000))
        return match[1].strip() if match else ""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool) or value is None or isinstance(value, list | dict):
        return "" if value is None else str(value)
    return repr(value)
