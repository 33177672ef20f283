"""Comparisons between configurations that sentences make: who leads, how often, which way."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from offline_reproduction.papers.frameevidence.configurations import (
    ABLATED,
    CLAUDE_SHOTS,
    FAMILIES,
    GPT_SHOTS,
    OPEN,
    ORDINARY,
    PAIRS,
    PRIMARY,
    ROTATED_GPT,
    ROTATIONS,
    SEEDS,
    Configuration,
    circular,
    ordinary,
)
from offline_reproduction.papers.frameevidence.evidence import VARIANTS, Evidence
from offline_reproduction.papers.frameevidence.metadata_rules import FEATURES, fitted, questions
from offline_reproduction.papers.frameevidence.scores import JOINT, accuracy, having, joint
from offline_reproduction.papers.frameevidence.tables.contrasts import (
    contrast_columns,
    leave_one_out,
    shot_contrasts,
    sign_interval,
)
from offline_reproduction.papers.frameevidence.tables.decompositions import (
    alignment,
    rule_alignment,
)
from offline_reproduction.papers.frameevidence.tables.inputs import score
from offline_reproduction.papers.frameevidence.tables.primary import insufficiency
from offline_reproduction.papers.frameevidence.tables.rotations import (
    PAIRS as PAIR_SCORES,
)
from offline_reproduction.papers.frameevidence.tables.rotations import (
    consistent,
    consistently_wrong,
    partner,
    rotation_scores,
)
from offline_reproduction.papers.frameevidence.tables.same_order import QUANTITIES, Executions
from offline_reproduction.papers.frameevidence.tables.strata import source_score


def leads(evidence: Evidence, run: str, metric: str) -> bool:
    """Whether one primary run is strictly ahead of the other nineteen."""
    rates = {row.primary: _rate(evidence, row.primary, metric) for row in PRIMARY}
    own = rates.pop(run)
    return all(own > other for other in rates.values())


def greatest(evidence: Evidence, metric: str) -> Fraction:
    """The best rate among the twenty primary runs."""
    return max(_rate(evidence, row.primary, metric) for row in PRIMARY)


def helped_by_images(evidence: Evidence, metric: str) -> int:
    """Open-weight configurations that score higher with all images than with none."""
    return sum(
        _rate(evidence, row.primary, metric) > _rate(evidence, row.ablation("text-only"), metric)
        for row in OPEN
    )


def rising_with_shots(evidence: Evidence, metric: str) -> bool:
    """Whether a metric rises with every added demonstration in both gateway families."""
    return all(
        _rate(evidence, step.before, metric) < _rate(evidence, step.after, metric)
        for step in shot_contrasts()
    )


def adapted_higher(evidence: Evidence, metric: str) -> bool:
    """Whether both primary LoRA checkpoints score higher than their Base."""
    return all(
        _rate(evidence, base.primary, metric) < _rate(evidence, adapted.primary, metric)
        for base, adapted in PAIRS
    )


def joint_gains_differ(evidence: Evidence) -> bool:
    """Whether some joint metric falls with a demonstration or with adaptation."""
    steps = [(step.before, step.after) for step in shot_contrasts()]
    steps += [(base.primary, adapted.primary) for base, adapted in PAIRS]
    return any(
        _rate(evidence, before, metric) > _rate(evidence, after, metric)
        for metric in JOINT
        for before, after in steps
    )


def every_seed(evidence: Evidence, family: str, metric: str) -> set[int]:
    """The joint counts that a family's adapted checkpoints have."""
    return {
        joint(evidence.view(ordinary(family, seed)), evidence.test, metric).hits for seed in SEEDS
    }


def below_reference(evidence: Evidence, metric: str, runs: Sequence[str]) -> int:
    """Runs whose joint rate is below the fixed-marginal reference."""
    return sum(gap < 0 for gap in reference_gaps(evidence, metric, runs))


