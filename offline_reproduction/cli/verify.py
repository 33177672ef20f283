"""`fe verify`: recompute and judge a declared study."""

from __future__ import annotations

import argparse
from pathlib import Path

from fe_core.files import inside
from offline_reproduction.cli import judging
from offline_reproduction.study import pipeline
from offline_reproduction.study.declared import declared_study, records_folder
from offline_reproduction.study.spec import Spec, read_spec


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The folder, and what the main job knows."""
    parser.add_argument("folder", type=Path, help="the folder that holds study.toml")
    judging.add_output_arguments(parser)
    parser.epilog = judging.STATUSES


def run(arguments: argparse.Namespace) -> int:
    """Judge the study and write the report; the exit status is the main job's."""
    spec = read_spec(arguments.folder)
    report = pipeline.judge_study(
        declared_study(spec), records_folder(spec), judging.settings(arguments)
    )
    return judging.finish([report], arguments, not_over=[spec.folder], not_in=_inputs(spec))


def _inputs(spec: Spec) -> list[Path]:
    """The study's folders of inputs: no report belongs there."""
    names = [plan.file.partition("#")[0] for plan in spec.tables if plan.file]
    files = [inside(spec.folder, name).parent for name in names]
    folders = [records_folder(spec), spec.folder / "printed", *files]
    return [folder for folder in folders if folder.resolve() != spec.folder.resolve()]
