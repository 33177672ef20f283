"""The input ablations of Table 14: first image only, and text only, for thirteen configurations."""

from __future__ import annotations

from typing import NamedTuple

from fe_core.errors import FeError
from offline_reproduction.frameevidence.witness.primary import Facts, Letters, attempt
from offline_reproduction.frameevidence.witness.program import Program
from offline_reproduction.frameevidence.witness.sheet import Sheet, Test, sheet
from offline_reproduction.frameevidence.witness.targets import (
    GROUPS,
    ITEMS,
    METRICS,
    PRIMARY,
    Cells,
    count,
    row_key,
)

MODES = {"first-image": "First image", "text-only": "Text only"}

CONFIGURATIONS = PRIMARY[:13]
"""Table 14's rows: the open-weight configurations and GPT zero-shot."""


class Ablation(NamedTuple):
    """One run of Table 14 without all its images."""

    model: str
    setting: str
    mode: str


def ablations() -> list[Ablation]:
    """The 26 runs, in the table's order."""
    return [Ablation(model, setting, mode) for model, setting in CONFIGURATIONS for mode in MODES]


def ablation(text: Cells, test: Test, run: Ablation, facts: Facts) -> Letters:
    """Answers of one ablation. Raises FeError where Table 14 can't be met."""
    row, panel = row_key(run.model, run.setting), MODES[run.mode]
    name = f"{row} {run.mode}"

    def declare(program: Program) -> list[Sheet]:
        answers = sheet(program, test)
        right = count(text["table-14", row, f"{panel}: Acc."], ITEMS)
        program.fact(f"table-14/Acc.:{name}", sum(answers.right) == right)
        for metric in METRICS:
            number = count(text["table-14", row, f"{panel}: {metric}"], GROUPS)
            program.fact(f"table-14/{metric}:{name}", answers.joint(metric) == number)
        if run.model == "GPT-5.6" and run.mode == "text-only":
            _always_insufficient(program, answers)
        return [answers]

    found = attempt(declare, facts)
    if not found:
        raise FeError(f"{name}: no answers meet Table 14")
    return found[0]


def _always_insufficient(program: Program, answers: Sheet) -> None:
    for position, item in enumerate(answers.test.items):
        if item.attributes["family"] == "FQ2":
            program.fact("6.3/GPT without images", answers.insufficient(position) == 1)
