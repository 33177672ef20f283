"""Section 6: item accuracy, matched success, input controls, option order."""

from __future__ import annotations

from fractions import Fraction

from fe_core.reporting.cells import Cell
from fe_core.scoring.paired import Paired
from offline_reproduction.papers.frameevidence import cells
from offline_reproduction.papers.frameevidence.claims.comparisons import (
    above_reference,
    adapted_below_zero,
    adapted_includes_zero,
    below_reference,
    circular_leader,
    every_seed,
    helped_by_images,
    leads,
    nearly_half_wrong,
    pair_hits,
    rotation_mean,
    rotation_rate,
    rule_gap,
    shot_spans_zero,
)
from offline_reproduction.papers.frameevidence.claims.vocabulary import (
    GPT_0,
    GPT_2,
    GPT_3,
    LLAVA,
    MINICPM,
    QWEN,
    QWEN_LORA,
    RUNS,
    Scored,
    all_valid,
    count,
    gain,
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
    ABLATED,
    FAMILIES,
    OPEN,
    PAIRS,
    REPEATED_GPT,
    ROTATED_GPT,
    SEEDS,
    circular,
    ordinary,
)
from offline_reproduction.papers.frameevidence.evidence import VARIANTS, Evidence
from offline_reproduction.papers.frameevidence.scores import Score, pairing
from offline_reproduction.papers.frameevidence.tables.contrasts import (
    CONTRAST_DRAWS,
    SHOT_DRAWS,
    contrast_columns,
)
from offline_reproduction.papers.frameevidence.tables.rotations import rotation_scores
from offline_reproduction.papers.frameevidence.tables.transitions import same_letters

QWEN_TEXT = "ablation/Qwen2.5-VL-7B/Base/text-only"
GPT_TEXT = "ablation/GPT-5.6/0-shot/text-only"
GPT_FIRST = "ablation/GPT-5.6/0-shot/first-image"


def _common_size(evidence: Evidence) -> int:
    """Groups behind each joint metric: the families' number, 0 where they differ."""
    sizes = {len(evidence.family(family)) for family in VARIANTS}
    return sizes.pop() if len(sizes) == 1 else 0


def _adapters(evidence: Evidence) -> int:
    return sum(run_count(f"ordinary/{family}/LoRA-")(evidence) for family in FAMILIES)


def _base_agreement(pair: int) -> Scored:
    base = PAIRS[pair][0]
    return lambda evidence: same_letters(
        evidence, evidence.view(base.primary), evidence.view(ordinary(base.model, "Base"))
    )


def _shots(evidence: Evidence) -> Paired:
    return pairing(evidence.view(GPT_2), evidence.view(GPT_3), evidence.items)


def _shot_interval(evidence: Evidence) -> Cell:
    sums = contrast_columns(evidence, GPT_2, GPT_3, "Acc.", "union")
    return cells.interval(sums, SHOT_DRAWS, metric="accuracy-difference", clustering="union")


def _image_interval(evidence: Evidence) -> Cell:
    sums = contrast_columns(evidence, QWEN_TEXT, QWEN, "DIS", "exact image")
    return cells.interval(sums, CONTRAST_DRAWS, metric="DIS-difference", clustering="exact image")


def _qwen_seeds(evidence: Evidence) -> Cell:
    rates = [right(ordinary("Qwen2.5-VL-7B", seed))(evidence).rate for seed in SEEDS]
    return cells.spread(rates, metric="accuracy", runs=len(rates))


def _each_seed(evidence: Evidence) -> Cell:
    """The count that all seeds share; a relation that fails where they differ."""
    counts = every_seed(evidence, "Qwen2.5-VL-7B", "DIS")
    if len(counts) != 1:
        return cells.text(" and ".join(map(str, sorted(counts))), metric="DIS")
    return cells.number(counts.pop(), len(evidence.family("FQ2")), metric="DIS")


def _qwen_circular(evidence: Evidence) -> Cell:
    runs = [circular("Qwen2.5-VL-7B", seed) for seed in SEEDS]
    rates = [rotation_scores(evidence, run)["Circular"].rate for run in runs]
    return cells.spread(rates, metric="Circular", runs=len(rates))


