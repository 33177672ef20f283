"""What the paper says of the whole release: Table 2, letters, base sets, sources, labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from tools.witness.skeleton.facts.fact import Fact
from tools.witness.skeleton.facts.view import View, lead

_TABLE_2 = {
    "FQ1": ({"family": "FQ1"}, (288, 48, 144, 480)),
    "FQ2": ({"family": "FQ2"}, (288, 48, 144, 480)),
    "Tabletop": ({"scene": "tabletop"}, (195, 27, 102, 324)),
    "Indoor large": ({"scene": "indoor-large"}, (192, 33, 93, 318)),
    "Outdoor public": ({"scene": "outdoor-public"}, (189, 36, 93, 318)),
    "Axial": ({"relation": "axial"}, (291, 45, 144, 480)),
    "Quadrant": ({"relation": "quadrant"}, (285, 51, 144, 480)),
    "Questions": ({}, (576, 96, 288, 960)),
}
_COLUMNS: dict[str, dict[str, str]] = {
    "Train": {"split": "train"},
    "Dev": {"split": "dev"},
    "Test": {"split": "test"},
    "Total": {},
}
_VARIANTS = ("camera", "object", "scene", "mss", "deletion", "addition")


def _questions(view: View, /, **wanted: str) -> int:
    return len(view.questions(**wanted))


def _groups(view: View, /, **wanted: str) -> int:
    return len(view.select(**wanted))


def _table_2() -> list[Fact]:
    facts = []
    for row, (wanted, numbers) in _TABLE_2.items():
        for (column, split), number in zip(_COLUMNS.items(), numbers, strict=True):
            count = partial(_questions, **wanted, **split)
            where = f"Table 2, {row}, {column}"
            facts.append(Fact(f"table-02/{row}/{column}", where, "questions", str(number), count))
    for (column, split), number in zip(_COLUMNS.items(), (192, 32, 96, 320), strict=True):
        where = f"Table 2, Groups, {column}"
        count = partial(_groups, **split)
        facts.append(Fact(f"table-02/Groups/{column}", where, "groups", str(number), count))
    return facts


def _letters() -> list[Fact]:
    facts = [
        Fact(f"letters/{x}", "4.2", f"answers that are {x}", "240", partial(_questions, gold=x))
        for x in "ABCD"
    ]
    for variant in _VARIANTS:
        count = partial(_questions, variant=variant)
        facts.append(Fact(f"condition/{variant}", "5", f"questions: {variant}", "160", count))
        for x in "ABCD":
            count = partial(_questions, variant=variant, gold=x)
            name = f"letters/{variant}/{x}"
            facts.append(Fact(name, "4.2", f"{variant} answers that are {x}", "40", count))
    for x, number in zip("ABCD", (75, 70, 69, 74), strict=True):
        count = partial(_questions, split="test", gold=x)
        facts.append(Fact(f"letters/test/{x}", "5", f"test answers: {x}", str(number), count))
    return facts


def _composition() -> list[Fact]:
    facts = [
        Fact(f"source/{name}", "4.1", f"{name} groups", number, partial(_groups, source=name))
        for name, number in (("captured", "126"), ("rendered", "194"))
    ]
    for family in ("FQ1", "FQ2"):
        for size, number in zip("234", (53, 54, 53), strict=True):
            count = partial(_groups, family=family, images=size)
            name, wording = f"base/{family}/{size}", f"{family} base sets of {size} images"
            facts.append(Fact(name, "4.1", wording, str(number), count))
    return facts


def _label_counts(view: View) -> list[int]:
    """How many groups carry each label, most frequent first."""
    counts = Counter(
        label
        for group in view.groups.values()
        for label in sorted(set(lead(group).attributes["labels"].split()))
    )
    return sorted(counts.values(), reverse=True)


def _labels(name: str, wording: str, number: int, total: Callable[[list[int]], int]) -> Fact:
    place = "Figure 2, Figure 6, 5"
    return Fact(f"labels/{name}", place, wording, str(number), lambda v: total(_label_counts(v)))


def _named(view: View, group: str) -> str:
    item = lead(view.groups[group])
    return f"{item.attributes['family']} {item.split}"


RELEASE_FACTS: tuple[Fact, ...] = (
    *_table_2(),
    *_letters(),
    *_composition(),
    _labels("occurrences", "labels, once a group", 960, sum),
    _labels("types", "different labels", 126, len),
    _labels("top", "of the ten commonest", 374, lambda counts: sum(counts[:10])),
    _labels("other", "of all others", 586, lambda counts: sum(counts[10:])),
    _labels("types-other", "other labels", 116, lambda counts: len(counts[10:])),
    Fact("shots/FQ1", "A", "FQ1 demonstrations", "FQ1 train", partial(_named, group="group_00152")),
    Fact("shots/FQ2", "A", "FQ2 demonstrations", "FQ2 train", partial(_named, group="group_00388")),
    Fact(
        "named-item", "A", "split of item fce_test_00581", "train",
        lambda v: next(item.split for item in v.items if item.item == "fce_test_00581"),
    ),
)  # fmt: skip
