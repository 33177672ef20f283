"""The registry: every metric that can be declared. A new one is an entry in one of these files."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from fe_core.scoring.metric import Definition
from fe_core.scoring.metrics import bags, classes, items, pairs

METRICS: Mapping[str, Definition] = MappingProxyType(
    {
        definition.name: definition
        for module in (items, classes, bags, pairs)
        for definition in module.METRICS
    }
)
"""Name → definition, in the order of the documentation."""
