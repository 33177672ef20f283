"""Small inputs that would cost much are refused, or answered, in a few steps of bounded size."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fe_core.errors import RecordError, UsageError
from fe_core.records import gate, lines
from fe_core.records.gate import Row
from fe_core.records.model import Basis
from offline_reproduction.cli.main import main
from offline_reproduction.study.keys import parse_toml

ITEM = {"item": "q", "gold": "A", "options": ["A", "B"], "split": "t"}


@contextmanager
def within(megabytes: int) -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < megabytes << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "key",
    [
        "a." * 200_000 + "b = 1",
        "[" + "a." * 100_000 + "b]",
        "a . " * 90_000 + "b = 1",
        '"a".' * 90_000 + "b = 1",
        "x = {" + "a." * 100_000 + "b = 1}",
        "x = " + "[" * 100_000,
    ],
)
def test_a_long_or_deep_toml_is_refused(key: str) -> None:
    with pytest.raises(UsageError, match=r"study\.toml"):
        parse_toml(key, "study.toml")


@pytest.mark.parametrize(
    "text",
    [
        "[" * 900_000,
        '{"a":' * 100_000,
        '{"a":' + "[" * 65 + "]" * 65 + "}",
        '{"a":"' + '\\"' * 400_000,
        "{" + ",".join(f'"k{n}":0' for n in range(50_000)) + ',"k7":1}',
        '{"a":' + "9" * 100_000 + "}",
        '{"a":1e999}',
        '{"a":"\\ud800"}',
        '{"a":"\\uDFFFx"}',
    ],
)
def test_a_hostile_line_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(RecordError, match=r"^f:1: "), within(100):
        list(lines.rows(text, "f"))


def test_a_document_of_nothing_but_brackets_is_refused_before_it_is_made() -> None:
    with pytest.raises(RecordError, match="objects and lists"), within(20):
        lines.lenient("[" + "{}," * 2_000_000 + "{}]", "f")


def test_half_a_character_in_a_log_is_shown_as_unknown() -> None:
    assert lines.lenient(r'{"a":"x\ud800y","b":"\ud83d\ude00"}', "f") == {
        "a": "x\ufffdy",
        "b": "😀",
    }


def test_after_a_thousand_problems_the_rest_is_not_read() -> None:
    read = 0

    def rows() -> Iterator[Row]:
        nonlocal read
        for read in range(5_000_000):
            yield Row(f"f:{read}", {})

    with pytest.raises(RecordError, match="the rest was not read"), within(20):
        gate.build(rows(), [], [], basis=Basis.RELEASED)
    assert read < 2000


def test_few_lines_cannot_ask_for_millions_of_missing_answers() -> None:
    items = [Row(f"i:{n}", ITEM | {"item": f"q{n}"}) for n in range(4000)]
    runs = [Row(f"r:{n}", {"run": f"r{n}", "model": "m", "asked": "t"}) for n in range(4000)]
    with pytest.raises(RecordError, match="16000000 answers are missing"), within(100):
        gate.build(items, runs, [], basis=Basis.RELEASED)


@pytest.mark.parametrize(
    "field",
    [
        {"basis": ["x"]}, {"basis": {}}, {"basis": None}, {"status": []}, {"status": {}},
        {"rotation": True}, {"rotation": 1.0}, {"rotation": 10**30}, {"run": ["r"]},
        {"item": {"q": 1}}, {"answer": {"A": 1}}, {"answer": [["A"]]}, {"score": [1]}, {"of": {}},
    ],
)  # fmt: skip
def test_fields_of_other_types_are_refused_with_their_place(field: dict[str, object]) -> None:
    answer = {"run": "r", "item": "q", "answer": "A", "status": "valid"} | field
    run = {"run": "r", "model": "m", "asked": "t"}
    with pytest.raises(RecordError, match=r"^a:1: "):
        gate.build(
            [Row("i:1", ITEM)], [Row("r:1", run)], [Row("a:1", answer)], basis=Basis.RELEASED
        )


@pytest.mark.parametrize(
    "change",
    [
        {"path": "\ud800"}, {"path": 1}, {"path": ""}, {"path": "../x.jsonl"}, {"rows": "1"},
        {"rows": True}, {"sha256": None}, {"path": "a\nb"}, {"path": "/etc/passwd"},
    ],
)  # fmt: skip
def test_a_manifest_s_entries_are_what_they_must_be(
    tmp_path: Path, change: dict[str, object]
) -> None:
    from fe_core.records.directory import load

    names = ("items.jsonl", "runs.jsonl", "x.jsonl")
    files = [{"path": name, "sha256": "0", "rows": 0} for name in names]
    files[2] |= change
    manifest = {"schema": "fe-records/1", "basis": "released", "files": files}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    for name in names:
        (tmp_path / name).write_text("", "utf-8")
    with pytest.raises(RecordError):
        load(tmp_path)


def test_a_cell_of_a_hundred_thousand_letters_is_audited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "t.csv").write_text(f"a,b\n{'x' * 140_000},1\n", "utf-8")
    assert main(["audit", str(tmp_path / "t.csv"), "--all"]) in (0, 2)
    assert "Traceback" not in capsys.readouterr().err
