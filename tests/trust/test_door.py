"""The one door, as processes meet it: every end is an exit status and at most one sentence."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from offline_reproduction.cli import main as command_line
from offline_reproduction.door import through

ROOT = Path(__file__).resolve().parent.parent.parent
FE = (sys.executable, "-m", "offline_reproduction")


def fe(
    folder: Path, *words: str, shell: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """`fe` in a folder; shell: redirections of its outputs."""
    environ = os.environ | {"PYTHONPATH": str(ROOT), "FE_PURE_PYTHON": "1"} | environment
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {shell}', "sh", *FE, *words],
        cwd=folder, env=environ, text=True, capture_output=True, check=False, timeout=120,
    )  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A folder with a table that cannot be right, and whose names are not ASCII."""
    (tmp_path / "t.csv").write_text("model,acc\né,50.1\n", "utf-8")
    (tmp_path / "tallies.csv").write_text("1,2\n2,2\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("shell", "said"),
    [(">&-", "standard output is closed"), ("> /dev/full", "standard output: No space left")],
)
@pytest.mark.parametrize("words", [("audit", "t.csv", "--n", "30"), ("interval", "tallies.csv")])
def test_an_output_that_takes_nothing_is_a_sentence(
    table: Path, words: tuple[str, ...], shell: str, said: str
) -> None:
    ran = fe(table, *words, shell=shell)
    assert ran.returncode == 2
    assert said in ran.stderr
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [("--help",), ("--version",), ("audit", "--help")])
def test_help_that_cannot_be_written_is_a_sentence(
    table: Path, words: tuple[str, ...], unbuffered: str
) -> None:
    ran = fe(table, *words, shell="> /dev/full", PYTHONUNBUFFERED=unbuffered)
    assert ran.returncode == 2
    assert ran.stderr.startswith("error: standard output: No space left")
    assert ran.stderr.count("\n") == 1


def test_nobody_to_complain_to_changes_no_judgement(table: Path) -> None:
    assert fe(table, "audit", "t.csv", "--n", "30", shell="2>&-").returncode == 1
    assert fe(table, "audit", "none.csv", "--n", "30", shell="2>&-").returncode == 2
    assert fe(table, "audit", "t.csv", "--n", "30", shell="2> /dev/full").returncode == 1


def test_json_is_json_whatever_the_terminal(table: Path) -> None:
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ran = fe(table, "audit", "t.csv", "--n", "30", "--json", **ascii_only)
    assert ran.returncode == 1, ran.stderr
    assert ran.stdout.isascii()
    assert "'é'" in json.loads(ran.stdout)["documents"][0]["checks"][0]["sentence"]


@pytest.mark.parametrize(
    "door", ["run_reproduction.py", "offline_reproduction/run_reproduction.py"]
)
def test_the_front_door_opens_for_an_isolated_python(tmp_path: Path, door: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-I", str(ROOT / door), "--list"],
        cwd=tmp_path, text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert "example" in ran.stdout


@pytest.mark.parametrize(
    "options",
    [
        ("--decimals", "-1"), ("--decimals", "999999999"), ("--scale", "0"), ("--scale", "-5"),
        ("--draws", "0"), ("--draws", "100000000000"), ("--level", "nan"),
        ("--level", "1e999999999"), ("--level", "1/0"),
    ],
)  # fmt: skip
def test_options_out_of_reach_are_usage(table: Path, options: tuple[str, str]) -> None:
    ran = fe(table, "interval", "tallies.csv", *options)
    assert ran.returncode == 2
    assert options[0] in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_mistake_of_the_kit_is_said_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    def mistaken() -> int:
        raise KeyError("x")

    assert through(mistaken) == 3
    said = capsys.readouterr().err
    assert said.startswith("internal error: KeyError: 'x' (")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("raised", "status", "said"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (MemoryError(), 2, "more memory"),
        (OSError(28, "No space left on device", "/some/file"), 2, "/some/file: No space"),
        (BrokenPipeError(), 2, ""),
        (RecursionError("deep"), 3, "internal error"),
    ],
)
def test_whatever_is_raised_has_a_status(
    raised: BaseException, status: int, said: str, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    def job() -> int:
        raise raised

    monkeypatch.setattr(sys, "stdout", sys.stdout)
    assert through(job) == status
    assert said in capsys.readouterr().err


def test_ctrl_c_during_the_first_imports_is_an_interruption(tmp_path: Path) -> None:
    """The module that every command needs first is replaced by one that is interrupted."""
    code = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, *more):\n"
        "        if name == 'argparse': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from offline_reproduction.__main__ import main\n"
        "sys.exit(main())\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, "--help"], cwd=tmp_path, text=True, capture_output=True,
        check=False, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert ran.returncode == 130
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("megabytes", [40, 60, 80])
def test_little_memory_is_no_traceback(table: Path, megabytes: int) -> None:
    def starve() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    ran = subprocess.run(
        [*FE, "audit", "t.csv", "--n", "30"], cwd=table, text=True, capture_output=True,
        check=False, preexec_fn=starve, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert ran.returncode in (1, 2)
    assert "Traceback" not in ran.stderr


def test_every_subcommand_goes_through_the_door(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(name: str) -> object:
        raise LookupError(name)

    monkeypatch.setattr(command_line, "import_module", broken)
    for name in command_line.SUBCOMMANDS:
        assert command_line.main([name]) == 3
    assert capsys.readouterr().err.count("internal error") == len(command_line.SUBCOMMANDS)
