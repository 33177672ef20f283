"""The one writer: what is written is complete or absent, and nothing of anybody else's goes.

A folder takes its place by one exchange or rename, a file by one rename. Runs at once into one
place take turns, so that what is found half-made there is a killed run's, and is cleared away.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic, sleep

from fe_core.errors import FeError, UsageError
from fe_core.exchange import exchange
from fe_core.files import inside, read_bytes, sha256

LIST = "SHA256SUMS"
"""The list of its own files that a report carries, in the form that `sha256sum -c` reads."""

PATIENCE = 60
"""Seconds that a run waits for another one that writes beside it."""

_OURS = re.compile(
    rf"verification\.(?:json|md)|audit\.json|index\.html|junit\.xml|kill-rates\.md|{LIST}"
    r"|tables/[^/]+/[^/]+\.(?:csv|md|tex)"
)
"""What a report's files are called; no list makes any other name the kit's."""

_VERSIONED = {".git", ".hg", ".svn", ".bzr", "CVS", "_darcs"}
"""Folders that version control keeps; a report in one would be lost among its files."""


def write_file(path: Path, text: str) -> None:
    """Write one UTF-8 file whole: a neighbour first, then one rename.

    Raises UsageError where the system refuses; the file is then as it was.
    """
    with _said(path, "it is as it was"), _turn(path):
        neighbour = _beside(path, "new")
        try:
            _write(neighbour, text)
            os.replace(neighbour, path)
        finally:
            with contextlib.suppress(OSError):
                os.unlink(neighbour)


def append_text(path: Path, text: str) -> None:
    """Add text to a file that others add to as well, such as a CI run's summary.

    Raises UsageError where the system refuses.
    """
    with _said(path, "nothing else was touched"), path.open("a", encoding="utf-8") as file:
        file.write(text)


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write files below `folder`, each whole; paths are relative and stay inside."""
    for name, text in files.items():
        path = inside(folder, name)
        with _said(path, "what was written before it stays"):
            path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, text)


def write_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Make a folder that holds `files` (relative POSIX path → text), or nothing at all.

    Raises UsageError where `folder` holds anything, is a link or the working directory, and where
    the system refuses to write.
    """
    with _said(folder, "nothing was written; choose another --out"):
        folder = _place(folder, ())
        if _names(folder):
            raise UsageError(f"{folder}: is not an empty folder; nothing was written")
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _turn(folder), _staged(folder, files) as staging:
            with contextlib.suppress(FileNotFoundError):
                os.rmdir(folder)
            os.rename(staging, folder)


def write_report(
    folder: Path,
    files: Mapping[str, str],
    *,
    not_over: Sequence[Path] = (),
    not_in: Sequence[Path] = (),
) -> None:
    """Put a report in place of the folder's old one: complete, or not at all.

    files: relative POSIX path → text; the list of them is added. not_over: folders that `folder`
    may neither be nor hold, as it may not the working directory. not_in: such that it may not lie
    in, either. Raises UsageError, with nothing touched, where `folder` holds anything that the kit
    did not write or that was changed since, and where the system refuses to write.
    """
    odd = [name for name in files if not _OURS.fullmatch(name)]
    if odd:
        raise UsageError(f"{odd[0]!r} is no name of a report's file")
    sums = list_text({name: sha256(text.encode()) for name, text in files.items()})
    kept = "an older one, if there was one, is untouched; choose another --out"
    with _said(folder, f"so the report is not there; {kept}"):
        folder = _place(folder, (*not_over, *not_in), not_in)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _turn(folder):
            _refuse_foreign(folder)
            with _staged(folder, {**files, LIST: sums}) as staging:
                _swap(staging, folder)


def _place(folder: Path, not_over: Sequence[Path], not_in: Sequence[Path] = ()) -> Path:
    """The folder's real path, if something may be written there at all."""
    if folder.is_symlink() or (os.path.lexists(folder) and not folder.is_dir()):
        raise UsageError(f"{folder}: is no folder; choose another --out")
    place = Path(os.path.realpath(folder))
    for name in _VERSIONED.intersection(place.parts):
        raise UsageError(f"{folder}: lies in {name}, version control's own; choose another --out")
    for other in (Path.cwd(), *not_over):
        if Path(os.path.realpath(other)).is_relative_to(place):
            raise UsageError(
                f"{folder}: is or holds {other}, which must stay; nothing was touched; "
                "choose another --out"
            )
    for other in not_in:
        if place.is_relative_to(os.path.realpath(other)):
            raise UsageError(
                f"{folder}: lies in {other}; nothing was touched; choose another --out"
            )
    return place


def _refuse_foreign(folder: Path) -> None:
    name = _foreign(folder) if folder.exists() else ""
    if not name:
        return
    if LIST not in _names(folder):
        raise UsageError(
            f"{folder}: holds {name!r} and no {LIST}, the list of the files that a report consists "
            f"of; nothing was touched. If it is an older kit's report, delete {folder} yourself; "
            "else choose another --out"
        )
    raise UsageError(
        f"{folder}: holds {name!r}, which is not a report's or was changed since it was written; "
        "nothing was touched; move it away, or choose another --out"
    )


