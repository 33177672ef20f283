"""What mutation testing found nothing to notice: defaults, basic intervals, edges, what is said."""

from __future__ import annotations

import hashlib
import math
from fractions import Fraction

import pytest

from fe_core.errors import UsageError
from fe_core.intervals.band import COVERAGE, Band, Cell, band, chance
from fe_core.intervals.judge import Judgement, judge_interval, printed_cell
from fe_core.intervals.law import law
from fe_core.intervals.quantiles import Kind, position, quantile
from fe_core.numbers.exact import Root, exact_text
from fe_core.numbers.printed import Number
from fe_core.numbers.rounding import Rounding, rounded, rules_that_print
from fe_core.numbers.verdict import Verdict, judge, worst
from fe_core.records.gate import Row, build
from fe_core.records.model import Answer, Basis, Item, Status
from fe_core.scoring.classification import confusion
from fe_core.scoring.decomposition import joint_bounds
from fe_core.scoring.joint import ACCURACY, ALL_RIGHT, CONSISTENT, at_least
from fe_core.scoring.outcomes import Outcome, outcome, outcomes
from fe_core.scoring.paired import mcnemar

TOPS = [9, 1, 3, 12, 2, 0, 5]
BOTTOMS = [15, 6, 9, 21, 3, 6, 12]
LOW, HIGH = Fraction(1, 40), Fraction(39, 40)
POINT = Fraction(sum(TOPS), sum(BOTTOMS))


def test_a_judgement_says_by_what_it_was_made() -> None:
    made = judge_interval(TOPS, BOTTOMS, "30.00", "50.00")
    assert made[2:] == (20_000, Fraction(19, 20), "linear", Kind.PERCENTILE, COVERAGE, 0)
    other = judge_interval(
        TOPS, BOTTOMS, "30", "50", draws=70, level=Fraction(9, 10), rule="higher",
        kind=Kind.BASIC, coverage=Fraction(1, 2),
    )  # fmt: skip
    assert other[2:] == (70, Fraction(9, 10), "higher", Kind.BASIC, Fraction(1, 2), 0)


def test_an_endpoint_carries_the_laws_quantile_its_band_and_its_own_text() -> None:
    exact = law(TOPS, BOTTOMS)
    for printed, text in (("30.00 %", "30.00 %"), (Number(Fraction(30), 2), "30.00")):
        low = judge_interval(TOPS, BOTTOMS, printed, "50.00").low
        assert low.printed == text
        assert low.exact == exact.quantile(LOW)
        assert low.band == band(exact, LOW, draws=20_000)
        assert low.reason == ""


@pytest.mark.parametrize("rule", ["linear", "higher"])
@pytest.mark.parametrize("coverage", [Fraction(1, 2), Fraction(99, 100)])
def test_rule_and_coverage_reach_the_band_and_the_chance(rule: str, coverage: Fraction) -> None:
    exact = law(TOPS, BOTTOMS)
    printed = rounded(exact.quantile(LOW), 0, scale=100)
    judged = judge_interval(TOPS, BOTTOMS, printed, "50", draws=50, rule=rule, coverage=coverage)
    assert judged.low.band == band(exact, LOW, draws=50, rule=rule, coverage=coverage)
    cell = printed_cell(Number(Fraction(printed), 0), 100)
    assert judged.low.chance == chance(exact, LOW, cell, draws=50, rule=rule)


def test_what_is_no_number_keeps_its_text_its_band_and_its_reason() -> None:
    low = judge_interval(TOPS, BOTTOMS, "n/r", "50").low
    assert (low.printed, low.chance) == ("n/r", None)
    assert low.reason == "no number is printed: 'n/r'"
    assert low.band == band(law(TOPS, BOTTOMS), LOW, draws=20_000)


def test_beyond_a_limit_everything_but_the_law_is_said() -> None:
    number = Number(Fraction(50), 1)
    made = judge_interval(
        TOPS, BOTTOMS, "30.0", number, draws=9, level=Fraction(1, 2), rule="lower",
        kind=Kind.BASIC, coverage=Fraction(1, 3), limit=1,
    )  # fmt: skip
    assert [end.printed for end in made[:2]] == ["30.0", "50.0"]
    assert {end.judgement for end in made[:2]} == {Judgement.NOT_CHECKABLE}
    assert made[2:] == (9, Fraction(1, 2), "lower", Kind.BASIC, Fraction(1, 3), None)


