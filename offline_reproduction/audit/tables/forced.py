"""What the printed numbers leave for a quantity that is not printed, and whether they fix it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.numbers.printed import Number
from fe_core.numbers.rounding import Rounding
from fe_core.scoring.decomposition import fixed_marginal_reference
from offline_reproduction.audit.values.spans import NEAREST, prints


class Left(NamedTuple):
    """The integers that a quantity can still be, in ascending order."""

    values: tuple[int, ...]

    @property
    def fixed(self) -> bool:
        """Whether only one is left."""
        return len(self.values) == 1

    def text(self) -> str:
        """As reports show it."""
        if not self.values:
            return "nothing (the printed numbers contradict each other)"
        if self.fixed:
            return f"exactly {self.values[0]}"
        if len(self.values) == self.values[-1] - self.values[0] + 1:
            return f"{self.values[0]} to {self.values[-1]}"
        return "one of " + ", ".join(map(str, self.values))


def left(candidates: Iterable[int], fits: Callable[[int], bool]) -> Left:
    """The candidates that every printed number allows."""
    return Left(tuple(sorted({value for value in candidates if fits(value)})))


def counts_by_gap(
    gap: Number,
    joint: int,
    known: Sequence[int],
    n: int,
    rules: Sequence[Rounding] = NEAREST,
    *,
    scale: int = 100,
) -> Left:
    """The one unknown marginal count, from a printed gap "joint rate − product of marginal rates".

    joint: the joint count. known: the other parts' counts, all over n groups.
    Source: FrameEvidence, Appendix D.4 (J/n − Π c_j/n).

    >>> counts_by_gap(Number(Fraction("0.65"), 2), 11, [19], 48)
    Left(values=(27,))
    """

    def fits(count: int) -> bool:
        reference = fixed_marginal_reference([*known, count], n)
        return reference is not None and prints(Fraction(joint, n) - reference, gap, rules, scale)

    return left(range(joint, n + 1), fits)


def two_by_two(first: int, second: int, n: int) -> Left:
    """The both-right cell of a 2×2 table, from its margins."""
    return left(range(n + 1), lambda both: max(0, first + second - n) <= both <= min(first, second))
