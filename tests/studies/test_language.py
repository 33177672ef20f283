"""The study language: every kind of quantity against its definition, and what it refuses."""

from __future__ import annotations

import re
import statistics
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fe_core.errors import UsageError
from fe_core.numbers.exact import Root
from fe_core.records.model import Records
from fe_core.reporting.cells import Cell, Redrawn, Resampled, Spread, Unit
from fe_core.scoring.metrics import METRICS
from offline_reproduction.study.build import build
from offline_reproduction.study.declared import declared_study
from offline_reproduction.study.evidence import Scored
from offline_reproduction.study.kinds import COMPOSED
from offline_reproduction.study.paper import Settings
from offline_reproduction.study.quantities import Called
from offline_reproduction.study.spec import read_spec
from tests.studies.made import HEAD, cells, records, table, value

ACC = '[metrics.acc]\nmetric = "accuracy"\n'
GOLDS = "ABABABAB"
RUNS = {"m": "ABABAAAA", "n": "ABABABAA", "o": "BBABBBBB"}
TASKS = ["a", "a", "a", "a", "a", "b", "b", "b"]
GROUPS = ["g0", "g0", "g1", "g1", "g2", "g2", "g3", "g3"]
SOME = records(GOLDS, RUNS, task=TASKS, group=GROUPS, variant=["x", "y"] * 4)
SHARES = {"m": Fraction(6, 8), "n": Fraction(7, 8), "o": Fraction(5, 8)}


def rights(run: str) -> list[int]:
    return [int(a == b) for a, b in zip(GOLDS, RUNS[run], strict=True)]


def test_the_shares_that_these_tests_are_made_of() -> None:
    assert {run: Fraction(sum(rights(run)), 8) for run in RUNS} == SHARES


@pytest.mark.parametrize(
    ("declared", "row", "wanted"),
    [
        ('metric = "difference"\nof = "acc"\nagainst = "n"', '"m"', Fraction(-1, 8)),
        ('metric = "difference"\nof = "acc"\nagainst = "n"\nunit = "count"', '"m"', -1),
        ('metric = "relative-change"\nof = "acc"\nagainst = "n"', '"m"', Fraction(-1, 7)),
        ('metric = "quotient"\nof = "acc"\nagainst = "n"', '"m"', Fraction(6, 7)),
        ('metric = "mean"\nof = "acc"', '["m", "n", "o"]', Fraction(6, 8)),
        ('metric = "sum"\nof = "acc"', '["m", "n"]', Fraction(13, 8)),
        ('metric = "sum"\nof = "acc"\nunit = "count"', '["m", "n"]', 13),
        ('metric = "minimum"\nof = "acc"', '["m", "n", "o"]', Fraction(5, 8)),
        ('metric = "maximum"\nof = "acc"', '["m", "n", "o"]', Fraction(7, 8)),
        ('metric = "median"\nof = "acc"', '["m", "n", "o"]', Fraction(6, 8)),
        ('metric = "median"\nof = "acc"', '["m", "n"]', Fraction(13, 16)),
        ('metric = "deviation"\nof = "acc"', '["m", "n", "o"]', Root(Fraction(1, 64))),
        ('metric = "how-many"\nof = "lead"', '["m", "n", "o"]', 2),
        ('metric = "how-many"\nof = "lead"\nsign = "zero"', '["m", "o"]', 1),
        ('metric = "difference"\nof = "mean"\nagainst = "o"', '["m", "n"]', Fraction(3, 16)),
        ('metric = "mean"\nof = "lead"', '["m", "n"]', Fraction(3, 16)),
        ('metric = "mean"\nof = ["on-a", "on-b"]', '"m"', Fraction(2, 3)),
        ('metric = "mean"\nof = ["on-a", "on-b"]\nweights = "items"', '"m"', Fraction(6, 8)),
        ('metric = "difference"\nof = ["on-a", "on-b"]', '"m"', Fraction(2, 3)),
        ('metric = "only-first"\nagainst = "n"', '"m"', 1),
        ('metric = "only-second"\nagainst = "m"', '"n"', 1),
        ('metric = "agreement"', '["m", "n"]', Fraction(7, 8)),
        ('metric = "best-of"', '["m", "n", "o"]', 1),
        ('metric = "pass@k"\nk = 2', '["m", "n", "o"]', Fraction(23, 24)),
        ('metric = "joint"', '"m"', Fraction(1, 2)),
        ('metric = "at-least"\nk = 1', '"m"', Fraction(1)),
        ('metric = "fixed-marginals"', '"m"', Fraction(1, 2)),
        ('metric = "clusters"\nof = "acc"\ncluster = "group"', '"m"', 4),
        ('metric = "effective-clusters"\nof = "acc"\ncluster = "task"', '"m"', Fraction(64, 34)),
        ('metric = "influence-low"\nof = "acc"\ncluster = "task"', '"m"', Fraction(1, 8)),
        ('metric = "influence-high"\nof = "acc"\ncluster = "task"', '"m"', Fraction(5, 8)),
        ('metric = "sign-flip"\nof = "acc"\nagainst = "m"\ncluster = "task"', '"n"', 1),
        ('metric = "distinct"\nattribute = "task"', '"m"', 2),
        ('metric = "items"', '"m"', 8),
        ('metric = "items"\nwhere = { task = ["a", "b"] }', '"m"', 8),
        ('metric = "groups"', '"m"', 4),
    ],
)
def test_quantities_against_values_worked_out_by_hand(
    tmp_path: Path, declared: str, row: str, wanted: object
) -> None:
    more = f"""{ACC}
[metrics.mean]
metric = "mean"
of = "acc"
[metrics.lead]
metric = "difference"
of = "acc"
against = "o"
[metrics.on-a]
metric = "accuracy"
where = {{ task = "a" }}
[metrics.on-b]
metric = "accuracy"
where = {{ task = "b" }}
[metrics.x]
{declared}
"""
    assert value(tmp_path, more, SOME, row) == wanted


