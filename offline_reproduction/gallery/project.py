"""A project of the gallery: where its records come from, and how they are imported."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from glob import glob
from pathlib import Path
from typing import NamedTuple

from fe_core.errors import UsageError
from offline_reproduction.study.keys import Keys, read_toml

FOLDER = Path(__file__).resolve().parents[2] / "gallery"
"""In a checkout; an installed kit has none."""

HERE = "{DIR}"
"""Stands in a step for the folder that holds the clones."""


class Project(NamedTuple):
    """One folder of the gallery.

    needs: folders below DIR. steps: import commands as a reader types them. missing: what of the
    project could not be expressed or has no public answers.
    """

    folder: Path
    title: str
    repository: str
    licence: str
    needs: tuple[str, ...]
    steps: tuple[str, ...]
    missing: tuple[str, ...]


def projects(folder: Path = FOLDER) -> list[Project]:
    """Every project, by name. Raises UsageError where there is no gallery."""
    if not folder.is_dir():
        raise UsageError("this kit has no gallery; it stands in a checkout, beside the packages")
    return [_project(path.parent) for path in sorted(folder.glob("*/gallery.toml"))]


def documents(folder: Path = FOLDER) -> list[Path]:
    """Printed documents without records."""
    return sorted((folder / "documents").glob("*.md"))


def commands(project: Project, clones: Path) -> Iterator[list[str]]:
    """Each step as words, patterns below `clones` spelt out. Nothing is run by a shell.

    Raises UsageError for a step that is no import, and for a pattern that nothing fits.
    """
    for step in project.steps:
        words = shlex.split(step)
        if words[:1] != ["import"]:
            raise UsageError(f"{project.folder}: a step must be an import, got {step[:40]!r}")
        spelt: list[str] = []
        for word in words[1:]:
            found = (
                sorted(glob(word.replace(HERE, str(clones)))) if word.startswith(HERE) else [word]
            )
            if not found:
                raise UsageError(f"{project.folder}: nothing fits {word}")
            spelt += found
        yield spelt


def _project(folder: Path) -> Project:
    keys = Keys(read_toml(folder / "gallery.toml"), "")
    keys.known("title", "repository", "licence", "needs", "steps", "missing")
    return Project(
        folder,
        keys.text("title"),
        keys.text("repository"),
        keys.text("licence"),
        keys.texts("needs"),
        keys.texts("steps"),
        keys.texts("missing", ()),
    )
