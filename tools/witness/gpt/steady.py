"""Primary run, same-order repeat and rotation zero, one after the other.

Each is solved beside the earlier ones, whose answers are then constants: agreement with a given
answer is one of the new run's own variables, so no program needs products of runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from fe_core.errors import FeError
from tools.witness.gpt.facts import (
    CAPTURED_RIGHT,
    INSUFFICIENT,
    INTERVALS,
    PRIMARY,
    PRIMARY_REPEAT,
    PRIMARY_ZERO,
    REPEAT,
    RIGHT_AT,
    RIGHT_BY_VARIANT,
    SCORES,
    STRATA,
    ZERO_REPEAT,
    Pair,
)
from tools.witness.gpt.pairing import (
    Letters,
    Paired,
    paired,
    print_spread,
    print_sums,
)
from tools.witness.gpt.plan import Plan
from tools.witness.program import Program, solved
from tools.witness.sheet import Sheet, Test, decoded, sheet
from tools.witness.vectors import LETTERS, Target, candidates

_CHOICES = 40
_METRICS = {"gem": "GEM", "nts": "NTS", "dis": "DIS"}
_PRINTED = {found.name: found for found in INTERVALS}


class Clusters(NamedTuple):
    """Positions of the test items by group and by union component, as in the plan."""

    groups: tuple[tuple[int, ...], ...]
    unions: tuple[tuple[int, ...], ...]


def primary_answers(test: Test, clusters: Clusters, plan: Plan) -> Letters:
    """The primary run: its scores, strata and insufficiency counts, right answers as planned."""

    def declare(program: Program, run: Sheet) -> None:
        _scores(program, PRIMARY, run)
        _strata(program, run)
        print_sums(program, "Table 13/primary right", run.right, clusters.unions, plan.primary)

    return answers("GPT zero-shot", test, declare)


def repeat_answers(test: Test, clusters: Clusters, plan: Plan, primary: Letters) -> Letters:
    """The same-order repeat, beside the primary run."""

    def declare(program: Program, run: Sheet) -> None:
        _scores(program, REPEAT, run)
        pair = _pair(program, PRIMARY_REPEAT, run, primary)
        before = [
            int(letter == item.gold) for letter, item in zip(primary, test.items, strict=True)
        ]
        interval(program, clusters, "repeat right", run.right, plan.repeat)
        interval(
            program,
            clusters,
            "primary-repeat changed",
            _complement(pair.agree),
            plan.primary_repeat_changed,
        )
        gain = _less(run.right, before)
        interval(program, clusters, "repeat minus primary", gain, _less(plan.repeat, plan.primary))

    return answers("GPT zero-shot repeated", test, declare)


def zero_answers(
    test: Test, clusters: Clusters, plan: Plan, primary: Letters, repeat: Letters
) -> Letters:
    """Rotation zero, beside the primary run and the repeat."""

    def declare(program: Program, run: Sheet) -> None:
        program.fact("Appendix A/rotation 0", sum(run.right) == RIGHT_AT[0])
        with_repeat = _pair(program, ZERO_REPEAT, run, repeat)
        with_primary = _pair(program, PRIMARY_ZERO, run, primary)
        again = [int(letter == item.gold) for letter, item in zip(repeat, test.items, strict=True)]
        rows = (
            ("zero-repeat changed", _complement(with_repeat.agree), plan.zero_repeat_changed),
            ("primary-zero changed", _complement(with_primary.agree), plan.primary_zero_changed),
            ("repeat minus zero", _less(again, run.right), _less(plan.repeat, plan.zero)),
            ("zero-repeat both right", with_repeat.both, plan.zero_repeat_both),
        )
        for name, terms, sums in rows:
            interval(program, clusters, name, terms, sums)

    return answers("GPT rotation 0", test, declare)


def answers(what: str, test: Test, declare: Callable[[Program, Sheet], None]) -> Letters:
    """Solve one run. Raises ClashError with the facts that clash."""
    runs: list[Sheet] = []

    def declared(program: Program) -> None:
        runs[:] = [sheet(program, test)]
        declare(program, runs[0])

    values = solved(what, declared)
    found = tuple(letter for letter in decoded(runs[0], values) if letter is not None)
    if len(found) != len(test.items):
        raise FeError(f"{what}: a solution leaves an item without answer")
    return found


def interval(
    program: Program, clusters: Clusters, name: str, terms: Sequence[Any], sums: Sequence[int]
) -> None:
    """What makes both printed intervals of a statistic: planned sums, and a spread of triplets."""
    found = _PRINTED[name]
    fact = f"{found.place}/{name}"
    print_sums(program, f"{fact}, unions", terms, clusters.unions, sums)
    if found.triplets is not None:
        print_spread(
            program, f"{fact}, triplets", terms, clusters.groups, found.total, found.triplets
        )


def _scores(program: Program, name: str, run: Sheet) -> None:
    """Macro scores by one of the class counts that print them, and the solved groups."""
    scores = SCORES[name]
    support = tuple(sum(item.gold == letter for item in run.test.items) for letter in LETTERS)
    texts = {
        "P": scores.precision,
        "R": scores.recall,
        "F1": scores.f1,
        "Acc.": scores.accuracy,
    }
    target = Target(texts, scores.right, len(run.letters), support)
    found = islice(candidates(target, name=name), _CHOICES)
    counts = [program.integer(0, len(run.letters)) for _ in range(2 * len(LETTERS))]
    for place, letter in enumerate(LETTERS):
        hits = run.hits(lambda item, gold=letter: item.gold == gold)  # type: ignore[misc]
        program.always(counts[place] == hits)
        chosen = sum(row[place] for row in run.letters)
        program.always(counts[place + len(LETTERS)] == chosen)
    choices = [(*one.hits, *one.predicted) for one in found]
    program.model.add_allowed_assignments(counts, choices)
    for metric, number in (("GEM", scores.gem), ("NTS", scores.nts), ("DIS", scores.dis)):
        program.fact(f"{scores.place}/{metric}:{name}", run.joint(metric) == number)


def _strata(program: Program, run: Sheet) -> None:
    for stratum in STRATA:
        found = run.joint(
            _METRICS[stratum.solved],
            lambda item, s=stratum: item.attributes[s.attribute] == s.value,  # type: ignore[misc]
        )
        program.fact(f"{stratum.place}/{stratum.solved} {stratum.value}", found == stratum.groups)
    for variant, number in RIGHT_BY_VARIANT.items():
        hits = run.hits(lambda item, v=variant: item.variant == v)  # type: ignore[misc]
        program.fact(f"D.4/right {variant}", hits == number)
    for variant, number in INSUFFICIENT.items():
        positions = [n for n, item in enumerate(run.test.items) if item.variant == variant]
        chosen = sum(run.insufficient(position) for position in positions)
        program.fact(f"Table 8/{variant}", chosen == number)
    captured = run.hits(lambda item: item.attributes["source"] == "captured")
    program.fact("G.1/captured", captured == CAPTURED_RIGHT)


def _pair(program: Program, printed: Pair, run: Sheet, given: Letters) -> Paired:
    found = paired(run, given)
    fact = f"{printed.place}/{printed.first} and {printed.second}"
    program.fact(f"{fact}, both right", sum(found.both) == printed.both)
    program.fact(f"{fact}, agree", sum(found.agree) == printed.agree)
    return found


def _complement(terms: Sequence[Any]) -> list[Any]:
    return [1 - term for term in terms]


def _less(one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    return [a - b for a, b in zip(one, other, strict=True)]
