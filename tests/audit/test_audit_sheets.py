"""Relations over whole sheets: true tables are never flagged, planted errors are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fe_core.errors import UsageError
from fe_core.numbers.exact import mean, sample_deviation
from fe_core.numbers.rounding import Rounding, rounded
from offline_reproduction.audit.asked import describe
from offline_reproduction.audit.asked import texts as named
from offline_reproduction.audit.asked.known import Known
from offline_reproduction.audit.row.decide import values
from offline_reproduction.audit.tables import killtable, labels, planted, relations
from offline_reproduction.audit.tables.constraints import Constraint, run
from offline_reproduction.audit.tables.sheet import Denominator, Place, Sheet
from offline_reproduction.audit.values.judgement import Judgement
from offline_reproduction.cli.main import main
from offline_reproduction.tables.read import read_text

RULES = st.sampled_from(list(Rounding))


def place(column: str) -> Place:
    return Place("t", "r", column)


def judged(constraint: Constraint, sheet: Sheet) -> Judgement:
    return run([constraint], sheet)[0].judgement


def sheet(texts: dict[str, str], wholes: dict[str, int], rule: Rounding) -> Sheet:
    known = {place(c): Denominator(n, c.startswith("d")) for c, n in wholes.items()}
    return Sheet({place(c): text for c, text in texts.items()}, known, rules=(rule,))


@given(st.lists(st.integers(0, 40), min_size=3, max_size=3), st.integers(0, 3), RULES)
def test_true_sums_means_differences_and_deviations_are_never_flagged(hits, decimals, rule):
    parts = [Fraction(h, 40) for h in hits]
    deviation = sample_deviation(parts)
    exact = {"a": parts[0], "b": parts[1], "c": parts[2], "d": parts[0] - parts[1]}
    exact |= {"sum": sum(parts), "mean": mean(parts)}
    texts = {name: rounded(value, decimals, rule, 100) for name, value in exact.items()}
    texts["spread"] = f"{texts['mean']}±{rounded(deviation, decimals, rule, 100)}"
    abc = [place(c) for c in "abc"]
    checks = [
        relations.linear("s", "sum", [(p, 1) for p in abc], place("sum"), ""),
        relations.linear("m", "mean", [(p, Fraction(1, 3)) for p in abc], place("mean"), ""),
        relations.linear("d", "difference", [(abc[0], 1), (abc[1], -1)], place("d"), ""),
        relations.mean_deviation("v", abc, place("spread"), ""),
        relations.exactly("e", "reference", abc[0], parts[0], ""),
        relations.constant("k", "sum", [(p, 1) for p in abc], 100 * sum(parts), ""),
        relations.same("c", place("mean"), place("mean"), ""),
        *(relations.granular(f"g{p.column}", p) for p in abc),
    ]
    for wholes in ({}, {"a": 40, "b": 40, "c": 40, "d": 40}):
        for check in run(checks, sheet(texts, wholes, rule)):
            allowed = check.kind == "check" and check.judgement is not Judgement.IMPOSSIBLE
            assert allowed, check


@pytest.mark.parametrize(
    ("texts", "build"),
    [
        ({"a": "10.0", "b": "20.0", "t": "30.2"}, "sum"),
        ({"a": "28.83"}, "granular"),
        ({"a": "10.0", "b": "12.0", "t": "11.0±1.52"}, "deviation"),
        ({"a": "10.0", "b": "12.0", "t": "11.2±1.41"}, "deviation"),
        ({"a": "10.0", "b": "10.2"}, "same"),
        ({"a": "10.3", "b": "10.1"}, "order"),
        ({"a": "25.1"}, "exactly"),
        ({"a": "10.0", "b": "20.0", "t": "10.0"}, "mark"),
        ({"a": "2", "b": "3", "t": "3"}, "count"),
    ],
)
def test_every_relation_catches_a_planted_error(texts, build):
    a, b, t = place("a"), place("b"), place("t")
    constraint = {
        "sum": relations.linear("x", "sum", [(a, 1), (b, 1)], t, ""),
        "granular": relations.granular("x", a),
        "deviation": relations.mean_deviation("x", [a, b], t, ""),
        "same": relations.same("x", a, b, ""),
        "order": relations.at_most("x", "order", a, b, ""),
        "exactly": relations.exactly("x", "reference", a, Fraction(1, 4), ""),
        "mark": relations.marked_maximum("x", [a, b], [a]),
        "count": relations.rows_satisfy("x", [a, b], t, lambda _: (1, 2), ""),
    }[build]
    wholes = {"a": 288} if build == "granular" else {}
    assert judged(constraint, sheet(texts, wholes, Rounding.HALF_EVEN)) is Judgement.IMPOSSIBLE


def test_dashes_and_words_are_undecided():
    texts = {"a": "–", "b": "True/False", "t": "1.0"}
    printed = sheet(texts, {"a": 5}, Rounding.HALF_EVEN)
    a, b, t = place("a"), place("b"), place("t")
    for constraint in (
        relations.granular("x", a),
        relations.linear("x", "sum", [(a, 1), (b, 1)], t, ""),
        relations.mean_deviation("x", [a, b], t, ""),
        relations.same("x", a, t, ""),
        relations.exactly("x", "r", b, 1, ""),
        relations.at_most("x", "o", b, t, ""),
        relations.custom("x", "j", [a], "", lambda _: "never"),
    ):
        assert judged(constraint, printed) is Judgement.UNDECIDED


def test_alterations_step_every_number_once_each_way():
    assert planted.alterations("+8.7") == ("+8.6", "+8.8")
    assert planted.alterations("+0.0") == ("-0.1", "+0.1")
    assert planted.alterations("[-1.74, 10.76]")[0] == "[-1.75, 10.76]"
    assert planted.alterations("–") == () == planted.alterations("words")


def test_kill_rates_count_what_is_caught_and_by_whom():
    printed = sheet({"a": "25.00", "b": "75.00", "t": "100.00"}, {"a": 4}, Rounding.HALF_EVEN)
    a, b, t = place("a"), place("b"), place("t")
    checks = [
        relations.granular("g", a),
        relations.linear("s", "sum", [(a, 1), (b, 1)], t, ""),
        relations.exactly("broken", "reference", b, 1, ""),
    ]
    found = planted.plant(printed, checks, printed.texts)
    table = planted.rates(found)["t"]
    assert table["any"] == (6, 6)
    assert table["granularity"] == (2, 6)
    assert "reference" not in table
    shown = killtable.markdown({"study": found})
    assert "| all | 6 | 6 (100.0 %) | 2 | 4 |" in shown
    document = f"before\n{killtable.START}\nold\n{killtable.END}\nafter\n"
    again = killtable.replaced(document, shown, "x")
    assert "old" not in again
    assert again.startswith("before")
    assert again.endswith("after\n")
    with pytest.raises(UsageError, match="needs the lines"):
        killtable.replaced("nothing", shown, "x")


def parse(text: str) -> named.TextTable:
    return named.text_table(read_text(text, "t", "separated").tables[0])


def table_text(rows: Sequence[Sequence[str]], separator: str = ",") -> str:
    return "\n".join(separator.join(row) for row in rows) + "\n"


@settings(max_examples=30)
@given(
    st.lists(st.lists(st.integers(0, 9), min_size=9, max_size=9), min_size=1, max_size=3),
    st.integers(0, 3),
    RULES,
    st.booleans(),
)
def test_a_table_of_real_matrices_is_never_flagged(cells, decimals, rule, percent):
    supports = (10, 11, 12)
    lines = []
    for number, flat in enumerate(cells):
        hits = tuple(min(h, n) for h, n in zip(flat[:3], supports, strict=True))
        wrong = [n - h for h, n in zip(hits, supports, strict=True)]
        predicted = tuple(h + wrong[i - 1] for i, h in enumerate(hits))
        confusion = values(supports, hits, predicted)
        exact = (
            confusion.macro_precision(),
            confusion.macro_recall(),
            confusion.macro_f1(),
            confusion.accuracy(),
        )
        texts = [rounded(v or Fraction(0), decimals, rule, 100 if percent else 1) for v in exact]
        lines.append([f"model {number}", *texts])
    table = parse(table_text([["Model", "P", "R", "F1", "Acc."], *lines]))
    known = Known(supports=supports, rules=(rule,), scales={"": 100 if percent else 1})
    checks = run(describe.constraints(table, known), named.sheet(table, known))
    assert [c for c in checks if c.judgement is Judgement.IMPOSSIBLE] == []


def test_separators_decimal_commas_marks_and_repeated_rows():
    text = "Model;Acc.;Note\nA;**28,82**†;x\nA;28,83;\n"
    table = parse(text)
    assert len(set(table.rows)) == 2
    known = Known(n=288)
    checks = run(describe.constraints(table, known), named.sheet(table, known))
    assert [c.judgement for c in checks] == [Judgement.POSSIBLE, Judgement.IMPOSSIBLE]


GOOD = "Model,P,R,F1,Acc,NTS\nGPT,40.57,40.72,40.43,40.62,14.58\n"
SUPPORTS = ["--supports", "A=75,B=70,C=69,D=74"]


def command(tmp_path, text, *words):
    path = tmp_path / "table.csv"
    path.write_text(text, "utf-8")
    return main(["audit", str(path), *words])


def test_exit_statuses_and_messages(tmp_path, capsys):
    assert command(tmp_path, GOOD, *SUPPORTS, "--n", "NTS=48", "--all") == 0
    assert "confusion matrix" in capsys.readouterr().out
    assert command(tmp_path, GOOD.replace("14.58", "14.59"), "--n", "NTS=48") == 1
    assert "14.59 is no proportion of 48" in capsys.readouterr().out
    assert command(tmp_path, GOOD.replace("P,R,F1", "a,b,c").replace("Acc", "d"), "--n", "5") == 2
    assert "nothing that was stated can be checked" in capsys.readouterr().err
    assert command(tmp_path, GOOD, *SUPPORTS, "--n", "289") == 2
    assert "add up to 288" in capsys.readouterr().err
    assert command(tmp_path, GOOD, "--n", "x") == 2
    assert command(tmp_path, GOOD, "--n", "NTS=0") == 2
    assert command(tmp_path, GOOD, "--average", "none") == 2
    assert main(["audit"]) == 2
    assert main(["audit", "--study", "unknown"]) == 2
    assert command(tmp_path, "no table here") == 2


def test_json_holds_every_check_and_is_all_that_is_printed(tmp_path, capsys):
    assert command(tmp_path, "\ufeff" + GOOD, *SUPPORTS, "--json") == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert not err
    assert document["schema"] == "fe-audit/2"
    checks = document["documents"][0]["checks"]
    assert {check["grade"] for check in checks} == {"fits"}
    assert {"table", "row", "column", "printed", "premises", "sentence", "line"} <= set(checks[0])


def test_swapped_metric_columns_are_reported_as_that(tmp_path, capsys):
    swapped = GOOD.replace("P,R,F1,Acc", "P,Acc,F1,R")
    assert command(tmp_path, swapped, *SUPPORTS, "--rounding", "half-even") == 1
    assert "columns 'Acc' and 'R' swapped" in capsys.readouterr().out


def test_averages_totals_mean_rows_and_errors(tmp_path, capsys):
    text = "Model,x,y,Avg\nA,10.0,20.0,15.0\nB,30.0,40.0,35.2\nMean,20.0±14.1,30.0,25.1\n"
    assert command(tmp_path, text, "--average", "Avg", "--mean-row", "Mean") == 1
    out = capsys.readouterr().out
    assert "row 'B', column 'Avg'" in out
    assert "row 'A', column 'Avg'" not in out
    assert command(tmp_path, "M,a,b,T\nA,1,2,3\nB,1,2,5\n", "--total", "T") == 1
    errors = "M,Acc,SE\nA,50.0,5.0\nB,50.0,7.0\n"
    assert command(tmp_path, errors, "--n", "100", "--error", "SE=Acc") == 1
    assert command(tmp_path, errors.replace("7.0", "5.0"), "--n", "100", "--error", "SE=Acc") == 0


def test_differences_joint_rates_intervals_and_unknown_wholes(tmp_path, capsys):
    text = "M,a,b,both,d,CI\nx,50.0,60.0,10.0,-10.0,[40.2 59.8]\n".replace("2 59", "2; 59")
    facts = ["--n", "a=100", "--n", "b=100", "--n", "both=100"]
    asked = ["--joint", "both=a,b", "--difference", "d=a,b", "--interval", "CI=a"]
    assert command(tmp_path, text, *facts, *asked, "--which-n", "a=40", "--all") == 0
    out = capsys.readouterr().out
    assert "denominators that allow every number: 2, 4, 6" in out
    wrong = text.replace("10.0,-10.0,[40.2", "9.0,-10.3,[41.2")
    assert command(tmp_path, wrong, *facts, *asked) == 1
    out = capsys.readouterr().out
    assert "Fréchet" in out
    assert "-10.3 is printed" in out or "column 'd'" in out
    assert "no Wald or Wilson" in out
    assert command(tmp_path, text, "--joint", "both=a,b") == 2
    assert command(tmp_path, text.replace("50.0", "50.3"), "--which-n", "a=9") == 1
    rows = "M,a\nx,50.0\ny,66.7\nz,33.3\nw,25.0\n"
    assert command(tmp_path, rows, "--which-n", "a=7", "--all") == 0
    assert "allow 3 of 4: with 6, row 'w' are out" in capsys.readouterr().out
    assert command(tmp_path, text, *facts, "--n", "both=99", "--joint", "both=a,b") == 2


def test_swapped_and_shifted_rows_are_reported_as_that():
    truth = {"r1": 1, "r2": 2, "r3": 3, "r4": 4}
    cells = [Place("t", row, "c") for row in truth]
    check = labels.relabelled(
        "x",
        "row",
        tuple(truth),
        cells,
        lambda s, a, b: s.text(Place("t", a, "c")) != str(truth[b]),
        "",
    )
    order = {"same": "1234", "swap": "1324", "shift": "2341", "other": "1119"}
    said = {
        name: run([check], Sheet(dict(zip(cells, texts, strict=True))))[0].explanation
        for name, texts in order.items()
    }
    assert "all 4 rows agree" in said["same"]
    assert "0 with rows 'r2' and 'r3' swapped" in said["swap"]
    assert "row labels r1, r2, r3, r4 read as r2, r3, r4, r1" in said["shift"]
    assert "none of 12 relabellings helps" in said["other"]


@pytest.mark.parametrize(
    "words",
    [
        ["--n", "99999999"],
        ["--n", "-1"],
        ["--which-n", "Acc=10001"],
        ["--supports", "A=1"],
        ["--supports", "A=x,B=2"],
        ["--invalid", "9-1", "--supports", "144,144"],
        ["--metric", "accuracy"],
        ["--difference", "Acc=P"],
        ["--mean-row", "nobody"],
        ["--n", "1", "--n", "2"],
    ],
)
def test_senseless_facts_are_refused(tmp_path, capsys, words):
    assert command(tmp_path, GOOD, *words) == 2
    assert "error: " in capsys.readouterr().err


def test_a_table_that_is_no_text_is_refused(tmp_path, capsys):
    path = tmp_path / "t.csv"
    path.write_bytes(b"M,Acc\nA,\xff\n")
    assert main(["audit", str(path), "--n", "5"]) == 2
    assert main(["audit", str(tmp_path / "none.csv"), "--n", "5"]) == 2
    assert capsys.readouterr().err.count("error: ") == 2


def test_rows_that_are_no_runs_are_skipped(tmp_path, capsys):
    text = GOOD + "Human,98.56,98.40,98.48,98.40,–\n"
    assert command(tmp_path, text, *SUPPORTS) == 1
    assert command(tmp_path, text, *SUPPORTS, "--skip", "Human") == 0
    assert command(tmp_path, text, *SUPPORTS, "--skip", "Nobody") == 2
    assert "row='Nobody'" in capsys.readouterr().err