UNEQUAL = records("ABABAB", {"m": "ABABAB", "n": "ABA   ", "o": "   BAA"}, task=["a", "b"] * 3)


@pytest.mark.parametrize(
    "declared",
    [
        f'{ACC}[metrics.x]\nmetric = "difference"\nof = "acc"\nagainst = "n"',
        'metric = "mcnemar"\nagainst = "n"',
        'metric = "both"\nagainst = "n"',
        f'{ACC}[metrics.x]\nmetric = "interval"\nof = "acc"\nagainst = "n"\ncluster = "task"',
        f'{ACC}[metrics.x]\nmetric = "sign-flip"\nof = "acc"\nagainst = "n"\ncluster = "task"',
        f'{ACC}[metrics.x]\nmetric = "quotient"\nof = "acc"\nagainst = "n"',
    ],
)
def test_what_was_asked_differently_is_compared_only_where_that_is_declared(
    tmp_path: Path, declared: str
) -> None:
    with pytest.raises(UsageError, match="'n' was not asked q3, q4, q5"):
        value(tmp_path, declared, UNEQUAL)
    made = cells(tmp_path, 'on_mismatch = "common"' + table(declared), UNEQUAL)["r", "X"]
    assert "over the 3 common of 6 items" in made.signature
    if isinstance(made.value, Resampled):
        assert sum(made.value.denominators) == 3


@pytest.mark.parametrize("kind", ["mean", "median", "deviation", "mean-deviation", "maximum"])
def test_runs_that_were_asked_differently_have_no_mean(tmp_path: Path, kind: str) -> None:
    declared = f'{ACC}[metrics.x]\nmetric = "{kind}"\nof = "acc"'
    with pytest.raises(UsageError, match="was not asked"):
        value(tmp_path, declared, UNEQUAL, '["m", "n"]')
    made = cells(tmp_path, 'on_mismatch = "common"' + table(declared, '["m", "n"]'), UNEQUAL)
    said = made["r", "X"].signature
    assert "over the 3 common of 6 items" in said


def test_repetitions_that_were_asked_differently_do_not_agree(tmp_path: Path) -> None:
    for metric in ('metric = "agreement"', 'metric = "majority"', 'metric = "pass@k"\nk = 1'):
        with pytest.raises(UsageError, match="was not asked"):
            value(tmp_path, metric, UNEQUAL, '["m", "n"]')


def test_nothing_in_common_is_no_value(tmp_path: Path) -> None:
    for metric in ("mcnemar", "both", "neither"):
        toml = 'on_mismatch = "common"' + table(f'metric = "{metric}"\nagainst = "o"', '"n"')
        made = cells(tmp_path, toml, UNEQUAL)["r", "X"]
        assert made.value is None
        assert "nothing" in made.reason


def incomplete(run: str = "AAAAAA") -> Records:
    """Two whole groups, and a third that has no variant y; 6 items with one that has no group."""
    return records(
        "AAAAA", {"m": run[:5]}, group=["g1", "g1", "g2", "g2", "g3"], variant=list("xyxyx")
    )


@pytest.mark.parametrize("declared", ['variants = ["x", "y"]', ""])
def test_a_group_that_lacks_a_variant_is_named(tmp_path: Path, declared: str) -> None:
    joint = f'metric = "joint"\n{declared}'
    with pytest.raises(UsageError, match="group='g3' is incomplete: nobody was asked 'y'"):
        value(tmp_path, joint, incomplete())
    toml = '[groups]\nincomplete = "wrong"\n' + table(joint)
    made = cells(tmp_path, toml, incomplete())["r", "X"]
    assert made.value == Fraction(2, 3)
    assert "group g3 lacks y and is not right" in made.signature


def test_a_group_of_which_a_run_was_asked_half_is_named(tmp_path: Path) -> None:
    some = records("AAAA", {"m": "AAA "}, group=["g1", "g1", "g2", "g2"], variant=list("xyxy"))
    with pytest.raises(UsageError, match="group='g2' is incomplete: run='m' was not asked 'y'"):
        value(tmp_path, 'metric = "joint"', some)
    some = records("AAAA", {"m": "AAA "}, group=["g1", "g1", "g2", "g2"])
    with pytest.raises(UsageError, match="run='m' was not asked 'q3'"):
        value(tmp_path, 'metric = "joint"', some)


def test_a_condition_that_cuts_groups_apart_is_named(tmp_path: Path) -> None:
    declared = 'metric = "joint"\nvariants = ["x", "y"]\nwhere = { task = "a" }'
    some = records("AA", {"m": "AA"}, group=["g", "g"], variant=["x", "y"], task=["a", "b"])
    with pytest.raises(UsageError, match="where task=a leaves out 'y'"):
        value(tmp_path, declared, some)


