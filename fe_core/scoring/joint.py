"""Metrics of a whole group: all right, consistent, at least k right."""

from __future__ import annotations

from collections.abc import Sequence

from fe_core.numbers.exact import share
from fe_core.scoring.metric import Metric
from fe_core.scoring.outcomes import Outcome

Group = Sequence[Outcome]


def at_least(k: int) -> Metric[Group]:
    """The share of groups with at least `k` right answers; invalid answers are not right."""
    return Metric(
        f"at-least-{k}",
        lambda group: (int(sum(o is Outcome.RIGHT for o in group) >= k), 1),
        lambda sums: share(sums[0], sums[1]),
    )


ALL_RIGHT: Metric[Group] = Metric(
    "all-right",
    lambda group: (int(all(o is Outcome.RIGHT for o in group)), 1),
    lambda sums: share(sums[0], sums[1]),
)
"""The share of groups whose answers are all right (FrameEvidence, equation 1)."""

ACCURACY: Metric[Group] = Metric(
    "accuracy",
    lambda group: (sum(o is Outcome.RIGHT for o in group), len(group)),
    lambda sums: share(sums[0], sums[1]),
)
"""Right answers over all answers asked for, groups being mere bags of items."""

CONSISTENT: Metric[Sequence[str | None]] = Metric(
    "consistent",
    lambda answers: (int(None not in answers and len(set(answers)) == 1), 1),
    lambda sums: share(sums[0], sums[1]),
)
"""The share of groups whose answers are all valid and the same option (FrameEvidence, eq. 2)."""
