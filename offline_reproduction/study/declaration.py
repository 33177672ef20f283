"""One declared metric: what study.toml says of it, and what is wrong with that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from math import isfinite
from typing import Any

from fe_core.errors import UsageError
from fe_core.intervals.quantiles import RULES
from fe_core.reporting.cells import Unit
from fe_core.scoring.metric import Over, Parameters
from fe_core.scoring.metrics import METRICS
from offline_reproduction.study.keys import Keys
from offline_reproduction.study.kinds import COMPOSED, P_VALUES
from offline_reproduction.study.selection import Where

LARGEST_K = 1000
MOST_DRAWS = 1_000_000
"""Of an interval: a run of as many is drawn beside each printed one."""
DEEPEST = 30
ROWS = "rows"
"""A family of tests: one of each row of the table."""
PLAIN = Parameters()
UNITS = ("percent", "points", "share", "count")
SIGNS = ("positive", "negative", "zero")


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declared metric.

    metric: a name of the core's registry, or of a composed kind. of: the declared metrics that it
    is made of. against: the role or run that it is compared with. runs: the roles or runs that it
    is of, () for the row's. parameters: of a registered metric. attribute: whose values are
    counted. arguments: of a named function.
    """

    name: str
    metric: str
    unit: Unit
    where: Where
    variants: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    against: str = ""
    runs: tuple[str, ...] = ()
    over: Over | None = None
    parameters: Parameters = PLAIN
    common: bool = False
    weights: str = ""
    population: bool = False
    sign: str = ""
    ascending: bool = False
    family: tuple[str, ...] = ()
    rows: bool = False
    cluster: tuple[str, ...] = ()
    draws: int = 20_000
    level: Fraction = Fraction(95, 100)
    rule: str = "linear"
    attribute: str = ""
    function: str = ""
    arguments: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Defaults:
    """What [labels] and on_mismatch say for every metric that does not say otherwise."""

    parameters: Parameters = PLAIN
    common: bool = False


EVERYWHERE = ("metric", "unit", "where", "run", "runs", "on_mismatch")
OF_REGISTERED = ("over", "variants", "against", "labels", "zero", "invalid", "label", "beta", "k",
                 "meanings", "weight")  # fmt: skip


def read_metrics(metrics: Keys, defaults: Defaults) -> dict[str, Declaration]:
    """All of [metrics], by name. Raises UsageError for what cannot be meant, and for cycles."""
    made = {name: _metric(name, metrics.table(name), defaults) for name in metrics.value}
    for declaration in made.values():
        for name in (*declaration.of, *declaration.family):
            if name not in made:
                raise UsageError(
                    f"metrics.{declaration.name}.of={name!r} must name another metric, one of "
                    f"{sorted(made)}"
                )
    _no_cycles(made)
    for declaration in made.values():
        _of_what(declaration, made)
    for declaration in made.values():
        _counts(declaration, made)
    return made


def applied(kind: str, of: Declaration, against: str, how: Mapping[str, Any]) -> Declaration:
    """A quantity that a row or column makes of the other side's metric."""
    usual = COMPOSED[kind].unit
    said = {"metric": kind, "of": of.name, "unit": of.unit.value if usual == "percent" else usual}
    keys = Keys({**said, **({"against": against} if against else {}), **how}, f"apply={kind!r}: ")
    return replace(_metric(f"{kind} of {of.name}", keys, Defaults()), common=of.common)


def _metric(name: str, keys: Keys, defaults: Defaults) -> Declaration:
    metric = keys.one_of("metric", [*METRICS, *COMPOSED])
    if metric in METRICS:
        keys.known(*EVERYWHERE, *OF_REGISTERED)
    else:
        keys.known(*EVERYWHERE, *COMPOSED[metric].keys)
    usual = METRICS[metric].unit if metric in METRICS else COMPOSED[metric].unit
    units = [unit.value for unit in Unit] if metric == "function" else [*UNITS]
    runs = (keys.text("run"),) if "run" in keys.value else keys.texts("runs", ())
    declaration = Declaration(
        name,
        metric,
        Unit(keys.one_of("unit", units, usual)),
        keys.text_lists("where"),
        keys.texts("variants", ()),
        _of(keys),
        keys.text("against", ""),
        runs,
        _over(keys, metric),
        _parameters(keys, metric, defaults.parameters),
        keys.one_of("on_mismatch", ["error", "common"], "common" if defaults.common else "error")
        == "common",
        keys.one_of("weights", ["", "items"], ""),
        keys.one_of("deviation", ["sample", "population"], "sample") == "population",
        keys.one_of("sign", list(SIGNS), "positive"),
        keys.one_of("order", ["descending", "ascending"], "descending") == "ascending",
        () if keys.value.get("family") == ROWS else keys.texts("family", ()),
        keys.value.get("family") == ROWS,
        _cluster(keys),
        keys.within("draws", 20_000, 1, MOST_DRAWS),
        keys.fraction("level", Fraction(95, 100)),
        keys.one_of("quantile", [*RULES], "linear"),
        keys.text("attribute", ""),
        keys.text("function", ""),
        keys.text_map("arguments"),
    )
    _needs(declaration, keys)
    return declaration


