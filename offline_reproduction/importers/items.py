"""The questions of an import: the first line that names one makes it, every other must agree."""

from __future__ import annotations

from typing import Any, NamedTuple

from offline_reproduction.answers import number
from offline_reproduction.answers.read import Numbers, Read, read
from offline_reproduction.importers import choices as options_of
from offline_reproduction.importers.choices import OPEN, Choices, Gold
from offline_reproduction.importers.lines import NUMBERS
from offline_reproduction.importers.values import name, text

NAMES = ("group", "variant", "split")
NO_GOLD = "the right answer is not one of the options"


class Question(NamedTuple):
    """An item: its gold ("" where none is known), its options, its other fields.

    asked: what the log says of the question itself, to tell two questions with one id apart.
    """

    item: str
    gold: Gold
    choices: Choices
    names: tuple[str, ...]
    attributes: tuple[tuple[str, str], ...]
    task: str
    asked: int

    def read(self, given: Any, policy: str, numbers: Numbers = NUMBERS) -> Read:
        """The answer that a log's value gives, as records hold it but for open texts.

        numbers: conventions for questions whose right answer is a number.
        """
        answer = given
        if isinstance(given, list) and len(given) == 1:
            answer = given[0]
        if isinstance(answer, list | dict):
            return self._several(answer, policy)
        said = text(answer)
        if not self.choices.labels:
            return _read_open(said, text(self.gold), policy, numbers)
        shown = tuple(self.choices.label)
        found = read(
            said, shown, policy=policy, many=self.choices.many, meanings=self.choices.shown
        )
        return found if found.value is None else Read(self.choices.of(found.value), found.rule)

    def _several(self, given: Any, policy: str) -> Read:
        if not isinstance(given, list) or not self.choices.many or not given:
            return Read(None, "empty" if not given else "nothing-declared")
        parts = [self._replaced().read(each, policy).value for each in given]
        if None in parts:
            return Read(None, "nothing-declared")
        return Read(tuple(sorted({str(part) for part in parts})), "list")

    def _replaced(self) -> Question:
        return self._replace(choices=self.choices._replace(many=False))


def _read_open(said: str, gold: str, policy: str, numbers: Numbers) -> Read:
    """The gold itself where a text says the same: character for character, as a number where the
    gold is one, or but for quotes and markdown around it; else what it says, or why nothing."""
    if said == gold:
        return Read(gold, "exact")
    right = number.whole(gold, numbers.units)
    if right is not None:
        found = read(said, policy=policy, numbers=numbers)
        return Read(gold, found.rule) if found.value == number.written(right) else found
    found = read(said, policy=policy)
    same = isinstance(found.value, str) and _bare(found.value) == _bare(gold)
    return Read(gold, found.rule) if same else found


def _bare(said: str) -> str:
    return " ".join(said.strip().removesuffix(".").strip("*_`\"' ").split())


def question(fields: dict[str, Any], split: str, labels: tuple[str, ...] = ()) -> Question | str:
    """The item of a line, or why there is none. labels: its options if it has none of its own."""
    item = name(fields.get("item"))
    if not item:
        return "no item id" if fields.get("item") in (None, "") else "the item id is no short text"
    gold, given = fields.get("gold"), fields.get("options")
    many = bool(fields.get("many")) or isinstance(gold, list)
    choices = options_of.plain(labels, many) if labels else _choices(given, gold, many)
    if isinstance(choices, str):
        return choices
    right = _gold(gold, choices)
    if right is None and "score" not in fields:
        return NO_GOLD
    names = [name(fields.get(each)) for each in NAMES]
    names[2] = names[2] or split
    task = name(fields.get("task"))
    attributes = _attributes(fields.get("attributes") or {})
    if task:
        attributes = tuple(sorted((*attributes, ("task", task))))
    return Question(item, right or "", choices, tuple(names), attributes, task, _asked(fields))


def _choices(given: Any, gold: Any, many: bool) -> Choices | str:
    if given is None or given == "":
        return OPEN
    if isinstance(given, Choices):
        return given
    if isinstance(given, str):
        labels = [part.strip() for part in given.split(",") if part.strip()]
        if len(set(labels)) < len(labels) or not all(map(options_of.is_short, labels)):
            return "the options are not distinct short texts"
        return options_of.plain(labels, many) if labels else OPEN
    if isinstance(given, dict):
        given = list(given.values())
    texts = [text(each) for each in given] if isinstance(given, list) else []
    if not texts:
        return OPEN
    return options_of.listed(texts, gold, many) or "the options are more than letters"


def _gold(gold: Any, choices: Choices) -> Gold | None:
    """The right label, "" where the log has none; of an open question, its text if it is short."""
    if gold is None or gold == "" or gold == []:
        return ""
    if choices.labels:
        return options_of.gold_of(gold, choices)
    if isinstance(gold, list) and len(gold) == 1:
        gold = gold[0]
    said = "" if isinstance(gold, list | dict) else text(gold)
    if options_of.is_short(said):
        return said
    return ""


def _attributes(given: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """Texts by name; a list of texts is one attribute a text, `name:text` = `yes`."""
    found = {}
    for key, value in given.items():
        if isinstance(value, list):
            for each in value:
                if name(each):
                    found[f"{key}:{name(each)}"[:500]] = "yes"
        elif name(value):
            found[key] = name(value)
    return tuple(sorted(found.items()))


def _asked(fields: dict[str, Any]) -> int:
    said = fields.get("question")
    return hash(repr(said)) if said is not None else 0
