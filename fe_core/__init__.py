"""The scoring core: standard library only, knows no paper and no path.

| package     | what it holds                                                          |
| ----------- | ---------------------------------------------------------------------- |
| `notebook`  | rows in, values with intervals out: what this package exports          |
| `numbers`   | exact values, rounding rules, printed numbers and verdicts             |
| `records`   | items, runs and answers, and the one gate that validates them          |
| `scoring`   | outcomes, metrics as integer tallies, exact expectations and identities |
| `intervals` | clusters, streams, bootstrap draws, the exact law behind them          |
| `reporting` | cells, tables, entries, and the texts a report is made of              |
| `files`     | the only place that opens files                                        |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fe_core.errors import FeError
    from fe_core.intervals.certify import interval
    from fe_core.notebook.analysis import (
        accuracy,
        compare,
        judge,
        judge_interval,
        macro_f1,
        measure,
    )
    from fe_core.notebook.estimate import Estimate
    from fe_core.numbers.rounding import Rounding
    from fe_core.scoring.metrics import METRICS

__version__ = "0.1.0"

__all__ = [
    "METRICS",
    "Estimate",
    "FeError",
    "Rounding",
    "__version__",
    "accuracy",
    "compare",
    "interval",
    "judge",
    "judge_interval",
    "macro_f1",
    "measure",
]

_HOMES = {
    "Estimate": "fe_core.notebook.estimate",
    "FeError": "fe_core.errors",
    "METRICS": "fe_core.scoring.metrics",
    "Rounding": "fe_core.numbers.rounding",
    "interval": "fe_core.intervals.certify",
}


def __getattr__(name: str) -> Any:
    """Load what is exported only when somebody asks for it."""
    if name in __all__:
        from importlib import import_module

        return getattr(import_module(_HOMES.get(name, "fe_core.notebook.analysis")), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
