"""The study: study.toml on the release, and what goes beyond the paper's own tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from fe_core.records.directory import Progress
from fe_core.reporting.tables import Table
from offline_reproduction.audit.studies import record_free
from offline_reproduction.papers.visonlyqa import evidence, identities
from offline_reproduction.papers.visonlyqa.catalogue import REAL, SYNTHETIC, TASKS
from offline_reproduction.papers.visonlyqa.metrics import FUNCTIONS
from offline_reproduction.papers.visonlyqa.tables import (
    examples,
    extraction,
    groups,
    identical,
    prompting,
)
from offline_reproduction.study.declared import declared_study
from offline_reproduction.study.evidence import Scored
from offline_reproduction.study.paper import Settings, TableSpec
from offline_reproduction.study.registered import Registered
from offline_reproduction.study.spec import read_spec

Build = Callable[[evidence.Evidence, Settings], Table]


def _load(folder: Path, progress: Progress) -> Scored:
    loaded = evidence.load(folder, progress)
    return Scored(loaded.records, loaded.release.caution, more=loaded)


def _on_release(build: Build, scored: Scored, settings: Settings) -> Table:
    return build(evidence.with_records(scored.more, scored.records), settings)


BEYOND: dict[str, Build] = {
    "example-questions": examples.found,
    "extraction-agreement": extraction.agreement,
    "extraction-conflicts": extraction.conflicts,
    **{
        f"table-04{letter}-parser-{policy.name.lower()}": extraction.table_4(split, policy)
        for letter, split in (("a", "real"), ("b", "synthetic"))
        for policy in extraction.Policy
    },
    **{
        f"table-09-parser-{policy.name.lower()}": extraction.table_9(policy)
        for policy in extraction.Policy
    },
    "pairs": groups.pairs,
    "figures": groups.figures,
    "prompts-paired": prompting.build,
    "identical-files": identical.build,
}

DASHES = {
    f"{row} | {task.column}": "printed as a dash: the split has no such task"
    for row, tasks in (("Eval-Real", REAL), ("Eval-Synthetic", SYNTHETIC))
    for task in TASKS
    if task.column not in {each.column for each in tasks}
}
"""Cells of Table 2 that are 0 and hold no number in print."""

_DECLARED = declared_study(
    read_spec(Path(__file__).parent), registered=Registered(functions=FUNCTIONS)
)

STUDY = replace(
    _DECLARED,
    load=_load,
    printed="offline_reproduction.papers.visonlyqa.printed",
    tables=(
        *(
            spec._replace(unanswered={**spec.unanswered, **DASHES})
            if spec.key == "table-02"
            else spec
            for spec in _DECLARED.tables
        ),
        TableSpec("table-11-61", partial(_on_release, examples.build), examples.unanswered()),
        *(TableSpec(key, partial(_on_release, build)) for key, build in BEYOND.items()),
    ),
    identities=identities,
    checks=record_free("visonlyqa", identities),
)
