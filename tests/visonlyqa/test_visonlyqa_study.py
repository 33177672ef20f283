"""The study on the released answers: verdicts, findings, and every count in their texts."""

from __future__ import annotations

import itertools
import json
import shutil
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from fe_core.numbers.exact import mean
from fe_core.numbers.rounding import rounded
from fe_core.records.model import Records
from fe_core.reporting.cells import Cell
from fe_core.reporting.entries import Entry, Kind
from fe_core.reporting.report import StudyReport
from offline_reproduction.papers.visonlyqa.catalogue import FINE_TUNED, MODELS, REAL
from offline_reproduction.papers.visonlyqa.evidence import Evidence
from offline_reproduction.papers.visonlyqa.importer.version import hashes
from offline_reproduction.papers.visonlyqa.study import STUDY
from offline_reproduction.study import printed_tables
from offline_reproduction.study.evidence import Scored
from offline_reproduction.study.paper import Settings, Study
from offline_reproduction.study.pipeline import judge_study

TABLES = {table.key: table for table in printed_tables.tables(STUDY.printed)}
BY_COLUMN = {task.column: task for task in REAL}
(COLUMNS,) = next(each.prints for each in STUDY.findings.findings if each.prints)
MOVED, HELD = tuple(COLUMNS.columns or ()), tuple((COLUMNS.columns or {}).values())
"""Four headers of Table 4(a), and the columns whose values stand under them."""


def test_the_files_are_those_of_the_known_commit(evidence: Evidence) -> None:
    assert evidence.release.caution == ""
    assert {s.path: s.sha256 for s in evidence.records.sources} == hashes()


def numbers(report: StudyReport) -> list[Entry]:
    """Printed numbers; what print alone proves is counted by itself."""
    return [entry for entry in report.entries if entry.kind is not Kind.CHECK]


def test_checks_of_print_alone_are_explained_by_the_same_findings(report: StudyReport) -> None:
    found = Counter(entry.finding for entry in report.of_kind(Kind.CHECK) if entry.disagrees)
    assert found == {"table-04a-columns": 1, "table-02-formats": 1, "table-05-real": 6}


def test_verdicts_of_every_table(report: StudyReport) -> None:
    found = Counter((entry.table or "claims", entry.verdict.value) for entry in numbers(report))
    assert found == {
        ("table-02", "same"): 29,
        ("table-02", "different"): 2,
        ("table-02", "uncheckable"): 21,
        ("table-04a", "same"): 160,
        ("table-04a", "different"): 82,
        ("table-04b", "same"): 176,
        ("table-05", "same"): 11,
        ("table-05", "different"): 5,
        ("table-05", "uncheckable"): 8,
        ("table-09", "same"): 148,
        ("table-09", "different"): 72,
        ("table-10", "same"): 145,
        ("table-10", "different"): 2,
        ("table-10", "uncheckable"): 21,
        ("table-11-61", "same"): 1134,
        ("table-11-61", "different"): 22,
        ("table-11-61", "uncheckable"): 323,
        ("claims", "same"): 50,
        ("claims", "different"): 4,
        ("claims", "uncheckable"): 37,
    }


def test_findings_explain_every_difference_and_all_hold(report: StudyReport) -> None:
    assert report.agrees()
    assert not [entry for entry in report.entries if entry.disagrees and not entry.finding]
    explained = Counter(entry.finding for entry in numbers(report) if entry.finding)
    assert explained == {
        "table-02-formats": 2,
        "table-04a-columns": 82,
        "table-05-real": 5,
        "table-09-columns": 72,
        "table-10-phi-angle": 2,
        "gaps-real": 1,
        "human-answers": 1,
        "balance": 1,
        "equal-options": 1,
        "table-16": 19,
        "typeset-powers": 3,
    }


def test_every_uncheckable_entry_has_a_reason_other_than_no_builder(report: StudyReport) -> None:
    for entry in report.entries:
        if entry.verdict.value == "uncheckable":
            assert entry.reason, entry
            assert "no builder" not in entry.reason, entry


def test_half_up_alone_is_ruled_out_by_the_guess_on_shape_multi(report: StudyReport) -> None:
    assert "half-even" in report.shared_roundings
    assert "half-up" not in report.shared_roundings


def shown(value: Fraction | None) -> str:
    assert value is not None
    return rounded(value, 1, scale=100)


Rebuilt = dict[str, dict[tuple[str, str], Cell]]


def rebuild(records: Records, evidence: Evidence) -> Rebuilt:
    scored = Scored(records, evidence.release.caution, more=evidence)
    declared = [spec for spec in STUDY.tables if spec.key in TABLES and spec.key != "table-11-61"]
    return {spec.key: dict(spec.build(scored, Settings()).by_key()) for spec in declared}


@pytest.fixture(scope="module")
def rebuilt(evidence: Evidence) -> Rebuilt:
    return rebuild(evidence.records, evidence)


