"""Appendices C, D and D.1, D.4–D.6: input controls, gaps, references, clusterings."""

from __future__ import annotations

from fractions import Fraction

from fe_core.scoring import chance
from fe_core.scoring.paired import Paired
from offline_reproduction.papers.frameevidence import metadata_rules as rules
from offline_reproduction.papers.frameevidence.claims.comparisons import (
    ablations_valid,
    above_reference,
    adapted_below_zero,
    adapted_includes_zero,
    below_reference,
    ordinary_runs,
    reference_gaps,
    scene_range,
)
from offline_reproduction.papers.frameevidence.claims.vocabulary import (
    GPT_0,
    INTERNVL,
    INTERNVL_LORA,
    QWEN,
    RUNS,
    count,
    gap,
    holds,
    named,
    natural,
    rate,
    run_count,
    solved,
    value,
)
from offline_reproduction.papers.frameevidence.configurations import OPEN, PAIRS
from offline_reproduction.papers.frameevidence.evidence import VARIANTS, Evidence
from offline_reproduction.papers.frameevidence.partitions import by_either, by_image, by_scene
from offline_reproduction.papers.frameevidence.release import count_groups, scenes
from offline_reproduction.papers.frameevidence.scores import Score, having, joint_pairing
from offline_reproduction.papers.frameevidence.tables.decompositions import (
    alignment,
    rule_alignment,
)
from offline_reproduction.papers.frameevidence.tables.strata import RELATIONS, Gaps, gaps


def _headings(evidence: Evidence, tag: str) -> int:
    return count_groups(evidence.family("FQ2"), tag=tag, camera_heading="yes")


def _relation_gaps(evidence: Evidence, metric: str) -> Gaps:
    axial, quadrant = (having("relation", name) for name in RELATIONS)
    return gaps(evidence, metric, axial, quadrant)


def _rule_rate(evidence: Evidence, metric: str) -> Fraction | None:
    found = rule_alignment(evidence, "Majority letter", metric)
    return Fraction(found.joint, found.groups) if found.groups else None


def _crossing(evidence: Evidence) -> bool:
    groups = {group.name: group for group in evidence.family("FQ2")}
    crossing = [
        component.members
        for component in by_image(groups.values())
        if len(scenes(groups[name] for name in component.members)) > 1
    ]
    return crossing == [("group_00360", "group_00361", "group_00364")] and (
        len(scenes(groups[name] for name in crossing[0])) == 2
    )


def _internvl_nts(evidence: Evidence) -> Paired:
    before, after = evidence.view(INTERNVL), evidence.view(INTERNVL_LORA)
    return joint_pairing(before, after, evidence.test, "NTS")


