"""Names from strangers, made inert for each kind of output. The only place that escapes."""

from __future__ import annotations

import html
import re

_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e"
    r"\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What has no shape of its own, or changes how its neighbours are shown."""

_COMMAND = re.compile(r"^(\s*):(?=:)|(?<=##)\[", re.MULTILINE)
_FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r]")
_NUMBER = re.compile(r"[+-]\d+(\.\d+)?%?(±[\d.]+)?")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~!&$])")
_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "±": r"$\pm$", "–": "--", "…": r"\ldots{}",
}  # fmt: skip


def plain(text: str) -> str:
    """Without control characters, bidirectional overrides or invisible joins; each is shown."""
    return _CONTROL.sub(_shown, text).replace("\n", " ")


def terminal(text: str) -> str:
    """A line for people: `plain`, and no command to the CI system that may be reading along."""
    return _COMMAND.sub(lambda match: f"{match[1] or ''}{_shown(match[0][-1])}", plain(text))


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
    return "'" + text if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def xml(text: str) -> str:
    """Inert inside XML 1.0 text and quoted attributes."""
    return html.escape(plain(text), quote=True).replace("\ufffe", "?").replace("\uffff", "?")


def github(text: str) -> str:
    """Inert as a GitHub workflow command's message, where these three codes are undone."""
    for character, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        text = text.replace(character, code)
    return plain(text)


def github_property(text: str) -> str:
    """Inert as a workflow command's property, where two more codes are undone."""
    return github(text).replace(":", "%3A").replace(",", "%2C")


def _shown(found: re.Match[str] | str) -> str:
    code = ord(found if isinstance(found, str) else found[0])
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