def above_reference(evidence: Evidence, metric: str, runs: Sequence[str]) -> int:
    """Runs whose joint rate is above the fixed-marginal reference."""
    return sum(gap > 0 for gap in reference_gaps(evidence, metric, runs))


def reference_gaps(evidence: Evidence, metric: str, runs: Sequence[str]) -> list[Fraction]:
    """Observed minus reference for each run."""
    gaps = [alignment(evidence, run, metric).gap for run in runs]
    return [gap for gap in gaps if gap is not None]


def rule_gap(evidence: Evidence, name: str, metric: str) -> Fraction:
    """Observed minus reference for a metadata rule."""
    gap = rule_alignment(evidence, name, metric).gap
    return Fraction(0) if gap is None else gap


def ordinary_runs() -> tuple[str, ...]:
    """The eight ordinary runs."""
    return tuple(run for _, run in ORDINARY)


def interval_signs(
    evidence: Evidence, before: str, after: str, metric: str, partition: str
) -> tuple[int, int]:
    """Signs of the exact interval's endpoints for a paired contrast."""
    return sign_interval(contrast_columns(evidence, before, after, metric, partition)[0])


def adapted_below_zero(evidence: Evidence, metric: str) -> bool:
    """Whether both LoRA–Base intervals lie below zero under all three partitions."""
    return all(
        interval_signs(evidence, base.primary, adapted.primary, metric, partition) == (-1, -1)
        for base, adapted in PAIRS
        for partition in ("exact image", "scene", "union")
    )


def adapted_includes_zero(evidence: Evidence, metric: str, partitions: Sequence[str]) -> bool:
    """Whether both LoRA–Base intervals include zero under some partitions."""
    return all(
        includes_zero(interval_signs(evidence, base.primary, adapted.primary, metric, partition))
        for base, adapted in PAIRS
        for partition in partitions
    )


def includes_zero(signs: tuple[int, int]) -> bool:
    """Whether an interval with endpoints of these signs includes zero."""
    return signs[0] <= 0 <= signs[1]


def scene_range(evidence: Evidence, pair: int, metric: str) -> tuple[Fraction, Fraction]:
    """Leave-one-scene-cluster-out range of a LoRA–Base difference over 48 groups."""
    base, adapted = PAIRS[pair]
    sums = contrast_columns(evidence, base.primary, adapted.primary, metric, "scene")
    return leave_one_out(sums[0], sum(sums[1]))


def item_signs(evidence: Evidence, quantity: str, union: bool) -> tuple[int, int]:
    """Signs of a Table 13 interval's endpoints under one clustering."""
    from offline_reproduction.papers.frameevidence.partitions import by_either, by_group, columns

    tally = QUANTITIES[quantity](Executions(evidence))
    partition = (by_either if union else by_group)(evidence.test)
    sums = columns(
        partition, evidence.test, lambda group: (sum(map(tally, group.items.values())), 1)
    )
    return sign_interval(sums[0])


def circular_leader(evidence: Evidence) -> bool:
    """Whether GPT's Circular score is above every retained open-weight run's."""
    others = [
        rotation_scores(evidence, circular(family, seed))["Circular"].rate
        for family in FAMILIES
        for seed in ("Base", *SEEDS)
        if evidence.records.has(circular(family, seed))
    ]
    own = rotation_scores(evidence, ROTATED_GPT)["Circular"].rate
    return own is not None and all(other is not None and own > other for other in others)


def rotation_mean(evidence: Evidence, family: str, name: str) -> Fraction:
    """Mean of a rotation score over a family's three adapted checkpoints."""
    rates = [rotation_scores(evidence, circular(family, seed))[name].rate for seed in SEEDS]
    return sum((rate for rate in rates if rate is not None), Fraction(0)) / len(rates)


def rotation_rate(evidence: Evidence, run: str, name: str) -> Fraction:
    """A rotation score of one run."""
    return rotation_scores(evidence, run)[name].rate or Fraction(0)


