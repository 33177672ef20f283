"""A metric is added as CONTRIBUTING says: one entry in one file, and the whole kit knows it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from fe_core.records.export import export
from fe_core.writing import write_files
from tests.studies.made import HEAD, records

ROOT = Path(__file__).resolve().parents[2]

ENTRY = """
    Definition(
        "letter-a",
        ITEMS,
        "answers that are A, right or wrong",
        counted("letter-a", lambda unit: unit[0].option == "A"),
    ),
)
"""

STUDY = """
[metrics.a]
metric = "letter-a"
[metrics.more]
metric = "difference"
of = "a"
against = "n"
[metrics.ci]
metric = "interval"
of = "more"
cluster = "scene"
[[tables]]
key = "t"
file = "t.csv"
columns = { A = "a", More = "more", CI = "ci" }
rows = { m = "m" }
"""


def test_a_metric_is_one_entry_in_one_file(tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    skip = shutil.ignore_patterns("__pycache__", "*.so")
    for package in ("fe_core", "offline_reproduction"):
        shutil.copytree(ROOT / package, kit / package, ignore=skip)
    file = kit / "fe_core/scoring/metrics/items.py"
    text = file.read_text("utf-8").rstrip()
    assert text.endswith(")")
    file.write_text(text[:-1].rstrip() + ENTRY, "utf-8")
    some = records("AABB", {"m": "AAAB", "n": "BBBB"}, scene=list("1122"))
    files = export(some, "s", source="made up", licence="MIT")
    study = {"study.toml": HEAD + STUDY, "t.csv": 'row,A,More,CI\nm,75.00,75.00,"[50.0, 100.0]"\n'}
    write_files(tmp_path / "s", {f"records/{name}": text for name, text in files.items()} | study)
    command = [sys.executable, "-m", "offline_reproduction", "verify", str(tmp_path / "s")]
    done = subprocess.run(
        [*command, "--out", str(tmp_path / "out")],
        cwd=kit,
        env={"PYTHONPATH": str(kit), "FE_PURE_PYTHON": "1", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "3 of 3" in done.stdout
