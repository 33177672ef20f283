"""Printed facts about primary, ordinary and ablation runs: enforced, or true by themselves.

A constraint names its fact as `<name>:<run or family>`; `name` is a key of ENFORCED. Nothing here
is scored: the ordinary scorer judges the records afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Fact(NamedTuple):
    """Where a fact is printed, and what it says in our words."""

    place: str
    wording: str


ENFORCED: Mapping[str, Fact] = {
    "given": Fact("Tables 4, 7, 13", "GPT zero-shot's answers, which its repeat and rotations fix"),
    "table-03": Fact("Table 3", "joint deletion successes by reference change, eight rows"),
    "table-04/Acc.": Fact("Table 4", "right answers by variant add up to the accuracy"),
    "table-04/P R F1 Acc.": Fact("Table 4", "hits and predictions by letter"),
    "table-04/GEM": Fact("Table 4", "solved frame groups"),
    "table-04/NTS": Fact("Table 4", "solved MSS–deletion pairs"),
    "table-04/DIS": Fact("Table 4", "solved MSS–addition pairs"),
    "table-08": Fact("Table 8", "room for right answers beside insufficiency responses"),
    "table-08/mss": Fact("Table 8", "insufficiency responses on MSS"),
    "table-08/deletion": Fact("Table 8", "insufficiency responses on deletion, all of them right"),
    "table-08/addition": Fact("Table 8", "insufficiency responses on addition"),
    "table-08/invalid additions": Fact("Table 8", "ten failed LLaVA calls, all on additions"),
    "table-11/P R F1 Acc.": Fact("Table 11", "hits and predictions by letter"),
    "table-11/GEM": Fact("Table 11", "solved frame groups"),
    "table-11/NTS": Fact("Table 11", "solved MSS–deletion pairs"),
    "table-11/DIS": Fact("Table 11", "solved MSS–addition pairs"),
    "table-11/mean and deviation": Fact("Table 11", "mean ± deviation of P, R, F1 over seeds"),
    "table-14/Acc.": Fact("Table 14", "right answers without all images"),
    "table-14/GEM": Fact("Table 14", "solved frame groups without all images"),
    "table-14/NTS": Fact("Table 14", "solved MSS–deletion pairs without all images"),
    "table-14/DIS": Fact("Table 14", "solved MSS–addition pairs without all images"),
    "table-15": Fact("Table 15", "room in the MSS-right groups for both joint counts"),
    "table-15/GEM": Fact("Table 15", "a run's axial share of GEM, as the plan has it"),
    "table-15/NTS": Fact("Table 15", "a run's axial share of NTS, as the plan has it"),
    "table-15/DIS": Fact("Table 15", "a run's axial share of DIS, as the plan has it"),
    "table-15/GEM/signs": Fact("Table 15", "2 positive, 13 tied, 5 negative gaps"),
    "table-15/NTS/signs": Fact("Table 15", "5 positive, 8 tied, 7 negative gaps"),
    "table-15/DIS/signs": Fact("Table 15", "17 positive, 3 tied gaps"),
    "table-15/DIS/median": Fact("Table 15", "the median gap is five groups of 24"),
    "table-16/GEM 2": Fact("Table 16", "solved groups with two images"),
    "table-16/GEM 3": Fact("Table 16", "solved groups with three images"),
    "table-16/GEM 4": Fact("Table 16", "solved groups with four images"),
    "table-16/NTS 2": Fact("Table 16", "deletion pairs with two images"),
    "table-16/NTS 3": Fact("Table 16", "deletion pairs with three images"),
    "table-16/NTS 4": Fact("Table 16", "deletion pairs with four images"),
    "table-16/DIS 2": Fact("Table 16", "addition pairs with two images"),
    "table-16/DIS 3": Fact("Table 16", "addition pairs with three images"),
    "table-16/DIS 4": Fact("Table 16", "addition pairs with four images"),
    "6.2/newly correct": Fact("6.2", "48 answers newly correct from two to three shots"),
    "6.2/newly incorrect": Fact("6.2", "43 answers newly incorrect"),
    "6.2/interval of the two-to-three-shot change": Fact("6.2, G.3", "[-4.90, 5.35]"),
    "6.3/interval of images": Fact("6.3, D.5", "[29.2, 59.5] for Qwen's gain in DIS by images"),
    "6.3/GPT without images": Fact("6.3", "insufficiency on every FQ2 question"),
    "D.2/reverse switches": Fact("D.2", "none for Qwen; one for InternVL, on MSS"),
    "D.3/common": Fact("D.3", "MSS-right groups of the four paired checkpoints"),
    "D.3/common groups": Fact("D.3", "both right: 4 for Qwen, 9 for InternVL"),
    "D.3/gains on common groups": Fact("D.3", "deletion 4 and 1, addition none"),
    "D.3/losses on common groups": Fact("D.3", "deletion none, addition 1 and 3"),
    "D.4/camera": Fact("D.4", "right answers by variant, as the plan has them"),
    "D.4/object": Fact("D.4", "right answers by variant, as the plan has them"),
    "D.4/scene": Fact("D.4", "right answers by variant, as the plan has them"),
    "D.4/mss": Fact("D.4", "right answers by variant, as the plan has them"),
    "D.4/addition": Fact("D.4", "right answers by variant, as the plan has them"),
    "D.4/NTS gap": Fact("D.4", "from -8.59 to +0.65 points, both reached"),
    "D.4/DIS gap": Fact("D.4", "from +4.51 to +23.70 points, both reached"),
    "D.4/NTS gap signs": Fact("D.4, 6.2", "negative in 19 of 20"),
    "D.4/GEM gap signs": Fact("D.4", "5 positive, 15 negative"),
    "D.4/ordinary GEM gap": Fact("D.4", "negative in all eight ordinary runs"),
    "D.4/ordinary NTS gap": Fact("D.4", "negative in all eight ordinary runs"),
    "D.4/ordinary DIS gap": Fact("D.4", "positive in all eight ordinary runs"),
    "D.6/kept deletion successes": Fact("D.6", "InternVL: two newly solved, two newly failed"),
    "D.6/NTS intervals include zero": Fact("D.6", "over scenes and over union components"),
    "D.6/DIS intervals below zero": Fact("D.6", "over all three partitions"),
    "D.6/leave-one range": Fact("D.6", "Qwen's NTS stays positive, both DIS stay negative"),
    "F.1/GEM elsewhere": Fact("F.1", "none of the seven groups without overlap, in any run"),
    "F.1/DIS elsewhere": Fact("F.1, 5", "Qwen: 4 of 8 for Base, 2 of 8 for LoRA"),
    "F.1/NTS elsewhere": Fact("F.1", "InternVL: 1 of 8 for Base, 2 of 8 for LoRA"),
    "F.1/DIS gains and losses elsewhere": Fact("F.1", "two gains and four losses"),
    "F.2/changed pairs": Fact("F.2, 7", "94, 94 and 29 of 144 pairs change meaning"),
    "F.2/joint pairs": Fact("F.2, 7", "26, 27 and 1 pairs jointly right"),
    "G.1/accuracy": Fact("G.1", "right answers on rendered items, as the plan has them"),
    "G.1/DIS": Fact("G.1", "addition pairs on rendered groups, as the plan has them"),
    "G.1/rendered accuracy": Fact("G.1, 5", "rendered is higher in 14 of 20"),
    "G.1/rendered DIS": Fact("G.1, 5", "rendered is higher in 16 of 20"),
    "G.1/rendered": Fact("G.1", "Qwen 32B against its 7B; GPT zero- against one-shot"),
    "G.2/agreement": Fact("G.2, 6.1", "281 and 277 of 288 letters agree"),
    "G.3/GEM interval spans zero": Fact("G.3", "two to three shots"),
}

FOLLOWS = (
    Fact("Table 5", "all-images minus text-only: differences of Table 14's panels"),
    Fact("6.3", "images raise DIS in 11 of 12 open-weight configurations, accuracy in six"),
    Fact("Table 6a", "means and deviations: Table 11's rows again"),
    Fact("Table 11", "accuracies and joint scores in the mean rows: from the seeds' counts"),
    Fact("Table 15", "zero medians of GEM and NTS: from the signs"),
    Fact("6.2", "leaders: accuracy 50.00, GEM 10.42, NTS 22.92, DIS 47.92 twice"),
    Fact("6.2", "DIS above its reference in all 20: from the range of gaps"),
    Fact("7, G.4", "insufficiency recall and precision, 38 and 54, 3 and 4: from Table 8"),
    Fact("7", "Mistral: more insufficiency on MSS than on deletion"),
    Fact("D.2", "28/35/22 and 10/14/9 switches: from Table 8 and the reverse switches"),
    Fact("D.3", "Base-only 18 and 6, LoRA-only 4 and 2, neither 22 and 31"),
    Fact("D.3, 7", "DIS lost through coverage: 14 and 3; NTS gained on common groups: 4 and 1"),
    Fact("D.6", "InternVL's NTS interval over exact images includes zero"),
    Fact("F.1, 5", "17/40 to 4/40, 3/40 to 2/40: from Table 4 and the strata without overlap"),
    Fact("F.2", "complete triplets fall from five to three while pairs rise from 26 to 27"),
    Fact("G.2", "83 to 84, 85 to 87, DIS 21 to 22, other joint counts unchanged"),
    Fact("G.4", "retention 21/22, 6/8, 10/15, 4/11: from DIS and MSS-right groups"),
    Fact("A", "5,750 valid answers of 5,760"),
)
"""Printed, never stated as a constraint of its own, and true in the records all the same."""


def unknown(stated: Mapping[str, int]) -> list[str]:
    """Names of constraints that are no fact of ENFORCED."""
    return sorted({name.partition(":")[0] for name in stated} - set(ENFORCED))


def report(stated: Mapping[str, int]) -> str:
    """What was enforced, by fact: runs it was stated for, and constraints.

    stated: constraints by `<name>:<run or family>`.
    """
    lines = [f"enforced: {len(stated)} facts about single runs, {sum(stated.values())} constraints"]
    for name, fact in ENFORCED.items():
        runs = [run for run in stated if run.partition(":")[0] == name]
        if runs:
            constraints = sum(stated[run] for run in runs)
            lines.append(
                f"  {fact.place}: {fact.wording} [{name}; {len(runs)} runs, {constraints}]"
            )
    lines.append(f"came out by themselves: {len(FOLLOWS)} kinds of facts")
    lines += [f"  {fact.place}: {fact.wording}" for fact in FOLLOWS]
    return "\n".join(lines)
