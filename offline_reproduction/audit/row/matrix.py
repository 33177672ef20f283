"""A confusion matrix from per-class hits and predicted counts, and when there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Matrix(NamedTuple):
    """A confusion matrix: `cells[gold][answer]`, and invalid answers per gold class."""

    cells: tuple[tuple[int, ...], ...]
    invalid: tuple[int, ...]

    @property
    def hits(self) -> tuple[int, ...]:
        """The diagonal."""
        return tuple(row[index] for index, row in enumerate(self.cells))

    @property
    def predicted(self) -> tuple[int, ...]:
        """Column sums."""
        return tuple(map(sum, zip(*self.cells, strict=True)))


def predicted_range(support: int, hits: int, errors: int) -> tuple[int, int]:
    """How often a class can be predicted, given its hits and all classes' errors together.

    A class's false positives come from other classes' errors: at most errors − (support − hits).
    That, for every class, and the right total, is also enough for a matrix to exist.
    """
    return hits, hits + errors - (support - hits)


def realise(
    supports: Sequence[int], hits: Sequence[int], predicted: Sequence[int], invalid: int
) -> Matrix:
    """A confusion matrix with these margins and this diagonal.

    Errors are placed one at a time between the two classes that need it most, which keeps
    "false negatives + false positives of a class ≤ errors left" true to the end.
    Raises ValueError where there is none.
    """
    size = len(supports)
    missed = [s - h for s, h in zip(supports, hits, strict=True)] + [0]
    extra = [p - h for p, h in zip(predicted, hits, strict=True)] + [invalid]
    left = sum(missed)
    wanted = [a + b for a, b in zip(missed, extra, strict=True)]
    if min(missed + extra) < 0 or sum(extra) != left or max(wanted) > left:
        raise ValueError(
            f"no confusion matrix has supports={list(supports)!r}, hits={list(hits)!r}, "
            f"predicted={list(predicted)!r}, invalid={invalid!r}"
        )
    grid = [[0] * (size + 1) for _ in range(size + 1)]
    for index, hit in enumerate(hits):
        grid[index][index] = hit
    while left:
        gold, answer = _next_error(missed, extra)
        grid[gold][answer] += 1
        missed[gold] -= 1
        extra[answer] -= 1
        left -= 1
    return Matrix(
        tuple(tuple(row[:size]) for row in grid[:size]), tuple(row[size] for row in grid[:size])
    )


def _next_error(missed: Sequence[int], extra: Sequence[int]) -> tuple[int, int]:
    order = sorted(range(len(missed)), key=lambda index: -(missed[index] + extra[index]))
    first, *others = order
    if missed[first]:
        for other in others:
            if extra[other]:
                return first, other
    for other in others:
        if missed[other] and extra[first]:
            return other, first
    raise AssertionError("margins that pass the check leave a place for every error")
