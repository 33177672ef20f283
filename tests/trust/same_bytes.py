"""`python tests/trust/same_bytes.py`: one report under everything that could change it.

Runs the front door (all studies with records here, or `-- ARGUMENTS`) under every Python from 3.11
on that this machine has, hash seeds, locales, time zones, working folders, orders of directories,
interpreter switches and, where there is `fe_boot`, both engines with one and two threads.
Prints a digest a surrounding; exit status 1 if two differ.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
LAUNCH = """
import os, sys
sys.path.insert(0, {root!r})
if {localised}:
    import locale
    locale.setlocale(locale.LC_ALL, "")
    assert {comma!r} in ("", locale.localeconv()["decimal_point"])
if {backwards}:
    listdir, scandir = os.listdir, os.scandir
    class Backwards:
        def __init__(self, found): self.rest = iter(found)
        def __iter__(self): return self
        def __next__(self): return next(self.rest)
        def __enter__(self): return self
        def __exit__(self, *_): pass
        def close(self): pass
    os.listdir = lambda *a: sorted(listdir(*a), reverse=True)
    os.scandir = lambda *a: Backwards(sorted(scandir(*a), key=lambda e: e.name, reverse=True))
from offline_reproduction.cli.main import front_door
sys.exit(front_door(sys.argv[1:]))
"""


class Surrounding(NamedTuple):
    """One way to run: what differs from the first one."""

    name: str
    python: str = sys.executable
    switches: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    folder: str = str(ROOT)
    words: tuple[str, ...] = ()
    localised: bool = False
    comma: str = ""
    backwards: bool = False


def pythons() -> dict[str, str]:
    """Version → path of every Python from 3.11 on: on the PATH, in /usr, under pyenv."""
    names = [f"python3.{minor}" for minor in range(11, 20)]
    found = [shutil.which(name) for name in names]
    places = (Path("/usr/bin"), Path("/usr/local/bin"))
    found += [str(place / name) for place in places for name in names]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found += [str(path) for path in sorted(pyenv.glob("versions/3.*/bin/python3"))]
    versions: dict[str, str] = {}
    ask = "import platform, sys; print(sys.version_info >= (3, 11), platform.python_version())"
    for path in found:
        if path and os.access(path, os.X_OK):
            ran = subprocess.run([path, "-c", ask], capture_output=True, text=True, check=False)
            answer = ran.stdout.split()
            if answer[:1] == ["True"]:
                versions.setdefault(answer[1], path)
    return versions


def decimal_comma(folder: Path) -> str:
    """The folder with a compiled de_DE.UTF-8; "" where there is none to be had."""
    target = folder / "de_DE.UTF-8"
    if shutil.which("localedef"):
        words = ["localedef", "-i", "de_DE", "-f", "UTF-8", str(target)]
        subprocess.run(words, capture_output=True, check=False)
    return str(folder) if (target / "LC_NUMERIC").exists() else ""


def surroundings(scratch: Path) -> Iterator[Surrounding]:
    """All of them; the first is what the others are held against."""
    plain = (("PYTHONHASHSEED", "0"), ("FE_PURE_PYTHON", "1"), ("LC_ALL", "C.UTF-8"))

    def changed(**more: str) -> tuple[tuple[str, str], ...]:
        return tuple((dict(plain) | more).items())

    yield Surrounding("this Python, no engine", environment=plain)
    for version, path in pythons().items():
        yield Surrounding(f"Python {version}", path, environment=plain)
    for seed in ("1", "4242"):
        yield Surrounding(f"hash seed {seed}", environment=changed(PYTHONHASHSEED=seed))
    for name in ("C", "POSIX"):
        yield Surrounding(f"locale {name}", environment=changed(LC_ALL=name, PYTHONUTF8="0"))
    locales = decimal_comma(scratch)
    if locales:
        german = changed(LC_ALL="de_DE.UTF-8", LOCPATH=locales)
        yield Surrounding("decimal comma", environment=german, localised=True, comma=",")
    for zone in ("Asia/Tokyo", "America/St_Johns"):
        yield Surrounding(f"time zone {zone}", environment=changed(TZ=zone))
    yield Surrounding("working folder /", environment=plain, folder="/")
    yield Surrounding("directories backwards", environment=plain, backwards=True)
    for switch in ("-O", "-OO", "-Xdev", "-Xutf8=0"):
        yield Surrounding(f"python {switch}", switches=(switch,), environment=plain)
    if has_engine():
        for threads in ("1", "2"):
            words = ("--threads", threads)
            engine = changed(FE_PURE_PYTHON="0")
            yield Surrounding(f"engine, {threads} threads", environment=engine, words=words)
    yield Surrounding("2 threads, no engine", environment=plain, words=("--threads", "2"))


def has_engine() -> bool:
    """Whether this interpreter has the compiled engine."""
    code = "import sys; sys.path.pop(0); import fe_boot"
    return not subprocess.run([sys.executable, "-c", code], capture_output=True).returncode


def digest(one: Surrounding, words: list[str], scratch: Path) -> str:
    """SHA-256 over names and bytes of the report that a surrounding gives."""
    out = scratch / "out"
    shutil.rmtree(out, ignore_errors=True)
    code = LAUNCH.format(
        root=str(ROOT), localised=one.localised, comma=one.comma, backwards=one.backwards
    )
    command = [one.python, *one.switches, "-c", code, *words, *one.words, "--out", str(out)]
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    environment = kept | dict(one.environment)
    ran = subprocess.run(
        [*command, "--quiet", "--fail-on", "never"],
        cwd=one.folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if ran.returncode:
        raise SystemExit(f"{one.name}: exit status {ran.returncode}\n{ran.stderr}")
    found = hashlib.sha256()
    for path in sorted(out.rglob("*")):
        if path.is_file():
            found.update(path.relative_to(out).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def compared(words: list[str]) -> Iterator[tuple[str, str]]:
    """Name and digest of each surrounding in turn."""
    with tempfile.TemporaryDirectory() as folder:
        for one in surroundings(Path(folder)):
            yield one.name, digest(one, words, Path(folder))


def main() -> int:
    """Print each digest; exit status 1 if two differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*", help="arguments of the front door, after --")
    digests = {}
    for name, found in compared(parser.parse_args().words):
        digests[name] = found
        print(f"{found[:16]}  {name}", flush=True)
    same = len(set(digests.values())) == 1
    print(f"{len(digests)} surroundings, {'the same bytes' if same else 'DIFFERENT BYTES'}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
