"""VisOnlyQA's tables recomputed from a clone of its release, plainly; shares no code with the kit.

`python visonlyqa_by_hand.py FOLDER` prints what it finds.
"""

from __future__ import annotations

import ast
import json
import sys
from fractions import Fraction
from pathlib import Path

MODELS = {
    "Phi-3.5-vision": "Phi-3.5-vision-instruct",
    "LLaVA-Next 8B": "llava_next_llama3",
    "LLaVA-Next 34B": "llava_next_yi_34b",
    "Llama 3.2 11B": "Llama-3.2-11B-Vision-Instruct",
    "Llama 3.2 90B": "Llama-3.2-90B-Vision-Instruct",
    "MolMo 7B-D": "molmo-7B-D-0924",
    "MolMo 72B": "molmo-72B-0924",
    "Qwen2-VL-2B": "Qwen2-VL-2B-Instruct",
    "Qwen2-VL-7B": "Qwen2-VL-7B-Instruct",
    "Qwen2-VL-72B": "Qwen2-VL-72B-Instruct",
    "InternVL2-4B": "InternVL2-4B",
    "InternVL2-8B": "InternVL2-8B",
    "InternVL2-26B": "InternVL2-26B",
    "InternVL2-40B": "InternVL2-40B",
    "InternVL2-76B": "InternVL2-Llama3-76B",
    "Claude 3.5 Sonnet": "claude-3-5-sonnet-20240620",
    "GPT-4o-mini": "gpt-4o-mini-2024-07-18",
    "GPT-4o": "gpt-4o-2024-08-06",
    "Gemini 1.5 Flash": "gemini-1.5-flash-002",
    "Gemini 1.5 Pro": "gemini-1.5-pro-002",
}
FINE_TUNED = ("Phi-3.5-vision", "InternVL2-4B", "InternVL2-8B", "Qwen2-VL-2B", "Qwen2-VL-7B")
REAL = {
    "Geometry Triangle": "geometry__triangle",
    "Geometry Quadrilateral": "geometry__quadrilateral",
    "Geometry Length": "geometry__length",
    "Geometry Angle": "geometry__angle",
    "Geometry Area": "geometry__area",
    "Geometry Diameter": "geometry__diameter_radius",
    "Chemistry Shape (s)": "chemistry__shape_single",
    "Chemistry Shape (m)": "chemistry__shape_multi",
    "Charts Extraction": "charts__extraction",
    "Charts Intersection": "charts__intersection",
}
SYNTHETIC = {name: "synthetic" + key for name, key in list(REAL.items())[:5]}
SYNTHETIC |= {"3D Size": "3d__size", "3D Angle": "3d__angle"}
TABLE_4 = {"real": ("table-04a", REAL), "synthetic": ("table-04b", SYNTHETIC)}


def every_table(folder: Path) -> dict[tuple[str, str, str], object]:
    """(table, row, column) → a count, a format, a proportion, or None where there is nothing."""
    cells: dict[tuple[str, str, str], object] = {}
    composition(folder, cells)
    for split, (table, tasks) in TABLE_4.items():
        rows = {"Random": [guess(questions(folder, split, key)) for key in tasks.values()]}
        for model in MODELS:
            rows[model] = [accuracy(folder, split, key, model) for key in tasks.values()]
        rows["Human"] = [people(folder, split, key) for key in tasks.values()]
        for row, values in rows.items():
            for column, value in zip((*tasks, "Average"), (*values, mean(values)), strict=True):
                cells[table, row, column] = value
    for model in MODELS:
        gains = []
        for column, key in REAL.items():
            gains.append(
                accuracy(folder, "real", key, model, "reasoning")
                - accuracy(folder, "real", key, model)
            )
            cells["table-09", model, column] = gains[-1]
        cells["table-09", model, "Average"] = mean(gains)
    fine_tuning(folder, cells)
    return cells


