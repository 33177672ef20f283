"""FrameEvidence's tables recomputed from the record files, slowly and plainly.

A second program, written from the paper's definitions; it shares no code with the kit. Everything
is counted with nested loops over plain dictionaries. `python frameevidence_by_hand.py FOLDER`
prints what it finds.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

OPEN = (
    "Qwen2.5-VL-7B", "InternVL3-8B", "Qwen3-VL-8B", "LLaVA-OneVision-7B", "MiniCPM-V 4.5",
    "Mistral Small 3.2 24B", "Qwen2.5-VL-32B", "InternVL3.5-14B", "Phi-4-Multimodal",
    "Kimi-VL-A3B",
)  # fmt: skip
CONFIGURATIONS = (
    [(model, "Base") for model in OPEN]
    + [("Qwen2.5-VL-7B", "LoRA"), ("InternVL3-8B", "LoRA")]
    + [("GPT-5.6", f"{k}-shot") for k in range(4)]
    + [("Claude Fable 5.1", f"{k}-shot") for k in range(4)]
)
ABLATED = [*CONFIGURATIONS[:12], ("GPT-5.6", "0-shot")]
SEEDS = ("20260722", "20260723", "20260724")
FAMILIES = ("InternVL3-8B", "Qwen2.5-VL-7B")
PARTS = {
    "GEM": ("camera", "object", "scene"),
    "NTS": ("mss", "deletion"),
    "DIS": ("mss", "addition"),
}
GPT = "circular/GPT-5.6/0-shot"
REPEAT = "repeat/GPT-5.6/0-shot"
LETTERS = "ABCD"


class Study:
    """The record files as they are: items by id, answers by (run, rotation) and item."""

    def __init__(self, folder: Path) -> None:
        self.items = {row["item"]: row for row in lines(folder / "items.jsonl")}
        self.answers: dict[tuple[str, int], dict[str, str | None]] = {}
        for path in sorted((folder / "answers").rglob("*.jsonl")):
            for row in lines(path):
                sheet = self.answers.setdefault((row["run"], row.get("rotation", 0)), {})
                sheet[row["item"]] = row["answer"] if row["status"] == "valid" else None
        self.test = [row for row in self.items.values() if row["split"] == "test"]
        self.groups: dict[str, dict[str, dict]] = {}
        for row in self.items.values():
            self.groups.setdefault(row["group"], {})[row["variant"]] = row

    def chosen(self, run: str, item: dict, rotation: int = 0) -> str | None:
        """The option behind the letter that a run gave: letter i showed option i + rotation."""
        letter = self.answers[run, rotation].get(item["item"])
        if letter is None:
            return None
        return LETTERS[(LETTERS.index(letter) + rotation) % 4]

    def meaning(self, run: str, item: dict, rotation: int = 0) -> str | None:
        letter = self.chosen(run, item, rotation)
        return None if letter is None else item["options"][letter]

    def right(self, run: str, item: dict, rotation: int = 0) -> bool:
        return self.chosen(run, item, rotation) == item["gold"]

    def test_groups(self, metric: str, **wanted: str) -> list[dict[str, dict]]:
        """Test groups that have the metric's questions and these attributes."""
        found = []
        for group in self.groups.values():
            one = next(iter(group.values()))
            fits = all(one["attributes"].get(name) == value for name, value in wanted.items())
            if one["split"] == "test" and PARTS[metric][0] in group and fits:
                found.append(group)
        return found

    def solved(self, run: str, group: dict[str, dict], metric: str) -> bool:
        return all(self.right(run, group[part]) for part in PARTS[metric])

    def joint(self, run: str, metric: str, **wanted: str) -> Fraction:
        groups = self.test_groups(metric, **wanted)
        return Fraction(sum(self.solved(run, group, metric) for group in groups), len(groups))

    def joint_count(self, run: str, metric: str, **wanted: str) -> int:
        groups = self.test_groups(metric, **wanted)
        return sum(self.solved(run, group, metric) for group in groups)

    def accuracy(self, run: str, rotation: int = 0, items: list[dict] | None = None) -> Fraction:
        asked = self.test if items is None else items
        return Fraction(sum(self.right(run, item, rotation) for item in asked), len(asked))

    def classification(self, run: str) -> tuple[Fraction, Fraction, Fraction]:
        """Macro precision, recall, F1; an undefined precision counts zero."""
        precision, recall, f1 = [], [], []
        for letter in LETTERS:
            true = sum(self.right(run, i) for i in self.test if i["gold"] == letter)
            predicted = sum(self.chosen(run, i) == letter for i in self.test)
            gold = sum(i["gold"] == letter for i in self.test)
            precision.append(Fraction(true, predicted) if predicted else Fraction(0))
            recall.append(Fraction(true, gold))
            f1.append(Fraction(2 * true, predicted + gold))
        return tuple(sum(values) / 4 for values in (precision, recall, f1))  # type: ignore[return-value]


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line.strip()]


