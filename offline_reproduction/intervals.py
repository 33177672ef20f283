"""Printed intervals in a study: judged by the exact law, without seed or generator."""

from __future__ import annotations

from fe_core.numbers import printed as reading
from fe_core.numbers.verdict import Verdict
from fe_core.reporting.cells import Resampled
from offline_reproduction.compare import IntervalJudged
from offline_reproduction.study import Settings


def judge_printed(
    value: Resampled, printed: reading.Range, scale: int, settings: Settings
) -> IntervalJudged:
    """Judge both endpoints of a printed percentile interval."""
    return IntervalJudged(
        Verdict.UNCHECKABLE, "", "", "not checkable", "intervals are not judged yet"
    )


def resolve_engine(name: str) -> tuple[str, str]:
    """The engine to use and a warning, or ""."""
    return ("python" if name == "auto" else name), ""