def test_a_variant_twice_is_named_with_both_items(tmp_path: Path) -> None:
    some = records("AAA", {"m": "AAA"}, group=["g"] * 3, variant=["x", "y", "x"])
    with pytest.raises(UsageError, match="variant='x' twice: item='q0' and item='q2'"):
        value(tmp_path, 'metric = "joint"', some)


def test_groups_of_a_family_have_that_familys_variants(tmp_path: Path) -> None:
    some = records(
        "AAAAA", {"m": "AAAAB"}, group=["g", "g", "h", "h", "h"], variant=list("xyuvw"),
        family=list("11222"),
    )  # fmt: skip
    with pytest.raises(UsageError, match=r"by family: \[groups\.variants\]"):
        value(tmp_path, 'metric = "joint"', some)
    families = '[groups.variants]\n1 = ["x", "y"]\n2 = ["u", "v", "w"]\n'
    made = cells(tmp_path, families + table('metric = "joint"'), some)["r", "X"]
    assert made.count == "1/2"


def test_no_groups_is_no_joint_metric(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no item that run='m' was asked has a group"):
        value(tmp_path, 'metric = "joint"', records("AA", {"m": "AA"}))


@pytest.mark.parametrize("missing", [1, 2, 3])
def test_a_missing_rotation_is_named(tmp_path: Path, missing: int) -> None:
    some = records("ABC", {"m": ["ABC"] * missing})
    wanted = {1: "[0]", 2: "[0, 1]"}
    if missing == 3:
        assert value(tmp_path, 'metric = "circular"', some) == 0
        return
    with pytest.raises(UsageError, match=re.escape(f"has rotations {wanted[missing]}")):
        value(tmp_path, 'metric = "circular"', some)


def test_a_rotation_without_any_answer_is_missing(tmp_path: Path) -> None:
    some = records("ABC", {"m": ["---", "CAB", "BCA"]})
    with pytest.raises(UsageError, match="'m' has no answer at rotation=0"):
        value(tmp_path, 'metric = "circular"', some)
    some = records("ABC", {"m": ["A--", "CAB", "BCA"]})
    assert value(tmp_path, 'metric = "circular"', some) == Fraction(1, 3)


def test_rotations_are_undone_before_answers_are_compared(tmp_path: Path) -> None:
    some = records("ABC", {"m": ["ABC", "CAA", "BCC"]})
    assert value(tmp_path, 'metric = "circular"', some) == Fraction(2, 3)
    assert value(tmp_path, 'metric = "consistency"', some) == Fraction(2, 3)
    assert value(tmp_path, 'metric = "accuracy"\nover = "rotations"', some) == Fraction(7, 9)
    assert value(tmp_path, 'metric = "at-least"\nk = 1\nover = "rotations"', some) == 1


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ('{ tusk = "a" }', "no item has 'tusk'; there are ['group', 'item', 'task', 'variant']"),
        ('{ task = "c" }', "no item has task='c'; there are ['a', 'b']"),
        ('{ task = ["a", "A"] }', "no item has task='A'"),
        ('{ task = "a", group = "g3" }', "no item has all of group=g3,task=a"),
        ('{ split = "test" }', "no item has 'split'"),
        ('{ variant = "z" }', "no item has variant='z'"),
    ],
)
def test_conditions_that_no_item_meets_are_errors_with_the_known_names(
    tmp_path: Path, where: str, said: str
) -> None:
    declared = f'metric = "accuracy"\nwhere = {where}'
    with pytest.raises(UsageError, match=re.escape(said)):
        value(tmp_path, declared, SOME)
    with pytest.raises(UsageError, match=re.escape(said)):
        value(tmp_path, 'metric = "accuracy"', SOME, f'{{ run = "m", where = {where} }}')


def test_a_run_that_was_asked_none_of_the_items_has_no_value(tmp_path: Path) -> None:
    some = records("AABB", {"m": "AABB", "n": "AA  "}, task=["a", "a", "b", "b"])
    declared = 'metric = "accuracy"\nwhere = { task = "b" }'
    made = cells(tmp_path, table(declared, '"n"'), some)["r", "X"]
    assert (made.value, made.reason) == (None, "nothing was asked: there is nothing to divide by")


def test_labels_that_no_answer_can_be_are_errors(tmp_path: Path) -> None:
    toml = '[labels]\nset = ["A", "B", "Z"]\n' + table('metric = "macro-f1"')
    with pytest.raises(UsageError, match=r"labels\.set holds 'Z', which no answer can be"):
        cells(tmp_path, toml, SOME)


def test_several_keys_join_clusters_and_one_key_splits_no_group(tmp_path: Path) -> None:
    some = records(
        "AAAAAA", {"m": "ABABAA"}, group=["g", "g", "h", "h", "i", "i"], variant=list("xyxyxy"),
        scene=["1", "2", "2", "3", "4", "4"],
    )  # fmt: skip
    joint = '[metrics.j]\nmetric = "joint"\n'
    drawn = f'{joint}[metrics.x]\nmetric = "clusters"\nof = "j"\ncluster = '
    with pytest.raises(UsageError, match="group='g' spans scene=1 and scene=2"):
        value(tmp_path, drawn + '"scene"', some)
    assert value(tmp_path, drawn + '["scene", "group"]', some) == 2
    assert value(tmp_path, drawn + '"group"', some) == 3
    with pytest.raises(UsageError, match="has no 'place' to be drawn by"):
        value(tmp_path, drawn + '"place"', some)


