"""A response without its dress: markdown, TeX, full-width letters, odd spaces."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

BOX_OPEN, BOX_CLOSE = "\u27e6", "\u27e7"
"""Stand for the braces of `\\boxed{…}`, which declares an answer."""

_TEXT = re.compile(
    r"\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit|mathsf)\s?\{([^{}]{0,200})\}"
)
_BOX = re.compile(r"\\(?:boxed|fbox)\s?\{([^{}]{0,200})\}")
_DROPPED = re.compile(r"\\[()\[\],;!: ]|[$*`#\u200b-\u200d\u2060\ufeff]|__|~~")
_BULLET = re.compile(r"(?:^|\n) ?[-•>–] +")
_TAG = re.compile(r"</?(?:answer|final|b|i|strong|em)>", re.IGNORECASE)
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff"))
_KEPT = ("<super>", "<sub>", "<fraction>")
"""Forms that mean something else than the digits in them: 2² is not 22."""
_SPACES = re.compile(r"[^\S\n]+")
_LINES = re.compile(r" ?\n[ \n]*")
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "«": '"', "»": '"'})


def shown(text: str) -> str:
    """`text` with full-width, circled and styled forms as plain characters, nothing invisible.

    >>> shown("\uff22\u3002"), shown("2\u00b2")
    ('B\u3002', '2\u00b2')
    """
    if text.isascii():
        return text
    visible = text.translate(_INVISIBLE)
    return unicodedata.normalize("NFC", "".join(map(_simple, visible)))


@lru_cache(maxsize=4096)
def _simple(character: str) -> str:
    if unicodedata.decomposition(character).startswith(_KEPT):
        return character
    return unicodedata.normalize("NFKC", character)


def boxed(text: str) -> str:
    """`text` with what `\\text{…}` holds, and a `\\boxed{…}` as two marks."""
    if "\\" not in text:
        return text
    return _BOX.sub(BOX_OPEN + r"\1" + BOX_CLOSE, _TEXT.sub(r"\1", text))


def plain(text: str) -> str:
    """`text` as a reader sees it; a `\\boxed{…}` keeps its box as two marks.

    >>> plain("**B**"), plain("$B$"), plain("\\uff22")
    ('B', 'B', 'B')
    """
    seen = text if text.isascii() else shown(text).translate(_QUOTES)
    seen = _DROPPED.sub("", boxed(seen))
    if "<" in seen:
        seen = _TAG.sub("\n", seen)
    seen = _SPACES.sub(" ", seen.replace("\r", "\n"))
    return _LINES.sub("\n", _BULLET.sub("\n", seen)).strip(" \n")
