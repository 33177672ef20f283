"""Numbers that several sections say: the metadata rules, and what deletion does to an ordinal."""

from __future__ import annotations

from offline_reproduction.papers.frameevidence import metadata_rules as rules
from offline_reproduction.papers.frameevidence.claims.vocabulary import (
    INTERNVL,
    INTERNVL_LORA,
    Scored,
    solved,
)
from offline_reproduction.papers.frameevidence.evidence import Evidence
from offline_reproduction.papers.frameevidence.release import count_groups
from offline_reproduction.papers.frameevidence.scores import Score, having

COUNT_RULE = "Count + insufficiency letter"


def rule(name: str) -> Scored:
    """Item accuracy of a metadata rule, fitted on the training split."""
    return lambda evidence: rules.rule_accuracy(
        rules.fitted(evidence, name), rules.questions(evidence, "test")
    )


def rule_joint(name: str, metric: str) -> Scored:
    """Joint success of a metadata rule."""
    return lambda evidence: rules.rule_joint(
        rules.fitted(evidence, name), rules.pairs(evidence, "test"), metric
    )


def reference(name: str) -> Scored:
    """FQ2 test groups by what deletion does to the ordinal."""

    def found(evidence: Evidence) -> Score:
        groups = evidence.family("FQ2")
        return Score(count_groups(groups, reference=name), len(groups))

    return found


def internvl_only_removed(evidence: Evidence) -> bool:
    """Whether InternVL's necessity successes, before and after, all lie where it is removed."""
    removed = having("reference", "removed")
    return all(
        0 < solved(run, "NTS")(evidence).hits == solved(run, "NTS", removed)(evidence).hits
        for run in (INTERNVL, INTERNVL_LORA)
    )
