"""Real runs of the front door, killed, starved of disk, shut out, and racing for one folder."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fe_core.exchange import exchange
from fe_core.writing import write_report

ROOT = Path(__file__).resolve().parent.parent.parent
DOOMED = Path(__file__).with_name("doomed.py")
EXAMPLE = ("--study", "example", "--quiet")
DOOR = (sys.executable, str(ROOT / "run_reproduction.py"), *EXAMPLE)
Report = dict[str, bytes]


def door(out: Path, *words: str, **more: object) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        str(ROOT / "run_reproduction.py"),
        *EXAMPLE,
        *words,
        "--out",
        str(out),
    ]
    return subprocess.run(command, text=True, capture_output=True, check=False, **more)  # type: ignore[call-overload,no-any-return]


def struck(out: Path, kind: int, at: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(DOOMED), str(kind), str(at), *EXAMPLE, "--out", str(out)]
    return subprocess.run(command, text=True, capture_output=True, check=False)


@pytest.fixture(params=["exchange", "two renames"])
def swap(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """How a report takes the older one's place."""
    if request.param == "two renames":
        monkeypatch.setenv("TWO_RENAMES", "1")
        return "os.rename"
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    if not exchange(one, two):
        pytest.skip("folders cannot be exchanged here")
    shutil.rmtree(one)
    shutil.rmtree(two)
    return "exchange"


def contents(folder: Path) -> Report:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Report, Report]:
    """A folder with an older report, that report, and the one that a whole run writes."""
    folder = tmp_path_factory.mktemp("reports")
    assert door(folder / "new").returncode == 0
    older = {"verification.json": "{}", "verification.md": "an older report", "junit.xml": "<a/>"}
    write_report(folder / "old", older)
    return folder / "old", contents(folder / "old"), contents(folder / "new")


@pytest.fixture
def place(tmp_path: Path, reports: tuple[Path, Report, Report]) -> Path:
    """A folder that holds the older report."""
    return Path(shutil.copytree(reports[0], tmp_path / "report"))


def steps(out: Path) -> list[str]:
    """The names of all steps of a run into `out`."""
    return struck(out, signal.SIGKILL, -1).stderr.split()


def test_two_paths_change_places_or_nothing_happens(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").write_text("b", "utf-8")
    assert not exchange(tmp_path / "a", tmp_path / "none")
    assert (tmp_path / "a").is_dir()
    if exchange(tmp_path / "a", tmp_path / "b"):
        assert (tmp_path / "b").is_dir()
        assert (tmp_path / "a").read_text("utf-8") == "b"
    else:
        assert (tmp_path / "b").read_text("utf-8") == "b"


def test_killed_at_any_step_one_whole_report_is_left(
    place: Path, reports: tuple[Path, Report, Report], swap: str
) -> None:
    """Between two renames the old one stands whole beside its place until the next run."""
    source, old, new = reports
    names = steps(place)
    assert {"open", "half", swap, "os.mkdir", "os.remove"} <= set(names)
    absent = []
    for at in range(len(names)):
        shutil.rmtree(place.parent)
        shutil.copytree(source, place)
        assert struck(place, signal.SIGKILL, at).returncode == -signal.SIGKILL
        if place.exists():
            assert contents(place) in (old, new), names[at]
        else:
            absent.append(at)
            (aside,) = place.parent.glob(".report.old-*")
            assert contents(aside) == old
        if at in absent or at % 6 == 0:
            assert door(place).returncode == 0
            assert contents(place) == new
    assert [names[at] for at in absent] == ([swap] if swap == "os.rename" else [])


def test_killed_at_any_step_of_a_first_run_there_is_a_whole_report_or_none(
    tmp_path: Path, reports: tuple[Path, Report, Report]
) -> None:
    place = tmp_path / "report"
    names = steps(place)
    for at in [at for at, name in enumerate(names) if name != "open"]:
        shutil.rmtree(place, ignore_errors=True)
        assert struck(place, signal.SIGKILL, at).returncode == -signal.SIGKILL
        assert not place.exists() or contents(place) == reports[2], names[at]
    assert door(place).returncode == 0
    assert contents(place) == reports[2]


def test_interrupted_at_any_step_it_says_so_and_a_whole_report_is_left(
    place: Path, reports: tuple[Path, Report, Report], swap: str
) -> None:
    source, old, new = reports
    names = steps(place)
    last = len(names) - 1 - names[::-1].index(swap)
    for at in [at for at, name in enumerate(names) if name != "open"]:
        shutil.rmtree(place.parent)
        shutil.copytree(source, place)
        ran = struck(place, signal.SIGINT, at)
        assert ran.returncode == 130, names[at]
        assert "Traceback" not in ran.stderr
        assert contents(place) == (old if at <= last else new), (at, names[at])
        if names[at] == "half":
            assert [path.name for path in place.parent.iterdir()] == ["report"]


@pytest.mark.parametrize("octets", [0, 100, 5000])
def test_where_no_more_can_be_written_the_old_report_stays(
    place: Path, reports: tuple[Path, Report, Report], octets: int
) -> None:
    def starve() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (octets, octets))

    refused(place, reports, preexec_fn=starve)


