"""Makes `logs/lm-eval/`: what lm-evaluation-harness 0.4.13 writes about made-up questions.

    pip install lm-eval==0.4.13
    python tests/importers/make_lm_eval.py

Its own `dummy` model answers, so that nothing is downloaded. Run it by hand; tests read the files.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import tempfile
from pathlib import Path

HERE = Path(__file__).parent / "logs" / "lm-eval"
PETS = [
    {"question": "Which one barks?", "choices": ["a cat", "a dog", "an owl", "a cow"], "answer": 1},
    {"question": "Which one hoots?", "choices": ["a cat", "a dog", "an owl", "a cow"], "answer": 2},
    {"question": "Which one moos?", "choices": ["a cat", "a dog", "an owl", "a cow"], "answer": 3},
    {"question": "Which one barks?", "choices": ["a cat", "a dog", "an owl", "a cow"], "answer": 1},
]
SUMS = [
    {"question": f"What is {a} and {b}?", "answer": str(a + b)} for a, b in ((2, 2), (9, 9), (7, 1))
]
KEPT = (
    "results", "groups", "group_subtasks", "configs", "versions", "n-shot", "higher_is_better",
    "n-samples", "lm_eval_version", "model_source", "model_name",
)  # fmt: skip
TASKS = {
    "zoo_pets": """
task: zoo_pets
dataset_path: json
dataset_kwargs: {data_files: {test: PETS}}
output_type: multiple_choice
test_split: test
doc_to_text: "{{question}}\\nAnswer:"
doc_to_choice: "{{choices}}"
doc_to_target: answer
metric_list:
  - {metric: acc, aggregation: mean, higher_is_better: true}
  - {metric: acc_norm, aggregation: mean, higher_is_better: true}
metadata: {version: 1}
""",
    "zoo_letters": """
task: zoo_letters
dataset_path: json
dataset_kwargs: {data_files: {test: PETS}}
output_type: multiple_choice
test_split: test
doc_to_text: "{{question}} A. {{choices[0]}} B. {{choices[1]}} C. {{choices[2]}} D. {{choices[3]}}"
doc_to_choice: ["A", "B", "C", "D"]
doc_to_target: answer
metric_list:
  - {metric: acc, aggregation: mean, higher_is_better: true}
metadata: {version: 1}
""",
    "zoo_sums": """
task: zoo_sums
dataset_path: json
dataset_kwargs: {data_files: {test: SUMS}}
output_type: generate_until
test_split: test
doc_to_text: "{{question}}"
doc_to_target: answer
repeats: 3
generation_kwargs: {until: ["\\n"], do_sample: true, temperature: 1.0}
metric_list:
  - {metric: exact_match, aggregation: mean, higher_is_better: true}
filter_list:
  - name: number
    filter:
      - {function: regex, regex_pattern: "(-?[0-9]+)"}
      - {function: take_first}
  - name: vote
    filter:
      - {function: regex, regex_pattern: "(-?[0-9]+)"}
      - {function: majority_vote}
      - {function: take_first}
  - name: all
    filter:
      - {function: regex, regex_pattern: "(-?[0-9]+)"}
      - {function: take_first_k, k: 3}
metadata: {version: 1}
""",
    "zoo": """
group: zoo
task: [zoo_pets, zoo_letters]
aggregate_metric_list:
  - {metric: acc, aggregation: mean, weight_by_size: true}
metadata: {version: 1}
""",
}


def main() -> None:
    """Run the tool once over three tasks and a group, and keep its files."""
    os.environ["HF_DATASETS_OFFLINE"] = "1"
    from lm_eval import simple_evaluate
    from lm_eval.api.model import LM
    from lm_eval.loggers import EvaluationTracker
    from lm_eval.tasks import TaskManager

    class Scripted(LM):
        """Answers from a seeded generator, as the tool's `dummy` does, but with digits."""

        def __init__(self) -> None:
            super().__init__()
            self.random = random.Random(7)

        def loglikelihood(self, requests, disable_tqdm=False):  # type: ignore[no-untyped-def]
            return [(-self.random.random(), False) for _ in requests]

        def generate_until(self, requests, disable_tqdm=False):  # type: ignore[no-untyped-def]
            said = ("The answer is {}.", "{}", "I do not know.")
            return [
                self.random.choice(said).format(self.random.choice((4, 8, 18))) for _ in requests
            ]

        def loglikelihood_rolling(self, requests, disable_tqdm=False):  # type: ignore[no-untyped-def]
            raise NotImplementedError

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for data, rows in (("PETS", PETS), ("SUMS", SUMS)):
            lines = "".join(json.dumps(row) + "\n" for row in rows)
            (folder / f"{data}.jsonl").write_text(lines)
        for task, text in TASKS.items():
            for data in ("PETS", "SUMS"):
                text = text.replace(data, str(folder / f"{data}.jsonl"))
            (folder / f"{task}.yaml").write_text(text)
        tracker = EvaluationTracker(output_path=str(folder / "out"))
        manager = TaskManager(include_path=str(folder), include_defaults=False)
        results = simple_evaluate(
            model=Scripted(), tasks=["zoo", "zoo_sums"], task_manager=manager, log_samples=True,
            evaluation_tracker=tracker, bootstrap_iters=0,
        )  # fmt: skip
        samples = results.pop("samples")
        tracker.general_config_tracker.model_name_sanitized = "scripted"
        tracker.save_results_aggregated(results=results, samples=samples)
        for task, lines in samples.items():
            tracker.save_results_samples(task_name=task, samples=lines)
        shutil.rmtree(HERE, ignore_errors=True)
        for path in sorted((folder / "out").rglob("*.json*")):
            text = path.read_text().replace(str(folder), "data")
            if path.suffix == ".json":  # what it says about the machine is nobody's business
                kept = {k: v for k, v in json.loads(text).items() if k in KEPT}
                text = json.dumps(kept, indent=1) + "\n"
            HERE.mkdir(parents=True, exist_ok=True)
            (HERE / path.name).write_text(text)


if __name__ == "__main__":
    main()
