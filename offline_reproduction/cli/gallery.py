"""`fe gallery`: public projects' results, judged in one run."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from fe_core.errors import UsageError
from fe_core.files import decode, read_bytes
from fe_core.writing import write_file
from offline_reproduction.audit.inferred.findings import Grade
from offline_reproduction.cli import console, import_logs
from offline_reproduction.gallery import judged, project
from offline_reproduction.study.paper import Settings

BEGIN, END = "<!-- gallery: begin -->", "<!-- gallery: end -->"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the clones are, and where the page goes."""
    parser.add_argument("folder", type=Path, help="the folder that holds clones of the projects")
    parser.add_argument(
        "--page", metavar="FILE", type=Path, help="write the generated part of docs/gallery.md"
    )
    parser.add_argument("--quiet", "-q", action="store_true", help="print nothing but errors")
    parser.epilog = (
        "exit status: 0 every number agrees or is explained, 1 one is not, 2 a clone is missing"
    )


def run(arguments: argparse.Namespace) -> int:
    """Import, verify and audit; a line each."""
    found = [_one(each, arguments) for each in project.projects()]
    audits = judged.audited(project.documents())
    if not arguments.quiet:
        bad = sum(check.grade is Grade.CONTRADICTION for one in audits for check in one.checks)
        tables = sum(len(one.tables) for one in audits)
        console.say(f"{len(audits)} documents: {tables} tables read, {bad} contradictions in print")
    if arguments.page:
        text, _ = decode(read_bytes(arguments.page), str(arguments.page))
        head, _, rest = text.partition(BEGIN)
        tail = rest.partition(END)[2]
        if not tail:
            raise UsageError(f"{arguments.page}: has no lines {BEGIN} and {END} to write between")
        write_file(arguments.page, f"{head}{BEGIN}\n\n{judged.page(found, audits)}\n{END}{tail}")
    return console.AGREES if all(one.report.agrees() for one in found) else console.DIFFERS


def _one(each: project.Project, arguments: argparse.Namespace) -> judged.Judged:
    for name in each.needs:
        if not (arguments.folder / name).is_dir():
            raise UsageError(f"{arguments.folder / name}: is not there; clone {each.repository}")
    parser = argparse.ArgumentParser()
    import_logs.add_arguments(parser)
    with tempfile.TemporaryDirectory() as scratch:
        for words in project.commands(each, arguments.folder):
            at = words.index("--out") + 1
            words[at] = str(Path(scratch) / words[at])
            import_logs.run(parser.parse_args([*words, "--quiet"]))
        settings = Settings(progress=console.progress(arguments.quiet))
        made = judged.verify(each, Path(scratch) / "records", settings)
    if not arguments.quiet:
        console.say(judged.line(made))
    return made
