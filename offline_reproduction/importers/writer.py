"""The one writer that all lines go through: items, runs, answers, and what was lost.

Each line is kept or lost for one reason, and the counts add up. What stays in memory is what a
records folder holds: no text of a log does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fe_core.errors import RecordError, together
from fe_core.records.model import Choice, Status
from fe_core.records.scores import digest, is_open_answer
from offline_reproduction.answers.read import Read
from offline_reproduction.importers.items import Question, question
from offline_reproduction.importers.lines import Asked, Options
from offline_reproduction.importers.values import name, score, text

EXAMPLES = 20
"""Cases that a report quotes of each kind."""
MOST_SHORT = 100_000
"""Short answers whose reading is remembered."""
MOST_PROBLEMS = 10_000
"""Contradictions after which reading stops."""
MOST_LOST = 100_000
"""Lost lines, and ten for each kept one, after which reading stops: these are no such logs."""
ITEM_FIELDS = ("gold", "options", "many", "group", "variant", "split", "question", "task")


class Kept(NamedTuple):
    """What a run gave for an item: an answer as records hold it, a recorded score, or both."""

    answer: Choice | None
    status: Status
    score: Fraction | None
    of: Fraction | None
    place: str


class RunFields(NamedTuple):
    """A run's name and how it was run."""

    run: str
    model: str
    setting: str
    repetition: str


