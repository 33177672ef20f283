"""One door: a file, or text from standard input, read as a document with its tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fe_core.errors import FeError
from fe_core.files import decode, inside, read_bytes
from offline_reproduction.tables import latex, macros, prose, records, separated
from offline_reproduction.tables.blocks import blocks as written
from offline_reproduction.tables.macros import Lookup
from offline_reproduction.tables.model import Document, Problem, Table
from offline_reproduction.tables.raw import Block, Heading, RawTable
from offline_reproduction.tables.shape import shaped

LARGEST = 1 << 24
"""Bytes that a document may have."""

FORMATS = {
    ".md": "markdown", ".markdown": "markdown", ".mdx": "markdown", ".rst": "markdown",
    ".html": "markdown", ".htm": "markdown",
    ".tex": "latex", ".ltx": "latex", ".csv": "separated", ".tsv": "separated", ".tab": "separated",
    ".json": "records", ".jsonl": "records",
}  # fmt: skip
"""What a file's name says about it; text that is none of these is read as prose with tables."""


def read_document(path: Path) -> Document:
    """Read a file by what its name says, or by its content where the name says nothing.

    Raises RecordError where it cannot be read, is no UTF-8, or has more than LARGEST bytes.
    """
    text, _ = decode(read_bytes(path, largest=LARGEST), str(path))
    form = FORMATS.get(path.suffix.lower(), "")
    return read_text(text, str(path), form, _beside(path))


def read_text(text: str, path: str, form: str = "", lookup: Lookup = lambda name: None) -> Document:
    """Read text; form: one of FORMATS' values, told from the text where it is not given.

    path: shown in the document. lookup: the text of a file that the source brings in by name.
    Raises RecordError where separated text or records are damaged.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    form = form or told(text)
    if form == "latex":
        source, problems = macros.whole(text, lookup)
        found, further = latex.blocks(source)
        return assemble(path, found, [*problems, *further])
    if form == "separated":
        return assemble(path, [separated.table(text, path)])
    if form == "records":
        return assemble(path, records.tables(text, path))
    return assemble(path, list(written(text)))


def told(text: str) -> str:
    """The form of a text without a name: what its first characters and lines show."""
    start = text.lstrip()[:1]
    if start in ("{", "["):
        return "records"
    if "\\begin{tabular" in text or "\\documentclass" in text or "\\begin{longtable" in text:
        return "latex"
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("# ")][:20]
    mark = separated.delimiter_of(lines[0]) if lines else ","
    counts = {line.count(mark) for line in lines}
    even = len(counts) == 1 and counts != {0} and "|" not in lines[0] and len(lines) > 1
    return "separated" if even and (mark != "\t" or len(lines) < 20) else "markdown"


def _beside(path: Path) -> Lookup:
    """Files below the document's folder, and no others."""

    def lookup(name: str) -> str | None:
        for candidate in (name, f"{name}.tex"):
            try:
                if candidate == path.name:
                    continue
                return decode(read_bytes(inside(path.parent, candidate), largest=LARGEST), name)[0]
            except FeError:
                continue
        return None

    return lookup


def assemble(path: str, parts: Sequence[Block], problems: Sequence[Problem] = ()) -> Document:
    """The document of some blocks: tables shaped, captions and mentions given to them."""
    prose.captioned(parts)
    sentences = prose.sentences(parts)
    tables: list[Table] = []
    unread = list(problems)
    heading = ""
    for block in parts:
        if isinstance(block, Heading):
            heading = block.text
        elif isinstance(block, RawTable):
            found, lost = shaped(block, number=len(tables) + 1, heading=heading)
            tables += found
            unread += lost
    known = prose.mentions(sentences)
    named = tuple(prose.mentioned(table, known) for table in tables)
    return Document(path, named, sentences, tuple(unread))
