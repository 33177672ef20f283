"""Unpacking what strangers packed: members and gzip files are read whole, within one allowance."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections import Counter

from fe_core.errors import RecordError
from fe_core.foreign import guarded

RATIO, SPARE, LARGEST_EXPANDED = 100, 1 << 24, 1 << 30
"""Bytes that packed data may expand to: RATIO times its own and SPARE more, in all at most this."""

MOST_MEMBERS = 200_000
"""Members that an archive may have."""

_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, 93}
"""93 is Zstandard. The others expand whole blocks before anybody could say stop."""


def allowance(size: int) -> int:
    """Bytes that `size` packed bytes may expand to."""
    return min(LARGEST_EXPANDED, SPARE + RATIO * size)


class Archive:
    """A zip archive from a stranger; its members are read whole, within one allowance for all."""

    def __init__(self, data: bytes, place: str) -> None:
        """Raises RecordError for what is no archive, has too many members, or a name twice."""
        self.place = place
        self._left = allowance(len(data))
        # Counted before the directory is read: each entry costs a hundred times its bytes.
        if data.count(b"PK\x01\x02") > MOST_MEMBERS:
            raise RecordError(f"{place}: has over {MOST_MEMBERS} members; split it")
        with guarded(place):
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            counts = Counter(self._zip.namelist())
        self.names = tuple(counts)
        twice = next((name for name, count in counts.items() if count > 1), None)
        if twice is not None:
            raise RecordError(f"{place}: has two members named {twice!r}; which one counts?")

    def read(self, name: str) -> bytes:
        """A member, whole. Raises RecordError if it is damaged, encrypted or beyond the bound."""
        where = f"{self.place}:{name}"
        with guarded(where):
            info = self._zip.getinfo(name)
            if info.compress_type not in _METHODS:
                raise RecordError(f"{where}: compression {info.compress_type} is not read")
            with self._zip.open(info) as member:
                data = member.read(self._left + 1)
        if len(data) > self._left:
            raise _too_large(where)
        self._left -= len(data)
        return data


def gunzip(data: bytes, place: str) -> bytes:
    """What a gzip file holds. Raises RecordError if it is damaged or beyond `allowance`."""
    most = allowance(len(data))
    with guarded(place):
        found = gzip.GzipFile(fileobj=io.BytesIO(data)).read(most + 1)
    if len(found) > most:
        raise _too_large(place)
    return found


def _too_large(place: str) -> RecordError:
    return RecordError(
        f"{place}: expands too far (at most {RATIO} times the packed size and {SPARE} bytes more, "
        f"{LARGEST_EXPANDED} in all); unpack it yourself if you trust it"
    )
