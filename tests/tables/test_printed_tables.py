"""Printed tables of a study in every format, and the documentation's own list of what is read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fe_core.errors import FeError
from fe_core.numbers import printed
from offline_reproduction.study.printed_tables import read_table

DOCS = Path(__file__).resolve().parents[2] / "docs" / "tables.md"
CELLS = {("A", "Acc / dev"): "1.5", ("A", "Acc / test"): "2.5", ("B", "Acc / dev"): "3.5"}
MARKDOWN = """
Table 1: other.

| x | y |
|---|---|
| z | 9 |

Table 2: this.

| | Acc | |
|---|---|---|
| Model | dev | test |
| A | **1.5** | 2.5 |
| B | 3.5 | |
"""
LATEX = r"""
\begin{table}\caption{This.}\label{tab:this}
\begin{tabular}{lcc}
\toprule
Model & \multicolumn{2}{c}{Acc} \\
 & dev & test \\ \midrule
A & \textbf{1.5} & 2.5 \\
B & 3.5 & \\ \bottomrule
\end{tabular}
\end{table}
"""
HTML = """
<table><tr><th rowspan=2>Model</th><th colspan=2>Acc</th></tr><tr><th>dev</th><th>test</th></tr>
<tr><td>A</td><td>1.5</td><td>2.5</td></tr><tr><td>B</td><td>3.5</td><td></td></tr></table>
"""


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("p.md#Table 2", MARKDOWN),
        ("p.md#2", MARKDOWN),
        ("p.tex", LATEX),
        ("p.tex#tab:this", LATEX),
        ("p.html", HTML),
        ("p.csv", "Model,Acc / dev,Acc / test\nA,1.5,2.5\nB,3.5,\n"),
        ("p.tsv", "# place: T\nModel\tAcc / dev\tAcc / test\nA\t1.5\t2.5\nB\t3.5\t\n"),
    ],
)
def test_one_table_in_every_format(tmp_path: Path, file: str, text: str) -> None:
    (tmp_path / file.partition("#")[0]).write_text(text, "utf-8")
    table = read_table(tmp_path, "t", "T", file)
    assert (table.rows, table.columns) == (("A", "B"), ("Acc / dev", "Acc / test"))
    assert table.cells == CELLS


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("p.md", MARKDOWN, "holds 2 tables"),
        ("p.md#Table 3", MARKDOWN, "holds 0 tables for 'Table 3'"),
        ("p.md", "no table", "holds 0 tables"),
        ("p.md", "| a | b |\n|---|---|\n| x | 1 |\n| x | 2 |\n", "row 'x' occurs twice"),
        ("p.md", "| a | b | b |\n|---|---|---|\n| x | 1 | 2 |\n", "column 'b' occurs twice"),
        ("p.md", "| a | b |\n|---|---|\n| x | 1 | 2 |\n| y | 3 |\n", "p.md:3: 3 cells"),
        ("p.csv", "a,b\nx,1,2\n", "p.csv:2: 3 fields"),
        ("../p.md", "", "stay inside"),
    ],
)
def test_what_a_study_cannot_use_is_refused(
    tmp_path: Path, file: str, text: str, said: str
) -> None:
    if not file.startswith(".."):
        (tmp_path / file.partition("#")[0]).write_text(text, "utf-8")
    with pytest.raises(FeError, match=re.escape(said)):
        read_table(tmp_path, "t", "T", file)


def test_rows_of_one_name_are_told_apart_by_their_sections(tmp_path: Path) -> None:
    text = (
        "| m | a | b |\n|---|---|---|\n| **X** | | |\n| s | 1 | 2 |\n| **Y** | | |\n| s | 3 | 4 |\n"
    )
    (tmp_path / "p.md").write_text(text, "utf-8")
    assert read_table(tmp_path, "t", "T", "p.md").rows == ("X / s", "Y / s")


KINDS = {
    "a number": printed.Number,
    "thousands": printed.Number,
    "a decimal comma": printed.Number,
    "scientific": printed.Number,
    "mean and deviation": printed.MeanDeviation | printed.Number,
    "a range": printed.Range | printed.Unreadable,
    "a count": printed.Count,
    "several values": printed.Several,
    "an inequality": printed.Inequality,
    "an approximation": printed.Approximate,
    "absent": printed.Absent,
    "words": printed.Words,
    "unreadable": printed.Unreadable,
}


def documented() -> list[tuple[str, str]]:
    """Each example of the documentation's list, and what it is said to be."""
    listed = DOCS.read_text("utf-8").partition("| printed | read as |")[2].partition("\n\n")[0]
    rows = [line.strip("|").split(" | ") for line in listed.split("\n") if line.startswith("| ")]
    return [
        (text, row[1].strip()) for row in rows if "---" not in row[0]
        for text in re.findall(r"`([^`]+)`", row[0])
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), documented())
def test_the_documentation_says_what_each_example_is(text: str, said: str) -> None:
    if not said.startswith("what the whole table proves"):
        kind = next(kind for name, kind in KINDS.items() if said.startswith(name))
        text = text.removesuffix("[^a]")
        assert isinstance(printed.read(text), kind), (text, printed.read(text))
