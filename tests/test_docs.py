"""The documentation: its code runs, its links lead somewhere, and it names no machine."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("*/*/SOURCE.md")])
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#\s]+)\)")


@pytest.mark.parametrize("name", ["../README.md", "tutorial.md", "intervals.md"])
def test_every_python_block_runs_in_order(name: str) -> None:
    blocks = BLOCK.findall((ROOT / "docs" / name).read_text("utf-8"))
    assert blocks
    space: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, name, "exec"), space)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_that_exist(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        if not target.startswith(("http://", "https://")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_tables_of_a_ledger_go_into_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    from fe_core.scoring.ledger import LedgerRow

    row = LedgerRow("r", 0, 3, 2, 1, 0, 0, 0, 0)
    assert list(pandas.DataFrame([row]).columns[:3]) == ["run", "rotation", "asked"]


NOT_RUN = {
    "python run_reproduction.py": "tests/kit/test_front_door.py runs the front door",
    "python tests/": "runs tests",
    "python -m pip": "reaches for the network",
    "python -m build": "tests/release/distribution.py builds",
    "python -m benchmarks": "takes minutes",
    "python -m offline_reproduction gallery": "needs clones of the projects (tests/gallery)",
    "python tools/pictures.py": "needs a browser",
}
"""Commands of the pages that are not run here, and why."""


def commands(page: Path) -> list[str]:
    """The shell commands of a page, in order: in fences without a language, or indented."""
    found, fence = [], None
    for line in page.read_text("utf-8").splitlines():
        if line.startswith("```"):
            fence = line[3:] if fence is None else None
        elif fence in ("", "sh") or (fence is None and line.startswith("    ")):
            found.append(line.strip())
    return [line for line in found if re.match(r"(fe|python|cat .* \| fe) ", line)]


@pytest.fixture(scope="session")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the pages' commands name."""
    place = tmp_path_factory.mktemp("pages")
    logs = ROOT / "tests" / "importers" / "logs" / "lm-eval"
    (place / "logs").mkdir()
    for log in logs.glob("samples_zoo_letters_*"):
        for name in ("samples_zoo_letters.jsonl", "logs/samples_mytask_1.jsonl"):
            shutil.copy(log, place / name)
    shutil.copy(next(logs.glob("results_*")), place / "results_1.json")
    records = [{"id": n, "key": "A", "pred": "AB"[n % 2]} for n in range(8)]
    (place / "log.json").write_text(json.dumps(records), "utf-8")
    printed = "Model,Total,Acc,NTS,GEM\nx,8,25.0,25.00,50.00\ny,8,75.0,50.00,75.00\n"
    (place / "results.csv").write_text(printed, "utf-8")
    (place / "table.csv").write_text(f"{printed}Mean,8,50.0,37.50,62.50\n", "utf-8")
    rows = [line.split(",") for line in printed.splitlines()]
    table = "\n".join(f"| {' | '.join(row)} |" for row in [rows[0], ["---"] * 5, *rows[1:]])
    for name in ("README.md", "table.md", "docs/page.md"):
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text(f"{table}\n", "utf-8")
    (place / "paper").mkdir()
    body = " \\\\\n".join(" & ".join(row) for row in rows)
    tex = f"\\begin{{tabular}}{{lrrrr}}\n{body} \\\\\n\\end{{tabular}}\n"
    (place / "paper" / "main.tex").write_text(tex, "utf-8")
    (place / "fe").write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -m offline_reproduction "$@"\n', "utf-8"
    )
    (place / "fe").chmod(0o755)
    return place


@pytest.mark.skipif(os.name == "nt", reason="the pages' commands are for a POSIX shell")
@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=lambda p: p.name)
def test_the_commands_of_a_page_work_in_order(page: Path, scratch: Path, tmp_path: Path) -> None:
    """Each ends with 0, or as `# exit 1` behind it says."""
    place = shutil.copytree(scratch, tmp_path / "here")
    path = f"{place}{os.pathsep}{os.environ['PATH']}"
    surroundings = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    for line in commands(page):
        if line.startswith(tuple(NOT_RUN)):
            continue
        said = re.search(r"# exit (\d)", line)
        ran = subprocess.run(
            ["sh", "-c", line], cwd=place, env=surroundings, capture_output=True, text=True
        )
        assert ran.returncode == int(said[1] if said else 0), f"{line}\n{ran.stdout}{ran.stderr}"


def test_every_exception_is_still_needed() -> None:
    lines = [line for page in PAGES for line in commands(page)]
    unused = [s for s in NOT_RUN if not any(line.startswith(s) for line in lines)]
    assert unused == []


def test_every_page_is_reached_from_the_start_page() -> None:
    linked = set(LINK.findall((ROOT / "docs" / "index.md").read_text("utf-8")))
    assert {page.name for page in (ROOT / "docs").glob("*.md")} - {"index.md"} <= linked


def test_bounds_stand_in_the_files_that_are_named() -> None:
    """Every file of SECURITY.md's table exists and has a bound: a constant of a number."""
    lines = (ROOT / "SECURITY.md").read_text("utf-8").splitlines()
    rows = [line for line in lines if line.startswith("|") and line.count("|") == 4]
    named = 0
    for row in rows:
        folder = ROOT
        for name in re.findall(r"`([\w/]+\.py)`", row.split("|")[3]):
            path = ROOT / name if "/" in name else folder / name
            folder = path.parent
            assert re.search(r"^_?[A-Z_, ]+(: int)? = .*\d", path.read_text("utf-8"), re.M), path
            named += 1
    assert named > 20


def test_the_artifact_page_says_what_the_front_door_says(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "artifact.md").read_text("utf-8")
    door = [sys.executable, str(ROOT / "run_reproduction.py"), "--out", str(tmp_path / "r")]
    ran = subprocess.run(door, capture_output=True, text=True)
    sentence = re.search(r"\d+ of \d+ checkable .*? are consistent; .*?\d+ cannot", ran.stdout)
    assert sentence
    assert sentence[0] in page


@pytest.mark.skipif("FE_VISONLYQA_RELEASE" not in os.environ, reason="needs FE_VISONLYQA_RELEASE")
def test_the_artifact_page_says_what_visonlyqa_gives(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "artifact.md").read_text("utf-8")
    release = os.environ["FE_VISONLYQA_RELEASE"]
    door = [sys.executable, str(ROOT / "run_reproduction.py"), "--study", "visonlyqa"]
    words = ["--records", release, "--out", str(tmp_path / "r")]
    ran = subprocess.run([*door, *words], capture_output=True, text=True)
    said = re.search(r"(\d+ of \d+) checkable .*?(\d+ differ) as a finding", ran.stdout)
    assert said
    assert f"{said[1]} … agree; {said[2]} as a finding predicts" in page
