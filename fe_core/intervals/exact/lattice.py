"""Integer coordinates in which the sums of cluster draws fill the smallest box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Point = tuple[int, int]


class Chart(NamedTuple):
    """Coordinates (row, column) of integer points, both starting at 0.

    The point at (row, column) of a sum of `k` chart points is
    k·origin + row·down + column·along; `rows` and `columns` are the largest coordinates.
    """

    origin: Point
    down: Point
    along: Point
    rows: int
    columns: int
    cells: tuple[Point, ...]


def chart(points: Sequence[Point]) -> Chart:
    """The chart of `points` on the lattice that their differences span, its box kept small.

    Width reduction after Lagrange and Gauss: one coordinate loses multiples of the other as long
    as its range shrinks, so tallies that lie near a line give few rows.
    """
    first = points[0]
    basis = _lattice([(x - first[0], y - first[1]) for x, y in points])
    cells = [_coordinates(x - first[0], y - first[1], basis) for x, y in points]
    cells, basis = _narrowed(cells, basis)
    if _width([c[0] for c in cells]) > _width([c[1] for c in cells]):
        cells, basis = [(b, a) for a, b in cells], (basis[1], basis[0])
    low = (min(c[0] for c in cells), min(c[1] for c in cells))
    down, along = basis
    origin = (
        first[0] + low[0] * down[0] + low[1] * along[0],
        first[1] + low[0] * down[1] + low[1] * along[1],
    )
    shifted = tuple((a - low[0], b - low[1]) for a, b in cells)
    return Chart(
        origin, down, along, max(c[0] for c in shifted), max(c[1] for c in shifted), shifted
    )


def _lattice(steps: Sequence[Point]) -> tuple[Point, Point]:
    """A triangular basis ((p, q), (0, r)) of what `steps` span; absent vectors are 0."""
    head: Point = (0, 0)
    rest = 0
    for step in steps:
        while step[0]:
            times = head[0] // step[0]
            head, step = step, (head[0] - times * step[0], head[1] - times * step[1])
        rest = _gcd(rest, step[1])
    return head, (0, rest)


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return abs(a)


def _coordinates(x: int, y: int, basis: tuple[Point, Point]) -> Point:
    (p, q), (_, r) = basis
    a = x // p if p else 0
    return a, (y - a * q) // r if r else 0


def _narrowed(
    cells: list[Point], basis: tuple[Point, Point]
) -> tuple[list[Point], tuple[Point, Point]]:
    """Subtract multiples of one coordinate from the other while that narrows its range."""
    changed = True
    while changed:
        changed = False
        for wide in (0, 1):
            step = _best_step([c[1 - wide] for c in cells], [c[wide] for c in cells])
            if step:
                cells = [_sheared(c, wide, step) for c in cells]
                basis = _sheared_basis(basis, wide, step)
                changed = True
    return cells, basis


def _best_step(by: Sequence[int], of: Sequence[int]) -> int:
    """An integer s that makes the range of of − s·by smallest, or 0 if none narrows it."""
    if not _width(by):
        return 0
    reach = _width(of) // _width(by) + 1
    low, high = -reach, reach
    while low < high:
        middle = (low + high) // 2
        if _spread(by, of, middle) <= _spread(by, of, middle + 1):
            high = middle
        else:
            low = middle + 1
    return low if _spread(by, of, low) < _width(of) else 0


def _spread(by: Sequence[int], of: Sequence[int], step: int) -> int:
    return _width([y - step * x for x, y in zip(by, of, strict=True)])


def _width(values: Sequence[int]) -> int:
    return max(values) - min(values)


def _sheared(cell: Point, wide: int, step: int) -> Point:
    a, b = cell
    return (a - step * b, b) if wide == 0 else (a, b - step * a)


def _sheared_basis(basis: tuple[Point, Point], wide: int, step: int) -> tuple[Point, Point]:
    """The basis that keeps every point in place when coordinate `wide` loses step × the other."""
    first, second = basis
    if wide == 0:
        return first, (second[0] + step * first[0], second[1] + step * first[1])
    return (first[0] + step * second[0], first[1] + step * second[1]), second