def _foreign(folder: Path) -> str:
    """The first name in a folder that no report of the kit accounts for; "" where none is."""
    listed = read_list(folder)
    folders = {parent.as_posix() for name in listed for parent in Path(name).parents}
    for place, below, files in os.walk(folder, onerror=_raise):
        below.sort()
        here = Path(place).relative_to(folder)
        for name in sorted(files + below):
            path, known = Path(place) / name, (here / name).as_posix()
            whole = path.is_dir() and not path.is_symlink()
            fits = known in folders if whole else _fits(path, known, listed)
            if not fits:
                return known
    return ""


def _fits(path: Path, name: str, listed: Mapping[str, str]) -> bool:
    if path.is_symlink() or not path.is_file() or not _OURS.fullmatch(name):
        return False
    return name == LIST or (name in listed and sha256(read_bytes(path)) == listed[name])


def read_list(folder: Path, name: str = LIST) -> dict[str, str]:
    """Name → SHA-256 of the list that stands in a folder; empty where none does."""
    path = folder / name
    if path.is_symlink() or not path.is_file():
        return {}
    text = read_bytes(path, largest=1 << 24).decode("utf-8", "replace")
    pairs = (line.partition("  ") for line in text.split("\n") if line)
    return {name: digest for digest, _, name in pairs}


def list_text(sums: Mapping[str, str]) -> str:
    """A list as `read_list` and `sha256sum -c` read it; sums: name → SHA-256."""
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(sums.items()))


def _swap(staging: Path, folder: Path) -> None:
    """Put `staging` into the folder's place: in one step where the system can, else in two renames.

    Whatever interrupts between the two, Ctrl-C too, the old report is put back.
    """
    if exchange(staging, folder):
        return
    aside = _beside(folder, "old")
    try:
        with contextlib.suppress(FileNotFoundError):
            os.rename(folder, aside)
        os.rename(staging, folder)
    finally:
        if not folder.exists():
            with contextlib.suppress(OSError):
                os.rename(aside, folder)
    _remove(aside)


@contextlib.contextmanager
def _staged(folder: Path, files: Mapping[str, str]) -> Iterator[Path]:
    staging = _beside(folder, "new")
    try:
        os.mkdir(staging)
        for name, text in files.items():
            path = inside(staging, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(path, text)
        yield staging
    finally:
        # After an exchange this is the old report.
        _remove(staging, files)


@contextlib.contextmanager
def _turn(place: Path) -> Iterator[None]:
    """Alone with what stands beside `place`, once killed runs' leftovers are put right."""
    try:
        import fcntl
    except ImportError:
        # Windows: runs at once may then refuse each other.
        yield
        return
    handle = os.open(place.parent, os.O_RDONLY)
    try:
        until = monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if monotonic() > until:
                    raise UsageError(f"{place}: another run is still writing beside it") from None
                sleep(0.02)
                continue
            except OSError:
                # A file system without locks.
                break
            _put_right(place)
            break
        yield
    finally:
        os.close(handle)


def _put_right(place: Path) -> None:
    """Bring back a report that was aside when its run was killed; clear what is half-made."""
    for old in _left(place, "old"):
        if not os.path.lexists(place) and LIST in _names(old) and not _foreign(old):
            os.rename(old, place)
    for left in (*_left(place, "new"), *_left(place, "old")):
        _remove(left)


def _left(place: Path, kind: str) -> list[Path]:
    ours = re.compile(re.escape(f".{_stem(place)}.{kind}-") + "[0-9a-z_]+")
    return [place.parent / name for name in sorted(_names(place.parent)) if ours.fullmatch(name)]


def _beside(place: Path, kind: str) -> Path:
    return place.with_name(f".{_stem(place)}.{kind}-{os.urandom(4).hex()}")


def _stem(place: Path) -> str:
    """A name near its longest has no room for more."""
    name = place.name
    return name if len(os.fsencode(name)) <= 200 else sha256(os.fsencode(name))


_WRITTEN = re.compile(
    rf"{_OURS.pattern}|(?:items|runs)\.jsonl|answers/.+\.jsonl|(?:manifest|import-report)\.json"
)


def _remove(place: Path, known: Collection[str] = ()) -> None:
    """Take away what the kit wrote; whatever else somebody put there stays, and so its folder."""
    with contextlib.suppress(OSError):
        os.unlink(place)
        return
    for inner, _, files in os.walk(place, topdown=False):
        for name in files:
            path = Path(inner) / name
            below = path.relative_to(place).as_posix()
            if below in known or _WRITTEN.fullmatch(below):
                with contextlib.suppress(OSError):
                    os.unlink(path)
        with contextlib.suppress(OSError):
            os.rmdir(inner)


@contextlib.contextmanager
def _said(path: Path, kept: str) -> Iterator[None]:
    try:
        yield
    except FeError:
        raise
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(f"{path}: cannot be written ({why}); {kept}") from None


def _names(folder: Path) -> set[str]:
    try:
        return set(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return set()


def _raise(error: OSError) -> None:
    raise error


def _write(path: Path, text: str) -> None:
    with open(path, "x", encoding="utf-8", newline="\n") as file:
        file.write(text)
