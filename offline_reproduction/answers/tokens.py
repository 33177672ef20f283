"""How an option is written: a letter in some dress, a truth value, or what a letter means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

TRUTH = {"true": "true", "false": "false", "正确": "true", "错误": "false", "真": "true",
         "假": "false"}  # fmt: skip
"""Words → what they say; questions of true or false."""
YES_NO = {"yes": "yes", "no": "no"}
"""Questions of yes or no; `no` is an answer before a pause only."""

_BEFORE = r"(?<![A-Za-z0-9_'\u0370-\u03ff/\\-])"
_AFTER = r"(?![A-Za-z0-9_\u0370-\u03ff/]|'[A-Za-z]|-[A-Za-z0-9])"
_REASONS = r"because|since|as|due|for|given|和"
_PAUSES = (
    r"(?=[^\S\n]*+(?:$|\.(?!\d)|[,;:!&)\]}\"'\u27e7。，；：！、\n—–(-]|です|입니다"
    rf"|(?:{_REASONS})\b|and\b|or\b))"
)
"""What may follow a bare letter: an article is followed by its noun instead."""
_MORE = re.compile(r"[A-Za-z0-9_/:°]|\.\d|,\d")
"""Right after a value: it goes on, so that it is another one."""
_PAUSE = re.compile(_PAUSES, re.IGNORECASE)
_LONGEST_VALUE = 300


class Written(NamedTuple):
    """Options in a text: which, and where they end."""

    options: tuple[str, ...]
    end: int


class Options(NamedTuple):
    """An item's options, ready to be looked for.

    one: tokens that can only be an option (`(b)`, `b)`, `True`). bare: a letter alone, which must
    be followed by a pause or a reason. values: texts that stand for one option, longest first, in
    small letters. truth: where options are True and False, or Yes and No: what a word says → the
    option; empty elsewhere.
    """

    names: Mapping[str, str]
    truth: Mapping[str, str]
    one: re.Pattern[str]
    bare: re.Pattern[str]
    values: tuple[tuple[str, str], ...]


@lru_cache(maxsize=4096)
def prepared(options: tuple[str, ...], meanings: tuple[tuple[str, str], ...] = ()) -> Options:
    """Patterns for an item's options; meanings: pairs of option and what it stands for."""
    names, truth, one, bare = _patterns(options)
    return Options(names, truth, one, bare, () if truth else _values(meanings))


@lru_cache(maxsize=256)
def _patterns(
    options: tuple[str, ...],
) -> tuple[Mapping[str, str], Mapping[str, str], re.Pattern[str], re.Pattern[str]]:
    names = {name.casefold(): name for name in options}
    for words, after in ((TRUTH, ""), (YES_NO, _PAUSES)):
        if names.keys() == set(words.values()):
            said = {word: names[what] for word, what in words.items()}
            written = "|".join(sorted(words, key=len, reverse=True))
            one = re.compile(rf"(?<![A-Za-z])(?:{written})(?![A-Za-z]){after}", re.IGNORECASE)
            return said, names, one, one
    if len(names) < len(options):
        names = {name: name for name in options}
    case = re.IGNORECASE if all(key == key.casefold() for key in names) else re.NOFLAG
    letters = "|".join(re.escape(name) for name in sorted(options, key=len, reverse=True))
    one = re.compile(
        rf"\( ?({letters}) ?\)|\[ ?({letters}) ?\]|\"({letters})[.)]?\"|'({letters})[.)]?'"
        rf"|{_BEFORE}(?<!, )(?<!or )(?<!and )({letters})\)",
        case,
    )
    bare = re.compile(rf"{_BEFORE}({letters}){_AFTER}{_PAUSES}", case)
    return names, {}, one, bare


def at(text: str, position: int, options: Options) -> Written | None:
    """The one option written at exactly this place, if there is one."""
    match = options.one.match(text, position)
    if match is None and not options.truth:
        match = options.bare.match(text, position)
    if match is None:
        return None
    word = match[match.lastindex or 0]
    name = options.names.get(word) or options.names.get(word.casefold())
    return Written((name,), match.end()) if name is not None else None


def value_at(text: str, position: int, options: Options) -> Written | None:
    """The option whose meaning is written at exactly this place."""
    for form, option in options.values:
        end = position + len(form)
        whole = text[position:end].lower() == form and not _MORE.match(text, end)
        number = form[0].isdecimal() or not form[-1].isalpha()
        if whole and (number or _PAUSE.match(text, end)):
            return Written((option,), end)
    return None


def listed_meanings(question: str, options: tuple[str, ...]) -> dict[str, str]:
    """What each option stands for, from a question that ends in `(a) 0.5 (b) 1 …`.

    {} where the question does not list each option exactly once, in order.
    """
    marks = [f"({name})" for name in options]
    places = [question.find(mark) for mark in marks]
    if -1 in places or places != sorted(places) or any(question.count(m) != 1 for m in marks):
        return {}
    ends = [*places[1:], len(question)]
    return {
        name: question[place + len(mark) : end].strip()
        for name, mark, place, end in zip(options, marks, places, ends, strict=True)
    }


def _values(meanings: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """What stands for one option only; `45 degrees` also as `45°` and as `45`."""
    found: dict[str, set[str]] = {}
    for option, meaning in meanings:
        for form in _forms(" ".join(meaning.split()).strip(" .").lower()):
            found.setdefault(form, set()).add(option)
    unique = {form: names.pop() for form, names in found.items() if len(names) == 1}
    return tuple(sorted(unique.items(), key=lambda pair: -len(pair[0])))


def _forms(text: str) -> set[str]:
    number = text.removesuffix(" degrees")
    forms = {text} if number == text else {text, number, f"{number}°", f"{number} °"}
    return {form for form in forms if form and len(form) <= _LONGEST_VALUE}
