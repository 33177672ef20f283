"""Table 10: fitted metadata rules, and the prose about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from fe_core.numbers.rounding import rounded
from tools.witness.skeleton.controls import FEATURES, rule_letters
from tools.witness.skeleton.facts.fact import Fact
from tools.witness.skeleton.facts.view import (
    INSUFFICIENT,
    View,
    meaning,
)

_TABLE_10 = {
    "majority-letter": ("26.39", "20.83", "23.61", "0.00", "22.92"),
    "image-count": ("29.51", "12.50", "21.53", "0.00", "4.17"),
    "count-and-insufficiency-letter": ("47.92", "43.75", "37.50", "6.25", "2.08"),
}
_PAIRS = {"Test NTS": ("mss", "deletion"), "Test DIS": ("mss", "addition")}


def _letters(view: View, rule: str, split: str) -> Mapping[str, str]:
    return rule_letters(rule, view.items, split)


def _accuracy(view: View, rule: str, split: str) -> str:
    letters = _letters(view, rule, split)
    hits = sum(item.gold == letters[item.item] for item in view.items if item.item in letters)
    return rounded(Fraction(hits, len(letters)), 2, scale=100)


def _joint(view: View, rule: str, pair: str) -> str:
    letters = _letters(view, rule, "test")
    groups = view.test(family="FQ2")
    hits = sum(
        all(letters[group[variant].item] == group[variant].gold for variant in _PAIRS[pair])
        for group in groups
    )
    return rounded(Fraction(hits, len(groups)), 2, scale=100)


def _reference(view: View, pair: str) -> str:
    """Product of variant accuracies of the majority letter (D.4)."""
    letters = _letters(view, "majority-letter", "test")
    groups = view.test(family="FQ2")
    rate = Fraction(1)
    for variant in _PAIRS[pair]:
        hits = sum(letters[group[variant].item] == group[variant].gold for group in groups)
        rate *= Fraction(hits, len(groups))
    return rounded(rate, 2, scale=100)


def _table_10() -> list[Fact]:
    facts = []
    for rule, numbers in _TABLE_10.items():
        columns = [
            *((f"{split.title()} Acc.", partial(_accuracy, rule=rule, split=split))
              for split in ("train", "dev", "test")),
            *((pair, partial(_joint, rule=rule, pair=pair)) for pair in _PAIRS),
        ]  # fmt: skip
        for (column, value), number in zip(columns, numbers, strict=True):
            place = f"Table 10, {rule}, {column}"
            facts.append(Fact(f"table-10/{rule}/{column}", place, column, number, value))
    return facts


def _majority(view: View) -> str:
    """The training majority letter of FQ2; the earlier one on a tie."""
    golds = Counter(str(i.gold) for i in view.questions(split="train", family="FQ2"))
    return max("ABCD", key=golds.__getitem__)


def _always_insufficient(view: View) -> str:
    items = view.questions(split="test", family="FQ2")
    return rounded(
        Fraction(sum(meaning(i) == INSUFFICIENT for i in items), len(items)), 2, scale=100
    )


def _unseen(view: View, split: str) -> int:
    """Feature values of held-out questions that training does not show, over all rules."""
    return sum(
        len(
            {f(i) for i in view.questions(split=split, family="FQ2")}
            - {f(i) for i in view.questions(split="train", family="FQ2")}
        )
        for f in FEATURES.values()
    )


RULE_FACTS: tuple[Fact, ...] = (
    *_table_10(),
    Fact("rules/majority", "D.4", "training majority letter", "B", _majority),
    Fact("rules/insufficient", "5", "always insufficient, test", "33.33", _always_insufficient),
    Fact("rules/unseen-dev", "A", "dev feature values unseen", "0", partial(_unseen, split="dev")),
    Fact("rules/unseen", "A", "test feature values unseen", "0", partial(_unseen, split="test")),
    Fact("rules/nts-reference", "D.4", "letter B, NTS reference", "5.73",
         partial(_reference, pair="Test NTS")),
    Fact("rules/dis-reference", "D.4", "letter B, DIS reference", "5.25",
         partial(_reference, pair="Test DIS")),
)  # fmt: skip
