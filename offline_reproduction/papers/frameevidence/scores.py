"""The paper's scores as counts: item accuracy, joint success, macro classification."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.numbers.exact import share
from fe_core.records.model import Item
from fe_core.scoring.classification import Confusion, confusion
from fe_core.scoring.joint import ACCURACY, ALL_RIGHT
from fe_core.scoring.paired import Paired, paired
from offline_reproduction.papers.frameevidence.evidence import LETTERS, Group, View


class Score(NamedTuple):
    """Successes out of how many."""

    hits: int
    total: int

    @property
    def rate(self) -> Fraction | None:
        """The share; None where there is nothing to divide by."""
        return share(self.hits, self.total)


class Joint(NamedTuple):
    """A joint metric: the family it is of, and the variants that must all be right."""

    family: str
    variants: tuple[str, ...]


JOINT = {
    "GEM": Joint("FQ1", ("camera", "object", "scene")),
    "NTS": Joint("FQ2", ("mss", "deletion")),
    "DIS": Joint("FQ2", ("mss", "addition")),
}
"""FQ1-GEM (equation 1), Necessity Transition Success, Distractor Invariance Success."""

Keep = Callable[[Group], bool]


def everything(group: Group) -> bool:
    """The stratum that holds every group."""
    return True


def having(attribute: str, value: str) -> Keep:
    """The stratum of groups whose attribute has this value."""
    return lambda group: group.attributes.get(attribute, "") == value


def accuracy(view: View, items: Iterable[Item]) -> Score:
    """Right answers over all items; invalid answers stay in the denominator."""
    right, asked = ACCURACY.tally([view.outcomes[item.item] for item in items])
    return Score(right, asked)


def joint(view: View, groups: Iterable[Group], metric: str, keep: Keep = everything) -> Score:
    """Groups of the metric's family, within a stratum, with all its variants right."""
    family = JOINT[metric].family
    known = view.solved.setdefault(metric, {})
    hits = [
        known[group.name] if group.name in known else solved(view, group, metric)
        for group in groups
        if group.family == family and keep(group)
    ]
    return Score(sum(hits), len(hits))


def solved(view: View, group: Group, metric: str) -> bool:
    """Whether one group counts as a joint success; computed once for each view."""
    known = view.solved.setdefault(metric, {})
    if group.name not in known:
        parts = tuple(view.outcomes[group.item(part)] for part in JOINT[metric].variants)
        known[group.name] = bool(ALL_RIGHT.tally(parts)[0])
    return known[group.name]


def variant_right(view: View, groups: Iterable[Group], variant: str) -> Score:
    """Right answers to one variant over the groups that have it."""
    having_it = [group.items[variant] for group in groups if variant in group.items]
    return accuracy(view, having_it)


def classification(view: View, items: Iterable[Item]) -> Confusion:
    """Golds and answers by letter (Appendix A: an invalid answer is a false negative only)."""
    return confusion(
        ((_letter(item), view.options[item.item]) for item in items),
        LETTERS,
    )


def pairing(first: View, second: View, items: Iterable[Item]) -> Paired:
    """The 2×2 table of right answers of two runs."""
    return paired((first.right(item.item), second.right(item.item)) for item in items)


def joint_pairing(first: View, second: View, groups: Sequence[Group], metric: str) -> Paired:
    """The 2×2 table of joint successes of two runs."""
    family = JOINT[metric].family
    return paired(
        (solved(first, group, metric), solved(second, group, metric))
        for group in groups
        if group.family == family
    )


def items_of(groups: Iterable[Group]) -> tuple[Item, ...]:
    """The items of some groups."""
    return tuple(item for group in groups for item in group.items.values())


def _letter(item: Item) -> str:
    assert isinstance(item.gold, str)
    return item.gold
