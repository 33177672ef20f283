"""Facts that span the primary runs, decided before any answer is: one small program over counts.

Table 15 (signs and medians over 20 configurations), Appendix G.1 (rendered against captured) and
Appendix D.4 (gaps to the fixed-marginal reference) each count configurations. The plan gives every
run its share of them; a run's own program then only has to meet its shape.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tools.witness.program import Program, solved
from tools.witness.targets import GROUPS, Aim

HALF = 24
"""Groups of one family that are axial; as many are quadrant."""

CAPTURED_ITEMS, RENDERED_ITEMS = 126, 162
CAPTURED_GROUPS, RENDERED_GROUPS = 21, 27

FRAMES = ("camera", "object", "scene")

COMMON_MSS = {
    "Qwen2.5-VL-7B Base": 22,
    "Qwen2.5-VL-7B LoRA": 8,
    "InternVL3-8B Base": 15,
    "InternVL3-8B LoRA": 11,
}
"""MSS-correct groups of the paired checkpoints: D.2's 4/18/4/22 and 9/6/2/31, summed."""

TRIPLETS = {"GPT-5.6 2-shot": (5, 26), "GPT-5.6 3-shot": (3, 27), "Qwen3-VL-8B Base": (0, 1)}
"""Solved triplets and jointly right pairs of F.2."""

CAPTURED_LEADS = ("Qwen2.5-VL-32B Base", "GPT-5.6 0-shot")
RENDERED_LEADS = ("Qwen2.5-VL-7B Base", "GPT-5.6 1-shot")


class Shape(NamedTuple):
    """Counts of one run: right answers by variant, and solved groups or right answers in strata."""

    camera: int
    object: int
    scene: int
    mss: int
    addition: int
    gem_axial: int
    nts_axial: int
    dis_axial: int
    dis_rendered: int
    right_rendered: int


def plan(
    aims: Mapping[str, Aim], given: Mapping[str, Shape], facts: Counter[str]
) -> dict[str, Shape]:
    """A shape for every primary run; runs in `given` keep theirs.

    facts: counts the plan's constraints, by fact.
    Raises ClashError where no shapes meet the facts together.
    """
    variables: dict[str, Shape] = {}
    stated: dict[str, int] = {}

    def declare(program: Program) -> None:
        variables.clear()
        for name, aim in aims.items():
            variables[name] = _variables(program, aim)
            _bounds(program, aim, variables[name])
            for field, value in zip(Shape._fields, given.get(name, ()), strict=False):
                program.fact(f"given:{name}", getattr(variables[name], field) == value)
        _signs(program, aims, variables)
        _sources(program, aims, variables)
        _gaps(program, aims, variables)
        stated.update(program.facts)

    values = solved("the plan", declare)
    facts.update(stated)
    return {name: Shape._make(map(values, shape)) for name, shape in variables.items()}


def _variables(program: Program, aim: Aim) -> Any:
    gem, nts, dis = (aim.joint[metric] for metric in ("GEM", "NTS", "DIS"))
    frames = [program.integer(1, GROUPS) for _ in FRAMES]
    axial = [program.integer(0, min(HALF, total)) for total in (gem, nts, dis)]
    rendered = program.integer(0, min(RENDERED_GROUPS, dis))
    mss, addition = program.integer(dis, GROUPS), program.integer(dis, GROUPS)
    right = program.integer(0, aim.right)
    return Shape._make([*frames, mss, addition, *axial, rendered, right])


def _bounds(program: Program, aim: Aim, shape: Any) -> None:
    name, insufficient = aim.name, aim.insufficient or {}
    gem, dis = aim.joint["GEM"], aim.joint["DIS"]
    frames = shape.camera + shape.object + shape.scene
    family_two = shape.mss + insufficient["deletion"] + shape.addition
    program.fact(f"table-04/Acc.:{name}", frames + family_two == aim.right)
    nts = aim.joint["NTS"]
    program.fact(f"table-04/NTS:{name}", shape.mss >= nts)
    program.fact(f"table-15:{name}", shape.mss >= shape.nts_axial + dis - shape.dis_axial)
    program.fact(f"table-15:{name}", shape.mss >= shape.dis_axial + nts - shape.nts_axial)
    failed = aim.letters.valid - 288
    free_mss, free_addition = GROUPS - insufficient["mss"], GROUPS - insufficient["addition"]
    program.fact(f"table-08:{name}", shape.mss <= free_mss - 3)
    program.fact(f"table-08:{name}", shape.addition <= free_addition - 3 + failed)
    program.fact(f"table-04/DIS:{name}", shape.mss + shape.addition - dis <= GROUPS)
    program.fact(f"table-04/GEM:{name}", frames <= 2 * GROUPS + gem)
    _similar(program, shape, aim)
    if name in COMMON_MSS:
        program.fact(f"D.3/common:{name}", shape.mss == COMMON_MSS[name])
    if name == "InternVL3-8B Base":
        program.fact("D.4/ordinary GEM gap:InternVL3-8B Base", frames >= 40)
    if name in TRIPLETS:
        full, pairs = TRIPLETS[name]
        two = pairs - 3 * full
        program.fact(f"F.2/joint pairs:{name}", frames >= 3 * full + 2 * two)
        program.fact(f"F.2/joint pairs:{name}", frames <= 2 * full + two + GROUPS)


