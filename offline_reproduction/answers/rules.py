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
    contradicted,
    end_of,
    is_echo,
    listed,
    past_value,
)
from offline_reproduction.answers.tokens import Options, at, value_at

Rule = Callable[[str, Options, bool], Decided]

_WORD = re.compile(r"(?<![\w.,:/-])[\w.−+-]")
_SENTENCE = re.compile(r"\n|[.!](?=\s|\Z)")
_LETTER = re.compile(r"[^\W\d]|[%°]")
_UNIT = re.compile(r" ?(?:%|°|degrees|times)?\Z")
_REASONS = re.compile(r"\.?\s*+(?:\n|\Z|reason|explanation|this\b)", re.IGNORECASE)
"""After a first sentence: what follows gives its reasons."""
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
    found = sorted(declarations(text, options, many), key=lambda one: one.place)
    named = [one for one in found if one.named] or found
    complete = [one for one in named if not one.cut]
    if not complete or (named[-1].cut and not {*named[-1].options} <= {*complete[-1].options}):
        return None
    return complete[-1].options


def first(text: str, options: Options, many: bool) -> Decided:
    """Starts with an option and a pause, unless what another option stands for follows."""
    found = listed(text, end_of(OPEN, text, 0), options, many)
    if found is None or is_echo(text, found, options, many):
        return None
    if not many and contradicted(text, found, options):
        return None
    end = past_value(text, found.end, options)
    if cues.DENIED.match(text, end):
        return None
    described = many and found.options[1:] == () and text[found.end - 1] in ")]"
    whole = described and len(text) <= REACH and "\n" not in text
    only = whole and not options.one.search(text, found.end)
    return found.options if only or PAUSE.match(text, end) else None


def alone(text: str, options: Options, many: bool) -> Decided:
    """A line, or for truth values a sentence, that is nothing but one option; no other such."""
    if many:
        return None
    parts = _SENTENCE.split(text) if options.truth else text.split("\n")
    chosen = {option for part in parts for option in _nothing_else(part.strip(" .!:"), options)}
    return tuple(chosen) if len(chosen) == 1 else None


def correct(text: str, options: Options, many: bool) -> Decided:
    """Calls the statement correct or incorrect, without saying True or False."""
    if "true" not in options.truth:
        return None
    found = list(_CORRECT.finditer(text))
    if not found:
        return None
    return (options.truth["false" if bool(found[-1][1]) != bool(found[-1][2]) else "true"],)


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
            before = max(0, match.start() - REACH), match.start()
            cut = value.end == len(text) and cues.REJECTED.search(text, *before)
            if len(chosen) > 1 or cut or cues.DENIED.match(text, value.end):
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
    named = {option for mark in options.bare.finditer(text) for option in _at(text, mark, options)}
    doubt = cues.NEGATION.search(text) or cues.TAKEN_BACK.search(text)
    return tuple(chosen) if len(chosen) == 1 and named <= chosen and not doubt else None


def concluded(text: str, options: Options, many: bool) -> Decided:
    """The first sentence before its reasons, or a last `Therefore …`, ends in an option's value."""
    if many or not options.values:
        return None
    ends = [stop.start() for stop in cues.STOP.finditer(text.rstrip(". \n"))]
    chosen: set[str] = set()
    if ends and _REASONS.match(text, ends[0]):
        chosen |= {*_ends_in(text[: ends[0]], options)}
    last = text[ends[-1] + 1 if ends else 0 :].strip(" .!\n")
    if cues.CONCLUDING.match(last):
        chosen |= {*_ends_in(last, options)}
    return tuple(chosen) if len(chosen) == 1 else None


def refused(text: str, options: Options, many: bool) -> Decided:
    """Says that it cannot tell, and declares nothing."""
    return () if cues.REFUSAL.search(text) else None


def _at(text: str, mark: re.Match[str], options: Options) -> tuple[str, ...]:
    found = at(text, mark.start(), options)
    return found.options if found else ()


def _nothing_else(part: str, options: Options) -> tuple[str, ...]:
    dressed = options.one.match(part) is not None
    found = at(part, 0, options) if dressed else value_at(part, 0, options)
    counts = found and found.end == len(part) and (dressed or _LETTER.search(part))
    return found.options if found and counts else ()


def _ends_in(sentence: str, options: Options) -> tuple[str, ...]:
    """The option whose value ends a sentence after `is`; () where others stand in it, or doubts."""
    if len(sentence) > 2 * REACH or cues.NEGATION.search(sentence):
        return ()
    values = [value_at(sentence, word.start(), options) for word in _WORD.finditer(sentence)]
    named = {value.options for value in values if value}
    last = [value for value in values if value and _UNIT.match(sentence, value.end)]
    linked = list(cues.LINK.finditer(sentence))
    if len(named) != 1 or not last or not linked:
        return ()
    place = end_of(cues.FILL, sentence, linked[-1].end())
    found = value_at(sentence, place, options)
    return found.options if found == last[-1] else ()


RULES: tuple[tuple[str, Rule], ...] = (
    ("whole", whole),
    ("declared", declared),
    ("first", first),
    ("alone", alone),
    ("correct", correct),
    ("with-meaning", with_meaning),
    ("one-sentence", one_sentence),
    ("concluded", concluded),
    ("refused", refused),
)
