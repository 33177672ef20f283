"""The commented study.toml that `fe init` writes."""

from __future__ import annotations

import json
from collections.abc import Sequence

from fe_core.records.model import Records

HEAD = """\
# A declared study. `fe verify` recomputes the printed tables from the records and judges them;
# `fe snapshot` fills the printed tables from the records.

schema = "fe-study/1"
name = {name}                 # letters, digits and dashes: names the report's folders
title = {title}
paper = ""                    # a citation, shown in the report
rounding = "half-even"        # half-even, half-up, double-100k/n, double-k/n*100 or truncate
records = "records"           # manifest.json, items.jsonl, runs.jsonl, answers/ (docs/records.md)

[labels]
set = {labels}                # for macro metrics; [] takes the labels that occur
zero = 0                      # an undefined precision, recall or F1 counts 0 ("none": no value)
invalid = "wrong"             # an invalid answer counts as wrong ("dropped": leaves the count)

[groups]
attributes = []               # attributes that must not differ within a group
variants = []                 # the variants that every group has, once each

# A metric: accuracy, macro-precision, macro-recall, macro-f1,
#   joint          all of a group right; variants = [...] names whom
#   circular       right at every rotation;  consistency: valid and the same option at every one
#   difference     of = "metric", against = "run"
#   mean-deviation of = "metric", over the runs that a row names
#   interval       of = "metric", cluster = "attribute", draws = 20000, level = 0.95
#   mcnemar, both, only-first, only-second, neither      against = "run" (the first)
# where = {{ attribute = "value" }} restricts the items;
# unit = "percent", "points", "share" or "count"

[metrics.acc]
metric = "accuracy"

# [metrics.lead]
# metric = "difference"
# of = "acc"
# against = "the base run"

[[tables]]
key = "table-1"
title = "Table 1"
file = "printed/table-1.csv"  # the first field of each line is the row

[tables.columns]              # header -> metric
"Acc." = "acc"

[tables.rows]                 # row -> run, or a list of runs for a mean
"""


def template(name: str, records: Records | None) -> str:
    """The text of a study.toml; with the labels and runs of `records` where there are some."""
    labels: list[str] = []
    rows: Sequence[str] = ['# "A row" = "a run"']
    if records is not None:
        options = [item.options for item in records.items.values()]
        labels = list(options[0]) if options and all(each == options[0] for each in options) else []
        rows = [f"{_quoted(run.run)} = {_quoted(run.run)}" for run in records.runs()]
    head = HEAD.format(name=_quoted(name), title=_quoted(name), labels=json.dumps(labels))
    return head + "\n".join(rows) + "\n"


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's escapes are TOML's, for printable text."""
    return json.dumps(text, ensure_ascii=False)
