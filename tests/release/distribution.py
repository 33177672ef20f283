"""`python tests/release/distribution.py [FOLDER]`: sdist and wheel, the same bytes at every build.

Builds both twice, from copies of the tracked files in different places, with the locked setuptools
and SOURCE_DATE_EPOCH; the sdist's archive is written anew in one order, with one owner and one
time. The wheel is built once more from the sdist. Then the wheel is installed into an empty
environment. Prints the hashes; exit status 1 where two differ. FOLDER receives the two files.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
EPOCH = 1_767_225_600
BUILD = "from setuptools.build_meta import build_{kind} as build; print(build({folder!r}))"


def tracked() -> list[str]:
    """What belongs to the checkout, as git has it."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    names = [os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
    return [name for name in names if (ROOT / name).is_file()]


def builder(scratch: Path) -> Path:
    """A Python with the locked setuptools and nothing else."""
    venv.create(scratch / "builder", with_pip=True)
    python = scratch / "builder/bin/python"
    wanted = scratch / "setuptools.txt"
    wanted.write_text(locked("setuptools"), "utf-8")
    pip = [python, "-m", "pip", "install", "-q", "--require-hashes", "-r", wanted]
    subprocess.run(pip, check=True)
    return python


def locked(name: str) -> str:
    """A package's lines of the lock: its version and its hashes."""
    lines = (ROOT / "requirements-dev.txt").read_text("utf-8").splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith(f"{name}=="))
    last = next(at for at in range(first, len(lines)) if not lines[at].endswith("\\"))
    return "\n".join(lines[first : last + 1]) + "\n"


def build(python: Path, checkout: Path, kind: str) -> Path:
    """Build one of `sdist`, `wheel` in a checkout."""
    folder = checkout.parent / f"{checkout.name}-{kind}"
    folder.mkdir()
    ran = subprocess.run(
        [str(python), "-c", BUILD.format(kind=kind, folder=str(folder))],
        cwd=checkout, env=os.environ | {"SOURCE_DATE_EPOCH": str(EPOCH)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    made = folder / ran.stdout.splitlines()[-1]
    if kind == "sdist":
        settle(made)
    return made


def settle(archive: Path) -> None:
    """Write a .tar.gz anew: names in order, one owner, one time, no name of the machine."""
    with tarfile.open(archive) as old:
        members = sorted(old.getmembers(), key=lambda member: member.name)
        held = {one.name: old.extractfile(one).read() for one in members if one.isfile()}  # type: ignore[union-attr]
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as new:
        for member in members:
            plain = tarfile.TarInfo(member.name)
            plain.type, plain.mtime = member.type, EPOCH
            plain.mode = 0o755 if member.isdir() else 0o644
            plain.size = len(held.get(member.name, b""))
            new.addfile(plain, io.BytesIO(held.get(member.name, b"")))
    archive.write_bytes(gzip.compress(packed.getvalue(), mtime=EPOCH))


def copy(scratch: Path, name: str) -> Path:
    """The tracked files in a place of their own, with plain rights."""
    target = scratch / name
    for one in tracked():
        path = target / one
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / one, path)
        path.chmod(0o644)
    return target


def unpacked(sdist: Path, scratch: Path) -> Path:
    """The checkout that an sdist holds."""
    # Python 3.11.4 and newer ask for a filter; older ones do not know the word.
    data = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
    with tarfile.open(sdist) as archive:
        archive.extractall(scratch, **data)  # type: ignore[arg-type]
    return scratch / sdist.name.removesuffix(".tar.gz")


def promised() -> set[str]:
    """Every file of the listed packages that a wheel must have: modules and package data."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    globs = {package: ["*.py"] for package in settings["packages"]}
    for package, patterns in settings["package-data"].items():
        globs[package] = globs[package] + patterns
    here = set(tracked())
    return {
        path.relative_to(ROOT).as_posix()
        for package, patterns in globs.items()
        for pattern in patterns
        for path in (ROOT / package.replace(".", "/")).glob(pattern)
        if path.relative_to(ROOT).as_posix() in here
    }


def held(wheel: Path) -> set[str]:
    """What a wheel has, apart from its own description."""
    names = zipfile.ZipFile(wheel).namelist()
    return {name for name in names if ".dist-info/" not in name}


def installed(wheel: Path, python: Path, scratch: Path) -> Path:
    """An environment with this wheel and nothing else, not even pip; its folder of commands."""
    venv.create(scratch / "empty", with_pip=False)
    commands = scratch / "empty/bin"
    pip = [str(python), "-m", "pip", "--python", str(commands / "python")]
    subprocess.run([*pip, "install", "-q", "--no-index", "--no-deps", str(wheel)], check=True)
    return commands


def sha256(path: Path) -> str:
    """Hexadecimal SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> int:
    """Build, compare, install; exit status 1 where something differs."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        python = builder(scratch)
        made = {
            kind: [build(python, copy(scratch, f"{kind}{turn}"), kind) for turn in "ab"]
            for kind in ("sdist", "wheel")
        }
        again = build(python, unpacked(made["sdist"][0], scratch), "wheel")
        made["wheel"].append(again)
        for paths in made.values():
            for path in paths:
                print(sha256(path), path.name)
        same = all(len({sha256(path) for path in paths}) == 1 for paths in made.values())
        complete = held(again) == promised()
        fe = installed(again, python, scratch) / "fe"
        subprocess.run([str(fe), "--version"], check=True, cwd=scratch)
        for kind in ("sdist", "wheel") if sys.argv[1:] else ():
            Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
            shutil.copy(made[kind][0], sys.argv[1])
    print("the same bytes" if same else "DIFFERENT BYTES", "" if complete else "WRONG FILES")
    return 0 if same and complete else 1


if __name__ == "__main__":
    sys.exit(main())