def test_intervals_are_exact_for_ratios_and_drawn_for_all_else(tmp_path: Path) -> None:
    def interval(more: str, of: str, row: str = '"m"') -> object:
        declared = f'{ACC}{more}[metrics.x]\nmetric = "interval"\nof = "{of}"\ncluster = "group"'
        return value(tmp_path, declared, SOME, row)

    lead = '[metrics.lead]\nmetric = "difference"\nof = "acc"\nagainst = "o"\n'
    exact = interval(lead, "lead")
    assert exact == Resampled((1, 0, 0, 0), (2, 2, 2, 2))
    several = '[metrics.of-runs]\nmetric = "mean"\nof = "acc"\n'
    assert interval(several, "of-runs", '["m", "n"]') == Resampled((4, 4, 3, 2), (4, 4, 4, 4))
    pooled = """
[metrics.on-a]
metric = "accuracy"
where = { task = "a" }
[metrics.on-b]
metric = "accuracy"
where = { task = "b" }
[metrics.plain]
metric = "mean"
of = ["on-a", "on-b"]
[metrics.weighed]
metric = "mean"
of = ["on-a", "on-b"]
weights = "items"
[metrics.f1]
metric = "macro-f1"
"""
    assert interval(pooled, "weighed") == Resampled((2, 2, 1, 1), (2, 2, 2, 2))
    drawn = interval(pooled, "plain")
    assert isinstance(drawn, Redrawn)
    sums = [sum(column) for column in drawn.columns]
    assert drawn.value(sums) == Fraction(2, 3) == value(tmp_path, f"{pooled}[metrics.x]\n" +
        'metric = "mean"\nof = ["on-a", "on-b"]', SOME)  # fmt: skip
    assert drawn.value([0] * len(sums)) is None
    assert isinstance(interval(pooled, "f1"), Redrawn)


ROLES = """
[metrics.acc]
metric = "accuracy"
[metrics.gain]
metric = "difference"
of = "acc"
run = "adapted"
against = "base"
[metrics.mean]
metric = "mean-deviation"
of = "acc"
[[tables]]
key = "t"
file = "t.csv"
[tables.columns]
"Base" = { metric = "acc", run = "base" }
"Adapted"."Acc." = { metric = "acc", run = "adapted" }
"Adapted"."Count" = { metric = "acc", run = "adapted", unit = "count" }
"Δ" = "gain"
[tables.rows]
"One" = { base = "o", adapted = "n" }
"Two" = { base = "o", adapted = ["m", "n"] }
"None" = { base = "o" }
"""


def test_rows_have_roles_and_headers_have_levels(tmp_path: Path) -> None:
    made = cells(tmp_path, ROLES.replace('"Two"', '"Two"', 1), SOME)
    assert [*dict.fromkeys(column for _, column in made)] == [
        "Base", "Adapted / Acc.", "Adapted / Count", "Δ",
    ]  # fmt: skip
    assert made["One", "Base"].value == SHARES["o"]
    assert made["One", "Δ"].value == SHARES["n"] - SHARES["o"]
    assert made["One", "Δ"].count == "7/8 - 5/8"
    assert made["Two", "Adapted / Acc."].value == Spread(Fraction(13, 16), Root(Fraction(1, 128)))
    assert (made["None", "Δ"].value, made["None", "Δ"].reason) == (
        None, "the row names no run as 'adapted'",
    )  # fmt: skip


VALUES = f"""{ACC}
[rows]
first = ["m"]
[[tables]]
key = "t"
file = "t.csv"
[tables.columns]
"Lead" = {{ value = "Acc_ - Base" }}
"Acc." = "acc"
"Base" = {{ metric = "acc", run = "base" }}
"Best" = {{ value = "max(Acc_)" }}
"Share" = {{ value = "Lead / Best", unit = "percent" }}
[tables.rows]
m = {{ run = "m", base = "o" }}
n = {{ run = "n", base = "o" }}
o = {{ run = "o" }}
[tables.unanswered]
"o | Lead" = "it is the base"
"""


def test_columns_are_made_of_columns(tmp_path: Path) -> None:
    made = cells(tmp_path, VALUES, SOME)
    assert made["m", "Lead"].value == Fraction(1, 8)
    assert made["m", "Lead"].unit is Unit.POINTS
    assert made["n", "Best"].value == Fraction(7, 8)
    assert made["n", "Share"].value == Fraction(2, 7)
    assert made["n", "Share"].unit is Unit.PERCENT
    assert made["o", "Lead"].reason == "it is the base"
    assert "value:Lead / Best" in made["n", "Share"].signature
    for other, said in (
        ("Acc_ - Nothing", "'Nothing' is not known"),
        ("Acc_ -", "is no expression"),
        ("1 + 1", "reads nothing"),
        ("Lead", "'Lead' is not known"),
        ("acc", "'acc' is not known"),
        ("sum(first)", "choice of rows"),
    ):
        toml = VALUES.replace('"Acc_ - Base"', f'"{other}"')
        with pytest.raises(UsageError, match=f"tables 't', column 'Lead': .*{said}"):
            cells(tmp_path, toml, SOME)


