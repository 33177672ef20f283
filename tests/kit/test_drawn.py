"""Intervals without a printed number: shown on released records only, each as if drawn alone."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from fe_core.intervals.bootstrap import Plan, ratio_intervals
from fe_core.numbers.rounding import Rounding, rounded
from fe_core.reporting.cells import Cell, Resampled, Unit
from fe_core.reporting.tables import Row, Table
from offline_reproduction.study.drawn import drawn_texts
from offline_reproduction.study.paper import Settings

SETTINGS = Settings(draws=200, seed=3)

tallies = st.lists(
    st.tuples(st.lists(st.integers(-3, 3), min_size=4, max_size=4), st.booleans()),
    min_size=1,
    max_size=5,
)


def table(rows: list[tuple[list[int], bool]]) -> Table:
    cells = [
        Cell(Resampled(tuple(numerators), (3, 3, 1, 2) if wide else (1, 1, 1, 1)), Unit.POINTS, "")
        for numerators, wide in rows
    ]
    keyed = (Row(str(at), (cell, Cell(at, Unit.COUNT, ""))) for at, cell in enumerate(cells))
    return Table("t", "t", ("CI", "n"), tuple(keyed))


@given(tallies)
@settings(max_examples=25)
def test_sharing_draws_changes_no_interval(rows: list[tuple[list[int], bool]]) -> None:
    found = drawn_texts(table(rows), SETTINGS, Rounding.HALF_EVEN)
    assert set(found.texts) == {(str(at), "CI") for at in range(len(rows))}
    for at, (numerators, wide) in enumerate(rows):
        columns = [numerators, [3, 3, 1, 2] if wide else [1, 1, 1, 1]]
        alone = ratio_intervals(columns, [(0, 1)], Plan(draws=200, seed=3), engine="python")[0]
        assert alone.low is not None
        assert alone.high is not None
        ends = [rounded(end, 2, Rounding.HALF_EVEN, 100) for end in (alone.low, alone.high)]
        assert found.texts[str(at), "CI"] == f"[{', '.join(ends)}]"
    assert "200 draws" in found.note
    assert "seed 3" in found.note


def test_a_table_without_intervals_has_none_and_no_note() -> None:
    plain = Table("t", "t", ("n",), (Row("a", (Cell(1, Unit.COUNT, ""),)),))
    assert drawn_texts(plain, SETTINGS, Rounding.HALF_EVEN) == ({}, "")


def test_a_denominator_that_may_be_zero_is_drawn_too() -> None:
    cell = Cell(Resampled((0, 0), (0, 0)), Unit.POINTS, "")
    found = drawn_texts(
        Table("t", "t", ("CI",), (Row("a", (cell,)),)), SETTINGS, Rounding.HALF_EVEN
    )
    assert found.texts == {("a", "CI"): "–"}
