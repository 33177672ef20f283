"""Paths into nested records: `metadata.split`, `choices[0]`, `docs.*.answer`.

A path is a list of steps: a key, a position, or `*`, which stands for every member. Two paths that
share their first steps up to a `*` mean the same member there, so that `docs.*.id` goes with
`docs.*.runs.*.text`. Nothing in a path is a pattern or is executed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from fe_core.errors import UsageError

LONGEST, DEEPEST = 500, 20
EVERY = "*"
ABSENT: Any = object()
"""What a path finds where there is nothing: null is something."""

Step = str | int
_STEP = re.compile(r'\[(\*|\d{1,9})\]|"([^"]+)"|([^.\[\]"]+)')


class Path(NamedTuple):
    """A path as it was written, and its steps. A key that is written just so comes first."""

    text: str
    steps: tuple[Step, ...]

    @property
    def stars(self) -> tuple[Step, ...]:
        """The steps up to the last `*`; empty where there is none."""
        last = max((place for place, step in enumerate(self.steps, 1) if step == EVERY), default=0)
        return self.steps[:last]


class Node(NamedTuple):
    """A value, the steps that led to it, and what they led through.

    trail: (steps up to and with a `*`, the value there), the root with no steps first. keys: what
    each `*` was.
    """

    value: Any
    trail: tuple[tuple[tuple[Step, ...], Any], ...]
    keys: tuple[Step, ...] = ()


def root(value: Any, keys: tuple[Step, ...] = ()) -> Node:
    """A record on its own."""
    return Node(value, (((), value),), keys)


def element(value: Any, number: int) -> Node:
    """A record of an array: `id` and `*.id` mean the same in it."""
    return Node(value, (((), value), ((EVERY,), value)), (number,))


def parse(text: str) -> Path:
    """A path from its text; what is no path is one key. Raises UsageError for one without end.

    >>> parse('a.*.b[0]."c.d"').steps, parse("Acc. [%]").steps
    (('a', '*', 'b', 0, 'c.d'), ('Acc. [%]',))
    """
    if len(text) > LONGEST or text.count(".") + text.count("[") > DEEPEST:
        raise UsageError(f"path {text[:40]!r} has over {LONGEST} characters or {DEEPEST} steps")
    steps: list[Step] = []
    place = 0
    while place < len(text):
        match = _STEP.match(text, place)
        if not match:
            return Path(text, (text,))
        index, quoted, name = match.groups()
        steps.append(int(index) if index and index != EVERY else (quoted or name or EVERY))
        place = match.end() + (text[match.end() : match.end() + 1] == ".")
    return Path(text, tuple(steps))


def spread(node: Node, steps: Sequence[Step]) -> Iterator[Node]:
    """Every member that `steps` (which end in `*`) lead to, in the record's order."""
    for prefix, start in reversed(node.trail):
        if prefix == tuple(steps[: len(prefix)]):
            yield from _spread(node._replace(value=start), tuple(steps), len(prefix))
            return


def find(node: Node, path: Path) -> Any:
    """What a path leads to from a node; ABSENT; a list where it holds a `*` of its own."""
    value = node.value
    if isinstance(value, Mapping) and path.text in value:
        return value[path.text]
    for prefix, start in reversed(node.trail):
        if prefix == path.steps[: len(prefix)]:
            return _walk(start, path.steps, len(prefix))
    return ABSENT


def _spread(node: Node, steps: tuple[Step, ...], done: int) -> Iterator[Node]:
    value = node.value
    for place in range(done, len(steps)):
        step = steps[place]
        if step == EVERY:
            for key, member in _members(value):
                trail = (*node.trail, (steps[: place + 1], member))
                yield from _spread(Node(member, trail, (*node.keys, key)), steps, place + 1)
            return
        value = _one(value, step)
        if value is ABSENT:
            return
    yield node


def _walk(value: Any, steps: tuple[Step, ...], done: int) -> Any:
    for place in range(done, len(steps)):
        step = steps[place]
        if step == EVERY:
            found = [_walk(member, steps, place + 1) for _, member in _members(value)]
            return [each for each in found if each is not ABSENT] or ABSENT
        value = _one(value, step)
        if value is ABSENT:
            return ABSENT
    return value


def _one(value: Any, step: Step) -> Any:
    if isinstance(value, Mapping):
        return value.get(step if isinstance(step, str) else str(step), ABSENT)
    if isinstance(value, list):
        position = step if isinstance(step, int) else int(step) if step.isdecimal() else -1
        return value[position] if 0 <= position < len(value) else ABSENT
    return ABSENT


def _members(value: Any) -> Iterator[tuple[Step, Any]]:
    if isinstance(value, Mapping):
        return iter(value.items())
    return iter(enumerate(value)) if isinstance(value, list) else iter(())
