"""The study as a whole: nothing unaccounted for, lacking runs said, shipped records consistent."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from made_up import GROUPS, skeleton, write

from fe_core.numbers.verdict import Verdict
from fe_core.records import gate
from fe_core.records.directory import silent
from fe_core.records.model import Basis
from fe_core.reporting.entries import Entry, Kind
from offline_reproduction.papers.frameevidence.metrics import REGISTERED
from offline_reproduction.papers.frameevidence.study import SPEC, STUDY
from offline_reproduction.study import printed_tables
from offline_reproduction.study.build import build
from offline_reproduction.study.declared import scored
from offline_reproduction.study.evidence import Scored
from offline_reproduction.study.judging import judge_built
from offline_reproduction.study.paper import Settings

RECORDS = Path(__file__).resolve().parents[2] / "records" / "frameevidence"
TEXTS = printed_tables.transcription(STUDY.printed)
CELLS, DASHES, UNPRINTED = 893, 3, 9


def judged(records: Scored, seed: int = 0) -> list[Entry]:
    settings = Settings(seed=seed)
    entries = judge_built(STUDY, build(STUDY, records, settings), TEXTS, settings)
    return [entry for entry in entries if entry.kind.value != "check"]


@pytest.fixture(scope="module")
def shipped() -> list[Entry]:
    if not (RECORDS / "manifest.json").is_file():
        pytest.skip("this checkout has no records")
    return judged(STUDY.load(RECORDS, silent))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("records")
    write(made, 3)
    return made


@pytest.fixture(scope="module")
def made_up(folder: Path) -> list[Entry]:
    return judged(STUDY.load(folder, silent))


def test_every_printed_number_gets_a_verdict_or_a_reason(made_up: list[Entry]) -> None:
    assert len(made_up) == CELLS + DASHES + UNPRINTED + len(TEXTS.claims)
    for entry in made_up:
        assert "no builder" not in entry.reason, entry.id
        assert entry.verdict is not Verdict.UNCHECKABLE or entry.reason, entry.id
        assert entry.reason or entry.signature, entry.id


def test_records_made_up_at_random_do_not_agree(made_up: list[Entry]) -> None:
    verdicts = Counter(entry.verdict for entry in made_up)
    assert verdicts[Verdict.DIFFERENT] > verdicts[Verdict.SAME]


def test_records_without_any_run_say_which_are_lacking() -> None:
    items = list(skeleton(random.Random(1), GROUPS))
    records = gate.build(
        (gate.Row("items", item) for item in items),
        (),
        (),
        basis=Basis.RELEASED,
        group_attributes=SPEC.groups.attributes,
        variants=SPEC.groups.variants,
    )
    entries = {entry.id: entry for entry in judged(scored(SPEC, REGISTERED, records))}
    lacking = entries["frameevidence/table-04/Qwen2.5-VL-7B Base/Acc."]
    assert lacking.verdict is Verdict.UNCHECKABLE
    assert "primary/Qwen2.5-VL-7B/Base" in lacking.reason
    assert entries["frameevidence/table-02/Groups/Total"].verdict is Verdict.SAME


def test_every_claim_reads_records() -> None:
    """Without runs, and with four questions that break every rule of the release, none is true."""
    options = {"A": "left", "B": "right", "D": "insufficient"}
    made = {"gold": "A", "options": options, "images": ["x", "x", "x"]}
    shared = {**made, "attributes": {"family": "FQ1", "overlap": "dev"}}
    items: list[dict[str, object]] = [
        {**shared, "item": "1", "group": "g", "variant": "camera", "split": "train"},
        {**shared, "item": "2", "group": "g", "variant": "object", "split": "dev"},
        {**shared, "item": "3", "group": "h", "variant": "scene", "split": "test"},
        {**made, "item": "4", "options": {"C": "back", "A": "left"}},
    ]
    records = gate.build((gate.Row("items", item) for item in items), (), (), basis=Basis.RELEASED)
    entries = judged(scored(SPEC, REGISTERED, records))
    claims = [entry for entry in entries if entry.kind is Kind.CLAIM]
    assert len(claims) == len(TEXTS.claims)
    assert [entry.id for entry in claims if entry.verdict is Verdict.SAME] == []


def test_every_shipped_number_is_consistent_but_the_summary_of_g2(shipped: list[Entry]) -> None:
    found = [entry.id for entry in shipped if entry.disagrees]
    assert found == ["frameevidence/claim/g2-both-unchanged"]


def test_a_seed_changes_what_is_drawn_and_no_verdict(made_up: list[Entry], folder: Path) -> None:
    again = judged(STUDY.load(folder, silent), seed=1)
    pairs = list(zip(made_up, again, strict=True))
    assert all(a == replace(b, drawn=a.drawn, draws=a.draws) for a, b in pairs)
    drawn = [(a, b) for a, b in pairs if a.drawn]
    assert {a.id for a, _ in drawn} == {a.id for a, _ in pairs if a.band}
    assert any(a.drawn != b.drawn for a, b in drawn)
    assert all(a.draws.endswith("seed:0") and b.draws.endswith("seed:1") for a, b in drawn)


def test_what_shipped_records_cannot_answer_is_named(shipped: list[Entry]) -> None:
    """Names, the human row, one summary row, dashes, and the claims of kinds without records."""
    unanswered = [entry for entry in shipped if entry.verdict is Verdict.UNCHECKABLE]
    by_table = Counter(entry.table for entry in unanswered if entry.table)
    assert by_table == {
        "table-04": 7, "table-06": 3, "table-09": 12, "table-12": 5, "table-16": UNPRINTED
    }  # fmt: skip
    kinds = {claim.id: claim.kind for claim in TEXTS.claims}
    claims = [entry.id.rsplit("/", 1)[-1] for entry in unanswered if not entry.table]
    assert all(kinds[name] in STUDY.unanswered for name in claims)
