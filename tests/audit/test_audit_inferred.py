"""Relations that tables suggest: sound tables stay silent, planted errors are found."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fe_core.numbers.rounding import Rounding, rounded
from offline_reproduction.audit.inferred.document import audit
from offline_reproduction.audit.inferred.findings import Check, Grade
from offline_reproduction.cli.main import main
from offline_reproduction.tables.read import read_text

NEAREST = st.sampled_from([Rounding.HALF_EVEN, Rounding.HALF_UP, Rounding.TRUNCATE])


def checks(text: str) -> list[Check]:
    return list(audit([read_text(text, "t.md")])[0].checks)


def contradicted(text: str) -> set[tuple[str, str]]:
    return {(c.row, c.column) for c in checks(text) if c.grade is Grade.CONTRADICTION}


def markdown(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.tuples(*[st.integers(1, 9999)] * 4), min_size=2, max_size=7, unique=True),
    st.integers(0, 2),
    NEAREST,
)
def test_a_table_that_was_computed_and_rounded_is_never_contradicted(cells, decimals, rule):
    rows = []
    for number, flat in enumerate(cells):
        a, b, c, d = (Fraction(value, 100) for value in flat)
        exact = [a, b, c, d, (a + b + c + d) / 4, a - b, 100 * (a - b) / b, a / b]
        shown = [rounded(value, decimals, rule) for value in exact[:6]]
        shown += [rounded(exact[6], 1, rule) + "%", rounded(exact[7], 2, rule) + "x"]
        rows.append([f"m{number}", *shown])
    header = ["Model", "w", "x", "y", "z", "Avg", "Δ (w − x)", "Change (%)", "Speedup"]
    assert contradicted(markdown(header, rows)) == set()


RUNS = [
    [f"m{n}", *(f"{30 + (7 * n * k) % 41}.{(3 * n + k) % 10}" for k in range(1, 5))]
    for n in range(8)
]


def with_mean(wrong: int | None, by: int = 3) -> str:
    rows = []
    for at, row in enumerate(RUNS):
        mean = sum(map(Fraction, row[1:])) / 4 + (Fraction(by, 10) if at == wrong else 0)
        rows.append([*row, rounded(mean, 1)])
    return markdown(["Model", "a", "b", "c", "d", "Average"], rows)


@pytest.mark.parametrize("wrong", range(8))
@pytest.mark.parametrize("by", [-9, 3, 70])
def test_a_wrong_average_is_the_only_cell_that_is_named(wrong, by):
    assert contradicted(with_mean(wrong, by)) == {(f"m{wrong}", "Average")}
    assert contradicted(with_mean(None)) == set()


def test_a_wrong_part_of_two_relations_is_blamed_itself():
    values = [[12.5, 30.1, 44.7], [61.3, 25.9, 70.2], [33.8, 52.4, 18.6], [80.1, 11.7, 39.4]]
    rows = [[f"r{i}", *(f"{v:.1f}" for v in line)] for i, line in enumerate(values)]
    for row, line in zip(rows, values, strict=True):
        row.append(f"{sum(line):.1f}")
    columns = [sum(line[k] for line in values) for k in range(3)]
    rows.append(["Total", *(f"{v:.1f}" for v in columns), f"{sum(columns):.1f}"])
    rows[1][2] = "29.5"
    assert contradicted(markdown(["M", "a", "b", "c", "Total"], rows)) == {("r1", "b")}


CASES = {
    "speed-up": (
        "| s | before (ms) | after (ms) | Speedup |\n|-|-|-|-|\n| a | 12.0 | 4.0 | 3.00x |\n"
        "| b | 9.1 | 7.0 | 1.30x |\n| c | 8.4 | 2.1 | 4.00x |\n| d | 7.7 | 3.5 | 2.60x |\n",
        ("d", "Speedup"),
    ),
    "bold": (
        "Best in bold.\n\n| m | Acc | F1 |\n|-|-|-|\n| a | 70.1 | **66.0** |\n"
        "| b | **69.9** | 61.2 |\n",
        ("b", "Acc"),
    ),
    "point": (
        "| m | Acc |\n|-|-|\n"
        + "".join(f"| m{i} | 7{i}.{i}2 |\n" for i in range(7))
        + "| x | 7.412 |\n",
        ("x", "Acc"),
    ),
    "hits": (
        "| m | R@1 | R@5 | R@10 |\n|-|-|-|-|\n| a | 30.1 | 55.2 | 66.3 |\n"
        "| b | 31.0 | 57.1 | 68.2 |\n"
        "| c | 29.4 | 64.0 | 60.4 |\n",
        ("c", "R@10"),
    ),
    "whole": (
        "| m | Acc | Total |\n|-|-|-|\n| a | 96.66 | 1319 |\n| b | 95.01 | 681 |\n"
        "| c | 81.25 | 48 |\n"
        "| d | 33.33 | 75 |\n| e | 58.43 | 75 |\n| f | 62.50 | 80 |\n",
        ("e", "Acc"),
    ),
    "share": (
        "| m | hits |\n|-|-|\n| a | 3/9 (33.3%) |\n| b | 5/8 (62.5%) |\n| c | 2/7 (26.8%) |\n",
        ("c", "hits"),
    ),
    "latency": (
        "| s | p50 | p90 | p99 |\n|-|-|-|-|\n| a | 10 | 20 | 40 |\n| b | 11 | 21 | 41 |\n"
        "| c | 12 | 22 | 19 |\n",
        ("c", "p99"),
    ),
    "harmonic": (
        "| m | Base | New | H |\n|-|-|-|-|\n| a | 82.69 | 63.22 | 71.66 |\n"
        "| b | 80.47 | 71.69 | 75.83 |\n| c | 80.73 | 73.60 | 77.00 |\n"
        "| d | 82.28 | 75.14 | 79.55 |\n",
        ("d", "H"),
    ),
    "partition": (
        "| s | yes | no | open |\n|-|-|-|-|\n| a | 52.1 | 40.3 | 7.6 |\n"
        "| b | 61.0 | 30.2 | 8.8 |\n| c | 44.4 | 45.1 | 9.5 |\n| d | 33.3 | 50.0 | 16.7 |\n"
        "| e | 71.9 | 20.0 | 8.1 |\n",
        ("c", "yes … open"),
    ),
    "deviation": (
        "| r | s1 | s2 | s3 | mean | std |\n|-|-|-|-|-|-|\n"
        "| a | 50.0 | 52.0 | 57.0 | 53.0 | 3.6 |\n"
        "| b | 41.0 | 44.0 | 50.0 | 45.0 | 4.6 |\n| c | 61.2 | 66.0 | 63.0 | 63.4 | 9.4 |\n",
        ("c", "std"),
    ),
    "bracketed": (
        "| m | x | y |\n|-|-|-|\n| base | 45.6 | 30.1 |\n| ours | 47.9 (+2.3) | 33.5 (+3.4) |\n"
        "| large | 50.0 (+4.4) | 38.8 (+7.8) |\n",
        ("large", "y"),
    ),
    "written": (
        "The mean is (38.9 + 18.1) / 2 = 29.5.\n\n| m | Acc |\n|-|-|\n| a | 1.5 |\n",
        ("", ""),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_each_family_names_the_planted_cell(name):
    text, cell = CASES[name]
    assert contradicted(text) == {cell}


SOUND = {
    "weighted by the caption": "Success on 18 seen, 16 new and 16 held-out tasks\n\n"
    "| m | a | b | c | Average |\n|-|-|-|-|-|\n| x | 63.0 | 27.5 | 5.4 | 33.2 |\n",
    "percentages under a total": "| m | n | right | share |\n|-|-|-|-|\n| a | 239 | 66 | 27.6% |\n"
    "| b | 61 | 13 | 21.3% |\n| Total | 300 | 79 | 26.3% |\n",
    "lower is better": "| m | WER ↓ | PPL |\n|-|-|-|\n| a | **3.1** | 9.4 |\n"
    "| b | 4.2 | **8.8** |\n",
    "bold rows": "| m | a | b | c |\n|-|-|-|-|\n| x | 9.1 | 8.2 | 7.3 |\n"
    "| **ours** | **8.9** | **8.1** | **7.9** |\n",
    "numbered rows": "| m | a |\n|-|-|\n"
    + "".join(f"| r{i} | {(7 * i) % 10}.5 |\n" for i in range(40)),
    "mean-field": "| m | Mean-field | b |\n|-|-|-|\n| x | 11.2 | 50.3 |\n| y | 12.4 | 61.8 |\n",
}


@pytest.mark.parametrize("name", SOUND)
def test_what_only_looks_wrong_is_left_alone(name):
    assert checks(SOUND[name]) == []


def test_exit_statuses_formats_and_the_page(tmp_path, capsys):
    path = tmp_path / "paper.md"
    path.write_text(with_mean(2), "utf-8")
    assert main(["audit", str(path)]) == 1
    assert "m2" in capsys.readouterr().out
    assert main(["audit", str(path), "--format", "github"]) == 1
    assert f",line={2 + 3}," in capsys.readouterr().out
    assert main(["audit", str(path), "--out", str(tmp_path / "page"), "--json"]) == 1
    out, err = capsys.readouterr()
    document = json.loads(out)["documents"][0]
    check = document["checks"][0]
    assert not err
    assert (check["grade"], check["table"], check["row"]) == ("contradiction", 1, "m2")
    assert document["tables"][0]["relations"]
    page = (tmp_path / "page" / "index.html").read_text("utf-8")
    assert 'class="contradiction"' in page
    path.write_text("no table\n", "utf-8")
    assert main(["audit", str(path)]) == 2


def test_a_note_counts_with_strict_only(tmp_path):
    path = tmp_path / "t.md"
    path.write_text("| m | a | b | Avg |\n|-|-|-|-|\n| x | 10.0 | 20.0 | 16.0 |\n", "utf-8")
    assert main(["audit", str(path)]) == 0
    assert main(["audit", str(path), "--strict"]) == 1


def test_names_of_strangers_are_inert_on_the_page(tmp_path):
    path = tmp_path / "t.md"
    path.write_text("| m | <script>a | Avg |\n|-|-|-|\n| <b onx=1> | 10.0 | 20.0 |\n", "utf-8")
    main(["audit", str(path), "--out", str(tmp_path / "page")])
    page = (tmp_path / "page" / "index.html").read_text("utf-8")
    assert "<script" not in page
    assert "<b onx" not in page