def every_table(study: Study) -> dict[tuple[str, str, str], object]:
    """(table, row, column) → a count, a proportion, a mean with its squared deviation, or for an
    interval the sorted (numerator, denominator) pairs of its clusters."""
    cells: dict[tuple[str, str, str], object] = {}
    for fill in (
        composition, primary, inputs, seeds, rotations, pairs, same_order, rules, strata,
        decompositions, contrasts, transitions, audit,
    ):  # fmt: skip
        fill(study, cells)
    return cells


def composition(study: Study, cells: dict) -> None:
    kinds = {
        "Questions": ("", ""), "FQ1": ("family", "FQ1"), "FQ2": ("family", "FQ2"),
        "Tabletop": ("scene", "tabletop"), "Indoor large": ("scene", "indoor-large"),
        "Outdoor public": ("scene", "outdoor-public"), "Axial": ("relation", "axial"),
        "Quadrant": ("relation", "quadrant"),
    }  # fmt: skip
    for split in ("Train", "Dev", "Test", "Total"):
        inside = [
            i for i in study.items.values() if split == "Total" or i["split"] == split.lower()
        ]
        cells["table-02", "Groups", split] = len({i["group"] for i in inside})
        for name, (attribute, value) in kinds.items():
            cells["table-02", name, split] = sum(
                not attribute or i["attributes"][attribute] == value for i in inside
            )
    tally: dict[str, int] = {}
    for group in study.groups.values():
        for label in next(iter(group.values()))["attributes"].get("labels", "").split():
            tally[label] = tally.get(label, 0) + 1
    ranked = sorted(tally.values())
    for rank in range(1, 11) if tally else ():
        cells["figure-02", f"Rank {rank}", "Labels"] = 1
        cells["figure-02", f"Rank {rank}", "Occurrences"] = ranked.pop() if ranked else 0
    if tally:
        cells["figure-02", "Other", "Labels"] = len(ranked)
        cells["figure-02", "Other", "Occurrences"] = sum(ranked)
    for variant in ("mss", "deletion", "addition"):
        for count in range(1, 6):
            cells["figure-03", variant, str(count)] = sum(
                i["variant"] == variant and len(i["images"]) == count for i in study.items.values()
            )
    for variant in ("camera", "object", "scene", "mss", "deletion", "addition"):
        cells["figure-06", variant, "Questions"] = sum(
            i["variant"] == variant for i in study.items.values()
        )


def whole_run(study: Study, cells: dict, table: str, row: str, run: str) -> None:
    for column, value in zip(("P", "R", "F1"), study.classification(run), strict=True):
        cells[table, row, column] = value
    cells[table, row, "Acc."] = study.accuracy(run)
    for metric in PARTS:
        cells[table, row, metric] = study.joint(run, metric)