def test_rows_follow_from_the_records(tmp_path: Path) -> None:
    toml = f"""{ACC}
[[tables]]
key = "t"
file = "t.csv"
columns = {{ Acc = "acc", Items = {{ metric = "acc", unit = "count" }} }}
each = {{ attribute = "task", run = "m" }}
rows = {{ all = "m" }}
"""
    made = cells(tmp_path, toml, SOME)
    assert {row: made[row, "Acc"].count for row in ("all", "a", "b")} == {
        "all": "6/8", "a": "5/5", "b": "1/3",
    }  # fmt: skip
    with pytest.raises(UsageError, match="no item has 'tusk'"):
        cells(tmp_path, toml.replace('"task"', '"tusk"'), SOME)


def test_rows_can_ask_and_columns_can_name_runs(tmp_path: Path) -> None:
    toml = """
[metrics.agree]
metric = "agreement"
[metrics.both]
metric = "joint"
over = "runs"
[[tables]]
key = "t"
file = "t.csv"
columns = { N = { runs = ["m", "n"] }, O = { runs = ["m", "o"] } }
rows = { Agree = { metric = "agree" }, Both = { metric = "both" } }
"""
    made = cells(tmp_path, toml, SOME)
    assert made["Agree", "N"].count == "7/8"
    assert made["Both", "O"].count == "3/8"


def test_rows_apply_a_kind_to_every_columns_metric(tmp_path: Path) -> None:
    toml = f"""{ACC}
[metrics.f1]
metric = "macro-f1"
[[tables]]
key = "t"
file = "t.csv"
columns = {{ Acc = "acc", F1 = "f1" }}
[tables.rows]
m = "m"
"m - o" = {{ run = "m", apply = "difference", against = "o" }}
mean = {{ runs = ["m", "n", "o"], apply = "mean" }}
"""
    made = cells(tmp_path, toml, SOME)
    assert made["m - o", "Acc"].value == Fraction(1, 8)
    assert made["m - o", "Acc"].unit is Unit.POINTS
    assert made["mean", "Acc"].value == Fraction(6, 8)
    assert isinstance(made["mean", "F1"].value, Fraction)


REFERENCES = """
[labels]
set = ["A", "B"]
[metrics.acc]
metric = "accuracy"
[metrics.f1]
metric = "macro-f1"
[metrics.joint]
metric = "joint"
[metrics.mean]
metric = "mean"
of = ["acc", "joint"]
[[tables]]
key = "t"
file = "t.csv"
columns = { Acc = "acc", F1 = "f1", Joint = "joint", Mean = "mean" }
[tables.rows]
guess = { reference = "uniform" }
B = { reference = "constant", option = "B" }
major = { reference = "majority", fit = { task = "a" } }
"""


def test_reference_rows_against_their_definitions(tmp_path: Path) -> None:
    made = cells(tmp_path, REFERENCES, SOME)
    assert made["guess", "Acc"].value == Fraction(1, 2)
    assert made["guess", "Joint"].value == Fraction(1, 4)
    assert made["guess", "Mean"].value == Fraction(3, 8)
    assert made["B", "Acc"].value == Fraction(4, 8)
    assert made["B", "F1"].value == Fraction(1, 3)
    assert made["major", "Acc"].count == "4/8"
    with pytest.raises(UsageError, match="no label is the majority alone"):
        cells(tmp_path, REFERENCES.replace(', fit = { task = "a" }', ""), SOME)
    with pytest.raises(UsageError, match="option='Z' is one of no item"):
        cells(tmp_path, REFERENCES.replace('option = "B"', 'option = "Z"'), SOME)
    with pytest.raises(UsageError, match="run = … must name whose are meant"):
        cells(tmp_path, REFERENCES, UNEQUAL_GROUPS)


UNEQUAL_GROUPS = records(
    "AB", {"m": "AB", "n": "A "}, task=["a", "b"], group=["g", "h"], variant=["x", "x"]
)


def test_ranks_share_the_better_place(tmp_path: Path) -> None:
    toml = f"""{ACC}
[metrics.rank]
metric = "rank"
of = "acc"
[metrics.up]
metric = "rank"
of = "acc"
order = "ascending"
[[tables]]
key = "t"
file = "t.csv"
columns = {{ Rank = "rank", Up = "up" }}
rows = {{ m = "m", n = "n", o = "o", p = "p" }}
"""
    some = records(GOLDS, {**RUNS, "p": RUNS["m"]})
    made = cells(tmp_path, toml, some)
    assert [made[row, "Rank"].value for row in "mnop"] == [2, 1, 4, 2]
    assert [made[row, "Up"].value for row in "mnop"] == [2, 4, 1, 2]


def test_ranks_are_among_runs_that_were_asked_the_same(tmp_path: Path) -> None:
    toml = f"""{ACC}
[metrics.rank]
metric = "rank"
of = "acc"
[[tables]]
key = "t"
file = "t.csv"
columns = {{ Rank = "rank" }}
rows = {{ m = "m", n = "n" }}
"""
    with pytest.raises(UsageError, match=r"metrics\.rank: .*'n' was not asked q3, q4, q5"):
        cells(tmp_path, toml, UNEQUAL)


