"""Section 7 and Appendix E: ordinals after deletion, wording, stable ids."""

from __future__ import annotations

from offline_reproduction.papers.frameevidence.claims.repeated import (
    internvl_only_removed,
    reference,
)
from offline_reproduction.papers.frameevidence.claims.vocabulary import (
    INTERNVL,
    INTERNVL_LORA,
    QWEN,
    QWEN_LORA,
    Scored,
    asked,
    count,
    hits,
    holds,
    invalid,
    named,
    rate,
    run_count,
    size,
    solved,
)
from offline_reproduction.papers.frameevidence.configurations import audited
from offline_reproduction.papers.frameevidence.evidence import Evidence
from offline_reproduction.papers.frameevidence.partitions import by_either, by_group
from offline_reproduction.papers.frameevidence.release import count_groups
from offline_reproduction.papers.frameevidence.scores import Score, having
from offline_reproduction.papers.frameevidence.tables import prompt_audit as audit


def _nts(run: str, reference: str) -> Scored:
    return solved(run, "NTS", having("reference", reference))


def _reference_of(evidence: Evidence, name: str) -> str:
    found = [g.attributes.get("reference", "") for g in evidence.test if g.name == name]
    return found[0] if found else ""


def _blocks(evidence: Evidence) -> int:
    runs = evidence.records.runs()
    return sum(run.run == audited(block, "original") for run in runs for block in audit.BLOCKS)


def _between_blocks(wording: str) -> Scored:
    return lambda evidence: audit.changes(evidence, *audit.views(evidence, wording))


def _with_wording(evidence: Evidence) -> Score:
    before, after = (evidence.view(audited("paired", wording)) for wording in audit.WORDINGS)
    return audit.changes(evidence, before, after)


def _valid_audit(evidence: Evidence, blocks: tuple[str, ...]) -> int:
    runs = [audited(block, wording) for block in blocks for wording in audit.WORDINGS]
    return sum(len(evidence.view(run).outcomes) for run in runs) - invalid(evidence, *runs)


