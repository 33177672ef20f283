"""The one place where whatever a library raises on strangers' bytes becomes an error of the kit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fe_core.errors import FeError, RecordError


@contextmanager
def guarded(place: str) -> Iterator[None]:
    """Around a library's call on a stranger's bytes: whatever it raises becomes a RecordError.

    place: the file, and where in it. Put nothing of the kit's own inside, or its mistakes would be
    taken for the stranger's.
    """
    try:
        yield
    except FeError:
        raise
    except MemoryError:
        raise RecordError(f"{place}: needs more memory than there is") from None
    except Exception as error:
        first = str(error).strip().partition("\n")[0][:200]
        said = f"{type(error).__name__}: {first}" if first else type(error).__name__
        raise RecordError(
            f"{place}: cannot be read as what it seems to be ({said}); "
            "was it damaged, cut short, or made by something else?"
        ) from error
