"""Abstract, introduction and problem formulation."""

from __future__ import annotations

from fractions import Fraction

from offline_reproduction.papers.frameevidence.claims.comparisons import (
    adapted_higher,
    greatest,
    helped_by_images,
    joint_gains_differ,
    leads,
    rising_with_shots,
)
from offline_reproduction.papers.frameevidence.claims.vocabulary import (
    GPT_2,
    GPT_3,
    count,
    hits,
    holds,
    named,
    rate,
    right,
    run_count,
    size,
    solved,
)
from offline_reproduction.papers.frameevidence.configurations import OPEN
from offline_reproduction.papers.frameevidence.evidence import INSUFFICIENT, Evidence
from offline_reproduction.papers.frameevidence.release import frame_golds, well_assembled


def _largest(evidence: Evidence, family: str) -> int:
    return max(len(group.items) for group in evidence.family(family))


def _primary(evidence: Evidence, setting: str) -> int:
    runs = evidence.records.runs()
    return sum(run.run.startswith("primary/") and run.setting == setting for run in runs)


CLAIMS = named(
    {
        # Abstract
        "abstract-groups": count(lambda e: len(e.groups), "groups"),
        "abstract-questions": count(lambda e: len(e.records.items), "questions"),
        "abstract-frames": count(lambda e: _largest(e, "FQ1"), "questions of a group"),
        "abstract-configurations": count(run_count("primary/"), "runs"),
        "abstract-test": count(lambda e: len(e.items), "test questions"),
        "abstract-gpt-3-shot": rate(right(GPT_3), "accuracy"),
        "abstract-best-gem": rate(solved(GPT_2, "GEM"), "GEM"),
        "abstract-best-gem-rate": rate(solved(GPT_2, "GEM"), "GEM"),
        "abstract-gpt-2-shot-leads": holds(
            lambda e: leads(e, GPT_2, "GEM"), "GPT 2-shot leads GEM"
        ),
        "abstract-accuracy-rises": holds(
            lambda e: rising_with_shots(e, "Acc.") and adapted_higher(e, "Acc."), "accuracy rises"
        ),
        "abstract-joint-does-not": holds(joint_gains_differ, "a joint metric falls"),
        # §1
        "s1-families": count(lambda e: len({g.family for g in e.groups}), "families"),
        "s1-frames": count(lambda e: _largest(e, "FQ1"), "questions of a group"),
        "s1-groups": count(lambda e: len(e.groups), "groups"),
        "s1-questions": count(lambda e: len(e.records.items), "questions"),
        "s1-test-groups": count(lambda e: len(e.test), "test groups"),
        "s1-test-questions": count(lambda e: len(e.items), "test questions"),
        "s1-checkpoints": count(lambda e: _primary(e, "Base"), "runs"),
        "s1-adapted": count(lambda e: _primary(e, "LoRA"), "runs"),
        "s1-gateways": count(
            lambda e: len(
                {
                    r.model
                    for r in e.records.runs()
                    if r.run.startswith("primary/") and r.setting.endswith("-shot")
                }
            ),
            "models",
        ),
        "s1-best-accuracy": holds(
            lambda e: greatest(e, "Acc.") == Fraction(1, 2), "best accuracy is one half"
        ),
        "s1-gpt-3-shot-gem": hits(solved(GPT_3, "GEM"), "GEM"),
        "s1-gem-groups": size(solved(GPT_3, "GEM"), "GEM"),
        "s1-images-help-dis": count(lambda e: helped_by_images(e, "DIS"), "configurations"),
        "s1-open-weight": count(
            lambda e: len(OPEN) if all(e.records.has(c.ablation("text-only")) for c in OPEN) else 0,
            "configurations",
        ),
        "s1-images-help-accuracy": count(lambda e: helped_by_images(e, "Acc."), "configurations"),
        "s1-seeds": count(lambda e: run_count("ordinary/Qwen2.5-VL-7B/LoRA-")(e), "runs"),
        # §3
        "s3-fewest-images": count(
            lambda e: min(len(i.images) for i in e.records.items.values()), "images"
        ),
        "s3-most-images": count(
            lambda e: max(len(i.images) for i in e.records.items.values()), "images"
        ),
        "s3-options": holds(
            lambda e: all(len(i.options) == 4 for i in e.records.items.values()), "four options"
        ),
        "s3-insufficiency-option": holds(
            lambda e: all(
                (INSUFFICIENT in i.meanings.values()) == (i.attributes.get("family") == "FQ2")
                for i in e.records.items.values()
            ),
            "insufficiency option",
        ),
        # §3: Reference-frame intervention (FQ1)
        "s3-frames": count(lambda e: _largest(e, "FQ1"), "questions of a group"),
        "s3-golds-differ": holds(
            lambda e: all(frame_golds(g) >= 2 for g in e.groups if g.family == "FQ1"),
            "gold answers differ",
        ),
        # §3: Evidence intervention (FQ2)
        "s3-evidence-golds": holds(
            lambda e: all(well_assembled(g) for g in e.groups if g.family == "FQ2"),
            "evidence golds",
        ),
    }
)