def value(rebuilt: Rebuilt, table: str, row: str, column: str) -> Fraction:
    found = rebuilt[table][row, column].value
    assert isinstance(found, Fraction)
    return found


@pytest.mark.parametrize(("key", "second"), [("table-04a", 44), ("table-09", 46)])
def test_one_order_of_the_four_columns_agrees_and_no_other_comes_near(
    rebuilt: Rebuilt, key: str, second: int
) -> None:
    table = TABLES[key]
    names = [model.name for model in MODELS]
    agreeing = {}
    for order in itertools.permutations(MOVED):
        agreeing[order] = sum(
            shown(value(rebuilt, key, row, held)) == table.cells[row, column]
            for row in names
            for column, held in zip(MOVED, order, strict=True)
        )
    best, *others = sorted(agreeing, key=lambda order: -agreeing[order])
    assert best == HELD
    assert (agreeing[best], agreeing[others[0]]) == (80, second)


@pytest.mark.parametrize("key", ["table-04a", "table-09"])
def test_in_that_order_every_row_agrees(rebuilt: Rebuilt, key: str) -> None:
    table = TABLES[key]
    for row in table.rows:
        for column, held in zip(MOVED, HELD, strict=True):
            found = shown(value(rebuilt, key, row, held))
            assert found == table.cells[row, column], (row, column)


def test_table_10_prints_the_moved_columns_of_table_4a_under_the_right_names() -> None:
    for name in FINE_TUNED:
        for column, held in zip(MOVED, HELD, strict=True):
            text = TABLES["table-10"].cells.get((f"Real: {name} Original", held))
            assert text in (None, TABLES["table-04a"].cells[name, column])


def test_no_choice_of_tasks_gives_two_of_table_5s_original_averages(rebuilt: Rebuilt) -> None:
    table = TABLES["table-05"]
    most = 0
    for size in range(1, 11):
        for tasks in itertools.combinations(REAL, size):
            found = sum(
                shown(mean([value(rebuilt, "table-04a", row, task.column) for task in tasks]))
                == table.cells[row, "Original Real"]
                for row in table.rows
            )
            most = max(most, found)
    assert most == 1


def test_gaps_named_in_the_finding(rebuilt: Rebuilt) -> None:
    found = [
        shown(value(rebuilt, "table-05", large, stage) - value(rebuilt, "table-05", small, stage))
        for small, large in (("InternVL2-4B", "InternVL2-8B"), ("Qwen2-VL-2B", "Qwen2-VL-7B"))
        for stage in ("Original Real", "Fine-tuned Real")
    ]
    assert found == ["4.8", "6.8", "4.8", "4.4"]


def test_invalid_extractions_named_in_the_finding(evidence: Evidence) -> None:
    invalid = Counter(
        response.extracted
        for response in evidence.release.responses
        if evidence.records.sheet(response.file.run).answers[response.question.item].answer is None
    )
    assert invalid == {"": 19, "None": 7, "none": 1, "Noneoftheabove": 2, "A": 1, "A,B,C": 1}


def test_human_answers_named_in_the_finding(evidence: Evidence, rebuilt: Rebuilt) -> None:
    real = [sheet for sheet in evidence.release.people if sheet.task.split == "real"]
    short = [(s.task.key, s.annotator, len(s.pairs)) for s in real if len(s.pairs) != 10]
    assert short == [("chemistry__shape_multi", 2, 9)]
    assert len([s for s in real if s.task.key == "charts__intersection"]) == 2
    multi = [s for s in real if s.task.key == "chemistry__shape_multi"]
    pooled = Fraction(sum(s.right for s in multi), sum(len(s.pairs) for s in multi))
    kept = value(rebuilt, "table-04a", "Human", "Chemistry Shape (m)")
    assert (shown(pooled), kept) == ("93.1", Fraction(251, 270))


def test_golds_of_true_or_false_tasks_named_in_the_finding(evidence: Evidence) -> None:
    golds = Counter((q.task.key, q.answer) for q in evidence.release.questions)
    assert golds["chemistry__shape_single", "True"] == 27
    assert golds["chemistry__shape_single", "False"] == 23
    several = ("geometry__length", "geometry__angle", "geometry__area", "charts__extraction")
    assert [[golds[task, option] for option in "abcde"] for task in several] == [
        [11, 5, 10, 13, 11],
        [18, 11, 5, 10, 6],
        [10, 13, 14, 5, 8],
        [11, 11, 6, 11, 11],
    ]


def test_dates_in_names_of_fine_tuned_files(evidence: Evidence) -> None:
    names = {source.path.rsplit("/", 1)[1]: source for source in evidence.records.sources}
    phi = [name for name in names if name.startswith("Phi") and "_2024-" in name]
    assert Counter(name.split("_2024-")[1][:5] for name in phi) == {
        "11-05": 1, "11-25": 4, "11-26": 1, "11-27": 1
    }  # fmt: skip
    others = [name for name in names if name.startswith("InternVL2") and "_2024" in name]
    assert {name.split("_2024")[1][:4] for name in others} == {"1106", "1107"}


