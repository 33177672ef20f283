"""Policy `strict`: a text that is nothing but an option, or what exactly one option stands for.

A text and every option are brought into forms, from the exact one to coarser ones; the first form
in which the text is an option decides, and where two options share it, nothing is read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache

from offline_reproduction.answers.plain import shown

LONGEST = 4000
"""Characters of a text that is looked at in other forms than its own."""
_OPENING = " \t\r\n([{*_`\"'"
_CLOSING = " \t\r\n)]}*_`\"'.:;!,。"
_TEX = re.compile(r"\$([^$]+)\$|\\\((.+)\\\)", re.DOTALL)
_SEPARATOR = re.compile(r"\s*(?:[,;、/&+\n]|\band\b|和|及)\s*", re.IGNORECASE)
_LED = re.compile(r"([^\n)\].:]{1,80})[)\].:]{1,3}\s+(.+)", re.DOTALL)

Meanings = tuple[tuple[str, str], ...]
_Index = Mapping[str, frozenset[str]]


def exact(text: str, options: tuple[str, ...]) -> str | None:
    """The option that `text` is, character for character but for white space around it."""
    bare = text.strip()
    found = [name for name in options if bare == name.strip()]
    return found[0] if len(found) == 1 else (text if text in options else None)


def one(text: str, options: tuple[str, ...], meanings: Meanings = ()) -> str | None:
    """The one option that `text` is in some dress, or stands for, or None.

    An exact option comes before an exact meaning; in coarser forms both count alike. `B. a cat` is
    B only where B stands for a cat.

    >>> one("**Not hateful.**", ("hateful", "not hateful"))
    'not hateful'
    >>> one("\\uff22", ("A", "B")), one("B. dog", ("A", "B"), (("B", "cat"),))
    ('B', None)
    """
    found = exact(text, options)
    if found is not None or len(text) > LONGEST:
        return found
    for form, known in zip(_FORMS, _indices(options, meanings), strict=True):
        candidates = known.get(form(text))
        if candidates:
            return next(iter(candidates)) if len(candidates) == 1 else None
    return _led(text, options, meanings) if meanings else None


def several(text: str, options: tuple[str, ...], meanings: Meanings = ()) -> tuple[str, ...] | None:
    """The options that `text` lists, sorted, each once; None if it holds anything else."""
    whole = one(text, options, meanings)
    if whole is not None or len(text) > LONGEST:
        return (whole,) if whole is not None else None
    bare = shown(text).lstrip(_OPENING).rstrip(_CLOSING.replace(",", "").replace(";", ""))
    parts = [one(part, options) for part in _SEPARATOR.split(bare)]
    known = {part for part in parts if part is not None}
    return tuple(sorted(known)) if None not in parts else None


def undressed(text: str) -> str:
    """Without brackets, quotes, markdown, TeX and a full stop around it; white space as one space.

    >>> undressed("**(B).**"), undressed("$-5$"), undressed("left  of")
    ('B', '-5', 'left of')
    """
    bare = shown(text).lstrip(_OPENING).rstrip(_CLOSING)
    inside = _TEX.fullmatch(bare)
    if inside:
        bare = (inside[1] or inside[2]).lstrip(_OPENING).rstrip(_CLOSING)
    return " ".join(bare.split())


def folded(text: str) -> str:
    """Undressed, letter case ignored."""
    return unicodedata.normalize("NFC", undressed(text).casefold())


_FORMS: tuple[Callable[[str], str], ...] = (str.strip, shown, undressed, folded)


@lru_cache(maxsize=4096)
def _indices(options: tuple[str, ...], meanings: Meanings) -> tuple[_Index, ...]:
    """For each form: text in that form → the options that it is or stands for."""
    names = tuple((name, name) for name in options)
    first = {**_index(str.strip, meanings), **_index(str.strip, names)}
    return first, *(_index(form, (*names, *meanings)) for form in _FORMS[1:])


def _index(form: Callable[[str], str], written: Meanings) -> _Index:
    found: dict[str, frozenset[str]] = {}
    for option, text in written:
        key = form(text)
        if key:
            found[key] = found.get(key, frozenset()) | {option}
    return found


def _led(text: str, options: tuple[str, ...], meanings: Meanings) -> str | None:
    """An option followed by what it stands for."""
    match = _LED.fullmatch(undressed(text))
    named = one(match[1], options) if match else None
    said = dict(meanings).get(named or "")
    return named if match and said and folded(said) == folded(match[2]) else None
