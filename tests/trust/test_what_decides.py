"""What decides a verdict or an exit status, by behaviour: each of these was once changed by hand,
and no test noticed."""

from __future__ import annotations

import json
import shutil
import xml.etree.ElementTree as ET
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from fe_core.numbers.printed import Number, read
from fe_core.numbers.verdict import Verdict
from fe_core.records.model import Item
from fe_core.reporting.entries import Finding, Kept
from fe_core.reporting.github import annotation_lines
from fe_core.reporting.junit import junit_text
from fe_core.reporting.report import StudyReport
from fe_core.scoring.metrics.bags import same_option
from fe_core.scoring.outcomes import Outcome
from fe_core.scoring.responses import Response
from offline_reproduction.cli import judging
from offline_reproduction.cli.main import main
from offline_reproduction.study import pipeline, registry
from offline_reproduction.study.paper import Settings
from offline_reproduction.study.printed import PrintedTable, Transcription
from offline_reproduction.study.printed_tables import transcription

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "offline_reproduction/papers/example/records"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A study whose printed table is what its records say."""
    folder = tmp_path / "mine"
    shutil.copytree(EXAMPLE, folder / "records")
    assert main(["init", str(folder)]) == 0
    assert main(["snapshot", str(folder), "--quiet"]) == 0
    return folder


@pytest.fixture(scope="module")
def report() -> StudyReport:
    """The example as it is: everything agrees."""
    return pipeline.judge_study(registry.study("example"), EXAMPLE, Settings())


def verify(folder: Path, *words: str) -> int:
    return main(["verify", str(folder), "--out", str(folder / "report"), "--quiet", *words])


def misprinted(folder: Path, unit: int) -> None:
    """The first number of the table differs by so many units of its last place."""
    path = next((folder / "printed").glob("*.csv"))
    head, line, *rest = path.read_text("utf-8").split("\n")
    name, number, *others = line.split(",")
    hundredths = int(Fraction(number) * 100) + unit
    changed = f"{hundredths // 100}.{hundredths % 100:02}"
    path.write_text("\n".join([head, ",".join([name, changed, *others]), *rest]), "utf-8")


def test_a_last_digit_fails_unless_it_is_asked_not_to(mine: Path) -> None:
    assert verify(mine) == 0
    misprinted(mine, 1)
    assert verify(mine) == 1
    assert verify(mine, "--fail-on", "last-digit") == 1
    assert verify(mine, "--fail-on", "different") == 0
    document = json.loads((mine / "report/verification.json").read_text("utf-8"))
    verdicts = [entry["verdict"] for entry in document["studies"][0]["entries"]]
    assert verdicts.count("last-digit") == 1


def test_two_units_are_different_and_fail_on_different(mine: Path) -> None:
    misprinted(mine, 2)
    assert verify(mine, "--fail-on", "different") == 1
    assert verify(mine, "--fail-on", "never") == 0


def broken(report: StudyReport) -> StudyReport:
    finding = Finding("f", "it was exchanged", "", "", "", "")
    return replace(report, findings=(Kept(finding, (), ("not as predicted",)),))


def test_a_finding_that_no_longer_holds_fails(report: StudyReport) -> None:
    assert judging._status([report], "last-digit") == 0
    assert judging._status([broken(report)], "last-digit") == 1
    assert judging._status([broken(report)], "different") == 1
    assert not broken(report).agrees()


def test_a_finding_that_no_longer_holds_is_a_failure_to_ci_systems(report: StudyReport) -> None:
    root = ET.fromstring(junit_text([broken(report)]))
    counted = sum(int(suite.attrib["failures"]) for suite in root.iter("testsuite"))
    assert counted == len(root.findall(".//failure")) == 1
    cases = sum(int(suite.attrib["tests"]) for suite in root.iter("testsuite"))
    assert cases == len(root.findall(".//testcase"))
    assert [line.split(" ")[0] for line in annotation_lines([broken(report)])] == ["::error"]


@pytest.mark.parametrize("text", ["-1,234", "\u22121,234", "-12,345,678"])
def test_a_thousands_comma_behind_a_minus_is_one(text: str) -> None:
    value = read(text)
    assert isinstance(value, Number)
    assert value.value == -int("".join(c for c in text if c.isascii() and c.isdigit()))


@pytest.mark.parametrize("status", ["started", "error", "cancelled", "", None])
def test_an_unfinished_log_is_said_to_be_one(tmp_path: Path, status: str | None) -> None:
    sample = {"id": 1, "epoch": 1, "choices": ["a", "b"], "target": "A", "input": "q",
              "scores": {"choice": {"value": "C", "answer": "A"}}}  # fmt: skip
    head = {"task": "t", "model": "m"}
    for given, said in ((status, True), ("success", False)):
        log = {"version": 2, "status": given, "eval": head, "samples": [sample]}
        path = tmp_path / "log.json"
        path.write_text(json.dumps(log), "utf-8")
        out = tmp_path / f"records-{said}"
        assert main(["import", "inspect", str(path), "--out", str(out), "--quiet"]) == 0
        report = (out / "import-report.json").read_text("utf-8")
        assert ("did not finish" in report) is said


def test_a_printed_table_that_nothing_works_out_has_an_entry_for_each_number() -> None:
    study = registry.study("example")
    printed = transcription(study.printed)
    cells = {("x", "A"): "50.00", ("y", "A"): "12.5"}
    more = PrintedTable("forgotten", "Table 9", "", ("A",), ("x", "y"), cells)
    changed = replace(study, printed=Transcription((*printed.tables, more), printed.claims))
    before = pipeline.judge_study(study, EXAMPLE, Settings()).entries
    after = pipeline.judge_study(changed, EXAMPLE, Settings()).entries
    added = {entry.id: entry for entry in after if entry.id not in {e.id for e in before}}
    assert len(added) == len(cells)
    assert sorted(entry.printed for entry in added.values()) == ["12.5", "50.00"]
    assert {entry.verdict for entry in added.values()} == {Verdict.UNCHECKABLE}


@pytest.mark.parametrize(
    ("options", "same"),
    [
        (("A", "A", "A"), True),
        (("B", "B"), True),
        (("A", "B"), False),
        (("A", None), False),
        ((None, None), False),
        ((None,), False),
    ],
)
def test_answers_that_are_none_are_not_consistent(
    options: tuple[str | None, ...], same: bool
) -> None:
    item = Item("q", "A", ("A", "B"))
    judged = {None: Outcome.UNREADABLE, "A": Outcome.RIGHT, "B": Outcome.WRONG}
    assert same_option([Response(item, judged[option], option) for option in options]) is same


@pytest.mark.parametrize(
    ("likelihoods", "answer"),
    [
        (("-1.0", "-1.0", "-2.0"), "A"),
        (("-2.0", "-1.0", "-1.0"), "B"),
        (("-1.0", "-2.0", "-1.0"), "A"),
        (("-3.0", "-2.0", "-1.0"), "C"),
        (("nan", "-1.0", "-1.0"), "B"),
        (("-inf", "-inf", "-5.0"), "C"),
        (("-inf", "nan", "?"), None),
    ],
)
def test_of_equal_likelihoods_the_first_is_the_answer(
    tmp_path: Path, likelihoods: tuple[str, ...], answer: str | None
) -> None:
    pairs = [[each, "False"] for each in likelihoods]
    sample = {
        "doc_id": 0, "doc": {"question": "q", "choices": ["x", "y", "z"]}, "target": "0",
        "arguments": [["q", f" {text}"] for text in "xyz"], "resps": [[each] for each in pairs],
        "filtered_resps": pairs,
    }  # fmt: skip
    log, out = tmp_path / "samples_t.jsonl", tmp_path / "records"
    log.write_text(json.dumps(sample) + "\n", "utf-8")
    status = main(["import", "lm-eval", str(log), "--out", str(out), "--model", "m", "--quiet"])
    if answer is None:
        assert status == 2
        return
    line = next(iter(sorted((out / "answers").glob("*.jsonl")))).read_text("utf-8")
    assert json.loads(line)["answer"] == answer
