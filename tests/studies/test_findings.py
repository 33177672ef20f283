"""Findings predict cells: each is held against exactly its cells; remarks explain nothing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from fe_core.errors import FeError, UsageError
from fe_core.numbers.rounding import Rounding
from fe_core.numbers.verdict import Verdict
from fe_core.reporting.cells import Cell, Unit
from fe_core.reporting.entries import Entry, Kept, Kind
from fe_core.reporting.tables import Row, Table
from offline_reproduction.study.claims import TableColumns
from offline_reproduction.study.compare import compare
from offline_reproduction.study.explain import Values, explain
from offline_reproduction.study.findings import Computes, Findings, Place, of_folder, parse

RIGHT = {
    ("A", "x"): 10,
    ("A", "y"): 20,
    ("B", "x"): 30,
    ("B", "y"): 40,
    ("C", "x"): 5,
    ("C", "y"): 5,
}
"""What made-up records say, in percent; row C cannot tell its columns apart."""


def cells(right: Mapping[tuple[str, str], int]) -> dict[Place, Cell]:
    made = {("t", *at): Cell(Fraction(n, 100), Unit.PERCENT, "") for at, n in right.items()}
    return made | {("claims", "n", "printed"): Cell(289, Unit.COUNT, "")}


def entries(printed: Mapping[tuple[str, str], str], values: Values, claim: str) -> list[Entry]:
    bare = [
        Entry(f"s/t/{r}/{c}", Kind.CELL, "Table", text, Verdict.UNCHECKABLE, "t", r, c)
        for (r, c), text in printed.items()
    ]
    bare.append(Entry("s/claim/n", Kind.CLAIM, "§1", claim, Verdict.UNCHECKABLE))
    keys = [("t", e.row, e.column) if e.table else ("claims", "n", "printed") for e in bare]
    return [
        compare(e, values.cells.get(key), values.rounding)
        for e, key in zip(bare, keys, strict=True)
    ]


def held(
    text: str,
    printed: Mapping[tuple[str, str], str],
    right: Mapping[tuple[str, str], int] = RIGHT,
    claim: str = "289",
) -> tuple[list[Entry], list[Kept]]:
    """A findings.toml's text against a print and records."""
    rows = [Row(r, tuple(cells(right).get(("t", r, c)) for c in "xy")) for r in "ABC"]
    names = {"t": TableColumns(Table("t", "", ("x", "y"), tuple(rows)))}
    values = Values(cells(right), Rounding.HALF_EVEN, names=names)
    found = parse(tomllib.loads(text), "findings.toml")
    marked, kept = explain(entries(printed, values, claim), found.findings, values, lambda _: ())
    return list(marked), list(kept)


def as_printed(**changed: str) -> dict[tuple[str, str], str]:
    """The records' texts, with the cells named `Ax="…"` otherwise."""
    texts = {at: f"{n}.0" for at, n in RIGHT.items()}
    return texts | {(name[0], name[1]): text for name, text in changed.items()}


SWAPPED = as_printed(Ax="20.0", Ay="10.0", Bx="40.0", By="30.0")
COLUMNS = """
[[findings]]
id = "columns"
title = "two columns stand under each other's headers"
[[findings.prints]]
table = "t"
columns = { "x" = "y", "y" = "x" }
"""
NUMBER = """
[[findings]]
id = "number"
title = "one cell is misprinted"
[[findings.reads]]
table = "t"
row = "A"
cells = { "x" = ["14.0", "10.0"] }
"""


def told(marked: list[Entry]) -> dict[str, str]:
    return {entry.id: entry.finding for entry in marked if entry.disagrees}


def test_exchanged_columns_are_explained_by_the_other_columns_values() -> None:
    marked, (kept,) = held(COLUMNS, SWAPPED)
    assert kept.holds
    assert told(marked) == dict.fromkeys(("s/t/A/x", "s/t/A/y", "s/t/B/x", "s/t/B/y"), "columns")


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"Bx": "41.0"}, "s/t/B/x"),
        ({"Ax": "40.0", "Bx": "20.0"}, "s/t/A/x"),
        ({"Ax": "10.0"}, "s/t/A/x"),
        ({"Cy": "5.1"}, "s/t/C/y"),
        ({"Ay": "–"}, "s/t/A/y"),
    ],
)
def test_another_value_one_more_or_one_fewer_ends_it_and_is_named(
    changed: dict[str, str], named: str
) -> None:
    """A further misprint, two rows' cells exchanged, one cell put right, one more, a dash."""
    texts = SWAPPED | {(name[0], name[1]): text for name, text in changed.items()}
    marked, (kept,) = held(COLUMNS, texts)
    assert not kept.holds
    assert any(text.startswith(named) for text in kept.broken)
    assert all(not entry.finding for entry in marked if entry.id == named)


