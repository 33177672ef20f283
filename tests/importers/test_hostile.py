"""Files that strangers could hand in: each ends in one sentence that names the file."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from fe_core.errors import RecordError
from offline_reproduction.cli.main import main
from offline_reproduction.importers import containers, documents, writer
from offline_reproduction.importers.containers import File, files
from tests.importers.imports import maps, run

MAP = maps(item="id", gold="g", answer="p")
ROW = {"id": 1, "g": "A", "p": "A"}


def packed(*members: tuple[str, str | bytes], encrypted: bool = False) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    found = bytearray(data.getvalue())
    if encrypted:
        found[6] |= 1
        found[found.find(b"PK\x01\x02") + 8] |= 1
    return bytes(found)


def sheet(rows: str, shared: str = "<sst/>") -> bytes:
    """A workbook of one sheet, by hand, so that it can hold what no program writes."""
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {"workbook": "sheet.main", "worksheets/sheet1": "worksheet",
             "sharedStrings": "sharedStrings"}  # fmt: skip
    overrides = "".join(
        f'<Override PartName="/xl/{part}.xml" ContentType="{kind}.{name}+xml"/>'
        for part, name in parts.items()
    )
    rels = f'<Relationships xmlns="{package}/relationships">{{}}</Relationships>'
    link = f'<Relationship Id="r{{}}" Type="{office}/{{}}" Target="{{}}"/>'
    return packed(
        ("[Content_Types].xml", f'<Types xmlns="{package}/content-types"><Default '
         'Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
         f"{overrides}</Types>"),
        ("_rels/.rels", rels.format(link.format(1, "officeDocument", "xl/workbook.xml"))),
        ("xl/workbook.xml", f'<workbook {main} xmlns:r="{office}"><sheets><sheet name="s" '
         'sheetId="1" r:id="r1"/></sheets></workbook>'),
        ("xl/_rels/workbook.xml.rels", rels.format(
            link.format(1, "worksheet", "worksheets/sheet1.xml")
            + link.format(2, "sharedStrings", "sharedStrings.xml"))),
        ("xl/sharedStrings.xml", shared.replace("<sst", f"<sst {main}")),
        ("xl/worksheets/sheet1.xml",
         f"<worksheet {main}><sheetData>{rows}</sheetData></worksheet>"),
    )  # fmt: skip


def cell(place: str, said: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{said}</t></is></c>'


HEAD = f'<row r="1">{cell("A1", "id")}{cell("B1", "g")}{cell("C1", "p")}</row>'
GOOD = f'<row r="2">{cell("A2", "1")}{cell("B2", "A")}{cell("C2", "A")}</row>'

REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "no-fields": (lambda: b"{}\n" * 20_000, "matches nothing in 10000 records"),
    "key-twice": (lambda: b'{"a":1,"a":2}\n{}\n', "key 'a' occurs twice"),
    "keys": (
        lambda: ("{" + ",".join(f'"k{i}":1' for i in range(100_000)) + ',"k5":2}\n{}').encode(),
        "key 'k5' occurs twice",
    ),
    "deep": (lambda: b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "nests too deep"),
    "cut": (lambda: json.dumps([ROW] * 3).encode()[:-9], "cut short?"),
    "trailing": (lambda: json.dumps([ROW]).encode() + b" x", "something follows the JSON array"),
    "scalars": (lambda: b"[1, 2]", "holds no records"),
    "empty": (lambda: b"", "is empty"),
    "utf-16": (lambda: "[]".encode("utf-16"), "is not UTF-8"),
    "gzip-cut": (lambda: gzip.compress(json.dumps([ROW]).encode())[:-6], "cut short"),
    "gzip-bomb": (lambda: gzip.compress(b" " * (1 << 25)), "expands too far"),
    "zip-twice": (lambda: packed(("a.json", "[]"), ("a.json", "[]")), "two members named"),
    "zip-encrypted": (lambda: packed(("a.json", "[]"), encrypted=True), "encrypted"),
    "zip-bomb": (lambda: packed(("a.json", b" " * (1 << 25))), "expands too far"),
    "zip-cut": (lambda: packed(("a.json", json.dumps([ROW] * 99)))[:-40], "cut short"),
    "eval-bomb": (
        lambda: packed(("header.json", '{"eval":{},"status":"success","version":2}'),
                       ("samples/1.json", b" " * (1 << 25))),
        "expands too far",
    ),
    "eval-of-nothing": (lambda: packed(("header.json", "3")), "has no `eval`"),
    "row-number": (lambda: sheet(HEAD + f'<row r="100000000000">{cell("A9", "x")}</row>'),
                   "past 1024 columns"),
    "column": (lambda: sheet(HEAD + f'<row r="2">{cell("XFD2", "x")}</row>'), "past 1024 columns"),
    "ragged": (lambda: sheet(HEAD + f'<row r="2">{cell("E2", "x")}</row>'), "more cells than"),
    "shared": (lambda: sheet(HEAD + '<row r="2"><c r="A2" t="s"><v>99</v></c></row>'), "damaged"),
    "digits": (lambda: sheet(HEAD + f'<row r="2"><c r="A2"><v>{"9" * 5000}</v></c></row>'),
               "damaged"),
    "header-twice": (lambda: sheet(f'<row r="1">{cell("A1", "id")}{cell("B1", "id")}</row>' + GOOD),
                     "name each column once"),
    "entities": (
        lambda: sheet(HEAD + GOOD, '<!DOCTYPE x [<!ENTITY a "' + "a" * 1000 + '">' + "".join(
            f'<!ENTITY b{n} "{(f"&b{n - 1};" if n else "&a;") * 10}">' for n in range(8))
            + "]><sst><si><t>&b7;</t></si></sst>"),
        "damaged",
    ),
    "parquet": (lambda: b"PAR1" + b"\0" * 99 + b"PAR1", "a.bin"),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_damaged_or_too_much_is_one_sentence(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if name in ("row-number", "column", "ragged", "shared", "digits", "header-twice", "entities"):
        pytest.importorskip("openpyxl")
    make, said = REFUSED[name]
    path = tmp_path / "a.bin"
    path.write_bytes(make())
    made = run(tmp_path / "r", path, *(MAP if not name.startswith("eval") else []))
    error = capsys.readouterr().err
    assert made.code == 2
    assert said in error
    assert name == "no-fields" or "a.bin" in error
    assert not (tmp_path / "r").exists()


def test_a_sheet_made_by_hand_is_read(tmp_path: Path) -> None:
    pytest.importorskip("openpyxl")
    (tmp_path / "a.xlsx").write_bytes(sheet(HEAD + GOOD))
    assert run(tmp_path / "r", tmp_path / "a.xlsx", *MAP).given("model") == ["A"]


def test_no_name_of_a_member_leads_anywhere(tmp_path: Path) -> None:
    names = ("../../x.json", "/etc/y.json", "a\u202eb.json", "..\\z.json", "c/../../d.json")
    rows = [(name, json.dumps([ROW | {"id": n}])) for n, name in enumerate(names)]
    (tmp_path / "a.zip").write_bytes(packed(*rows))
    made = run(tmp_path / "r", tmp_path / "a.zip", "--run-from", "@file", *MAP)
    assert made.records is not None
    assert sorted(each.run for each in made.records.runs()) == ["..\\z", "d", "x", "y"]
    assert sum(each["lines"] for each in made.report["lost"].values()) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.zip", "r"]


def data(content: bytes) -> File:
    return File("a", containers.PurePosixPath("a"), lambda: content)


@pytest.mark.parametrize(
    ("bound", "value", "content"),
    [
        ("MOST_PARTS", 9, b"[" + b"[]," * 10 + b"[]]"),
        ("LONGEST_LINE", 20, b'{"a":1}\n{"a":"' + b"x" * 20 + b'"}\n'),
    ],
)
def test_bounds_of_text(
    monkeypatch: pytest.MonkeyPatch, bound: str, value: int, content: bytes
) -> None:
    monkeypatch.setattr(documents, bound, value)
    with pytest.raises(RecordError, match="are read"):
        list(documents.records(data(content)))


def test_a_folder_is_read_in_order_without_clutter(tmp_path: Path) -> None:
    for name in ("b.json", "a.json", "._b.json", ".git/c.json", "__MACOSX/c.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("[]")
    assert [file.path.name for file in files([tmp_path])] == ["a.json", "b.json"]


@pytest.mark.parametrize(
    ("name", "more"),
    [("alpacaeval", ()), ("lmms-eval", ()), ("swe-bench", ()), ("mapped", ("--map", "item=id"))],
)
def test_a_log_of_nothing_but_lost_lines_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    name: str, more: tuple[str, ...],
) -> None:  # fmt: skip
    monkeypatch.setattr(writer, "MOST_LOST", 20)
    log = tmp_path / "log.jsonl"
    log.write_text("{}\n" * 50, "utf-8")
    words = ["import", name, str(log), "--out", str(tmp_path / "r"), "--quiet", *more]
    assert main(words) == 2
    assert "log.jsonl:21: 21 lines are lost and 0 kept" in capsys.readouterr().err
    assert not (tmp_path / "r").exists()
