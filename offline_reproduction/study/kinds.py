"""Quantities that are made of quantities: every kind that can be declared, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from fe_core.reporting.cells import Cell
from offline_reproduction.study import clustered, values
from offline_reproduction.study.estimates import Estimate

if TYPE_CHECKING:
    from offline_reproduction.study.declaration import Declaration
    from offline_reproduction.study.quantities import Quantities, Question


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind: a sentence of what it is, and how it is worked out.

    keys: what it can be told besides what every metric can. unit: as it is usually printed.
    most: how many metrics it can be of. two: whether it is of exactly two values. counts: whether
    it can be of counts. single: whether others can be made of it.
    """

    name: str
    about: str
    work_out: Callable[[Quantities, Declaration, Question], Estimate | Cell]
    keys: tuple[str, ...] = ("of",)
    unit: str = "percent"
    most: int = 1000
    two: bool = False
    counts: bool = False
    needs_of: bool = True
    single: bool = True

    @property
    def reduces(self) -> bool:
        """Whether it makes one value of any number of them."""
        return self.most > 2


def _kinds() -> tuple[Kind, ...]:
    drawn = ("of", "against", "cluster")
    intervals = (*drawn, "draws", "level", "quantile")
    return (
        Kind(
            "difference", "the row's value minus that of `against`, or the first of two metrics "
            "minus the second", values.difference, ("of", "against"), "points", 2, True, True,
        ),
        Kind(
            "relative-change", "the same, as a share of what is subtracted",
            values.relative_change, ("of", "against"), "percent", 2, True,
        ),
        Kind(
            "quotient", "the row's value over that of `against`, or the first of two metrics over "
            "the second", values.quotient, ("of", "against"), "percent", 2, True,
        ),
        Kind(
            "mean", "over the metrics, or one metric's over the row's runs; weights = \"items\" "
            "weighs each by its items", values.mean_of, ("of", "weights"), counts=True,
        ),
        Kind("sum", "of the same", values.sum_of, counts=True),
        Kind("minimum", "the least of the same", values.minimum, counts=True),
        Kind("maximum", "the greatest of the same", values.maximum, counts=True),
        Kind("median", "of the same", values.median_of, counts=True),
        Kind(
            "deviation", "the standard deviation of the same; deviation = \"sample\" (n − 1) or "
            "\"population\" (n)", values.deviation, ("of", "deviation"), counts=True,
        ),
        Kind(
            "mean-deviation", "mean ± deviation of the same", values.mean_deviation,
            ("of", "deviation"), counts=True, single=False,
        ),
        Kind(
            "how-many", "how many of the same are `sign`: positive, negative or zero",
            values.how_many, ("of", "sign"), "count",
        ),
        Kind(
            "rank", "the row's place among its table's rows; equal values share the better place",
            values.rank, ("of", "order"), "count", 1,
        ),
        Kind(
            "interval", "percentile interval of whole clusters: the exact law where the value is a "
            "ratio of sums, seeded draws otherwise", clustered.interval, intervals,
            most=1, single=False,
        ),
        Kind(
            "standard-error", "clustered, linearised, with K/(K − 1)", clustered.standard_error,
            drawn, most=1, single=False,
        ),
        Kind(
            "clusters", "how many clusters there are", clustered.clusters, drawn, "count",
            1, single=False,
        ),
        Kind(
            "effective-clusters", "Kish's number: fewer where clusters differ in size",
            clustered.effective, drawn, "count", 1, single=False,
        ),
        Kind(
            "sign-flip", "exact two-sided p value of a difference, whole clusters flipped",
            clustered.flipped, drawn, "share", 1, single=False,
        ),
        Kind(
            "influence-low", "the least value when one cluster's numerator is set to 0",
            clustered.influence_low, drawn, "points", 1, single=False,
        ),
        Kind(
            "influence-high", "the greatest value when one cluster's numerator is set to 0",
            clustered.influence_high, drawn, "points", 1, single=False,
        ),
        Kind(
            "holm", "the p value `of`, adjusted over the declared `family` of p values, or over "
            "all \"rows\" of the table",
            values.adjusted, ("of", "family"), "share", 1, single=False,
        ),
        Kind(
            "distinct", "how many values of `attribute` (or model, of runs) there are",
            values.distinct, ("attribute",), "count", needs_of=False,
        ),
        Kind(
            "function", "a named function of a paper that ships with the kit", values.named,
            ("of", "function", "arguments", "against", "variants"), needs_of=False, counts=True,
        ),
    )  # fmt: skip


P_VALUES = ("mcnemar", "sign-flip")
"""What a family of tests is of."""

COMPOSED: Mapping[str, Kind] = MappingProxyType({kind.name: kind for kind in _kinds()})
"""Name → kind, in the order of the documentation."""
