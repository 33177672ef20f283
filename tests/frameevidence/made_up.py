"""Records made up at random in the documented schema: the paper's shape, nobody's answers."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from fe_core.records import gate
from fe_core.records.model import Basis, Records
from offline_reproduction.papers.frameevidence.metrics import REGISTERED
from offline_reproduction.papers.frameevidence.study import SPEC
from offline_reproduction.study.declared import scored
from offline_reproduction.study.evidence import Scored

AXIAL = ("front", "back", "left", "right")
QUADRANT = ("front-left", "front-right", "back-left", "back-right")
GROUPS = {"train": 96, "dev": 16, "test": 48}
"""Groups of each family by split."""
OPEN = (
    "Qwen2.5-VL-7B", "InternVL3-8B", "Qwen3-VL-8B", "LLaVA-OneVision-7B", "MiniCPM-V 4.5",
    "Mistral Small 3.2 24B", "Qwen2.5-VL-32B", "InternVL3.5-14B", "Phi-4-Multimodal",
    "Kimi-VL-A3B",
)  # fmt: skip
ADAPTED = ("Qwen2.5-VL-7B", "InternVL3-8B")
SEEDS = ("Base", "LoRA-20260722", "LoRA-20260723", "LoRA-20260724")

Row = dict[str, object]


def made_up(seed: int, *, groups: Mapping[str, int] = GROUPS, skill: float = 0.4) -> Scored:
    """A whole study's records; each run is right on about `skill` of its items."""
    return scored(SPEC, REGISTERED, records(seed, groups=groups, skill=skill))


def records(seed: int, *, groups: Mapping[str, int] = GROUPS, skill: float = 0.4) -> Records:
    rng = random.Random(seed)
    items = list(skeleton(rng, groups))
    runs = list(plan(items))
    return gate.build(
        (gate.Row("items", item) for item in items),
        (
            gate.Row("runs", {name: run[name] for name in run if name != "rotations"})
            for run in runs
        ),
        (gate.Row("answers", answer) for answer in answers(rng, items, runs, skill)),
        basis=Basis.RELEASED,
        group_attributes=SPEC.groups.attributes,
        variants=SPEC.groups.variants,
    )


def skeleton(rng: random.Random, groups: Mapping[str, int]) -> Iterator[Row]:
    number = 0
    for family, variants in SPEC.groups.variants.items():
        for split, count in groups.items():
            for index in range(count):
                number += 1
                yield from triplet(rng, family, variants, split, index, f"group_{number:05}")


def triplet(
    rng: random.Random, family: str, variants: Sequence[str], split: str, index: int, name: str
) -> Iterator[Row]:
    relation = rng.choice(("axial", "quadrant"))
    base = rng.choice((2, 3, 4))
    cluster = f"{split}_{index % 14}"
    shared = f"{split}_image_{index // 4}" if index % 3 == 0 else f"{name}_image_0"
    images = [shared, *(f"{name}_image_{i}" for i in range(1, base + 1))]
    meanings = list(AXIAL if relation == "axial" else QUADRANT)
    if family == "FQ2":
        meanings[rng.randrange(4)] = "insufficient"
    rng.shuffle(meanings)
    options = dict(zip("ABCD", meanings, strict=True))
    golds = gold_letters(rng, family, options)
    attributes = {
        "family": family,
        "relation": relation,
        "images": str(base),
        "source": rng.choice(("captured", "rendered")),
        "scene": rng.choice(("tabletop", "indoor-large", "outdoor-public")),
        "scene_cluster": cluster,
        "labels": " ".join(f"label_{rng.randrange(1, 40) ** 2 // 20:03}" for _ in range(3)),
        "question": f"{name}_{'all' if family == 'FQ2' else 'frame'}",
        "overlap": "train" if index % 14 < 10 else "none",
    }
    if family == "FQ2":
        attributes |= {
            "tag": rng.choice(("camera", "object", "world")),
            "camera_heading": rng.choice(("yes", "no")),
            "reference": "removed" if index % 4 else rng.choice(("shifted", "stable", "none")),
        }
    shown = {"deletion": images[1:base], "addition": images[: base + 1]}
    for variant, gold in zip(variants, golds, strict=True):
        yield {
            "item": f"{name}_{variant}",
            "gold": gold,
            "options": options,
            "group": name,
            "variant": variant,
            "split": split,
            "images": shown.get(variant, images[:base]),
            "attributes": attributes,
        }


