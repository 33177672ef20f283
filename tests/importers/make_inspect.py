"""Makes `logs/inspect/`: what inspect-ai 0.3.285 writes about made-up questions.

    pip install inspect-ai==0.3.285 openai
    python tests/importers/make_inspect.py

Its own `mockllm` model answers, so that nothing is downloaded. The tool's writer then writes the
logs again without events, and without the tracebacks of errors, which name folders. Run it by hand;
tests read the files.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog, read_eval_log, write_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import Score, Target, accuracy, choice, match, pattern, scorer
from inspect_ai.solver import TaskState, generate, multiple_choice

HERE = Path(__file__).parent / "logs" / "inspect"
ANIMALS = ["cat", "dog", "cow", "pig"]


def questions() -> MemoryDataset:
    """Four questions with one right answer, each about one animal."""
    sounds = {"purrs": "A", "barks": "B", "moos": "C", "grunts": "D"}
    return MemoryDataset(
        [
            Sample(id=f"q{number}", input=f"Which one {sound}?", choices=ANIMALS, target=letter,
                   metadata={"sound": sound})
            for number, (sound, letter) in enumerate(sounds.items(), 1)
        ],
        name="animals",
    )  # fmt: skip


@scorer(metrics=[accuracy()])
def half():  # type: ignore[no-untyped-def]
    """Half a point for any answer."""

    async def score(state: TaskState, target: Target) -> Score:
        return Score(value=0.5, answer=state.output.completion[:20], explanation="a rubric")

    return score


def said(*texts: str):  # type: ignore[no-untyped-def]
    """A model that says these texts in turn."""
    outputs = [ModelOutput.from_content("mockllm/model", text) for text in texts]
    for output in outputs:
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return get_model("mockllm/model", custom_outputs=outputs)


def shortened(log: EvalLog) -> EvalLog:
    """The same log without its events and tracebacks."""
    log.eval.model_args = {}
    for sample in log.samples or []:
        sample.events, sample.attachments, sample.messages = [], {}, []
        if sample.error:
            sample.error.traceback = sample.error.traceback_ansi = ""
    return log


def main() -> None:
    """Run the tool over a choice task, one with two epochs, one open, one with several answers."""
    one = Task(questions(), solver=multiple_choice(), scorer=[choice(), half()], name="one")
    epochs = Task(questions(), solver=multiple_choice(), scorer=choice(), epochs=2, name="epochs")
    numbers = Task(
        MemoryDataset([Sample(id=n, input=f"{n} and {n}?", target=str(2 * n)) for n in (1, 2, 3)]),
        solver=generate(), scorer=[match(numeric=True), pattern(r"(\d+)")], name="numbers",
    )  # fmt: skip
    many = Task(
        MemoryDataset(
            [Sample(id="m1", input="Which have legs?", choices=ANIMALS, target=["A", "B"]),
             Sample(id="m2", input="Which fly?", choices=[*ANIMALS, "owl"], target=["E"])],
        ),
        solver=multiple_choice(multiple_correct=True), scorer=choice(), name="many",
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        options = {"log_dir": folder, "max_samples": 1, "display": "none", "fail_on_error": False}
        answers = (
            "ANSWER: A",
            "I think it is the dog.\n\nANSWER: B",
            "It is the cow.",
            "ANSWER: C",
        )
        eval(one, model=said(*answers), log_format="json", **options)
        eval(one, model=said(*answers), log_format="eval", limit=3, **options)
        eval(
            epochs, model=said(*(f"ANSWER: {x}" for x in "AABBCADD")), log_format="json", **options
        )
        eval(numbers, model=said("2", "It is 5", "six"), log_format="json", **options)
        eval(many, model=said("ANSWER: A,B", "ANSWER: E"), log_format="json", **options)
        eval(numbers, model=said("2"), log_format="json", **options)  # the model runs dry: errors
        shutil.rmtree(HERE, ignore_errors=True)
        HERE.mkdir(parents=True)
        for number, path in enumerate(
            sorted(Path(folder).iterdir(), key=lambda p: p.stat().st_mtime)
        ):
            name = f"{number}-{path.name.split('_')[1]}{path.suffix}"
            write_eval_log(shortened(read_eval_log(str(path))), str(HERE / name))


if __name__ == "__main__":
    main()
