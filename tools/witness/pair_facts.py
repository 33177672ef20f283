"""What ties a Base checkpoint to its LoRA: switches (D.2), common groups (D.3), strata (F.1)."""

from __future__ import annotations

from typing import Any

from tools.witness.families import QWEN, Family
from tools.witness.program import Program
from tools.witness.sheet import EVIDENCE, Sheet


def print_pair(program: Program, family: Family, base: Sheet, lora: Sheet) -> None:
    """D.2's switches, D.3's common groups, F.1's strata, and the successes that D.6 keeps."""
    _switches(program, family, base, lora)
    _common(program, family, base, lora)
    _strata(program, family, base, lora)


def _switches(program: Program, family: Family, base: Sheet, lora: Sheet) -> None:
    for variant in EVIDENCE:
        kept, before = [], []
        for position, item in enumerate(base.test.items):
            if item.variant == variant:
                both = (base.insufficient(position), lora.insufficient(position))
                kept.append(program.all_of(both))
                before.append(both[0])
        back = sum(before) - sum(kept)
        program.fact(f"D.2/reverse switches:{family.model}", back == family.reverse[variant])


def _common(program: Program, family: Family, base: Sheet, lora: Sheet) -> None:
    common: list[Any] = []
    changes: dict[tuple[str, str], list[Any]] = {}
    for members in base.test.groups.values():
        if "mss" not in members:
            continue
        mss = [base.right[members["mss"]], lora.right[members["mss"]]]
        common.append(program.all_of(mss))
        for variant in ("deletion", "addition"):
            answers = [base.right[members[variant]], lora.right[members[variant]]]
            for name, chosen in (("base", answers[:1]), ("lora", answers[1:]), ("both", answers)):
                changes.setdefault((variant, name), []).append(program.all_of(mss + chosen))
    program.fact(f"D.3/common groups:{family.model}", sum(common) == family.common)
    for variant, gained, lost in zip(
        ("deletion", "addition"), family.gained, family.lost, strict=True
    ):
        first, second, both = (sum(changes[variant, name]) for name in ("base", "lora", "both"))
        program.fact(f"D.3/gains on common groups:{family.model}", second - both == gained)
        program.fact(f"D.3/losses on common groups:{family.model}", first - both == lost)


def _strata(program: Program, family: Family, base: Sheet, lora: Sheet) -> None:
    metric, *numbers = family.elsewhere
    for run, number in zip((base, lora), numbers, strict=True):
        found = run.joint(metric, lambda item: item.attributes["overlap"] == "none")
        program.fact(f"F.1/{metric} elsewhere:{family.model}", found == number)
    if family.kept_nts is not None:
        pairs = [(value, lora.solved["NTS"][g]) for g, value in base.solved["NTS"].items()]
        kept = sum(program.all_of(pair) for pair in pairs)
        program.fact(f"D.6/kept deletion successes:{family.model}", kept == family.kept_nts)
    if family is QWEN:
        both = sum(
            program.all_of([value, lora.solved["DIS"][g]])
            for g, value in base.solved["DIS"].items()
            if base.test.lead(g).attributes["overlap"] == "none"
        )
        program.fact(f"F.1/DIS gains and losses elsewhere:{family.model}", both == 0)
