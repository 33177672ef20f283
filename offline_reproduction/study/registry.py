"""The studies that ship with the kit; a new paper is one line here and one folder beside it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from fe_core.errors import UsageError
from offline_reproduction.study.declared import declared_study
from offline_reproduction.study.paper import Study
from offline_reproduction.study.spec import read_spec

PAPERS = Path(__file__).resolve().parents[1] / "papers"


class Listed(NamedTuple):
    """A study's name, what it is, and whether it is a tutorial.

    module: whose STUDY it is; "" where its folder's study.toml says everything.
    """

    name: str
    about: str
    module: str = ""
    tutorial: bool = False


STUDIES = (
    Listed(
        "frameevidence",
        "reference frames and visual evidence; witness records in the checkout",
        "offline_reproduction.papers.frameevidence.study",
    ),
    Listed(
        "visonlyqa",
        "visual perception of geometry; needs --records pointing at a clone of its release",
        "offline_reproduction.papers.visonlyqa.study",
    ),
    Listed(
        "example",
        "a made-up benchmark of twelve questions; the tutorial",
        tutorial=True,
    ),
)


def study(name: str) -> Study:
    """A study by name. Raises UsageError for a name that is not listed."""
    for listed in STUDIES:
        if listed.name == name:
            if not listed.module:
                return declared_study(read_spec(PAPERS / name))
            loaded = import_module(listed.module).STUDY
            assert isinstance(loaded, Study)
            return loaded
    names = ", ".join(listed.name for listed in STUDIES)
    raise UsageError(f"study={name!r} is not known; there are {names} (--list)")


def checkout_records(name: str) -> Path | None:
    """Where a study's own records are: in the checkout, or beside its study.toml; None if nowhere.

    Only the example's come with an installed kit.
    """
    checkout = Path(__file__).resolve().parents[2]
    for folder in (checkout / "records" / name, PAPERS / name / "records"):
        if (folder / "manifest.json").is_file():
            return folder
    return None


def default_names() -> tuple[str, ...]:
    """The studies that run without being named: those with records here, tutorials last resort."""
    here = [listed for listed in STUDIES if checkout_records(listed.name)]
    papers = [listed.name for listed in here if not listed.tutorial]
    return tuple(papers or [listed.name for listed in here])
