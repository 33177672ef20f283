"""One test answer of a primary run changed: some printed number notices, and is named."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
from pathlib import Path

import pytest

from offline_reproduction.cli.main import front_door

RECORDS = Path(__file__).resolve().parents[2] / "records" / "frameevidence"
FLIPS = 3


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    if not (RECORDS / "manifest.json").is_file():
        pytest.skip("this checkout has no records")
    return Path(shutil.copytree(RECORDS, tmp_path / "records"))


def flip(folder: Path, rng: random.Random) -> str:
    """Change one valid answer to another letter; returns the file's path below the folder."""
    path = rng.choice(sorted((folder / "answers" / "primary").glob("*.jsonl")))
    lines = path.read_text("utf-8").splitlines()
    at = rng.choice([n for n, line in enumerate(lines) if json.loads(line)["answer"]])
    row = json.loads(lines[at])
    row["answer"] = rng.choice([letter for letter in "ABCD" if letter != row["answer"]])
    lines[at] = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    path.write_text("\n".join(lines) + "\n", "utf-8", newline="\n")
    return path.relative_to(folder).as_posix()


def refresh(folder: Path, name: str) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    for entry in manifest["files"]:
        if entry["path"] == name:
            entry["sha256"] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    path.write_text(json.dumps(manifest), "utf-8", newline="\n")


def run(folder: Path, out: Path) -> int:
    study = ["--study", "frameevidence", "--records", str(folder), "--out", str(out)]
    return front_door(study)


@pytest.mark.parametrize("seed", range(FLIPS))
def test_a_flipped_answer_is_noticed_and_named(copied: Path, tmp_path: Path, seed: int) -> None:
    name = flip(copied, random.Random(seed))
    refresh(copied, name)
    assert run(copied, tmp_path / "report") == 1
    report = json.loads((tmp_path / "report" / "verification.json").read_text("utf-8"))
    entries = report["studies"][0]["entries"]
    changed = [e["id"] for e in entries if e["verdict"] in ("different", "last-digit")]
    run_name = json.loads((copied / name).read_text("utf-8").split("\n")[0])["run"]
    model, setting = run_name.split("/")[1:]
    assert any(f"/table-04/{model} {setting}/" in place for place in changed)


def test_a_flipped_answer_without_refreshed_manifest_is_refused(
    copied: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = flip(copied, random.Random(9))
    assert run(copied, tmp_path / "report") == 2
    assert name in capsys.readouterr().err
    assert not (tmp_path / "report").exists()
