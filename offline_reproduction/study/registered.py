"""What a paper that ships with the kit registers beside its declarations, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from fe_core.records.model import Item
from fe_core.reporting.cells import Cell
from offline_reproduction.study.evidence import Answers, Scored
from offline_reproduction.study.quantities import Function

NONE: Mapping[str, Any] = MappingProxyType({})


class Registered(NamedTuple):
    """Named functions of a paper, for what no declaration expresses.

    functions: of metrics of kind "function". answers: what a rule answers, or a run at one
    rotation, under a name beside the runs. columns: of the tables `items` and `groups`
    that expressions read.
    """

    functions: Mapping[str, Function] = NONE
    answers: Mapping[str, Callable[[Scored], Answers]] = NONE
    columns: Mapping[str, Callable[[tuple[Item, ...]], Cell]] = NONE


NOTHING = Registered()
