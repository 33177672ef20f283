"""Built against printed: every kind of cell, the rules that all share, and reasons."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fe_core.intervals.bootstrap import Plan, ratio_intervals
from fe_core.numbers.exact import mean, sample_deviation
from fe_core.numbers.rounding import Rounding, rounded
from fe_core.numbers.verdict import Verdict
from fe_core.reporting.cells import Cell, Resampled, Spread, Unit, unanswered
from fe_core.reporting.entries import Entry, Kind
from fe_core.reporting.tables import Row, Table
from offline_reproduction.study.compare import compare, shared_roundings
from offline_reproduction.study.drawn import endpoints
from offline_reproduction.study.judging import reason_of
from offline_reproduction.study.paper import Settings


def entry(printed: str, name: str = "s/t/r/c") -> Entry:
    return Entry(name, Kind.CELL, "Table 1", printed, Verdict.UNCHECKABLE)


def judged(printed: str, cell: Cell | None, rule: Rounding = Rounding.HALF_EVEN) -> Entry:
    values = [cell.value] if cell and isinstance(cell.value, Resampled) else []
    return compare(entry(printed), cell, rule, endpoints(values, Settings(draws=1, seed=7)))


SEEDS = [Fraction(n, 288) for n in (103, 100, 108)]


@pytest.mark.parametrize(
    ("printed", "value", "unit", "verdict", "recomputed"),
    [
        ("28.82", Fraction(83, 288), Unit.PERCENT, Verdict.SAME, "28.82"),
        ("28.83", Fraction(83, 288), Unit.PERCENT, Verdict.LAST_DIGIT, "28.82"),
        ("28.92", Fraction(83, 288), Unit.PERCENT, Verdict.DIFFERENT, "28.82"),
        ("0.288", Fraction(83, 288), Unit.SHARE, Verdict.SAME, "0.288"),
        ("+8.7", Fraction(25, 288), Unit.POINTS, Verdict.SAME, "+8.7"),
        ("-6.2", Fraction(-3, 48), Unit.POINTS, Verdict.SAME, "-6.2"),
        ("+0.0", Fraction(0), Unit.POINTS, Verdict.SAME, "+0.0"),
        ("19", 19, Unit.COUNT, Verdict.SAME, "19"),
        ("36.00±1.40", Spread(mean(SEEDS), sample_deviation(SEEDS)), Unit.PERCENT,
         Verdict.SAME, "36.00±1.40"),
        ("36.00±1.14", Spread(mean(SEEDS), sample_deviation(SEEDS)), Unit.PERCENT,
         Verdict.DIFFERENT, "36.00±1.40"),
        ("gpt-5.6-sol", "gpt-5.6-sol", Unit.TEXT, Verdict.SAME, "gpt-5.6-sol"),
        ("true", True, Unit.RELATION, Verdict.SAME, "true"),
        ("true", False, Unit.RELATION, Verdict.DIFFERENT, "false"),
    ],
)  # fmt: skip
def test_each_kind_of_value_is_judged_in_its_own_way(
    printed: str, value: object, unit: Unit, verdict: Verdict, recomputed: str
) -> None:
    found = judged(printed, Cell(value, unit, "sig"))  # type: ignore[arg-type]
    assert (found.verdict, found.recomputed) == (verdict, recomputed)
    assert found.signature == "sig"


@pytest.mark.parametrize(
    ("printed", "verdict"),
    [
        ("36.00±1.40", Verdict.DIFFERENT),
        ("36.00±1.40%", Verdict.SAME),
        ("36.00% ± 1.40%", Verdict.SAME),
        ("0.3600±0.0140", Verdict.SAME),
        ("0.3600 (0.0140)", Verdict.SAME),
        ("36.00 (1.40)%", Verdict.UNCHECKABLE),
        ("36.0k±1.4k", Verdict.UNCHECKABLE),
    ],
)
def test_a_percent_sign_is_a_unit_of_means_and_deviations_too(
    printed: str, verdict: Verdict
) -> None:
    cell = Cell(Spread(mean(SEEDS), sample_deviation(SEEDS)), Unit.SHARE, "")
    assert judged(printed, cell).verdict is verdict, judged(printed, cell)


def test_a_percent_sign_is_a_unit_of_intervals_too() -> None:
    cell = Cell(TALLIES, Unit.SHARE, "")
    for printed in ("[39.58, 60.42]%", "[39.58%, 60.42%]", "[0.3958, 0.6042]"):
        assert judged(printed, cell).verdict is Verdict.SAME, printed
    assert judged("[39.58, 60.42]", cell).verdict is Verdict.DIFFERENT


def test_a_count_is_compared_with_its_denominator() -> None:
    cell = Cell(5, Unit.COUNT, "sig", count="5/48")
    assert judged("5/48", cell).verdict is Verdict.SAME
    assert judged("5/49", cell).verdict is Verdict.DIFFERENT


@pytest.mark.parametrize(
    ("printed", "cell", "reason"),
    [
        ("1.0", None, "printed, and the study declares nothing for it"),
        ("–", Cell(Fraction(1), Unit.PERCENT, ""), "printed as not reported"),
        ("98.56", unanswered("nobody kept it"), "nobody kept it"),
        ("a few", Cell(3, Unit.COUNT, ""), "the printed text 'a few' is no single number"),
        ("1.0", Cell(Spread(None, None), Unit.PERCENT, ""), "is no mean ± deviation"),
        ("1.0±0.0", Cell(Spread(Fraction(1), None), Unit.PERCENT, ""), "at least two runs"),
    ],
)
def test_what_cannot_be_checked_says_why(printed: str, cell: Cell | None, reason: str) -> None:
    found = judged(printed, cell)
    assert found.verdict is Verdict.UNCHECKABLE
    assert reason in found.reason


def test_a_cell_without_value_must_give_a_reason() -> None:
    with pytest.raises(ValueError, match="needs a reason"):
        Cell(None, Unit.PERCENT, "sig")


TALLIES = Resampled(tuple([1, 0, 1, 0, 0, 1, 1, 0] * 12), (1,) * 96)


def test_a_printed_interval_is_judged_by_the_exact_law() -> None:
    cell = Cell(TALLIES, Unit.PERCENT, "sig")
    good = judged("[39.58, 60.42]", cell)
    assert (good.kind, good.verdict, good.judgement) == (
        Kind.INTERVAL,
        Verdict.SAME,
        "compatible",
    )
    assert "band" in good.detail
    assert good.draws.endswith("draws:20000|stream:mt-blocks/1|seed:7")
    columns = [TALLIES.numerators, TALLIES.denominators]
    alone = ratio_intervals(columns, [(0, 1)], Plan(seed=7), engine="python")[0]
    ends = [rounded(end, 2, scale=100) for end in (alone.low, alone.high) if end is not None]
    assert good.drawn == f"[{', '.join(ends)}]"
    bad = judged("[39.58, 66.42]", cell)
    assert (bad.verdict, bad.judgement) == (Verdict.DIFFERENT, "incompatible")


def test_an_interval_without_variation_is_uncheckable() -> None:
    cell = Cell(Resampled((0,) * 8, (1,) * 8), Unit.PERCENT, "sig")
    found = judged("[0.00, 0.00]", cell)
    assert (found.verdict, found.judgement) == (Verdict.UNCHECKABLE, "degenerate")


def test_rounding_rules_that_all_cells_share() -> None:
    halves = [
        compare(entry(text), Cell(Fraction(n, 288), Unit.PERCENT, ""), Rounding.HALF_EVEN)
        for text, n in (("28.12", 81), ("28.82", 83))
    ]
    shared = shared_roundings(halves)
    assert "half-even" in shared
    assert "half-up" not in shared


def test_reasons_are_found_by_cell_row_and_column() -> None:
    reasons = {"a | x": "cell", "b": "row", "* | y": "column"}
    assert [reason_of(reasons, *at) for at in (("a", "x"), ("b", "x"), ("a", "y"), ("a", "z"))] == [
        "cell", "row", "column", "",
    ]  # fmt: skip


def test_a_reason_for_a_whole_column_excuses_no_cell_that_records_answer() -> None:
    reasons = {"a | x": "cell", "b": "row", "* | y": "column", "*": "table"}
    places = [("a", "x"), ("b", "x"), ("a", "y"), ("a", "z")]
    assert [reason_of(reasons, *at, known=True) for at in places] == ["cell", "row", "", ""]


def test_a_table_refuses_keys_twice_and_ragged_rows() -> None:
    with pytest.raises(ValueError, match="must be unique"):
        Table("t", "", ("a", "a"), ())
    with pytest.raises(ValueError, match="1 cells for 2 columns"):
        Table("t", "", ("a", "b"), (Row("r", (None,)),))
