"""One door: a file, or text from standard input, read as a document with its tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fe_core.files import decode, read_bytes
from offline_reproduction.tables import prose
from offline_reproduction.tables.blocks import Block, Heading, blocks
from offline_reproduction.tables.model import Document, Problem, Table
from offline_reproduction.tables.raw import RawTable
from offline_reproduction.tables.shape import shaped

LARGEST = 1 << 24
"""Bytes that a document may have."""

FORMATS = {
    ".md": "markdown", ".markdown": "markdown", ".mdx": "markdown", ".rst": "markdown",
    ".txt": "markdown", ".html": "markdown", ".htm": "markdown", "": "markdown",
    ".tex": "latex", ".ltx": "latex", ".csv": "separated", ".tsv": "separated", ".tab": "separated",
    ".json": "records", ".jsonl": "records",
}  # fmt: skip
"""What a file's name says about it; text that is none of these is read as prose with tables."""


def read_document(path: Path) -> Document:
    """Read a file by what its name says.

    Raises RecordError where it cannot be read, is no UTF-8, or has more than LARGEST bytes.
    """
    text, _ = decode(read_bytes(path, largest=LARGEST), str(path))
    return read_text(text, str(path), FORMATS.get(path.suffix.lower(), "markdown"))


def read_text(text: str, path: str, form: str = "") -> Document:
    """Read text; form: one of FORMATS' values, told from the text where it is not given.

    path: shown in the document.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    form = form or _told(text)
    found = list(blocks(text))
    return assemble(path, found)


def assemble(path: str, found: Sequence[Block], problems: Sequence[Problem] = ()) -> Document:
    """The document of some blocks: tables shaped, captions and mentions given to them."""
    prose.captioned(found)
    sentences = prose.sentences(found)
    tables: list[Table] = []
    heading = ""
    for block in found:
        if isinstance(block, Heading):
            heading = block.text
        elif isinstance(block, RawTable):
            tables += shaped(block, number=len(tables) + 1, heading=heading)
    tables = [prose.mentioned(table, sentences) for table in tables]
    return Document(path, tuple(tables), sentences, tuple(problems))


def _told(text: str) -> str:
    return "markdown"
