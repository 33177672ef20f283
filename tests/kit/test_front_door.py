"""The command line as a stranger meets it: outputs, exit statuses, same bytes, whole reports."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from fe_core import writing as rim
from fe_core.errors import UsageError
from fe_core.records.manifest import manifest_text

ROOT = Path(__file__).resolve().parent.parent.parent
PROMISED = {"id", "kind", "place", "table", "row", "column", "printed", "recomputed", "exact"} | {
    "unit", "verdict", "roundings", "signature"
}  # fmt: skip


def door(*words: object, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "run_reproduction.py"), *map(str, words)]
    env = {k: v for k, v in os.environ.items() if not k.startswith("FE_")} | environment
    return subprocess.run(
        command, cwd=cwd, env=env, text=True, capture_output=True, check=False, encoding="utf-8"
    )


def example(folder: Path) -> Path:
    return Path(
        shutil.copytree(ROOT / "offline_reproduction/papers/example/records", folder / "records")
    )


def refresh(folder: Path) -> None:
    texts = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in folder.rglob("*.jsonl")
    }
    text = manifest_text("example", "released", texts, source="made up", licence="MIT")
    (folder / "manifest.json").write_text(text, "utf-8")


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_the_example_is_judged_and_all_outputs_are_written(tmp_path: Path) -> None:
    ran = door("--study", "example", "--out", tmp_path / "r")
    assert (ran.returncode, ran.stderr) == (0, "")
    made = set(contents(tmp_path / "r"))
    assert {"verification.json", "verification.md", "junit.xml", "index.html"} <= made
    assert {f"tables/example/table-1.{kind}" for kind in ("csv", "md", "tex")} <= made


@pytest.mark.parametrize(
    "words",
    ["--seed -1", f"--seed {1 << 64}", "--seed -1 --stream numpy", "--stream dice", "--draws 0"],
)
def test_what_cannot_be_drawn_is_refused(tmp_path: Path, words: str) -> None:
    ran = door("--study", "example", "--out", tmp_path / "r", *words.split())
    assert ran.returncode == 2
    assert words.split()[0].strip("-") in ran.stderr
    assert not (tmp_path / "r").exists()


def test_the_json_has_the_promised_shape(tmp_path: Path) -> None:
    door("--study", "example", "--out", tmp_path / "r")
    document = json.loads((tmp_path / "r/verification.json").read_text("utf-8"))
    assert set(document) == {"schema", "kit", "studies"}
    study = document["studies"][0]
    wanted = {"study", "basis", "records", "summary", "ledger", "findings", "entries"}
    assert wanted <= set(study)
    assert all(set(entry) >= PROMISED for entry in study["entries"])
    cell = next(e for e in study["entries"] if e["id"] == "example/table-1/Atlas/Acc.")
    assert (cell["exact"], cell["count"], cell["unit"]) == ("175/3", "7/12", "percent")
    reasons = [e["reason"] for e in study["entries"] if e["verdict"] == "uncheckable"]
    assert reasons == ["nobody kept the answers of the people asked"]
    assert study["ledger"][0]["worst"] == "175/3"


def test_the_same_bytes_whatever_surrounds_the_run(tmp_path: Path) -> None:
    surroundings = [
        {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC"},
        {"PYTHONHASHSEED": "77", "LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo"},
        {"PYTHONHASHSEED": "2", "PYTHONUTF8": "0", "LANG": "C.UTF-8"},
    ]
    made = []
    for number, environment in enumerate(surroundings):
        folder = tmp_path / str(number)
        folder.mkdir()
        out = folder / "r"
        ran = door("--study", "example", "--out", out, cwd=folder, **environment)
        assert ran.returncode == 0, ran.stderr
        made.append(contents(out))
    assert made[0] == made[1] == made[2]


def test_a_changed_answer_fails_and_names_the_number(tmp_path: Path) -> None:
    folder = example(tmp_path)
    path = folder / "answers/beacon.jsonl"
    path.write_text(path.read_text("utf-8").replace('"answer":"T"', '"answer":"F"', 1), "utf-8")
    ran = door("--study", "example", "--records", folder, "--out", tmp_path / "r")
    assert ran.returncode == 2
    assert "beacon.jsonl: SHA-256 is" in ran.stderr
    refresh(folder)
    ran = door("--study", "example", "--records", folder, "--out", tmp_path / "r")
    assert ran.returncode == 1
    assert "example/table-1/Beacon/Acc." in ran.stdout
    suite = ET.parse(tmp_path / "r/junit.xml").getroot()[0]
    assert int(suite.attrib["failures"]) == len(suite.findall("testcase/failure")) > 0


def test_differences_can_be_told_to_github_and_tolerated(tmp_path: Path) -> None:
    folder = example(tmp_path)
    path = folder / "answers/beacon.jsonl"
    path.write_text(path.read_text("utf-8").replace('"answer":"T"', '"answer":"F"', 1), "utf-8")
    refresh(folder)
    words = ("--study", "example", "--records", folder, "--out", tmp_path / "r")
    ran = door(*words, "--format", "github", "--fail-on", "never")
    assert ran.returncode == 0
    place = r"^::error file=.*printed/table-1\.tsv,line=[1-9][0-9]*,title=example%3A Table 1::"
    assert re.search(place, ran.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--study", "nowhere"), "study='nowhere' is not known"),
        (("--records", "x"), "--records belongs to one study"),
        (("--study", "example", "--records", "nowhere"), "is no directory"),
        (("--study", "example", "--records", "tests"), "manifest.json: does not exist"),
        (("--study", "example", "--threads", "0"), "--threads must be at least 1"),
        (("--study", "visonlyqa"), "give --records DIR"),
    ],
)
def test_bad_usage_ends_with_two_a_remedy_and_no_report(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    old = tmp_path / "r"
    door("--study", "example", "--out", old)
    before = contents(old)
    ran = door(*words, "--out", old)
    assert ran.returncode == 2
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr
    assert contents(old) == before


def test_a_folder_that_holds_something_else_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work", "utf-8")
    ran = door("--study", "example", "--out", tmp_path)
    assert ran.returncode == 2
    assert "holds 'thesis.tex' and no SHA256SUMS" in ran.stderr
    assert (tmp_path / "thesis.tex").read_text("utf-8") == "years of work"


def test_help_and_list_work_from_anywhere(tmp_path: Path) -> None:
    assert "exit status" in door("--help", cwd=tmp_path).stdout
    assert "visonlyqa" in door("--list", cwd=tmp_path).stdout
    inner = ROOT / "offline_reproduction"
    ran = subprocess.run(
        [sys.executable, "run_reproduction.py", "--list"],
        cwd=inner, text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert "example" in ran.stdout


def test_importing_the_front_door_loads_nothing_heavy() -> None:
    code = (
        "import sys; before = set(sys.modules); import offline_reproduction.cli.main;"
        "print(*sorted(m for m in sys.modules if m.split('.')[0] in"
        " ('numpy', 'asyncio', 'http', 'email', 'unittest', 'xml', 'ortools', 'hypothesis')))"
    )
    ran = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"],
        text=True, capture_output=True, check=True,
    )  # fmt: skip
    assert ran.stdout.strip() == ""


def named(folder: Path) -> dict[str, str]:
    return {name: data.decode() for name, data in contents(folder).items() if name != rim.LIST}


def test_a_report_is_whole_or_the_old_one_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped at every write and at every rename in turn, the folder holds one whole report."""
    out = tmp_path / "report"
    old = {"verification.json": "{}", "junit.xml": "old"}
    new = {"verification.json": '{"n": 1}', "tables/s/t.csv": "new"}

    class Killed(BaseException):
        pass

    for name in ("_write", "os.rename"):
        for stop in range(4):
            shutil.rmtree(out, ignore_errors=True)
            rim.write_report(out, old)
            calls = iter(range(100))
            target, _, attribute = name.rpartition(".")
            owner = os if target else rim
            real = getattr(owner, attribute)

            def dying(*args: object, real=real, calls=calls, stop=stop) -> object:  # type: ignore[no-untyped-def]
                if next(calls) == stop:
                    raise Killed
                return real(*args)

            with monkeypatch.context() as patch:
                patch.setattr(owner, attribute, dying)
                with contextlib.suppress(Killed):
                    rim.write_report(out, new)
            if not out.exists():
                rim._put_right(out)
            assert named(out) in (old, new)
            rim.write_report(out, new)
            assert named(out) == new


def test_a_report_that_cannot_be_written_is_an_error_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(UsageError, match="choose another --out"):
        rim.write_report(tmp_path / "file" / "report", {"verification.json": "{}"})


def test_csv_keeps_numbers_and_disarms_formulas() -> None:
    from fe_core.reporting.escape import csv_field, github, html_text, latex, markdown

    assert csv_field("-3.1") == "-3.1"
    assert csv_field("=HYPERLINK(1)") == "'=HYPERLINK(1)"
    assert csv_field("@x") == "'@x"
    assert "<" not in html_text("<script>alert(1)</script>")
    assert latex("a_b%$\\input{x}") == r"a\_b\%\$\textbackslash{}input\{x\}"
    assert markdown("[x](y)|<b>") == r"\[x\](y)\|\<b\>"
    assert "\n" not in github("a\n::error::b")
    assert next(csv.reader([csv_field("a\x1b[31m\u202e")])) == ["a\\u001b[31m\\u202e"]
