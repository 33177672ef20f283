"""How much of a difference hangs on single clusters."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.intervals.columns import pair


class Influence(NamedTuple):
    """One cluster's share in an estimate.

    neutralised: the estimate with the cluster's numerator set to 0 over the full denominator.
    change: neutralised minus the full estimate. left_out: the estimate without the cluster
    altogether; None where nothing is left to divide by.
    """

    cluster: int
    neutralised: Fraction
    change: Fraction
    left_out: Fraction | None

    def reverses(self, estimate: Fraction) -> bool:
        """Whether the sign of the estimate hangs on this cluster."""
        return estimate * self.neutralised <= 0 and estimate != 0


def influences(numerators: Sequence[int], denominators: Sequence[int]) -> list[Influence]:
    """Every cluster's influence on Σ numerators / Σ denominators, in cluster order.

    Raises UsageError for tallies that are no whole numbers a cluster or a total denominator of 0.

    >>> influences([3, -1], [4, 4])[0].neutralised
    Fraction(-1, 8)
    """
    numerators, denominators = pair(numerators, denominators)
    top, bottom = sum(numerators), sum(denominators)
    if not bottom:
        raise UsageError("every cluster's denominator is 0: there is nothing to divide by")
    found = []
    for at, (d, n) in enumerate(zip(numerators, denominators, strict=True)):
        left_out = Fraction(top - d, bottom - n) if bottom != n else None
        found.append(Influence(at, Fraction(top - d, bottom), Fraction(-d, bottom), left_out))
    return found
