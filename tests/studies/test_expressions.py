"""Expressions: Python's own arithmetic on exact fractions, row by row, and nothing else."""

from __future__ import annotations

import re
import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fe_core.errors import UsageError
from fe_core.reporting.cells import Cell, Spread, Unit, unanswered
from offline_reproduction.study.expressions import DEEPEST, LONGEST, Names, parse
from offline_reproduction.study.vectors import Rows, Scalar, Vector


@dataclass(frozen=True)
class Made:
    """A table by column."""

    columns: Mapping[str, Vector]

    def column(self, name: str) -> Vector:
        if name not in self.columns:
            raise UsageError(f"there is no column {name!r}")
        return self.columns[name]


def column(unit: Unit, **values: Fraction | int | str | bool) -> Vector:
    return {row: Cell(value, unit, "") for row, value in values.items()}


TABLE = Made(
    {
        "Acc.": {
            "A Base": Cell(Fraction(3, 10), Unit.PERCENT, "", "3/10"),
            "A LoRA": Cell(Fraction(5, 10), Unit.PERCENT, "", "5/10"),
            "B Base": Cell(Fraction(4, 10), Unit.PERCENT, "", "4/10"),
            "B LoRA": Cell(Fraction(2, 10), Unit.PERCENT, "", "2/10"),
        },
        "hits": column(Unit.COUNT, **{"A Base": 3, "A LoRA": 5}),
        "source": column(Unit.TEXT, **{"A Base": "own", "A LoRA": "bought"}),
        "gone": {"A Base": unanswered("the log was lost")},
        "spread": {"A Base": Cell(Spread(Fraction(1), Fraction(1)), Unit.PERCENT, "")},
    }
)
NAMES: Names = {
    "t": TABLE,
    "one": Cell(Fraction(1, 3), Unit.SHARE, ""),
    "base": Rows({"A": "A Base", "B": "B Base"}),
    "adapted": Rows({"A": "A LoRA", "B": "B LoRA"}),
    "a": Rows({"A": "A LoRA"}),
}


