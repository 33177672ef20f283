from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fe_core.errors import UsageError
from fe_core.intervals.quantiles import RULES, position, quantile, tails
from tests.intervals.numpy_doubles import linear_double

LEVELS = [0.0, 2.5, 5.0, 25.0, 50.0, 97.5, 99.0, 100.0]


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60), st.sampled_from(LEVELS))
def test_linear_double_against_numpy_to_the_last_bit(values, level):
    found = linear_double(sorted(values), level / 100)
    assert found == float(np.percentile(values, level))


@given(
    st.lists(st.integers(-99, 99), min_size=1, max_size=40),
    st.fractions(0, 1, max_denominator=16).filter(
        lambda p: p.denominator & (p.denominator - 1) == 0
    ),
    st.sampled_from(RULES),
)
def test_every_rule_against_numpy(values, p, rule):
    exact = quantile([Fraction(value) for value in sorted(values)], p, rule)
    assert float(exact) == pytest.approx(float(np.quantile(values, float(p), method=rule)))


def test_position_of_the_usual_endpoints():
    assert position(20_000, Fraction(1, 40)) == (499, Fraction(39, 40))
    assert position(20_000, Fraction(39, 40)) == (19_499, Fraction(1, 40))
    assert position(1, Fraction(1, 40)) == (0, 0)


def test_levels_and_rules_without_meaning_are_refused():
    for level in (Fraction(0), Fraction(1), Fraction(95)):
        with pytest.raises(UsageError, match="level="):
            tails(level)
    with pytest.raises(UsageError, match="rule='type7'"):
        position(5, Fraction(1, 2), "type7")
    with pytest.raises(UsageError):
        position(0, Fraction(1, 2))
