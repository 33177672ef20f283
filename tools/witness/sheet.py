"""One run's answers as variables: a letter an item, and the joint successes they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from fe_core.records.model import Item
from tools.witness.program import Program
from tools.witness.targets import Aim
from tools.witness.vectors import LETTERS, Counts

FRAMES = ("camera", "object", "scene")
EVIDENCE = ("mss", "deletion", "addition")
JOINT = {"GEM": FRAMES, "NTS": ("mss", "deletion"), "DIS": ("mss", "addition")}

Where = Callable[[Item], bool]


class Test(NamedTuple):
    """The test items in their order, and its groups: group → variant → position."""

    items: tuple[Item, ...]
    groups: Mapping[str, Mapping[str, int]]

    def of(self, metric: str) -> list[str]:
        """The groups that a joint metric is about."""
        variants = JOINT[metric]
        return [name for name, members in self.groups.items() if variants[0] in members]

    def lead(self, group: str) -> Item:
        """A group's first item; attributes of groups are the same in all of them."""
        return self.items[min(self.groups[group].values())]


class Sheet(NamedTuple):
    """Variables of one run: letters[item][letter], right[item], solved[metric][group]."""

    test: Test
    letters: tuple[tuple[Any, ...], ...]
    right: tuple[Any, ...]
    solved: Mapping[str, Mapping[str, Any]]

    def insufficient(self, position: int) -> Any:
        """Whether the answer to an FQ2 item means insufficiency."""
        return self.letters[position][insufficiency(self.test.items[position])]

    def hits(self, where: Where) -> Any:
        """Right answers among the items that `where` selects."""
        return sum(
            right for item, right in zip(self.test.items, self.right, strict=True) if where(item)
        )

    def joint(self, metric: str, where: Where = lambda item: True) -> Any:
        """Solved groups among those whose items `where` selects."""
        return sum(
            value for group, value in self.solved[metric].items() if where(self.test.lead(group))
        )


def test_of(items: Sequence[Item]) -> Test:
    """The test split of the skeleton."""
    chosen = tuple(item for item in items if item.split == "test")
    groups: dict[str, dict[str, int]] = {}
    for position, item in enumerate(chosen):
        groups.setdefault(item.group, {})[item.variant] = position
    return Test(chosen, groups)


def insufficiency(item: Item) -> int:
    """Index of the letter that means insufficiency."""
    return next(
        index for index, letter in enumerate(LETTERS) if item.meanings[letter] == "insufficient"
    )


def sheet(program: Program, test: Test, *, failed: int = 0) -> Sheet:
    """Variables for one run; `failed` additions gave no letter, every other item has one."""
    letters = tuple(tuple(program.boolean() for _ in LETTERS) for _ in test.items)
    spare = []
    for item, row in zip(test.items, letters, strict=True):
        if failed and item.variant == "addition":
            spare.append(1 - sum(row))
            program.always(sum(row) <= 1)
        else:
            program.always(sum(row) == 1)
    if failed:
        program.fact("table-08/invalid additions", sum(spare) == failed)
    right = tuple(
        row[LETTERS.index(str(item.gold))] for item, row in zip(test.items, letters, strict=True)
    )
    solved = {
        metric: {
            group: program.all_of([right[test.groups[group][variant]] for variant in variants])
            for group in test.of(metric)
        }
        for metric, variants in JOINT.items()
    }
    return Sheet(test, letters, right, solved)


def print_counts(program: Program, run: Sheet, aim: Aim, counts: Counts, table: str) -> None:
    """Classification and joint columns: hits and predictions by letter, solved groups."""
    for index, letter in enumerate(LETTERS):
        chosen = sum(row[index] for row in run.letters)
        hits = run.hits(lambda item, gold=letter: item.gold == gold)  # type: ignore[misc]
        program.fact(f"{table}/P R F1 Acc.:{aim.name}", chosen == counts.predicted[index])
        program.fact(f"{table}/P R F1 Acc.:{aim.name}", hits == counts.hits[index])
    for metric, number in aim.joint.items():
        program.fact(f"{table}/{metric}:{aim.name}", run.joint(metric) == number)


def print_strata(program: Program, run: Sheet, aim: Aim) -> None:
    """Table 8's insufficiency counts and Table 16's strata of base-set size."""
    for variant, number in (aim.insufficient or {}).items():
        chosen = sum(
            run.insufficient(position)
            for position, item in enumerate(run.test.items)
            if item.variant == variant
        )
        program.fact(f"table-08/{variant}:{aim.name}", chosen == number)
    for (metric, size), number in aim.sizes.items():
        solved = run.joint(metric, lambda item, s=size: item.attributes["images"] == s)  # type: ignore[misc]
        program.fact(f"table-16/{metric} {size}:{aim.name}", solved == number)


def decoded(run: Sheet, values: Callable[[Any], int]) -> tuple[str | None, ...]:
    """The letters of a solution, None where the call failed."""
    return tuple(
        next((letter for letter, cell in zip(LETTERS, row, strict=True) if values(cell)), None)
        for row in run.letters
    )
