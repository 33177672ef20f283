"""Joint, circular and paired counts against the marginal counts they come from."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.scoring.decomposition import joint_bounds

Range = tuple[int, int]


class Triple(NamedTuple):
    """Ranges of a matched group's counts over the same n groups.

    A base answer is joined with two others: `first` counts groups with base and first right,
    `second` with base and second right.
    """

    base: Range
    one: Range
    two: Range
    first: Range
    second: Range


def joint_fits(joint: Sequence[int], marginals: Sequence[Range], n: int) -> bool:
    """Whether some joint count lies within the Fréchet bounds of some marginal counts."""
    low = joint_bounds([part[0] for part in marginals], n)[0]
    high = joint_bounds([part[1] for part in marginals], n)[1]
    return any(low <= count <= high for count in joint)


def total_range(triple: Triple, n: int) -> Range | None:
    """The least and greatest base + one + two, or None where the counts contradict each other.

    Given the base count b, a joint count j and its partner p satisfy j ≤ min(b, p) and
    p − j ≤ n − b, and every choice within these limits exists.
    """
    found: list[int] = []
    for base in range(triple.base[0], triple.base[1] + 1):
        ones = _partner(base, triple.first, triple.one, n)
        twos = _partner(base, triple.second, triple.two, n)
        if ones is not None and twos is not None:
            found += [base + ones[0] + twos[0], base + ones[1] + twos[1]]
    return (min(found), max(found)) if found else None


def all_of_three_range(joint: Range, n: int) -> Range:
    """Right answers in n groups of three of which `joint` are wholly right."""
    return 3 * joint[0], 3 * joint[1] + 2 * (n - joint[1])


def base_counts(triple: Triple, n: int) -> tuple[int, ...]:
    """The base counts that the joint and partner counts leave."""
    return tuple(
        base
        for base in range(triple.base[0], triple.base[1] + 1)
        if _partner(base, triple.first, triple.one, n) is not None
        and _partner(base, triple.second, triple.two, n) is not None
    )


def circular_clash(
    circular: Range, consistent: Range, vanilla: Range, rotations_total: Range, n: int, turns: int
) -> str:
    """What contradicts a circular row, or "".

    circular: items right at every rotation. consistent: items with one meaning at every rotation.
    vanilla: items right at rotation zero. rotations_total: right answers over all rotations.
    An item that is right everywhere is consistent; a consistent item is right everywhere or
    nowhere, so of those only `circular` contribute right answers.
    """
    others = (rotations_total[0] - vanilla[1], rotations_total[1] - vanilla[0])
    if circular[0] > min(consistent[1], vanilla[1]):
        return "more items are right everywhere than are consistent, or right at rotation zero"
    if turns * circular[0] > rotations_total[1] or (turns - 1) * circular[0] > others[1]:
        return "the rotations have too few right answers for the items right at every rotation"
    mixed = n - consistent[0]
    if rotations_total[0] > turns * circular[1] + (turns - 1) * mixed:
        return "the rotations have more right answers than the inconsistent items can carry"
    if vanilla[0] > circular[1] + mixed:
        return "rotation zero has more right answers than the inconsistent items can carry"
    if others[0] > (turns - 1) * (circular[1] + mixed):
        return "the other rotations have more right answers than is possible"
    return ""


def paired_clash(first: Range, second: Range, both: Range, n: int) -> str:
    """What contradicts a 2×2 table of two runs on the same n items, or ""."""
    low, high = max(0, first[0] + second[0] - n), min(first[1], second[1])
    if both[1] < low or both[0] > high:
        return f"{first} and {second} right of {n} leave {low} to {high} right in both"
    return ""


def transition_clash(before: int, after: int, gains: int, losses: int, n: int) -> str:
    """What contradicts gains and losses between two runs on the same n items, or ""."""
    if after - before != gains - losses:
        return f"{gains} gains and {losses} losses turn {before} into {before + gains - losses}"
    if not (0 <= losses <= before and 0 <= gains <= n - before):
        return f"{before} right of {n} leave no {gains} gains and {losses} losses"
    return ""


def changed_clash(changed: int, first_only: int, second_only: int, neither: int) -> str:
    """What contradicts a number of changed answers, or "".

    Items right in one run only have changed, items right in both have not.
    """
    low, high = first_only + second_only, first_only + second_only + neither
    if low <= changed <= high:
        return ""
    return f"the 2×2 table leaves {low} to {high} changed answers, printed is {changed}"


def retention(joint: int, base: int) -> Fraction | None:
    """Share of right base answers whose partner is right as well."""
    return Fraction(joint, base) if base else None


def strata_clash(parts: Sequence[Range], whole: Range) -> str:
    """What contradicts strata that add up to a whole, or ""."""
    low, high = sum(part[0] for part in parts), sum(part[1] for part in parts)
    if low > whole[1] or high < whole[0]:
        return f"the strata add up to {_range(low, high)}, the whole is {_range(*whole)}"
    return ""


def _partner(base: int, joint: Range, partner: Range, n: int) -> Range | None:
    most = min(joint[1], base)
    low, high = max(partner[0], joint[0]), min(partner[1], most + n - base)
    return (low, high) if joint[0] <= most and low <= high else None


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"