def test_other_answers_under_a_finding_end_it() -> None:
    marked, (kept,) = held(COLUMNS, SWAPPED, RIGHT | {("A", "y"): 25})
    assert not kept.holds
    assert kept.broken == ("s/t/A/x: printed 20.0, predicted 25.0, what t/A/y reads",)
    assert [entry.id for entry in marked if entry.unexplained] == ["s/t/A/x"]


def test_a_finding_whose_differences_are_all_gone_no_longer_holds() -> None:
    same = {("A", "x"): 10, ("A", "y"): 10}
    _, (kept,) = held(COLUMNS, dict.fromkeys(same, "10.0"), same)
    assert kept.broken == ("nothing that it names differs any more",)


def test_rows_are_exchanged_like_columns_and_only_those_named() -> None:
    text = COLUMNS.replace('columns = { "x" = "y", "y" = "x" }', 'rows = { "A" = "B", "B" = "A" }')
    exchanged = as_printed(Ax="30.0", Ay="40.0", Bx="10.0", By="20.0")
    assert held(text, exchanged)[1][0].holds
    only = text + 'columns = ["x"]\n'
    marked, (kept,) = held(only, exchanged)
    assert kept.holds
    assert [e.id for e in marked if e.unexplained] == ["s/t/A/y", "s/t/B/y"]


def test_a_row_that_is_named_and_not_printed_ends_it() -> None:
    text = COLUMNS + 'rows = ["A", "B"]\n'
    without = {at: text for at, text in SWAPPED.items() if at[0] != "B"}
    assert held(text, without)[1][0].broken == ("t/B/x: is not printed", "t/B/y: is not printed")


def test_a_number_that_should_be_read_is_held_against_the_records() -> None:
    assert held(NUMBER, as_printed(Ax="14.0"))[1][0].holds
    for printed, right, said in (
        (as_printed(Ax="14.0"), RIGHT | {("A", "x"): 12}, "predicted 10.0, reads 12.0"),
        (as_printed(), RIGHT, "printed 10.0, predicted 14.0"),
        (as_printed(Ax="15.0"), RIGHT, "printed 15.0, predicted 14.0"),
        (as_printed(Ax="14.0"), RIGHT | {("A", "x"): 14}, "no longer differs"),
        ({("B", "x"): "30.0"}, RIGHT, "is not printed"),
        (as_printed(Ax="–"), RIGHT, "printed –, predicted 14.0"),
    ):
        kept = held(NUMBER, printed, right)[1][0]
        assert len(kept.broken) == 1
        assert said in kept.broken[0]


def test_a_claim_is_predicted_like_a_cell() -> None:
    head, reads, _ = NUMBER.partition("[[findings.reads]]")
    text = f'{head}{reads}\nclaims = {{ n = ["300", "289"] }}\n'
    assert held(text, {}, claim="300")[1][0].entries == ("s/claim/n",)
    assert not held(text, {}, claim="289")[1][0].holds
    assert not held(text.replace("289", "290"), {}, claim="300")[1][0].holds
    assert not held(text, {}, claim="301")[1][0].holds


CHECKED = NUMBER.replace("[[findings.reads]]", 'checks = ["sum"]\n[[findings.reads]]')


@pytest.mark.parametrize(
    ("before", "after", "broken"),
    [
        (Verdict.DIFFERENT, Verdict.SAME, ""),
        (Verdict.DIFFERENT, Verdict.DIFFERENT, "contradicts what the finding predicts, too"),
        (Verdict.SAME, Verdict.SAME, "contradicts nothing"),
    ],
)
def test_a_check_of_print_is_explained_if_the_predicted_cells_mend_it(
    before: Verdict, after: Verdict, broken: str
) -> None:
    values = Values(cells(RIGHT), Rounding.HALF_EVEN)
    seen = []

    def checks(instead: Mapping[Place, str]) -> list[Entry]:
        seen.append(dict(instead))
        return [Entry("s/check/sum", Kind.CHECK, "Table", "", after)]

    listed = entries(as_printed(Ax="14.0"), values, "289")
    listed.append(Entry("s/check/sum", Kind.CHECK, "Table", "", before))
    found = parse(tomllib.loads(CHECKED), "f")
    marked, (kept,) = explain(listed, found.findings, values, checks)
    assert seen == [{("t", "A", "x"): "10.0"}]
    assert kept.broken == ((f"check/sum: {broken}",) if broken else ())
    assert marked[-1].finding == ("" if broken else "number")