def _internvl_rotations(evidence: Evidence) -> bool:
    base, family = circular("InternVL3-8B", "Base"), "InternVL3-8B"
    moved = {
        name: rotation_mean(evidence, family, name) - rotation_rate(evidence, base, name)
        for name in ("Vanilla", "Circular", "Consistency")
    }
    return moved["Vanilla"] > 0 > max(moved["Circular"], moved["Consistency"])


def _changed(one: str, other: str) -> Scored:
    def found(evidence: Evidence) -> Score:
        same = same_letters(evidence, evidence.view(one), evidence.view(other))
        return Score(same.total - same.hits, same.total)

    return found


def _pair(name: str, other: str) -> Scored:
    return lambda evidence: Score(pair_hits(evidence, name, other), len(evidence.items))


def _rotation_pairs(evidence: Evidence) -> list[Fraction]:
    return [Fraction(*_pair("Both correct", name)(evidence)) for name in ("R1", "R2", "R3")]


CLAIMS = named(
    {
        # Table 4
        "table4-questions": count(lambda e: len(e.items), "test questions"),
        "table4-groups": count(lambda e: _common_size(e), "groups"),
        "table4-lora": count(lambda e: sum(r.run == QWEN_LORA for r in e.records.runs()), "runs"),
        # §6.1
        "s61-configurations": count(run_count("primary/"), "runs"),
        "s61-questions": count(lambda e: len(e.items), "test questions"),
        "s61-adapters": count(_adapters, "runs"),
        "s61-qwen-agreement": rate(_base_agreement(0), "same letter"),
        "s61-internvl-agreement": rate(_base_agreement(1), "same letter"),
        "s61-all-questions": count(lambda e: len(e.items), "test questions"),
        "s61-groups": count(lambda e: _common_size(e), "groups"),
        "s61-llava-invalid": count(lambda e: invalid(e, LLAVA), "invalid answers"),
        "s61-others-valid": holds(
            all_valid(*(run for run in RUNS if run != LLAVA)), "valid answers"
        ),
        # Table 5
        "table5-questions": count(lambda e: len(e.items), "test questions"),
        "table5-groups": count(lambda e: _common_size(e), "groups"),
        # §6.2
        "s62-gpt-3-shot": rate(right(GPT_3), "accuracy"),
        "s62-gpt-3-shot-leads": holds(
            lambda e: leads(e, GPT_3, "Acc."), "GPT 3-shot leads accuracy"
        ),
        "s62-gem": rate(solved(GPT_2, "GEM"), "GEM"),
        "s62-nts": rate(solved(GPT_2, "NTS"), "NTS"),
        "s62-gpt-2-shot-leads": holds(
            lambda e: leads(e, GPT_2, "GEM") and leads(e, GPT_2, "NTS"), "GPT 2-shot leads"
        ),
        "s62-minicpm-dis": rate(solved(MINICPM, "DIS"), "DIS"),
        "s62-minicpm-accuracy": rate(right(MINICPM), "accuracy"),
        "s62-minicpm-matches": holds(
            lambda e: solved(MINICPM, "DIS")(e) == solved(GPT_3, "DIS")(e), "equal DIS"
        ),
        "s62-gain": gain(right(GPT_3), right(GPT_2), "accuracy-difference"),
        "s62-newly-right": count(lambda e: _shots(e).second, "second-only"),
        "s62-newly-wrong": count(lambda e: _shots(e).first, "first-only"),
        "s62-gain-interval": _shot_interval,
        "s62-gain-zero": holds(lambda e: shot_spans_zero(e, "Acc."), "includes zero"),
        "s62-nts-below": rate(
            lambda e: Score(below_reference(e, "NTS", RUNS), len(RUNS)), "configurations"
        ),
        "s62-dis-above": count(lambda e: above_reference(e, "DIS", RUNS), "configurations"),
        "s62-majority-control": holds(
            lambda e: (
                rule_gap(e, "Majority letter", "NTS") < 0 < rule_gap(e, "Majority letter", "DIS")
            ),
            "same asymmetry",
        ),
        # Table 6
        "table6-questions": count(lambda e: len(e.items), "test questions"),
        "table6-seeds": count(run_count("ordinary/InternVL3-8B/LoRA-"), "runs"),
        "table6-rotations": count(lambda e: len(e.records.rotations(ROTATED_GPT)), "rotations"),
        "table6-groups": count(lambda e: _common_size(e), "groups"),
        # §6.3
        "s63-open-weight": count(
            lambda e: sum(e.records.has(c.ablation("text-only")) for c in OPEN), "configurations"
        ),
        "s63-single-image": holds(
            lambda e: all(
                set(e.view(c.ablation("first-image")).outcomes)
                == set(e.view(c.ablation("text-only")).outcomes)
                for c in ABLATED
            ),
            "same questions",
        ),
        "s63-dis": rate(lambda e: Score(helped_by_images(e, "DIS"), len(OPEN)), "configurations"),
        "s63-accuracy": count(lambda e: helped_by_images(e, "Acc."), "configurations"),
        "s63-qwen-dis": gain(solved(QWEN, "DIS"), solved(QWEN_TEXT, "DIS"), "DIS-difference"),
        "s63-qwen-interval": _image_interval,
        "s63-qwen-accuracy": holds(
            lambda e: right(QWEN)(e).hits < right(QWEN_TEXT)(e).hits, "lower accuracy"
        ),
        "s63-gpt-gain": gain(right(GPT_0), right(GPT_TEXT), "accuracy-difference"),
        "s63-gpt-insufficient": holds(
            lambda e: all(
                e.view(GPT_TEXT).insufficient(g.item(v)) for g in e.family("FQ2") for v in g.items
            ),
            "always insufficient",
        ),
        "s63-gpt-first": rate(solved(GPT_FIRST, "DIS"), "DIS"),
        "s63-gpt-all": rate(solved(GPT_0, "DIS"), "DIS"),
        "s63-seeds": count(run_count("ordinary/Qwen2.5-VL-7B/LoRA-"), "runs"),
        "s63-qwen-lora": _qwen_seeds,
        "s63-every-seed": _each_seed,
        "s63-control": rate(solved(ordinary("Qwen2.5-VL-7B", "Base"), "DIS"), "DIS"),
        "s63-dis-intervals": holds(lambda e: adapted_below_zero(e, "DIS"), "below zero"),
        "s63-nts-intervals": holds(
            lambda e: adapted_includes_zero(e, "NTS", ("scene", "union")), "include zero"
        ),
        # Figure 5
        "fig5-configurations": count(run_count("primary/"), "runs"),
        "fig5-groups": count(lambda e: len(e.family("FQ2")), "test groups"),
        # §6.4
        "s64-rotations": count(lambda e: len(e.records.rotations(ROTATED_GPT)), "rotations"),
        "s64-vanilla": holds(
            lambda e: rotation_scores(e, ROTATED_GPT)["Vanilla"] == right(ROTATED_GPT)(e),
            "rotation zero",
        ),
        "s64-circular": rate(lambda e: rotation_scores(e, ROTATED_GPT)["Circular"], "Circular"),
        "s64-gpt-leads": holds(circular_leader, "GPT leads Circular"),
        "s64-qwen-consistent": holds(
            lambda e: (
                rotation_mean(e, "Qwen2.5-VL-7B", "Consistency")
                > rotation_rate(e, ROTATED_GPT, "Consistency")
            ),
            "more consistent",
        ),
        "s64-qwen-circular": _qwen_circular,
        "s64-internvl": holds(_internvl_rotations, "opposite directions"),
        "s64-repeat": rate(right(REPEATED_GPT), "accuracy"),
        "s64-zero": rate(right(ROTATED_GPT), "accuracy"),
        "s64-changed": rate(_changed(ROTATED_GPT, REPEATED_GPT), "changed answers"),
        "s64-joint": rate(_pair("Both correct", "Repeat"), "both correct"),
        "s64-joint-low": value(lambda e: min(_rotation_pairs(e)), "both correct"),
        "s64-joint-high": value(lambda e: max(_rotation_pairs(e)), "both correct"),
        # Table 7
        "table7-items": count(lambda e: _pair("Both correct", "Repeat")(e).total, "items"),
        "table7-nearly-half": holds(nearly_half_wrong, "nearly half"),
    }
)
