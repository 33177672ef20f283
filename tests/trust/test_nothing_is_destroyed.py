"""No command takes away what the kit did not write; what it makes is whole or absent."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from fe_core.files import sha256
from fe_core.writing import LIST, read_list, write_files, write_folder, write_report
from offline_reproduction.cli.main import main

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "offline_reproduction/papers/example/records"


def tree(folder: Path) -> dict[str, bytes | str]:
    """Everything below a folder, links and empty folders included."""
    found: dict[str, bytes | str] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = os.readlink(path)
        else:
            found[name] = path.read_bytes() if path.is_file() else "folder"
    return found


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A study of one's own, in a folder below the one that a run works in."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(EXAMPLE, tmp_path / "mine/records")
    assert main(["init", "mine"]) == 0
    assert main(["snapshot", "mine", "--quiet"]) == 0
    return tmp_path / "mine"


def verify(*words: str) -> int:
    return main(["verify", "mine", "--quiet", *words])


def refused(folder: Path, said: str, capsys: pytest.CaptureFixture[str], *words: str) -> None:
    before = tree(folder)
    capsys.readouterr()
    assert main([*words]) == 2
    assert said in capsys.readouterr().err
    assert tree(folder) == before


@pytest.mark.parametrize(
    ("out", "said"),
    [
        (".", "is or holds"),
        ("..", "is or holds"),
        ("/", "is or holds"),
        ("mine", "is or holds"),
        ("mine/../mine/.", "is or holds"),
        ("mine/records", "is or holds"),
        ("mine/printed", "is or holds"),
        ("mine/records/report", "lies in"),
        ("mine/printed/report", "lies in"),
        ("mine/study.toml", "is no folder"),
        ("mine/study.toml/report", "cannot be written"),
        (".git/report", "version control"),
        ("link", "is no folder"),
    ],
)
def test_no_report_takes_the_place_of_anything(
    mine: Path, out: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (mine.parent / ".git").mkdir()
    (mine.parent / "link").symlink_to("mine")
    (mine.parent / "verification.json").write_text("{}", "utf-8")
    refused(mine.parent, said, capsys, "verify", "mine", "--quiet", "--out", out)


def test_a_new_folder_inside_the_study_is_a_fine_place_and_is_replaced(mine: Path) -> None:
    assert verify("--out", "mine/report") == 0
    first = tree(mine)
    assert verify("--out", "mine/report") == 0
    assert tree(mine) == first
    listed = read_list(mine / "report")
    files = {name for name, data in tree(mine / "report").items() if isinstance(data, bytes)}
    assert set(listed) | {LIST} == files


@pytest.mark.parametrize(
    "spoil",
    [
        "note",
        "sub/note",
        "junit.xml",
        "empty/",
        "link",
        "tables/mine/note.csv",
        "list",
        "no list",
    ],
)
def test_a_report_that_holds_anything_else_is_left_alone(
    mine: Path, spoil: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify("--out", "report") == 0
    report = mine.parent / "report"
    if spoil == "no list":
        (report / LIST).unlink()
    elif spoil == "list":
        # A stranger's list may name anything.
        (report / "thesis.tex").write_text("x", "utf-8")
        with (report / LIST).open("a") as file:
            file.write(f"{sha256(b'x')}  thesis.tex\n")
    elif spoil == "link":
        (report / spoil).symlink_to("/etc/hostname")
    elif spoil.endswith("/"):
        (report / spoil).mkdir()
    else:
        (report / spoil).parent.mkdir(parents=True, exist_ok=True)
        (report / spoil).write_text("mine", "utf-8")
    name = {"list": "thesis.tex", "no list": "and no SHA256SUMS", "sub/note": "sub"}.get(
        spoil, spoil
    )
    said = name.rstrip("/")
    refused(mine.parent, said, capsys, "verify", "mine", "--quiet", "--out", "report")


def test_a_folder_named_like_a_report_s_file_is_no_report(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = mine.parent / "work"
    (folder / "verification.json").mkdir(parents=True)
    refused(mine.parent, "holds", capsys, "verify", "mine", "--quiet", "--out", "work")


def test_a_snapshot_replaces_only_what_a_snapshot_wrote(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["snapshot", "mine", "--quiet", "--replace", "--decimals", "1"]) == 0
    table = next((mine / "printed").glob("*.csv"))
    table.write_text(table.read_text("utf-8") + "\n", "utf-8")
    refused(mine, "changed since", capsys, "snapshot", "mine", "--replace", "--quiet")
    assert main(["snapshot", "mine", "--quiet"]) == 2


@pytest.mark.parametrize(
    "name", ["study.toml", "records/manifest.json", "records/items.jsonl", "records/answers/x.csv"]
)
def test_a_snapshot_writes_tables_only(
    mine: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = mine / "study.toml"
    text = path.read_text("utf-8")
    table = next((mine / "printed").glob("*.csv")).relative_to(mine).as_posix()
    assert f'"{table}"' in text
    path.write_text(text.replace(f'"{table}"', f'"{name}"'), "utf-8")
    before = tree(mine)
    assert main(["snapshot", "mine", "--replace", "--quiet"]) == 2
    assert capsys.readouterr().err.startswith("error: ")
    assert tree(mine) == before


def test_sanitized_records_are_whole_or_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(EXAMPLE, tmp_path / "raw")
    path = next((tmp_path / "raw/answers").glob("*.jsonl"))
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    path.write_text("".join(json.dumps(row | {"prompt": "p"}) + "\n" for row in rows), "utf-8")
    assert main(["sanitize", "raw", "--out", "clean"]) == 0
    assert b"prompt" not in b"".join(v for v in tree(tmp_path / "clean").values() if v != "folder")  # type: ignore[misc]
    path.write_text(json.dumps(rows[0] | {"answer": "Ω"}) + "\n", "utf-8")
    refused(tmp_path, f"{path.name}:1: ", capsys, "sanitize", "raw", "--out", "other")


@pytest.mark.parametrize("kind", ["outside", "endless", "pipe", "folder"])
def test_links_that_lead_outside_are_followed_by_nobody(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(EXAMPLE, tmp_path / "raw")
    path = next((tmp_path / "raw/answers").glob("*.jsonl"))
    if kind == "folder":
        (tmp_path / "elsewhere").mkdir()
        (path.parent / "more").symlink_to(tmp_path / "elsewhere")
    else:
        path.rename(tmp_path / "outside.jsonl")
        if kind == "pipe":
            os.mkfifo(path)
        else:
            path.symlink_to(tmp_path / "outside.jsonl" if kind == "outside" else "/dev/zero")
    refused(tmp_path / "raw", path.parent.name, capsys, "sanitize", "raw", "--out", "clean")
    refused(
        tmp_path / "raw", "error: ", capsys, "reproduce", "--study", "example", "--records", "raw",
        "--out", "report", "--quiet",
    )  # fmt: skip
    assert not (tmp_path / "clean").exists()


@pytest.mark.parametrize("place", ["file/below", "dangling", "loop", "n" * 300, "full"])
@pytest.mark.parametrize("command", ["export", "example", "sanitize"])
def test_where_nothing_can_be_written_a_sentence_says_so(
    tmp_path: Path, command: str, place: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("x", "utf-8")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "full").mkdir()
    (tmp_path / "full/note").write_text("mine", "utf-8")
    words = {
        "export": [
            "export",
            "--study",
            "example",
            "--records",
            str(EXAMPLE),
            "--out",
        ],
        "example": ["example"],
        "sanitize": ["sanitize", str(EXAMPLE), "--out"],
    }[command]
    refused(tmp_path, place[:100], capsys, *words, place)


def test_what_a_killed_run_left_is_cleared_and_what_somebody_else_left_is_not(
    tmp_path: Path,
) -> None:
    for name in (".r.new-0a1b2c3d", ".r.old-0a1b2c3d", ".r.new-ffffffff"):
        write_files(tmp_path / name, {"junit.xml": "half"})
    (tmp_path / ".r.new-ffffffff/note").write_text("mine", "utf-8")
    write_report(tmp_path / "r", {"junit.xml": "<a/>"})
    assert sorted(path.name for path in tmp_path.iterdir()) == [".r.new-ffffffff", "r"]
    assert tree(tmp_path / ".r.new-ffffffff") == {"note": b"mine"}


def test_a_folder_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be written"):
        write_folder(tmp_path / "new", {"a": "x", "a/b": "y"})
    assert not tree(tmp_path)
    write_folder(
        tmp_path / "new",
        {"manifest.json": "{}"},
    )
    assert [*tree(tmp_path)] == ["new", "new/manifest.json"]
