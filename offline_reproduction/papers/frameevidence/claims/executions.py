"""Limitations and Appendix A: scoring, controls, seeds, rotations, repeated runs."""

from __future__ import annotations

from fractions import Fraction

from fe_core.scoring.paired import Paired
from offline_reproduction.papers.frameevidence import metadata_rules as rules
from offline_reproduction.papers.frameevidence.claims.comparisons import (
    complete_rotations,
    includes_zero,
    item_signs,
    pair_hits,
    unseen_values,
)
from offline_reproduction.papers.frameevidence.claims.repeated import COUNT_RULE, rule, rule_joint
from offline_reproduction.papers.frameevidence.claims.vocabulary import (
    GPT_0,
    RUNS,
    Scored,
    all_valid,
    asked,
    count,
    gain,
    hits,
    holds,
    invalid,
    named,
    rate,
    right,
    run_count,
    solved,
    value,
)
from offline_reproduction.papers.frameevidence.configurations import (
    FAMILIES,
    REPEATED_GPT,
    ROTATED_GPT,
    ROTATIONS,
    SEEDS,
    circular,
    ordinary,
)
from offline_reproduction.papers.frameevidence.evidence import Evidence
from offline_reproduction.papers.frameevidence.partitions import by_either, by_group
from offline_reproduction.papers.frameevidence.release import letters, split_items
from offline_reproduction.papers.frameevidence.scores import Score, pairing
from offline_reproduction.papers.frameevidence.tables.primary import scores, uniform_guesses
from offline_reproduction.papers.frameevidence.tables.rotations import rotation_scores, table_07
from offline_reproduction.papers.frameevidence.tables.same_order import (
    DRAWS,
    changed,
    item_interval,
    minus,
)
from offline_reproduction.papers.frameevidence.tables.same_order import right as tally_right
from offline_reproduction.papers.frameevidence.tables.transitions import same_letters
from offline_reproduction.study.paper import Settings


def _adapters(evidence: Evidence) -> int:
    return sum(run_count(f"ordinary/{family}/LoRA-")(evidence) for family in FAMILIES)


def _table_7_entries(evidence: Evidence) -> int:
    return len(table_07(evidence, Settings()).by_key())


def _random(evidence: Evidence) -> dict[str, Fraction]:
    cells = uniform_guesses(evidence).items()
    return {name: cell.value for name, cell in cells if isinstance(cell.value, Fraction)}


def _executions_differ(evidence: Evidence) -> bool:
    return all(
        same.hits < same.total
        for family in FAMILIES
        for seed in SEEDS
        for same in [
            same_letters(
                evidence,
                evidence.view(ordinary(family, seed)),
                evidence.view(circular(family, seed)),
            )
        ]
    )


def _changed(one: str, other: str) -> Scored:
    def found(evidence: Evidence) -> Score:
        same = same_letters(evidence, evidence.view(one), evidence.view(other))
        return Score(same.total - same.hits, same.total)

    return found


def _cross(evidence: Evidence) -> Paired:
    return pairing(evidence.view(GPT_0), evidence.view(ROTATED_GPT), evidence.items)


def _repeated(evidence: Evidence, run: str) -> Paired:
    return pairing(evidence.view(run), evidence.view(REPEATED_GPT), evidence.items)