def _of(keys: Keys) -> tuple[str, ...]:
    given = keys.value.get("of", "")
    return keys.texts("of") if isinstance(given, list) else (keys.text("of"),) if given else ()


def _cluster(keys: Keys) -> tuple[str, ...]:
    given = keys.value.get("cluster", "")
    if isinstance(given, list):
        return keys.texts("cluster")
    return (keys.text("cluster"),) if given else ()


def _over(keys: Keys, metric: str) -> Over | None:
    if metric not in METRICS:
        return None
    known = METRICS[metric].over
    return Over(keys.one_of("over", [over.value for over in known], known[0].value))


def _parameters(keys: Keys, metric: str, usual: Parameters) -> Parameters:
    """Raises UsageError for a parameter that is missing or that the metric does not have."""
    if metric not in METRICS:
        return usual
    definition = METRICS[metric]
    for name in ("labels", "zero", "invalid", "label", "beta", "k", "meanings", "weight"):
        if name in keys.value and name not in (*definition.needs, *definition.takes):
            raise UsageError(f"{keys.place}{name} says nothing: {metric} has no such parameter")
        if name in definition.needs and name not in keys.value:
            raise UsageError(f"{keys.place}{name} is missing; {metric} needs it")
    return Parameters(
        keys.texts("labels", usual.labels),
        read_zero(keys) if "zero" in keys.value else usual.zero,
        keys.one_of("invalid", ["wrong", "dropped", "chance"], usual.invalid)
        if "invalid" in definition.takes
        else "wrong",
        keys.text("label", ""),
        _beta(keys),
        keys.within("k", 1, 1, LARGEST_K),
        keys.texts("meanings", ()),
        keys.text("weight", ""),
    )


def read_zero(keys: Keys) -> Fraction | None:
    """What an undefined precision, recall or F1 counts: 0, or no value."""
    return None if keys.one_of("zero", ["0", "none"], "0") == "none" else Fraction(0)


def _beta(keys: Keys) -> Fraction:
    value = keys.value.get("beta", 1)
    number = isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    if not number or not 0 < value <= 1000:
        raise UsageError(f"{keys.place}beta={value!r} must lie above 0 and at most at 1000")
    return Fraction(str(value))


def _needs(declaration: Declaration, keys: Keys) -> None:
    if declaration.metric in METRICS:
        if METRICS[declaration.metric].pair and not declaration.against:
            raise UsageError(f"{keys.place}against must name the run compared with")
        if declaration.against and not METRICS[declaration.metric].pair:
            raise UsageError(
                f"{keys.place}against says nothing: {declaration.metric} is of one run"
            )
        return
    kind = COMPOSED[declaration.metric]
    if kind.needs_of and not declaration.of:
        raise UsageError(f"{keys.place}of must name another metric")
    if len(declaration.of) > kind.most:
        raise UsageError(f"{keys.place}of must name {kind.most} metrics at most")
    if kind.two and len(declaration.of) < 2 and not declaration.against:
        raise UsageError(f"{keys.place}against must name the run compared with, or of two metrics")
    if "cluster" in kind.keys and not declaration.cluster:
        raise UsageError(f"{keys.place}cluster must name what is drawn: an attribute or 'group'")
    for name in ("function", "attribute"):
        if name in kind.keys and not getattr(declaration, name):
            raise UsageError(f"{keys.place}{name} must be named")


def _no_cycles(made: Mapping[str, Declaration]) -> None:
    graph = {name: (*each.of, *each.family) for name, each in made.items()}
    try:
        order = tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        cycle = " of ".join(error.args[1][::-1])
        raise UsageError(f"metrics are made of themselves: {cycle}") from None
    depth: dict[str, int] = {}
    for name in order:
        depth[name] = 1 + max((depth[of] for of in graph[name]), default=0)
        if depth[name] > DEEPEST:
            raise UsageError(f"metrics.{name} is made of metrics more than {DEEPEST} deep")


def _of_what(declaration: Declaration, made: Mapping[str, Declaration]) -> None:
    """Tests are adjusted, values are compared: neither is made of the other."""
    holm = declaration.metric == "holm"
    for name in (*declaration.of, *declaration.family):
        metric = made[name].metric
        single = COMPOSED[metric].single if metric in COMPOSED else metric not in P_VALUES
        if metric != "function" and (metric not in P_VALUES if holm else not single):
            what = f"a p value ({', '.join(P_VALUES)})" if holm else "a single value"
            raise UsageError(
                f"metrics.{declaration.name}.of={name!r} must be {what}, and it is {metric}"
            )


def _counts(declaration: Declaration, made: Mapping[str, Declaration]) -> None:
    """unit = "count" shows how many, so it is for what counts units."""
    if declaration.unit is not Unit.COUNT or declaration.metric == "function":
        return
    if declaration.metric in COMPOSED and COMPOSED[declaration.metric].unit == "count":
        return
    names = [declaration.name]
    while names:
        each = made[names.pop()]
        registered = each.metric in METRICS
        if registered and not METRICS[each.metric].counts:
            raise UsageError(
                f"metrics.{declaration.name}.unit='count' must be of something that is counted, "
                f"and {each.metric} is not"
            )
        if not registered and not COMPOSED[each.metric].counts:
            raise UsageError(
                f"metrics.{declaration.name}.unit='count' says nothing of {each.metric}"
            )
        names += each.of