def pair_hits(evidence: Evidence, name: str, other: str) -> int:
    """A count of Table 7: the metric, and the execution paired with rotation zero."""
    return PAIR_SCORES[name](evidence, [evidence.view(ROTATED_GPT), partner(evidence, other)]).hits


def nearly_half_wrong(evidence: Evidence) -> bool:
    """Whether in every pair of Table 7 between 2/5 and 1/2 of consistent items are wrong."""
    zero = evidence.view(ROTATED_GPT)
    pairs = [[zero, partner(evidence, name)] for name in ("Repeat", "R1", "R2", "R3")]
    shares = [
        Fraction(consistently_wrong(evidence, pair).hits, consistent(evidence, pair).hits or 1)
        for pair in pairs
    ]
    return all(Fraction(2, 5) < share < Fraction(1, 2) for share in shares)


def complete_rotations(evidence: Evidence, models: Sequence[str]) -> int:
    """Runs of these models that have every rotation complete and valid."""
    return sum(
        run.model in models
        and run.run.startswith("circular/")
        and evidence.records.rotations(run.run) == ROTATIONS
        and all(
            found.valid
            for rotation in ROTATIONS
            for found in evidence.view(run.run, rotation).outcomes.values()
        )
        for run in evidence.records.runs()
    )


def insufficiency_rises(evidence: Evidence, before: str, after: str) -> bool:
    """Whether insufficiency responses increase in every condition."""
    return all(
        insufficiency(evidence, before, condition) < insufficiency(evidence, after, condition)
        for condition in VARIANTS["FQ2"]
    )


def higher_when_rendered(evidence: Evidence, metric: str) -> int:
    """Primary runs that score higher on rendered than on captured groups."""
    return sum(rendered_lead(evidence, row.primary, metric) > 0 for row in PRIMARY)


def rendered_lead(evidence: Evidence, run: str, metric: str) -> Fraction:
    """Rendered minus captured rate."""
    rendered, captured = (
        source_score(evidence, run, metric, source).rate for source in ("rendered", "captured")
    )
    return (rendered or Fraction(0)) - (captured or Fraction(0))


def unseen_values(evidence: Evidence) -> int:
    """Held-out questions with a feature value that a rule of Table 10 did not see in training."""
    held_out = [item for split in ("dev", "test") for item in questions(evidence, split)]
    rules = [fitted(evidence, name) for name in FEATURES]
    return sum(rule.feature(item) not in rule.letters for rule in rules for item in held_out)


def shot_spans_zero(evidence: Evidence, metric: str) -> bool:
    """Whether GPT's two-to-three-shot interval includes zero over the union's components."""
    two, three = GPT_SHOTS["2-shot"].primary, GPT_SHOTS["3-shot"].primary
    return includes_zero(interval_signs(evidence, two, three, metric, "union"))


def ablations_valid(evidence: Evidence, row: Configuration = ABLATED[-1]) -> bool:
    """Whether a configuration's answers are all valid in every input mode."""
    runs = [row.primary, row.ablation("first-image"), row.ablation("text-only")]
    return all(o.valid for run in runs for o in evidence.view(run).outcomes.values())


def shot_rows() -> tuple[Configuration, ...]:
    """The eight gateway configurations."""
    return (*GPT_SHOTS.values(), *CLAUDE_SHOTS.values())


def stratum_count(evidence: Evidence, run: str, metric: str, attribute: str, name: str) -> int:
    """Joint successes of a run within a stratum."""
    return joint(evidence.view(run), evidence.test, metric, having(attribute, name)).hits


def item_hits(evidence: Evidence, run: str) -> int:
    """Right answers of a run."""
    return accuracy(evidence.view(run), evidence.items).hits


def _rate(evidence: Evidence, run: str, metric: str) -> Fraction:
    return score(evidence, evidence.view(run), metric).rate or Fraction(0)
