"""Documents as they stand: every form of table, its header, its labels and its cells."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fe_core.errors import FeError, RecordError
from offline_reproduction.tables.model import Table
from offline_reproduction.tables.read import read_document, read_text

MARKDOWN = """
# Results

Table 1: Accuracy (%), **bold** is best.

| Model | | Acc (%) | | Time (s) |
|:------|---|--------:|---|---|
| | size | dev | test | |
| **Open** | | | | |
| `A|x`\\|y | 7B | **61.2** | 60,1 | 3.1s |
| [B](http://x) | 13B | <u>65.0</u>* | 66.0<sup>†</sup> | &lt;4 |
| *Closed* | | | | |
| C | - | 5 0.00 | 12.3<sub>1.4</sub> | — |

Table 1 shows that A reaches 61.2% of 99.9 points.
"""
HTML = """
<table>
<caption>Two <b>groups</b></caption>
<thead>
<tr><th rowspan=2>Model</th><th colspan="2">Acc</th></tr>
<tr><th>dev</th><th>test</th></tr>
</thead>
<tbody>
<tr><td colspan="9"><strong>Open</strong></td></tr>
<tr><td rowspan="2">A</td><td>1.5</td><td><table><tr><td>9</td></tr></table>2.5</td></tr>
<tr><!-- <td>0</td> --><td>3.5</td><td><ins><strong>4.5</strong></ins></td></tr>
</tbody>
</table>
"""
LATEX = r"""
\documentclass{article}
\newcommand{\best}[1]{\textbf{#1}}
\def\ours{Ours\xspace}
\begin{document}
\section{Main}
Table~\ref{tab:main} has \ours at 70.65. % not 99.9
\begin{table*}[t]
\caption{Results (\%).}\label{tab:main}
\begin{tabular}{@{}llcc|c@{}}
\toprule
\multirow{2}{*}{Family} & \multirow{2}{*}{Model} & \multicolumn{2}{c}{Accuracy} & Avg. \\
\cmidrule(lr){3-4}
 & & dev & test & \\
\midrule
\multicolumn{5}{l}{\textit{Open models}} \\
\multirow{2}{*}{Llama} & S & 61.2 & \best{63.4} & 62.3 \\
 & L~\cite{x} & 65.0$^{\dagger}$ & \underline{66.0} & 65.5 \\ \midrule
\rowcolor{gray!10} \ours & XL & 71.2 {\tiny $\pm$ 0.3} & 70.1 & \cellcolor{green}{70.65} \\[2pt]
N & \begin{tabular}[c]{@{}c@{}}a\\b\end{tabular} & 1{,}234 & $45.2_{1.3}$ & --- \\
\bottomrule
\end{tabular}
\end{table*}
\end{document}
"""


def only(text: str, form: str = "") -> Table:
    """The one table of a text."""
    document = read_text(text, "t", form)
    assert len(document.tables) == 1
    return document.tables[0]


def texts(table: Table) -> list[list[str]]:
    """The data cells' texts by row."""
    return [[cell.text for cell in row.cells[table.label_columns :]] for row in table.rows]


def test_markdown_with_headers_of_two_levels_and_sections() -> None:
    document = read_text(MARKDOWN, "README.md", "markdown")
    (table,) = document.tables
    assert (table.key, table.heading, table.line) == ("Table 1", "Results", 6)
    assert [column.name for column in table.columns] == [
        "Model", "size", "Acc (%) / dev", "Acc (%) / test", "Time (s)",
    ]  # fmt: skip
    assert [row.section for row in table.rows] == ["Open", "Open", "Closed"]
    assert table.rows[1].labels[0] == "B"
    first, second, third = table.rows
    assert second.cells[2].underline
    assert second.cells[2].marks == ("*",)
    assert third.cells[2].value.reason.startswith("'0.00' stands beside")  # type: ignore[union-attr]
    assert third.cells[3].text == "12.3_1.4"
    assert table.point == ""
    assert [said.text for said in table.mentions] == [
        "Table 1 shows that A reaches 61.2% of 99.9 points."
    ]
    assert [number.text for number in table.mentions[0].numbers] == ["61.2%", "99.9 points"]
    assert first.line == 10


def test_a_pipe_inside_code_parts_nothing() -> None:
    assert only(MARKDOWN).rows[0].labels == ("A|x|y",)


def test_rows_longer_than_their_header_are_not_read() -> None:
    table = only("| m | a |\n|---|---|\n| x | 1 |\n| y | 2 | 3 |\n| z | 4 | |\n", "markdown")
    assert [row.name for row in table.rows] == ["x", "z"]
    assert [(problem.line, problem.read) for problem in table.problems] == [(4, False)]


def test_a_header_that_nobody_can_place_names_no_column() -> None:
    """The label's header was forgotten: every name would stand one column too far left."""
    table = only("| a | b |\n|---|---|\n| x | 1 | 2 |\n| y | 3 | 4 |\n", "markdown")
    assert [column.name for column in table.columns] == ["", "", ""]
    assert texts(table) == [["1", "2"], ["3", "4"]]


def test_html_spans_nested_tables_and_comments() -> None:
    document = read_text(HTML, "t.html", "markdown")
    table, inner = document.tables
    assert inner.columns[0].name == "9"
    assert table.caption == "Two groups"
    assert [column.name for column in table.columns] == ["Model", "Acc / dev", "Acc / test"]
    assert [row.labels for row in table.rows] == [("A",), ("A",)]
    assert texts(table) == [["1.5", "2.5"], ["3.5", "4.5"]]
    assert table.rows[1].cells[0].spanned
    assert (table.rows[1].cells[2].bold, table.rows[1].cells[2].underline) == (True, True)
    assert {row.section for row in table.rows} == {"Open"}


def test_a_row_span_ends_with_its_row_group() -> None:
    table = only(
        "<table><thead><tr><th rowspan=2>M</th><th>a</th></tr></thead>"
        "<tbody><tr><td>x</td><td>1</td></tr><tr><td>y</td><td>2</td></tr></tbody></table>"
    )
    assert [(row.labels, row.cells[1].text) for row in table.rows] == [(("x",), "1"), (("y",), "2")]


def test_latex_with_macros_spans_and_comments() -> None:
    document = read_text(LATEX, "paper.tex")
    (table,) = document.tables
    assert (table.key, table.caption, table.heading) == ("tab:main", "Results (%).", "Main")
    assert [column.name for column in table.columns] == [
        "Family", "Model", "Accuracy / dev", "Accuracy / test", "Avg.",
    ]  # fmt: skip
    assert [row.labels for row in table.rows] == [
        ("Llama", "S"), ("Llama", "L"), ("Ours", "XL"), ("N", "a b"),
    ]  # fmt: skip
    assert texts(table) == [
        ["61.2", "63.4", "62.3"],
        ["65.0†", "66.0", "65.5"],
        ["71.2 ± 0.3", "70.1", "70.65"],
        ["1,234", "45.2_1.3", "—"],
    ]
    assert table.rows[0].cells[3].bold
    assert table.rows[1].cells[3].underline
    assert {row.section for row in table.rows} == {"Open models"}
    assert [row.line for row in table.rows] == [17, 18, 19, 20]
    (mention,) = table.mentions
    assert [number.text for number in mention.numbers] == ["70.65"]


def test_longtable_keeps_its_first_head_only() -> None:
    table = only(
        r"\begin{longtable}{lr}\caption{Long}\label{tab:l}\\ \hline Name & N \\ \endfirsthead "
        r"\hline Name & N (more) \\ \endhead \hline \endfoot a & 1 \\ b & 2 \\ \end{longtable}",
        "latex",
    )
    assert (table.caption, table.key) == ("Long", "tab:l")
    assert [(row.name, row.cells[1].text) for row in table.rows] == [("a", "1"), ("b", "2")]


def test_inputs_are_read_below_the_documents_folder_only(tmp_path: Path) -> None:
    (tmp_path / "paper").mkdir()
    body = r"\begin{tabular}{lr} A & B \\ \hline x & %d \\ y & 2 \end{tabular}"
    (tmp_path / "secret.tex").write_text(body % 9, "utf-8")
    (tmp_path / "paper" / "t.tex").write_text(body % 1, "utf-8")
    main = tmp_path / "paper" / "main.tex"
    main.write_text("\\input{t}\n\\input{../secret}\n\\input{main}\n", "utf-8")
    document = read_document(main)
    assert [texts(table) for table in document.tables] == [[["1"], ["2"]]]
    assert [problem.line for problem in document.problems][:1] == [2]


def test_console_tables() -> None:
    text = """
```
model      acc    f1
-------  -----  ----
a         12.3   0.4
bb c       9.1    --
```

+-----+------+
| m   | acc  |
+=====+======+
| a   | 1.5  |
+-----+------+
| b   | 2.5  |
+-----+------+

 name | n
------+----
 a    | 12
 b    | 13

┏━━━━━┳━━━━━┓
┃ m   ┃ acc ┃
┡━━━━━╇━━━━━┩
│ a   │ 1.5 │
│ b   │ 2.5 │
└─────┴─────┘
"""
    tables = read_text(text, "t", "markdown").tables
    assert [texts(table) for table in tables] == [
        [["12.3", "0.4"], ["9.1", "--"]],
        [["1.5"], ["2.5"]],
        [["12"], ["13"]],
        [["1.5"], ["2.5"]],
    ]
    assert tables[0].rows[1].labels == ("bb c",)


def test_tabbed_text_with_titles_and_lost_tabs() -> None:
    head = "Table 4: Scores.\n\n\t\tGroup\t\n\tModel\tP\tR\n"
    text = head + "Open\nX\tBase\t1.0\t2.0\n\tLoRA\t3.0\t4.0\n"
    (table,) = read_text(text, "t", "markdown").tables
    assert table.key == "Table 4"
    assert [row.labels for row in table.rows] == [("X", "Base"), ("X", "LoRA")]
    assert table.rows[0].section == "Open"
    assert [column.name for column in table.columns][2:] == ["Group / P", "Group / R"]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("m,acc\na,1.5\nb,2.5\n", "separated"),
        ("m;acc\na;1.5\nb;2.5\n", ""),
        ("# title: T\nm\tacc\na\t1.5\nb\t2.5\n", "separated"),
        ('[{"m": "a", "acc": 1.5}, {"m": "b", "acc": 2.5}]', ""),
        ('{"m": "a", "acc": 1.5}\n{"m": "b", "acc": 2.5}\n', ""),
        ('{"x": {"a": {"acc": 1.5}, "b": {"acc": 2.5}}}', ""),
    ],
)
def test_separated_text_and_records(text: str, form: str) -> None:
    table = only(text, form)
    assert [(row.name, row.cells[1].text) for row in table.rows] == [("a", "1.5"), ("b", "2.5")]


def test_json_keeps_the_digits_that_are_written() -> None:
    assert texts(only('[{"m": "a", "x": 0.50}, {"m": "b", "x": 1e-05}]')) == [["0.50"], ["1e-05"]]


@pytest.mark.parametrize(
    "text",
    ['[{"a": 1, "a": 2}]', "{]", "[" * 100_000, "{}\n" * 500_000, '{"a": 1}\n{"a": 1'],
    ids=len,
)
def test_damaged_records_are_refused(text: str) -> None:
    with pytest.raises(RecordError):
        read_text(text, "t.json", "records")


def test_a_ragged_line_of_separated_text_is_not_read() -> None:
    table = only("m,acc\na,1\nb,2,3\nc,4\n", "separated")
    assert [row.name for row in table.rows] == ["a", "c"]
    assert [(problem.line, problem.read) for problem in table.problems] == [(3, False)]


def test_a_missing_header_is_said_and_moves_nothing() -> None:
    table = only("|---|---|\n| a | 1 |\n| b | 2 |\n", "markdown")
    assert [column.name for column in table.columns] == ["", ""]
    assert texts(table) == [["1"], ["2"]]
    assert table.problems[0].reason == "the table has no header above its dashes"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("<table><tr>" + "<td colspan=900>1</td>" * 50 + "</tr></table>", "markdown"),
        (
            r"\begin{tabular}{l}" + r"\multicolumn{9999}{c}{1} & 2 \\" * 9 + r"\end{tabular}",
            "latex",
        ),
    ],
)
def test_spans_past_every_bound_are_not_read(text: str, form: str) -> None:
    document = read_text(text, "t", form)
    assert not document.tables
    assert "it is not read" in document.problems[0].reason