def primary(study: Study, cells: dict) -> None:
    for model, setting in CONFIGURATIONS:
        row, run = f"{model} {setting}", f"primary/{model}/{setting}"
        whole_run(study, cells, "table-04", row, run)
        for column, part in (("MSS", "mss"), ("Del.", "deletion"), ("Add.", "addition")):
            cells["table-08", row, column] = sum(
                study.meaning(run, group[part]) == "insufficient"
                for group in study.test_groups("NTS")
            )
    whole_run(study, cells, "table-32", "Text TF-IDF", "control/text-tfidf")
    n = len(study.test)
    expected = {"P": Fraction(0), "R": Fraction(1, 4), "F1": Fraction(0), "Acc.": Fraction(1, 4)}
    for letter in LETTERS:
        gold = sum(item["gold"] == letter for item in study.test)
        for predicted in range(n + 1):
            chance = Fraction(comb(n, predicted) * 3 ** (n - predicted), 4**n)
            hits = Fraction(predicted * gold, n)
            expected["P"] += chance * (hits / predicted if predicted else 0) / 4
            expected["F1"] += chance * 2 * hits / (predicted + gold) / 4
    expected |= {"GEM": Fraction(1, 64), "NTS": Fraction(1, 16), "DIS": Fraction(1, 16)}
    for column, value in expected.items():
        cells["table-04", "Uniform random", column] = value


def inputs(study: Study, cells: dict) -> None:
    for model, setting in ABLATED:
        row = f"{model} {setting}"
        runs = {
            "All images": f"primary/{model}/{setting}",
            "First image": f"ablation/{model}/{setting}/first-image",
            "Text only": f"ablation/{model}/{setting}/text-only",
        }
        for mode, run in runs.items():
            cells["table-14", row, f"{mode}: Acc."] = study.accuracy(run)
            for metric in PARTS:
                cells["table-14", row, f"{mode}: {metric}"] = study.joint(run, metric)
        for metric in ("Acc.", "NTS", "DIS"):
            cells["table-05", row, f"Δ{metric}"] = (
                cells["table-14", row, f"All images: {metric}"]
                - cells["table-14", row, f"Text only: {metric}"]
            )


def spread(values: list[Fraction]) -> tuple[Fraction, Fraction]:
    """Mean and squared sample deviation."""
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def seeds(study: Study, cells: dict) -> None:
    columns = ("P", "R", "F1", "Acc.", *PARTS)
    for family in FAMILIES:
        for seed in ("Base", *SEEDS):
            run = f"ordinary/{family}/" + (seed if seed == "Base" else f"LoRA-{seed}")
            whole_run(study, cells, "table-11", f"{family} {seed}", run)
        for column in columns:
            values = [cells["table-11", f"{family} {seed}", column] for seed in SEEDS]
            cells["table-11", f"{family} Mean", column] = spread(values)
    for column in ("Acc.", *PARTS):
        for family in FAMILIES:
            base, mean = (cells["table-11", f"{family} {r}", column] for r in ("Base", "Mean"))
            cells["table-06", f"{family} Base", f"Ordinary: {column}"] = base
            cells["table-06", f"{family} LoRA", f"Ordinary: {column}"] = mean
        gpt = cells["table-04", "GPT-5.6 0-shot", column]
        cells["table-06", "GPT-5.6 0-shot", f"Ordinary: {column}"] = gpt


def rotations(study: Study, cells: dict) -> None:
    rows = [
        (f"{family} {seed}", f"circular/{family}/" + (seed if seed == "Base" else f"LoRA-{seed}"))
        for family in FAMILIES
        for seed in ("Base", *SEEDS)
    ]
    for row, run in [*rows, ("GPT-5.6 0-shot", GPT)]:
        if (run, 3) not in study.answers:
            continue
        n = len(study.test)
        rates = [study.accuracy(run, rotation) for rotation in range(4)]
        circular = consistent = 0
        for item in study.test:
            told = [study.meaning(run, item, rotation) for rotation in range(4)]
            circular += all(study.right(run, item, rotation) for rotation in range(4))
            consistent += None not in told and len(set(told)) == 1
        values = {
            "Vanilla": rates[0],
            "Mean rot.": sum(rates) / 4,
            "Circular": Fraction(circular, n),
            "Consistency": Fraction(consistent, n),
            "Drop": rates[0] - Fraction(circular, n),
        }
        for column, value in values.items():
            cells["table-12", row, column] = value
    for column in ("Vanilla", "Circular", "Consistency"):
        for family in FAMILIES:
            values = [cells["table-12", f"{family} {seed}", column] for seed in SEEDS]
            cells["table-06", f"{family} LoRA", f"Rotations: {column}"] = spread(values)
        for row in ("InternVL3-8B Base", "GPT-5.6 0-shot"):
            cells["table-06", row, f"Rotations: {column}"] = cells["table-12", row, column]