REMARK = '[[remarks]]\nid = "r"\ntitle = "worth knowing"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[findings]]\nid = "f"\ntitle = "t"\n', "predicts no cell"),
        (COLUMNS + COLUMNS, "id='columns' occurs twice"),
        (COLUMNS.replace("columns", "cloumns"), "is not known"),
        (COLUMNS.replace('{ "x" = "y", "y" = "x" }', '{ "x" = "x" }'), "whose values"),
        (NUMBER.replace('{ "x" = ["14.0", "10.0"] }', "{}"), "what is right"),
        (NUMBER.replace('"10.0"', "10.0"), "must be a list of texts"),
        (NUMBER.replace('["14.0", "10.0"]', '"10.0"'), "what is printed and what it should read"),
        (NUMBER.replace('"10.0"', '"14.0"'), "what is printed and what it should read"),
        (REMARK + '[[remarks.prints]]\ntable = "t"\n', "remarks[0].prints is not known"),
        ("findings = 1\n", "must be a list"),
    ],
)
def test_what_predicts_nothing_or_is_not_understood_is_an_error(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=r"^findings.toml: ") as raised:
        parse(tomllib.loads(text), "findings.toml")
    assert said in str(raised.value)


def test_remarks_stand_apart(tmp_path: Path) -> None:
    assert of_folder(tmp_path) == Findings()
    (tmp_path / "findings.toml").write_text(REMARK, "utf-8")
    found = of_folder(tmp_path)
    assert not found.findings
    assert [remark.title for remark in found.remarks] == ["worth knowing"]


COMPUTED = """
[[findings]]
id = "sum"
title = "one cell prints the sum of two others"
[[findings.prints]]
table = "t"
row = "A"
cells = { "x" = 't["A", "y"] + t["B", "x"]' }
"""


def test_a_print_can_be_what_an_expression_over_the_tables_gives() -> None:
    assert held(COMPUTED, as_printed(Ax="50.0"))[1][0].entries == ("s/t/A/x",)
    (kept,) = held(COMPUTED, as_printed(Ax="50.0"), RIGHT | {("B", "x"): 35})[1]
    assert kept.broken[0].startswith("s/t/A/x: printed 50.0, predicted 55.0, t[")
    (kept,) = held(COMPUTED, as_printed())[1]
    assert kept.broken[0].startswith("s/t/A/x: printed 10.0, predicted 50.0")
    (kept,) = held(COMPUTED, {("B", "x"): "30.0"})[1]
    assert kept.broken == ("t/A/x: is not printed",)


def test_an_expression_that_reads_no_cell_or_no_table_is_an_error() -> None:
    for text, said in (("1/0 +", "is no expression"), ('u["A", "x"]', "u"), ("50", "reads no")):
        with pytest.raises(UsageError, match=said):
            held(COMPUTED.replace("""t["A", "y"] + t["B", "x"]""", text), as_printed(Ax="50.0"))


def test_a_findings_file_that_leads_outside_or_nowhere_is_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    folder.mkdir()
    (tmp_path / "other.toml").write_text(REMARK, "utf-8")
    for target in (tmp_path / "other.toml", folder / "gone.toml"):
        (folder / "findings.toml").unlink(missing_ok=True)
        (folder / "findings.toml").symlink_to(target)
        with pytest.raises(FeError, match=r"findings\.toml"):
            of_folder(folder)


def test_the_findings_in_the_documentation_are_understood() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs/report.md").read_text("utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    found = parse(tomllib.loads(example), "docs")
    assert [each.finding.id for each in found.findings] == ["exchanged", "all-tasks", "misprint"]
    assert [type(part) for part in found.findings[1].prints] == [Computes]
    assert len(found.remarks) == 1