@pytest.mark.parametrize(
    ("text", "value", "unit", "count"),
    [
        ('t["A Base", "Acc."]', Fraction(3, 10), Unit.PERCENT, "3/10"),
        ('t["Acc."]["A Base"]', Fraction(3, 10), Unit.PERCENT, "3/10"),
        ('max(t["Acc."])', Fraction(1, 2), Unit.PERCENT, ""),
        ('t["A LoRA", "Acc."] - t["A Base", "Acc."]', Fraction(1, 5), Unit.POINTS, "5/10 - 3/10"),
        ('count(t["Acc."][adapted] > t["Acc."][base])', 1, Unit.COUNT, "1/2"),
        ('all(t["Acc."][adapted] != t["Acc."][base])', True, Unit.RELATION, ""),
        ('any(0.2 <= t["Acc."] < 0.25)', True, Unit.RELATION, ""),
        ('count(t["Acc."] >= 0.3 and not t["Acc."] == 1/2)', 2, Unit.COUNT, "2/4"),
        ('min(t["hits"][t["source"] == "bought"])', 5, Unit.COUNT, ""),
        ('median(t["Acc."])', Fraction(35, 100), Unit.PERCENT, ""),
        ('mean(t["hits"])', Fraction(4), Unit.COUNT, ""),
        ('rank(t["Acc."])["B Base"]', 2, Unit.COUNT, ""),
        ('rank(-t["Acc."])["B LoRA"]', 1, Unit.COUNT, ""),
        ('round(t["A Base", "Acc."] / 7, 1)', Fraction(43, 1000), Unit.PERCENT, ""),
        ('abs(t["A Base", "hits"] - t["A LoRA", "hits"])', 2, Unit.COUNT, ""),
        ('t["A Base", "hits"] / t["A LoRA", "hits"]', Fraction(3, 5), Unit.PERCENT, "3/5"),
        ("one * 3 == 1", True, Unit.RELATION, ""),
        ('max(t["A Base", "hits"], t["A LoRA", "hits"], 4)', 5, Unit.COUNT, ""),
    ],
)
def test_says(text: str, value: object, unit: Unit, count: str) -> None:
    cell = parse(text).cell(NAMES)
    assert (cell.value, cell.unit, cell.count) == (value, unit, count)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('t["Acc."] > t["hits"]', "different rows"),
        ('t["Acc."][base] > t["Acc."][a]', "different rows"),
        ('t["A Base", "Acc."] + t["A Base", "hits"]', "do not go together"),
        ('t["A Base", "Acc."] > t["A Base", "hits"]', "do not go together"),
        ('t["A Base", "Acc."] > t["A Base", "source"]', "compared with a text"),
        ('t["A Base", "source"] < "own"', "compared with a text"),
        ('t["Acc."]', "gives a column"),
        ("t", "is a table"),
        ("base", "is a choice of rows"),
        ('base["A"]', "is a choice of rows"),
        ('one["A"]', "has no rows"),
        ('t["Acc."][one]', "chooses no rows"),
        ('t["C Base", "Acc."]', "rows are 'A Base'"),
        ('t["A Base", "F1"]', "no column 'F1'"),
        ("two + 1", "known are 'a', 'adapted'"),
        ('t["A Base", "gone"]', "the log was lost"),
        ('max(t["gone"])', "A Base: the log was lost"),
        ('t["A Base", "spread"] + 1', "a number is needed"),
        ("one / 0", "nothing to divide by"),
        ("one / (one - one)", "nothing to divide by"),
        ("not one", "a comparison is needed"),
        ("count(one)", "a comparison is needed"),
        ('max(t["Acc."], 1)', "one column, or values"),
        ('max(t["Acc."][t["Acc."] > 1])', "no row"),
        ('all(t["Acc."][t["Acc."] > 1] > 0)', "no row"),
        ("abs(one, one)", "abs takes"),
        ("round(one, one)", "round takes"),
        ("round(one, 0.5)", "0 to 20"),
        ("rank(one)", "rank takes"),
        ("one < 2 < 'a'", "compared with a text"),
        ("one > 2 and one", "a comparison is needed"),
    ],
)
def test_refuses_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        parse(text).cell(NAMES)


@pytest.mark.parametrize(
    "text",
    [
        "", "1", "1 + 1", "'a' == 'a'", "max(1, 2)", "one.value", "one ** 2", "one // 2", "one % 2",
        "one @ one", "~one", "+one", "one & 1", "one | 1", "one << 9", "[x for x in t]", "(one,)",
        "{one}", "{'a': one}", "lambda: one", "one if one else 2", "f'{one}'", "one is one",
        "'a' in t", "one := 1", "(x := one)", "exec('1')", "__import__('os')", "one()", "t['a']()",
        "max(one, key=abs)", "max(*one)", "max(**one)", "t[0:1]", "t['a', 'b', 'c']", "t[...]",
        "t[()]", "t[*one]", "True and one", "None == one", "1e9 > one", "1j > one", "0x1F > one",
        "1_000 > one", "b'a' == one", "one; one", "one = 1", "await one", "yield one", "one\n+ t(",
        "print(one)", "sum(one for x in t)", "eval", "one.__class__", "t['a'].column('b')", "\0one",
        "one if", "٣ > one", "one > ³",
    ],
)  # fmt: skip
def test_is_no_language(text: str) -> None:
    with pytest.raises(UsageError):
        parse(text).cell(NAMES)


@pytest.mark.parametrize(
    "text",
    [
        "one" + " + one" * LONGEST,
        "(" * 300 + "one" + ")" * 300,
        "-" * 900 + "one",
        "not " * 200 + "one",
        "abs(" * (DEEPEST + 1) + "one" + ")" * (DEEPEST + 1),
        "one" + "[one" * 200 + "]" * 200,
        "9" * 500 + " > one",
        "one" + " + one" * (DEEPEST + 1),
    ],
)
def test_bounds_length_and_depth(text: str) -> None:
    with pytest.raises(UsageError):
        parse(text)


