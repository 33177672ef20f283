"""Section 7 and Appendices D.2, D.3, F.2, G.4: responses, coverage, transitions."""

from __future__ import annotations

from fe_core.scoring.decomposition import JointChange
from offline_reproduction.papers.frameevidence.claims.comparisons import insufficiency_rises
from offline_reproduction.papers.frameevidence.claims.repeated import internvl_only_removed
from offline_reproduction.papers.frameevidence.claims.vocabulary import (
    GPT_2,
    GPT_3,
    INTERNVL,
    INTERNVL_LORA,
    LLAVA,
    MISTRAL,
    QWEN,
    QWEN3,
    QWEN_LORA,
    RUNS,
    Scored,
    count,
    hits,
    holds,
    named,
    rate,
    solved,
)
from offline_reproduction.papers.frameevidence.configurations import PAIRS
from offline_reproduction.papers.frameevidence.evidence import VARIANTS, Evidence
from offline_reproduction.papers.frameevidence.release import frame_golds
from offline_reproduction.papers.frameevidence.scores import Score
from offline_reproduction.papers.frameevidence.tables.decompositions import change
from offline_reproduction.papers.frameevidence.tables.primary import insufficiency
from offline_reproduction.papers.frameevidence.tables.transitions import (
    detection,
    frame_pairs,
    retention,
    switches,
)


def _invalid_in(evidence: Evidence, run: str, variant: str) -> int:
    view = evidence.view(run)
    return sum(view.meanings[g.item(variant)] is None for g in evidence.family("FQ2"))


def _moved(evidence: Evidence, pair: int, metric: str) -> JointChange:
    base, adapted = PAIRS[pair]
    return change(evidence, evidence.view(base.primary), evidence.view(adapted.primary), metric)


def _switched(evidence: Evidence, pair: int, variant: str) -> tuple[int, int]:
    base, adapted = PAIRS[pair]
    return switches(evidence, base.primary, adapted.primary, variant)


def _valid_fq2(evidence: Evidence) -> int:
    runs = (QWEN, QWEN_LORA, INTERNVL, INTERNVL_LORA)
    answered = 3 * len(runs) * len(evidence.family("FQ2"))
    return answered - sum(_invalid_in(evidence, run, v) for run in runs for v in VARIANTS["FQ2"])


def _decomposed(evidence: Evidence) -> bool:
    return all(
        _moved(evidence, pair, metric).total
        == solved(adapted.primary, metric)(evidence).hits
        - solved(base.primary, metric)(evidence).hits
        for pair, (base, adapted) in enumerate(PAIRS)
        for metric in ("NTS", "DIS")
    )


def _all_pairs_change(evidence: Evidence) -> bool:
    golds = all(frame_golds(group) == len(group.items) for group in evidence.family("FQ1"))
    return golds and not any(frame_pairs(evidence, run).invalid for run in RUNS)


def _negatives(evidence: Evidence, run: str) -> int:
    found = detection(evidence, run)
    return found.false + found.true_negative + found.error


def _retained(run: str) -> Scored:
    def found(evidence: Evidence) -> Score:
        kept = retention(evidence, run)
        return Score(kept.kept, kept.mss)

    return found


