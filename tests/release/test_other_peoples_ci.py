"""What others put into their CI: the action's steps and the hook, run in a scratch repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

import fe_core

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).resolve().parent.parent.parent


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


@pytest.fixture
def repository(tmp_path: Path, commands: Path) -> Path:
    """Somebody's repository with a study, its records and a printed table that follows."""
    study = tmp_path / "paper"
    study.mkdir()
    shutil.copytree(ROOT / "offline_reproduction/papers/example/records", study / "records")
    (study / "study.toml").write_text(
        'schema = "fe-study/1"\nname = "paper"\nrounding = "half-even"\n'
        '[metrics.Acc]\nmetric = "accuracy"\n'
        '[[tables]]\nkey = "table-1"\nfile = "printed/table-1.csv"\n'
        'columns = { Acc = "Acc" }\nrows = { "Atlas" = "atlas" }\n',
        "utf-8",
    )
    run_fe(commands, tmp_path, "snapshot", "paper")
    return tmp_path


def run_fe(commands: Path, folder: Path, *words: str) -> None:
    subprocess.run([str(commands / "fe"), *words], cwd=folder, check=True, capture_output=True)


def step(
    commands: Path, folder: Path, name: str, **inputs: str
) -> subprocess.CompletedProcess[str]:
    """One shell step of the action, its inputs as the runner would hand them over."""
    action = read("action.yml")
    (found,) = [step for step in action["runs"]["steps"] if step.get("name") == name]
    defaults = {key: value["default"] for key, value in action["inputs"].items()}
    values = defaults | inputs
    environment = {
        key: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda m: values[m[1]], text)
        for key, text in found["env"].items()
    }
    path = f"{commands}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", found["run"]],
        cwd=folder,
        env=os.environ | environment | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_action_verifies_a_study(commands: Path, repository: Path) -> None:
    ran = step(commands, repository, "Verify", study="paper")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert (repository / "report/verification.json").is_file()


def test_the_action_fails_where_a_number_does_not_follow(commands: Path, repository: Path) -> None:
    table = repository / "paper/printed/table-1.csv"
    right = table.read_text("utf-8")
    wrong = re.sub(r"\d(?=\D*$)", lambda m: str((int(m[0]) + 5) % 10), right)
    assert wrong != right
    table.write_text(wrong, "utf-8")
    ran = step(commands, repository, "Verify", study="paper", arguments="--quiet --draws 10")
    assert ran.returncode == 1
    assert "::error" in ran.stdout


def test_every_step_of_the_action_hands_inputs_over_in_the_environment_only() -> None:
    """A value pasted into a script would be run as one."""
    for each in read("action.yml")["runs"]["steps"]:
        assert "${{" not in each.get("run", "")


def test_the_hook_runs_when_what_it_guards_changes(commands: Path, repository: Path) -> None:
    (hook,) = read(".pre-commit-hooks.yaml")
    guards = re.compile(hook["files"])
    for name in ("study.toml", "a/study.toml", "paper/printed/t.csv", "records/items.jsonl"):
        assert guards.search(name), name
    for name in ("README.md", "src/study.py", "my-study.toml.orig"):
        assert not guards.search(name), name
    command, *words = hook["entry"].split()
    ran = subprocess.run([str(commands / command), *words, "."], cwd=repository / "paper")
    assert ran.returncode == 0


def test_kit_and_engine_have_one_version() -> None:
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))
    assert cargo["workspace"]["package"]["version"] == fe_core.__version__


@pytest.mark.parametrize("name", ["tests", "release"])
def test_the_workflows_are_yaml_and_run_what_is_here(name: str) -> None:
    workflow = read(f".github/workflows/{name}.yml")
    for job in workflow["jobs"].values():
        for each in job["steps"]:
            for script in re.findall(
                r"(?:python|bash) ([\w./]+\.py|\.ci/run)", each.get("run", "")
            ):
                assert (ROOT / script).is_file(), script
