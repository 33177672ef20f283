"""The search: candidates of every family, those that the table supports."""

from __future__ import annotations

from collections.abc import Sequence

from offline_reproduction.audit.inferred import means, pairs
from offline_reproduction.audit.inferred.evidence import Candidate, Support, fit, weigh
from offline_reproduction.audit.inferred.grid import Grid, View

PROBE = 6
"""Places that are tried before a candidate is weighed."""


def supports(views: Sequence[View]) -> list[Support]:
    """Every candidate that its first places do not speak against, weighed."""
    found = []
    for view in views:
        grid = view.grid
        for family in (means.candidates, pairs.candidates):
            for candidate in family(view):
                if promising(candidate, grid):
                    found.append(weigh(candidate, grid))
    return found


def promising(candidate: Candidate, grid: Grid) -> bool:
    """Whether its first places do not already speak against it."""
    agreed = seen = 0
    for case in candidate.cases[:PROBE]:
        found = fit(candidate, case, grid)
        if found is not None:
            seen += 1
            agreed += found[1] or found[2]
            if not candidate.named and 2 * (seen - agreed) > PROBE:
                return False
    return agreed >= 1 if candidate.named else 2 * agreed > seen
