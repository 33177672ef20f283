"""The counts behind a printed row of rotation scores."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from fe_core.errors import PrintedError
from fe_core.numbers.rounding import rounded
from tools.witness.circular.facts import ITEMS, ROTATIONS, Row


class Counts(NamedTuple):
    """Right answers at each rotation, items right at all of them, items with one meaning."""

    right: tuple[int, ...]
    all_right: int
    consistent: int


def counts(row: Row) -> Counts:
    """The counts that print `row`; rotations 1–3 share what is left as evenly as can be.

    Raises PrintedError where a printed percentage is no count, or the drop is another difference.
    Source: Appendix A, Equation 2 and Table 12.
    """
    vanilla, circular, consistent = (
        count(text, ITEMS) for text in (row.vanilla, row.circular, row.consistency)
    )
    if rounded(Fraction(vanilla - circular, ITEMS), 2, scale=100) != row.drop:
        raise PrintedError(f"{row.run}: vanilla − circular does not print drop={row.drop!r}")
    rest = count(row.mean_rotation, ITEMS * ROTATIONS) - vanilla
    least, more = divmod(rest, ROTATIONS - 1)
    shared = tuple(least + (place < more) for place in range(ROTATIONS - 1))
    return Counts((vanilla, *shared), circular, consistent)


def count(text: str, of: int) -> int:
    """The one count whose percentage of `of` prints as `text`.

    >>> count("28.12", 288)
    81
    """
    fitting = [hits for hits in range(of + 1) if rounded(Fraction(hits, of), 2, scale=100) == text]
    if len(fitting) != 1:
        raise PrintedError(f"{len(fitting)} counts of {of} print as {text!r}, needs one")
    return fitting[0]
