"""The scoring core: standard library only, knows no paper and no path.

| package     | what it holds                                                          |
| ----------- | ---------------------------------------------------------------------- |
| `numbers`   | exact values, rounding rules, printed numbers and verdicts             |
| `records`   | items, runs and answers, and the one gate that validates them          |
| `scoring`   | outcomes, metrics as integer tallies, exact expectations and identities |
| `intervals` | clusters, streams, bootstrap draws, the exact law behind them          |
| `reporting` | cells, tables, entries, and the texts a report is made of              |
| `files`     | the only place that opens files                                        |
"""

__version__ = "0.1.0"
