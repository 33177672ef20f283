"""Both papers' printed tables: nothing impossible in FrameEvidence, known findings in VisOnlyQA."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fe_core.numbers.rounding import rounded
from offline_reproduction.audit.studies import CLAIMS, Audit, audit_study, load
from offline_reproduction.audit.tables.constraints import Check, run
from offline_reproduction.audit.tables.planted import plant
from offline_reproduction.audit.tables.sheet import Place
from offline_reproduction.audit.values.judgement import Judgement
from offline_reproduction.papers.frameevidence import (
    identities_facts,
    identities_gaps,
    identities_runs,
)

FINDINGS = {
    "granularity/table-05/Qwen2-VL-2B/Original Real",
    "copy/05-10/InternVL2-4B/Original/Real",
    "copy/05-10/InternVL2-8B/Original/Real",
    "copy/05-10/Qwen2-VL-2B/Original/Real",
    "copy/05-10/InternVL2-4B/Fine-tuned/Real",
    "copy/05-10/InternVL2-8B/Fine-tuned/Real",
    "label/04a/columns",
    "label/02/formats",
}
_GPT = "GPT-5.6 0-shot"
_DISAGREE = "R0–repeat disagreement"
REAL = {
    "Triangle": "geometry__triangle",
    "Quadrilateral": "geometry__quadrilateral",
    "Length": "geometry__length",
    "Angle": "geometry__angle",
    "Area": "geometry__area",
    "Diameter": "geometry__diameter_radius",
}


@pytest.fixture(scope="module")
def frameevidence() -> list[Check]:
    return audit_study("frameevidence")


@pytest.fixture(scope="module")
def visonlyqa() -> list[Check]:
    return audit_study("visonlyqa")


def impossible(checks: list[Check]) -> set[str]:
    return {check.id for check in checks if check.judgement is Judgement.IMPOSSIBLE}


def test_no_check_of_frameevidence_raises_a_false_alarm(frameevidence):
    assert impossible(frameevidence) == {"texts/g2/both-unchanged"}
    assert len({check.id for check in frameevidence}) == len(frameevidence) > 900


def test_every_row_of_frameevidence_has_a_confusion_matrix(frameevidence):
    rows = [check for check in frameevidence if check.id.startswith("row/")]
    witnessed = [check for check in rows if "confusion matrix" in check.explanation]
    assert len(rows) - len(witnessed) == 1  # the human row has no supports
    assert len(witnessed) == 29


def test_the_findings_on_visonlyqa_are_these(visonlyqa):
    assert impossible(visonlyqa) == FINDINGS
    by_id = {check.id: check for check in visonlyqa}
    shifted = by_id["label/04a/columns"].explanation
    assert "14 of 25 cells clash as labelled, 0 with column labels" in shifted
    assert "read as Geometry Length, Geometry Angle, Geometry Area, Geometry Diameter" in shifted
    assert "160/500 = 32.0" in by_id["granularity/table-05/Qwen2-VL-2B/Original Real"].explanation
    uneven = [check.printed for check in visonlyqa if check.judgement is Judgement.UNDECIDED]
    assert uneven == ["93.0", "95.0"]


@pytest.mark.parametrize(
    ("study", "place", "text", "family"),
    [
        ("frameevidence", Place("table-02", "FQ1", "Dev"), "49", "sum"),
        ("frameevidence", Place("table-04", "GPT-5.6 0-shot", "F1"), "41.43", "row"),
        ("frameevidence", Place("table-04", "Uniform random", "F1"), "24.94", "reference"),
        ("frameevidence", Place("table-08", "GPT-5.6 2-shot", "Del."), "10", "joint"),
        ("frameevidence", Place("table-11", "InternVL3-8B Mean", "P"), "33.42±1.20", "deviation"),
        ("frameevidence", Place("table-12", "GPT-5.6 0-shot", "Circular"), "31.25", "joint"),
        ("frameevidence", Place("table-13", "Repeat accuracy", "Estimate"), "45.49", "paired"),
        ("frameevidence", Place("table-15", "NTS", "="), "9", "sum"),
        ("frameevidence", Place("table-16", "GPT-5.6 0-shot", "NTS 2"), "23.5", "strata"),
        ("frameevidence", Place("table-05", "Qwen3-VL-8B Base", "ΔAcc."), "+4.4", "difference"),
        ("frameevidence", Place("table-05", "Qwen3-VL-8B Base", "ΔAcc."), "+4.4", "granularity"),
        ("frameevidence", Place("table-07", "Both correct", "Repeat"), "65.97", "order"),
        ("frameevidence", Place("table-08", "Qwen2.5-VL-7B LoRA", "Del."), "37", "prose"),
        ("frameevidence", Place("table-08", "GPT-5.6 2-shot", "Del."), "13", "gap"),
        ("frameevidence", Place("table-08", "GPT-5.6 2-shot", "Del."), "49", "range"),
        ("frameevidence", Place("table-13", _DISAGREE, "Estimate"), "46.88", "complement"),
        (
            "frameevidence",
            Place("table-14", "GPT-5.6 0-shot", "All images: Acc."),
            "40.97",
            "label",
        ),
        ("frameevidence", Place("table-15", "NTS", "="), "2", "count"),
        ("visonlyqa", Place("table-02", "Eval-Real", "Total"), "501", "sum"),
        ("visonlyqa", Place("table-04b", "GPT-4o", "Average"), "39.1", "mean"),
        ("visonlyqa", Place("table-04a", "Random", "Geometry Length"), "20.1", "reference"),
        ("visonlyqa", Place("table-09", "GPT-4o", "Geometry Area"), "40.0", "range"),
        ("visonlyqa", Place("table-11-61", "11 GPT-4o", "w/o CoT mark"), "✓", "mark"),
        ("visonlyqa", Place("table-11-61", "11 GPT-4o", "w/o CoT response"), "False", "mark"),
        ("visonlyqa", Place("table-11-61", "16 Gold", "Gold"), "False", "mark"),
        ("visonlyqa", Place("claims", "table-3-real-lines", "printed"), "5.8±4.6", "order"),
        (
            "visonlyqa",
            Place("table-10", "Real: Qwen2-VL-7B Original", "Geometry Area"),
            "36.0",
            "copy",
        ),
    ],
)
def test_a_planted_error_is_caught_by_its_family(study, place, text, family):
    audit = load(study)
    changed = audit.sheet.altered(place, text)
    watching = [c for c in audit.constraints if place in c.cells and c.family == family]
    caught = [c for c in run(watching, changed) if c.judgement is Judgement.IMPOSSIBLE]
    assert watching
    assert caught


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("aa-training-13", "15"),  # 1 · 8 · 2
        ("aa-training-17", "217"),  # 576 / 16 · 6
        ("aa-training-10", "0"),
        ("aa-prompt-changes", "858"),
        ("aa-records", "5,761"),
        ("f2-records", "2,881"),
        ("e2-original-first", "17"),
        ("e3-4", "12"),
        ("e3-9", "4"),
        ("e2-pairs-second", "4"),
        ("fig2-other-occurrences", "585"),
        ("s41-captured", "125"),
        ("f1-none", "14"),
        ("f1-fq1-overlap", "42"),
        ("g1-captured", "43"),
        ("table16-gem-2", "16"),
        ("table16-dis-4", "14"),
    ],
)
def test_a_changed_count_in_a_sentence_contradicts_another(name: str, text: str) -> None:
    audit = load("frameevidence")
    place = identities_facts.claim(name)
    changed = audit.sheet.altered(place, text)
    watching = [c for c in audit.constraints if place in c.cells and c.family == "counts"]
    assert [c for c in run(watching, changed) if c.judgement is Judgement.IMPOSSIBLE]


def test_every_direct_mark_of_the_examples_is_asked(visonlyqa: list[Check]) -> None:
    marks = [check for check in visonlyqa if check.id.startswith("mark/")]
    asked = sum(int(check.explanation.split()[0]) for check in marks)
    assert (len(marks), asked) == (51, 357)


def test_a_caption_without_a_number_can_be_contradicted() -> None:
    """Models that are above guessing on all tasks but three leave too few for "many"."""
    audit = load("visonlyqa")
    watching = [c for c in audit.constraints if c.id == "chance/04b"]
    sheet = audit.sheet
    for place in [p for p in sheet.texts if p.table == "table-04b" and p.row != "Random"]:
        if place.column not in ("Geometry Triangle", "3D Angle", "3D Size"):
            sheet = sheet.altered(place, "90.0")
    (printed,), (changed,) = run(watching, audit.sheet), run(watching, sheet)
    assert printed.judgement is Judgement.POSSIBLE
    assert changed.judgement is Judgement.IMPOSSIBLE


def test_two_versions_of_g2_agree_once_either_is_corrected() -> None:
    audit = load("frameevidence")
    watching = [c for c in audit.constraints if c.family == "texts"]
    said = identities_facts.claim("g2-both-unchanged")
    score = Place("table-11", "Qwen2.5-VL-7B Base", "DIS")
    (printed,) = run(watching, audit.sheet)
    assert "DIS is 21 in Table 4 and 22 in Table 11" in printed.explanation
    for place, text in ((said, "false"), (score, "43.75")):
        (check,) = run(watching, audit.sheet.altered(place, text))
        assert check.judgement is Judgement.POSSIBLE
    both = audit.sheet.altered(score, "43.75").altered(said, "false")
    (check,) = run(watching, both)
    assert check.judgement is Judgement.IMPOSSIBLE


def test_planted_errors_outside_the_macro_columns_of_one_table_are_all_caught():
    audit: Audit = load("frameevidence")
    places = [p for p in audit.sheet.texts if p.table == "table-14" and "Text" in p.column]
    assert all(one.caught_by for one in plant(audit.sheet, audit.constraints, places))
    assert CLAIMS not in {place.table for place in places}


def test_the_release_bears_the_label_finding_out(visonlyqa_release):
    """Where the finding says the numbers belong, the released answers put them."""
    audit = load("visonlyqa")
    files = {"InternVL2-8B": "InternVL2-8B", "Qwen2-VL-7B": "Qwen2-VL-7B-Instruct"}
    moved = {"Length": "Diameter", "Angle": "Length", "Area": "Angle", "Diameter": "Area"}
    for model, name in files.items():
        for task, label in moved.items():
            folder = visonlyqa_release / "results/model_responses/eval_real" / REAL[task]
            right = _right(folder / "prompt=no_reasoning" / f"{name}.jsonl")
            printed = audit.sheet.text(Place("table-04a", model, f"Geometry {label}"))
            assert printed == f"{100 * sum(right) / 50:.1f}", (model, task)


def _right(path: Path) -> Iterator[bool]:
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        yield str(row["y_pred"]).lower() == str(row["y_true"]).lower()


def test_the_highest_gap_forces_one_row_of_frameevidence():
    audit = load("frameevidence")
    left = identities_gaps.forced(audit.sheet)
    assert len(left) == 20
    assert left["GPT-5.6 2-shot"][0].values == (27,)
    assert {row: mss.values for row, (mss, _) in left.items() if mss.fixed} == {
        "Qwen2.5-VL-7B Base": (22,),
        "Qwen2.5-VL-7B LoRA": (8,),
        "InternVL3-8B Base": (15,),
        "InternVL3-8B LoRA": (11,),
        "GPT-5.6 2-shot": (27,),
    }
    lowest = identities_facts.claim("d4-nts-high")
    audit_without = audit.sheet.altered(lowest, "+9.99")
    assert not identities_gaps.forced(audit_without)["GPT-5.6 2-shot"][0].fixed


def test_the_rows_that_can_have_each_printed_extreme():
    sheet = load("frameevidence").sheet
    found = {
        name: {row: left.values for row, left in identities_gaps.reaching(sheet, name).items()}
        for name in identities_gaps.GAPS
    }
    assert found["d4-nts-high"] == {"GPT-5.6 2-shot": (27,)}
    assert found["d4-dis-high"] == {"Qwen2.5-VL-7B Base": (21,)}
    assert found["d4-nts-low"] == {
        "Qwen2.5-VL-32B Base": (19,),
        "Claude Fable 5.1 0-shot": (39,),
        "Claude Fable 5.1 3-shot": (26,),
    }
    assert len(found["d4-dis-low"]) == 7
    assert identities_gaps.forced(sheet)["Qwen2.5-VL-7B Base"][1].values == (21,)


def test_two_swapped_rows_of_a_table_are_named():
    audit = load("frameevidence")
    one, two = "GPT-5.6 0-shot", "Phi-4-Multimodal Base"
    texts = dict(audit.sheet.texts)
    for place, text in audit.sheet.texts.items():
        if place.table == "table-14" and place.row in (one, two):
            texts[place._replace(row=two if place.row == one else one)] = text
    swapped = replace(audit.sheet, texts=texts)
    checks = [c for c in audit.constraints if c.id == "label/14/rows"]
    said = run(checks, swapped)[0]
    assert said.judgement is Judgement.IMPOSSIBLE
    assert f"2 of 13 rows clash as labelled, 0 with rows '{two}' and '{one}' swapped" in (
        said.explanation
    )


@given(st.randoms(use_true_random=False), st.floats(0.05, 0.95))
def test_joint_counts_and_gaps_of_made_up_answers_are_never_flagged(random, skill):
    """Answers to 48 + 48 groups: R right, W wrong, I insufficiency (right after deletion only)."""
    weights = (skill, 1 - skill, 0.2)
    triples = [[random.random() < skill for _ in range(3)] for _ in range(48)]
    answers = [random.choices("RWI", weights, k=3) for _ in range(48)]
    mss = [a[0] == "R" for a in answers]
    deletion = [a[1] == "I" for a in answers]
    addition = [a[2] == "R" for a in answers]
    right = sum(map(sum, triples)) + sum(mss) + sum(deletion) + sum(addition)
    gem = sum(map(all, triples))
    nts = sum(a and b for a, b in zip(mss, deletion, strict=True))
    dis = sum(a and b for a, b in zip(mss, addition, strict=True))
    refused = [sum(a[i] == "I" for a in answers) for i in range(3)]
    ranges = [(count, count) for count in (right, gem, nts, dis)]
    for known in (refused, []):
        said = identities_runs.joint_said(*ranges, known)
        assert said.judgement is Judgement.POSSIBLE, said


@given(st.randoms(use_true_random=False))
def test_the_true_counts_are_always_left(random):
    """A row's own MSS and addition counts survive gaps that are printed as its own extremes."""
    sheet = load("frameevidence").sheet
    row = "Qwen3-VL-8B Base"
    mss, deletion, addition = (random.randint(0, 40) for _ in range(3))
    nts, dis = random.randint(0, min(mss, deletion)), random.randint(0, min(mss, addition))
    if deletion - nts > 48 - mss or addition - dis > 48 - mss:
        return
    gem = random.randint(0, 48)
    right = random.randint(3 * gem, 96 + gem) + mss + deletion + addition
    shares = {"Acc.": (right, 288), "GEM": (gem, 48), "NTS": (nts, 48), "DIS": (dis, 48)}
    texts = {
        Place("table-04", row, name): rounded(Fraction(*share), 2, scale=100)
        for name, share in shares.items()
    }
    counts = {"MSS": 48 - mss, "Del.": deletion, "Add.": 48 - addition}
    texts |= {Place("table-08", row, name): str(count) for name, count in counts.items()}
    gaps = [
        Fraction(joint, 48) - Fraction(mss * other, 48 * 48)
        for joint, other in ((nts, deletion), (dis, addition))
    ]
    for name, gap in zip(("nts", "dis"), gaps, strict=True):
        for end in ("low", "high"):
            texts[identities_facts.claim(f"d4-{name}-{end}")] = rounded(gap, 2, scale=100)
    changed = replace(sheet, texts={**sheet.texts, **texts})
    left = identities_gaps.counts_left(changed, row)
    assert (mss, addition) in {(pair.mss, pair.addition) for pair in left}


def test_kill_rates_are_part_of_a_report_when_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rates themselves are long work, so a few planted errors stand for all."""
    from offline_reproduction.audit import studies
    from offline_reproduction.audit.tables.planted import plant
    from offline_reproduction.cli.main import main

    def some(name: str) -> tuple[object, ...]:
        audit = studies.load(name)
        table = {place: t for place, t in audit.sheet.texts.items() if place.table == "table-05"}
        return plant(audit.sheet, audit.constraints, dict(list(table.items())[:2]))

    monkeypatch.setattr(studies, "kill", some)
    words = ["reproduce", "--study", "frameevidence", "--kill-rates", "--quiet"]
    assert main([*words, "--out", str(tmp_path / "report")]) == 0
    said = (tmp_path / "report/kill-rates.md").read_text("utf-8")
    assert "| table-05 | 4 | 4 (100.0 %)" in said
