"""Table 13: the same-order control with its intervals under both clusterings (Appendix A)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from fe_core.intervals.clusters import Cluster
from fe_core.records.model import Item
from fe_core.reporting.cells import Cell
from fe_core.reporting.tables import Table
from offline_reproduction.papers.frameevidence.cells import interval, keyed, points
from offline_reproduction.papers.frameevidence.configurations import (
    PRIMARY_GPT,
    REPEATED_GPT,
    ROTATED_GPT,
)
from offline_reproduction.papers.frameevidence.evidence import Evidence, Group, View
from offline_reproduction.papers.frameevidence.partitions import by_either, by_group, columns
from offline_reproduction.papers.frameevidence.scores import Score
from offline_reproduction.study.paper import Settings

COLUMNS = ("Estimate", "96 triplets", "13 union components")
DRAWS = 20_000

Tally = Callable[[Item], int]


def table_13(evidence: Evidence, settings: Settings) -> Table:
    """Rates and differences over all test items; whole clusters are drawn, items weigh alike."""
    partitions = dict(
        zip(COLUMNS[1:], (by_group(evidence.test), by_either(evidence.test)), strict=True)
    )
    rows = tuple(
        keyed(name, COLUMNS, partial(_row, evidence, name, partitions)) for name in QUANTITIES
    )
    return Table("table-13", "Same-order control with both clusterings", COLUMNS, rows)


def item_interval(
    evidence: Evidence, tally: Tally, partition: tuple[Cluster, ...], draws: int, **made: object
) -> Cell:
    """The interval of a ratio over items, clusters of groups being drawn whole."""

    def of_group(group: Group) -> tuple[int, int]:
        return sum(map(tally, group.items.values())), len(group.items)

    return interval(columns(partition, evidence.test, of_group), draws, **made)


class Executions:
    """The three executions of the zero-shot queries, and rotations one to three."""

    def __init__(self, evidence: Evidence) -> None:
        self.primary = evidence.view(PRIMARY_GPT)
        self.repeat = evidence.view(REPEATED_GPT)
        self.zero = evidence.view(ROTATED_GPT)
        self.rotated = {name: evidence.view(ROTATED_GPT, name) for name in (1, 2, 3)}


def changed(one: View, other: View) -> Tally:
    """Whether two executions answer an item differently; two invalid answers are not the same."""
    return lambda item: int(not _same(one, other, item))


def both_right(one: View, other: View) -> Tally:
    """Whether both executions have an item right."""
    return lambda item: int(one.right(item.item) and other.right(item.item))


def minus(first: Tally, second: Tally) -> Tally:
    """The difference of two tallies."""
    return lambda item: first(item) - second(item)


def right(view: View) -> Tally:
    """Whether an execution has an item right."""
    return lambda item: int(view.right(item.item))


def agree(one: View, other: View) -> Tally:
    """Whether both executions answer validly with the same meaning."""
    return lambda item: int(_same(one, other, item))


QUANTITIES: Mapping[str, Callable[[Executions], Tally]] = {
    "Repeat accuracy": lambda e: right(e.repeat),
    "Primary–repeat disagreement": lambda e: changed(e.primary, e.repeat),
    "R0–repeat disagreement": lambda e: changed(e.zero, e.repeat),
    "Repeat minus primary accuracy": lambda e: minus(right(e.repeat), right(e.primary)),
    "Repeat minus R0 accuracy": lambda e: minus(right(e.repeat), right(e.zero)),
    "Same-order pair both correct": lambda e: both_right(e.zero, e.repeat),
    "Same-order pair consistency": lambda e: agree(e.zero, e.repeat),
    "Both correct, difference from R0–R1": lambda e: _both_against(e, 1),
    "Both correct, difference from R0–R2": lambda e: _both_against(e, 2),
    "Both correct, difference from R0–R3": lambda e: _both_against(e, 3),
    "Consistency, difference from R0–R1": lambda e: _agree_against(e, 1),
    "Consistency, difference from R0–R2": lambda e: _agree_against(e, 2),
    "Consistency, difference from R0–R3": lambda e: _agree_against(e, 3),
}
"""Row → what an item adds to the numerator; the denominator counts items."""


def _row(
    evidence: Evidence, name: str, partitions: Mapping[str, tuple[Cluster, ...]]
) -> Mapping[str, Cell]:
    tally = QUANTITIES[name](Executions(evidence))
    score = Score(sum(map(tally, evidence.items)), len(evidence.items))
    cells = {"Estimate": points(score.rate, f"{score.hits}/{score.total}", metric=name)}
    for column, partition in partitions.items():
        cells[column] = item_interval(
            evidence, tally, partition, DRAWS, metric=name, clustering=column
        )
    return cells


def _both_against(runs: Executions, rotation: int) -> Tally:
    return minus(both_right(runs.zero, runs.repeat), both_right(runs.zero, runs.rotated[rotation]))


def _agree_against(runs: Executions, rotation: int) -> Tally:
    return minus(agree(runs.zero, runs.repeat), agree(runs.zero, runs.rotated[rotation]))


def _same(one: View, other: View, item: Item) -> bool:
    first, second = one.meanings[item.item], other.meanings[item.item]
    return first is not None and first == second
