"""A snapshot fills everything that can be computed, and verify right after guards every cell."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from fe_core.records.export import export
from fe_core.scoring.metrics import METRICS
from fe_core.writing import write_files
from offline_reproduction.cli.main import main
from tests.studies.made import HEAD, records

GOLDS = "AABBABAB"
RUNS = {"m": "AABBBABB", "n": "ABABABAB", "o": "BABBABAA", "r": [GOLDS, "BABABABA"]}
SOME = records(
    GOLDS, RUNS, group=["g0", "g0", "g1", "g1", "g2", "g2", "g3", "g3"], variant=["x", "y"] * 4
)
NEEDS = {"k": "k = 1", "beta": "beta = 2", "label": 'label = "A"', "meanings": 'meanings = ["A"]'}

MADE = {
    "difference": 'of = "accuracy"\nagainst = "n"',
    "relative-change": 'of = "accuracy"\nagainst = "n"',
    "mean": 'of = ["accuracy", "joint"]',
    "median": 'of = ["accuracy", "joint", "macro-f1"]',
    "mean-deviation": 'of = "accuracy"\nruns = ["m", "n", "o"]',
    "deviation": 'of = "accuracy"\nruns = ["m", "n", "o"]',
    "how-many": 'of = "accuracy"\nruns = ["m", "n", "o"]',
    "standard-error": 'of = "accuracy"\ncluster = "group"',
    "clusters": 'of = "accuracy"\ncluster = "group"',
    "effective-clusters": 'of = "accuracy"\ncluster = "group"',
    "sign-flip": 'of = "accuracy"\nagainst = "n"\ncluster = "group"',
}


def declared() -> dict[str, str]:
    """Every metric that is of one run or of two, each metric's interval, and quantities of them."""
    made = {}
    for name, definition in METRICS.items():
        if definition.points:
            continue
        more = "\n".join(NEEDS[need] for need in definition.needs)
        more += '\nagainst = "n"' if definition.pair else ""
        more += '\nrun = "r"' if definition.over[0].value == "rotations" else ""
        made[name] = f'metric = "{name}"\n{more}'
        if name != "mcnemar":
            made[f"interval of {name}"] = (
                f'metric = "interval"\nof = "{name}"\ncluster = "group"\ndraws = 500'
            )
    return made | {name: f'metric = "{name}"\n{more}' for name, more in MADE.items()}


def study(folder: Path) -> Path:
    """One row with a column for everything that is declared, filled by a snapshot."""
    metrics = "".join(f'[metrics."{name}"]\n{text}\n' for name, text in declared().items())
    columns = "".join(f'"{name}" = "{name}"\n' for name in declared())
    toml = (
        f'{HEAD}{metrics}[[tables]]\nkey = "t"\nfile = "t.csv"\n[tables.columns]\n{columns}'
        '[tables.rows]\nM = "m"\n'
    )
    files = export(SOME, "s", source="made up", licence="")
    write_files(folder, {f"records/{name}": text for name, text in files.items()})
    (folder / "study.toml").write_text(toml, "utf-8")
    assert main(["snapshot", str(folder), "--quiet"]) == 0
    return folder


def verdicts(folder: Path) -> dict[str, tuple[str, bool]]:
    """Column → verdict, and whether the study fails because of it."""
    main(["verify", str(folder), "--out", str(folder / "out"), "--quiet"])
    document = json.loads((folder / "out/verification.json").read_text("utf-8"))
    found = {}
    for entry in document["studies"][0]["entries"]:
        fails = entry["verdict"] != "same" and not entry.get("accounted")
        found[entry["column"]] = (entry["verdict"], fails)
    return found


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return study(tmp_path_factory.mktemp("filled"))


def test_everything_that_can_be_computed_is_filled_and_agrees(filled: Path) -> None:
    header, row = csv.reader((filled / "t.csv").read_text("utf-8").splitlines())
    empty = [name for name, text in zip(header, row, strict=True) if text in ("", "–")]
    assert not empty
    assert len(row) > 70
    found = verdicts(filled)
    assert not [name for name, (_, fails) in found.items() if fails]
    assert {verdict for verdict, _ in found.values()} <= {"same", "uncheckable"}


def test_every_cell_is_guarded(filled: Path, tmp_path: Path) -> None:
    """Another leading digit in every cell at once: each of them is said to differ."""
    header, row = csv.reader((filled / "t.csv").read_text("utf-8").splitlines())
    changed = [row[0], *map(otherwise, row[1:])]
    folder = study(tmp_path / "study")
    with (folder / "t.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, changed])
    found = verdicts(folder)
    assert [name for name in header[1:] if not found[name][1]] == []


def otherwise(text: str) -> str:
    """The text with its first digit changed; of an interval both ends are."""
    ends = text.split(", ")
    return ", ".join(_other_digit(end) for end in ends)


def _other_digit(text: str) -> str:
    at = next(n for n, c in enumerate(text) if c.isdigit())
    return f"{text[:at]}{(int(text[at]) + 5) % 10}{text[at + 1 :]}"
