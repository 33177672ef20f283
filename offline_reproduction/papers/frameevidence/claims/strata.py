"""Appendices F.1, F.3 and G.1–G.3: overlap, text classifier, image source, executions, shots."""

from __future__ import annotations

from fractions import Fraction

from fe_core.scoring.paired import Paired
from offline_reproduction.papers.frameevidence.claims.comparisons import (
    higher_when_rendered,
    rendered_lead,
    shot_spans_zero,
)
from offline_reproduction.papers.frameevidence.claims.vocabulary import (
    GPT_0,
    GPT_1,
    GPT_2,
    GPT_3,
    INTERNVL,
    INTERNVL_LORA,
    QWEN,
    QWEN_32B,
    QWEN_LORA,
    RUNS,
    all_valid,
    asked,
    count,
    gap,
    hits,
    holds,
    named,
    rate,
    right,
    run_count,
    solved,
)
from offline_reproduction.papers.frameevidence.configurations import PAIRS, ordinary
from offline_reproduction.papers.frameevidence.evidence import VARIANTS, Evidence
from offline_reproduction.papers.frameevidence.partitions import by_either
from offline_reproduction.papers.frameevidence.release import (
    count_groups,
    overlap_groups,
    scenes,
    split_items,
)
from offline_reproduction.papers.frameevidence.scores import JOINT, Score, having, joint_pairing
from offline_reproduction.papers.frameevidence.tables.controls import TEXT_RUN
from offline_reproduction.papers.frameevidence.tables.transitions import retention, same_letters

APART, OVERLAPPING = having("overlap", "none"), having("overlap", "train")


def _apart(evidence: Evidence, metric: str) -> Paired:
    groups = [group for group in evidence.test if APART(group)]
    return joint_pairing(evidence.view(QWEN), evidence.view(QWEN_LORA), groups, metric)


def _strata_add_up(evidence: Evidence) -> bool:
    views = evidence.view(QWEN), evidence.view(QWEN_LORA)
    kinds = [[g for g in evidence.test if keep(g)] for keep in (OVERLAPPING, APART)]
    return all(
        tuple(
            map(sum, zip(*(joint_pairing(*views, groups, metric) for groups in kinds), strict=True))
        )
        == joint_pairing(*views, evidence.test, metric)
        for metric in JOINT
    )


def _favours_captured(evidence: Evidence, run: str) -> bool:
    return all(rendered_lead(evidence, run, metric) < 0 for metric in ("Acc.", "DIS"))


def _base_changes(evidence: Evidence, pair: int) -> int:
    base = PAIRS[pair][0]
    runs = evidence.view(base.primary), evidence.view(ordinary(base.model, "Base"))
    same = same_letters(evidence, *runs)
    return same.total - same.hits


def _base_runs(evidence: Evidence, pair: int) -> tuple[int, int]:
    base = PAIRS[pair][0]
    runs = base.primary, ordinary(base.model, "Base")
    first, second = (right(run)(evidence).hits for run in runs)
    return first, second


def _same_joint(evidence: Evidence, pair: int, metrics: tuple[str, ...]) -> bool:
    base = PAIRS[pair][0]
    other = ordinary(base.model, "Base")
    return all(
        solved(base.primary, metric)(evidence) == solved(other, metric)(evidence)
        for metric in metrics
    )


def _both_families(evidence: Evidence) -> bool:
    family = {group.name: group.family for group in evidence.test}
    return all(
        {family[name] for name in component.members} == set(VARIANTS)
        for component in by_either(evidence.test)
    )


