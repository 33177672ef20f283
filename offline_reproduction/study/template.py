"""The commented study.toml that `fe init` writes."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Sequence

from fe_core.records.model import Records, Status
from fe_core.scoring.metrics import METRICS
from fe_core.scoring.outcomes import is_comparable
from offline_reproduction.study.kinds import COMPOSED

HEAD = """\
## A declared study (docs/declared.md). `fe verify` recomputes the printed tables from the records
## and judges them; `fe snapshot` fills the printed tables from the records. Lines that start with
## one # are features to take in.

schema = "fe-study/1"
name = {name}                 # letters, digits and dashes: names the report's folders
title = {title}
paper = ""                    # a citation, shown in the report
rounding = "half-even"        # half-even, half-up, double-100k/n, double-k/n*100 or truncate
records = "records"           # manifest.json, items.jsonl, runs.jsonl, answers/ (docs/records.md)
{evidence}          # judge the recorded scores instead of the answers
# on_mismatch = "common"      # compare runs over the items that all were asked; else an error
# claims = "claims.tsv"       # sentences' numbers: id, place, printed, kind, wording, value

[labels]
set = {labels}                # for class metrics; [] takes the labels that occur
zero = 0                      # an undefined precision, recall or F1 counts 0 ("none": no value)
invalid = "wrong"             # an invalid answer is wrong ("dropped": leaves the count; "chance")

[groups]
attributes = []               # attributes that must not differ within a group
variants = []                 # the variants that every group has, once each
# incomplete = "wrong"        # a group that lacks a variant is not right; else an error

## A metric is one of
##   {metrics}.
## Each takes where = {{ attribute = "value", other = ["one", "two"] }}, run = "a run or role",
## and unit = "percent", "points", "share" or "count".

[metrics.acc]
metric = {metric}

# [metrics.pairs]             # all of a group right; variants = [...] names whom
# metric = "joint"

# [metrics.pass-2]            # in a row of several runs: repetitions
# metric = "pass@k"
# k = 2

## A quantity made of metrics is one of
##   {kinds}.

# [metrics.lead]
# metric = "difference"
# of = "acc"
# against = "a run or role"

# [metrics.average]           # of = "acc" alone: over the row's runs
# metric = "mean"
# of = ["acc", "pairs"]
# weights = "items"

# [metrics.spread]            # rows of several runs show it in the column of acc
# metric = "mean-deviation"
# of = "acc"
# deviation = "sample"        # or "population"

# [metrics.ci]
# metric = "interval"
# of = "lead"
# cluster = ["scene", "group"] # what is drawn whole; several keys join what they share
# draws = 20000
# level = 0.95

# [metrics.p]
# metric = "mcnemar"
# against = "a run or role"

# [metrics.p-adjusted]        # Holm over a family declared beforehand
# metric = "holm"
# of = "p"
# family = ["p"]

# [unanswered]                # kind of claim -> why no record can answer it
# human = "nobody kept the answers"

# [rows]                      # sets of rows: rows = ["adapted"], table_1["Acc."][adapted]
# adapted = ["a run"]         # or [rows.adapted] with "A row" = "a run"

# [quantities]                # expressions that claims read
# best = "max(table_1['Acc.'])"

# [[claims]]                  # a sentence's number (or claims.tsv)
# id = "best"
# place = "Abstract"
# printed = "71.5"
# value = "best"

[[tables]]
key = "table-1"
title = "Table 1"
file = "printed/table-1.csv"  # the first field of each line is the row

# [tables.unanswered]         # "row | column", "row" or "* | column" -> why
# "Human" = "nobody kept the answers"

# [tables.each]               # one row for each value of an attribute
# attribute = "task"
# run = "a run"

[tables.columns]              # header -> metric
"Acc." = "acc"
# "Gain" = {{ metric = "acc", apply = "difference", run = "tuned", against = "base" }}
# "Task a" = {{ metric = "acc", where = {{ task = "a" }} }}
# "All"."Acc." = "acc"        # a header of two levels
# "Lead" = {{ value = "Acc_ - Task_a", unit = "points" }}    # of other columns, row by row

[tables.rows]                 # row -> run, or a list of runs
# "A pair" = {{ base = "a run", tuned = ["a run", "another"] }}
# "Random" = {{ reference = "uniform" }}     # or "majority", "constant" with option = "A"
"""


def template(name: str, records: Records | None) -> str:
    """The text of a study.toml; with the labels and runs of `records` where there are some."""
    labels: list[str] = []
    rows: Sequence[str] = ['# "A row" = "a run"']
    if records is not None:
        options = [item.options for item in records.items.values()]
        labels = list(options[0]) if options and all(each == options[0] for each in options) else []
        rows = [f"{_quoted(run.run)} = {_quoted(run.run)}" for run in records.runs()]
    scores = _scores_alone(records)
    head = HEAD.format(
        evidence='evidence = "score"' if scores else '# evidence = "score"',
        metric='"mean-score"' if scores else '"accuracy"',
        name=_quoted(name),
        title=_quoted(name),
        labels=json.dumps(labels),
        metrics=_listed(METRICS),
        kinds=_listed(COMPOSED),
    )
    return head + "\n".join(rows) + "\n"


def _scores_alone(records: Records | None) -> bool:
    """Whether recorded scores are all that the records can be judged by."""
    return records is not None and not any(
        answer.status is Status.VALID and is_comparable(records.items[name], answer)
        for sheet in records.sheets.values()
        for name, answer in sheet.answers.items()
    )


def _listed(names: Iterable[str]) -> str:
    return textwrap.fill(", ".join(names), 94, break_on_hyphens=False).replace("\n", "\n##   ")


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's escapes are TOML's, for printable text."""
    return json.dumps(text, ensure_ascii=False)
