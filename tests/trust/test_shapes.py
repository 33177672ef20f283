"""A number of one shape printed where one of another belongs is different, never uncheckable."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fe_core.numbers.exact import Root
from fe_core.numbers.rounding import Rounding
from fe_core.numbers.verdict import Verdict
from fe_core.reporting.cells import Cell, Spread, Unit
from fe_core.reporting.entries import Entry, Kind
from offline_reproduction.study.compare import compare

ONE = Cell(Fraction(29, 96), Unit.PERCENT, "")
TWO = Cell(Spread(Fraction(29, 96), Root(Fraction(1, 10_000))), Unit.PERCENT, "")


@pytest.mark.parametrize(
    ("printed", "cell", "recomputed"),
    [
        ("32.41±1.31", ONE, "30.21"),
        ("30.21±0.00", ONE, "30.21"),
        ("[28.12, 31.25]", ONE, "30.21"),
        ("30.21", TWO, "30.21±1.00"),
    ],
)
def test_another_shape_is_different(printed: str, cell: Cell, recomputed: str) -> None:
    entry = Entry("s/t/r/c", Kind.CELL, "Table", printed, Verdict.UNCHECKABLE)
    judged = compare(entry, cell, Rounding.HALF_EVEN)
    assert (judged.verdict, judged.recomputed) == (Verdict.DIFFERENT, recomputed)
    assert judged.disagrees
