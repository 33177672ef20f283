"""GPT-5.6 zero-shot: plan the sums, then solve primary, repeat and the four rotations."""

from __future__ import annotations

from collections.abc import Sequence

from fe_core.intervals.clusters import components
from fe_core.records.model import Item
from tools.witness.circular.build import Rotations, shown
from tools.witness.gpt.facts import CIRCULAR, PRIMARY, REPEAT
from tools.witness.gpt.pairing import Letters
from tools.witness.gpt.plan import plan
from tools.witness.gpt.rotated import rotated_answers
from tools.witness.gpt.steady import (
    Clusters,
    primary_answers,
    repeat_answers,
    zero_answers,
)
from tools.witness.sheet import Test, test_of


def build(items: Sequence[Item]) -> dict[str, Rotations]:
    """Run → rotation → item → shown letter, of the primary run, its repeat and the rotations.

    items: the skeleton. The same items give the same answers with the pinned solver. Raises
    ClashError with the facts that clash, or PlanError where no component sums print an interval.
    """
    test = test_of(items)
    clusters = clusters_of(test)
    sums = plan([len(union) for union in clusters.unions])
    primary = primary_answers(test, clusters, sums)
    repeat = repeat_answers(test, clusters, sums, primary)
    zero = zero_answers(test, clusters, sums, primary, repeat)
    rotated = rotated_answers(test, clusters, sums, zero, repeat)
    return {
        PRIMARY: {0: _shown(test, primary, 0)},
        REPEAT: {0: _shown(test, repeat, 0)},
        CIRCULAR: {r: _shown(test, options, r) for r, options in enumerate((zero, *rotated))},
    }


def clusters_of(test: Test) -> Clusters:
    """Test groups, and components connected by images or scenes, the largest first."""
    keys: dict[str, set[str]] = {}
    for item in test.items:
        images = {f"image:{image}" for image in item.images}
        keys.setdefault(item.group, set()).update(
            images, {f"scene:{item.attributes['scene_cluster']}"}
        )
    groups = {name: tuple(sorted(members.values())) for name, members in test.groups.items()}
    unions = [
        tuple(sorted(position for name in union.members for position in groups[name]))
        for union in components(keys)
    ]
    return Clusters(tuple(groups.values()), tuple(sorted(unions, key=lambda one: (-len(one), one))))


def _shown(test: Test, options: Letters, rotation: int) -> dict[str, str]:
    return {
        item.item: shown(item, option, rotation)
        for item, option in zip(test.items, options, strict=True)
    }
