"""A declared metric of a row: from responses to a cell. Everything that is counted goes by here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction

from fe_core.errors import UsageError
from fe_core.numbers.exact import Root
from fe_core.records.model import Item
from fe_core.reporting.cells import Behind, Cell, Unit
from fe_core.reporting.signature import signature
from fe_core.scoring.comparable import comparable
from fe_core.scoring.ledger import stands_on
from fe_core.scoring.metric import Definition, Over
from fe_core.scoring.metrics import METRICS
from fe_core.scoring.responses import Evidence
from offline_reproduction.study.declaration import Declaration
from offline_reproduction.study.estimates import Estimate, constant, measured
from offline_reproduction.study.evidence import Scored, UnaskedError
from offline_reproduction.study.kinds import COMPOSED
from offline_reproduction.study.references import everything
from offline_reproduction.study.selection import Where, both, check, selected, text
from offline_reproduction.study.units import Asked, Groups, dropped, units_of

Roles = Mapping[str, tuple[str, ...]]
"""Role → its runs; the role "" where a row has only one."""


def only(roles: Roles) -> tuple[str, ...]:
    """The runs of a row's only role; none where it has several."""
    return roles.get("", next(iter(roles.values())) if len(roles) == 1 else ())


@dataclass(frozen=True, slots=True)
class Question:
    """What a cell asks a metric.

    runs: of which runs. fixed: whether these are meant even by a metric that names its own. roles:
    the row's, for metrics that compare. only: over these items alone. counts: whether numbers of
    units are asked for, not their shares. others: what every row of the table asks, for ranks.
    elsewhere: the roles that some row of the table has.
    """

    runs: tuple[str, ...]
    fixed: bool = False
    roles: Roles = field(default_factory=dict)
    where: Where = field(default_factory=dict)
    only: frozenset[str] | None = None
    counts: bool = False
    others: tuple[Roles, ...] = ()
    elsewhere: frozenset[str] = frozenset()

    def named(self, names: Sequence[str]) -> tuple[str, ...]:
        """The runs that names stand for: a role's, or the run that is called so.

        Raises UnaskedError for a role that other rows have and this one has not.
        """
        lacks = [name for name in names if name in self.elsewhere and name not in self.roles]
        if lacks:
            raise UnaskedError(f"the row names no run as {lacks[0]!r}")
        return tuple(run for name in names for run in self.roles.get(name, (name,)))

    def other(self, name: str) -> Question:
        """The same question of a role's runs, or of the run with that name."""
        return self.of(self.named((name,)))

    def of(self, runs: tuple[str, ...]) -> Question:
        """The same question of these runs, whatever the metric itself names."""
        return replace(self, runs=runs, fixed=True)

    def peers(self, names: Sequence[str]) -> list[Question]:
        """The same question of every row of the table that names runs; names: of which runs."""
        found = []
        for roles in self.others or (self.roles,):
            peer = replace(self, roles=roles, fixed=False)
            with suppress(UnaskedError):
                runs = peer.named(names) if names else only(roles)
                found.append(replace(peer, runs=runs))
        return found


Function = Callable[["Called"], Cell]
"""A registered function of a paper: what no declaration expresses."""