CLAIMS = named(
    {
        # F.1
        "f1-train": count(lambda e: len(overlap_groups(e, "train")), "groups"),
        "f1-dev": count(lambda e: len(overlap_groups(e, "dev")), "groups"),
        "f1-none": count(lambda e: len(overlap_groups(e, "none")), "groups"),
        "f1-fq1-overlap": count(
            lambda e: count_groups(e.test, overlap="train", family="FQ1"), "groups"
        ),
        "f1-fq2-overlap": count(
            lambda e: count_groups(e.test, overlap="train", family="FQ2"), "groups"
        ),
        "f1-overlap-clusters": count(lambda e: len(scenes(overlap_groups(e, "train"))), "clusters"),
        "f1-apart-clusters": count(lambda e: len(scenes(overlap_groups(e, "none"))), "clusters"),
        "f1-fq1-apart": count(
            lambda e: count_groups(e.test, overlap="none", family="FQ1"), "groups"
        ),
        "f1-fq2-apart": count(
            lambda e: count_groups(e.test, overlap="none", family="FQ2"), "groups"
        ),
        "f1-apart-rendered": count(
            lambda e: count_groups(e.test, overlap="none", source="rendered"), "groups"
        ),
        "f1-apart-captured": count(
            lambda e: count_groups(e.test, overlap="none", source="captured"), "groups"
        ),
        "f1-overlap-rendered": count(
            lambda e: count_groups(e.test, overlap="train", source="rendered"), "groups"
        ),
        "f1-overlap-captured": count(
            lambda e: count_groups(e.test, overlap="train", source="captured"), "groups"
        ),
        "f1-configurations": count(run_count("primary/"), "runs"),
        "f1-zero-gem": holds(
            lambda e: not any(solved(run, "GEM", APART)(e).hits for run in RUNS), "zero GEM"
        ),
        "f1-qwen-overlap-base": rate(solved(QWEN, "DIS", OVERLAPPING), "DIS"),
        "f1-qwen-overlap-lora": rate(solved(QWEN_LORA, "DIS", OVERLAPPING), "DIS"),
        "f1-qwen-apart-base": rate(solved(QWEN, "DIS", APART), "DIS"),
        "f1-qwen-apart-lora": rate(solved(QWEN_LORA, "DIS", APART), "DIS"),
        "f1-internvl-overlap-base": rate(solved(INTERNVL, "NTS", OVERLAPPING), "NTS"),
        "f1-internvl-overlap-lora": rate(solved(INTERNVL_LORA, "NTS", OVERLAPPING), "NTS"),
        "f1-internvl-apart-base": rate(solved(INTERNVL, "NTS", APART), "NTS"),
        "f1-internvl-apart-lora": rate(solved(INTERNVL_LORA, "NTS", APART), "NTS"),
        "f1-seeds": count(run_count("ordinary/Qwen2.5-VL-7B/LoRA-"), "runs"),
        "f1-gains": count(lambda e: _apart(e, "DIS").second, "gains"),
        "f1-losses": count(lambda e: _apart(e, "DIS").first, "losses"),
        "f1-sums": holds(_strata_add_up, "strata add up"),
        "f1-step": gap(
            lambda e: Fraction(1, solved(QWEN, "DIS", APART)(e).total), "points per group"
        ),
        "f1-eight": count(lambda e: solved(QWEN, "DIS", APART)(e).total, "groups"),
        # F.3
        "f3-train": count(lambda e: len(split_items(e, "train")), "questions"),
        "f3-dev": count(lambda e: len(split_items(e, "dev")), "questions"),
        "f3-test": count(asked(TEXT_RUN), "questions"),
        "f3-right": hits(right(TEXT_RUN), "accuracy"),
        "f3-chance": holds(
            lambda e: abs(Fraction(*right(TEXT_RUN)(e)) - Fraction(1, 4)) < Fraction(2, 100),
            "near chance",
        ),
        "f3-none": holds(
            lambda e: not solved(TEXT_RUN, "GEM")(e).hits and not solved(TEXT_RUN, "NTS")(e).hits,
            "none solved",
        ),
        "f3-dis": hits(solved(TEXT_RUN, "DIS"), "DIS"),
        "f3-mss": count(lambda e: retention(e, TEXT_RUN).mss, "MSS right"),
        # G.1
        "g1-captured": count(lambda e: count_groups(e.test, source="captured"), "groups"),
        "g1-rendered": count(lambda e: count_groups(e.test, source="rendered"), "groups"),
        "g1-captured-family": holds(
            lambda e: all(count_groups(e.family(f), source="captured") == 21 for f in VARIANTS),
            "captured groups",
        ),
        "g1-rendered-family": holds(
            lambda e: all(count_groups(e.family(f), source="rendered") == 27 for f in VARIANTS),
            "rendered groups",
        ),
        "g1-accuracy": rate(
            lambda e: Score(higher_when_rendered(e, "Acc."), len(RUNS)), "configurations"
        ),
        "g1-dis": count(lambda e: higher_when_rendered(e, "DIS"), "configurations"),
        "g1-qwen-32b": holds(
            lambda e: _favours_captured(e, QWEN_32B) and not _favours_captured(e, QWEN),
            "favours captured",
        ),
        "g1-gpt": holds(
            lambda e: rendered_lead(e, GPT_0, "Acc.") < 0 < rendered_lead(e, GPT_1, "Acc."),
            "advantage shifts",
        ),
        # G.2
        "g2-valid": holds(
            all_valid(
                QWEN, INTERNVL, ordinary("Qwen2.5-VL-7B", "Base"), ordinary("InternVL3-8B", "Base")
            ),
            "valid answers",
        ),
        "g2-qwen-changed": count(lambda e: _base_changes(e, 0), "changed answers"),
        "g2-qwen-net": count(lambda e: _base_runs(e, 0)[1] - _base_runs(e, 0)[0], "net gain"),
        "g2-qwen-primary": count(lambda e: _base_runs(e, 0)[0], "right answers"),
        "g2-qwen-ordinary": count(lambda e: _base_runs(e, 0)[1], "right answers"),
        "g2-internvl-changed": count(lambda e: _base_changes(e, 1), "changed answers"),
        "g2-internvl-net": count(lambda e: _base_runs(e, 1)[1] - _base_runs(e, 1)[0], "net gain"),
        "g2-internvl-primary": count(lambda e: _base_runs(e, 1)[0], "right answers"),
        "g2-internvl-ordinary": count(lambda e: _base_runs(e, 1)[1], "right answers"),
        "g2-qwen-dis-primary": rate(solved(QWEN, "DIS"), "DIS"),
        "g2-qwen-dis-ordinary": rate(solved(ordinary("Qwen2.5-VL-7B", "Base"), "DIS"), "DIS"),
        "g2-qwen-unchanged": holds(lambda e: _same_joint(e, 0, ("GEM", "NTS")), "unchanged"),
        "g2-internvl-unchanged": holds(
            lambda e: _same_joint(e, 1, ("GEM", "NTS", "DIS")), "unchanged"
        ),
        # G.3
        "g3-groups": count(lambda e: len(e.test), "test groups"),
        "g3-components": count(lambda e: len(by_either(e.test)), "components"),
        "g3-both-families": holds(_both_families, "both families"),
        "g3-items": count(lambda e: right(GPT_3)(e).hits - right(GPT_2)(e).hits, "net gain"),
        "g3-groups-lost": count(
            lambda e: solved(GPT_2, "GEM")(e).hits - solved(GPT_3, "GEM")(e).hits, "net loss"
        ),
        "g3-zero": holds(
            lambda e: shot_spans_zero(e, "Acc.") and shot_spans_zero(e, "GEM"), "include zero"
        ),
    }
)