def gold_letters(rng: random.Random, family: str, options: Mapping[str, str]) -> list[str]:
    if family == "FQ1":
        return rng.sample("ABCD", 3)
    insufficient = next(letter for letter in options if options[letter] == "insufficient")
    spatial = rng.choice([letter for letter in options if letter != insufficient])
    return [spatial, insufficient, spatial]


def plan(items: Sequence[Row]) -> Iterator[Row]:
    for model, settings in configurations():
        for setting in settings:
            yield run(f"primary/{model}/{setting}", model)
    for model in ADAPTED:
        for seed in SEEDS:
            yield run(f"ordinary/{model}/{seed}", model)
            if (model, seed) != ("Qwen2.5-VL-7B", "Base"):
                yield run(f"circular/{model}/{seed}", model, rotations=4)
    yield run("circular/GPT-5.6/0-shot", "GPT-5.6", rotations=4)
    yield run("repeat/GPT-5.6/0-shot", "GPT-5.6")
    ablated = [(model, "Base") for model in OPEN] + [(model, "LoRA") for model in ADAPTED]
    for model, setting in [*ablated, ("GPT-5.6", "0-shot")]:
        for mode in ("first-image", "text-only"):
            yield run(f"ablation/{model}/{setting}/{mode}", model)
    yield run("control/text-tfidf", "TF-IDF")
    audited = [item["item"] for item in items if is_audited(item)]
    for block in ("paired", "block-1", "block-2"):
        for wording in ("original", "stable-ids"):
            yield run(f"prompt-audit/{block}/{wording}", "GPT-5.6", asked=audited)


def configurations() -> Iterator[tuple[str, Sequence[str]]]:
    for model in OPEN:
        yield model, ("Base", "LoRA") if model in ADAPTED else ("Base",)
    for model in ("GPT-5.6", "Claude Fable 5.1"):
        yield model, ("0-shot", "1-shot", "2-shot", "3-shot")


def is_audited(item: Row) -> bool:
    attributes = item["attributes"]
    assert isinstance(attributes, dict)
    reference = attributes.get("reference", "removed")
    return item["split"] == "test" and reference != "removed"


def run(name: str, model: str, *, rotations: int = 1, asked: object = "test") -> Row:
    return {"run": name, "model": model, "asked": asked, "rotations": rotations}


def answers(
    rng: random.Random,
    items: Sequence[Row],
    runs: Sequence[Row],
    skill: float,
    spoiled: float = 0.01,
) -> Iterator[Row]:
    for asked in runs:
        rotations = asked["rotations"]
        assert isinstance(rotations, int)
        for rotation in range(rotations):
            for item in items:
                if item["split"] == "test" if asked["asked"] == "test" else is_audited(item):
                    yield answer(rng, str(asked["run"]), item, rotation, skill, spoiled)


def answer(
    rng: random.Random, name: str, item: Row, rotation: int, skill: float, spoiled: float
) -> Row:
    letter = str(item["gold"]) if rng.random() < skill else rng.choice("ABCD")
    shown = "ABCD"[("ABCD".index(letter) - rotation) % 4]
    invalid = rng.random() < spoiled
    return {
        "run": name,
        "item": item["item"],
        "answer": None if invalid else shown,
        "status": "unreadable" if invalid else "valid",
        "rotation": rotation,
    }


def write(folder: Path, seed: int, *, skill: float = 0.4, spoiled: float = 0.01) -> None:
    """The same records as files in the documented layout, with their manifest."""
    rng = random.Random(seed)
    items = list(skeleton(rng, GROUPS))
    runs = list(plan(items))
    plain = [{name: run[name] for name in run if name != "rotations"} for run in runs]
    files = {
        "items.jsonl": items,
        "runs.jsonl": plain,
        "answers/all.jsonl": [
            {**answer, "basis": "released"} for answer in answers(rng, items, runs, skill, spoiled)
        ],
    }
    listed = []
    for name, rows in files.items():
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8", newline="\n")
        digest = hashlib.sha256(text.encode()).hexdigest()
        listed.append({"path": name, "sha256": digest, "rows": len(rows)})
    manifest = {"schema": "fe-records/1", "study": "frameevidence", "basis": "released"}
    text = json.dumps({**manifest, "files": listed})
    (folder / "manifest.json").write_text(text, "utf-8", newline="\n")
