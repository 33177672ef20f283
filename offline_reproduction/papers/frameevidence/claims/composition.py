"""What the release is made of: sections 4 and 5, Figures 2, 3 and 6, Appendix A's audits."""

from __future__ import annotations

from offline_reproduction.papers.frameevidence.claims.comparisons import higher_when_rendered
from offline_reproduction.papers.frameevidence.claims.repeated import (
    COUNT_RULE,
    internvl_only_removed,
    reference,
    rule,
    rule_joint,
)
from offline_reproduction.papers.frameevidence.claims.vocabulary import (
    INTERNVL,
    INTERNVL_LORA,
    QWEN,
    QWEN_LORA,
    RUNS,
    asked,
    count,
    hits,
    holds,
    named,
    rate,
    right,
    solved,
)
from offline_reproduction.papers.frameevidence.evidence import INSUFFICIENT, VARIANTS, Evidence
from offline_reproduction.papers.frameevidence.metadata_rules import questions
from offline_reproduction.papers.frameevidence.release import (
    conditions,
    count_groups,
    evenly,
    every_item,
    gold_meaning,
    image_counts,
    image_paths,
    images,
    labels,
    letters,
    letters_by_condition,
    overlap_groups,
    repeated,
    scene_splits,
    scenes,
    signatures,
    top_labels,
    well_assembled,
)
from offline_reproduction.papers.frameevidence.scores import Score, having
from offline_reproduction.papers.frameevidence.tables.controls import TEXT_RUN

APART = having("overlap", "none")


def _base_sizes(evidence: Evidence, family: str) -> list[int]:
    """Images of each group's base set: its camera question's, or its MSS question's."""
    return [
        len(group.items[VARIANTS[family][0]].images)
        for group in evidence.groups
        if group.family == family
    ]


def _always_insufficient(evidence: Evidence) -> Score:
    found = [gold_meaning(item) == INSUFFICIENT for item in questions(evidence, "test")]
    return Score(sum(found), len(found))


def _text_repeats(evidence: Evidence) -> bool:
    view = evidence.view(TEXT_RUN)
    return all(
        len({view.options[item.item] for item in group.items.values()}) == 1
        for group in evidence.family("FQ2")
    )


def _opposing_nts(evidence: Evidence) -> bool:
    before, after = solved(INTERNVL, "NTS"), solved(INTERNVL_LORA, "NTS")
    moves = []
    for kind in ("train", "none"):
        keep = having("overlap", kind)
        stratum = solved(INTERNVL, "NTS", keep), solved(INTERNVL_LORA, "NTS", keep)
        moves.append(stratum[1](evidence).hits - stratum[0](evidence).hits)
    return before(evidence).hits == after(evidence).hits and min(moves) < 0 < max(moves)


def _pool(evidence: Evidence) -> bool:
    groups = {group.name: (group.family, group.split) for group in evidence.groups}
    return (groups.get("group_00152"), groups.get("group_00388")) == (
        ("FQ1", "train"),
        ("FQ2", "train"),
    )


def _headings(evidence: Evidence, tag: str) -> int:
    return count_groups(evidence.family("FQ2"), tag=tag, camera_heading="yes")


