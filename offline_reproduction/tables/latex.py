"""A LaTeX source as blocks: headings, paragraphs, and its tables with captions and labels."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from typing import NamedTuple

from offline_reproduction.tables import tabular, tex
from offline_reproduction.tables.model import Problem
from offline_reproduction.tables.raw import Block, Heading, Paragraph, RawTable

_EDGE = re.compile(r"\\(begin|end)\s*\{([A-Za-z]+\*?)\}")
_TITLE = re.compile(
    r"\\(?:part|chapter|(?:sub){0,2}section|paragraph)\*?\s*(?:\[[^\[\]]*\])?\s*(?=\{)"
)
_CAPTION = re.compile(r"\\caption(?:of\s*\{[^{}]*\})?\*?\s*(?:\[[^\[\]]*\])?\s*(?=\{)")
_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")
_BREAK = re.compile(r"\n[ \t]*\n\s*|\\par\b|\\item\b")
_NAMES = """
figure figure* equation equation* align align* tikzpicture thebibliography algorithm algorithmic
gather gather* multline eqnarray filecontents table table* wraptable sidewaystable sidewaystable*
longtable subtable minipage threeparttable
"""
_SILENT = frozenset(_NAMES.split())
"""Environments whose text is no prose; captions inside them are read all the same."""

_DEEPEST = 8
"""Environments around a table that are looked at for its caption."""


class Environment(NamedTuple):
    """An environment and where it stands; body: right behind `\\begin{name}`."""

    name: str
    start: int
    body: int
    inner_end: int
    end: int


def blocks(text: str, first_line: int = 1) -> tuple[list[Block], list[Problem]]:
    """The blocks of a source that `macros.whole` has made whole, and what was not understood.

    first_line: of the text in its document.
    """
    begin = text.find("\\begin{document}")
    if begin >= 0:
        text = "\n" * text.count("\n", 0, begin) + text[begin + len("\\begin{document}") :]
    counted = tabular.lines_of(text)

    def line_of(at: int) -> int:
        return counted(at) + first_line - 1

    found, problems = environments(text, line_of)
    braces = tex.groups(text)
    placed: list[tuple[int, Block]] = []
    hidden: list[tuple[int, int]] = [(e.start, e.end) for e in found if e.name in _SILENT]
    tables = list(_tables(found))
    captions = _Captions(text, braces, [own for own, _ in tables])
    for own, around in tables:
        table = tabular.read(text, own.name, own.body, own.inner_end, line_of)
        captions.name(table, own, around)
        hidden.append((own.start, own.end))
        if table.rows:
            placed.append((own.start, table))
    for match in _TITLE.finditer(text):
        if match.end() in braces:
            end = braces[match.end()]
            shown = tex.visible(text[match.end() + 1 : end])
            placed.append((match.start(), Heading(line_of(match.start()), shown)))
            hidden.append((match.start(), end + 1))
    for match in captions.found:
        end = braces[match.end()]
        placed += _paragraphs(text, match.end() + 1, end, line_of)
        hidden.append((match.start(), end + 1))
    at = 0
    for start, end in [*sorted(hidden), (len(text), len(text))]:
        placed += _paragraphs(text, at, start, line_of)
        at = max(at, end)
    return [block for _, block in sorted(placed, key=lambda pair: pair[0])], problems


def environments(
    text: str, line_of: Callable[[int], int]
) -> tuple[list[Environment], list[Problem]]:
    """Every environment that is closed, in order, and a problem for each table that is not."""
    found: list[Environment] = []
    problems: list[Problem] = []
    opened: dict[str, list[re.Match[str]]] = {}
    for match in _EDGE.finditer(text):
        name = match[2]
        if match[1] == "begin":
            opened.setdefault(name, []).append(match)
        elif opened.get(name):
            begin = opened[name].pop()
            span = begin.start(), begin.end(), match.start(), match.end()
            found.append(Environment(name, *span))
    for name in sorted(tabular.ARGUMENTS):
        for begin in opened.get(name, ()):
            line = line_of(begin.start())
            problems.append(Problem(line, f"\\begin{{{name}}} is never closed; it is not read"))
    return sorted(found, key=lambda environment: environment.start), problems


def _tables(found: list[Environment]) -> Iterator[tuple[Environment, list[Environment]]]:
    """The tables that stand in no other, in order, each with what stands around it, outer first."""
    around: list[Environment] = []
    end = -1
    for environment in found:
        while around and around[-1].end <= environment.start:
            around.pop()
        if environment.name in tabular.ARGUMENTS and environment.start >= end:
            end = environment.end
            if environment.name != "array":
                yield environment, [e for e in around[-_DEEPEST:] if e.inner_end >= end]
        around.append(environment)


class _Captions:
    """The captions and labels that stand in no table, by position."""

    def __init__(self, text: str, braces: dict[int, int], tables: list[Environment]) -> None:
        self.text, self.braces = text, braces
        outside = _outside(tables)
        self.found = [
            match
            for match in _CAPTION.finditer(text)
            if match.end() in braces and outside(match.start())
        ]
        self.starts = [match.start() for match in self.found]

    def name(self, table: RawTable, own: Environment, around: list[Environment]) -> None:
        """Caption and label from the smallest environment around a table that has a caption."""
        for environment in reversed(around):
            if environment.name == "document":
                return
            at = bisect_left(self.starts, own.start)
            near = [
                match
                for match in self.found[max(0, at - 1) : at + 1]
                if environment.body <= match.start() < environment.inner_end
            ]
            if near:
                nearest = min(near, key=lambda match: _distance(match.start(), own))
                end = self.braces[nearest.end()]
                shown = tex.visible(_LABEL.sub("", self.text[nearest.end() + 1 : end]))
                table.caption = table.caption or shown
                label = _LABEL.search(
                    self.text, nearest.start(), environment.inner_end
                ) or _LABEL.search(self.text, environment.body, environment.inner_end)
                table.label = table.label or (label[1].strip() if label else "")
                return


def _outside(tables: list[Environment]) -> Callable[[int], bool]:
    """Whether a position is in none of some tables, which stand in no other."""
    starts = [table.start for table in tables]

    def outside(at: int) -> bool:
        before = bisect_right(starts, at) - 1
        return before < 0 or at >= tables[before].end

    return outside


def _distance(at: int, own: Environment) -> int:
    return own.start - at if at < own.start else at - own.end


def _paragraphs(
    text: str, start: int, end: int, line_of: Callable[[int], int]
) -> Iterator[tuple[int, Paragraph]]:
    """The paragraphs between two positions, each with its own position."""
    at = start
    for match in [*_BREAK.finditer(text, start, end), None]:
        stop = match.start() if match else end
        raw = text[at:stop]
        lead = len(raw) - len(raw.lstrip())
        if raw.strip():
            marked = raw.strip().replace("\n", "\u2028")
            lines = [line.strip() for line in tex.visible(marked).split("\u2028")]
            yield at + lead, Paragraph(line_of(at + lead), lines)
        at = match.end() if match else end