def composition(folder: Path, cells: dict) -> None:
    columns = {**REAL, "3D Size": "", "3D Angle": ""}
    for label, split, tasks in (
        ("Eval-Real", "real", REAL), ("Eval-Synthetic", "synthetic", SYNTHETIC),
    ):  # fmt: skip
        counts = {c: len(questions(folder, split, tasks[c])) if c in tasks else 0 for c in columns}
        for column, count in counts.items():
            cells["table-02", label, column] = count
        cells["table-02", label, "Total"] = sum(counts.values())
    for column in columns:
        split, key = ("real", REAL[column]) if column in REAL else ("synthetic", SYNTHETIC[column])
        kinds = {form(question) for question in questions(folder, split, key)}
        cells["table-02", "Answer Format", column] = kinds.pop() if len(kinds) == 1 else None


def fine_tuning(folder: Path, cells: dict) -> None:
    for column, key in SYNTHETIC.items():
        cells["table-10", "Random", column] = guess(questions(folder, "synthetic", key))
    for split in ("synthetic", "real"):
        for model in FINE_TUNED:
            for label in ("Original", "Fine-tuned"):
                row = f"{split.capitalize()}: {model} {label}"
                values = []
                for column, trained in SYNTHETIC.items():
                    if split == "real" and column.startswith("3D"):
                        continue
                    key = REAL[column] if split == "real" else trained
                    on = trained if label == "Fine-tuned" else ""
                    values.append(accuracy(folder, split, key, model, trained=on))
                    cells["table-10", row, column] = values[-1]
                cells["table-10", row, "Average"] = mean(values)
                if model != "Phi-3.5-vision":
                    place = f"{label} {split.capitalize()}"
                    cells["table-05", model, place] = mean(values)


def questions(folder: Path, split: str, key: str) -> list[dict]:
    return lines(folder / "dataset" / "test" / split / f"{key}.jsonl")


def options(question: dict) -> list[str]:
    found = question["response_options"]
    return list(ast.literal_eval(found) if isinstance(found, str) else found)


def form(question: dict) -> str:
    if question["question_type"] == "multiple_answers":
        return "Select Multiple"
    found = options(question)
    return "True/False" if set(found) == {"True", "False"} else f"{len(found)} options"


def guess(asked: list[dict]) -> Fraction:
    """One option of n; a subset of n where several may be right."""
    chances = []
    for question in asked:
        n = len(options(question))
        chances.append(Fraction(1, 2**n if form(question) == "Select Multiple" else n))
    return sum(chances) / len(chances)


def accuracy(
    folder: Path,
    split: str,
    key: str,
    model: str,
    prompt: str = "no_reasoning",
    trained: str = "",
) -> Fraction:
    place = folder / "results" / "model_responses" / f"eval_{split}" / key / f"prompt={prompt}"
    path = place / f"{MODELS[model]}.jsonl"
    if trained:
        (path,) = (
            p for p in place.glob(f"{MODELS[model]}_*{trained}*.jsonl") if "_text_" not in p.name
        )
    answers = lines(path)
    return Fraction(sum(row["y_pred"] == row["y_true"] for row in answers), len(answers))


def people(folder: Path, split: str, key: str) -> Fraction | None:
    """Mean over annotators; truth values are the same in any case."""
    path = folder / "results" / "human_performance" / f"{split}_human_performance.json"
    shares = []
    for name, value in json.loads(path.read_text("utf-8")).items():
        task, annotator = ast.literal_eval(name)
        if task == key and annotator != "average":
            told = value["annotations"]
            pairs = list(zip(told["y_true"], told["y_pred"], strict=True))
            hits = sum(a == b or (len(a) > 3 and a.upper() == b.upper()) for a, b in pairs)
            shares.append(Fraction(hits, len(pairs)))
    return mean(shares) if shares else None


def mean(values: list) -> Fraction | None:
    return None if None in values else sum(values) / len(values)


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line.strip()]


if __name__ == "__main__":
    for place, found in every_table(Path(sys.argv[1])).items():
        print(*place, found, sep="\t")
