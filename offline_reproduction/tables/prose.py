"""Sentences and the numbers in them; which sentences, captions and headings belong to a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fe_core.numbers.numerals import NUMERAL
from fe_core.numbers.printed import Unreadable, Words, examine
from offline_reproduction.tables.model import Cell, Sentence, Table
from offline_reproduction.tables.raw import Block, Heading, Paragraph, RawTable

_END = re.compile(r"(?<=[.!?])[\"”')\]]?\s+(?=[A-Z0-9\"“(\[•])")
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|vs|Fig|Tab|Sec|Eq|No|al|approx|resp|w\.r\.t|Acc|St)\.)$"
)
_NUMBER = re.compile(
    rf"(?<![\w.,^/\\-])[<>≤≥~≈]?\s?[+−–-]?\$?{NUMERAL}"
    rf"(?:\s?±\s?{NUMERAL})?(?:/{NUMERAL}|\s(?:out\s)?of\s{NUMERAL})?"
    r"(?:\s?(?:%|‰|pp\b|points\b)|[kKMBx×]\b)?(?![\w]|[.,]\d|-\w)"
)
_NAMED = re.compile(
    r"(?:tables?|tab\.|figures?|figs?\.|sections?|sec\.|§|appendix|equations?|eqs?\.|chapters?|"
    r"pages?|p\.|versions?|steps?|issues?|#|\[)\s*(?:\d+(?:,|\s|and|to|–|-)*)*$",
    re.IGNORECASE,
)
_CAPTION = re.compile(r"\W*(?:table|tab\.)\s*(\d+|[A-Z]\.?\d+|[IVX]+)\b", re.IGNORECASE)
_PART = re.compile(r"\W*\(([a-z])\)\s")
_NUMERAL = re.compile(r"\b(?:[A-Z]\.?)?\d+\b|\b[IVX]+\b")
_REFERENCE = re.compile(
    r"\b(?:tables?|tab\.)\s*(?:[A-Z]\.?)?(?:\d+|[IVX]+\b)(?:\([a-z]\))?"
    r"(?:(?:,\s?and|,|\sand|\s?&|\s?–)\s?(?:[A-Z]\.?)?\d+(?:\([a-z]\))?)*",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\b[A-Za-z]+:[\w:.-]*\w")
_SHORT = 400
_NEAR = 6


def sentences(blocks: Sequence[Block]) -> tuple[Sentence, ...]:
    """Every sentence of the paragraphs and headings, with its numbers."""
    found: list[Sentence] = []
    for block in blocks:
        if isinstance(block, Heading):
            found.append(sentence(block.text, block.line))
        elif isinstance(block, Paragraph):
            found += _of_paragraph(block)
    return tuple(found)


def sentence(text: str, line: int) -> Sentence:
    """A sentence with each number in it; names such as `Table 3` or `GPT-4` are none."""
    text = text.replace("\\pm", "±").replace("\\%", "%")
    return Sentence(text, line, tuple(_numbers(text, line)))


def _numbers(text: str, line: int) -> Iterator[Cell]:
    for match in _NUMBER.finditer(text):
        if _NAMED.search(text[max(0, match.start() - 24) : match.start()]):
            continue
        shown = match[0].strip()
        reading = examine(shown)
        if not isinstance(reading.value, Words | Unreadable):
            yield Cell(shown, line, reading.value, marks=reading.marks)


def _of_paragraph(paragraph: Paragraph) -> Iterator[Sentence]:
    """The sentences of a paragraph, each at the line where it begins."""
    text = " ".join(paragraph.lines)
    starts = [0]
    for shown in paragraph.lines:
        starts.append(starts[-1] + len(shown) + 1)
    begin, line = 0, 0
    for end in _ends(text):
        while line + 1 < len(paragraph.lines) and starts[line + 1] <= begin:
            line += 1
        if text[begin:end].strip():
            yield sentence(text[begin:end].strip(), paragraph.line + line)
        begin = end


def _ends(text: str) -> Iterator[int]:
    for match in _END.finditer(text):
        if not _ABBREVIATED.search(text[max(0, match.start() - 8) : match.start()]):
            yield match.end()
    yield len(text)


def captioned(blocks: Sequence[Block]) -> None:
    """Give each table without a caption the one beside it: `Table 3: …`, else the line before it.

    Whether captions stand above or below their tables is what most of the document's do.
    """
    places = [index for index, block in enumerate(blocks) if isinstance(block, RawTable)]
    above = sum(_numbered(blocks, index - 1) for index in places)
    below = sum(_numbered(blocks, index + 1) for index in places)
    for index in places:
        table = blocks[index]
        assert isinstance(table, RawTable)
        if not table.caption:
            _caption(blocks, index, table, 1 if below > above else -1)
        if not table.label and (match := _CAPTION.match(table.caption)):
            table.label = f"Table {match[1]}"


def _caption(blocks: Sequence[Block], index: int, table: RawTable, step: int) -> None:
    part = _text(blocks, index + step) if _PART.match(_text(blocks, index + step)) else ""
    # Parts of one table share a caption; above its table, a caption is of that table alone.
    at = _beyond(blocks, index, step) if part or step > 0 else index + step
    if not _numbered(blocks, at) and not isinstance(_block(blocks, index - 2 * step), RawTable):
        at = index - step
    if match := _CAPTION.match(_text(blocks, at)):
        table.caption = f"{part} {_text(blocks, at)}".strip()
        letter = _PART.match(part)
        table.label = f"Table {match[1]}({letter[1]})" if letter else f"Table {match[1]}"
        return
    before = _text(blocks, index - 1)
    if before and (before.endswith(":") or len(before) < _SHORT):
        table.caption = before


def _beyond(blocks: Sequence[Block], index: int, step: int) -> int:
    """The first block from `index` on that is no table and no caption of a part, `(a) …`."""
    for at in range(index + step, index + _NEAR * step, step):
        if not isinstance(_block(blocks, at), RawTable) and not _PART.match(_text(blocks, at)):
            return at
    return index + step


def _block(blocks: Sequence[Block], index: int) -> Block | None:
    return blocks[index] if 0 <= index < len(blocks) else None


def _numbered(blocks: Sequence[Block], index: int) -> bool:
    return bool(_CAPTION.match(_text(blocks, index)))


def _text(blocks: Sequence[Block], index: int) -> str:
    match _block(blocks, index):
        case Paragraph(lines=lines):
            return " ".join(lines)
        case Heading(text=text):
            return text
    return ""


def mentions(sentences: Sequence[Sentence]) -> dict[str, list[Sentence]]:
    """Name of a table, its number or its label → the sentences that name it."""
    found: dict[str, list[Sentence]] = {}
    for said in sentences:
        names = {n for match in _REFERENCE.finditer(said.text) for n in _NUMERAL.findall(match[0])}
        for name in sorted(names | set(_LABEL.findall(said.text))):
            found.setdefault(name, []).append(said)
    return found


def mentioned(table: Table, known: dict[str, list[Sentence]]) -> Table:
    """The table with the sentences that name it, its caption aside."""
    name = table.key.removeprefix("Table ").partition("(")[0]
    named = tuple(said for said in known.get(name, ()) if said.text not in table.caption)
    return replace(table, mentions=named)
