"""What `fe_core` exports, against SciPy, scikit-learn and enumeration."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import Any

import pytest

import fe_core as fe
from fe_core.errors import UsageError


def rows(seed: int, count: int = 60, labels: str = "ABC") -> list[dict[str, Any]]:
    source = random.Random(seed)
    return [
        {
            "item": f"q{n}",
            "gold": source.choice(labels),
            "answer": source.choice(labels),
            "image": n // 3,
        }
        for n in range(count)
    ]


def test_it_exports_a_dozen_names_and_each_is_there() -> None:
    assert len(fe.__all__) == 12
    assert all(getattr(fe, name) is not None for name in fe.__all__)


def test_an_exact_interval_against_enumeration() -> None:
    answers = [(1, "a"), (0, "a"), (1, "b"), (1, "b"), (0, "c")]
    made = fe.accuracy([{"ok": ok, "image": image} for ok, image in answers],
                       correct="ok", cluster="image", confidence_level=0.5)  # fmt: skip
    sums = [(1, 2), (2, 2), (0, 1)]
    drawn = sorted(
        Fraction(sum(top for top, _ in draw), sum(bottom for _, bottom in draw))
        for draw in itertools.product(sums, repeat=3)
    )
    assert (made.value, made.method, made.clusters) == (Fraction(3, 5), "exact", 3)
    for end, share in ((made.low, Fraction(1, 4)), (made.high, Fraction(3, 4))):
        at = next(v for v in drawn if sum(w <= v for w in drawn) >= share * len(drawn))
        assert end == at


def test_macro_f1_against_scikit_learn() -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    given = rows(1)
    made = fe.macro_f1(given, cluster="image", draws=200)
    golds, answers = ([row[name] for row in given] for name in ("gold", "answer"))
    assert float(made) == pytest.approx(sklearn.f1_score(golds, answers, average="macro"))
    assert made.low is not None
    assert made.low <= made.value <= made.high
    assert made.method == "drawn"


def test_mcnemar_against_scipy() -> None:
    scipy = pytest.importorskip("scipy.stats")
    one, other = rows(2), rows(3)
    for a, b in zip(one, other, strict=True):
        b["gold"] = a["gold"]
    made = fe.compare(one, other)
    better = sum(b["answer"] == b["gold"] != a["answer"] for a, b in zip(one, other, strict=True))
    worse = sum(a["answer"] == a["gold"] != b["answer"] for a, b in zip(one, other, strict=True))
    assert made.value == Fraction(better - worse, 60)
    assert float(made.pvalue or 0) == pytest.approx(scipy.binomtest(better, better + worse).pvalue)
    assert made.test == "McNemar, exact"


def test_clusters_are_flipped_whole() -> None:
    gains = [(0, 1, "a"), (0, 1, "a"), (0, 1, "b"), (1, 0, "c")]
    sides = [
        [{"item": n, "ok": gain[side], "image": gain[2]} for n, gain in enumerate(gains)]
        for side in (0, 1)
    ]
    made = fe.compare(sides[0], sides[1], correct="ok", cluster="image")
    totals = [2 * a + b - c for a, b, c in itertools.product((1, -1), repeat=3)]
    extreme = sum(abs(total) >= 2 for total in totals)
    assert (made.value, made.pvalue) == (Fraction(1, 2), Fraction(extreme, 8))


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_data_frames_are_rows(library: str) -> None:
    frames = pytest.importorskip(library)
    given = rows(4)
    assert fe.accuracy(frames.DataFrame(given)) == fe.accuracy(given)


def test_printed_numbers_and_intervals_are_judged() -> None:
    assert fe.judge("28.82", Fraction(83, 288)).verdict.value == "same"
    assert fe.judge("0.29", 83 / 288, percent=False).verdict.value == "same"
    assert fe.judge("28.13", Fraction(81, 288)).verdict.value == "last-digit"
    given = [{"correct": n % 2, "scene": n // 4} for n in range(48)]
    found = fe.judge_interval("[50.00, 50.00]", given, correct="correct", cluster="scene")
    assert found.low.judgement.value == "degenerate"
    found = fe.judge_interval("[10.00, 20.00]", given, correct="correct")
    assert found.low.judgement.value == "incompatible"


def test_it_shows_itself_on_one_line_and_as_a_table() -> None:
    made = fe.compare(rows(5), [row | {"answer": row["gold"]} for row in rows(5)])
    assert len(repr(made).splitlines()) == 1
    assert "p = " in repr(made)
    assert made._repr_html_().startswith("<table><tr>")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: fe.accuracy([]), "at least one row"),
        (lambda: fe.accuracy([{"gold": "A"}]), "no 'answer'"),
        (lambda: fe.accuracy([{"ok": 2}], correct="ok"), "neither right nor wrong"),
        (lambda: fe.accuracy([{"ok": float("nan")}], correct="ok"), "neither right nor wrong"),
        (lambda: fe.accuracy([{"ok": 1, "c": None}], correct="ok", cluster="c"), "drawn by"),
        (lambda: fe.accuracy(rows(1), confidence_level=1), "strictly between"),
        (lambda: fe.measure("acuracy", rows(1)), "is not known"),
        (lambda: fe.compare(rows(1), rows(1)[1:]), "was not asked q0"),
        (lambda: fe.compare(rows(1) * 2, rows(1)), "stands in two rows"),
        (lambda: fe.judge("about 28", Fraction(1, 4)), "no single number"),
        (lambda: fe.judge_interval("28.82", rows(1)), "is no interval"),
    ],
)
def test_what_cannot_be_answered_is_said(call: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        call()