CLAIMS = named(
    {
        # Table 8
        "table8-groups": count(lambda e: len(e.family("FQ2")), "test groups"),
        "table8-llava": count(lambda e: _invalid_in(e, LLAVA, "addition"), "invalid answers"),
        "table8-others": holds(
            lambda e: (
                sum(_invalid_in(e, run, v) for run in RUNS for v in VARIANTS["FQ2"])
                == _invalid_in(e, LLAVA, "addition")
            ),
            "no other invalid",
        ),
        # §7: Answer changes need not be correct
        "s7-pairs": holds(
            lambda e: all(frame_golds(g) == 3 for g in e.family("FQ1")), "gold directions differ"
        ),
        "s7-qwen3-repeats": rate(
            lambda e: Score(frame_pairs(e, QWEN3).repeated, frame_pairs(e, QWEN3).total),
            "repeated pairs",
        ),
        "s7-gpt-changes": count(lambda e: frame_pairs(e, GPT_3).changed, "changed pairs"),
        "s7-gpt-correct": count(lambda e: frame_pairs(e, GPT_3).correct, "correct pairs"),
        "s7-gpt-2-correct": count(lambda e: frame_pairs(e, GPT_2).correct, "correct pairs"),
        "s7-gpt-2-gem": hits(solved(GPT_2, "GEM"), "GEM"),
        "s7-gpt-3-gem": hits(solved(GPT_3, "GEM"), "GEM"),
        # §7: Insufficiency responses extend beyond deletion
        "s7-rise": holds(
            lambda e: (
                insufficiency_rises(e, QWEN, QWEN_LORA)
                and insufficiency_rises(e, INTERNVL, INTERNVL_LORA)
            ),
            "rises",
        ),
        "s7-recall-base": rate(lambda e: detection(e, QWEN).recall, "recall"),
        "s7-recall-lora": rate(lambda e: detection(e, QWEN_LORA).recall, "recall"),
        "s7-precision-base": rate(lambda e: detection(e, QWEN).precision, "precision"),
        "s7-precision-lora": rate(lambda e: detection(e, QWEN_LORA).precision, "precision"),
        "s7-mistral": holds(
            lambda e: insufficiency(e, MISTRAL, "mss") > insufficiency(e, MISTRAL, "deletion"),
            "opposite imbalance",
        ),
        # §7: MSS coverage separates intervention outcomes
        "s7-qwen-common": count(lambda e: _moved(e, 0, "NTS").common, "common change"),
        "s7-qwen-nts": count(lambda e: _moved(e, 0, "NTS").total, "joint change"),
        "s7-internvl-common": count(lambda e: _moved(e, 1, "NTS").common, "common change"),
        "s7-internvl-offset": holds(
            lambda e: _moved(e, 1, "NTS").coverage == -_moved(e, 1, "NTS").common, "offset"
        ),
        "s7-internvl-removed": holds(internvl_only_removed, "removed only"),
        "s7-qwen-dis-coverage": count(lambda e: -_moved(e, 0, "DIS").coverage, "coverage change"),
        "s7-qwen-dis-common": count(lambda e: -_moved(e, 0, "DIS").common, "common change"),
        "s7-internvl-dis-coverage": count(
            lambda e: -_moved(e, 1, "DIS").coverage, "coverage change"
        ),
        "s7-internvl-dis-common": count(lambda e: -_moved(e, 1, "DIS").common, "common change"),
        # D.2
        "d2-groups": count(lambda e: len(e.family("FQ2")), "test groups"),
        "d2-predictions": count(_valid_fq2, "valid answers"),
        "d2-checkpoints": count(
            lambda e: sum(e.records.has(run) for run in (QWEN, QWEN_LORA, INTERNVL, INTERNVL_LORA)),
            "runs",
        ),
        "d2-qwen-mss": count(lambda e: _switched(e, 0, "mss")[0], "switches"),
        "d2-qwen-deletion": count(lambda e: _switched(e, 0, "deletion")[0], "switches"),
        "d2-qwen-addition": count(lambda e: _switched(e, 0, "addition")[0], "switches"),
        "d2-internvl-mss": count(lambda e: _switched(e, 1, "mss")[0], "switches"),
        "d2-internvl-deletion": count(lambda e: _switched(e, 1, "deletion")[0], "switches"),
        "d2-internvl-addition": count(lambda e: _switched(e, 1, "addition")[0], "switches"),
        "d2-qwen-reverse": holds(
            lambda e: not any(_switched(e, 0, v)[1] for v in VARIANTS["FQ2"]), "no reverse switch"
        ),
        "d2-internvl-reverse": count(lambda e: _switched(e, 1, "mss")[1], "reverse switches"),
        "d2-internvl-no-other": holds(
            lambda e: not _switched(e, 1, "deletion")[1] and not _switched(e, 1, "addition")[1],
            "no other reverse switch",
        ),
        # D.3
        "d3-groups": count(lambda e: _moved(e, 0, "NTS").base.total, "groups"),
        "d3-qwen-both": count(lambda e: _moved(e, 0, "NTS").base.both, "groups"),
        "d3-qwen-first": count(lambda e: _moved(e, 0, "NTS").base.first, "groups"),
        "d3-qwen-second": count(lambda e: _moved(e, 0, "NTS").base.second, "groups"),
        "d3-qwen-neither": count(lambda e: _moved(e, 0, "NTS").base.neither, "groups"),
        "d3-internvl-both": count(lambda e: _moved(e, 1, "NTS").base.both, "groups"),
        "d3-internvl-first": count(lambda e: _moved(e, 1, "NTS").base.first, "groups"),
        "d3-internvl-second": count(lambda e: _moved(e, 1, "NTS").base.second, "groups"),
        "d3-internvl-neither": count(lambda e: _moved(e, 1, "NTS").base.neither, "groups"),
        "d3-qwen-deletion-gains": count(lambda e: _moved(e, 0, "NTS").gains, "gains"),
        "d3-internvl-deletion-gains": count(lambda e: _moved(e, 1, "NTS").gains, "gains"),
        "d3-deletion-losses": holds(
            lambda e: not _moved(e, 0, "NTS").losses and not _moved(e, 1, "NTS").losses, "no losses"
        ),
        "d3-qwen-addition-losses": count(lambda e: _moved(e, 0, "DIS").losses, "losses"),
        "d3-internvl-addition-losses": count(lambda e: _moved(e, 1, "DIS").losses, "losses"),
        "d3-addition-gains": holds(
            lambda e: not _moved(e, 0, "DIS").gains and not _moved(e, 1, "DIS").gains, "no gains"
        ),
        "d3-neither": holds(_decomposed, "parts add up"),
        # F.2
        "f2-groups": count(lambda e: len(e.family("FQ1")), "test groups"),
        "f2-pairs": count(lambda e: frame_pairs(e, GPT_3).total, "frame pairs"),
        "f2-all-change": holds(_all_pairs_change, "all pairs change"),
        "f2-records": count(
            lambda e: sum(frame_pairs(e, run).total for run in RUNS), "frame pairs"
        ),
        "f2-gpt-2-changes": count(lambda e: frame_pairs(e, GPT_2).changed, "changed pairs"),
        "f2-gpt-3-changes": count(lambda e: frame_pairs(e, GPT_3).changed, "changed pairs"),
        "f2-gpt-2-correct": count(lambda e: frame_pairs(e, GPT_2).correct, "correct pairs"),
        "f2-gpt-3-correct": count(lambda e: frame_pairs(e, GPT_3).correct, "correct pairs"),
        "f2-gpt-2-gem": hits(solved(GPT_2, "GEM"), "GEM"),
        "f2-gpt-3-gem": hits(solved(GPT_3, "GEM"), "GEM"),
        "f2-qwen3-changes": count(lambda e: frame_pairs(e, QWEN3).changed, "changed pairs"),
        "f2-qwen3-correct": count(lambda e: frame_pairs(e, QWEN3).correct, "correct pairs"),
        # G.4
        "g4-questions": count(lambda e: 3 * len(e.family("FQ2")), "test questions"),
        "g4-positives": count(lambda e: detection(e, QWEN).recall.total, "positives"),
        "g4-negatives": count(lambda e: _negatives(e, QWEN), "negatives"),
        "g4-qwen-retained": rate(_retained(QWEN), "retention"),
        "g4-qwen-lora-retained": rate(_retained(QWEN_LORA), "retention"),
        "g4-internvl-retained": rate(_retained(INTERNVL), "retention"),
        "g4-internvl-lora-retained": rate(_retained(INTERNVL_LORA), "retention"),
        "g4-lora-true": count(lambda e: detection(e, QWEN_LORA).true, "true"),
        "g4-lora-false": count(lambda e: detection(e, QWEN_LORA).false, "false"),
        "g4-base-true": count(lambda e: detection(e, QWEN).true, "true"),
        "g4-base-false": count(lambda e: detection(e, QWEN).false, "false"),
    }
)
