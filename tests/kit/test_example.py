"""`fe example`: five minutes after the installation there is something to try."""

from __future__ import annotations

from pathlib import Path

import pytest

from offline_reproduction.cli.main import main


def test_the_copy_verifies_where_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["example"]) == 0
    assert "fe verify example" in capsys.readouterr().out
    assert main(["verify", "example", "--out", "report", "--quiet"]) == 0


def test_nothing_that_is_there_is_touched(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", "utf-8")
    assert main(["example", str(tmp_path)]) == 2
    assert main(["example", str(tmp_path / "notes.txt")]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