def test_on_a_full_disk_the_old_report_stays(
    tmp_path: Path, reports: tuple[Path, Report, Report]
) -> None:
    with mounted(tmp_path / "small", "size=56k") as disk:
        place = Path(shutil.copytree(reports[0], disk / "report"))
        refused(place, reports)


def test_on_a_read_only_disk_the_old_report_stays(
    tmp_path: Path, reports: tuple[Path, Report, Report]
) -> None:
    with mounted(tmp_path / "fixed", "size=1m") as disk:
        place = Path(shutil.copytree(reports[0], disk / "report"))
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        refused(place, reports)
        assert door(disk / "another").returncode == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="rights bind everybody but root")
def test_in_a_folder_without_rights_the_old_report_stays(
    place: Path, reports: tuple[Path, Report, Report]
) -> None:
    place.parent.chmod(0o555)
    try:
        refused(place, reports)
    finally:
        place.parent.chmod(0o755)


def test_runs_at_once_into_one_folder_leave_one_whole_report(
    tmp_path: Path, reports: tuple[Path, Report, Report]
) -> None:
    place = tmp_path / "report"
    for _ in range(3):
        running = [
            subprocess.Popen([*DOOR, "--out", str(place)], stderr=subprocess.PIPE) for _ in range(4)
        ]
        said = [one.communicate()[1] for one in running]
        assert [one.returncode for one in running] == [0] * 4, said
        assert contents(place) == reports[2]
        assert [path.name for path in tmp_path.iterdir()] == ["report"]


@pytest.mark.parametrize("absent", [True, False])
def test_what_a_killed_run_left_aside_never_stops_or_misleads_a_later_one(
    place: Path, reports: tuple[Path, Report, Report], swap: str, absent: bool
) -> None:
    """A half-removed report has lost its mark first, and is cleared away by the next run."""
    leftover = place.parent / ".report.old-1"
    leftover.mkdir()
    (leftover / "junit.xml").write_text("half", "utf-8")
    if absent:
        shutil.rmtree(place)
    assert struck(place, signal.SIGKILL, -1).returncode == 0
    assert contents(place) == reports[2]
    assert [path.name for path in place.parent.iterdir()] == ["report"]


def refused(place: Path, reports: tuple[Path, Report, Report], **more: object) -> None:
    """The run ends with 2 and a remedy, leaves the old report and nothing else behind."""
    beside = sorted(path.name for path in place.parent.iterdir())
    ran = door(place, **more)
    assert ran.returncode == 2, ran.stderr
    assert "cannot be written" in ran.stderr
    assert "choose another --out" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert contents(place) == reports[1]
    assert sorted(path.name for path in place.parent.iterdir()) == beside


@contextlib.contextmanager
def mounted(folder: Path, options: str) -> Iterator[Path]:
    """A disk in memory; skips the test where one may not be mounted."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    if not shutil.which("mount") or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("a disk in memory may not be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)