@pytest.mark.parametrize("rounding", [Rounding.HALF_EVEN, Rounding.HALF_UP, Rounding.TRUNCATE])
def test_a_basic_interval_is_the_percentile_interval_mirrored_at_the_estimate(
    rounding: Rounding,
) -> None:
    exact = law(TOPS, BOTTOMS)
    for at, tail in ((0, HIGH), (1, LOW)):
        mirrored = 2 * POINT - exact.quantile(tail)
        printed = rounded(mirrored, 1, rounding, 100)
        made = judge_interval(
            TOPS, BOTTOMS, printed, printed, draws=400, kind=Kind.BASIC, rounding=rounding
        )[at]
        assert made.exact == mirrored
        other = band(exact, tail, draws=400)
        assert made.band == Band(2 * POINT - other.high, 2 * POINT - other.low)
        assert made.judgement is Judgement.COMPATIBLE
        cell = printed_cell(Number(Fraction(printed), 1), 100, rounding)
        turned = Cell(
            2 * POINT - cell.high, 2 * POINT - cell.low, cell.high_included, cell.low_included
        )
        assert made.chance == chance(exact, tail, turned, draws=400)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize(
    ("top", "printed", "rounding", "likely"),
    [
        (1, "0", Rounding.HALF_EVEN, 1),
        (1, "1", Rounding.HALF_EVEN, 0),
        (1, "1", Rounding.HALF_UP, 1),
        (1, "0", Rounding.HALF_UP, 0),
        (-1, "-1", Rounding.HALF_UP, 1),
        (-1, "0", Rounding.HALF_UP, 0),
        (1, "0", Rounding.TRUNCATE, 1),
        (2, "1", Rounding.TRUNCATE, 1),
        (2, "0", Rounding.TRUNCATE, 0),
        (-2, "-1", Rounding.TRUNCATE, 1),
    ],
)
def test_an_exact_half_is_printed_by_one_neighbour_only(
    kind: Kind, top: int, printed: str, rounding: Rounding, likely: int
) -> None:
    """Every draw gives top/2; the end of a printed cell that touches it counts or does not."""
    made = judge_interval(
        [top, top], [2, 2], printed, printed, draws=10, kind=kind, scale=1, rounding=rounding
    )
    for end in made[:2]:
        assert end.chance == likely
        assert end.judgement is Judgement.DEGENERATE
        assert end.reason == "every draw gives the same value: the interval shows no uncertainty"


@pytest.mark.parametrize(
    ("text", "rounding", "cell"),
    [
        ("0.5", Rounding.TRUNCATE, ("0.5", "0.6", True, False)),
        ("-0.5", Rounding.TRUNCATE, ("-0.6", "-0.5", False, True)),
        ("0.0", Rounding.TRUNCATE, ("-0.1", "0.1", False, False)),
        ("0.5", Rounding.HALF_UP, ("0.45", "0.55", True, False)),
        ("0.5", Rounding.HALF_EVEN, ("0.45", "0.55", False, False)),
    ],
)
def test_cells_of_small_numbers(
    text: str, rounding: Rounding, cell: tuple[str, str, bool, bool]
) -> None:
    low, high, *ends = cell
    wanted = Cell(Fraction(low), Fraction(high), *ends)  # type: ignore[arg-type]
    assert printed_cell(Number(Fraction(text), 1), 1, rounding) == wanted


def test_outcomes_of_a_rotated_sheet_are_about_identities() -> None:
    item = {"item": "q", "gold": "A", "options": ["A", "B"], "split": "t"}
    answer = {"run": "r", "item": "q", "status": "valid"}
    answers = [answer | {"answer": "A"}, answer | {"answer": "A", "rotation": 1}]
    records = build(
        [Row("i", item)],
        [Row("r", {"run": "r", "model": "m", "asked": "t"})],
        [Row("a", one) for one in answers],
        basis=Basis.RELEASED,
    )
    assert outcomes(records, "r") == {"q": Outcome.RIGHT}
    assert outcomes(records, "r", 1) == {"q": Outcome.WRONG}


def test_counts_that_cannot_be_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"between 0 and n=3, got \[4\]"):
        joint_bounds([4], 3)
    with pytest.raises(ValueError, match="at least 0, got -1 and 2"):
        mcnemar(-1, 2)
    assert joint_bounds([], 7) == (7, 7)


def test_exact_texts_to_the_letter() -> None:
    """Sixty characters are kept; of more, twelve at each end and sixteen of the hash."""
    assert exact_text(Fraction(1, 3)) == "1/3"
    assert exact_text(Root(Fraction(1, 3)), 100) == "sqrt(10000/3)"
    sixty = Fraction(10**57 + 1, 3)
    assert exact_text(sixty) == f"{sixty}"
    assert len(f"{sixty}") == 60
    long = Fraction(10**58 + 1, 3)
    digest = hashlib.sha256(f"{long}".encode()).hexdigest()[:16]
    assert exact_text(long) == f"100000000000…0000000001/3 (sha256 {digest})"