CLAIMS = named(
    {
        # Limitations
        "limits-options": holds(
            lambda e: all(len(i.options) == 4 for i in e.items), "four options"
        ),
        "limits-groups": count(lambda e: len(e.test), "test groups"),
        "limits-seeds": count(run_count("ordinary/Qwen2.5-VL-7B/LoRA-"), "runs"),
        # Appendix A: Offline scoring companion
        "aa-companion-primary": count(run_count("primary/"), "runs"),
        "aa-companion-ordinary": count(run_count("ordinary/"), "runs"),
        "aa-companion-circular": count(lambda e: complete_rotations(e, FAMILIES), "runs"),
        "aa-companion-gpt": count(
            lambda e: sum(len(e.view(ROTATED_GPT, r).outcomes) for r in ROTATIONS), "answers"
        ),
        "aa-companion-repeat": count(asked(REPEATED_GPT), "answers"),
        "aa-companion-entries": count(_table_7_entries, "cells"),
        # Appendix A: Decoding and invalid answers
        "aa-valid": count(
            lambda e: sum(len(e.view(run).outcomes) for run in RUNS) - invalid(e, *RUNS),
            "valid answers",
        ),
        "aa-records": count(lambda e: sum(len(e.view(run).outcomes) for run in RUNS), "answers"),
        "aa-failures": count(lambda e: invalid(e, *RUNS), "invalid answers"),
        # Appendix A: Random and human reference rows
        "aa-random-accuracy": value(lambda e: _random(e)["Acc."], "expected accuracy"),
        "aa-random-recall": holds(lambda e: _random(e)["R"] == Fraction(1, 4), "expected recall"),
        "aa-support-A": count(lambda e: letters(e.items)["A"], "gold letters"),
        "aa-support-B": count(lambda e: letters(e.items)["B"], "gold letters"),
        "aa-support-C": count(lambda e: letters(e.items)["C"], "gold letters"),
        "aa-support-D": count(lambda e: letters(e.items)["D"], "gold letters"),
        "aa-random-f1": value(lambda e: _random(e)["F1"], "expected macro F1"),
        "aa-random-three": holds(
            lambda e: _random(e)["GEM"] == Fraction(1, 4) ** 3, "expected GEM"
        ),
        "aa-random-two": holds(
            lambda e: _random(e)["NTS"] == _random(e)["DIS"] == Fraction(1, 4) ** 2,
            "expected NTS and DIS",
        ),
        # Table 10
        "table10-train": count(lambda e: len(rules.questions(e, "train")), "questions"),
        "table10-dev": count(lambda e: len(rules.questions(e, "dev")), "questions"),
        "table10-test": count(lambda e: len(rules.questions(e, "test")), "questions"),
        "table10-groups": count(lambda e: len(rules.pairs(e, "test")), "groups"),
        # Appendix A: Held-out metadata controls
        "aa-rules": count(lambda e: len(rules.FEATURES), "rules"),
        "aa-rules-train": count(lambda e: len(rules.questions(e, "train")), "questions"),
        "aa-rules-groups": count(lambda e: len(rules.pairs(e, "train")), "groups"),
        "aa-rules-dev": count(lambda e: len(rules.questions(e, "dev")), "questions"),
        "aa-rules-test": count(lambda e: len(rules.questions(e, "test")), "questions"),
        "aa-rules-seen": holds(lambda e: not unseen_values(e), "no unseen value"),
        "aa-rule-accuracy": rate(rule(COUNT_RULE), "accuracy"),
        "aa-rule-nts": rate(rule_joint(COUNT_RULE, "NTS"), "NTS"),
        "aa-rule-dis": rate(rule_joint(COUNT_RULE, "DIS"), "DIS"),
        "aa-majority-dis": rate(rule_joint("Majority letter", "DIS"), "DIS"),
        # Appendix A: Adaptation configuration
        "aa-controls": count(
            lambda e: sum(e.records.has(ordinary(f, "Base")) for f in FAMILIES), "runs"
        ),
        "aa-adapters": count(_adapters, "runs"),
        "aa-same-questions": count(lambda e: len(e.items), "test questions"),
        "aa-rotation-zero": holds(_executions_differ, "executions differ"),
        "aa-export-train": count(lambda e: len(split_items(e, "train")), "questions"),
        "aa-export-dev": count(lambda e: len(split_items(e, "dev")), "questions"),
        "aa-seeds": count(run_count("ordinary/Qwen2.5-VL-7B/LoRA-"), "runs"),
        "aa-rotations": count(lambda e: len(e.records.rotations(ROTATED_GPT)), "rotations"),
        # Table 11
        "table11-questions": count(lambda e: len(e.items), "test questions"),
        "table11-groups": count(lambda e: len(e.family("FQ1")), "test groups"),
        "table11-seeds": count(run_count("ordinary/InternVL3-8B/LoRA-"), "runs"),
        "table11-apart": holds(_executions_differ, "executions differ"),
        # Appendix A: Circular metrics
        "aa-n": count(lambda e: len(e.items), "test questions"),
        "aa-complete": holds(
            lambda e: complete_rotations(e, FAMILIES) == 7, "complete predictions"
        ),
        "aa-gpt-responses": count(
            lambda e: (
                sum(len(e.view(ROTATED_GPT, r).outcomes) for r in ROTATIONS)
                - invalid(e, ROTATED_GPT)
            ),
            "valid answers",
        ),
        "aa-gpt-items": count(asked(ROTATED_GPT), "questions"),
        "aa-gpt-rotations": count(lambda e: len(e.records.rotations(ROTATED_GPT)), "rotations"),
        "aa-gpt-rotation-0": hits(right(ROTATED_GPT, 0), "accuracy"),
        "aa-gpt-rotation-1": hits(right(ROTATED_GPT, 1), "accuracy"),
        "aa-gpt-rotation-2": hits(right(ROTATED_GPT, 2), "accuracy"),
        "aa-gpt-rotation-3": hits(right(ROTATED_GPT, 3), "accuracy"),
        "aa-gpt-circular": hits(lambda e: rotation_scores(e, ROTATED_GPT)["Circular"], "Circular"),
        "aa-gpt-consistent": hits(
            lambda e: rotation_scores(e, ROTATED_GPT)["Consistency"], "Consistency"
        ),
        "aa-gpt-vanilla": rate(lambda e: rotation_scores(e, ROTATED_GPT)["Vanilla"], "Vanilla"),
        "aa-gpt-primary": rate(right(GPT_0), "accuracy"),
        # Table 12
        "table12-items": count(lambda e: len(e.items), "test questions"),
        "table12-rotations": count(lambda e: len(e.records.rotations(ROTATED_GPT)), "rotations"),
        "table12-responses": holds(
            lambda e: complete_rotations(e, (*FAMILIES, "GPT-5.6")) == 8, "complete predictions"
        ),
        # Appendix A: GPT cross-run stability
        "aa-cross-items": count(lambda e: _cross(e).total, "items"),
        "aa-cross-both": count(lambda e: _cross(e).both, "items"),
        "aa-cross-first": count(lambda e: _cross(e).first, "items"),
        "aa-cross-second": count(lambda e: _cross(e).second, "items"),
        "aa-cross-neither": count(lambda e: _cross(e).neither, "items"),
        "aa-cross-changed": hits(_changed(GPT_0, ROTATED_GPT), "changed answers"),
        "aa-cross-rate": rate(_changed(GPT_0, ROTATED_GPT), "changed answers"),
        "aa-cross-components": count(lambda e: len(by_either(e.test)), "components"),
        "aa-cross-interval": lambda e: item_interval(
            e,
            changed(e.view(GPT_0), e.view(ROTATED_GPT)),
            by_either(e.test),
            DRAWS,
            metric="changed answers",
        ),
        "aa-cross-difference": gain(right(ROTATED_GPT), right(GPT_0), "accuracy-difference"),
        "aa-cross-difference-interval": lambda e: item_interval(
            e,
            minus(tally_right(e.view(ROTATED_GPT)), tally_right(e.view(GPT_0))),
            by_either(e.test),
            DRAWS,
            metric="accuracy-difference",
        ),
        # Appendix A: Same-order control
        "aa-repeat-queries": count(asked(REPEATED_GPT), "questions"),
        "aa-repeat-valid": holds(all_valid(REPEATED_GPT), "valid answers"),
        "aa-repeat-right": hits(right(REPEATED_GPT), "accuracy"),
        "aa-repeat-p": lambda e: scores(e, REPEATED_GPT)["P"],
        "aa-repeat-r": lambda e: scores(e, REPEATED_GPT)["R"],
        "aa-repeat-f1": lambda e: scores(e, REPEATED_GPT)["F1"],
        "aa-repeat-accuracy": rate(right(REPEATED_GPT), "accuracy"),
        "aa-repeat-gem": rate(solved(REPEATED_GPT, "GEM"), "GEM"),
        "aa-repeat-nts": rate(solved(REPEATED_GPT, "NTS"), "NTS"),
        "aa-repeat-dis": rate(solved(REPEATED_GPT, "DIS"), "DIS"),
        "aa-repeat-primary-both": count(lambda e: _repeated(e, GPT_0).both, "items"),
        "aa-repeat-primary-first": count(lambda e: _repeated(e, GPT_0).first, "items"),
        "aa-repeat-primary-second": count(lambda e: _repeated(e, GPT_0).second, "items"),
        "aa-repeat-primary-neither": count(lambda e: _repeated(e, GPT_0).neither, "items"),
        "aa-repeat-primary-changed": rate(_changed(GPT_0, REPEATED_GPT), "changed answers"),
        "aa-repeat-zero-both": count(lambda e: _repeated(e, ROTATED_GPT).both, "items"),
        "aa-repeat-zero-first": count(lambda e: _repeated(e, ROTATED_GPT).first, "items"),
        "aa-repeat-zero-second": count(lambda e: _repeated(e, ROTATED_GPT).second, "items"),
        "aa-repeat-zero-neither": count(lambda e: _repeated(e, ROTATED_GPT).neither, "items"),
        "aa-repeat-zero-changed": hits(_changed(ROTATED_GPT, REPEATED_GPT), "changed answers"),
        "aa-pair-both": count(lambda e: pair_hits(e, "Both correct", "Repeat"), "both correct"),
        "aa-pair-consistent": count(lambda e: pair_hits(e, "Consistency", "Repeat"), "consistent"),
        "aa-pair-both-r1": count(lambda e: pair_hits(e, "Both correct", "R1"), "both correct"),
        "aa-pair-consistent-r1": count(lambda e: pair_hits(e, "Consistency", "R1"), "consistent"),
        "aa-pair-both-r2": count(lambda e: pair_hits(e, "Both correct", "R2"), "both correct"),
        "aa-pair-consistent-r2": count(lambda e: pair_hits(e, "Consistency", "R2"), "consistent"),
        "aa-pair-both-r3": count(lambda e: pair_hits(e, "Both correct", "R3"), "both correct"),
        "aa-pair-consistent-r3": count(lambda e: pair_hits(e, "Consistency", "R3"), "consistent"),
        "aa-order-triplets": count(lambda e: len(by_group(e.test)), "triplets"),
        "aa-order-components": count(lambda e: len(by_either(e.test)), "components"),
        "aa-order-both-zero": holds(
            lambda e: all(
                includes_zero(item_signs(e, f"Both correct, difference from R0–R{r}", union))
                for r in (1, 2, 3)
                for union in (False, True)
            ),
            "include zero",
        ),
        "aa-order-consistency-union": holds(
            lambda e: item_signs(e, "Consistency, difference from R0–R1", True) == (-1, -1),
            "below zero",
        ),
        "aa-order-consistency-triplets": holds(
            lambda e: includes_zero(item_signs(e, "Consistency, difference from R0–R1", False)),
            "includes zero",
        ),
    }
)