CLAIMS = named(
    {
        # §7: Prompt effects vary across executions
        "s7-audit-groups": count(lambda e: len(audit.groups(e)), "groups"),
        "s7-blocks": count(_blocks, "blocks"),
        "s7-original": rate(lambda e: audit.agreement(e, "original"), "agreement"),
        "s7-stable": rate(lambda e: audit.agreement(e, "stable-ids"), "agreement"),
        "s7-nts-original": rate(lambda e: audit.joint_observations(e, "original", "NTS"), "NTS"),
        "s7-nts-stable": rate(lambda e: audit.joint_observations(e, "stable-ids", "NTS"), "NTS"),
        "s7-changes-low": hits(_between_blocks("original"), "changed answers"),
        "s7-changes-high": rate(_between_blocks("stable-ids"), "changed answers"),
        # E.1
        "e1-configurations": count(run_count("primary/"), "runs"),
        "e1-strata": count(
            lambda e: len({g.attributes.get("reference") for g in e.family("FQ2")}), "strata"
        ),
        "e1-groups": count(lambda e: len(e.family("FQ2")), "test groups"),
        "e1-stable": hits(reference("stable"), "groups"),
        "e1-none": hits(reference("none"), "groups"),
        "e1-removed": hits(reference("removed"), "groups"),
        "e1-qwen-removed": hits(_nts(QWEN, "removed"), "NTS"),
        "e1-qwen-lora-removed": hits(_nts(QWEN_LORA, "removed"), "NTS"),
        "e1-qwen-stable": hits(_nts(QWEN, "stable"), "NTS"),
        "e1-qwen-lora-stable": hits(_nts(QWEN_LORA, "stable"), "NTS"),
        "e1-internvl-removed": hits(_nts(INTERNVL, "removed"), "NTS"),
        "e1-internvl-lora-removed": hits(_nts(INTERNVL_LORA, "removed"), "NTS"),
        "e1-internvl-only": holds(internvl_only_removed, "removed only"),
        "e1-shifted": hits(reference("shifted"), "groups"),
        "e1-shifted-fail": holds(
            lambda e: (
                not any(
                    _nts(run, "shifted")(e).hits
                    for run in (QWEN, QWEN_LORA, INTERNVL, INTERNVL_LORA)
                )
            ),
            "shifted fail",
        ),
        "e1-few": count(
            lambda e: reference("stable")(e).hits + reference("none")(e).hits, "groups"
        ),
        # E.2
        "e2-groups": count(lambda e: len(audit.groups(e)), "groups"),
        "e2-shifted": count(lambda e: count_groups(audit.groups(e), reference="shifted"), "groups"),
        "e2-stable": count(lambda e: count_groups(audit.groups(e), reference="stable"), "groups"),
        "e2-none": count(lambda e: count_groups(audit.groups(e), reference="none"), "groups"),
        "e2-items": count(asked(audited("paired", "original")), "questions"),
        "e2-valid": count(lambda e: _valid_audit(e, ("paired",)), "valid answers"),
        "e2-pairs-both": count(lambda e: audit.first_pairing(e).both, "pairs"),
        "e2-pairs-first": count(lambda e: audit.first_pairing(e).first, "pairs"),
        "e2-pairs-second": count(lambda e: audit.first_pairing(e).second, "pairs"),
        "e2-pairs-neither": count(lambda e: audit.first_pairing(e).neither, "pairs"),
        "e2-difference": lambda e: audit.agreement_difference(e, ("paired",)),
        "e2-interval-groups": lambda e: audit.agreement_interval(e, ("paired",), "groups"),
        "e2-components": count(lambda e: len(by_either(audit.groups(e))), "components"),
        "e2-interval-union": lambda e: audit.agreement_interval(e, ("paired",), "union"),
        "e2-changed": rate(_with_wording, "changed answers"),
        "e2-changed-groups": lambda e: audit.change_interval(e, "groups"),
        "e2-changed-union": lambda e: audit.change_interval(e, "union"),
        "e2-block-items": count(asked(audited("block-1", "original")), "questions"),
        "e2-blocks": count(_blocks, "blocks"),
        "e2-combinations": count(
            lambda e: sum(asked(audited("block-1", w))(e) for w in audit.WORDINGS), "questions"
        ),
        "e2-block-valid": count(lambda e: _valid_audit(e, audit.BLOCKS), "valid answers"),
        "e2-blocks-original": rate(lambda e: audit.agreement(e, "original"), "agreement"),
        "e2-blocks-stable": rate(lambda e: audit.agreement(e, "stable-ids"), "agreement"),
        "e2-blocks-difference": lambda e: audit.agreement_difference(e, audit.BLOCKS),
        "e2-block-groups": count(lambda e: len(by_group(audit.groups(e))), "groups"),
        "e2-block-interval": lambda e: audit.agreement_interval(e, audit.BLOCKS, "groups"),
        "e2-block-union": lambda e: audit.agreement_interval(e, audit.BLOCKS, "union"),
        "e2-observations": size(
            lambda e: audit.joint_observations(e, "original", "NTS"), "observations"
        ),
        "e2-nts-original": hits(lambda e: audit.joint_observations(e, "original", "NTS"), "NTS"),
        "e2-nts-stable": hits(lambda e: audit.joint_observations(e, "stable-ids", "NTS"), "NTS"),
        "e2-dis-original": hits(lambda e: audit.joint_observations(e, "original", "DIS"), "DIS"),
        "e2-dis-stable": hits(lambda e: audit.joint_observations(e, "stable-ids", "DIS"), "DIS"),
        "e2-all-original": hits(lambda e: audit.joint_observations(e, "original", "all"), "all"),
        "e2-all-stable": hits(lambda e: audit.joint_observations(e, "stable-ids", "all"), "all"),
        "e2-nts-gains": count(lambda e: audit.joint_moves(e, "NTS")[0], "gains"),
        "e2-nts-losses": count(lambda e: audit.joint_moves(e, "NTS")[1], "losses"),
        "e2-original-changes": rate(_between_blocks("original"), "changed answers"),
        "e2-stable-changes": rate(_between_blocks("stable-ids"), "changed answers"),
        "e2-decline": lambda e: audit.agreement_difference(e, ("paired",)),
        # E.4
        "e4-groups": count(lambda e: len(e.family("FQ2")), "test groups"),
        "e4-conditions": count(lambda e: 3 * len(e.family("FQ2")), "test questions"),
        "e4-00392": holds(lambda e: _reference_of(e, "group_00392") == "removed", "group 00392"),
        "e4-00368": holds(lambda e: _reference_of(e, "group_00368") == "shifted", "group 00368"),
    }
)
