"""Names from strangers stay inert in every output, and huge inputs are refused within bounds."""

from __future__ import annotations

import csv
import html
import json
import re
import resource
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from fe_core.records.manifest import manifest_text
from fe_core.writing import write_files
from offline_reproduction.cli.main import main

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><script>alert(2)</script>",
    "=HYPERLINK(0)",
    "+1+1",
    "@SUM(A1)",
    r"\input{/etc/passwd}",
    "a|b [x](javascript:alert(1)) `code`",
    "::error::planted%0A",
    "50% & $x_1^2$ #{}~",
    "&lt;b&gt;",
]


def study(folder: Path) -> Path:
    """A declared study whose model, run and row names are all hostile."""
    quoted = [json.dumps(name) for name in HOSTILE]
    items = '{"item":"q1","gold":"A","options":["A","B"],"split":"test"}\n'
    runs = "".join(f'{{"run":{name},"model":{name},"asked":"test"}}\n' for name in quoted)
    answers = "".join(
        f'{{"run":{name},"item":"q1","answer":"A","status":"valid"}}\n' for name in quoted
    )
    files = {"items.jsonl": items, "runs.jsonl": runs, "answers/a.jsonl": answers}
    manifest = manifest_text("s", "released", files, source=HOSTILE[0], licence=HOSTILE[1])
    files |= {"manifest.json": manifest}
    rows = "\n".join(f"{name} = {name}" for name in quoted)
    toml = (
        f'schema = "fe-study/1"\nname = "s"\ntitle = {quoted[0]}\npaper = {quoted[2]}\n'
        f'[metrics.acc]\nmetric = "accuracy"\n[[tables]]\nkey = "t"\ntitle = {quoted[0]}\n'
        f'file = "t.csv"\n[tables.columns]\n{quoted[0]} = "acc"\n[tables.rows]\n{rows}\n'
    )
    write_files(folder, {f"records/{name}": text for name, text in files.items()})
    (folder / "study.toml").write_text(toml, "utf-8")
    with (folder / "t.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["row", HOSTILE[0]])
        # The first row is wrong, so that its name is in messages, failures and annotations, too.
        writer.writerows([name, "50.0" if name == HOSTILE[0] else "100.0"] for name in HOSTILE)
    return folder


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = study(tmp_path_factory.mktemp("hostile"))
    assert main(["verify", str(folder), "--out", str(folder / "report"), "--quiet"]) == 1
    return folder / "report"


def test_the_page_has_no_element_that_is_not_ours(report: Path) -> None:
    page = (report / "index.html").read_text("utf-8")
    scripts = re.findall(r"<script\b[^>]*>", page)
    assert scripts == ['<script type="application/json" id="data">', "<script>"]
    assert not re.search(r"<img(?! class=\"map\")", page)
    assert html.escape(HOSTILE[1]) in page
    data = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    assert set(HOSTILE) <= set(json.loads(data[1])["texts"])


def test_tables_are_inert_in_spreadsheets_markdown_and_latex(report: Path) -> None:
    tables = report / "tables/s"
    with (tables / "t.csv").open(encoding="utf-8", newline="") as file:
        for line in csv.reader(file):
            assert not line[0].startswith(("=", "+", "@", "-"))
    latex = (tables / "t.tex").read_text("utf-8")
    assert r"\input{" not in latex
    assert not re.search(r"(?<!\\)[%#_](?! )", latex.split("\\hline", 1)[1])
    markdown = (tables / "t.md").read_text("utf-8")
    assert not re.search(r"(?<!\\)<", markdown)
    assert not re.search(r"(?<!\\)\]\(", markdown)


def test_junit_is_xml_and_json_says_the_names_as_they_are(report: Path) -> None:
    suite = ET.parse(report / "junit.xml").getroot()[0]
    assert suite.attrib["tests"] == str(len(HOSTILE))
    document = json.loads((report / "verification.json").read_text("utf-8"))
    assert {entry["row"] for entry in document["studies"][0]["entries"]} == set(HOSTILE)


def test_messages_cannot_forge_annotations(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = study(tmp_path)
    words = ["verify", str(folder), "--out", str(folder / "report"), "--format", "github"]
    main([*words, "--quiet"])
    lines = capsys.readouterr().out.splitlines()
    assert all(re.match(r"::error (file=[^,:]*,line=[0-9]+,)?title=s%3A", line) for line in lines)
    assert len(lines) == 1


SAID = {
    "line": "--map gold=b: matches nothing in 1 records",
    "nesting": "has 100000000 lists and objects, at most",
    "number": "holds a number that is not reasonable",
}


@pytest.mark.parametrize("kind", SAID)
def test_a_hundred_megabytes_are_refused_quickly_and_in_bounded_memory(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    size = 100_000_000
    body = {
        "line": b'{"item":"' + b"x" * size + b'"}\n',
        "nesting": b"[" * size + b"\n",
        "number": b'{"item":' + b"9" * size + b"}\n",
    }[kind]
    path = tmp_path / "samples_big.jsonl"
    path.write_bytes(body)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert main(["import", "jsonl", str(path), "--out", str(tmp_path / "out"),
                 "--map", "item=a", "--map", "gold=b", "--map", "answer=c"]) == 2  # fmt: skip
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert SAID[kind] in capsys.readouterr().err
    assert grown < 600_000
    assert not (tmp_path / "out").exists()
