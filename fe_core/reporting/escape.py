"""Names from strangers, made inert for each kind of output. The only place that escapes."""

from __future__ import annotations

import html
import re

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~!&$])")
_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "±": r"$\pm$", "–": "--", "…": r"\ldots{}",
}  # fmt: skip


def plain(text: str) -> str:
    """Without control characters, bidirectional overrides or invisible joins; each is shown."""
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text).replace("\n", " ")


def markdown(text: str) -> str:
    """Inert inside Markdown text and table cells."""
    return _MARKDOWN.sub(r"\\\1", plain(text))


def html_text(text: str) -> str:
    """Inert inside HTML text and quoted attributes."""
    return html.escape(plain(text), quote=True)


def latex(text: str) -> str:
    """Inert inside LaTeX text."""
    return "".join(_LATEX.get(character, character) for character in plain(text))


def csv_field(text: str) -> str:
    """Inert in spreadsheets: a text that one would take for a formula starts with an apostrophe.

    Plain numbers keep their sign: `-3.1` is a number, not a formula.
    """
    text = plain(text)
    if text[:1] in "=+-@\t\r" and text and not re.fullmatch(r"[+-]\d+(\.\d+)?%?(±[\d.]+)?", text):
        return "'" + text
    return text


def xml(text: str) -> str:
    """Inert inside XML 1.0 text and quoted attributes."""
    return html.escape(plain(text), quote=True).replace("\ufffe", "?").replace("\uffff", "?")


def github(text: str) -> str:
    """Inert inside a GitHub workflow command's message or property."""
    for character, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), (":", "%3A"), (",", "%2C")):
        text = text.replace(character, code)
    return plain(text)
