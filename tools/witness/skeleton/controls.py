"""The image-free controls: Table 10's fitted rules, and the text baseline of F.3."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from fe_core.records.model import Item
from tools.witness.skeleton.answers import Answered
from tools.witness.skeleton.balance import shuffled
from tools.witness.skeleton.plan import INSUFFICIENT, LETTERS

Feature = Callable[[Item], tuple[object, ...]]

TEXT_HITS = 69
TEXT_PAIRS = 5
"""Right answers of the text baseline, and its right MSS answers, all kept after addition."""
TEXT_DELETIONS = 20
"""Its right deletion answers: our choice, which leaves 39 for the frame questions."""


def control_answers(items: Sequence[Item]) -> list[Answered]:
    """The three rules on the 144 FQ2 test questions, and the text baseline on all 288."""
    rules = [_rule(name, items) for name in FEATURES]
    return [*rules, _text(items)]


def insufficiency(item: Item) -> str:
    """The letter of the option that means insufficiency; "" where there is none."""
    return next((x for x in item.options if item.meaning(x) == INSUFFICIENT), "")


FEATURES: dict[str, Feature] = {
    "majority-letter": lambda item: (),
    "image-count": lambda item: (len(item.images),),
    "count-and-insufficiency-letter": lambda item: (len(item.images), insufficiency(item)),
}
"""What each rule of Table 10 sees of a question."""


def rule_letters(name: str, items: Sequence[Item], split: str) -> dict[str, str]:
    """What a rule says to the FQ2 questions of a split: the letter seen most often in training for
    the same feature, the earlier one on a tie."""
    feature = FEATURES[name]
    seen: dict[tuple[object, ...], Counter[str]] = {}
    for item in _evidence(items, "train"):
        seen.setdefault(feature(item), Counter())[str(item.gold)] += 1
    fitted = {value: max(LETTERS, key=counts.__getitem__) for value, counts in seen.items()}
    return {item.item: fitted[feature(item)] for item in _evidence(items, split)}


def _rule(name: str, items: Sequence[Item]) -> Answered:
    letters = rule_letters(name, items, "test")
    return Answered(
        f"control/{name}", "metadata-rule", name, "metadata", "1", list(letters), letters
    )


def _text(items: Sequence[Item]) -> Answered:
    """One letter for all questions of an evidence group, since their text is the same."""
    rng = random.Random("text baseline")
    letters = _text_pairs(_evidence(items, "test"), rng)
    frames = [i for i in items if i.split == "test" and i.attributes["family"] == "FQ1"]
    letters |= _text_frames(frames, TEXT_HITS - 2 * TEXT_PAIRS - TEXT_DELETIONS, rng)
    ordered = {item.item: letters[item.item] for item in items if item.split == "test"}
    return Answered("control/text-tfidf", "text-tfidf", "", "text", "1", "test", ordered)


def _text_pairs(items: Sequence[Item], rng: random.Random) -> dict[str, str]:
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.group, []).append(item)
    result: dict[str, str] = {}
    for place, group in enumerate(shuffled(list(groups), rng)):
        golds = {item.variant: str(item.gold) for item in groups[group]}
        letter = next(x for x in shuffled(LETTERS, rng) if x not in golds.values())
        if place < TEXT_PAIRS:
            letter = golds["mss"]
        elif place < TEXT_PAIRS + TEXT_DELETIONS:
            letter = golds["deletion"]
        result |= {item.item: letter for item in groups[group]}
    return result


def _text_frames(items: Sequence[Item], hits: int, rng: random.Random) -> dict[str, str]:
    """Right on `hits` questions, never on one of the object frame's, so on no whole group."""
    able = [item.item for item in items if item.variant != "object"]
    right = set(shuffled(able, rng)[:hits])
    result = {}
    for item in items:
        wrong = next(x for x in shuffled(LETTERS, rng) if x != item.gold)
        result[item.item] = str(item.gold) if item.item in right else wrong
    return result


def _evidence(items: Iterable[Item], split: str) -> list[Item]:
    return [i for i in items if i.split == split and i.attributes["family"] == "FQ2"]