def test_a_family_may_be_the_rows_of_the_table(tmp_path: Path) -> None:
    some = records(
        "A" * 10, {"z": "B" * 10, "m": "A" * 9 + "B", "n": "A" * 6 + "B" * 4, "o": "B" * 10}
    )
    toml = """
[metrics.p]
metric = "mcnemar"
run = "new"
against = "old"
[metrics.holm]
metric = "holm"
of = "p"
family = "rows"
[metrics.acc]
metric = "accuracy"
[metrics.rank]
metric = "rank"
of = "acc"
run = "new"
[[tables]]
key = "t"
file = "t.csv"
columns = { P = "p", Holm = "holm", Rank = "rank" }
rows = { m = { old = "z", new = "m" }, n = { old = "z", new = "n" }, o = { old = "z", new = "o" } }
"""
    made = cells(tmp_path, toml, some)
    raw = [made[row, "P"].value for row in "mno"]
    assert raw == [Fraction(2, 2**9), Fraction(2, 2**6), 1]
    adjusted = [made[row, "Holm"].value for row in "mno"]
    assert adjusted == [3 * Fraction(2, 2**9), 2 * Fraction(2, 2**6), 1]
    assert [made[row, "Rank"].value for row in "mno"] == [1, 2, 3]
    assert "family:rows" in made["m", "Holm"].signature


def test_holm_is_over_the_declared_family(tmp_path: Path) -> None:
    some = records("A" * 10, {"m": "A" * 10, "n": "B" * 6 + "A" * 4, "o": "B" * 9 + "A"})
    family = """
[metrics.p-n]
metric = "mcnemar"
against = "n"
[metrics.p-o]
metric = "mcnemar"
against = "o"
[metrics.x]
metric = "holm"
of = "p-o"
family = ["p-n", "p-o"]
"""
    assert value(tmp_path, family, some) == 2 * Fraction(2, 2**9)
    assert value(tmp_path, family.replace('of = "p-o"', 'of = "p-n"'), some) == Fraction(2, 2**6)
    with pytest.raises(UsageError, match="must hold its own 'p-o'"):
        value(tmp_path, family.replace('["p-n", "p-o"]', '["p-n"]'), some)


@given(st.lists(st.text("AB", min_size=6, max_size=6), min_size=2, max_size=5))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
def test_means_and_deviations_against_statistics(tmp_path: Path, texts: list[str]) -> None:
    some = records("ABABAB", {f"r{n}": text for n, text in enumerate(texts)})
    shares = [
        Fraction(sum(a == b for a, b in zip("ABABAB", text, strict=True)), 6) for text in texts
    ]
    row = str([f"r{n}" for n in range(len(texts))])

    def of_runs(kind: str) -> object:
        return value(tmp_path, f"{ACC}[metrics.x]\n{kind}\nof = 'acc'", some, row)

    assert of_runs("metric = 'mean'") == statistics.mean(shares)
    assert of_runs("metric = 'median'") == statistics.median(shares)
    spread = of_runs("metric = 'mean-deviation'")
    assert spread == Spread(statistics.mean(shares), Root(statistics.variance(shares)))
    spread = of_runs("metric = 'mean-deviation'\ndeviation = 'population'")
    assert spread == Spread(statistics.mean(shares), Root(statistics.pvariance(shares)))


@pytest.mark.parametrize("kind", ["interval", "mean", "difference"])
def test_nothing_is_made_of_a_deviation(tmp_path: Path, kind: str) -> None:
    declared = f"""{ACC}
[metrics.sd]
metric = "deviation"
of = "acc"
[metrics.x]
metric = "{kind}"
of = "sd"
"""
    declared += {"interval": 'cluster = "group"', "difference": 'against = "o"', "mean": ""}[kind]
    with pytest.raises(UsageError, match=r"metrics\.sd is the root of a number"):
        value(tmp_path, declared, SOME, '["m", "n"]')


