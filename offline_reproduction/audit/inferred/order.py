"""Numbers that cannot fall: minimum to maximum, and hits among the first 1, 5, 10 …"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from offline_reproduction.audit.inferred import cues
from offline_reproduction.audit.inferred.findings import Check, Grade, Strength
from offline_reproduction.audit.inferred.grid import (
    Slot,
    Variable,
    View,
    column_name,
    row_name,
    words,
)
from offline_reproduction.audit.inferred.sentences import place

RANKS = {
    word: rank
    for rank, group in enumerate(
        ("min minimum", "p25 q1", "median p50", "p75 q3", "p90", "p95", "p99", "max maximum")
    )
    for word in group.split()
}
_FIRST_K = re.compile(
    r"(.*?)\b(?:(top|hits?)[-@ ]?|(hits?|r|recall|pass|acc|accuracy) ?@ ?)(\d{1,5})\b(.*)",
    re.IGNORECASE,
)
"""`Top-5`, `Hits@10`, `R@1`: a label such as `r7` is none."""


def checks(view: View) -> Iterator[Check]:
    """Numbers below the one that they cannot be below."""
    for names, chain in _chains(view):
        holds, wrong = 0, []
        for instance in view.instances:
            if _computed(view, instance):
                continue
            slots = [view.slot(v, instance) for v in chain]
            entries = view.grid.entries
            known = [slot for slot in slots if slot in entries]
            for small, large in pairwise(known):
                if entries[small].unit != entries[large].unit:
                    continue
                if entries[small].nearest[0] <= entries[large].nearest[1]:
                    holds += 1
                else:
                    wrong.append((small, large))
        if holds >= 3 * len(wrong):
            strength = Strength(holds, holds + len(wrong), holds, 1)
            for small, large in wrong:
                yield _check(view, small, large, names, strength)


def _computed(view: View, instance: int) -> bool:
    """Whether a row or column holds changes, ratios or deviations, which have no such order."""
    name = view.grid.columns[instance] if view.across else view.grid.rows[instance]
    return bool(words(name) & (cues.DELTA | cues.RATIO | cues.SPREAD))


def _chains(view: View) -> Iterator[tuple[str, list[Variable]]]:
    stems: dict[tuple[str, ...], list[tuple[int, Variable]]] = defaultdict(list)
    for variable in view.variables:
        if variable.part or _signed(view, variable):
            continue
        *parent, own = variable.path or ("",)
        ranks = {RANKS[word] for word in words(own) & RANKS.keys()}
        if len(ranks) == 1:
            stem = " ".join(sorted(words(own) - RANKS.keys()))
            stems["order", *parent, stem].append((ranks.pop(), variable))
        if found := _FIRST_K.fullmatch(own):
            before, ranked, at, k, after = found.groups()
            stems["k", *parent, before, (ranked or at).casefold(), after].append((int(k), variable))
    for (kind, *_), members in sorted(stems.items(), key=lambda item: item[0]):
        ranks_of = [rank for rank, _ in members]
        if len(members) >= 2 and len(set(ranks_of)) == len(members):
            ordered = [v for _, v in sorted(members, key=lambda item: item[0])]
            yield "the order" if kind == "order" else "what is right among more", ordered


def _signed(view: View, variable: Variable) -> bool:
    """Whether most numbers carry a plus: they are changes."""
    slots = [view.slot(variable, i) for i in view.instances]
    found = [view.grid.cell(s).text for s in slots if s in view.grid.entries]
    return 2 * sum(text.lstrip("*_ ").startswith("+") for text in found) > len(found)


def _check(view: View, small: Slot, large: Slot, names: str, strength: Strength) -> Check:
    grid, table = view.grid, view.grid.table
    first, second = grid.cell(small).text, grid.cell(large).text
    other = row_name(grid, small.row) if view.across else column_name(grid, small.column)
    return Check(
        Grade.CONTRADICTION if strength.holds >= 3 else Grade.NOTE,
        "order",
        table.number,
        row_name(grid, large.row),
        column_name(grid, large.column),
        second,
        f"at least {first}",
        strength,
        (f"{names} cannot be less",),
        f"{place(grid, large)}: {second} is printed, below {first} of {other!r}; "
        f"it cannot be less, as in {strength.holds} of {strength.of} pairs.",
        grid.cell(large).line,
    )