CLAIMS = named(
    {
        # Figure 2
        "fig2-other-labels": count(lambda e: len(labels(e)) - 10, "labels"),
        "fig2-other-occurrences": count(
            lambda e: sum(labels(e).values()) - top_labels(e), "label occurrences"
        ),
        "fig2-occurrences": count(lambda e: sum(labels(e).values()), "label occurrences"),
        # §4.1
        "s41-captured": count(lambda e: count_groups(e.groups, source="captured"), "groups"),
        "s41-rendered": count(lambda e: count_groups(e.groups, source="rendered"), "groups"),
        "s41-fewest-frame-images": count(lambda e: min(_base_sizes(e, "FQ1")), "images"),
        "s41-most-frame-images": count(lambda e: max(_base_sizes(e, "FQ1")), "images"),
        "s41-frame-questions": count(
            lambda e: max(len(g.items) for g in e.family("FQ1")), "questions of a group"
        ),
        "s41-fewest-mss-images": count(lambda e: min(_base_sizes(e, "FQ2")), "images"),
        "s41-most-mss-images": count(lambda e: max(_base_sizes(e, "FQ2")), "images"),
        "s41-one-image": holds(
            lambda e: all(well_assembled(g) for g in e.groups if g.family == "FQ2"),
            "one image less or more",
        ),
        "s41-fq1-2-images": count(lambda e: _base_sizes(e, "FQ1").count(2), "groups"),
        "s41-fq1-3-images": count(lambda e: _base_sizes(e, "FQ1").count(3), "groups"),
        "s41-fq1-4-images": count(lambda e: _base_sizes(e, "FQ1").count(4), "groups"),
        "s41-fq2-2-images": count(lambda e: _base_sizes(e, "FQ2").count(2), "groups"),
        "s41-fq2-3-images": count(lambda e: _base_sizes(e, "FQ2").count(3), "groups"),
        "s41-fq2-4-images": count(lambda e: _base_sizes(e, "FQ2").count(4), "groups"),
        # §4.2
        "s42-letters": holds(lambda e: evenly(letters(every_item(e)), 240), "letters"),
        "s42-letters-per-condition": holds(
            lambda e: set(letters_by_condition(e).values()) == {40}, "letters by condition"
        ),
        "s42-option-order": holds(
            lambda e: all(well_assembled(g) for g in e.groups), "option order"
        ),
        # §4.3
        "s43-train-groups": count(lambda e: sum(g.split == "train" for g in e.groups), "groups"),
        "s43-dev-groups": count(lambda e: sum(g.split == "dev" for g in e.groups), "groups"),
        "s43-test-groups": count(lambda e: sum(g.split == "test" for g in e.groups), "groups"),
        "s43-splits": holds(
            lambda e: (
                all(len({i.split for i in g.items.values()}) == 1 for g in e.groups)
                and all(len(s) == 1 for s in images(e).values())
            ),
            "one split",
        ),
        "s43-scenes-shared": holds(
            lambda e: any(len(s) > 1 for s in scene_splits(e).values()), "shared scenes"
        ),
        # Figure 3
        "fig3-items": count(lambda e: 3 * len(e.family("FQ2")), "test questions"),
        "fig3-groups": count(lambda e: len(e.family("FQ2")), "test groups"),
        # §5: Composition and balance
        "s5-conditions": holds(
            lambda e: sorted(conditions(e).values()) == [160] * 6, "questions by condition"
        ),
        "s5-relations": holds(
            lambda e: (
                count_groups(e.groups, relation="axial")
                == count_groups(e.groups, relation="quadrant")
            ),
            "relations",
        ),
        "s5-top-labels": count(top_labels, "label occurrences"),
        "s5-occurrences": count(lambda e: sum(labels(e).values()), "label occurrences"),
        "s5-other-labels": count(lambda e: len(labels(e)) - 10, "labels"),
        "s5-test-A": count(lambda e: letters(e.items)["A"], "gold letters"),
        "s5-test-B": count(lambda e: letters(e.items)["B"], "gold letters"),
        "s5-test-C": count(lambda e: letters(e.items)["C"], "gold letters"),
        "s5-test-D": count(lambda e: letters(e.items)["D"], "gold letters"),
        # §5: Evidence structure and non-visual controls
        "s5-extreme-counts": holds(
            lambda e: image_counts(e, 1) == {"deletion"} and image_counts(e, 5) == {"addition"},
            "extreme image counts",
        ),
        "s5-fq2-items": count(lambda e: len(questions(e, "test")), "test questions"),
        "s5-rule-accuracy": rate(rule(COUNT_RULE), "accuracy"),
        "s5-always-insufficient": rate(_always_insufficient, "accuracy"),
        "s5-rule-nts": rate(rule_joint(COUNT_RULE, "NTS"), "NTS"),
        "s5-rule-dis": rate(rule_joint(COUNT_RULE, "DIS"), "DIS"),
        "s5-text-accuracy": rate(right(TEXT_RUN), "accuracy"),
        "s5-text-items": count(asked(TEXT_RUN), "questions"),
        "s5-text-nts": hits(solved(TEXT_RUN, "NTS"), "NTS"),
        "s5-text-repeats": holds(_text_repeats, "one letter a group"),
        # §5: Scene overlap and sensitivity
        "s5-images": count(lambda e: len(images(e)), "images"),
        "s5-paths": count(image_paths, "image paths"),
        "s5-exact-images": holds(
            lambda e: all(len(s) == 1 for s in images(e).values()), "images within one split"
        ),
        "s5-shared": count(lambda e: len(overlap_groups(e, "train")), "groups"),
        "s5-apart": count(lambda e: len(overlap_groups(e, "none")), "groups"),
        "s5-apart-clusters": count(
            lambda e: len(scenes(overlap_groups(e, "none"))), "scene clusters"
        ),
        "s5-apart-dis-base": rate(solved(QWEN, "DIS", APART), "DIS"),
        "s5-apart-dis-lora": rate(solved(QWEN_LORA, "DIS", APART), "DIS"),
        "s5-apart-direction": holds(
            lambda e: solved(QWEN_LORA, "DIS")(e).hits < solved(QWEN, "DIS")(e).hits, "DIS falls"
        ),
        "s5-opposing-nts": holds(_opposing_nts, "opposing changes"),
        "s5-apart-rendered": count(
            lambda e: count_groups(overlap_groups(e, "none"), source="rendered"), "groups"
        ),
        "s5-apart-captured": count(
            lambda e: count_groups(overlap_groups(e, "none"), source="captured"), "groups"
        ),
        "s5-rendered-dis": rate(
            lambda e: Score(higher_when_rendered(e, "DIS"), len(RUNS)), "configurations"
        ),
        "s5-rendered-accuracy": count(lambda e: higher_when_rendered(e, "Acc."), "configurations"),
        # §5: Ordinal references after deletion
        "s5-removed": rate(reference("removed"), "groups"),
        "s5-shifted": hits(reference("shifted"), "groups"),
        "s5-another-image": count(
            lambda e: count_groups(e.family("FQ2"), ordinal_after="other-image"), "groups"
        ),
        "s5-out-of-range": count(
            lambda e: count_groups(e.family("FQ2"), ordinal_after="out-of-range"), "groups"
        ),
        "s5-internvl-removed": holds(internvl_only_removed, "removed only"),
        "s5-headings": rate(
            lambda e: Score(_headings(e, "object") + _headings(e, "world"), len(e.family("FQ2"))),
            "camera headings",
        ),
        # Figure 6
        "fig6-conditions": count(lambda e: len(conditions(e)), "conditions"),
        "fig6-questions": holds(
            lambda e: set(conditions(e).values()) == {160}, "questions by condition"
        ),
        "fig6-labels": count(lambda e: len(labels(e)), "labels"),
        # Appendix A: Input and assembly consistency
        "aa-items": count(lambda e: len(e.records.items), "questions"),
        "aa-signatures": count(lambda e: len(signatures(every_item(e))), "signatures"),
        "aa-repeated": holds(
            lambda e: (
                [[i.split for i in s] for s in repeated(e)] == [["train", "train"]]
                and all(len({i.gold for i in s}) == 1 for s in repeated(e))
            ),
            "repeated signature",
        ),
        "aa-no-crossing": holds(
            lambda e: all(len({(i.split, i.gold) for i in s}) == 1 for s in repeated(e)),
            "no crossing",
        ),
        "aa-test-inputs": count(lambda e: len(signatures(e.items)), "signatures"),
        "aa-groups": count(lambda e: sum(map(well_assembled, e.groups)), "groups"),
        "aa-frame-golds": holds(
            lambda e: all(well_assembled(g) for g in e.groups if g.family == "FQ1"), "frame groups"
        ),
        "aa-evidence-sets": holds(
            lambda e: all(well_assembled(g) for g in e.groups if g.family == "FQ2"),
            "evidence groups",
        ),
        "aa-no-duplicates": holds(
            lambda e: all(len(set(i.images)) == len(i.images) for i in every_item(e)),
            "no repeated image",
        ),
        # Appendix A: Few-shot construction
        "aa-pool": holds(_pool, "demonstration groups"),
        # Appendix A: Production review and release correspondence
        "aa-covered-groups": count(lambda e: len(e.groups), "groups"),
        "aa-covered-questions": count(lambda e: len(e.records.items), "questions"),
        "aa-anchor-item": holds(
            lambda e: (
                e.records.items["fce_test_00581"].split == "train"
                if "fce_test_00581" in e.records.items
                else False
            ),
            "training item",
        ),
    }
)
