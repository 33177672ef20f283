"""`python -m tools.witness`: construct the records, or compare them.

Without options the whole is built and written. --check builds and compares with what is there;
--only RUN builds one run of the primary, ordinary or ablation experiments from the items and the
GPT zero-shot answers that are there, and compares it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from fe_core.errors import FeError
from fe_core.files import read_bytes
from fe_core.records.directory import load
from fe_core.writing import write_files
from tools.witness import build, targets
from tools.witness.primary_runs import Builder, answered
from tools.witness.sheet import test_of

RECORDS = Path(__file__).resolve().parents[2] / "records" / "frameevidence"
ZERO_SHOT = "primary/GPT-5.6/0-shot"
AGREES, DIFFERS, UNUSABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.witness",
        description="Construct the witness records of FrameEvidence (needs OR-Tools).",
    )
    parser.add_argument(
        "--records", type=Path, default=RECORDS, help="folder (default: %(default)s)"
    )
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--check", action="store_true", help="compare a whole rebuild, write nothing"
    )
    chosen.add_argument("--only", metavar="RUN", action="append", help="compare one rebuilt run")
    options = parser.parse_args(arguments)
    try:
        if options.only:
            return _report(_only(options.records, options.only))
        files = build.build(tell=complain)
        if options.check:
            return _report(_different(options.records, files))
        write_files(options.records, files)
    except FeError as error:
        complain(str(error))
        return UNUSABLE
    print(f"{options.records}: {len(files)} files written")
    return AGREES


def complain(text: str) -> None:
    """One line of errors and progress."""
    print(text, file=sys.stderr)


def _only(folder: Path, names: Sequence[str]) -> list[str]:
    records = load(folder)
    test = test_of(list(records.items.values()))
    sheet = records.sheet(ZERO_SHOT)
    zero = [sheet.answers[item.item].answer for item in test.items]
    builder = Builder(targets.cells(), test, tuple(str(letter) for letter in zero))
    runs = [answered(test, name, builder.letters(name)) for name in names]
    return _different(folder, {run.path(): build.lines(run.answers()) for run in runs})


def _different(folder: Path, files: dict[str, str]) -> list[str]:
    return [
        path
        for path, text in sorted(files.items())
        if not (folder / path).is_file() or read_bytes(folder / path) != text.encode()
    ]


def _report(different: Sequence[str]) -> int:
    for path in different:
        complain(f"{path}: the rebuilt file differs from the one that is there")
    if not different:
        print("the rebuilt files are the same, byte for byte")
    return DIFFERS if different else AGREES


if __name__ == "__main__":
    sys.exit(main())