def test_macros_that_grow_without_end_stop() -> None:
    bomb = "".join(rf"\def\{chr(98 + i)}{{\{chr(97 + i)}\{chr(97 + i)}}}" for i in range(24))
    text = r"\def\a{1}" + bomb + r"\begin{tabular}{lr} A & B \\ \hline x & \y \\ \end{tabular}"
    document = read_text(text, "t.tex", "latex")
    assert "macros expand to more than is read" in document.problems[0].reason


PIECES = (
    "| a | b |\n", "|---|---|\n", "| 1 |", "\n", "\t", "  ", "<table>", "<tr>", "<td rowspan=2>",
    "</td>", "</table>", "<!--", "`", "**", "[", "](", "$", "\\begin{tabular}{l}", "\\\\ ", " & ",
    "\\end{tabular}", "\\multirow{2}{*}{",
    "\\multicolumn{3}{c}{", "}", "{", "\\def\\a{\\a\\a}", "\\a",
    "\\hline", "\\input{x}",
    "\\begin{table}", "\\caption{c 1}", "+--+--+\n", "1.5", "Table 2: ", "%",
    "# h\n", "{", '"a": 1', ",", ";",
)  # fmt: skip


@given(
    st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=40),
    st.sampled_from(["markdown", "latex", "separated", "records", ""]),
)
def test_any_text_is_read_or_refused_and_every_row_has_every_column(
    pieces: list[str], form: str
) -> None:
    try:
        document = read_text("".join(pieces), "t", form)
    except FeError:
        return
    for table in document.tables:
        assert all(len(row.cells) == len(table.columns) for row in table.rows)
        assert all(len(row.labels) == table.label_columns for row in table.rows)
        assert 0 <= table.label_columns <= len(table.columns)


def test_every_number_of_the_collection_is_read(printed_tables: Path) -> None:
    """Every error of truth.json stands in the table, row and column that it names."""
    for folder in sorted(path for path in printed_tables.iterdir() if path.is_dir()):
        (source,) = folder.glob("document.*")
        document = read_document(source)
        assert document.tables, folder.name
        lost = [problem for table in document.tables for problem in table.problems]
        assert not [problem for problem in lost if not problem.read], folder.name
        truth = json.loads((folder / "truth.json").read_text("utf-8"))
        printed = {
            cell.text for table in document.tables for row in table.rows for cell in row.cells
        }
        for error in truth["errors"]:
            number = re.match(r"[\d.,]+\d", error["printed"])
            assert not number or any(number[0] in text for text in printed), (folder.name, error)
