"""Visible text, gathered piece by piece, with the emphasis that its numbers have."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from offline_reproduction.tables.raw import Placed

_DIGITS = tuple("0123456789.%")
_SPACES = re.compile(r"[ \t\r\n\f\v]+")


@dataclass(slots=True)
class Styled:
    """A cell's text as it grows. bold, underline, raised, lowered: how deep inside each we are.

    A raised or lowered number behind a digit is set off by `^` or `_`, so that digits are never
    glued: 45.2 with a small 1.3 below it is no 45.21.3.
    """

    pieces: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    bold: int = 0
    underline: int = 0
    script: str = ""
    spans: list[bool] = field(default_factory=list)
    _bold: bool = False
    _underline: bool = False
    _decided: bool = False
    _last: str = ""

    def add(self, text: str) -> None:
        """Text at the present emphasis; the first digit decides what the cell counts as."""
        if not text:
            return
        if not self._decided and text.strip():
            self._bold, self._underline = self.bold > 0, self.underline > 0
            self._decided = any(map(str.isdigit, text))
        if self.script and text.strip():
            number = text.lstrip()[:1] in "0123456789.+-−±("
            letter = self.script == "^" and text.strip()[:1].isalpha()
            if (number or letter) and self._last in _DIGITS:
                self.pieces.append(self.script)
            self.script = ""
        self.pieces.append(text)
        self._last = text[-1]

    def open(self, style: str) -> None:
        """Enter `bold`, `underline`, `^` (raised) or `_` (lowered)."""
        if style == "bold":
            self.bold += 1
        elif style == "underline":
            self.underline += 1
        else:
            self.script = style

    def close(self, style: str) -> None:
        """Leave an emphasis."""
        if style == "bold":
            self.bold = max(0, self.bold - 1)
        elif style == "underline":
            self.underline = max(0, self.underline - 1)
        else:
            self.script = ""

    def cell(self, line: int) -> Placed:
        """The cell that was gathered."""
        text = _SPACES.sub(" ", "".join(self.pieces)).strip()
        return Placed(text, line, self._bold, self._underline, tuple(self.marks))
