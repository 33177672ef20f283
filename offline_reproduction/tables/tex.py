"""TeX inside a cell or a sentence: what is shown, and which numbers are bold or underlined.

Nothing is executed: commands are looked up in the tables below, groups are walked once, and a
command that stands in none of them is shown as written, so that no number hides behind it.
"""

from __future__ import annotations

import re

from offline_reproduction.tables.raw import Placed
from offline_reproduction.tables.styled import Styled

TOKEN = re.compile(r"\\([A-Za-z@]+)\*?|\\(.)|([{}$^_~])|([^\\{}$^_~]+)", re.DOTALL)

SYMBOLS = {
    "pm": "±", "mp": "∓", "times": "×", "cdot": "·", "sim": "~", "approx": "≈", "simeq": "≈",
    "leq": "≤", "le": "≤", "leqslant": "≤", "geq": "≥", "ge": "≥", "geqslant": "≥", "lt": "<",
    "gt": ">", "ll": "≪", "gg": "≫", "neq": "≠", "dagger": "†", "ddagger": "‡", "dag": "†",
    "ddag": "‡", "textdagger": "†", "textdaggerdbl": "‡", "ast": "*", "star": "*", "bigstar": "★",
    "uparrow": "↑", "downarrow": "↓", "Uparrow": "↑", "Downarrow": "↓", "uparrows": "↑",
    "to": "→", "rightarrow": "→", "Rightarrow": "→", "longrightarrow": "→", "leftarrow": "←",
    "leftrightarrow": "↔", "nearrow": "↗", "searrow": "↘", "triangle": "△", "infty": "∞",
    "blacktriangle": "▲", "blacktriangledown": "▼", "triangledown": "▽", "bullet": "•",
    "circ": "°", "degree": "°", "percent": "%", "checkmark": "✓", "cmark": "✓", "xmark": "✗",
    "ldots": "…", "dots": "…", "cdots": "…", "textendash": "–", "textemdash": "—", "S": "§",
    "P": "¶", "ss": "ß", "ae": "æ", "o": "ø", "aa": "å", "textasciitilde": "~", "textbar": "|",
    "textless": "<", "textgreater": ">", "textbackslash": "\\", "lbrack": "[", "rbrack": "]",
    "langle": "⟨", "rangle": "⟩", "vert": "|", "mid": "|", "in": "∈", "cup": "∪", "cap": "∩",
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε",
    "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "pi": "π",
    "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ",
    "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Pi": "Π",
    "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "bot": "⊥", "emptyset": "∅",
    "quad": " ", "qquad": " ", "newline": " ", "par": " ", "space": " ", "thinspace": "\u2009",
    "nobreakspace": "\u00a0", "hfill": " ", "enspace": " ", "LaTeX": "LaTeX", "TeX": "TeX",
}  # fmt: skip
"""Commands that stand for a character."""

_STYLES = {
    "textbf": "bold", "mathbf": "bold", "boldsymbol": "bold", "bm": "bold", "pmb": "bold",
    "underline": "underline", "uline": "underline", "textsuperscript": "^", "textsubscript": "_",
    "frac": "/", "dfrac": "/", "tfrac": "/",
}  # fmt: skip
_BEHIND = {" ", "/"}
"""Shown behind a group that ends: between an unknown command's arguments, and in a fraction."""

_DECLARED = {"bf": "bold", "bfseries": "bold", "boldmath": "bold"}
_NAMES = """
Big LARGE Large SI allowbreak arraybackslash bar big bigl bigr centering centerline cr
displaystyle dot em emph ensuremath fbox footnotesize framebox hat hbox hfil hl hss huge it
itshape large leavevmode left limits linebreak makebox makecell mathbb mathcal mathit mathop
mathrel mathring mathrm mathsf mathtt mbox multirowcell newblock nobreak noindent nolimits
normalsize num operatorname overline protect qty raggedright relax right rm rmfamily sc scriptsize
scriptstyle scshape sf sffamily shortstack si sl slshape small sout specialcell stackrel strut
tabularnewline text textit textmd textnormal textrm textsc textsf textstyle texttt textup thead
tilde tiny tt ttfamily unit vec widehat xspace
"""
_SHOWN = frozenset(_NAMES.split())
"""Commands whose argument is shown as it is, or that show nothing of their own."""

_HIDDEN = {
    "textcolor": 1, "color": 1, "cellcolor": 1, "rowcolor": 1, "columncolor": 1, "colorbox": 1,
    "fcolorbox": 2, "resizebox": 2, "scalebox": 1, "rotatebox": 1, "raisebox": 1, "parbox": 1,
    "href": 1, "hspace": 1, "vspace": 1, "phantom": 1, "hphantom": 1, "vphantom": 1, "cite": 1,
    "citep": 1, "citet": 1, "citealp": 1, "citeauthor": 1, "citeyear": 1, "citealt": 1,
    "parencite": 1, "textcite": 1, "footcite": 1, "autocite": 1, "footnote": 1, "footnotemark": 0,
    "tablefootnote": 1, "footnotetext": 1, "label": 1, "rule": 2, "fontsize": 2, "setlength": 2,
    "selectfont": 0, "includegraphics": 1, "vcenter": 0, "begin": 1, "end": 1, "adjustbox": 1,
    "rotcell": 0, "addlinespace": 0, "ding": 1, "kern": 0, "index": 1, "thanks": 1, "smash": 0,
    "hyperlink": 1, "hypertarget": 1, "tnote": 1, "url": 0, "nolinkurl": 0, "subref": 1, "ref": 0,
    "autoref": 0, "cref": 0, "Cref": 0, "eqref": 0, "pageref": 0,
}  # fmt: skip
"""Commands → how many leading arguments are not shown; the next, if any, is."""