CLAIMS = named(
    {
        # Appendix C
        "c-open-weight": count(
            lambda e: sum(e.records.has(c.ablation("first-image")) for c in OPEN), "configurations"
        ),
        "c-gpt-valid": holds(ablations_valid, "valid answers"),
        # Table 14
        "table14-questions": count(lambda e: len(e.items), "test questions"),
        # Appendix D
        "d-headings": rate(
            lambda e: Score(_headings(e, "object") + _headings(e, "world"), len(e.family("FQ2"))),
            "camera headings",
        ),
        "d-object-headings": count(lambda e: _headings(e, "object"), "camera headings"),
        "d-object": count(lambda e: count_groups(e.family("FQ2"), tag="object"), "groups"),
        "d-world": count(lambda e: count_groups(e.family("FQ2"), tag="world"), "groups"),
        "d-world-headings": holds(
            lambda e: _headings(e, "world") == count_groups(e.family("FQ2"), tag="world"),
            "all have one",
        ),
        # D.1
        "d1-dis": holds(lambda e: _relation_gaps(e, "DIS").positive > 10, "most are positive"),
        "d1-nts": holds(lambda e: _relation_gaps(e, "NTS").median == 0, "no median gap"),
        # Table 15
        "table15-configurations": count(run_count("primary/"), "runs"),
        "table15-groups": holds(
            lambda e: all(
                count_groups(e.family(f), relation=r) == 24 for f in VARIANTS for r in RELATIONS
            ),
            "groups by relation",
        ),
        # D.4
        "d4-random-three": natural(lambda e: chance.all_right([4] * 3), "expected GEM"),
        "d4-random-two": natural(lambda e: chance.all_right([4] * 2), "expected NTS"),
        "d4-groups": count(lambda e: alignment(e, GPT_0, "NTS").groups, "groups"),
        "d4-primary": count(run_count("primary/"), "runs"),
        "d4-ordinary": count(run_count("ordinary/"), "runs"),
        "d4-nts-below": count(lambda e: below_reference(e, "NTS", RUNS), "configurations"),
        "d4-nts-low": gap(lambda e: min(reference_gaps(e, "NTS", RUNS)), "NTS-gap"),
        "d4-nts-high": gap(lambda e: max(reference_gaps(e, "NTS", RUNS)), "NTS-gap"),
        "d4-dis-above": holds(lambda e: above_reference(e, "DIS", RUNS) == len(RUNS), "DIS above"),
        "d4-dis-low": gap(lambda e: min(reference_gaps(e, "DIS", RUNS)), "DIS-gap"),
        "d4-dis-high": gap(lambda e: max(reference_gaps(e, "DIS", RUNS)), "DIS-gap"),
        "d4-gem-positive": count(lambda e: above_reference(e, "GEM", RUNS), "configurations"),
        "d4-gem-negative": count(lambda e: below_reference(e, "GEM", RUNS), "configurations"),
        "d4-ordinary-gaps": holds(
            lambda e: (
                below_reference(e, "GEM", ordinary_runs())
                == below_reference(e, "NTS", ordinary_runs())
                == above_reference(e, "DIS", ordinary_runs())
                == 8
            ),
            "signs of gaps",
        ),
        "d4-majority-letter": holds(
            lambda e: rules.fitted(e, "Majority letter").fallback == "B", "majority letter"
        ),
        "d4-majority-nts": value(lambda e: _rule_rate(e, "NTS"), "NTS"),
        "d4-majority-nts-reference": value(
            lambda e: rule_alignment(e, "Majority letter", "NTS").reference, "NTS-reference"
        ),
        "d4-majority-dis": value(lambda e: _rule_rate(e, "DIS"), "DIS"),
        "d4-majority-dis-reference": value(
            lambda e: rule_alignment(e, "Majority letter", "DIS").reference, "DIS-reference"
        ),
        # D.6
        "d6-contrasts": count(
            lambda e: (
                sum(e.records.has(b.primary) and e.records.has(a.primary) for b, a in PAIRS) * 2
            ),
            "contrasts",
        ),
        "d6-groups": count(lambda e: len(e.family("FQ2")), "test groups"),
        "d6-image-components": count(lambda e: len(by_image(e.family("FQ2"))), "components"),
        "d6-scenes": count(lambda e: len(by_scene(e.family("FQ2"))), "clusters"),
        "d6-denominator": count(lambda e: solved(QWEN, "NTS")(e).total, "groups"),
        "d6-crossing": holds(_crossing, "crossing component"),
        "d6-union": count(lambda e: len(by_either(e.family("FQ2"))), "components"),
        "d6-largest": count(
            lambda e: max(len(c.members) for c in by_either(e.family("FQ2"))), "groups"
        ),
        "d6-nts-zero": holds(
            lambda e: adapted_includes_zero(e, "NTS", ("scene", "union")), "include zero"
        ),
        "d6-dis-negative": holds(lambda e: adapted_below_zero(e, "DIS"), "below zero"),
        "d6-internvl-new": count(lambda e: _internvl_nts(e).second, "gains"),
        "d6-internvl-lost": count(lambda e: _internvl_nts(e).first, "losses"),
        "d6-leave-one-out": holds(
            lambda e: (
                scene_range(e, 0, "NTS")[0] > 0
                and all(scene_range(e, pair, "DIS")[1] < 0 for pair in (0, 1))
            ),
            "ranges keep their sign",
        ),
    }
)
