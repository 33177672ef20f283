"""Logs of evaluation tools → records, each with a report of what was lost on the way.

A new format is one module here with `read(paths, options) -> Imported`, and one line in IMPORTERS.
"""

from __future__ import annotations

IMPORTERS = {
    "lm-eval": "lm-evaluation-harness, samples_*.jsonl (tested with the layout of 0.4.x)",
    "inspect": "Inspect AI logs, .json, and .eval archives (tested with log version 2)",
    "vlmevalkit": "VLMEvalKit predictions, .tsv, and .xlsx with openpyxl (tested with 0.2 layout)",
    "csv": "comma, semicolon or tab separated lines, with --map",
    "jsonl": "JSON Lines, with --map",
}
"""Format → what it reads. The module's name is the format's, with `_` for `-`."""
