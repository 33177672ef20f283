"""Three kinds of evidence in records: an answer, a recorded score, or both; and nothing more."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fe_core.errors import RecordError, UsageError
from fe_core.records.directory import load
from fe_core.records.export import export
from fe_core.records.gate import Row, build
from fe_core.records.model import Basis, Records, Status
from fe_core.records.scores import digest, read_score, write_score
from fe_core.scoring.outcomes import Outcome, outcomes
from fe_core.writing import write_files

ITEMS: list[dict[str, Any]] = [
    {"item": "choice", "gold": "A", "options": ["A", "B"]},
    {"item": "open", "gold": "18"},
    {"item": "nothing", "gold": None},
]


def made(*answers: dict[str, Any], items: list[dict[str, Any]] = ITEMS) -> Records:
    rows = [Row(f"answers:{n}", {"run": "r"} | value) for n, value in enumerate(answers, 1)]
    run = {"run": "r", "model": "m", "asked": [item["item"] for item in items]}
    return build(
        [Row("items", item) for item in items], [Row("runs", run)], rows, basis=Basis.RELEASED
    )


def line(item: str, answer: str | None = None, status: str = "valid", **more: Any) -> Any:
    return {"item": item, "answer": answer, "status": status, **more}


def test_answer_and_score_stand_side_by_side_and_survive_the_files(tmp_path: Path) -> None:
    records = made(
        line("choice", "B", score=1, of=1),
        line("open", digest("eighteen"), score=0.1),
        line("nothing", None, "unrecorded", score="1/3", of=4),
    )
    answers = records.sheet("r").answers
    assert answers["choice"][1:] == ("B", Status.VALID, Fraction(1), Fraction(1))
    assert answers["open"][3:] == (Fraction(1, 10), None)
    assert answers["nothing"][2:] == (Status.UNRECORDED, Fraction(1, 3), Fraction(4))
    write_files(tmp_path, export(records, "", source="", licence=""))
    again = load(tmp_path)
    assert (again.items, again.sheets) == (records.items, records.sheets)


def test_an_open_answer_is_right_where_it_is_the_gold() -> None:
    records = made(line("open", "18"), items=ITEMS[1:2])
    assert outcomes(records, "r") == {"open": Outcome.RIGHT}
    records = made(line("open", "18.5"), items=ITEMS[1:2])
    assert outcomes(records, "r") == {"open": Outcome.WRONG}


@pytest.mark.parametrize(
    "records",
    [
        lambda: made(line("choice", None, "unrecorded", score=1), items=ITEMS[:1]),
        lambda: made(line("nothing", "3"), items=ITEMS[2:]),
    ],
)
def test_what_has_nothing_to_compare_has_no_outcome(records: Any) -> None:
    with pytest.raises(UsageError, match="recorded scores"):
        outcomes(records(), "r")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (line("open", "eighteen"), "free text stays out"),
        (line("open", "text:xyz"), "free text stays out"),
        (line("open", "1" * 41), "free text stays out"),
        (line("choice", None, "unrecorded"), "needs a score"),
        (line("choice", "A", "unrecorded", score=1), "must be null"),
        (line("choice", "A", score=True), "must be a number"),
        (line("choice", "A", score=float("inf")), "must be a number"),
        (line("choice", "A", score=10**5000), "must be a number"),
        (line("choice", "A", score="1/0"), "must be a number"),
        (line("choice", "A", score="²"), "must be a number"),
        (line("choice", "A", score=[1]), "must be a number"),
        (line("choice", "A", score=2, of=1), "no less than the score"),
        (line("choice", "A", score=0, of=0), "must be positive"),
        (line("choice", "A", of=1), "there is none"),
        (line("open", "18", rotation=1), "below the number of options"),
    ],
)
def test_what_no_record_may_hold(answer: dict[str, Any], said: str) -> None:
    with pytest.raises(RecordError, match=said):
        made(answer)


@given(st.fractions(-(10**15), 10**15, max_denominator=10**20))
def test_a_score_is_written_as_it_is_read(value: Fraction) -> None:
    assert read_score(write_score(value)) == value