def agree(study: Study, item: dict, one: tuple[str, int], other: tuple[str, int]) -> bool:
    first, second = (study.meaning(run, item, rotation) for run, rotation in (one, other))
    return first is not None and first == second


def pairs(study: Study, cells: dict) -> None:
    n = len(study.test)
    for column, other in {"Repeat": (REPEAT, 0), **{f"R{r}": (GPT, r) for r in (1, 2, 3)}}.items():
        either = both = same = wrong = 0
        for item in study.test:
            first, second = study.right(GPT, item), study.right(other[0], item, other[1])
            equal = agree(study, item, (GPT, 0), other)
            either += first or second
            both += first and second
            same += equal
            wrong += equal and not first
        for row, count in (
            ("At least one correct", either), ("Both correct", both),
            ("Consistency", same), ("Consistently wrong", wrong),
        ):  # fmt: skip
            cells["table-07", row, column] = Fraction(count, n)


def same_order(study: Study, cells: dict) -> None:
    zero, repeat, primary_run = (GPT, 0), (REPEAT, 0), ("primary/GPT-5.6/0-shot", 0)

    def good(item: dict, one: tuple[str, int]) -> int:
        return int(study.right(one[0], item, one[1]))

    def both(item: dict, other: tuple[str, int]) -> int:
        return good(item, zero) * good(item, other)

    def same(item: dict, one: tuple[str, int], other: tuple[str, int]) -> int:
        return int(agree(study, item, one, other))

    rows = {
        "Repeat accuracy": lambda i: good(i, repeat),
        "Primary–repeat disagreement": lambda i: 1 - same(i, primary_run, repeat),
        "R0–repeat disagreement": lambda i: 1 - same(i, zero, repeat),
        "Repeat minus primary accuracy": lambda i: good(i, repeat) - good(i, primary_run),
        "Repeat minus R0 accuracy": lambda i: good(i, repeat) - good(i, zero),
        "Same-order pair both correct": lambda i: both(i, repeat),
        "Same-order pair consistency": lambda i: same(i, zero, repeat),
    }
    for r in (1, 2, 3):
        other = (GPT, r)
        rows[f"Both correct, difference from R0–R{r}"] = lambda i, other=other: (
            both(i, repeat) - both(i, other)
        )
        rows[f"Consistency, difference from R0–R{r}"] = lambda i, other=other: (
            same(i, zero, repeat) - same(i, zero, other)
        )
    groups = study.test_groups("GEM") + study.test_groups("NTS")
    union = connected(groups, PARTITIONS["union"])
    for row, tally in rows.items():
        total = sum(tally(item) for item in study.test)
        cells["table-13", row, "Estimate"] = Fraction(total, len(study.test))
        cells["table-13", row, "96 triplets"] = item_sums([[group] for group in groups], tally)
        cells["table-13", row, "13 union components"] = item_sums(union, tally)


def item_sums(blocks: list[list[dict[str, dict]]], tally) -> list[tuple[int, int]]:  # type: ignore[no-untyped-def]
    """Sorted (numerator, denominator) of each block of groups, over its items."""
    found = []
    for block in blocks:
        items = [item for group in block for item in group.values()]
        found.append((sum(tally(item) for item in items), len(items)))
    return sorted(found)


def rules(study: Study, cells: dict) -> None:
    def letter_of_insufficiency(item: dict) -> str:
        return next(letter for letter in LETTERS if item["options"][letter] == "insufficient")

    features = {
        "Majority letter": lambda item: 0,
        "Image count": lambda item: len(item["images"]),
        "Count + insufficiency letter": lambda item: (
            len(item["images"]), letter_of_insufficiency(item),
        ),
    }  # fmt: skip
    fq2 = [i for i in study.items.values() if i["attributes"]["family"] == "FQ2"]
    for row, feature in features.items():

        def answer(item: dict, feature=feature) -> str:  # type: ignore[no-untyped-def]
            train = [i for i in fq2 if i["split"] == "train"]
            like = [i for i in train if feature(i) == feature(item)] or train
            golds = [i["gold"] for i in like]
            return max(LETTERS, key=lambda letter: (golds.count(letter), -ord(letter)))

        told = {item["item"]: answer(item) for item in fq2}
        for split in ("train", "dev", "test"):
            inside = [i for i in fq2 if i["split"] == split]
            hits = sum(told[i["item"]] == i["gold"] for i in inside)
            cells["table-10", row, f"{split.capitalize()} Acc."] = Fraction(hits, len(inside))
        groups = study.test_groups("NTS")
        for metric in ("NTS", "DIS"):
            good = [[told[g[p]["item"]] == g[p]["gold"] for p in PARTS[metric]] for g in groups]
            cells["table-10", row, f"Test {metric}"] = Fraction(sum(map(all, good)), len(groups))
            measures(cells, "table-24", row, metric, good)


