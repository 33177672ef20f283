from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fe_core.intervals.exact.lattice import chart

POINTS = st.lists(
    st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=1, max_size=12, unique=True
)


def located(charted, cell):
    return tuple(
        charted.origin[axis] + cell[0] * charted.down[axis] + cell[1] * charted.along[axis]
        for axis in (0, 1)
    )


@given(POINTS)
def test_every_point_is_found_at_its_cell(points):
    charted = chart(points)
    assert [located(charted, cell) for cell in charted.cells] == points
    assert len(set(charted.cells)) == len(points)
    assert min(row for row, _ in charted.cells) == min(column for _, column in charted.cells) == 0


@given(POINTS)
def test_the_box_is_never_larger_than_the_plain_one(points):
    charted = chart(points)
    xs, ys = zip(*points, strict=True)
    plain = (max(xs) - min(xs) + 1) * (max(ys) - min(ys) + 1)
    assert (charted.rows + 1) * (charted.columns + 1) <= plain


def test_points_on_a_line_have_one_row_and_no_gaps():
    for points in ([(3, 0), (3, 6), (3, 2)], [(2, 1), (4, 2), (12, 6)], [(5, 5)]):
        charted = chart(points)
        assert charted.rows == 0
        steps = sorted(column for _, column in charted.cells)
        assert steps[-1] <= 5


def test_tallies_near_a_line_have_few_rows():
    points = [(n, n // 2 + wobble) for n in range(10, 40) for wobble in (0, 1)]
    charted = chart(points)
    assert charted.rows <= 3
