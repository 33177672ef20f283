"""What the paper says of strata of the test split."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from fe_core.records.model import Item
from tools.witness.skeleton.facts.fact import Fact
from tools.witness.skeleton.facts.view import (
    Group,
    View,
    lead,
    meaning,
)

_STRATA: tuple[tuple[str, str, str, str], ...] = (
    ("4", "groups", "FQ1", "48 family=FQ1"),
    ("4", "groups", "FQ2", "48 family=FQ2"),
    ("Table 15", "axial FQ1", "axial", "24 family=FQ1 relation=axial"),
    ("Table 15", "quadrant FQ1", "quadrant", "24 family=FQ1 relation=quadrant"),
    ("Table 15", "axial FQ2", "axial", "24 family=FQ2 relation=axial"),
    ("Table 15", "quadrant FQ2", "quadrant", "24 family=FQ2 relation=quadrant"),
    ("Table 16", "FQ1 by size", "2", "15 family=FQ1 images=2"),
    ("Table 16", "FQ1 by size", "3", "16 family=FQ1 images=3"),
    ("Table 16", "FQ1 by size", "4", "17 family=FQ1 images=4"),
    ("Table 16", "FQ2 by size", "2", "17 family=FQ2 images=2"),
    ("Table 16", "FQ2 by size", "3", "16 family=FQ2 images=3"),
    ("Table 16", "FQ2 by size", "4", "15 family=FQ2 images=4"),
    ("G", "source", "captured", "42 source=captured"),
    ("G", "source", "rendered", "54 source=rendered"),
    ("G", "source", "captured FQ1", "21 source=captured family=FQ1"),
    ("G", "source", "captured FQ2", "21 source=captured family=FQ2"),
    ("G", "source", "rendered FQ1", "27 source=rendered family=FQ1"),
    ("G", "source", "rendered FQ2", "27 source=rendered family=FQ2"),
    ("5, F.1", "overlap", "shared with train", "81 overlap=train"),
    ("F.1", "overlap", "shared with dev alone", "0 overlap=dev"),
    ("5, F.1", "overlap", "neither", "15 overlap=none"),
    ("F.1", "overlap", "FQ1 shared", "41 overlap=train family=FQ1"),
    ("F.1", "overlap", "FQ2 shared", "40 overlap=train family=FQ2"),
    ("F.1", "overlap", "FQ1 neither", "7 overlap=none family=FQ1"),
    ("F.1", "overlap", "FQ2 neither", "8 overlap=none family=FQ2"),
    ("F.1", "overlap", "rendered shared", "41 overlap=train source=rendered"),
    ("F.1", "overlap", "captured shared", "40 overlap=train source=captured"),
    ("5, F.1", "overlap", "rendered neither", "13 overlap=none source=rendered"),
    ("5, F.1", "overlap", "captured neither", "2 overlap=none source=captured"),
    ("5, Table 3", "reference", "removed", "36 reference=removed"),
    ("5, Table 3", "reference", "shifted", "6 reference=shifted"),
    ("Table 3, E", "reference", "stable", "2 reference=stable"),
    ("Table 3, E", "reference", "none", "4 reference=none"),
    ("5", "ordinal after deletion", "another image", "38 ordinal_after=other-image"),
    ("5", "ordinal after deletion", "out of range", "4 ordinal_after=out-of-range"),
    ("D", "tags", "object", "16 tag=object"),
    ("D", "tags", "world", "16 tag=world"),
    ("D", "tags", "object with camera heading", "14 tag=object camera_heading=yes"),
    ("D", "tags", "world with camera heading", "16 tag=world camera_heading=yes"),
)


def _strata() -> list[Fact]:
    facts = []
    for place, kind, name, selection in _STRATA:
        number, *pairs = selection.split()
        wanted = dict(pair.split("=") for pair in pairs)
        count = partial(_test, **wanted)
        facts.append(Fact(f"test/{kind}/{name}", place, f"test groups: {name}", number, count))
    return facts


def _test(view: View, /, **wanted: str) -> int:
    return len(view.test(**wanted))


def _pairs_that_differ(view: View) -> int:
    return sum(
        meaning(one) != meaning(other)
        for group in view.test(family="FQ1")
        for one, other in combinations(group.values(), 2)
    )


def reference_change(group: Group) -> tuple[str, str]:
    """Reference change, and what the unchanged ordinal then names, from the images alone."""
    base, less = group["mss"].images, group["deletion"].images
    ordinal = int(lead(group).attributes["ordinal"])
    if not ordinal:
        return "none", "none"
    anchor = base[ordinal - 1]
    after = less[ordinal - 1] if ordinal <= len(less) else None
    change = "removed" if anchor not in less else "stable" if anchor == after else "shifted"
    return change, _named(anchor, after)


def _named(anchor: str, after: str | None) -> str:
    if after is None:
        return "out-of-range"
    return "same" if after == anchor else "other-image"


def _stated(item: Item) -> tuple[str, str]:
    return item.attributes["reference"], item.attributes["ordinal_after"]


STRATUM_FACTS: tuple[Fact, ...] = (
    *_strata(),
    Fact("test/gold-pairs", "7, F.2", "FQ1 pairs whose gold meanings differ", "144",
         _pairs_that_differ),
    Fact("test/headings", "5, D", "non-camera MSS prompts with camera headings", "30",
         lambda v: sum(len(v.test(tag=t, camera_heading="yes")) for t in ("object", "world"))),
    Fact("test/references-hold", "5, E", "reference attributes follow from the images", "True",
         lambda v: all(reference_change(g) == _stated(lead(g)) for g in v.test(family="FQ2"))),
    Fact("test/removed-first", "E", "removed referents that are the first image", "36",
         lambda v: len(v.test(reference="removed", ordinal="1"))),
    Fact("test/00392", "E", "group 00392: the anchor is", "removed",
         lambda v: lead(v.groups["group_00392"]).attributes["reference"]),
    Fact("test/00368", "E", "group 00368: the anchor is", "shifted",
         lambda v: lead(v.groups["group_00368"]).attributes["reference"]),
)  # fmt: skip