_MARKED = {"footnote", "tablefootnote", "footnotemark", "tnote", "cellcolor", "textcolor", "color"}
_OPTION = re.compile(r"\s*\[[^\[\]{}]{0,200}\]")
_SPACE = re.compile(r"\s*")
_SKIP = re.compile(r"\\(?:m?kern|[hvm]skip)\s*-?\d{0,4}\.?\d{1,4}\s*[a-z]{2}")


def cell(text: str, line: int) -> Placed:
    """A cell of a LaTeX table."""
    styled = Styled()
    show(text, styled)
    return styled.cell(line)


def visible(text: str) -> str:
    """What is shown of a caption or a sentence."""
    return cell(text, 0).text


def groups(text: str) -> dict[int, int]:
    """Every `{` → its `}`; braces that are escaped or never closed are left out."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in re.finditer(r"\\.|[{}]", text, re.DOTALL):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            found[opened.pop()] = match.start()
    return found


def argument(text: str, at: int, braces: dict[int, int]) -> tuple[str, int]:
    """The argument at `at` and where it ends: a group, or the next command or character."""
    at = _SPACE.match(text, at).end()  # type: ignore[union-attr]
    if at in braces:
        return text[at + 1 : braces[at]], braces[at] + 1
    match = re.compile(r"\\[A-Za-z@]+|\\.|.", re.DOTALL).match(text, at)
    return (match[0], match.end()) if match else ("", at)


def options(text: str, at: int) -> int:
    """Past the bracketed options at `at`."""
    while match := _OPTION.match(text, at):
        at = match.end()
    return at


def show(text: str, styled: Styled) -> None:
    """Add what is shown of `text`; linear in its length, however deep its groups stand."""
    _Walk(_SKIP.sub("", text), styled).run()


class _Walk:
    """One walk over a text: the styles of each open group, and the next group's."""

    def __init__(self, text: str, styled: Styled) -> None:
        self.text, self.styled = text, styled
        self.braces = groups(text)
        self.ends = set(self.braces.values())
        self.open: list[list[str]] = []
        self.coming: list[str] = []

    def run(self) -> None:
        at = 0
        while match := TOKEN.match(self.text, at):
            command, escaped, special, plain = match.groups()
            at = match.end()
            if command:
                at = self._command(command, at)
            elif escaped is not None:
                self._escaped(escaped)
                if escaped == "\\":
                    at = options(self.text, at)
            elif special:
                self._special(special, match.start())
            else:
                self._plain(plain)
        for styles in reversed(self.open):
            self._leave(styles)

    def _plain(self, text: str) -> None:
        text = text.replace("---", "—").replace("--", "–").replace("``", "“").replace("''", "”")
        if self.coming and text.strip():
            # A style without braces holds for one character.
            text = text.lstrip()
            styles, self.coming = self.coming, []
            self._enter(styles)
            self.styled.add(text[0])
            self._leave(styles)
            text = text[1:]
        self.styled.add(text)

    def _escaped(self, character: str) -> None:
        if character in "%&$#_{} ":
            self.styled.add(character)
        elif character in ",;:>":
            self.styled.add("\u2009")
        elif character in "\\\n\t/":
            self.styled.add(" ")
        # What is left are accents, \! and \-, which show nothing of their own.

    def _special(self, character: str, at: int) -> None:
        if character == "{":
            if at in self.braces:
                styles, self.coming = self.coming, []
                self._enter(styles)
                self.open.append(styles)
        elif character == "}":
            if at in self.ends and self.open:
                self._leave(self.open.pop())
        elif character in "^_":
            if "$" in self.text or "{" in self.text[at + 1 : at + 2]:
                self.coming.append(character)
            else:
                self.styled.add(character)
        elif character == "~":
            self.styled.add("\u00a0")

    def _command(self, name: str, at: int) -> int:
        if name in SYMBOLS:
            self._plain(SYMBOLS[name])
            return at
        if name in _STYLES:
            self.coming.append(_STYLES[name])
            return at
        if name in _DECLARED:
            self.styled.open(_DECLARED[name])
            if self.open:
                self.open[-1].append(_DECLARED[name])
            return at
        if name in _SHOWN:
            return options(self.text, at)
        if name in _HIDDEN:
            return self._hidden(name, options(self.text, at))
        if _SPACE.match(self.text, at).end() in self.braces:  # type: ignore[union-attr]
            # Unknown: its first argument is shown, and set off from what follows.
            self.styled.marks.append(f"\\{name}")
            self.coming.append(" ")
            return at
        self.styled.add(f"\\{name} ")
        return at

    def _hidden(self, name: str, at: int) -> int:
        content = ""
        for _ in range(_HIDDEN[name]):
            content, at = argument(self.text, at, self.braces)
            at = options(self.text, at)
        if name in _MARKED:
            self.styled.marks.append(name if len(content) > 20 else f"{name} {content}".strip())
        if name == "begin" and content.startswith("tabular"):
            _, at = argument(self.text, at, self.braces)
        if name == "ding":
            self.styled.add({"51": "✓", "52": "✓", "55": "✗", "56": "✗"}.get(content, "•"))
        return at

    def _enter(self, styles: list[str]) -> None:
        for style in styles:
            if style not in _BEHIND:
                self.styled.open(style)

    def _leave(self, styles: list[str]) -> None:
        for style in reversed(styles):
            if style in _BEHIND:
                self.styled.add(style)
            else:
                self.styled.close(style)