def measures(cells: dict, table: str, row: str, metric: str, good: list[list[bool]]) -> None:
    """Observed joint rate, Π c_j/n, their difference, and the feasible joint counts."""
    n = len(good)
    counts = [sum(column) for column in zip(*good, strict=True)]
    reference = Fraction(1)
    for count in counts:
        reference *= Fraction(count, n)
    observed = Fraction(sum(map(all, good)), n)
    values = {
        "Observed": observed,
        "Reference": reference,
        "Gap": observed - reference,
        "Least": max(0, sum(counts) - (len(counts) - 1) * n),
        "Most": min(counts),
    }
    for name, value in values.items():
        cells[table, row, f"{metric} {name}"] = value


def strata(study: Study, cells: dict) -> None:
    runs = [
        (f"{model} {setting}", f"primary/{model}/{setting}") for model, setting in CONFIGURATIONS
    ]
    tables = {
        "table-16": ("images", {"2": "2", "3": "3", "4": "4"}),
        "table-17": ("relation", {"axial": "axial", "quadrant": "quadrant"}),
        "table-18": ("scene", {s: s for s in ("tabletop", "indoor-large", "outdoor-public")}),
        "table-19": ("tag", {t: t for t in ("camera", "object", "world")}),
        "table-29": ("overlap", {"overlap": "train", "no overlap": "none"}),
        "table-33": ("source", {"captured": "captured", "rendered": "rendered"}),
    }
    for row, run in runs:
        for table, (attribute, values) in tables.items():
            for name, value in values.items():
                for metric in ("NTS", "DIS") if table == "table-19" else tuple(PARTS):
                    cells[table, row, f"{metric} {name}"] = study.joint(
                        run, metric, **{attribute: value}
                    )
        for source in ("captured", "rendered"):
            items = [i for i in study.test if i["attributes"]["source"] == source]
            cells["table-33", row, f"Acc. {source}"] = study.accuracy(run, 0, items)
        for name, value in REFERENCES.items():
            cells["table-27", row, name] = study.joint_count(run, "NTS", reference=value)
    for family in FAMILIES:
        for seed in ("Base", *SEEDS):
            run = f"ordinary/{family}/" + (seed if seed == "Base" else f"LoRA-{seed}")
            for name, value in tables["table-29"][1].items():
                for metric in PARTS:
                    found = study.joint(run, metric, overlap=value)
                    cells["table-30", f"{family} {seed}", f"{metric} {name}"] = found
    for name, value in REFERENCES.items():
        size = len(study.test_groups("NTS", reference=value))
        cells["table-03", "Groups", name] = cells["table-27", "Groups", name] = size
        for row in SELECTED:
            cells["table-03", row, name] = cells["table-27", row, name]
    for row, metric in (("FQ1-GEM", "GEM"), ("NTS", "NTS"), ("DIS", "DIS")):
        found = sorted(
            study.joint(run, metric, relation="axial")
            - study.joint(run, metric, relation="quadrant")
            for _, run in runs
        )
        cells["table-15", row, ">"] = sum(gap > 0 for gap in found)
        cells["table-15", row, "="] = sum(gap == 0 for gap in found)
        cells["table-15", row, "<"] = sum(gap < 0 for gap in found)
        cells["table-15", row, "Median Δ"] = (found[9] + found[10]) / 2


