"""What strangers bring: arrays, tuples, and things that are no tallies."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from fe_core.errors import UsageError
from fe_core.intervals import interval, judge_interval
from fe_core.intervals.bootstrap import Plan, ratio_intervals
from fe_core.intervals.few.clustered_error import clustered_error
from fe_core.intervals.few.influence import influences
from fe_core.intervals.few.signflip import sign_flip
from fe_core.intervals.law import law, variance

ROOT = Path(__file__).resolve().parent.parent.parent
TOPS, BOTTOMS = [5, 3, 8, 2, 7], [6, 9, 12, 4, 9]


def test_arrays_give_what_lists_give(twin):
    tops, bottoms = np.array(TOPS, dtype=np.int32), np.array(BOTTOMS, dtype=np.uint8)
    assert interval(tops, bottoms, engine=twin) == interval(TOPS, BOTTOMS, engine=twin)
    assert judge_interval(tops, bottoms, "40", "70") == judge_interval(TOPS, BOTTOMS, "40", "70")
    assert variance(tops, bottoms) == variance(TOPS, BOTTOMS)
    assert clustered_error(tops, bottoms) == clustered_error(TOPS, BOTTOMS)
    assert influences(tops, bottoms) == influences(TOPS, BOTTOMS)
    assert sign_flip(tops) == sign_flip(TOPS)
    table = np.array([TOPS, BOTTOMS])
    assert (
        ratio_intervals(table, [(0, 1)], Plan(100), engine=twin)[0]
        == (ratio_intervals([TOPS, BOTTOMS], [(0, 1)], Plan(100), engine=twin)[0])
    )


@pytest.mark.parametrize(
    ("tops", "bottoms"),
    [([0.5, 1], [1, 1]), (["1", "2"], [1, 1]), ([1, 2], [1]), ([], []), ([1], [-1]), ([1], [None])],
)
def test_what_is_no_tally_is_refused_everywhere(tops, bottoms):
    for function in (interval, law, variance, clustered_error, influences):
        with pytest.raises(UsageError):
            function(tops, bottoms)
    with pytest.raises(UsageError):
        judge_interval(tops, bottoms, "1", "2")
    with pytest.raises(UsageError):
        ratio_intervals([tops, bottoms], [(0, 1)])


@pytest.mark.parametrize(
    "settings",
    [{"draws": 0}, {"threads": 0}, {"seed": -1}, {"seed": 2**64}, {"stream": "x"}, {"rule": "x"}],
)
def test_settings_without_meaning_are_refused(settings, twin):
    with pytest.raises(UsageError):
        interval(TOPS, BOTTOMS, engine=twin, **settings)


def test_the_documented_example_runs():
    text = (ROOT / "docs" / "intervals.md").read_text("utf-8")
    code = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[-1]
    assert len([line for line in code.splitlines() if line]) == 3
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "FE_PURE_PYTHON": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert "interval:percentile|level:19/20|rule:linear|clusters:5|draws:20000" in done.stdout