def test_registered_functions_say_what_no_declaration_can(tmp_path: Path) -> None:
    def longest(told: Called) -> Cell:
        (run,) = told.question.runs
        letters = "".join(str(r.option) for r in told.scored.responses(run).values())
        streaks = re.findall(told.arguments["letter"] + "+", letters)
        return Cell(max(map(len, streaks), default=0), Unit.COUNT, "")

    declared = 'metric = "function"\nfunction = "longest"\narguments = { letter = "A" }'
    assert cells(tmp_path, table(declared), SOME, {"longest": longest})["r", "X"].value == 4
    with pytest.raises(UsageError, match=r"'longest' is not registered; there are \[\]"):
        value(tmp_path, declared, SOME)


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ('[metrics.x]\nmetric = "mean"\nof = "x"', "made of themselves: x of x"),
        ('[metrics.x]\nmetric = "sum"\nof = "y"\n[metrics.y]\nmetric = "sum"\nof = "x"',
         "made of themselves"),
        ("\n".join(f'[metrics.x{n}]\nmetric = "sum"\nof = "x{n + 1}"' for n in range(60))
         + '\n[metrics.x60]\nmetric = "accuracy"', "more than 30 deep"),
        ('[metrics.x]\nmetric = "macro-f1"\nunit = "count"', "of something that is counted"),
        ('[metrics.x]\nmetric = "mcnemar"\nagainst = "n"\nunit = "count"', "is counted"),
        (f'{ACC}[metrics.x]\nmetric = "quotient"\nof = "acc"\nagainst = "n"\nunit = "count"',
         "says nothing of quotient"),
        (f'{ACC}[metrics.x]\nmetric = "interval"\nof = "acc"\ncluster = "g"\nlevel = nan',
         "must lie between 0 and 1"),
        (f'{ACC}[metrics.x]\nmetric = "interval"\nof = "acc"\ncluster = "g"\nlevel = inf',
         "must lie between 0 and 1"),
        (f'{ACC}[metrics.x]\nmetric = "interval"\nof = "acc"\ncluster = "g"\ndraws = 100000000',
         "must lie between 1 and 1000000"),
        (f'{ACC}[metrics.x]\nmetric = "interval"\nof = "acc"\ncluster = "g"\nquantile = "best"',
         "must be one of"),
        ('[metrics.x]\nmetric = "at-least"', "k is missing"),
        ('[metrics.x]\nmetric = "pass@k"\nk = 0', "must lie between 1 and 1000"),
        ('[metrics.x]\nmetric = "accuracy"\nk = 2', "accuracy has no such parameter"),
        ('[metrics.x]\nmetric = "macro-f-beta"\nbeta = nan', "must lie above 0"),
        ('[metrics.x]\nmetric = "accuracy"\nof = "x"', "of is not known"),
        ('[metrics.x]\nmetric = "accuracy"\nagainst = "n"', "is of one run"),
        ('[metrics.x]\nmetric = "accuracy"\nwhere = { a = 3 }', "must be a text"),
        ('[metrics.x]\nmetric = "accuracy"\nover = "groups"', "must be one of"),
        (f'{ACC}[metrics.x]\nmetric = "holm"\nof = "acc"', "must be a p value"),
        ('[labels]\nset = ["A", "A"]', "names a label twice"),
        ('[[tables]]\nkey = "t"\nfile = "a.csv"\n[[tables]]\nkey = "t"\nfile = "b.csv"',
         "tables[0].key and tables[1].key are both 't'"),
        ('[[tables]]\nkey = "t"\nfile = "a.csv"\n[[tables]]\nkey = "u"\nfile = "a.csv"',
         "tables[0].file and tables[1].file are both 'a.csv'"),
        ('[[tables]]\nkey = "t"\nfile = "a.csv"\nrows = { r = [] }', "at least one run"),
        ('[[tables]]\nkey = "t"\nfile = "a.csv"\nrows = { r = ["m", "m"] }', "each once"),
        ('[[tables]]\nkey = "t"\nfile = "a.csv"\nrows = { r = { run = "m", runs = ["n"] } }',
         "both given"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_ends_in_a_sentence(tmp_path: Path, toml: str, said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        cells(tmp_path, toml, SOME)


def test_every_metric_and_every_kind_can_be_declared(tmp_path: Path) -> None:
    """Whatever enters the registry is at once declarable, and has an interval if it is a value."""
    needs = {
        "k": "k = 1",
        "beta": "beta = 2",
        "label": 'label = "A"',
        "meanings": 'meanings = ["A"]',
    }
    some = records(GOLDS, {**RUNS, "r": [GOLDS, "BABABABA"]}, group=GROUPS, variant=["x", "y"] * 4)
    for name, definition in METRICS.items():
        more = "\n".join(needs[need] for need in definition.needs)
        against = '\nagainst = "n"' if definition.pair else ""
        row = '"r"' if definition.over[0].value == "rotations" else '"m"'
        declared = f'[metrics.y]\nmetric = "{name}"\n{more}{against}\n'
        if definition.points:
            with pytest.raises(UsageError, match="no recorded score"):
                value(tmp_path, declared.replace("[metrics.y]", "[metrics.x]"), some, row)
            continue
        assert (
            value(tmp_path, declared.replace("[metrics.y]", "[metrics.x]"), some, row) is not None
        )
        drawn = f'{declared}[metrics.x]\nmetric = "interval"\nof = "y"\ncluster = "group"'
        if name != "mcnemar":
            assert isinstance(value(tmp_path, drawn, some, row), Resampled | Redrawn)
    assert {"difference", "mean", "rank", "interval", "holm"} < set(COMPOSED)


@pytest.mark.parametrize(
    "value",
    [
        "acc['m'] - acc['n']",
        "max(acc)",
        "acc['m'] > acc['n']",
        "mean(t['X'])",
        "count(t['X'] > t['m', 'X'])",
        "all(t['X'] > t['Y'])",
        "rank(t['X'])['m']",
    ],
)
def test_a_sentence_compares_runs_over_the_same_items_alone(tmp_path: Path, value: str) -> None:
    toml = f"""
claims = [{{ id = "c", printed = "1", value = "{value}" }}]
{ACC}
[metrics.other]
metric = "accuracy"
run = "n"
[[tables]]
key = "t"
file = "t.csv"
columns = {{ X = "acc", Y = "other" }}
rows = {{ m = "m", n = "n" }}
"""
    (tmp_path / "study.toml").write_text(HEAD + toml, "utf-8")
    study = declared_study(read_spec(tmp_path), printed=False)
    with pytest.raises(UsageError, match="'n' was not asked q3, q4, q5"):
        build(study, Scored(UNEQUAL), Settings())
    same = records("ABABAB", {"m": "ABABAB", "n": "AAAAAA"})
    assert build(study, Scored(same), Settings()).claims


def test_a_sentence_may_compare_what_was_asked_on_purpose(tmp_path: Path) -> None:
    toml = f"""
claims = [{{ id = "c", printed = "1", value = "max(t['X']) - a['n']" }}]
{ACC}
[metrics.a]
metric = "accuracy"
where = {{ task = "a" }}
[[tables]]
key = "t"
file = "t.csv"
columns = {{ X = "acc" }}
each = {{ attribute = "task", run = "m" }}
"""
    (tmp_path / "study.toml").write_text(HEAD + toml, "utf-8")
    study = declared_study(read_spec(tmp_path), printed=False)
    made = build(study, Scored(UNEQUAL), Settings()).claims["c"]
    assert made.value == 0


def scored(points: str, of: int | None = 1) -> Records:
    """The run m with recorded scores beside its answers, `-` where none is recorded."""
    made = records("A" * len(points), {"m": "A" * len(points)})
    sheet = made.sheet("m")
    answers = {
        name: answer._replace(
            score=None if point == "-" else Fraction(int(point), 2),
            of=None if of is None else Fraction(of),
        )
        for (name, answer), point in zip(sheet.answers.items(), points, strict=True)
    }
    return replace(made, sheets={("m", 0): replace(sheet, answers=answers)})


def test_a_study_says_whether_answers_or_scores_are_judged(tmp_path: Path) -> None:
    declared = table('metric = "accuracy"')
    assert cells(tmp_path, declared, scored("2101"))["r", "X"].value == 1
    judged = cells(tmp_path, 'evidence = "score"' + declared, scored("2101"))["r", "X"]
    assert (judged.value, judged.count) == (Fraction(1, 4), "1/4")
    assert "evidence:score" in judged.signature
    with pytest.raises(UsageError, match="item='q1' has no recorded score"):
        cells(tmp_path, 'evidence = "score"' + declared, scored("2-01"))
    with pytest.raises(UsageError, match="score=1/2 has no maximum"):
        cells(tmp_path, 'evidence = "score"' + declared, scored("2101", None))
    assert value(tmp_path, 'metric = "mean-score"', scored("2101")) == Fraction(1, 2)
    assert value(tmp_path, 'metric = "win-rate"', scored("2101")) == Fraction(1, 2)
    assert value(tmp_path, 'metric = "mean-score"', scored("4", 2)) == 1


@pytest.mark.parametrize("name", ["../x", "a/b", "", "a b", ".", "ä", "x" * 101, "a\\u0000b"])
def test_names_of_files_are_plain(tmp_path: Path, name: str) -> None:
    for text in (f'name = "{name}"', f'name = "s"\n[[tables]]\nkey = "{name}"\nfile = "t.csv"'):
        (tmp_path / "study.toml").write_text(f'schema = "fe-study/1"\n{text}', "utf-8")
        with pytest.raises(UsageError, match="must be"):
            read_spec(tmp_path)


def test_a_column_that_two_headers_give_is_named(tmp_path: Path) -> None:
    toml = f"""{ACC}
[[tables]]
key = "t"
file = "t.csv"
rows = {{ m = "m" }}
[tables.columns]
"All / Acc." = "acc"
"All"."Acc." = "acc"
"""
    with pytest.raises(UsageError, match=r"tables\[0\]\.columns: 'All / Acc\.' is declared twice"):
        cells(tmp_path, toml, SOME)


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        ('metric = "difference"\nof = "acc"\nagainst = "o"', '"m"'),
        ('metric = "relative-change"\nof = "acc"\nagainst = "o"', '"m"'),
        ('metric = "quotient"\nof = "f1"\nagainst = "o"', '"m"'),
        ('metric = "difference"\nof = "f1"\nagainst = "o"', '"m"'),
        ('metric = "mean"\nof = ["acc", "f1"]', '"m"'),
        ('metric = "mean"\nof = "f1"', '["m", "n", "o"]'),
        ('metric = "median"\nof = "acc"', '["m", "n", "o"]'),
        ('metric = "maximum"\nof = "acc"', '["m", "n", "o"]'),
        ('metric = "sum"\nof = "acc"', '["m", "n"]'),
        ('metric = "fixed-marginals"', '"m"'),
        ('metric = "pass@k"\nk = 2', '["m", "n", "o"]'),
        ('metric = "agreement"', '["m", "n"]'),
    ],
)
def test_an_interval_is_of_the_value_that_is_shown(tmp_path: Path, kind: str, row: str) -> None:
    """What is drawn, at its full sums, is the point estimate: one way from tallies to a value."""
    base = f'{ACC}[metrics.f1]\nmetric = "macro-f1"\n[metrics.y]\n{kind}\n'
    point = value(tmp_path, base.replace("[metrics.y]", "[metrics.x]"), SOME, row)
    drawn = f'{base}[metrics.x]\nmetric = "interval"\nof = "y"\ncluster = "group"'
    interval = value(tmp_path, drawn, SOME, row)
    if isinstance(interval, Resampled):
        assert Fraction(sum(interval.numerators), sum(interval.denominators)) == point
    else:
        assert interval.value([sum(column) for column in interval.columns]) == point
        assert {len(column) for column in interval.columns} == {4}
