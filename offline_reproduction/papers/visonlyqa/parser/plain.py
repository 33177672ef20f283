"""A response without its dress: markdown, TeX, full-width letters, odd spaces."""

from __future__ import annotations

import re
import unicodedata

BOX_OPEN, BOX_CLOSE = "\u27e6", "\u27e7"
"""Stand for the braces of `\\boxed{…}`, which declares an answer."""

_TEXT = re.compile(
    r"\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit|mathsf)\s?\{([^{}]{0,200})\}"
)
_BOX = re.compile(r"\\(?:boxed|fbox)\s?\{([^{}]{0,200})\}")
_DROPPED = re.compile(r"\\[()\[\],;!: ]|[$*`#\u200b-\u200d\u2060\ufeff]|__|~~")
_BULLET = re.compile(r"(?:^|\n) ?[-•>–] +")
_TAG = re.compile(r"</?(?:answer|final|b|i|strong|em)>", re.IGNORECASE)
_SPACES = re.compile(r"[^\S\n]+")
_LINES = re.compile(r" ?\n[ \n]*")
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "«": '"', "»": '"'})


def plain(text: str) -> str:
    """`text` as a reader sees it; a `\\boxed{…}` keeps its box as two marks.

    >>> plain("**B**"), plain("$B$"), plain("\\uff22")
    ('B', 'B', 'B')
    """
    shown = text
    if not text.isascii():
        shown = unicodedata.normalize("NFKC", text).translate(_QUOTES)
    if "\\" in shown:
        shown = _TEXT.sub(r"\1", shown)
        shown = _BOX.sub(BOX_OPEN + r"\1" + BOX_CLOSE, shown)
    shown = _DROPPED.sub("", shown)
    if "<" in shown:
        shown = _TAG.sub("\n", shown)
    shown = _SPACES.sub(" ", shown.replace("\r", "\n"))
    return _LINES.sub("\n", _BULLET.sub("\n", shown)).strip(" \n")
