"""The gallery: what its files promise, and, where the clones are, what they give."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from offline_reproduction.cli.gallery import BEGIN, END
from offline_reproduction.cli.main import main
from offline_reproduction.gallery import project

ROOT = Path(__file__).resolve().parent.parent.parent
PROJECTS = project.projects()


@pytest.mark.parametrize("one", PROJECTS, ids=lambda one: one.folder.name)
def test_a_readme_is_short_and_has_the_commands_that_are_run(one: project.Project) -> None:
    text = (one.folder / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 30
    assert one.repository in text
    assert one.licence in text
    typed = re.search(r"^fe (import .*?)\nfe verify", text, re.DOTALL | re.MULTILINE)
    assert typed is not None
    said = shlex.split(typed[1].replace("\\\n", " "))
    (step,) = one.steps
    assert said == [word.replace(project.HERE, "..") for word in shlex.split(step)]


@pytest.mark.parametrize("one", PROJECTS, ids=lambda one: one.folder.name)
def test_no_study_needs_more_than_sixty_lines(one: project.Project) -> None:
    lines = (one.folder / "study.toml").read_text("utf-8").splitlines()
    declared = [line for line in lines if line.strip() and not line.startswith("#")]
    assert len(declared) <= 60


def test_the_gallery_holds_declarations_and_print_only() -> None:
    kinds = {path.suffix for path in project.FOLDER.rglob("*") if path.is_file()}
    assert kinds == {".toml", ".csv", ".md"}
    assert len(project.documents()) >= 15


def test_a_step_that_is_no_import_is_refused(tmp_path: Path) -> None:
    one = PROJECTS[0]._replace(steps=("verify /",))
    with pytest.raises(project.UsageError, match="must be an import"):
        list(project.commands(one, tmp_path))


def test_a_missing_clone_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gallery", str(tmp_path)]) == 2
    assert "clone zeyofu/BLINK_Benchmark" in capsys.readouterr().err


def test_the_page_is_what_the_command_makes(public_data: Path, tmp_path: Path) -> None:
    kept = (ROOT / "docs/gallery.md").read_text("utf-8")
    made = tmp_path / "gallery.md"
    made.write_text(f"{BEGIN}\n{END}\n", "utf-8")
    assert main(["gallery", str(public_data), "--page", str(made), "--quiet"]) in (0, 1)
    assert made.read_text("utf-8").strip() in kept
