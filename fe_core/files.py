"""The one place that opens files: bounded reads, hashes, and reports that are whole or absent."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from fe_core.errors import RecordError, UsageError
from fe_core.exchange import exchange

LARGEST = 1 << 30
"""Bytes that one input file may have; nothing that people score is larger."""

MARK = "verification.json"
"""The file that tells a report folder from any other folder."""


def read_bytes(path: Path, *, largest: int = LARGEST) -> bytes:
    """The whole file.

    Raises RecordError where it is missing, unreadable, no regular file, or over `largest` bytes.
    """
    try:
        if not path.is_file():
            what = "is a directory" if path.is_dir() else "does not exist or is no regular file"
            raise RecordError(f"{path}: {what}; a readable file is needed here")
        if path.stat().st_size > largest:
            raise RecordError(f"{path}: {path.stat().st_size} bytes, at most {largest} are read")
        return path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: cannot be read ({error.strerror}); check its rights") from None


def decode(data: bytes, source: str) -> tuple[str, tuple[str, ...]]:
    """UTF-8 text of `data` and notes on what was tolerated (one BOM, CRLF).

    Raises RecordError with the line of the first byte that is not UTF-8.
    """
    notes = []
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
        notes.append(f"{source}: starts with a byte order mark; skipped")
    if b"\r\n" in data:
        data = data.replace(b"\r\n", b"\n")
        notes.append(f"{source}: lines end in CRLF; read as LF")
    try:
        return data.decode("utf-8"), tuple(notes)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(
            f"{source}:{line}: byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8"
        ) from None


def sha256(data: bytes) -> str:
    """Hexadecimal SHA-256 of `data`."""
    return hashlib.sha256(data).hexdigest()


def inside(folder: Path, name: str) -> Path:
    """`folder`/`name`, where `name` is a relative POSIX path that stays inside `folder`.

    Raises RecordError for absolute paths, `..`, drive letters, and links that lead outside.
    """
    pure = PurePosixPath(name)
    plain = bool(name) and "\\" not in name and "\0" not in name and ":" not in name
    if not plain or pure.is_absolute() or ".." in pure.parts:
        raise RecordError(f"{folder}: path {name!r} must be relative and stay inside this folder")
    path = folder.joinpath(*pure.parts)
    if not path.resolve().is_relative_to(folder.resolve()):
        raise RecordError(f"{path}: leads outside {folder}; links out of a folder are not followed")
    return path


def list_files(folder: Path, suffix: str) -> list[Path]:
    """Regular files below `folder` that end in `suffix`, sorted by path whatever the system."""
    if not folder.is_dir():
        raise RecordError(f"{folder}: is no directory; give the folder that holds the files")
    found = [path for path in folder.rglob(f"*{suffix}") if path.is_file()]
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())


def write_file(path: Path, text: str) -> None:
    """Write one UTF-8 file whole: a neighbour first, then one rename."""
    with _neighbour(path) as neighbour:
        _write(neighbour, text)
        os.replace(neighbour, path)


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write files below `folder`, each whole; paths are relative and stay inside."""
    for name, text in files.items():
        path = inside(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, text)


def write_report(folder: Path, files: Mapping[str, str], mark: str = MARK) -> None:
    """Put a report in place of the folder's old one: complete, or not at all.

    files: relative POSIX path → text. mark: the file that every such report has. Everything is
    written into a neighbouring folder, which then takes the old one's place. Raises UsageError
    where `folder` holds anything but a report, since nothing else may be replaced, and where the
    system refuses to write.
    """
    folder = folder.absolute()
    try:
        _check_replaceable(folder, mark)
        folder.parent.mkdir(parents=True, exist_ok=True)
        _recover(folder)
        staging = Path(tempfile.mkdtemp(prefix=f".{folder.name}.new-", dir=folder.parent))
        try:
            staging.chmod(0o755)
            for name, text in files.items():
                path = inside(staging, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                _write(path, text)
            _swap(staging, folder)
        finally:
            # After an exchange this is the old report.
            shutil.rmtree(staging, ignore_errors=True)
    except OSError as error:
        raise UsageError(
            f"{folder}: the report cannot be written ({error.strerror}); "
            "an older one, if there was one, is untouched; choose another --out"
        ) from None


def _check_replaceable(folder: Path, mark: str) -> None:
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise UsageError(f"{folder}: is no folder; choose another --out")
    held = _names(folder)
    if held and mark not in held:
        raise UsageError(
            f"{folder}: is not empty and holds no report; nothing is replaced there; "
            "choose another --out"
        )


def _names(folder: Path) -> set[str]:
    """What a folder holds, in one look: another run may take it away at any time."""
    try:
        return set(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return set()


def _swap(staging: Path, folder: Path) -> None:
    """Put `staging` into the folder's place: in one step where the system can, else in two renames.

    What runs that were killed left aside goes, too.
    """
    if not exchange(staging, folder):
        _rename_twice(staging, folder)
    for old in _put_aside(folder):
        _remove(old)


def _rename_twice(staging: Path, folder: Path) -> None:
    """Whatever interrupts between the two, Ctrl-C too, the old report is put back."""
    aside = staging.with_name(_aside(folder) + staging.name.rpartition("-")[2])
    try:
        _take_place(staging, folder, aside)
    finally:
        if not folder.exists():
            with contextlib.suppress(OSError):
                os.rename(aside, folder)


def _take_place(staging: Path, folder: Path, aside: Path) -> None:
    for _ in range(100):
        with contextlib.suppress(FileNotFoundError):
            os.rename(folder, aside)
        try:
            os.rename(staging, folder)
            return
        except OSError:
            # Another run has just put its report here; take that one aside, too.
            _remove(aside)
    raise UsageError(f"{folder}: other runs keep writing here; choose another --out")


def _recover(folder: Path) -> None:
    """Bring back the old report if a run was killed between its two renames."""
    for old in _put_aside(folder):
        if not folder.exists() and (old / MARK).is_file():
            with contextlib.suppress(OSError):
                os.rename(old, folder)


def _aside(folder: Path) -> str:
    return f".{folder.name}.old-"


def _put_aside(folder: Path) -> list[Path]:
    names = sorted(name for name in _names(folder.parent) if name.startswith(_aside(folder)))
    return [folder.parent / name for name in names]


def _remove(old: Path) -> None:
    """The mark goes first, so that no half-removed report is ever taken for a whole one."""
    with contextlib.suppress(OSError):
        os.unlink(old / MARK)
    shutil.rmtree(old, ignore_errors=True)


@contextlib.contextmanager
def _neighbour(path: Path) -> Iterator[Path]:
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)


def _write(path: Path, text: str) -> None:
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def append_text(path: Path, text: str) -> None:
    """Add text to a file that others add to as well, such as a CI run's summary.

    Raises UsageError where the system refuses.
    """
    try:
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"{path}: cannot be added to ({error.strerror})") from None
