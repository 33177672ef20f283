"""What the paper evaluated: models and tasks, their names in the paper and in the release."""

from __future__ import annotations

from typing import NamedTuple


class Model(NamedTuple):
    """A model: its name in the paper, its file name in the release, its family and licence."""

    name: str
    stem: str
    family: str
    open: bool = True


class Task(NamedTuple):
    """A task of a split: its folder in the release and its column in the paper's tables.

    trained: the task of the training set that models were fine-tuned on for it, or "".
    """

    split: str
    key: str
    column: str
    trained: str = ""

    @property
    def id(self) -> str:
        """The split and the folder's name."""
        return f"{self.split}/{self.key}"


MODELS = (
    Model("Phi-3.5-vision", "Phi-3.5-vision-instruct", "Phi-3.5"),
    Model("LLaVA-Next 8B", "llava_next_llama3", "LLaVA-Next"),
    Model("LLaVA-Next 34B", "llava_next_yi_34b", "LLaVA-Next"),
    Model("Llama 3.2 11B", "Llama-3.2-11B-Vision-Instruct", "Llama 3.2"),
    Model("Llama 3.2 90B", "Llama-3.2-90B-Vision-Instruct", "Llama 3.2"),
    Model("MolMo 7B-D", "molmo-7B-D-0924", "Molmo"),
    Model("MolMo 72B", "molmo-72B-0924", "Molmo"),
    Model("Qwen2-VL-2B", "Qwen2-VL-2B-Instruct", "Qwen2-VL"),
    Model("Qwen2-VL-7B", "Qwen2-VL-7B-Instruct", "Qwen2-VL"),
    Model("Qwen2-VL-72B", "Qwen2-VL-72B-Instruct", "Qwen2-VL"),
    Model("InternVL2-4B", "InternVL2-4B", "InternVL2"),
    Model("InternVL2-8B", "InternVL2-8B", "InternVL2"),
    Model("InternVL2-26B", "InternVL2-26B", "InternVL2"),
    Model("InternVL2-40B", "InternVL2-40B", "InternVL2"),
    Model("InternVL2-76B", "InternVL2-Llama3-76B", "InternVL2"),
    Model("Claude 3.5 Sonnet", "claude-3-5-sonnet-20240620", "Claude", open=False),
    Model("GPT-4o-mini", "gpt-4o-mini-2024-07-18", "GPT-4o", open=False),
    Model("GPT-4o", "gpt-4o-2024-08-06", "GPT-4o", open=False),
    Model("Gemini 1.5 Flash", "gemini-1.5-flash-002", "Gemini", open=False),
    Model("Gemini 1.5 Pro", "gemini-1.5-pro-002", "Gemini", open=False),
)

FINE_TUNED = ("Phi-3.5-vision", "InternVL2-4B", "InternVL2-8B", "Qwen2-VL-2B", "Qwen2-VL-7B")

REAL = (
    Task("real", "geometry__triangle", "Geometry Triangle", "syntheticgeometry__triangle"),
    Task(
        "real",
        "geometry__quadrilateral",
        "Geometry Quadrilateral",
        "syntheticgeometry__quadrilateral",
    ),
    Task("real", "geometry__length", "Geometry Length", "syntheticgeometry__length"),
    Task("real", "geometry__angle", "Geometry Angle", "syntheticgeometry__angle"),
    Task("real", "geometry__area", "Geometry Area", "syntheticgeometry__area"),
    Task("real", "geometry__diameter_radius", "Geometry Diameter"),
    Task("real", "chemistry__shape_single", "Chemistry Shape (s)"),
    Task("real", "chemistry__shape_multi", "Chemistry Shape (m)"),
    Task("real", "charts__extraction", "Charts Extraction"),
    Task("real", "charts__intersection", "Charts Intersection"),
)

SYNTHETIC = tuple(
    Task("synthetic", key, column, key)
    for key, column in (
        ("syntheticgeometry__triangle", "Geometry Triangle"),
        ("syntheticgeometry__quadrilateral", "Geometry Quadrilateral"),
        ("syntheticgeometry__length", "Geometry Length"),
        ("syntheticgeometry__angle", "Geometry Angle"),
        ("syntheticgeometry__area", "Geometry Area"),
        ("3d__size", "3D Size"),
        ("3d__angle", "3D Angle"),
    )
)

TASKS = (*REAL, *SYNTHETIC)

PROMPTS = {"direct": "no_reasoning", "cot": "reasoning"}
"""Our word for a prompt → its word in the release."""


def model(name: str) -> Model:
    """A model by its name in the paper. Raises KeyError for a name that is not there."""
    return _BY_NAME[name]


def tasks_of(split: str) -> tuple[Task, ...]:
    """The tasks of a split, in the order of the paper's prose."""
    return REAL if split == "real" else SYNTHETIC


def run_id(kind: str, split: str, name: str) -> str:
    """`direct/real/GPT-4o`; kind is `direct`, `cot` or `fine-tuned`."""
    return f"{kind}/{split}/{name}"


_BY_NAME = {entry.name: entry for entry in MODELS}
