"""The categorical majority rules of Table 10, fitted on FQ2's training questions (Appendix A)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from fe_core.records.model import Item
from offline_reproduction.papers.frameevidence.evidence import INSUFFICIENT, Evidence, Group
from offline_reproduction.papers.frameevidence.scores import JOINT, Score

Feature = Callable[[Item], object]


@dataclass(frozen=True, slots=True)
class Rule:
    """Feature value → letter; `fallback` for a value that training did not show."""

    feature: Feature
    letters: Mapping[object, str]
    fallback: str

    def predict(self, item: Item) -> str:
        """The letter that the rule answers."""
        return self.letters.get(self.feature(item), self.fallback)


def insufficiency_letter(item: Item) -> str:
    """The visible letter of the option that means insufficiency; "" where there is none."""
    return next((letter for letter in item.options if item.meaning(letter) == INSUFFICIENT), "")


FEATURES: Mapping[str, Feature] = {
    "Majority letter": lambda item: "",
    "Image count": lambda item: len(item.images),
    "Count + insufficiency letter": lambda item: (len(item.images), insufficiency_letter(item)),
}
"""Table 10's rows."""


def fit(feature: Feature, items: Iterable[Item]) -> Rule:
    """The majority gold letter of each feature value; ties go to the first letter."""
    golds: dict[object, Counter[str]] = {}
    overall: Counter[str] = Counter()
    for item in items:
        golds.setdefault(feature(item), Counter())[str(item.gold)] += 1
        overall[str(item.gold)] += 1
    return Rule(feature, {value: _majority(c) for value, c in golds.items()}, _majority(overall))


def fitted(evidence: Evidence, name: str) -> Rule:
    """A rule of Table 10, fitted on the training questions of FQ2."""
    return evidence.once(("rule", name), lambda: fit(FEATURES[name], questions(evidence, "train")))


def questions(evidence: Evidence, split: str) -> tuple[Item, ...]:
    """The FQ2 questions of a split."""
    return tuple(item for group in pairs(evidence, split) for item in group.items.values())


def pairs(evidence: Evidence, split: str) -> tuple[Group, ...]:
    """The FQ2 groups of a split."""
    return tuple(g for g in evidence.groups if g.family == "FQ2" and g.split == split)


def rule_accuracy(rule: Rule, items: Iterable[Item]) -> Score:
    """Questions that a rule answers right."""
    hits = [rule.predict(item) == item.gold for item in items]
    return Score(sum(hits), len(hits))


def rule_right(rule: Rule, group: Group, variant: str) -> bool:
    """Whether a rule answers one variant of a group right."""
    item = group.items[variant]
    return rule.predict(item) == item.gold


def rule_joint(rule: Rule, groups: Iterable[Group], metric: str) -> Score:
    """FQ2 groups whose variants a rule answers all right."""
    variants = JOINT[metric].variants
    hits = [all(rule_right(rule, group, variant) for variant in variants) for group in groups]
    return Score(sum(hits), len(hits))


def _majority(letters: Counter[str]) -> str:
    return min(letters, key=lambda letter: (-letters[letter], letter), default="")
