"""Clusters, streams of draws, bootstrap intervals, and the exact law behind them.

Integers in, Fractions out; nothing here knows records or metrics.

| module      | what it holds                                                         |
| ----------- | --------------------------------------------------------------------- |
| `certify`   | one statistic's interval, drawn and exact: start here                 |
| `judge`     | judging a printed interval without its seed or generator              |
| `replay`    | a printed seed under every stream                                     |
| `bootstrap` | drawn intervals of many statistics that share their draws             |
| `clusters`  | connected components: the only place where clusters are formed        |
| `law`       | the exact distribution of a ratio over all draws; `exact/` is under it |
| `band`      | where a correct run's endpoint lies, how likely it prints digits      |
| `quantiles` | quantile rules                                                        |
| `streams`   | `mt-blocks/1` and the other streams; `drawing/` has the rest of it     |
| `columns`   | tallies as strangers bring them                                       |
| `engine`    | plain Python or the Rust twin                                         |
| `few/`      | few clusters: sign flips, influence, Holm, clustered errors           |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fe_core.intervals.certify import interval
    from fe_core.intervals.judge import judge_interval

__all__ = ["interval", "judge_interval"]

_HOMES = {"interval": "fe_core.intervals.certify", "judge_interval": "fe_core.intervals.judge"}


def __getattr__(name: str) -> Any:
    """Load a public function only when somebody asks for it."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