@dataclass(frozen=True, slots=True)
class Called:
    """What a registered function is told: the records, the row and what was declared."""

    scored: Scored
    question: Question
    declared: Declaration
    quantities: Quantities
    arguments: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Quantities:
    """Every declared metric, on some records.

    groups: what is declared of groups. evidence: what is judged, answers or recorded scores.
    read: what the cell that is being worked out stands on so far.
    """

    scored: Scored
    metrics: Mapping[str, Declaration]
    groups: Groups
    evidence: Evidence
    functions: Mapping[str, Function] = field(default_factory=dict)
    read: dict[object, str] = field(default_factory=dict)

    def cell(self, declared: Declaration, question: Question) -> Cell:
        """One declared number, and what it stands on.

        Raises UsageError for what the records cannot be asked.
        """
        self.read.clear()
        made = self._cell(declared, question)
        return replace(made, over=tuple(dict.fromkeys(self.read.values())))

    def _cell(self, declared: Declaration, question: Question) -> Cell:
        question = self._own(declared, question)
        natural = declared.metric in COMPOSED and COMPOSED[declared.metric].unit == "count"
        counts = declared.unit is Unit.COUNT and not natural
        made = self._work_out(declared, replace(question, counts=counts))
        if isinstance(made, Cell):
            return made
        said = self.signature(declared, question, [made])
        if made.value is None:
            return self.nothing(declared, said, [made])
        behind = self._behind(declared, question, made)
        value = made.value
        if declared.unit is Unit.COUNT and made.fraction is not None:
            whole = made.fraction.denominator == 1
            value = made.fraction.numerator if whole else made.fraction
        return Cell(value, declared.unit, said, made.count, behind=behind)

    def estimate(self, name: str, question: Question) -> Estimate:
        """A declared metric that others are made of.

        Raises UsageError for one that is no single number, such as an interval.
        """
        declared = self.metrics[name]
        made = self._work_out(declared, self._own(declared, question))
        if isinstance(made, Cell):
            if isinstance(made.value, int | Fraction) and not isinstance(made.value, bool):
                return constant(Fraction(made.value))
            if made.value is None:
                return constant(None)
            raise UsageError(
                f"metrics.{name} ({declared.metric}) is no single number to go on with"
            )
        if isinstance(made.value, Root):
            raise UsageError(f"metrics.{name} is the root of a number; nothing is made of it here")
        return made

    def whole(self, declared: Declaration, question: Question) -> Estimate:
        """What an interval or a test is of; `against` makes it a difference."""
        if not declared.against:
            return self.estimate(declared.of[0], question).single()
        made = COMPOSED["difference"].work_out(self, declared, question)
        assert isinstance(made, Estimate)
        return made.single()

    def items(self, question: Question) -> list[Item]:
        """The items that a question is over; all there are where no run is asked.

        Raises UsageError where the row has several roles and none is named.
        """
        if question.roles and not question.runs:
            raise UsageError(
                f"run = … must say which of the roles {sorted(question.roles)} is asked"
            )
        everything = tuple(self.scored.records.items.values())
        asked = self.scored.asked(question.runs[0]) if question.runs else everything
        return selected(asked, question.where)

    def parts(self, declared: Declaration, question: Question) -> list[Estimate]:
        """The values that a metric is made of: of several metrics, of two parties, or of each run.

        Parties are compared over the same items: others are an error, unless common ones are
        declared to be enough.
        """
        if len(declared.of) > 1:
            return [self.estimate(name, question) for name in declared.of]
        of = declared.of[0]
        question = question.of(question.named(self.metrics[of].runs or question.runs))
        if declared.against:
            asked = [question, question.other(declared.against)]
        else:
            several = len(question.runs) > 1 and not self.takes_runs(of)
            asked = (
                [replace(question, runs=(run,)) for run in question.runs] if several else [question]
            )
        return self.aligned(declared, of, asked)

    def aligned(self, declared: Declaration, of: str, asked: Sequence[Question]) -> list[Estimate]:
        """One metric's value for each question, all over the same items.

        Others are an error that names them, unless common ones are declared to be enough: then all
        values are over those.
        """
        made = [self.estimate(of, each) for each in asked]
        if len(made) < 2 or not all(one.samples for one in made):
            return made
        parties = zip(asked, made, strict=True)
        items = {"+".join(each.runs): tuple(one.items) for each, one in parties}
        try:
            shared = comparable(items, common=declared.common)
        except UsageError as error:
            raise UsageError(f"metrics.{declared.name}: {error}") from None
        if not shared.dropped:
            return made
        only = frozenset(shared.items)
        made = [self.estimate(of, replace(each, only=only)) for each in asked]
        said = dropped(shared.dropped, len(only))
        return [replace(one, notes=(*one.notes, *said)) for one in made]

    def signature(self, declared: Declaration, question: Question, made: Sequence[Estimate]) -> str:
        """How a number was made, in the words of study.toml."""
        notes = dict.fromkeys(note for one in made for note in one.notes)
        parameters, defaults = declared.parameters, Declaration("", "", Unit.SHARE, {})
        over = declared.over.value if declared.over else ""
        usual = METRICS[declared.metric].over[0].value if declared.metric in METRICS else ""
        return signature(
            metric=declared.function or declared.metric,
            of="+".join(declared.of),
            over=over if over != usual else "",
            run="+".join(question.runs),
            against="+".join(question.other(declared.against).runs) if declared.against else "",
            where=text(both(declared.where, question.where)),
            variants=",".join(declared.variants),
            label=parameters.label,
            beta=parameters.beta if parameters.beta != 1 else "",
            k=parameters.k if parameters.k != 1 else "",
            meanings=",".join(parameters.meanings),
            weight=parameters.weight or declared.weights,
            invalid=parameters.invalid if parameters.invalid != "wrong" else "",
            evidence=self.evidence.value if self.evidence is not Evidence.ANSWER else "",
            deviation="population" if declared.population else "",
            family="rows" if declared.rows else ",".join(declared.family),
            arguments=",".join(f"{k}={v}" for k, v in sorted((declared.arguments or {}).items())),
            cluster="+".join(declared.cluster),
            draws=declared.draws if declared.metric == "interval" else "",
            level=declared.level if declared.level != defaults.level else "",
            note="; ".join(notes),
        )

    def nothing(self, declared: Declaration, said: str, made: Sequence[Estimate]) -> Cell:
        """A cell without value, and why."""
        empty = any(sample.total == (0,) * sample.width for one in made for sample in one.samples)
        reason = (
            "nothing was asked: there is nothing to divide by"
            if empty
            else ("there is nothing to divide by")
        )
        return Cell(None, declared.unit, said, reason=reason)

    def called(self, declared: Declaration, question: Question) -> Cell:
        """What a registered function says. Raises UsageError for one that is not registered."""
        if declared.function not in self.functions:
            raise UsageError(
                f"metrics.{declared.name}.function={declared.function!r} is not registered; there "
                f"are {sorted(self.functions)}"
            )
        told = Called(self.scored, question, declared, self, declared.arguments or {})
        return self.functions[declared.function](told)

    def of_items(self, declared: Declaration) -> bool:
        """Whether a metric may read no answer at all, so that it needs no run."""
        if declared.metric in METRICS:
            return METRICS[declared.metric].of_items
        if declared.of:
            return all(self.of_items(self.metrics[name]) for name in declared.of)
        return True

    def of_several(self, declared: Declaration) -> Declaration:
        """What a row of several runs shows of a metric that is of one: its mean ± deviation.

        Raises UnaskedError where none is declared.
        """
        if declared.name not in self.metrics or self.takes_runs(declared.name):
            return declared
        for other in self.metrics.values():
            if other.metric == "mean-deviation" and other.of == (declared.name,):
                return other
        raise UnaskedError(f"no metric is declared as the mean-deviation of {declared.name!r}")

    def takes_runs(self, name: str) -> bool:
        """Whether a metric is of all the row's runs together, or made of such."""
        declared = self.metrics[name]
        if declared.metric in METRICS:
            return declared.over is Over.RUNS and not METRICS[declared.metric].pair
        if COMPOSED[declared.metric].reduces and len(declared.of) < 2:
            return True
        return any(map(self.takes_runs, declared.of))

    def _behind(self, declared: Declaration, question: Question, made: Estimate) -> Behind | None:
        """Whose answers to which items; None for a constant. Equal lists of items are one list."""
        if not made.samples:
            return None
        others = question.other(declared.against).runs if declared.against else ()
        items = tuple(made.items)
        return Behind((*question.runs, *others), self.scored.once(("items", items), lambda: items))

    def _own(self, declared: Declaration, question: Question) -> Question:
        """The question with the metric's own runs and conditions."""
        place = f"metrics.{declared.name}.where"
        self.scored.once(
            ("where", text(declared.where)),
            lambda: check(self.scored.records, declared.where, place),
        )
        question = replace(question, where=both(declared.where, question.where))
        runs = question.runs if question.fixed else declared.runs or question.runs
        return replace(question, runs=question.named(runs), fixed=False)

    def _work_out(self, declared: Declaration, question: Question) -> Estimate | Cell:
        if declared.metric in COMPOSED:
            return COMPOSED[declared.metric].work_out(self, declared, question)
        key = ("estimate", declared.name, *_key(question))
        made, stands = self.scored.once(key, lambda: self._registered(declared, question))
        self.read[key] = stands
        return made

    def _registered(self, declared: Declaration, question: Question) -> tuple[Estimate, str]:
        """The estimate, and what it stands on."""
        definition = METRICS[declared.metric]
        runs = question.runs
        if not runs:
            if question.roles or not definition.of_items:
                raise UsageError(
                    f"metrics.{declared.name}: run = … must say whose value is asked; the row has "
                    f"the roles {sorted(question.roles)}"
                )
            runs = (everything(self.scored),)
        if definition.pair:
            runs = (*question.other(declared.against).runs, *runs)
            if len(runs) != 2:
                raise UsageError(f"metrics.{declared.name} is of two runs, got {list(runs)}")
        evidence = Evidence.POINTS if definition.points else self.evidence
        asked = Asked(
            runs, question.where, question.only, declared.variants, evidence, declared.common
        )
        assert declared.over is not None
        unit = "groups" if declared.over is Over.GROUPS else "items"
        try:
            units, notes = units_of(self.scored, asked, declared.over, self.groups)
            rows = list(units.values())
            if self.scored.guesses(runs[0]):
                guessed = constant(self._guessed(definition, declared, rows))
                return guessed, f"{runs[0]}: {len(rows)} {unit}"
            metric = definition.make(declared.parameters, rows)
            made = measured(metric, units, numerator=question.counts, notes=notes)
            if definition.of_items:  # all of all: "50/50" would say nothing
                made = replace(made, count="")
        except UsageError as error:
            raise UsageError(f"metrics.{declared.name}: {error}") from None
        where = text(question.where)
        name = " and ".join(runs) + (f" where {where}" if where else "")
        dropped = declared.parameters.invalid == "dropped" and "invalid" in definition.takes
        # Many metrics are over the same answers.
        key = ("stands", name, unit, dropped, declared.over, declared.variants, question.only)
        return made, self.scored.once(key, lambda: stands_on(name, unit, rows, dropped=dropped))

    def _guessed(
        self, definition: Definition, declared: Declaration, rows: Sequence[Sequence[object]]
    ) -> Fraction | None:
        if definition.uniform is None:
            raise UsageError(f"{definition.name} has no expectation under uniform guesses")
        return definition.uniform(declared.parameters, rows)  # type: ignore[arg-type]


def _key(question: Question) -> tuple[object, ...]:
    roles = tuple(sorted(question.roles.items()))
    return question.runs, roles, text(question.where), question.only, question.counts
