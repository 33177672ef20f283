"""Premises that a relation needs: what is no mean, no ratio and no order is not called one."""

from __future__ import annotations

from offline_reproduction.audit.inferred.document import audit
from offline_reproduction.audit.inferred.findings import Check, Grade
from offline_reproduction.tables.read import read_text

REPORT = """\
              precision    recall  f1-score   support

         oak       0.80      0.60      0.69        40
         elm       0.50      0.70      0.58        20
         ash       0.90      0.90      0.90        60

    accuracy                           0.77       120
   macro avg       0.73      0.73      0.72       120
weighted avg       0.80      0.77      0.77       120
"""


def checks(text: str, name: str = "t.md") -> list[Check]:
    return list(audit([read_text(text, name)])[0].checks)


def table(*lines: str) -> str:
    first, *others = (f"| {line} |" for line in lines)
    return "\n".join([first, "|" + "---|" * lines[0].count("|") + "---|", *others]) + "\n"


def test_an_average_beside_a_minimum_and_a_maximum_is_not_their_mean() -> None:
    assert not checks(table("Lag | ms", "Min | 3.1", "Median | 4.0", "Average | 4.2", "Max | 9.9"))
    assert not checks(table("Key | min | max | mean", "a | 0.1 | 0.9 | 0.4", "b | 0.2 | 0.8 | 0.3"))
    assert not checks(table("Net | Clean | Worst | Avg.", "a | 72.5 | 54.4 | 66.7"))


def test_numbers_of_unlike_scales_have_no_mean() -> None:
    assert not checks(
        table("Net | Avg. | Adv. | MMB", "a | 0.86 | 0.82 | 68.8", "b | 0.87 | 0.8 | 69")
    )


def test_the_deviation_of_an_average_is_not_the_mean_of_deviations() -> None:
    text = table("Net | A | B | Avg.", "a | 74.0±3.2 | 64.0±5.4 | 69.0±4.1")
    assert not checks(text)


def test_times_in_different_units_are_not_divided_as_they_stand() -> None:
    rows = ("load | 20 s | 10 s | 2.0x", "plot | 60 s | 20 s | 3.0x", "all | 24 min | 36 s | 40.0x")
    assert not checks(table("Step | Before | After | Speedup", *rows))
    wrong = ("load | 20 s | 10 s | 2.0x", "plot | 60 s | 20 s | 3.0x", "all | 90 s | 30 s | 40.0x")
    assert checks(table("Step | Before | After | Speedup", *wrong))


def test_improvements_need_not_grow_with_the_first_k() -> None:
    header = "Net | Recall@1 | Recall@3 | Recall@5"
    sound = ("a | 30.3 | 40.9 | 52.3", "b | 40.9 | 59.1 | 63.6")
    assert not checks(table(header, *sound, "Improvement | +10.6 | +18.2 | +11.3"))
    assert not checks(table(header, "a | +0.3 | +0.9 | +0.1", "b | +0.9 | +0.2 | +0.6"))
    (one,) = checks(table(header, *sound, "c | 41.0 | 61.5 | 60.1", "d | 41.0 | 61.5 | 64.1"))
    assert (one.grade, one.row, one.column) == (Grade.CONTRADICTION, "c", "Recall@5")


def test_a_report_of_classes_is_one_table_and_its_support_is_no_mean() -> None:
    document = read_text(REPORT, "t.txt")
    assert [len(one.rows) for one in document.tables] == [6]
    assert not checks(REPORT, "t.txt")


def test_a_wrong_average_in_a_report_of_classes_is_told() -> None:
    for old, new in (("0.73      0.73", "0.78      0.73"), ("0.80      0.77", "0.80      0.57")):
        found = checks(REPORT.replace(old, new), "t.txt")
        assert found, new


def test_shares_that_add_up_to_100_are_held_against_their_total() -> None:
    rows = ("a | 70% | 120", "b | 25% | 43", "c | 5% | 9")
    assert not checks(table("Split | Share | Files", *rows, "Total | 100% | 172"))
    (one,) = checks(table("Split | Share | Files", *rows, "Total | 104% | 172"))
    assert (one.row, one.column, one.gives) == ("Total", "Share", "100%")
    assert not checks(table("Split | Share", "a | 33%", "b | 33%", "c | 33%", "Total | 100%"))
