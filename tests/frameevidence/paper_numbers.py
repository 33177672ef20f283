"""Every number of the paper's text with its place: digits and number words, tables left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

WORDS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13",
    "fourteen": "14", "fifteen": "15", "sixteen": "16", "eighteen": "18", "twenty": "20",
    "zero": "0", "single": "1", "half": "1/2", "twice": "2",
}  # fmt: skip
"""Number words as digits; ordinals ("first image", "the third frame") name and count nothing."""

NEEDS_NONE = (
    r"\([^()]*\b(?:19|20)\d\d[a-z]?(?:;[^()]*)?\)",  # citations
    r"\bet al\., \d{4}[a-z]?",
    r"\b(?:Tables?|Figures?|Sections?|Appendix|Appendices|equation)\s[A-Z]?[\d.]*[ab]?"
    r"(?:(?:,| and|, and|–)\s?[A-Z]?\.?\d[\d.]*)*",
    r"\b(?:zero|one|two|three)-(?:to|,)[\w\s,-]*shot\b",
    r"\bone-, two- and three-shot\b",
    r"\b(?:zero|one|two|three|0|1|2|3)-shot\b",
    r"\bGPT two- and three-shot\b",
    r"\b(?:GPT|Claude Fable|GPT-|InternVL|Qwen|Qwen2|Qwen3|MiniCPM-V|Mistral Small|Phi|Claude)"
    r"[-\s]?\d+(?:\.\d+)?(?![\d/%])",
    r"-\d+B\b|\b\d+B\b|\bVL\d\b|\bQwen\d\b",
    r"\bI\d(?:–I?\d)?\b",
    r"\bF1\b|\bFQ1\b|\bFQ2\b|\bA–D\b|\bL2\b",
    r"\bgroup_\d+|\b00\d{3}\b|\bfce_test_\d+",
    r"\b(?:on|from|to) one another\b|\bone of\b",
)
"""Section numbers, citations, table references, names of models, settings and metrics."""

HEADING = re.compile(r"^(?:(\d(?:\.\d)?)|Appendix ([A-Z])|([A-Z]\.\d)) [A-Z][^.]{3,80}$")
TITLES = {"Abstract", "Limitations", "Ethical Considerations"}
_NUMBER = re.compile(r"\d(?:[\d,]*\d)?(?:\.\d+)*")


NOTED = {f"Table {number}" for number in range(3, 9)}
"""Tables with a note below their cells."""

APPENDICES = {
    "D.2": 1, "D.3": 2, "D.4": 4, "D.5": 1, "D.6": 4, "E.1": 2, "E.2": 5, "E.3": 1, "E.4": 1,
    "F.1": 4, "F.2": 3, "F.3": 5, "G.1": 2, "G.2": 2, "G.3": 2, "G.4": 3,
}  # fmt: skip
"""How many paragraphs of each appendix only the complete prose has, in its order."""


class Paragraph(NamedTuple):
    """A paragraph, and the place that claims name it by."""

    place: str
    text: str


def tables_paper(folder: Path) -> Iterator[Paragraph]:
    """The paragraphs of the paper with tables (000), tables themselves left out."""
    place, run_in, table = "", "", ""
    lines = next(folder.glob("000*")).read_text("utf-8").split("\n")
    for at, line in enumerate(lines[2:], 2):
        heading = HEADING.match(line)
        if line in TITLES or heading:
            place, run_in, table = _place(line, heading), "", ""
        elif "\t" in line:
            yield from _counts_of_cells(table, line)
        elif not line.strip():
            continue
        elif _is_run_in(line, lines[at - 1 : at + 2]):
            run_in = line.rstrip(".")
        else:
            caption = re.match(r"(Table|Figure) (\d+):", line)
            table = f"{caption[1]} {caption[2]}" if caption else table
            below = caption or (table in NOTED and _below_cells(lines, at))
            yield Paragraph(table if below else _joined(place, run_in), line)


def prose_paper(folder: Path) -> Iterator[Paragraph]:
    """The paragraphs that only the complete prose (001) has; it has no headings."""
    known = {same_text(paragraph.text) for paragraph in tables_paper(folder)}
    lines = next(folder.glob("001*")).read_text("utf-8").split("\n")[2:]
    new = [line for line in lines if line.strip() and same_text(line) not in known]
    places = [place for place, count in APPENDICES.items() for _ in range(count)]
    assert len(new) == len(places), "the prose has other paragraphs than APPENDICES says"
    yield from map(Paragraph, places, new)


def numbers(text: str) -> list[str]:
    """The numbers of a text, words turned to digits, names and references left out."""
    plain = _plain(text)
    for pattern in NEEDS_NONE:
        plain = re.sub(pattern, " ", plain)
    words = "|".join(sorted(WORDS, key=len, reverse=True))
    plain = re.sub(rf"\b({words})\b", lambda m: WORDS[m[1].lower()], plain, flags=re.IGNORECASE)
    return [found.replace(",", "") for found in _NUMBER.findall(plain)]


def same_text(one: str) -> str:
    """A paragraph without LaTeX and spaces, to tell whether both files have it."""
    return re.sub(r"[\s${}\\]|mathrm|pm|±", "", one)


def _plain(text: str) -> str:
    text = re.sub(r"\\mathcal|\\mathrm|\\mathbb|\\hat|\\theta", "", text)
    return text.replace("{,}", ",")


def _counts_of_cells(table: str, line: str) -> Iterator[Paragraph]:
    """Counts among cells that are no scores: Table 1's scales, Table 16's denominators."""
    if table == "Table 1":
        yield Paragraph(table, line.rpartition("\t")[2])
    elif table == "Table 16":
        yield Paragraph(table, " ".join(re.findall(r"n=(\d+)", line)))


def _below_cells(lines: list[str], at: int) -> bool:
    """Whether a line is a table's note or panel heading: the line above it is one of cells."""
    above = next(line for line in reversed(lines[:at]) if line.strip())
    return "\t" in above or bool(re.match(r"\([ab]\) ", lines[at]))


def _place(line: str, heading: re.Match[str] | None) -> str:
    if heading is None:
        return line
    if heading[2]:
        return f"Appendix {heading[2]}"
    return f"§{heading[1]}" if heading[1] else heading[3]


def _joined(place: str, run_in: str) -> str:
    return f"{place}: {run_in}" if run_in else place


def _is_run_in(line: str, around: list[str]) -> bool:
    return (
        len(line) < 90
        and line.endswith(".")
        and around[0] == "" == around[-1]
        and (not any(c.isdigit() for c in line) or "FQ" in line)
        and line.count(".") == 1
    )
