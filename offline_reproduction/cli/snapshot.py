"""`fe snapshot`: fill a declared study's printed tables from its records."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from fe_core.errors import UsageError
from fe_core.files import inside, read_bytes, sha256
from fe_core.writing import list_text, read_list, write_files
from offline_reproduction.cli import console
from offline_reproduction.study.declared import declared_study, records_folder
from offline_reproduction.study.paper import Settings
from offline_reproduction.study.snapshot import snapshot
from offline_reproduction.study.spec import Spec, read_spec

LIST = "snapshot.sha256"
"""Beside study.toml: the tables that a snapshot wrote, as `sha256sum -c` reads them."""

SUFFIXES = (".csv", ".tsv", ".md", ".tex")
"""Of tables; no list makes a file of another kind the kit's."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The folder and the decimals."""
    parser.add_argument("folder", type=Path, help="the folder that holds study.toml")
    parser.add_argument(
        "--decimals",
        type=int,
        default=2,
        metavar="N",
        help="of percentages (default: 2); shares and p values get two more",
    )
    parser.add_argument(
        "--replace", action="store_true", help="replace tables that a snapshot wrote, unchanged"
    )
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")


def run(arguments: argparse.Namespace) -> int:
    """Write each declared table in its own format, in Markdown and in LaTeX."""
    if not 0 <= arguments.decimals <= 12:
        raise UsageError(f"--decimals lies between 0 and 12, got {arguments.decimals}")
    spec = read_spec(arguments.folder)
    study = declared_study(spec, printed=False)
    settings = Settings(progress=console.progress(arguments.quiet))
    scored = study.load(records_folder(spec), settings.progress)
    files = snapshot(spec, study, scored, settings, arguments.decimals)
    sums = read_list(spec.folder, LIST)
    for name, text in files.items():
        _refuse_foreign(spec, name, text, sums, replace=arguments.replace)
    sums |= {name: sha256(text.encode()) for name, text in files.items()}
    write_files(spec.folder, {**files, LIST: list_text(sums)})
    if not arguments.quiet:
        console.say("\n".join(f"{spec.folder / name}: written" for name in files))
    return console.AGREES


def _refuse_foreign(
    spec: Spec, name: str, text: str, sums: Mapping[str, str], *, replace: bool
) -> None:
    """A study.toml may come from a stranger, and so may the list beside it."""
    path = inside(spec.folder, name)
    if path.suffix not in SUFFIXES or path.resolve().is_relative_to(
        records_folder(spec).resolve() / "answers"
    ):
        raise UsageError(f"{path}: is no place for a table ({', '.join(SUFFIXES)}); name another")
    if not path.exists() and not path.is_symlink():
        return
    if not replace:
        raise UsageError(f"{path}: exists; --replace overwrites it, nothing was written")
    digest = sha256(read_bytes(path))
    if sums.get(name) != digest and sha256(text.encode()) != digest:
        raise UsageError(
            f"{path}: was not written by a snapshot, or was changed since; nothing was written; "
            "move it away first"
        )