REFERENCES = {"Removed": "removed", "Shifted": "shifted", "Stable": "stable", "None": "none"}
SELECTED = (
    "Qwen2.5-VL-7B Base", "Qwen2.5-VL-7B LoRA", "InternVL3-8B Base", "InternVL3-8B LoRA",
    "GPT-5.6 2-shot", "GPT-5.6 3-shot", "Claude Fable 5.1 0-shot", "Claude Fable 5.1 3-shot",
)  # fmt: skip


def decompositions(study: Study, cells: dict) -> None:
    for model in ("Qwen2.5-VL-7B", "InternVL3-8B"):
        base, lora = f"primary/{model}/Base", f"primary/{model}/LoRA"
        for metric, part in (("NTS", "deletion"), ("DIS", "addition")):
            row = f"{model} {metric}"
            names = (
                "MSS both", "MSS Base only", "MSS LoRA only", "MSS neither",
                "Common gains", "Common losses", "Coverage", "Total",
            )  # fmt: skip
            counts = dict.fromkeys(names, 0)
            for group in study.test_groups(metric):
                a, b = study.right(base, group["mss"]), study.right(lora, group["mss"])
                before, after = study.right(base, group[part]), study.right(lora, group[part])
                counts["MSS both"] += a and b
                counts["MSS Base only"] += a and not b
                counts["MSS LoRA only"] += b and not a
                counts["MSS neither"] += not a and not b
                counts["Common gains"] += a and b and after and not before
                counts["Common losses"] += a and b and before and not after
                counts["Coverage"] += (b and not a and after) - (a and not b and before)
                counts["Total"] += (b and after) - (a and before)
            for name, count in counts.items():
                cells["table-21", row, name] = count
    rows = [("table-22", f"{m} {s}", f"primary/{m}/{s}") for m, s in CONFIGURATIONS]
    for family in FAMILIES:
        for seed in ("Base", *SEEDS):
            run = f"ordinary/{family}/" + (seed if seed == "Base" else f"LoRA-{seed}")
            rows.append(("table-23", f"{family} {seed}", run))
    for table, row, run in rows:
        for metric, parts in PARTS.items():
            groups = study.test_groups(metric)
            good = [[study.right(run, group[part]) for part in parts] for group in groups]
            measures(cells, table, row, metric, good)


def connected(groups: list[dict[str, dict]], keys) -> list[list[dict[str, dict]]]:  # type: ignore[no-untyped-def]
    """Groups that share a key, merged until nothing changes."""
    blocks = [([group], set(keys(group))) for group in groups]
    merged = True
    while merged:
        merged = False
        for one, other in combinations(blocks, 2):
            if one[1] & other[1]:
                blocks.remove(other)
                one[0].extend(other[0])
                one[1].update(other[1])
                merged = True
                break
    return [members for members, _ in blocks]


def images_of(group: dict[str, dict]) -> set[str]:
    return {image for item in group.values() for image in item["images"]}


def scene_of(group: dict[str, dict]) -> set[str]:
    return {"scene " + next(iter(group.values()))["attributes"]["scene_cluster"]}


PARTITIONS = {
    "exact image": images_of,
    "scene": scene_of,
    "union": lambda group: images_of(group) | scene_of(group),
}


