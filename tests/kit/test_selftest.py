"""The self-test notices planted errors, and fails where the verification is blind."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from fe_core.numbers.verdict import Judged, Verdict
from offline_reproduction.cli.main import main
from offline_reproduction.selftest.run import selftest
from offline_reproduction.study import compare, registry
from offline_reproduction.study.paper import Settings

FOLDER = registry.checkout_records("example")


def kills() -> dict[str, tuple[int, int, bool]]:
    assert FOLDER is not None
    found = selftest(registry.study("example"), FOLDER, Settings(), 4, 1)
    return {kill.kind: (kill.planted, kill.noticed, kill.passes) for kill in found}


def test_planted_errors_of_every_kind_are_noticed_on_the_example() -> None:
    found = kills()
    assert all(passes for _, _, passes in found.values())
    assert sum(planted for planted, _, _ in found.values()) > 60


def test_the_same_seed_plants_the_same_errors() -> None:
    assert kills() == kills()


def test_a_verification_that_always_agrees_fails_the_selftest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real: Callable[..., Judged] = compare.judge

    def blind(*args: object) -> Judged:
        return real(*args)._replace(verdict=Verdict.SAME, recomputed="")

    monkeypatch.setattr(compare, "judge", blind)
    found = kills()
    assert not found["last-digit"][2]
    assert not found["right-becomes-wrong"][2]


def test_a_gate_that_lets_everything_pass_fails_the_selftest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("offline_reproduction.selftest.run.load", lambda folder: None)
    assert not kills()["unknown-option"][2]


def test_the_command_says_rates_and_ends_with_the_right_status(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["selftest", "--study", "example", "--trials", "1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert {"kind", "planted", "noticed", "floor_percent", "passes"} <= set(said[0])
    assert main(["selftest", "--study", "example", "--trials", "0"]) == 2


def test_a_study_without_records_here_needs_them_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["selftest", "--study", "visonlyqa"]) == 2
    assert "give --records DIR" in capsys.readouterr().err


def test_a_study_that_cannot_rebuild_its_evidence_is_spoilt_in_print_and_files_only() -> None:
    assert FOLDER is not None
    study = replace(registry.study("example"), evidence=None)
    levels = {kill.level for kill in selftest(study, FOLDER, Settings(), 1, 0)}
    assert levels == {"printed", "findings", "files"}
