"""The gate and the directory loader: whole or refused, with file, line and remedy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fe_core.errors import FeError, RecordError
from fe_core.files import inside
from fe_core.records import lines
from fe_core.records.directory import load
from fe_core.records.gate import Row, build
from fe_core.records.manifest import manifest_text
from fe_core.records.model import Basis, Records, Status
from fe_core.scoring.ledger import ledger
from fe_core.scoring.outcomes import Outcome, outcomes

ITEM = {"item": "q1", "gold": "A", "options": ["A", "B"], "split": "test"}
RUN = {"run": "r", "model": "M", "asked": "test"}
ANSWER = {"run": "r", "item": "q1", "answer": "A", "status": "valid"}


def made(
    items: Any = (ITEM,), runs: Any = (RUN,), answers: Any = (ANSWER,), **more: Any
) -> Records:
    rows = [
        [Row(f"{name}:{n}", value) for n, value in enumerate(values, 1)]
        for name, values in (("items", items), ("runs", runs), ("answers", answers))
    ]
    return build(*rows, basis=Basis.RELEASED, **more)


def write(folder: Path, files: dict[str, str], **manifest: Any) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    text = manifest_text("s", "released", files, source="made up", licence="MIT")
    (folder / "manifest.json").write_text(json.dumps(json.loads(text) | manifest), "utf-8")
    return folder


def files(**answers: Any) -> dict[str, str]:
    return {
        "items.jsonl": json.dumps(ITEM) + "\n",
        "runs.jsonl": json.dumps(RUN) + "\n",
        "answers/r.jsonl": json.dumps(ANSWER | answers) + "\n",
    }


def test_records_that_fit_the_schema_are_read(tmp_path: Path) -> None:
    records = load(write(tmp_path, files()))
    assert outcomes(records, "r") == {"q1": Outcome.RIGHT}
    assert records.basis is Basis.RELEASED
    assert [source.rows for source in records.sources] == [1, 1, 1]


def test_an_item_without_answer_is_missing_and_stays_in_the_denominator() -> None:
    records = made(items=(ITEM, ITEM | {"item": "q2"}))
    assert records.sheet("r").answers["q2"].status is Status.MISSING
    row = ledger(records)[0]
    assert (row.asked, row.right, row.missing) == (2, 1, 1)
    assert (row.worst, row.best, row.dropped) == (0.5, 1, 1)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"items": (ITEM, ITEM)}, "items:2: item='q1' occurs twice"),
        ({"items": (ITEM | {"gold": "C"},)}, "gold='C' is not among the options"),
        ({"items": (ITEM | {"prompt": "x"},)}, "field 'prompt' is not in the schema"),
        ({"items": (ITEM | {"options": []},)}, "must be distinct and at least one"),
        ({"items": (ITEM | {"item": ""},)}, "item must not be empty"),
        ({"items": (ITEM | {"item": "a\x1b[31m"},)}, "item must be printable"),
        ({"items": (ITEM | {"split": 3},)}, "split must be a text, got int"),
        ({"items": ({"item": "q1"},)}, "no field 'gold'"),
        ({"runs": (RUN, RUN)}, "runs:2: run='r' occurs twice"),
        ({"runs": (RUN | {"asked": "dev"},)}, "asked='dev' is no split"),
        ({"runs": (RUN | {"asked": ["q9"]},)}, "asked names unknown items ['q9']"),
        ({"answers": (ANSWER, ANSWER)}, "answers:2: run='r' answers item='q1' twice"),
        ({"answers": (ANSWER | {"answer": "Z"},)}, "answer='Z' is not among the options"),
        ({"answers": (ANSWER | {"run": "x"},)}, "run='x' is not among the runs"),
        ({"answers": (ANSWER | {"item": "x"},)}, "item='x' was not asked of run='r'"),
        ({"answers": (ANSWER | {"status": "odd"},)}, "status='odd' must be one of"),
        ({"answers": (ANSWER | {"status": "failed"},)}, "must be null where status='failed'"),
        ({"answers": (ANSWER | {"rotation": 2},)}, "rotation=2 must be an integer below"),
        ({"answers": (ANSWER | {"rotation": True},)}, "rotation=True must be an integer"),
        ({"answers": (ANSWER | {"basis": "witness"},)}, "a folder holds records of one basis"),
    ],
)
def test_the_gate_says_rule_value_and_place(change: dict[str, Any], said: str) -> None:
    with pytest.raises(RecordError) as caught:
        made(**change)
    assert said in str(caught.value)


def test_problems_are_reported_together_twenty_and_a_count() -> None:
    bad = [ANSWER | {"item": f"x{n}"} for n in range(30)]
    with pytest.raises(RecordError) as caught:
        made(answers=bad)
    said = str(caught.value).splitlines()
    assert len(said) == 21
    assert said[-1] == "… and 10 more"


def test_groups_must_be_complete_and_agree_on_their_attributes() -> None:
    pair = [
        ITEM | {"item": name, "group": "g", "variant": variant, "attributes": {"topic": topic}}
        for name, variant, topic in (("a", "one", "x"), ("b", "one", "y"))
    ]
    with pytest.raises(RecordError) as caught:
        made(pair, answers=(), variants={"": ("one", "two")}, group_attributes=("topic",))
    assert "'topic' differs within the group: ['x', 'y']" in str(caught.value)
    assert "needs each of ['one', 'two'] once" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1', "f:1: is not JSON"),
        ("[1]", "f:1: holds a list"),
        ('{"a": NaN}', "NaN is no JSON number"),
        ('{"a": 1, "a": 2}', "key 'a' occurs twice"),
        ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", "nests too deep"),
        ('{"a": ' + "9" * 5000 + "}", "holds a number that is not reasonable"),
        ('{"a": "' + "x" * (1 << 20) + '"}', "at most 1048576 are read"),
    ],
)
def test_damaged_lines_are_refused_with_their_place(text: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        list(lines.rows(text, "f"))
    assert said in str(caught.value)
    assert str(caught.value).startswith("f:1: ")


@given(st.text(max_size=80))
def test_any_line_is_an_object_or_a_refusal(text: str) -> None:
    try:
        parsed = list(lines.rows(text, "f"))
    except RecordError:
        return
    assert all(isinstance(row.value, dict) for row in parsed)


def test_line_separators_inside_strings_do_not_split_lines() -> None:
    text = json.dumps({"a": "x\u2028y\x85z"}, ensure_ascii=False)
    assert len(list(lines.rows(text + "\n", "f"))) == 1


def test_a_changed_file_is_refused_by_its_hash(tmp_path: Path) -> None:
    folder = write(tmp_path, files())
    path = folder / "answers/r.jsonl"
    path.write_text(path.read_text("utf-8").replace('"A"', '"B"'), "utf-8")
    with pytest.raises(RecordError, match=r"r\.jsonl: SHA-256 is .* refresh the manifest"):
        load(folder)


def test_an_unlisted_file_is_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, files())
    (folder / "answers/more.jsonl").write_text("", "utf-8")
    with pytest.raises(RecordError, match="not listed in manifest"):
        load(folder)


def test_a_listed_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, files())
    (folder / "answers/r.jsonl").unlink()
    with pytest.raises(RecordError, match=r"r\.jsonl: does not exist"):
        load(folder)


def test_a_byte_order_mark_and_crlf_are_tolerated_and_said(tmp_path: Path) -> None:
    texts = files()
    texts["items.jsonl"] = "\ufeff" + texts["items.jsonl"].replace("\n", "\r\n")
    folder = tmp_path
    for name, text in texts.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(text.encode())
    manifest = manifest_text("s", "released", texts, source="x", licence="MIT")
    (folder / "manifest.json").write_text(manifest, "utf-8")
    records = load(folder)
    assert any("byte order mark" in note for note in records.notes)
    assert any("CRLF" in note for note in records.notes)


def test_another_encoding_is_refused_with_its_line(tmp_path: Path) -> None:
    folder = write(tmp_path, files())
    data = b'{"a":1}\n"\xff"\n'
    (folder / "items.jsonl").write_bytes(data)
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    import hashlib

    for entry in manifest["files"]:
        if entry["path"] == "items.jsonl":
            entry["sha256"] = hashlib.sha256(data).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    with pytest.raises(RecordError, match=r"items\.jsonl:2: byte 0xff is not UTF-8"):
        load(folder)


@pytest.mark.parametrize("name", ["../x", "/etc/passwd", "a/../../x", "c:x", "a\\b", "", "a\0b"])
def test_no_path_leaves_its_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(RecordError, match="must be relative and stay inside"):
        inside(tmp_path, name)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    inner = tmp_path / "records"
    inner.mkdir()
    (tmp_path / "secret").write_text("x", "utf-8")
    (inner / "link").symlink_to(tmp_path / "secret")
    with pytest.raises(FeError, match="leads outside"):
        inside(inner, "link")
