"""The search: candidates of every family, those that the table supports."""

from __future__ import annotations

from collections.abc import Sequence

from offline_reproduction.audit.inferred import means, pairs
from offline_reproduction.audit.inferred.evidence import Support, promising, weigh
from offline_reproduction.audit.inferred.grid import View


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
