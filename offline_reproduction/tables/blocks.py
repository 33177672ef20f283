"""The blocks of a written document: headings, paragraphs, and tables in any written form."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate

from offline_reproduction.tables import hypertext, latex, macros, markdown
from offline_reproduction.tables.aligned import aligned
from offline_reproduction.tables.piped import bordered, piped
from offline_reproduction.tables.raw import Block, Heading, Paragraph, RawTable
from offline_reproduction.tables.tabbed import tabbed

_FORMS = (bordered, piped, tabbed, aligned)
_FENCE = re.compile(r"\s{0,20}(```+|~~~+)")
_QUOTE = re.compile(r"^(?: {0,3}> ?)+")
_HEADING = re.compile(r"#{1,6}\s+(.*)")
_UNDERLINED = re.compile(r"=+|-{2,}")
_LATEX = re.compile(r"\\begin\{(table\*?|tabular[x*]?|longtable)\}")
_TABLE = re.compile(r"<table\b", re.IGNORECASE)


def blocks(text: str) -> Iterator[Block]:
    """The blocks of Markdown, plain text or HTML, in order; lines count from 1."""
    yield from _Scan(text).run()


class _Scan:
    """One pass over the lines; each form of table takes its lines or leaves them."""

    def __init__(self, text: str) -> None:
        self.lines = [_QUOTE.sub("", line) for line in text.split("\n")]
        self.text = "\n".join(self.lines)
        self.starts = [0, *accumulate(len(line) + 1 for line in self.lines)]
        self.at = 0
        self.paragraph: Paragraph | None = None
        self.fence = ""
        # Lines that a form has seen to be none of its tables are not looked at by it again.
        self.none_before = Counter[str]()
        self.unclosed: set[str] = set()

    def run(self) -> Iterator[Block]:
        """The blocks."""
        while self.at < len(self.lines):
            found = self._tables()
            if found:
                yield from self._flush()
                yield from found
            else:
                yield from self._line(self.lines[self.at])
        yield from self._flush()

    def _tables(self) -> list[RawTable]:
        """The tables that begin at this line, which is stepped over with them."""
        if not self.fence and _TABLE.search(self.lines[self.at]):
            return self._html()
        if match := _LATEX.search(self.lines[self.at]):
            return self._latex(match)
        for form in _FORMS:
            if self.at < self.none_before[form.__name__]:
                continue
            tables, end = form(self.lines, self.at) or ([], self.at)
            if tables:
                self.at = end
                return tables
            self.none_before[form.__name__] = end
        return []

    def _html(self) -> list[RawTable]:
        """Every `<table>` that begins on this line, each up to its end."""
        found: list[RawTable] = []
        last = end = self.starts[self.at]
        while match := _TABLE.search(self.text, end):
            if self._line_of(match.start()) > self._line_of(last):
                break
            if hypertext.tag_at(self.text, match.start()) is None:
                end = match.end()
                continue
            tables, end = hypertext.tables(self.text, match.start(), self._line_of(match.start()))
            found += tables
            last = max(end - 1, 0)
        if found:
            self.at = self._line_of(last)
        return found

    def _latex(self, match: re.Match[str]) -> list[RawTable]:
        """The tables of a LaTeX environment that begins on this line."""
        closing = f"\\end{{{match[1]}}}"
        start = self.starts[self.at] + match.start()
        end = -1 if closing in self.unclosed else self.text.find(closing, start)
        if end < 0:
            self.unclosed.add(closing)
            return []
        source, _ = macros.whole(self.text[start : end + len(closing)], lambda name: None)
        found, _ = latex.blocks(source, self.at + 1)
        tables = [block for block in found if isinstance(block, RawTable)]
        if tables:
            self.at = self._line_of(end)
        return tables

    def _line_of(self, position: int) -> int:
        return bisect_right(self.starts, position)

    def _flush(self) -> Iterator[Block]:
        if self.paragraph is not None:
            yield self.paragraph
        self.paragraph = None

    def _line(self, line: str) -> Iterator[Block]:
        """A line outside of every table."""
        self.at += 1
        bare = line.strip()
        if match := _FENCE.match(line):
            yield from self._flush()
            self._fenced(match[1])
        elif self.fence or not bare:
            yield from self._flush()
        elif bare.startswith("<!--"):
            self._skip_comment()
        elif match := _HEADING.fullmatch(bare):
            yield from self._flush()
            yield Heading(self.at, markdown.visible(match[1].rstrip("# ")))
        elif self.paragraph and len(self.paragraph.lines) == 1 and _UNDERLINED.fullmatch(bare):
            yield Heading(self.paragraph.line, self.paragraph.lines[0])
            self.paragraph = None
        else:
            self._prose(line)

    def _prose(self, line: str) -> None:
        if self.paragraph is None:
            self.paragraph = Paragraph(self.at, [])
        self.paragraph.lines.append(markdown.visible(line))

    def _fenced(self, mark: str) -> None:
        if not self.fence:
            self.fence = mark
        elif mark.startswith(self.fence):
            self.fence = ""

    def _skip_comment(self) -> None:
        start = self.starts[self.at - 1]
        end = self.text.find("-->", start)
        self.at = self._line_of(end if end >= 0 else len(self.text))