class Writer:
    """Collects lines of evidence. Raises RecordError in `check` for what contradicts itself."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._seen: dict[tuple[Any, int], Question] = {}
        self._run_names: dict[tuple[Any, ...], RunFields | None] = {}
        self._short: dict[tuple[Any, ...], Read] = {}
        self._versions: dict[str, list[str]] = {}
        self.base: dict[str, str] = {}
        self._problems: list[str] = []
        self.items: dict[str, tuple[str, Question]] = {}
        self.runs: dict[str, RunFields] = {}
        self.answers: dict[str, dict[tuple[str, int], Kept]] = {}
        self.asked: dict[tuple[str, str], Asked] = {}
        self.read = 0
        self.lost: Counter[str] = Counter()
        self.lost_places: dict[str, str] = {}
        self.statuses: Counter[Status] = Counter()
        self.unreadable: list[str] = []
        self.disagreeing: list[str] = []
        self.disagreements = self.compared = 0
        self.notes: Counter[str] = Counter()

    def add(self, place: str, fields: dict[str, Any]) -> None:
        """Keep a line, or count why it is lost."""
        self.read += 1
        reason = fields.get("lost") or self._keep(place, fields)
        if reason:
            self.lost[reason] += 1
            self.lost_places.setdefault(reason, place)
            self._check_lost(place)

    def _check_lost(self, place: str) -> None:
        lost, kept = self.lost.total(), self.statuses.total()
        if lost > MOST_LOST + 10 * kept:
            reason, count = self.lost.most_common(1)[0]
            raise RecordError(
                f"{place}: {lost} lines are lost and {kept} kept; {count} of them: {reason} "
                f"(first {self.lost_places[reason]}); is this the right format, and the right path?"
            )

    def ask(self, asked: Asked) -> None:
        """Note what a log says that a run was asked."""
        run = self._run_of(asked.fields)
        if run is not None:
            self.asked[run.run, asked.task] = asked
            if asked.items:
                self.runs.setdefault(run.run, run)

    def check(self) -> None:
        """Raises RecordError with the first contradictions between lines, if there are any."""
        if self._problems:
            raise RecordError(together(self._problems))

    def _keep(self, place: str, fields: dict[str, Any]) -> str:
        made = self._question(place, fields)
        if isinstance(made, str):
            return made
        rotation = _rotation(fields["rotation"], made) if "rotation" in fields else 0
        if rotation is None:
            return "the rotation is no number below that of the options"
        kept = self._evidence(place, fields, made)
        if kept is None:
            return "neither an answer that a right one is known for, nor a score"
        run = self._run_of(fields)
        if run is None:
            return "the name of the run or model is no short text"
        given = self.answers.get(run.run)
        if given is None:
            self.runs.setdefault(run.run, run)
            given = self.answers[run.run] = {}
        key = (made.item, rotation)
        if key in given:
            self._problem(
                f"{place}: run={run.run!r} answers item={made.item!r} a second time (first "
                f"{given[key].place}); name what tells them apart with --map repetition=PATH, "
                "rotation=PATH or run=PATH"
            )
            return "a second answer of one run to one item"
        given[key] = kept
        self.statuses[kept.status] += 1
        return ""

    def _question(self, place: str, fields: dict[str, Any]) -> Question | str:
        seen = fields.get("item"), _hash(fields)
        if isinstance(seen[0], str | int):
            known = self._seen.get(seen)
            if known is not None:
                return known
        made = question(fields, self._options.split, self._options.labels)
        if isinstance(made, str):
            return made
        known = self._known(place, made)
        if isinstance(seen[0], str | int):
            self._seen[seen] = known
        return known

    def _known(self, place: str, made: Question) -> Question:
        """The item that a line is about; a gold that only one line has counts, all else must agree.

        Where the same id stands for different questions, each is an item of its own if the command
        line allows it, else a contradiction.
        """
        for version in self._versions.setdefault(made.item, []):
            known_place, known = self.items[version]
            both = known if known.gold else known._replace(gold=made.gold)
            if both == made._replace(item=version, gold=made.gold or known.gold):
                self.items[version] = (known_place, both)
                return both
        versions = self._versions[made.item]
        if versions and not self._options.separate:
            self._contradiction(place, made, *self.items[versions[0]])
            return self.items[versions[0]][1]
        item, number = made.item, len(versions) + 1
        while item in self.items:
            item, number = f"{made.item}~{number}", number + 1
        if versions:
            self.notes["items told apart (~2, ~3, …): one id, other questions"] += 1
        versions.append(item)
        self.base[item] = made.item
        self.items[item] = (place, made._replace(item=item))
        return self.items[item][1]

    def _contradiction(self, place: str, made: Question, known_place: str, known: Question) -> None:
        different = [
            f"{what} ({_shown(one)} here, {_shown(other)} there)"
            for what, one, other in (
                ("another right answer", made.gold, known.gold or made.gold),
                ("other options", made.choices.labels, known.choices.labels),
                ("another group, variant or split", made.names, known.names),
                ("other attributes", *_apart(made.attributes, known.attributes)),
            )
            if one != other
        ] or ["another question or other texts of the options"]
        self._problem(
            f"{place}: item={made.item!r} has {', '.join(different)} than at {known_place}; the "
            "same id must be the same question: map an id that tells them apart, or say "
            "--same-id separate"
        )

    def _evidence(self, place: str, fields: dict[str, Any], made: Question) -> Kept | None:
        recorded = score(fields["score"], fields.get("of")) if "score" in fields else None
        if recorded is None and fields.get("score") not in (None, ""):
            self.notes["recorded scores that are no numbers, left out"] += 1
        points, most = recorded or (None, None)
        answer, status = self._answer(place, fields, made, points is not None)
        if status is Status.UNRECORDED and points is None:
            return None
        if points is not None and made.gold and status is not Status.UNRECORDED:
            self._compare(place, answer, status, made, points, most)
        return Kept(answer, status, points, most, place)

    def _answer(
        self, place: str, fields: dict[str, Any], made: Question, scored: bool
    ) -> tuple[Choice | None, Status]:
        if "status" in fields:
            return None, fields["status"]
        given = fields.get("answer")
        if "answer" not in fields or not made.gold:
            if fields.get("gold"):
                self.notes["right answers that are no option: judged by recorded scores only"] += 1
            return None, Status.UNRECORDED
        found = self._read_answer(given, made)
        value = found.value
        if value is None:
            if found.status is Status.UNREADABLE and len(self.unreadable) < EXAMPLES:
                self.unreadable.append(f"{place}: {str(given)[:80]!a}")
            return None, found.status
        if isinstance(value, str) and not made.choices.labels:
            value = value if value == made.gold or is_open_answer(value) else digest(value)
        return value, Status.VALID

    def _read_answer(self, given: Any, made: Question) -> Read:
        """What was read; short answers to questions of the same options are read once."""
        choices = made.choices
        if choices.shown or not choices.labels or not isinstance(given, str) or len(given) > 40:
            return made.read(given, self._options.answers, self._options.numbers)
        key = given, choices.labels, choices.many
        found = self._short.get(key)
        if found is None:
            found = made.read(given, self._options.answers, self._options.numbers)
            if len(self._short) < MOST_SHORT:
                self._short[key] = found
        return found

    def _compare(
        self, place: str, answer: Choice | None, status: Status, made: Question,
        points: Fraction, most: Fraction | None,
    ) -> None:  # fmt: skip
        """Whether the log's right or wrong is what the answer says; parts of points say neither."""
        if points not in (0, most or 1):
            return
        self.compared += 1
        right = answer == made.gold
        if right != (points != 0):
            self.disagreements += 1
            if len(self.disagreeing) < EXAMPLES:
                what = "right" if right else "wrong" if status is Status.VALID else status.value
                self.disagreeing.append(
                    f"{place}: the log says {'right' if points else 'wrong'}, its answer is {what}"
                )

    def _run_of(self, fields: Mapping[str, Any]) -> RunFields | None:
        given = (
            fields.get("run"), fields.get("model"), fields.get("setting"), fields.get("repetition")
        )  # fmt: skip
        try:
            return self._run_names[given]
        except TypeError:
            return None
        except KeyError:
            self._run_names[given] = self._named(given)
            return self._run_names[given]

    def _named(self, given: Sequence[Any]) -> RunFields | None:
        run, model, setting, repetition = (name(each) for each in given)
        if any(each not in (None, "") and not name(each) for each in given):
            return None
        model = self._options.model or model or run or "model"
        run = run or model
        if repetition:
            run = f"{run}/{repetition}"
        return RunFields(run, model, setting, repetition)

    def _problem(self, problem: str) -> None:
        self._problems.append(problem)
        if len(self._problems) >= MOST_PROBLEMS:
            self.check()


def _rotation(given: Any, made: Question) -> int | None:
    """A number below that of the options; None for anything else."""
    said = text(given) or "0"
    if not (said.isascii() and said.isdecimal() and len(said) < 4):
        return None
    return int(said) if int(said) < (len(made.choices.labels) or 1) else None


def _hash(fields: Mapping[str, Any]) -> int:
    """Of all that an item is made of."""
    said = [fields.get(each) for each in ITEM_FIELDS]
    said.extend((fields.get("attributes") or {}).items())
    try:
        return hash(tuple(said))
    except TypeError:
        return hash(repr(said))


def _apart(one: Sequence[Any], other: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """What only one of two has."""
    return [each for each in one if each not in other], [each for each in other if each not in one]


def _shown(value: Any) -> str:
    said = repr(value)
    return said if len(said) <= 60 else f"{said[:57]}…"
