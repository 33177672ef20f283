"""Tokens of a printed number: TeX symbols, dashes and odd spaces made plain, then cut up."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from fe_core.numbers.numerals import NUMERAL

_MINUS = "‐‑−‒–—―﹣－"
_TEX = {
    "pm": "±", "times": "×", "sim": "~", "approx": "≈", "leq": "≤", "le": "≤", "geq": "≥",
    "ge": "≥", "lt": "<", "gt": ">", "dagger": "†", "ddagger": "‡", "ast": "*", "star": "*",
    "uparrow": "↑", "downarrow": "↓", "to": "→", "rightarrow": "→", "Delta": "Δ", "cdot": "·",
    "mathbf": "", "textbf": "", "bf": "", "underline": "", "mathrm": "", "text": "",
    "boldsymbol": "",
}  # fmt: skip
_TEX_COMMAND = re.compile(r"\\([A-Za-z]+) ?|\\([%$&#_,;: ])")
_TABLE = str.maketrans(
    dict.fromkeys(_MINUS, "-")
    | {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)}
    | dict.fromkeys("\t\u00a0\u2007\u3000", " ")
    | {"\u202f": "\u2009", "⩽": "≤", "⩾": "≥", "∼": "~", "≃": "≈", "⋆": "*", "∗": "*"}
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_POWER = re.compile(r"(?<=10)[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_TOKEN = re.compile(
    rf"""
    (?P<number>{NUMERAL})
        (?:[eE](?P<exponent>[+-]?[0-9]{{1,4}})(?![\w.])
          |[ ]?[×x*·][ ]?10[ ]?\^[ ]?\{{?(?P<power>[+-]?[0-9]{{1,4}})\}}?)?
  | (?P<space>[ \u2009]+)
  | (?P<spread>±|\+/-|\+-)
  | (?P<relation><=|>=|[<>≤≥])
  | (?P<about>[~≈])
  | (?P<join>[/→]|->)
  | (?P<sign>[+]|-+)
  | (?P<open>[(\[])
  | (?P<close>[)\]])
  | (?P<script>[_^])
  | (?P<comma>[,;])
  | (?P<braces>[{{}}]+)
  | (?P<equals>=)
  | (?P<mark>[*†‡§¶‖\#★☆✝↑↓▲▼△▽⬆⬇✓✔✗✘•!⁰¹²³⁴⁵⁶⁷⁸⁹\U0001F947-\U0001F949]+)
  | (?P<letters>[^\W\d_]+(?:-[^\W\d_]+)*|°C?|[%‰€£¥$])
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(slots=True)
class Tokens:
    """Tokens of one text, read from left to right."""

    items: list[re.Match[str]]
    point: str
    at: int = 0
    marks: list[str] = field(default_factory=list)

    def kind(self, ahead: int = 0) -> str:
        index = self.at + ahead
        return kind_of(self.items[index]) if index < len(self.items) else ""

    def text(self) -> str:
        return self.items[self.at][0] if self.at < len(self.items) else ""

    def take(self) -> re.Match[str]:
        self.at += 1
        return self.items[self.at - 1]

    def spaces(self) -> bool:
        """Step over spaces; whether there were any."""
        found = self.kind() == "space"
        self.at += found
        return found

    def decorations(self) -> None:
        """Step over spaces and marks, which are kept."""
        while self.kind() in ("space", "mark"):
            token = self.take()
            if kind_of(token) == "mark":
                self.marks.append(token[0])


def kind_of(token: re.Match[str]) -> str:
    """The name of a token's alternative."""
    return "number" if token["number"] else token.lastgroup or ""


def plain(text: str) -> str:
    """TeX symbols, dashes, full-width forms and odd spaces as the grammar's own characters."""
    text = text.replace("{,}", ",")
    if "\\" in text:
        text = _TEX_COMMAND.sub(_tex_symbol, text)
    if text.count("$") % 2 == 0:
        text = text.replace("$", "")
    text = _POWER.sub(lambda power: "^" + power[0].translate(_RAISED), text.translate(_TABLE))
    return text.strip(" \u2009")


def _tex_symbol(command: re.Match[str]) -> str:
    if command[2]:
        return "\u2009" if command[2] in ",;: " else command[2]
    return _TEX.get(command[1], command[0])


def cut(text: str) -> list[re.Match[str]]:
    """The tokens of `text`; TeX's braces only group and are left out."""
    return [token for token in _TOKEN.finditer(text) if token["braces"] is None]
