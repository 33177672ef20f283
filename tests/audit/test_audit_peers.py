"""Row feasibility against mlscorecheck, on its own kind of input: one binary test set."""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path

import pytest

from fe_core.numbers.printed import number
from fe_core.numbers.rounding import Rounding
from offline_reproduction.audit.row.decide import judge_row
from offline_reproduction.audit.row.printed_row import Facts, Printed
from offline_reproduction.audit.values.granularity import counts
from offline_reproduction.audit.values.judgement import Judgement

PEERS = Path(__file__).parent.parent / "peers"
EITHER = (Rounding.HALF_EVEN, Rounding.HALF_UP)
"""mlscorecheck's window is closed: both roundings of an exact half pass."""


def ours(case: dict) -> Judgement:  # type: ignore[type-arg]
    """Sensitivity and specificity are hits per class; balanced accuracy is macro recall."""
    scores = {name: number(text) for name, text in case["scores"].items()}
    supports = (case["p"], case["n"])
    hits = {}
    for index, name in enumerate(("sens", "spec")):
        if name in scores:
            found = counts(scores[name], supports[index], EITHER, scale=1)
            if not found:
                return Judgement.IMPOSSIBLE
            hits[index] = (found[0], found[-1])
    printed = Printed(scores.get("acc"), None, scores.get("bacc"), None)
    if not printed.given():
        return Judgement.POSSIBLE
    facts = Facts(supports, rules=EITHER, scale=1, hits=hits)
    return judge_row(printed, facts, count_within=0).judgement


def kept() -> list[dict]:  # type: ignore[type-arg]
    lines = (PEERS / "mlscorecheck_binary.json").read_text("utf-8").splitlines()
    assert "mlscorecheck" in json.loads(lines[0])
    return [json.loads(line) for line in lines[1:]]


def test_verdicts_against_mlscorecheck():
    cases = kept()
    verdicts = {case["consistent"] for case in cases}
    assert verdicts == {True, False}
    assert len(cases) == 400
    for case in cases:
        expected = Judgement.POSSIBLE if case["consistent"] else Judgement.IMPOSSIBLE
        assert ours(case) is expected, case


def test_its_default_tolerance_only_lets_more_pass():
    cases = kept()
    assert all(case["tolerant"] for case in cases if case["consistent"])
    assert sum(case["tolerant"] != case["consistent"] for case in cases) < 5


def test_the_kept_verdicts_are_those_of_the_installed_mlscorecheck():
    pytest.importorskip("mlscorecheck")
    sys.path.insert(0, str(PEERS))
    try:
        from mlscorecheck_binary import verdict
    finally:
        sys.path.remove(str(PEERS))
    logging.disable(logging.CRITICAL)
    try:
        assert all(verdict(case, 1e-12) == case["consistent"] for case in kept()[:60])
    finally:
        logging.disable(logging.NOTSET)
