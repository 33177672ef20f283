"""Any shape of records under `--map`: what is read, what cannot be, and what is said of it."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zipfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offline_reproduction.importers.paths import EVERY, find, parse, root, spread
from tests.importers.imports import maps, run, written

ROWS = [
    {"id": 1, "gold": "A", "pred": "A", "meta": {"split": "val", "topic": "x"}},
    {"id": 2, "gold": "B", "pred": "(b)", "meta": {"split": "val", "topic": "y"}},
    {"id": 3, "gold": "B", "pred": "neither", "meta": {"split": "val", "topic": "x"}},
]
MAP = {"item": "id", "gold": "gold", "answer": "pred", "options": "=A,B", "topic": "meta.topic"}
GIVEN = ["A", "B", "unreadable"]


def as_lines(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def as_zip(members: dict[str, str]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return data.getvalue()


SHAPES: dict[str, tuple[str, Any]] = {
    "lines": ("a.jsonl", as_lines(ROWS)),
    "lines-crlf-bom": ("a.json", "\ufeff" + as_lines(ROWS).replace("\n", "\r\n")),
    "array": ("a.json", ROWS),
    "array-indented": ("a.txt", json.dumps(ROWS, indent=2)),
    "map": ("a.json", {str(row["id"]): row for row in ROWS}),
    "one-list-inside": ("a.json", {"model": "m", "version": 3, "results": ROWS}),
    "gzip": ("a.json.gz", gzip.compress(json.dumps(ROWS).encode())),
    "zip": ("a.zip", as_zip({"x/a.json": json.dumps(ROWS[:2]), "x/b.json": json.dumps(ROWS[2:])})),
    "zip-of-lines": ("a.bin", as_zip({"__MACOSX/._a": "junk", "a.jsonl": as_lines(ROWS)})),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_one_set_of_records_in_every_shape(tmp_path: Path, shape: str) -> None:
    name, content = SHAPES[shape]
    path = tmp_path / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        written(path, content)
    made = run(tmp_path / "r", path, "--model", "m", *maps(**MAP))
    assert made.code == 0
    assert made.given("m") == GIVEN
    assert made.records is not None
    assert [item.attributes["topic"] for item in made.records.items.values()] == ["x", "y", "x"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_separated_text_and_sheets_and_parquet(tmp_path: Path, delimiter: str) -> None:
    flat = [{"id": r["id"], "gold": r["gold"], "pred": r["pred"], "meta.topic": "x"} for r in ROWS]
    text = io.StringIO()
    writer = csv.DictWriter(text, flat[0], delimiter=delimiter)
    writer.writeheader()
    writer.writerows(flat)
    made = run(tmp_path / "r", written(tmp_path / "a", text.getvalue()), *maps(**MAP))
    assert made.given("model") == GIVEN
    if delimiter == ",":
        openpyxl = pytest.importorskip("openpyxl")
        book = openpyxl.Workbook()
        for row in csv.reader(io.StringIO(text.getvalue())):
            book.active.append(row)
        book.save(tmp_path / "a.xlsx")
        assert run(tmp_path / "x", tmp_path / "a.xlsx", *maps(**MAP)).given("model") == GIVEN
        parquet = pytest.importorskip("pyarrow.parquet")
        import pyarrow

        parquet.write_table(pyarrow.Table.from_pylist(flat), tmp_path / "a.parquet")
        assert run(tmp_path / "p", tmp_path / "a.parquet", *maps(**MAP)).given("model") == GIVEN


def test_stars_spread_records_and_their_ancestors_stay(tmp_path: Path) -> None:
    value = {
        "model": "m",
        "docs": [
            {"key": "d1", "qs": {"a": {"gold": "A", "tries": ["A", "B"]}}},
            {"key": "d2", "qs": {"b": {"gold": "B", "tries": ["B", "B"]}}},
        ],
    }
    made = run(
        tmp_path / "r", written(tmp_path / "a.json", value),
        *maps(item="docs.*.key", gold="docs.*.qs.*.gold", answer="docs.*.qs.*.tries[*]",
              repetition="@key", which="@key2", run="model", options="=A,B"),
    )  # fmt: skip
    assert made.given("m/0") == ["A", "B"]
    assert made.given("m/1") == ["B", "B"]
    assert made.records is not None
    assert made.records.items["d2"].attributes == {"which": "b"}


def test_two_lists_are_told_apart_or_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json", {"val": ROWS, "test": ROWS})
    assert run(tmp_path / "r", path, *maps(**MAP)).code == 2
    one = {name: text if text[0] == "=" else f"val.*.{text}" for name, text in MAP.items()}
    assert run(tmp_path / "s", path, *maps(**one)).given("model") == GIVEN


def test_runs_from_paths_fields_and_columns(tmp_path: Path) -> None:
    for name in ("m1", "m2"):
        for task in ("t1", "t2"):
            rows = [row | {"id": f"{task}-{row['id']}"} for row in ROWS]
            written(tmp_path / "logs" / name / f"{task}.json", rows)
    columns = maps(**MAP, task="@file")
    made = run(tmp_path / "r", tmp_path / "logs", "--run-from", "path", *columns)
    assert made.given("m1") == GIVEN * 2
    flat = [{"q": 1, "gold": "A", "m1": "A", "m2": "B"}, {"q": 2, "gold": "B", "m1": "A", "m2": ""}]
    wide = [{"q": row["q"], "gold": row["gold"], "p": {m: row[m] for m in ("m1", "m2")}}
            for row in flat]  # fmt: skip
    made = run(
        tmp_path / "s", written(tmp_path / "w.json", wide), "--run-from", "@key",
        *maps(item="q", gold="gold", answer="p.*"),
    )  # fmt: skip
    assert made.given("m2") == ["B", "empty"]
    made = run(
        tmp_path / "t", written(tmp_path / "w.json", wide), "--run-from", "@key",
        *maps(item="*.q", gold="*.gold", answer="*.p.*"),
    )  # fmt: skip
    assert made.given("m2") == ["B", "empty"]


def test_scores_alone_words_and_maxima(tmp_path: Path) -> None:
    rows = [
        {"id": n, "s": s, "of": 4}
        for n, s in enumerate((0, 4, 1.5, "2", "1/3", None, "high", 5, float("inf")))
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    made = run(tmp_path / "r", written(tmp_path / "a", text), *maps(item="id", score="s", of="of"))
    assert made.scores("model") == [0, 4, Fraction(3, 2), 2, Fraction(1, 3)]
    assert sum(each["lines"] for each in made.report["lost"].values()) == 4
    words = [{"id": n, "s": s} for n, s in enumerate((True, False, "Correct", "wrong", "C", "I"))]
    made = run(tmp_path / "w", written(tmp_path / "b", words), *maps(item="id", score="s"))
    assert made.scores("model") == [1, 0, 1, 0, 1, 0]


def test_lists_of_options_texts_letters_and_positions(tmp_path: Path) -> None:
    rows = [
        {"id": 1, "o": ["cat", "dog"], "g": "dog", "p": "B"},
        {"id": 2, "o": ["cat", "dog"], "g": "B", "p": "dog"},
        {"id": 3, "o": ["cat", "dog"], "g": 1, "p": "(B) dog"},
        {"id": 4, "o": ["1", "2", "3"], "g": "2", "p": "2"},
        {"id": 5, "o": ["9", "18", "18"], "g": "18", "p": "18"},
        {"id": 6, "o": ["B", "A"], "g": "A", "p": "A"},
        {"id": 7, "o": None, "g": "1.2", "p": "1.20"},
        {"id": 8, "o": ["x", "y"], "g": "z", "p": "x"},
        {"id": 9, "o": ["cat", "dog"], "g": ["dog", "cat"], "p": ["cat", "dog"]},
    ]
    made = run(
        tmp_path / "r", written(tmp_path / "a", rows),
        *maps(item="id", gold="g", answer="p", options="o"),
    )  # fmt: skip
    assert made.given("model") == ["dog", "B", "B", "2", "18", "A", "1.2", ("cat", "dog")]
    assert made.report["lost"]["the right answer is not one of the options"]["lines"] == 1


def test_labels_that_occur_and_open_questions(tmp_path: Path) -> None:
    golds = ["not hateful", "5-10", "是", "1,234", "in_front_of"]
    rows = [{"id": n, "g": g, "p": g} for n, g in enumerate(golds)]
    made = run(
        tmp_path / "r", written(tmp_path / "a", rows), *maps(item="id", gold="g", answer="p")
    )
    assert made.given("model") == golds
    assert any(note.startswith("options: the right answers") for note in made.report["notes"])
    many = [{"id": n, "g": str(n), "p": f"{n}.0" if n % 2 else "I do not know"} for n in range(60)]
    made = run(
        tmp_path / "s", written(tmp_path / "b", many), *maps(item="id", gold="g", answer="p")
    )
    assert made.given("model")[:4] == ["unreadable", "1", "unreadable", "3"]
    texts = [{"id": n, "g": f"word{n}", "p": "secret words"} for n in range(60)]
    made = run(tmp_path / "t", written(tmp_path / "c", texts),
               *maps(item="id", gold="g", answer="p"))  # fmt: skip
    assert set(made.given("model")) == {made.given("model")[0]}
    assert made.given("model")[0].startswith("text:")
    everything = "".join(path.read_text() for path in (tmp_path / "t").rglob("*.jsonl"))
    assert "secret" not in everything


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"item": "nope"}, "--map item=nope: matches nothing in 3 records; the first one has"),
        ({"topic": "meta.none"}, "--map topic=meta.none: matches nothing"),
        ({"topic": "meta[0]"}, "--map topic=meta[0]: matches nothing"),
        ({"topic": "@line"}, "there are @file, @folder, @key"),
        ({"topic": "x." * 40}, "steps"),
        ({"answer": "a.*.b", "item": "c.*.d"}, "must share their steps"),
    ],
)
def test_a_path_that_leads_nowhere_is_named(
    tmp_path: Path, columns: dict[str, str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    made = run(tmp_path / "r", written(tmp_path / "a", as_lines(ROWS)), *maps(**(MAP | columns)))
    assert made.code == 2
    assert said in capsys.readouterr().err


def test_every_loss_is_counted_and_strict_says_so(tmp_path: Path) -> None:
    rows: list[Any] = [*ROWS, {"id": "", "gold": "A", "pred": "A"}, {"gold": "A", "pred": "A"},
                       {"id": "a\u202eb", "gold": "A", "pred": "A"},
                       {"id": "x" * 600, "gold": "A", "pred": "A"},
                       {"id": 9, "gold": "C", "pred": "A"}, {"id": 10, "pred": "A"}]  # fmt: skip
    path = written(tmp_path / "a", as_lines(rows))
    made = run(tmp_path / "r", path, *maps(**MAP))
    assert made.code == 0
    assert {reason: each["lines"] for reason, each in made.report["lost"].items()} == {
        "no item id": 2,
        "the item id is no short text": 2,
        "the right answer is not one of the options": 1,
        "neither an answer that a right one is known for, nor a score": 1,
    }
    assert run(tmp_path / "s", path, "--strict", *maps(**MAP)).code == 1
    clean = written(tmp_path / "b", as_lines(ROWS))
    assert run(tmp_path / "t", clean, "--strict", *maps(**MAP)).code == 0


def test_nothing_to_judge_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"id": 1, "gold": "A", "pred": "perhaps"}, {"id": 2, "gold": "B", "pred": ""}]
    made = run(tmp_path / "r", written(tmp_path / "a", rows),
               *maps(item="id", gold="gold", answer="pred"))  # fmt: skip
    assert made.code == 2
    assert "nothing could be imported" in capsys.readouterr().err
    assert not (tmp_path / "r").exists()


def fields(*rows: tuple[Any, ...]) -> list[dict[str, Any]]:
    names = ("id", "gold", "pred", "run", "g", "v", "rot", "task")
    return [dict(zip(names, row, strict=False)) for row in rows]


ALL = {"item": "id", "gold": "gold", "answer": "pred", "run": "run", "options": "=A,B"}


def test_what_was_asked_is_the_union_of_a_task_and_missing_is_counted(tmp_path: Path) -> None:
    rows = fields(
        ("a", "A", "A", "m1", "", "", 0, "t1"), ("b", "A", "A", "m1", "", "", 0, "t1"),
        ("c", "A", "A", "m1", "", "", 0, "t2"), ("a", "A", "A", "m2", "", "", 0, "t1"),
    )  # fmt: skip
    path = written(tmp_path / "a", rows)
    made = run(tmp_path / "r", path, *maps(**ALL, task="task"))
    assert made.given("m2") == ["A", "missing"]
    assert made.report["missing"] == {"m2": {"items": 1, "first": ["b"]}}
    assert run(tmp_path / "s", path, *maps(**ALL)).given("m2") == ["A", "missing", "missing"]
    every = run(tmp_path / "t", path, "--asked", "answered", *maps(**ALL))
    assert every.given("m2") == ["A"]
    assert every.report["missing"] == {}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([("a", "A", "A", "m"), ("a", "B", "A", "n")], "has another right answer"),
        ([("a", "A", "A", "m"), ("a", "A", "B", "m")], "a second time"),
        ([("a", "A", "A", "m", "g1", "x"), ("b", "A", "A", "m", "g1", "y"),
          ("c", "A", "A", "m", "g2", "x")], "group='g2' has no variant 'y'"),
        ([("a", "A", "A", "m", "g1", "x"), ("b", "A", "A", "m", "g1", "x")], "more than once"),
        ([("a", "A", "A", "m", "", "", 0), ("a", "A", "A", "m", "", "", 1),
          ("b", "A", "A", "m", "", "", 0)], "item='b' was asked at rotations [0] only"),
    ],
)  # fmt: skip
def test_what_contradicts_itself_or_was_asked_of_nobody(
    tmp_path: Path, rows: list[tuple[Any, ...]], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    columns = maps(**ALL)
    if len(rows[0]) > 4 and rows[0][4]:
        columns += maps(group="g", variant="v")
    if len(rows[0]) > 6:
        columns += maps(rotation="rot")
    made = run(tmp_path / "r", written(tmp_path / "a", fields(*rows)), *columns)
    assert made.code == 2
    assert said in capsys.readouterr().err


def test_one_id_two_questions_can_be_two_items(tmp_path: Path) -> None:
    rows = fields(("a", "A", "A", "m"), ("a", "B", "B", "n"), ("a", "A", "B", "o"))
    made = run(tmp_path / "r", written(tmp_path / "a", rows), "--same-id", "separate", *maps(**ALL))
    assert made.records is not None
    assert {i.item: i.gold for i in made.records.items.values()} == {"a": "A", "a~2": "B"}
    assert [made.given(name) for name in "mno"] == [["A"], ["B"], ["B"]]
    assert made.report["missing"] == {}


def test_unread_fields_are_listed_once(tmp_path: Path) -> None:
    made = run(tmp_path / "r", written(tmp_path / "a", as_lines(ROWS * 1)),
               *maps(item="id", gold="gold", answer="pred", options="=A,B"))  # fmt: skip
    assert made.report["unread_fields"] == ["meta"]


NESTED = st.recursive(
    st.integers(0, 9),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=12,
)


def leaves(value: Any, steps: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], Any]]:
    found = [(steps, value)]
    for key, member in (
        value.items() if isinstance(value, dict)
        else enumerate(value) if isinstance(value, list) else ()
    ):  # fmt: skip
        found += leaves(member, (*steps, key))
    return found


@given(NESTED)
def test_every_part_has_a_path_that_finds_it(value: Any) -> None:
    for steps, part in leaves(value):
        if steps:
            text = "".join(f"[{s}]" if isinstance(s, int) else f'."{s}"' for s in steps)
            assert find(root(value), parse(text.lstrip("."))) == part


@given(NESTED)
def test_a_star_is_every_member_in_order(value: Any) -> None:
    members = list(value.values() if isinstance(value, dict) else value) if (
        isinstance(value, dict | list)
    ) else []  # fmt: skip
    assert [node.value for node in spread(root(value), (EVERY,))] == members
