"""Logs → records, each import with a report of what was lost on the way.

A new format is one module here with READ, `recognises(keys)` and `read(file, options)`, and one
line in FORMATS. docs/importers.md tells what each reads, and how it was tested.
"""

from __future__ import annotations

from typing import NamedTuple


class Format(NamedTuple):
    """A format: its module in this package, and what it reads."""

    module: str
    about: str


FORMATS = {
    "lm-eval": Format("lm_eval", "lm-evaluation-harness, samples_*.jsonl and results_*.json"),
    "lmms-eval": Format("lmms_eval", "lmms-eval, *_samples_*.jsonl"),
    "inspect": Format("inspect_log", "Inspect AI, .json logs and .eval archives"),
    "vlmevalkit": Format("vlmevalkit", "VLMEvalKit predictions, .tsv or .xlsx"),
    "swe-bench": Format("swe_bench", "SWE-bench reports, of a run or of an instance"),
    "alpacaeval": Format("alpacaeval", "AlpacaEval, annotations.json"),
    "mapped": Format("mapped", "records of any shape, with --map"),
}
SAME = dict.fromkeys(("json", "jsonl", "csv", "tsv", "xlsx", "parquet"), "mapped")
"""Other names for `mapped`: what a file is, its content says."""