def contrasts(study: Study, cells: dict) -> None:
    rows: list[tuple[str, str, str, str]] = []
    for mode, suffix in (("text only", "text-only"), ("first image", "first-image")):
        for model, setting in ABLATED:
            before, after = f"ablation/{model}/{setting}/{suffix}", f"primary/{model}/{setting}"
            rows.append(("table-25", f"{model} {setting}: all images - {mode}", before, after))
    for model in ("Qwen2.5-VL-7B", "InternVL3-8B"):
        base, lora = f"primary/{model}/Base", f"primary/{model}/LoRA"
        rows.append(("table-25", f"{model}: LoRA - Base", base, lora))
        for metric in ("NTS", "DIS"):
            leave_one_out(study, cells, f"{model} {metric}", base, lora, metric)
    for model in ("GPT-5.6", "Claude Fable 5.1"):
        for k in range(3):
            before, after = (f"primary/{model}/{j}-shot" for j in (k, k + 1))
            rows.append(("table-35", f"{model} {k + 1}-shot - {k}-shot", before, after))
    blocks = {}
    for table, keys in (("table-25", images_of), ("table-35", PARTITIONS["union"])):
        for metric in PARTS:
            blocks[table, metric] = connected(study.test_groups(metric), keys)
        everything = study.test_groups("GEM") + study.test_groups("NTS")
        blocks[table, "Acc."] = connected(everything, keys)
    for table, row, before, after in rows:
        for metric in ("Acc.", *PARTS):
            cells[table, row, f"{metric} CI"] = changes(
                study, before, after, metric, blocks[table, metric]
            )
            if metric == "Acc.":
                moved = [(study.right(before, i), study.right(after, i)) for i in study.test]
            else:
                groups = study.test_groups(metric)
                moved = [
                    (study.solved(before, g, metric), study.solved(after, g, metric))
                    for g in groups
                ]
            gains = sum(new and not old for old, new in moved)
            losses = sum(old and not new for old, new in moved)
            cells[table, row, f"{metric} gains"] = gains
            cells[table, row, f"{metric} losses"] = losses
            cells[table, row, f"{metric} Δ"] = Fraction(gains - losses, len(moved))


def changes(
    study: Study, before: str, after: str, metric: str, blocks: list[list[dict[str, dict]]]
) -> list[tuple[int, int]]:
    """Sorted (change, size) of each block: over items for accuracy, else over groups."""
    if metric == "Acc.":
        return item_sums(blocks, lambda i: study.right(after, i) - study.right(before, i))
    found = []
    for block in blocks:
        moved = [study.solved(after, g, metric) - study.solved(before, g, metric) for g in block]
        found.append((sum(moved), len(block)))
    return sorted(found)


def leave_one_out(study: Study, cells: dict, row: str, base: str, lora: str, metric: str) -> None:
    groups = study.test_groups(metric)

    def contribution(members: list[dict[str, dict]]) -> int:
        return sum(
            study.solved(lora, group, metric) - study.solved(base, group, metric)
            for group in members
        )

    whole = contribution(groups)
    cells["table-26", row, "Difference"] = Fraction(whole, len(groups))
    for name, keys in PARTITIONS.items():
        blocks = connected(groups, keys)
        left = [Fraction(whole - contribution(block), len(groups)) for block in blocks]
        cells["table-26", row, f"{name}: interval"] = changes(study, base, lora, metric, blocks)
        cells["table-26", row, f"{name}: clusters"] = len(blocks)
        cells["table-26", row, f"{name}: leave-one-out low"] = min(left)
        cells["table-26", row, f"{name}: leave-one-out high"] = max(left)


def kind(study: Study, run: str, item: dict) -> str:
    told = study.meaning(run, item)
    return "invalid" if told is None else "insufficient" if told == "insufficient" else "spatial"


def transitions(study: Study, cells: dict) -> None:
    fq2 = study.test_groups("NTS")
    for model in ("Qwen2.5-VL-7B", "InternVL3-8B"):
        for setting in ("Base", "LoRA"):
            run, row = f"primary/{model}/{setting}", f"{model} {setting}"
            for part in ("mss", "deletion", "addition"):
                for name in ("spatial", "insufficient", "invalid"):
                    cells["table-20", row, f"{part} {name}"] = sum(
                        kind(study, run, group[part]) == name for group in fq2
                    )
                for old, new in (("spatial", "insufficient"), ("insufficient", "spatial")):
                    if setting == "LoRA":
                        cells["table-20", row, f"{part} {old} to {new}"] = sum(
                            kind(study, f"primary/{model}/Base", group[part]) == old
                            and kind(study, run, group[part]) == new
                            for group in fq2
                        )
        executions(study, cells, model)
    for model, setting in CONFIGURATIONS:
        run, row = f"primary/{model}/{setting}", f"{model} {setting}"
        frames(study, cells, row, run)
        after_addition(study, cells, row, run)


