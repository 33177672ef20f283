"""The one place that opens what strangers hand in: bounded reads of regular files, and hashes."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from fe_core.errors import RecordError

LARGEST = 1 << 30
"""Bytes that one input file may have; nothing that people score is larger."""

MOST_FILES = 100_000
"""Names that a folder of inputs may hold, its subfolders' included."""


def read_bytes(path: Path, *, largest: int = LARGEST) -> bytes:
    """The whole file.

    Raises RecordError where it is missing, unreadable, no regular file (a device, a pipe, a folder
    and what never ends are none), or over `largest` bytes.
    """
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise RecordError(f"{path}: is no regular file; a readable file is needed here")
            if status.st_size > largest:
                raise RecordError(f"{path}: {status.st_size} bytes, at most {largest} are read")
            data = file.read(status.st_size + 1)
    except FileNotFoundError:
        raise RecordError(f"{path}: does not exist; a readable file is needed here") from None
    except IsADirectoryError:
        raise RecordError(f"{path}: is a directory; a readable file is needed here") from None
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    if len(data) > status.st_size:
        raise RecordError(f"{path}: holds more than its size says; is it still being written?")
    return data


def read_below(folder: Path, name: str, *, largest: int = LARGEST) -> bytes:
    """`read_bytes` of a name below a folder, which must not lead outside; raises as `inside`."""
    return read_bytes(inside(folder, name), largest=largest)


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

    Every reader of a folder asks here before it opens anything. Raises RecordError for absolute
    paths, `..`, drive letters, unprintable names, and links that lead outside.
    """
    pure = PurePosixPath(name)
    plain = bool(name) and name.isprintable() and not set(name) & set("\\:")
    if not plain or pure.is_absolute() or ".." in pure.parts:
        raise RecordError(f"{folder}: path {name!r} must be relative and stay inside this folder")
    path = folder.joinpath(*pure.parts)
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        raise RecordError(f"{path}: leads outside {folder}; links out of a folder are not followed")
    return path


def list_files(folder: Path, suffix: str) -> list[str]:
    """Relative POSIX paths below `folder` that end in `suffix`, sorted whatever the system.

    Raises RecordError where a name or a link leads outside, and for too many names. Folders behind
    links are not entered.
    """
    if not folder.is_dir():
        raise RecordError(f"{folder}: is no directory; give the folder that holds the files")
    return sorted(name for name in _walk(folder) if name.endswith(suffix))


def _walk(folder: Path) -> Iterator[str]:
    def refuse(error: OSError) -> None:
        raise _unreadable(Path(str(error.filename)), error)

    seen = 0
    for place, folders, files in os.walk(folder, onerror=refuse):
        seen += len(folders) + len(files)
        if seen > MOST_FILES:
            raise RecordError(f"{folder}: holds over {MOST_FILES} names; give a smaller folder")
        below = Path(place).relative_to(folder)
        for name in folders:
            if (Path(place) / name).is_symlink():
                inside(folder, (below / name).as_posix())
        for name in files:
            yield (below / name).as_posix()


def _without_waiting(path: str, flags: int) -> int:
    """A pipe that nobody writes to would be waited for."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _unreadable(path: Path, error: Exception) -> RecordError:
    why = getattr(error, "strerror", None) or error
    return RecordError(f"{path}: cannot be read ({why}); check its rights")