def test_swappable_lines_are_counted(evidence: Evidence) -> None:
    assert any("169 of 1200 questions" in note for note in evidence.records.notes)


def test_wrong_numbers_are_not_called_the_same(evidence: Evidence, rebuilt: Rebuilt) -> None:
    """A planted error: one released answer taken as another changes exactly its own cells."""
    records, key = evidence.records, ("direct/real/GPT-4o", 0)
    sheet = records.sheets[key]
    item = next(
        item
        for item, answer in sheet.answers.items()
        if records.items[item].attributes["subtask"] == "Geometry Triangle"
        and answer.answer == records.items[item].gold
    )
    other = {"True": "False", "False": "True"}[str(records.items[item].gold)]
    answers = {**sheet.answers, item: sheet.answers[item]._replace(answer=other)}
    sheets = {**records.sheets, key: replace(sheet, answers=answers)}
    planted = rebuild(replace(records, sheets=sheets), evidence)
    changed = {
        (table, *place)
        for table, cells in rebuilt.items()
        for place in cells
        if cells[place] and cells[place].value != planted[table][place].value
    }
    assert changed == {
        ("table-04a", "GPT-4o", "Geometry Triangle"),
        ("table-04a", "GPT-4o", "Average"),
        ("table-09", "GPT-4o", "Geometry Triangle"),
        ("table-09", "GPT-4o", "Average"),
    }


def judged(folder: Path, study: Study = STUDY) -> StudyReport:
    return judge_study(study, folder, Settings())


@pytest.fixture(scope="module")
def altered(visonlyqa_release: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The release with five answers of one task made right and five of another made wrong."""
    folder = tmp_path_factory.mktemp("altered") / "release"
    shutil.copytree(visonlyqa_release, folder)
    for task, right in (("geometry__length", True), ("geometry__area", False)):
        (path,) = folder.glob(f"results/**/eval_real/{task}/prompt=no_reasoning/InternVL2-8B.jsonl")
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        turned = [row for row in rows if (row["y_pred"] == row["y_true"]) is not right][:5]
        for row in turned:
            other = next(letter for letter in "abcde" if letter != row["y_true"])
            row["y_pred"] = row["y_true"] if right else other
        assert len(turned) == 5
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return folder


def test_other_answers_under_a_finding_are_named_and_fail(altered: Path) -> None:
    found = judged(altered)
    assert not found.agrees()
    broken = {kept.finding.id: kept.broken for kept in found.findings if not kept.holds}
    assert set(broken) >= {"table-04a-columns", "table-09-columns"}
    assert {text.partition(":")[0] for text in broken["table-04a-columns"]} >= {
        f"visonlyqa/table-04a/InternVL2-8B/Geometry {name}" for name in ("Diameter", "Angle")
    }
    assert {e.id for e in found.entries if e.unexplained and e.table == "table-04a"} >= {
        f"visonlyqa/table-04a/InternVL2-8B/Geometry {name}" for name in ("Diameter", "Angle")
    }


@pytest.mark.parametrize(
    ("key", "pair"),
    [
        ("table-04a", [("GPT-4o", "Geometry Angle"), ("Gemini 1.5 Pro", "Geometry Angle")]),
        ("table-09", [("GPT-4o", "Geometry Length"), ("Gemini 1.5 Pro", "Geometry Length")]),
        ("table-05", [("InternVL2-4B", "Original Real"), ("InternVL2-8B", "Original Real")]),
        ("table-02", [("Answer Format", "Geometry Length"), ("Answer Format", "Geometry Area")]),
        ("table-11-61", [("16 GPT-4o", "w/o CoT mark"), ("16 Gemini 1.5 Pro", "w/o CoT mark")]),
    ],
)
def test_two_printed_cells_exchanged_under_a_finding_are_named_and_fail(
    visonlyqa_release: Path, key: str, pair: list[tuple[str, str]]
) -> None:
    texts = printed_tables.transcription(STUDY.printed)
    at = [table.key for table in texts.tables].index(key)
    one, other = (texts.tables[at].cells[place] for place in pair)
    assert one != other
    cells = texts.tables[at].cells | dict(zip(pair, (other, one), strict=True))
    tables = list(texts.tables)
    tables[at] = texts.tables[at]._replace(cells=cells)
    exchanged = replace(STUDY, printed=texts._replace(tables=tuple(tables)))
    found = judged(visonlyqa_release, exchanged)
    assert not found.agrees()
    names = {f"visonlyqa/{key}/{row}/{column.replace('/', '∕')}" for row, column in pair}
    broken = {text.partition(": ")[0] for kept in found.findings for text in kept.broken}
    assert broken & names
    unexplained = {entry.id for entry in numbers(found) if entry.unexplained}
    assert unexplained <= names
