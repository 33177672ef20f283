"""The paper's configurations: what its rows are called and where their runs are."""

from __future__ import annotations

from typing import NamedTuple

OPEN_MODELS = (
    "Qwen2.5-VL-7B", "InternVL3-8B", "Qwen3-VL-8B", "LLaVA-OneVision-7B", "MiniCPM-V 4.5",
    "Mistral Small 3.2 24B", "Qwen2.5-VL-32B", "InternVL3.5-14B", "Phi-4-Multimodal",
    "Kimi-VL-A3B",
)  # fmt: skip
ADAPTED = ("Qwen2.5-VL-7B", "InternVL3-8B")
GPT, CLAUDE = "GPT-5.6", "Claude Fable 5.1"
SHOTS = ("0-shot", "1-shot", "2-shot", "3-shot")
FAMILIES = ("InternVL3-8B", "Qwen2.5-VL-7B")
"""Families with three adapted checkpoints, in the order of Tables 6, 11 and 12."""
SEEDS = ("20260722", "20260723", "20260724")
ROTATIONS = (0, 1, 2, 3)
MODES = {"All images": "", "First image": "first-image", "Text only": "text-only"}


class Configuration(NamedTuple):
    """A model in a setting; `row` is its key in every table."""

    model: str
    setting: str

    @property
    def row(self) -> str:
        """Model and setting, as every transcription names the row."""
        return f"{self.model} {self.setting}"

    @property
    def primary(self) -> str:
        """The run behind Table 4."""
        return f"primary/{self.model}/{self.setting}"

    def ablation(self, mode: str) -> str:
        """The run with fewer or no images; the primary run itself for all images."""
        return f"ablation/{self.model}/{self.setting}/{mode}" if mode else self.primary


OPEN = (
    *(Configuration(model, "Base") for model in OPEN_MODELS),
    *(Configuration(model, "LoRA") for model in ADAPTED),
)
"""Twelve open-weight configurations: ten baselines, two adapted checkpoints."""
GATEWAY = tuple(Configuration(model, shot) for model in (GPT, CLAUDE) for shot in SHOTS)
PRIMARY = (*OPEN, *GATEWAY)
"""Table 4's twenty rows."""
GPT_SHOTS = {shot: Configuration(GPT, shot) for shot in SHOTS}
CLAUDE_SHOTS = {shot: Configuration(CLAUDE, shot) for shot in SHOTS}
ABLATED = (*OPEN, GPT_SHOTS["0-shot"])
"""Rows of Tables 5 and 14."""
PAIRS = tuple((Configuration(model, "Base"), Configuration(model, "LoRA")) for model in ADAPTED)
"""The primary Base and LoRA checkpoints of each family."""

ROTATED_GPT = f"circular/{GPT}/0-shot"
REPEATED_GPT = f"repeat/{GPT}/0-shot"
PRIMARY_GPT = f"primary/{GPT}/0-shot"


def ordinary(family: str, seed: str) -> str:
    """An ordinary run of the multi-seed experiment (Table 11); `seed` may be "Base"."""
    return f"ordinary/{family}/{_adapter(seed)}"


def circular(family: str, seed: str) -> str:
    """A run at four rotations (Table 12); `seed` may be "Base"."""
    return f"circular/{family}/{_adapter(seed)}"


def audited(block: str, wording: str) -> str:
    """A run of Appendix E.2; block: paired, block-1 or block-2; wording: original or stable-ids."""
    return f"prompt-audit/{block}/{wording}"


def has_printed_accuracy(run: str, rotation: int) -> bool:
    """Whether the paper prints how many answers of a run (at a rotation) are right.

    It does not for rotations one to three of open-weight runs, and for single blocks of E.2.
    """
    if rotation and run != ROTATED_GPT:
        return False
    return not run.startswith("prompt-audit/block-")


def _adapter(seed: str) -> str:
    return seed if seed == "Base" else f"LoRA-{seed}"


ORDINARY = tuple(
    (f"{family} {seed}", ordinary(family, seed)) for family in FAMILIES for seed in ("Base", *SEEDS)
)
"""Table 11's eight runs: row key and run."""