def test_bounds_magnitude() -> None:
    big = Cell(Fraction(10**1200), Unit.COUNT, "")
    with pytest.raises(UsageError, match="longer than"):
        parse("big * big > 1").cell({"big": big})


def test_a_claim_is_short() -> None:
    assert parse("one" + " " * 117, longest=120).text == "one"
    with pytest.raises(UsageError, match="name an intermediate quantity"):
        parse("one" + " " * 118, longest=120)


def test_reads_only_what_it_names() -> None:
    assert parse("max(a, b) > a").names == ("a", "b")


def _both(pair: tuple[str, str]) -> str:
    return f"({pair[0]}) and ({pair[1]})"


NUMBERS = {"a": Fraction(7, 3), "b": Fraction(-5, 2), "c": Fraction(4)}
CELLS: Names = {name: Cell(value, Unit.SHARE, "") for name, value in NUMBERS.items()}
PEERS = {"abs": abs, "max": max, "min": min}


def _wider(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda p: f"({' '.join(p)})"),
        inner.map(lambda part: f"-({part})"),
        inner.map(lambda part: f"abs({part})"),
        pairs.map(lambda p: f"max({p[0]}, {p[1]})"),
        pairs.map(lambda p: f"min({p[0]}, {p[1]})"),
    )


ARITHMETIC = st.recursive(st.sampled_from(["a", "b", "c", "2", "0.5", "10"]), _wider, max_leaves=12)
COMPARISON = st.tuples(
    ARITHMETIC, st.sampled_from(["<", "<=", "==", "!=", ">", ">="]), ARITHMETIC
).map(" ".join)


def _python(text: str) -> object:
    """Python's own answer, every number made a fraction first; both sides of `and` count."""
    exact = re.sub(r"[0-9.]+", lambda found: f"F('{found[0]}')", text).replace(" and ", " & ")
    return eval(exact, {"__builtins__": {}}, {"F": Fraction, **NUMBERS, **PEERS})


@given(st.one_of(ARITHMETIC, COMPARISON, st.tuples(COMPARISON, COMPARISON).map(_both)))
def test_agrees_with_python(text: str) -> None:
    if not re.search(r"\b[abc]\b", text):
        with pytest.raises(UsageError, match="reads nothing"):
            parse(text)
        return
    try:
        expected = _python(text)
    except ZeroDivisionError:
        with pytest.raises(UsageError, match="nothing to divide by"):
            parse(text).cell(CELLS)
        return
    assert parse(text).cell(CELLS).value == expected


@given(st.lists(st.fractions(max_denominator=60), min_size=1, max_size=9))
def test_reductions_agree_with_python(values: list[Fraction]) -> None:
    names: Names = {"v": {str(row): Cell(v, Unit.SHARE, "") for row, v in enumerate(values)}}
    expected = {
        "sum(v)": sum(values),
        "mean(v)": statistics.mean(values),
        "median(v)": statistics.median(values),
        "max(v) - min(v)": max(values) - min(values),
        "count(v > 0)": sum(value > 0 for value in values),
        "all(v > mean(v) - 1)": all(value > statistics.mean(values) - 1 for value in values),
        'rank(v)["0"]': 1 + sum(value > values[0] for value in values),
        "max(round(v, 2))": max(round(value, 2) for value in values),
    }
    assert {text: parse(text).cell(names).value for text in expected} == expected


@given(st.text(max_size=60))
def test_any_text_ends_in_a_sentence(text: str) -> None:
    try:
        found = parse(text).value(NAMES)
    except UsageError:
        return
    assert isinstance(found, Scalar | Mapping)