def _similar(program: Program, shape: Any, aim: Aim) -> None:
    for one, other in (("camera", "object"), ("object", "scene"), ("camera", "scene")):
        difference = getattr(shape, one) - getattr(shape, other)
        program.always(difference <= 5)
        program.always(difference >= -5)
    if aim.name not in COMMON_MSS:
        program.always(shape.addition - shape.mss <= 9)
        program.always(shape.mss - shape.addition <= 9)
    program.always(2 * shape.dis_axial - aim.joint["DIS"] <= 9)
    program.always(2 * shape.nts_axial - aim.joint["NTS"] <= 4)
    program.always(2 * shape.nts_axial - aim.joint["NTS"] >= -4)
    expected = 27 * aim.right
    program.always(48 * shape.right_rendered <= expected + 480)
    program.always(48 * shape.right_rendered >= expected - 480)
    program.always(16 * shape.dis_rendered <= 9 * aim.joint["DIS"] + 64)
    program.always(16 * shape.dis_rendered >= 9 * aim.joint["DIS"] - 64)


def _signs(program: Program, aims: Mapping[str, Aim], shapes: Mapping[str, Any]) -> None:
    signs = {"GEM": (2, 13, 5), "NTS": (5, 8, 7), "DIS": (17, 3, 0)}
    for metric, (more, ties, less) in signs.items():
        gaps = [
            2 * getattr(shapes[name], f"{metric.lower()}_axial") - aim.joint[metric]
            for name, aim in aims.items()
        ]
        place = f"table-15/{metric}"
        program.fact(f"{place}/signs", _number(program, gaps, 1) == more)
        program.fact(f"{place}/signs", _number(program, gaps, 0) == more + ties)
        if metric == "DIS":
            program.fact(f"{place}/median", _number(program, gaps, 5) >= 11)
            program.fact(f"{place}/median", _number(program, gaps, 6) <= 9)
        program.always(_number(program, gaps, 0) <= more + ties + less)


def _number(program: Program, gaps: list[Any], least: int) -> Any:
    return sum(program.holds(_at_least(gap, least), _at_least(-1 * gap, 1 - least)) for gap in gaps)


def _at_least(value: Any, least: int) -> Callable[[], Any]:
    return lambda: value >= least


def _sources(program: Program, aims: Mapping[str, Aim], shapes: Mapping[str, Any]) -> None:
    accuracy, joint = {}, {}
    for name, aim in aims.items():
        shape, dis = shapes[name], aim.joint["DIS"]
        total = RENDERED_ITEMS + CAPTURED_ITEMS
        accuracy[name] = total * shape.right_rendered - RENDERED_ITEMS * aim.right
        joint[name] = GROUPS * shape.dis_rendered - RENDERED_GROUPS * dis
        program.always(accuracy[name] != 0)
        program.always(joint[name] != 0)
    place = "G.1/rendered"
    program.fact(f"{place} accuracy", _number(program, list(accuracy.values()), 1) == 14)
    program.fact(f"{place} DIS", _number(program, list(joint.values()), 1) == 16)
    for name in CAPTURED_LEADS:
        program.fact(f"{place}:{name}", accuracy[name] < 0)
    for name in RENDERED_LEADS:
        program.fact(f"{place}:{name}", accuracy[name] > 0)
    program.fact(f"{place}:Qwen2.5-VL-32B Base", joint["Qwen2.5-VL-32B Base"] < 0)
    program.fact(f"{place}:Qwen2.5-VL-7B Base", joint["Qwen2.5-VL-7B Base"] > 0)


def _gaps(program: Program, aims: Mapping[str, Aim], shapes: Mapping[str, Any]) -> None:
    pairs, additions, frames = [], [], []
    for name, aim in aims.items():
        shape, insufficient = shapes[name], aim.insufficient or {}
        pairs.append(GROUPS * aim.joint["NTS"] - insufficient["deletion"] * shape.mss)
        additions.append(GROUPS * aim.joint["DIS"] - _times(program, shape.mss, shape.addition))
        product = _times(program, shape.camera, shape.object)
        product = program.product([product, shape.scene], GROUPS**3)
        frames.append(GROUPS**2 * aim.joint["GEM"] - product)
        program.always(frames[-1] != 0)
    _range(program, "D.4/NTS gap", pairs, -198, 15)
    _range(program, "D.4/DIS gap", additions, 104, 546)
    program.fact("D.4/NTS gap signs", _number(program, pairs, 0) == 1)
    program.fact("D.4/GEM gap signs", _number(program, frames, 1) == 5)


def _range(program: Program, name: str, gaps: list[Any], low: int, high: int) -> None:
    for gap in gaps:
        program.fact(name, gap >= low)
        program.fact(name, gap <= high)
    program.fact(name, _number(program, gaps, low + 1) < len(gaps))
    program.fact(name, _number(program, gaps, high) > 0)


def _times(program: Program, one: Any, other: Any) -> Any:
    return program.product([one, other], GROUPS**2)
