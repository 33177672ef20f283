"""The rules, in their order. Each says which options, () for none of them, or None for no word.

Options are looked for at places that a rule names, never anywhere in the text: a panel's label, an
article or an echo of the question is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from offline_reproduction.answers import cues
from offline_reproduction.answers.declared import REACH, declarations
from offline_reproduction.answers.lists import (
    BLANK,
    LABEL,
    OPEN,
    PAUSE,
    Decided,
    all_of,
    end_of,
    is_echo,
    listed,
    past_value,
)
from offline_reproduction.answers.tokens import Options, at, value_at

Rule = Callable[[str, Options, bool], Decided]

_WORD = re.compile(r"(?<![\w.,:/-])[\w.−+-]")
_CORRECT = re.compile(
    r"\bstatement\b(?:[^.\n]|\.(?=\d)){0,300}?\b(?:is|appears to be|seems to be)\s+(not )?"
    r"(?:therefore |thus |indeed |clearly |also )?(in)?(?:correct|accurate)\b",
    re.IGNORECASE,
)


def whole(text: str, options: Options, many: bool) -> Decided:
    """Nothing but options, in whatever dress, and what they stand for."""
    return all_of(text, 0, LABEL, options, many)


def declared(text: str, options: Options, many: bool) -> Decided:
    """The last explicit declaration: a box, a cue that is joined to an option, or a last line.

    Where options are named, what only names their meanings does not count.
    """
    found = list(declarations(text, options, many))
    named = [one for one in found if one.named] or found
    return max(named, key=lambda one: one.place).options if named else None


def first(text: str, options: Options, many: bool) -> Decided:
    """Starts with an option and a pause."""
    found = listed(text, end_of(OPEN, text, 0), options, many)
    if found is None or is_echo(text, found, options, many):
        return None
    end = past_value(text, found.end, options)
    paused = PAUSE.match(text, end) and not cues.DENIED.match(text, end)
    return found.options if paused else None


def correct(text: str, options: Options, many: bool) -> Decided:
    """Calls the statement correct or incorrect, without saying True or False."""
    if not options.truth:
        return None
    found = list(_CORRECT.finditer(text))
    if not found:
        return None
    return (options.names["false" if bool(found[-1][1]) != bool(found[-1][2]) else "true"],)


def with_meaning(text: str, options: Options, many: bool) -> Decided:
    """Writes one option together with what it stands for, and no other one so."""
    if many or not options.values:
        return None
    chosen = set()
    for match in options.one.finditer(text):
        written = at(text, match.start(), options)
        value = value_at(text, end_of(BLANK, text, match.end()), options)
        if written and value and value.options == written.options:
            chosen.add(written.options[0])
            if len(chosen) > 1 or cues.DENIED.match(text, value.end):
                return None
    return tuple(chosen) or None


def one_sentence(text: str, options: Options, many: bool) -> Decided:
    """A single sentence that holds what exactly one option stands for."""
    if many or len(text) > REACH * 2 or cues.STOP.search(text.rstrip(". ")):
        return None
    chosen = set()
    for match in _WORD.finditer(text):
        found = value_at(text, match.start(), options)
        if found is not None:
            chosen |= {*found.options}
    denied = cues.NEGATION.search(text)
    return tuple(chosen) if len(chosen) == 1 and not denied else None


def refused(text: str, options: Options, many: bool) -> Decided:
    """Says that it cannot tell, and declares nothing."""
    return () if cues.REFUSAL.search(text) else None


RULES: tuple[tuple[str, Rule], ...] = (
    ("whole", whole),
    ("declared", declared),
    ("first", first),
    ("correct", correct),
    ("with-meaning", with_meaning),
    ("one-sentence", one_sentence),
    ("refused", refused),
)
