"""A LaTeX source made whole: comments gone, `\\input` files in place, simple macros expanded.

Nothing is executed. Only definitions with plain arguments are known; what else a source does with
TeX's language stays as written, and a number behind it stays unread.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from offline_reproduction.tables import tex
from offline_reproduction.tables.model import Problem

DEEPEST = 20
"""Files inside files, and macros inside macros."""

LONGEST = 4_000_000
"""Characters that a source may have with its files in place."""

MOST_EXPANDED = 1_000_000
"""Characters that macros may put into a source."""

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_OFF = re.compile(r"\\iffalse\b|\\begin\{(comment|verbatim|lstlisting)\}")
_INPUT = re.compile(r"\\(?:input|include|subfile)\s*(?:\{([^{}\n]{1,200})\}|([\w./-]{1,200}))")
_DEFINITION = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand)\*?\s*\{?\s*\\([A-Za-z@]+)\s*\}?"
    r"\s*(?:\[(\d)\])?\s*(?:\[([^\[\]]{0,200})\])?\s*(?=\{)"
    r"|\\[gex]?def\s*\\([A-Za-z@]+)((?:#\d)*)\s*(?=\{)"
)
_CALL = re.compile(r"\\([A-Za-z@]+)\*?")
_KEPT = frozenset(
    {"begin", "end", "multicolumn", "multirow", "hline", "toprule", "midrule", "bottomrule"}
    | {"cmidrule", "cline", "textbf", "underline", "caption", "label", "item", "input"}
)
"""Commands whose own meaning a definition does not take away."""

Lookup = Callable[[str], str | None]
"""The text of an `\\input` file by its name; None where it is not below the document's folder."""


class Macro(NamedTuple):
    """A definition: how many arguments, the first one's default if it has one, the body."""

    arguments: int
    default: str | None
    body: str


def whole(text: str, lookup: Lookup) -> tuple[str, list[Problem]]:
    """The source with its files in place and its macros expanded, and what could not be done.

    A line keeps its number: what stands in an `\\input` file or in a macro's body counts as
    written on the line that calls it.
    """
    problems: list[Problem] = []
    text = _with_files(_bare(text), lookup, problems, ())
    text, macros = definitions(text)
    text, complete = expanded(text, macros)
    if not complete:
        problems.append(Problem(1, "macros expand to more than is read; the rest stays as written"))
    return text, problems


def _bare(text: str) -> str:
    """Comments and what is switched off left out; every line stays in its place."""
    text = _COMMENT.sub(r"\1", text)
    pieces: list[str] = []
    never: set[str] = set()
    at = 0
    for match in _OFF.finditer(text):
        closing = f"\\end{{{match[1]}}}" if match[1] else "\\fi"
        if match.start() < at or closing in never:
            continue
        end = text.find(closing, match.end())
        if end < 0:
            never.add(closing)
            continue
        pieces += [text[at : match.start()], "\n" * text.count("\n", match.start(), end)]
        at = end + len(closing)
    return "".join([*pieces, text[at:]])


def _with_files(text: str, lookup: Lookup, problems: list[Problem], inside: tuple[str, ...]) -> str:
    """inside: the files that this text is read for; one that brings in itself is not read again."""
    budget = LONGEST - len(text)

    def put(match: re.Match[str]) -> str:
        nonlocal budget
        name = (match[1] or match[2]).strip()
        found = lookup(name) if len(inside) < DEEPEST and name not in inside else None
        line = text.count("\n", 0, match.start()) + 1
        if found is None:
            problems.append(
                Problem(line, f"\\input{{{name}}} is not read: no such file below here")
            )
            return ""
        if len(found) > budget:
            problems.append(Problem(line, f"\\input{{{name}}} is not read: the whole is too long"))
            return ""
        budget -= len(found)
        inner = _with_files(_bare(found), lookup, [] if inside else problems, (*inside, name))
        return re.sub(r"\n[ \t]*\n\s*", r" \\par ", inner).replace("\n", " ")

    return _INPUT.sub(put, text)


def definitions(text: str) -> tuple[str, dict[str, Macro]]:
    """The source without its definitions, and the macros; the last definition of a name counts."""
    macros: dict[str, Macro] = {}
    pieces: list[str] = []
    braces = tex.groups(text)
    at = 0
    for match in _DEFINITION.finditer(text):
        if match.start() < at or match.end() not in braces:
            continue
        end = braces[match.end()]
        name = match[1] or match[4]
        count = int(match[2] or 0) if match[1] else len(match[5]) // 2
        if name not in _KEPT:
            body = text[match.end() + 1 : end].replace("\n", " ")
            macros[name] = Macro(count, match[3], body)
        pieces += [text[at : match.start()], "\n" * text.count("\n", match.start(), end)]
        at = end + 1
    return "".join([*pieces, text[at:]]), macros


def expanded(text: str, macros: dict[str, Macro]) -> tuple[str, bool]:
    """`text` with every macro in its place; whether all of them fitted into the bounds."""
    if not macros:
        return text, True
    run = _Expansion(macros)
    return run.expand(text, 0), run.left > 0


class _Expansion:
    """One expansion, with what is left of its bound."""

    def __init__(self, macros: dict[str, Macro]) -> None:
        self.macros = macros
        self.left = MOST_EXPANDED

    def expand(self, text: str, depth: int) -> str:
        if depth > DEEPEST or "\\" not in text:
            return text
        pieces: list[str] = []
        braces: dict[int, int] | None = None
        at = 0
        for match in _CALL.finditer(text):
            macro = self.macros.get(match[1])
            if match.start() < at or macro is None or self.left <= 0:
                continue
            if braces is None:
                braces = tex.groups(text)
            body, end = _filled(macro, text, match.end(), braces)
            self.left -= len(body) + 10
            pieces += [text[at : match.start()], self.expand(body, depth + 1)]
            at = end
        return "".join([*pieces, text[at:]])


def _filled(macro: Macro, text: str, at: int, braces: dict[int, int]) -> tuple[str, int]:
    """A macro's body with its arguments, and where the call ends."""
    arguments: list[str] = []
    if macro.default is not None:
        end = tex.options(text, at)
        arguments.append(text[at:end].strip()[1:-1] if end > at else macro.default)
        at = end
    while len(arguments) < macro.arguments:
        argument, at = tex.argument(text, at, braces)
        arguments.append(argument)
    if not macro.arguments and text[at : at + 1] == " ":
        at += 1
    body = macro.body
    if arguments:
        body = re.sub(r"#(\d)", lambda m: (*arguments, *[""] * 9)[int(m[1]) - 1], body)
    return body, at
