"""`fe snapshot`: fill a declared study's printed tables from its records."""

from __future__ import annotations

import argparse
from pathlib import Path

from fe_core.errors import UsageError
from fe_core.files import inside, write_files
from offline_reproduction.cli import console
from offline_reproduction.study.declared import declared_study, records_folder
from offline_reproduction.study.paper import Settings
from offline_reproduction.study.snapshot import snapshot
from offline_reproduction.study.spec import read_spec


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
    parser.add_argument("--replace", action="store_true", help="replace tables that exist")
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
    paths = [inside(spec.folder, name) for name in files]
    present = [path for path in paths if path.exists()]
    if present and not arguments.replace:
        raise UsageError(f"{present[0]}: exists; --replace overwrites it, nothing was written")
    write_files(spec.folder, files)
    if not arguments.quiet:
        console.say("\n".join(f"{path}: written" for path in paths))
    return console.AGREES
