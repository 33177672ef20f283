"""Damaged releases are refused with file, line and remedy; whole ones are read as they are."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fe_core.errors import RecordError
from fe_core.records.directory import silent
from fe_core.records.model import Status
from offline_reproduction.papers.visonlyqa.catalogue import REAL
from offline_reproduction.papers.visonlyqa.evidence import load
from offline_reproduction.papers.visonlyqa.importer.literals import options
from offline_reproduction.papers.visonlyqa.importer.people import Sheet, mean_of_annotators, same
from offline_reproduction.papers.visonlyqa.importer.responses import reading, swappable
from offline_reproduction.papers.visonlyqa.study import STUDY
from offline_reproduction.study.paper import Settings
from offline_reproduction.study.pipeline import judge_study

Edit = Callable[[str, Callable[[str], str]], Path]
GPT = (
    "results/model_responses/eval_real/geometry__angle/prompt=no_reasoning/gpt-4o-2024-08-06.jsonl"
)
ASKED = "dataset/test/real/geometry__angle.jsonl"
PEOPLE = "results/human_performance/real_human_performance.json"


def test_a_whole_release_is_read_and_its_version_is_said_to_be_unknown(miniature: Path) -> None:
    evidence = load(miniature, silent)
    for sheet in evidence.records.sheets.values():
        golds = {item: evidence.records.items[item].gold for item in sheet.answers}
        assert {item: answer.answer for item, answer in sheet.answers.items()} == golds
    assert "unknown version: 619 files differ from commit 33a1355" in evidence.release.caution
    assert evidence.release.caution in evidence.records.notes
    assert any("prompts have '<image>\\n' before" in note for note in evidence.records.notes)


def once(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        (GPT, lambda text: text[:-20], rf"{GPT}:3: is not JSON.*cut short"),
        (GPT, once('{"prompt"', "nonsense"), rf"{GPT}:1: is not JSON"),
        (GPT, lambda text: text + text.splitlines()[-1] + "\n", rf"{GPT}:4: has 4 lines for 3"),
        (GPT, lambda text: text.partition("\n")[2], rf"{GPT}:1: the prompt does not"),
        (GPT, once('"y_true": "b"', '"y_true": "c"'), rf"{GPT}:1: y_true='c', but"),
        (GPT, once('"y_true": "b"', '"y_true": 1'), rf"{GPT}:1: y_true must be a text"),
        (GPT, once('"b"', "1" + "0" * 5000), rf"{GPT}:1: .*not reasonable"),
        (GPT, once('"response": "b"', '"response": ["b", "c"]'), rf"{GPT}:1: .*list of one text"),
        (GPT, lambda text: "", rf"{GPT}:1: has 0 lines for 3"),
        (ASKED, once('"c"]', '"c", "c"]'), rf"{ASKED}:2: .*distinct"),
        (ASKED, once('"answer": "b"', '"answer": "z"'), rf"{ASKED}:1: answer='z' is not among"),
        (ASKED, once('"answer": "b"', '"answer": "c"'), "angle.*:1: y_true"),
        (ASKED, lambda text: text + text.splitlines()[0] + "\n", rf"{ASKED}:4: the same id as at"),
        (ASKED, once('"id"', '"ID"'), rf"{ASKED}:1: no field 'id'"),
        (ASKED, once("['a', 'b', 'c']", "__import__('os')"), "plain quoted"),
        (PEOPLE, once("('geometry__triangle', 0)", "geometry 0"), "must be .'task', annotator"),
        (PEOPLE, once('"b"', '"c"'), "answer 2 is marked 1, but gold='c'"),
        (PEOPLE, lambda text: text[:100], rf"{PEOPLE}.*is not JSON"),
    ],
)
def test_damage_is_named_with_its_place(
    edit: Edit, name: str, change: Callable[[str], str], said: str
) -> None:
    with pytest.raises(RecordError, match=f"(?s){said}"):
        load(edit(name, change), silent)


def test_another_encoding_is_named_with_its_line(miniature: Path) -> None:
    path = miniature / GPT
    path.write_bytes(path.read_bytes().replace(b"Answer", "Größe".encode("latin-1"), 1))
    with pytest.raises(RecordError, match=rf"{GPT}:1: byte 0xf6 is not UTF-8"):
        load(miniature, silent)


def test_missing_and_doubled_files_are_listed(miniature: Path) -> None:
    (miniature / GPT).unlink()
    (miniature / ASKED).unlink()
    with pytest.raises(
        RecordError, match=r"(?s)gpt-4o-2024-08-06.jsonl: is missing.*angle.jsonl: is"
    ):
        load(miniature, silent)


def test_two_fine_tuned_files_of_one_kind_are_refused(miniature: Path) -> None:
    place = (miniature / GPT).parent
    first = place / "InternVL2-4B_finetuned_syntheticgeometry__angle.jsonl"
    (place / "InternVL2-4B_syntheticgeometry__angle_2.jsonl").write_bytes(first.read_bytes())
    with pytest.raises(RecordError, match="2 files of InternVL2-4B fine-tuned"):
        load(miniature, silent)


def test_a_folder_that_is_no_release_is_told_what_is_needed(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="holds no dataset/test/; give the root of a clone"):
        load(tmp_path, silent)
    with pytest.raises(RecordError, match="is no directory"):
        load(tmp_path / "nowhere", silent)


def test_the_first_twenty_problems_are_shown_and_the_others_counted(edit: Edit) -> None:
    folder = edit(ASKED, lambda text: text.replace('"answer": "b"', '"answer": "c"'))
    with pytest.raises(RecordError) as caught:
        load(folder, silent)
    lines = str(caught.value).splitlines()
    assert len(lines) == 21
    assert lines[-1].startswith("… and ")


def test_files_with_control_characters_in_their_names_are_noted_escaped(miniature: Path) -> None:
    ((miniature / GPT).parent / "evil\x1b[31m.jsonl").write_text("", "utf-8")
    notes = "\n".join(load(miniature, silent).records.notes)
    assert "1 further files of answers are not read" in notes
    assert "\x1b" not in notes


@given(st.lists(st.text("abcTF ", min_size=1), min_size=1, unique=True))
def test_option_texts_are_read_as_a_python_literal_is(texts: list[str]) -> None:
    assert options(repr(texts)) == tuple(ast.literal_eval(repr(texts))) == options(texts)


@given(st.one_of(st.text(), st.integers(), st.lists(st.integers()), st.none()))
def test_anything_else_is_no_list_of_options(value: object) -> None:
    with pytest.raises(RecordError):
        options(value)


@pytest.mark.parametrize(
    ("extracted", "expected"),
    [
        ("a,c", (["a", "c"], Status.VALID)),
        ("", (None, Status.EMPTY)),
        (" ", (None, Status.EMPTY)),
        ("c,a", (None, Status.UNREADABLE)),
        ("a,a", (None, Status.UNREADABLE)),
        ("A", (None, Status.UNREADABLE)),
        ("None", (None, Status.UNREADABLE)),
        ("a, c", (None, Status.UNREADABLE)),
    ],
)
def test_nothing_is_repaired_in_an_extracted_answer(
    miniature: Path, extracted: str, expected: tuple[object, Status]
) -> None:
    evidence = load(miniature, silent)
    many = next(q for q in evidence.release.questions if q.many)
    assert reading(extracted, many) == expected


def test_lines_that_could_be_swapped_are_counted(miniature: Path) -> None:
    one = load(miniature, silent).release.questions[0]
    twin = one._replace(item="other", image="other.png")
    third = one._replace(answer="c")
    assert [swappable(q) for q in ([one], [one, twin], [one, twin, third])] == [0, 2, 2]


def test_people_are_averaged_person_by_person() -> None:
    two = Sheet(REAL[0], 0, (("TRUE", "True"), ("a", "b")))
    one = Sheet(REAL[0], 1, (("a", "a"),))
    assert mean_of_annotators([two, one]) == Fraction(3, 4)
    assert mean_of_annotators([]) is None
    assert not same("a", "A")


def test_another_version_is_judged_and_its_findings_say_so(miniature: Path) -> None:
    report = judge_study(STUDY, miniature, Settings())
    assert report.entries
    for kept in report.findings:
        assert kept.finding.confidence.startswith("unknown version: 619 files differ")


def test_damage_leaves_an_older_report_untouched(miniature: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    out.mkdir()
    (out / "verification.json").write_text("{}", "utf-8")
    (miniature / GPT).write_text("nonsense", "utf-8")
    door = Path(__file__).resolve().parents[2] / "run_reproduction.py"
    words = ("--study", "visonlyqa", "--records", str(miniature), "--out", str(out))
    ran = subprocess.run(
        [sys.executable, str(door), *words], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert f"{GPT}:1: is not JSON" in ran.stderr
    assert [path.name for path in out.iterdir()] == ["verification.json"]
    assert (out / "verification.json").read_text("utf-8") == "{}"