def test_a_cell_of_several_numbers_has_its_worst_parts_verdict() -> None:
    same, last, other, none = (
        Verdict.SAME, Verdict.LAST_DIGIT, Verdict.DIFFERENT, Verdict.UNCHECKABLE,
    )  # fmt: skip
    assert worst([same, last]) is worst([last, none]) is last
    assert worst([none, same]) is none
    assert worst([last, other, same]) is other


def test_metrics_are_named() -> None:
    assert [metric.name for metric in (ALL_RIGHT, ACCURACY, CONSISTENT, at_least(2))] == [
        "all-right", "accuracy", "consistent", "at-least-2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("share", "printed", "recomputed"),
    [
        (Fraction(81, 288), Number(Fraction("28.12"), 2, plus=True), "+28.12"),
        (Fraction(81, 288), Number(Fraction("28.12"), 2), "28.12"),
        (Fraction(-81, 288), Number(Fraction("-28.12"), 2, plus=True), "-28.12"),
        (Fraction(-81, 288), Number(Fraction("-28.12"), 2), "-28.12"),
    ],
)
def test_a_verdict_carries_the_text_with_its_sign_and_the_rules_that_fit(
    share: Fraction, printed: Number, recomputed: str
) -> None:
    made = judge(share, printed, Rounding.HALF_EVEN, 100)
    assert made[:2] == (Verdict.SAME, recomputed)
    assert set(made.roundings) == {*Rounding} - {Rounding.HALF_UP}
    assert rules_that_print(abs(share) * 100, Fraction("28.13"), 2) == (Rounding.HALF_UP,)


@pytest.mark.parametrize("square", [Fraction(1, 3), Fraction(2), Fraction(17, 960), Fraction(0)])
def test_roots_under_the_double_rules_against_the_square_root_of_the_machine(
    square: Fraction,
) -> None:
    root = math.sqrt(square)
    assert rounded(Root(square), 6, Rounding.DOUBLE_PERCENT, 100) == f"{100 * root:.6f}"
    assert rounded(Root(square), 6, Rounding.DOUBLE_SHARE, 100) == f"{root * 100:.6f}"


def test_labels_are_kept_and_others_refused_by_name() -> None:
    assert confusion([("A", None)], "AB").labels == ("A", "B")
    for gold, answer in (("C", "A"), ("A", "C"), ("C", None)):
        with pytest.raises(ValueError, match=r"labels are \['A', 'B'\], got gold='[AC]', answer="):
            confusion([(gold, answer)], "AB")


def test_quantiles_refuse_what_has_no_meaning_and_are_linear_otherwise() -> None:
    assert quantile([Fraction(0), Fraction(1)], Fraction(1, 3)) == Fraction(1, 3)
    with pytest.raises(UsageError, match=r"a quantile needs .* got count=3, p=Fraction\(3, 2\)"):
        position(3, Fraction(3, 2))
    with pytest.raises(UsageError, match=r"one of linear, hazen, .*, midpoint, got rule='best'"):
        position(3, Fraction(1, 2), "best")


def test_an_answer_is_not_rotated_unless_it_is_said() -> None:
    item = Item("q", "A", ("A", "B"))
    assert outcome(item, Answer("q", "A", Status.VALID)) is Outcome.RIGHT


def test_several_options_are_mapped_back_one_by_one() -> None:
    """At rotation 1 of three options a, b, c show options b, c, a."""
    item = Item("q", ("a", "c"), ("a", "b", "c"), select="many")
    shown = Answer("q", ("b", "c"), Status.VALID)
    assert outcome(item, shown, 1) is Outcome.RIGHT
    assert outcome(item, shown) is Outcome.WRONG
    assert outcome(item, Answer("q", ("a", "c"), Status.VALID), 1) is Outcome.WRONG


@pytest.mark.parametrize(
    ("rule", "at", "weight"),
    [
        ("linear", 2, "7/10"),
        ("hazen", 2, "1/2"),
        ("weibull", 2, "3/10"),
        ("median_unbiased", 2, "13/30"),
        ("inverted_cdf", 2, "0"),
        ("lower", 2, "0"),
        ("higher", 3, "0"),
        ("nearest", 3, "0"),
        ("midpoint", 2, "1/2"),
    ],
)
def test_places_of_three_tenths_of_ten_values_by_hand(rule: str, at: int, weight: str) -> None:
    assert position(10, Fraction(3, 10), rule) == (at, Fraction(weight))


def test_no_place_lies_past_the_last_value() -> None:
    assert position(10, Fraction(1), "weibull") == (9, 0)
    assert position(10, Fraction(0), "weibull") == (0, 0)


def test_a_root_of_a_negative_square_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"at least 0, got square=Fraction\(-1, 2\)"):
        Root(Fraction(-1, 2))
