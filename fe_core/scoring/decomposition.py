"""Identities whose parts add up exactly, and references that keep marginal counts fixed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.scoring.paired import Paired, paired


class JointChange(NamedTuple):
    """Why a joint count differs between two runs (FrameEvidence, D.3).

    base: groups whose first part each run has right. common: change of the second part on groups
    whose first part both have right, as (gains, losses). coverage: change that comes from groups
    whose first part only one has right. The joint difference is gains − losses + coverage.
    """

    base: Paired
    gains: int
    losses: int
    coverage: int

    @property
    def common(self) -> int:
        """Net change on the common groups."""
        return self.gains - self.losses

    @property
    def total(self) -> int:
        """The difference of the two joint counts."""
        return self.common + self.coverage


def joint_change(groups: Iterable[tuple[bool, bool, bool, bool]]) -> JointChange:
    """Decompose a difference of joint counts.

    groups: (first run's first part, its second part, second run's first part, its second part).
    """
    rows = list(groups)
    common = [(before, after) for a, before, b, after in rows if a and b]
    only_second = sum(after for a, _, b, after in rows if b and not a)
    only_first = sum(before for a, before, b, _ in rows if a and not b)
    return JointChange(
        paired((a, b) for a, _, b, _ in rows),
        sum(after and not before for before, after in common),
        sum(before and not after for before, after in common),
        only_second - only_first,
    )


def fixed_marginal_reference(counts: Sequence[int], n: int) -> Fraction | None:
    """Expected joint rate when each part's right answers are rearranged independently.

    counts: right answers per part, each over the same n groups. R = Π c_j/n (FrameEvidence, D.4).
    """
    if not n:
        return None
    rate = Fraction(1)
    for count in counts:
        rate *= Fraction(count, n)
    return rate


def joint_bounds(counts: Sequence[int], n: int) -> tuple[int, int]:
    """The least and the greatest joint count that these marginal counts allow (Fréchet).

    Raises ValueError for a count outside 0…n.

    >>> joint_bounds([30, 25], 48)
    (7, 25)
    """
    if not all(0 <= count <= n for count in counts):
        raise ValueError(f"counts lie between 0 and n={n!r}, got {list(counts)!r}")
    return max(0, sum(counts) - (len(counts) - 1) * n), min(counts, default=n)
