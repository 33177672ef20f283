"""The input ablations of Table 14: first image only, and text only, for thirteen configurations."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from fe_core.errors import FeError
from tools.witness.primary import Facts, Letters, attempt
from tools.witness.program import Program
from tools.witness.sheet import Sheet, Test, sheet
from tools.witness.targets import (
    GROUPS,
    ITEMS,
    METRICS,
    PRIMARY,
    Cells,
    count,
    row_key,
)
from tools.witness.vectors import LETTERS

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
    without_images = run.model == "GPT-5.6" and run.mode == "text-only"
    return _scattered(test, found[0], name, ("GEM",) if without_images else ("GEM", "NTS"))


def _always_insufficient(program: Program, answers: Sheet) -> None:
    for position, item in enumerate(answers.test.items):
        if item.attributes["family"] == "FQ2":
            program.fact("6.3/GPT without images", answers.insufficient(position) == 1)


def _scattered(test: Test, letters: Letters, name: str, families: Sequence[str]) -> Letters:
    """Deal the groups' patterns of right answers anew, and every wrong letter.

    Table 14 sees neither which group of a family has which pattern, nor which letter is wrong.
    families: a joint metric of each family that is dealt; the others keep their letters.
    """
    source = random.Random(f"letters {name}")
    right = [letter == item.gold for item, letter in zip(test.items, letters, strict=True)]
    dealt = list(letters)
    for metric in families:
        places = [list(test.groups[group].values()) for group in test.of(metric)]
        patterns = [[right[place] for place in members] for members in places]
        source.shuffle(patterns)
        for members, pattern in zip(places, patterns, strict=True):
            for place, is_right in zip(members, pattern, strict=True):
                gold = str(test.items[place].gold)
                wrong = [letter for letter in LETTERS if letter != gold]
                dealt[place] = gold if is_right else source.choice(wrong)
    return tuple(dealt)
