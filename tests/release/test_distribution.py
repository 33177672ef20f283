"""Sdist and wheel: reproducible, complete, nothing more, and usable in an empty environment."""

from __future__ import annotations

import subprocess
from pathlib import Path

import distribution
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def test_two_builds_give_the_same_bytes(built: dict[str, list[Path]]) -> None:
    for kind, (one, other) in built.items():
        assert one.name == other.name
        assert one.read_bytes() == other.read_bytes(), kind


def test_the_sdist_builds_the_same_wheel(
    built: dict[str, list[Path]], python: Path, scratch: Path
) -> None:
    checkout = distribution.unpacked(built["sdist"][0], scratch / "from-sdist")
    made = distribution.build(python, checkout, "wheel")
    assert made.read_bytes() == built["wheel"][0].read_bytes()


def test_the_wheel_holds_the_listed_packages_and_their_data_and_nothing_else(
    built: dict[str, list[Path]],
) -> None:
    found = distribution.held(built["wheel"][0])
    assert found == distribution.promised()
    kinds = {name.rpartition(".")[2] for name in found}
    assert kinds == {"py", "toml", "tsv", "csv", "css", "js", "typed", "json", "jsonl", "md"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("fe", "--version"), "fe-kit "),
        (("fe", "reproduce", "--list"), "visonlyqa"),
        (("fe", "audit", "--help"), "usage: fe audit"),
        (("python", "-I", "-m", "offline_reproduction", "--version"), "fe-kit "),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_an_empty_environment_has_the_command(
    commands: Path, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    command, *rest = words
    ran = subprocess.run(
        [str(commands / command), *rest], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert said in ran.stdout
    assert ran.stderr == ""


def test_an_installed_kit_judges_records_that_it_is_given(commands: Path, tmp_path: Path) -> None:
    records = ROOT / "offline_reproduction/papers/example/records"
    words = ["reproduce", "--study", "example", "--records", str(records), "--out", "report"]
    ran = subprocess.run([str(commands / "fe"), *words], cwd=tmp_path, capture_output=True)
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "report/verification.json").is_file()
