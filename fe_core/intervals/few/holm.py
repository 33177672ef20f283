"""Holm's step-down adjustment of p values over a declared family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.errors import UsageError


class Adjusted(NamedTuple):
    """A hypothesis with its p value, raw and adjusted."""

    name: str
    p: Fraction
    adjusted: Fraction

    def rejected(self, level: Fraction = Fraction(1, 20)) -> bool:
        """Whether the family-wise error rate `level` allows to reject it."""
        return self.adjusted <= level


def holm(family: Sequence[str], p_values: Mapping[str, Fraction]) -> list[Adjusted]:
    """Adjust the p values of a family that was declared beforehand, in the family's order.

    The i-th smallest of m is multiplied by m − i + 1; an adjusted value is never below that of a
    smaller p value, nor above 1.
    Raises UsageError unless every member of the family, and nothing else, has a p value.
    Source: Holm, A Simple Sequentially Rejective Multiple Test Procedure (1979).

    >>> [str(one.adjusted) for one in holm("ab", {"a": Fraction(1, 10), "b": Fraction(1, 100)})]
    ['1/10', '1/50']
    """
    if len(set(family)) < len(family) or set(family) != set(p_values):
        raise UsageError(
            "the p values must be those of the declared family, each once: "
            f"declared {sorted(family)}, given {sorted(p_values)}"
        )
    adjusted: dict[str, Fraction] = {}
    highest = Fraction(0)
    for place, name in enumerate(sorted(family, key=lambda one: (p_values[one], one))):
        p = p_values[name]
        if not 0 <= p <= 1:
            raise UsageError(f"a p value lies between 0 and 1, got {name!r}: {p!r}")
        highest = max(highest, min(Fraction(1), p * (len(family) - place)))
        adjusted[name] = highest
    return [Adjusted(name, p_values[name], adjusted[name]) for name in family]