def executions(study: Study, cells: dict, model: str) -> None:
    one, other, row = f"primary/{model}/Base", f"ordinary/{model}/Base", f"{model} Base"
    counts = dict.fromkeys(
        ("Items", "Same letter", "Both correct", "Primary only", "Ordinary only", "Neither"), 0
    )
    for item in study.test:
        a, b = study.right(one, item), study.right(other, item)
        told = study.chosen(one, item)
        counts["Items"] += 1
        counts["Same letter"] += told is not None and told == study.chosen(other, item)
        counts["Both correct"] += a and b
        counts["Primary only"] += a and not b
        counts["Ordinary only"] += b and not a
        counts["Neither"] += not a and not b
    for metric in PARTS:
        counts[f"{metric} primary"] = study.joint_count(one, metric)
        counts[f"{metric} ordinary"] = study.joint_count(other, metric)
    for name, count in counts.items():
        cells["table-34", row, name] = count


def frames(study: Study, cells: dict, row: str, run: str) -> None:
    counts = dict.fromkeys(("Pairs", "Changed", "Repeated", "Invalid", "Both correct"), 0)
    for group in study.test_groups("GEM"):
        for one, other in combinations(PARTS["GEM"], 2):
            a, b = group[one], group[other]
            if a["options"][a["gold"]] == b["options"][b["gold"]]:
                continue
            first, second = study.meaning(run, a), study.meaning(run, b)
            counts["Pairs"] += 1
            counts["Invalid"] += first is None or second is None
            counts["Changed"] += None not in (first, second) and first != second
            counts["Repeated"] += first is not None and first == second
            counts["Both correct"] += study.right(run, a) and study.right(run, b)
    for name, count in counts.items():
        cells["table-31", row, name] = count
    cells["table-31", row, "GEM"] = study.joint_count(run, "GEM")


def after_addition(study: Study, cells: dict, row: str, run: str) -> None:
    names = (
        "Repeated", "Flipped", "Invalid", "True", "Missed", "False", "True negative", "Error",
    )  # fmt: skip
    counts = dict.fromkeys(names, 0)
    kept = mss = 0
    for group in study.test_groups("DIS"):
        before, after = (study.meaning(run, group[part]) for part in ("mss", "addition"))
        counts["Invalid"] += before is None or after is None
        counts["Repeated"] += before is not None and before == after
        counts["Flipped"] += None not in (before, after) and before != after
        mss += study.right(run, group["mss"])
        kept += study.right(run, group["mss"]) and study.right(run, group["addition"])
        deletion = kind(study, run, group["deletion"])
        counts["True"] += deletion == "insufficient"
        counts["Missed"] += deletion != "insufficient"
        for part in ("mss", "addition"):
            told = kind(study, run, group[part])
            counts["False"] += told == "insufficient"
            counts["True negative"] += told == "spatial"
            counts["Error"] += told == "invalid"
    for name, count in counts.items():
        cells["table-36", row, name] = count
    true, missed, false = counts["True"], counts["Missed"], counts["False"]
    cells["table-36", row, "Retained"] = Fraction(kept, mss) if mss else None
    cells["table-36", row, "Recall"] = Fraction(true, true + missed)
    cells["table-36", row, "Precision"] = Fraction(true, true + false) if true + false else None
    cells["table-36", row, "F1"] = Fraction(2 * true, 2 * true + missed + false)
    cells["figure-05", row, "MSS"] = Fraction(mss, len(study.test_groups("DIS")))
    cells["figure-05", row, "DIS given MSS"] = Fraction(kept, mss) if mss else None


def audit(study: Study, cells: dict) -> None:
    groups = [
        group
        for group in study.test_groups("NTS")
        if group["mss"]["attributes"]["reference"] != "removed"
    ]
    for block in ("paired", "block-1", "block-2"):
        for wording in ("original", "stable-ids"):
            run, row = f"prompt-audit/{block}/{wording}", f"{block} {wording}"
            good = [{part: study.right(run, group[part]) for part in group} for group in groups]
            hits = sum(sum(group.values()) for group in good)
            cells["table-28", row, "Agreement"] = Fraction(hits, 3 * len(groups))
            for metric in ("NTS", "DIS"):
                cells["table-28", row, metric] = sum(
                    all(group[part] for part in PARTS[metric]) for group in good
                )
            cells["table-28", row, "All three"] = sum(all(group.values()) for group in good)


if __name__ == "__main__":
    for place, found in every_table(Study(Path(sys.argv[1]))).items():
        print(*place, found, sep="\t")
