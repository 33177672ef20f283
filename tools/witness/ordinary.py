"""The ordinary multi-seed adapters of Table 11: three seeds a family, whose mean row holds too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from fe_core.errors import FeError
from fe_core.numbers.exact import mean, sample_deviation
from fe_core.numbers.rounding import rounded
from fe_core.scoring.classification import Confusion
from tools.witness.primary import Facts, Letters, attempt
from tools.witness.program import Program
from tools.witness.sheet import JOINT, Sheet, Test, print_counts, sheet
from tools.witness.targets import GROUPS, SUPPORT, Aim, Cells
from tools.witness.vectors import LETTERS, Counts, candidates

SEEDS = ("20260722", "20260723", "20260724")

_POOL = 8


def seeds(
    text: Cells, test: Test, family: str, aims: Sequence[Aim], facts: Facts
) -> tuple[Letters, ...]:
    """Answers of the three seeds of a family, whose mean and deviation print as Table 11 has them.

    Raises FeError where no class counts that were tried print them.
    """
    for counts in _jointly_printed(text, family, aims):
        stated: Facts = Counter()
        answers = [
            _seed(test, aim, chosen, stated) for aim, chosen in zip(aims, counts, strict=True)
        ]
        found = tuple(letters for letters in answers if letters is not None)
        if len(found) == len(aims):
            facts.update(stated)
            facts[f"table-11/mean and deviation:{family}"] += 3
            return found
    raise FeError(f"{family}: no class counts that were tried print the mean row of Table 11")


def ordinary_sheet(program: Program, test: Test, aim: Aim, counts: Counts) -> Sheet:
    """Variables of an ordinary run: Table 11, and the signs of D.4 for the eight of them."""
    run = sheet(program, test)
    print_counts(program, run, aim, counts, "table-11")
    for metric, variants in JOINT.items():
        rights = [_right_of(program, run, variant) for variant in variants]
        most = GROUPS ** len(variants)
        reference = program.product([program.product(rights[:2], GROUPS**2), *rights[2:]], most)
        observed = GROUPS ** (len(variants) - 1) * aim.joint[metric]
        gap = observed - reference
        program.fact(
            f"D.4/ordinary {metric} gap:{aim.name}", gap >= 1 if metric == "DIS" else gap <= -1
        )
    return run


def _right_of(program: Program, run: Sheet, variant: str) -> Any:
    total = program.integer(0, GROUPS)
    program.always(total == run.hits(lambda item: item.variant == variant))
    return total


def _seed(test: Test, aim: Aim, counts: Counts, facts: Facts) -> Letters | None:
    found = attempt(lambda program: [ordinary_sheet(program, test, aim, counts)], facts)
    return found[0] if found else None


def _jointly_printed(text: Cells, family: str, aims: Sequence[Aim]) -> Any:
    pools = [
        [counts for _, counts in zip(range(_POOL), candidates(aim.letters, name=aim.name))]  # noqa: B905
        for aim in aims
    ]
    row = f"{family} Mean"
    for counts in product(*pools):
        scores = [_scores(chosen) for chosen in counts]
        if all(
            _spread([score[n] for score in scores]) == text["table-11", row, name]
            for n, name in enumerate(("P", "R", "F1"))
        ):
            yield counts


def _scores(counts: Counts) -> tuple[Fraction, ...]:
    table = Confusion(tuple(LETTERS), SUPPORT, counts.predicted, counts.hits)
    values = (table.macro_precision(), table.macro_recall(), table.macro_f1())
    return tuple(value or Fraction(0) for value in values)


def _spread(values: Sequence[Fraction]) -> str:
    deviation = sample_deviation(values)
    texts = (rounded(value or Fraction(0), 2, scale=100) for value in (mean(values), deviation))
    return "±".join(texts)
