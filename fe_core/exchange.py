"""Two folders that change places in one step, where the system can do that."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_HERE = -100  # AT_FDCWD: paths are taken as they are given
_EXCHANGE = 2  # RENAME_EXCHANGE of renameat2(2)


def exchange(one: Path, two: Path) -> bool:
    """Swap two existing paths of one file system so that no moment shows anything else.

    Returns False, with nothing changed, where that cannot be done: `two` is not there, the system
    is not Linux, or its C library or file system does not know how.
    """
    if sys.platform != "linux":
        return False
    # Not at the top: most commands never write a report.
    from ctypes import CDLL, c_char_p, c_int, c_uint

    try:
        rename = CDLL(None).renameat2
    except (OSError, AttributeError):
        return False
    rename.argtypes = (c_int, c_char_p, c_int, c_char_p, c_uint)
    done: int = rename(_HERE, os.fsencode(one), _HERE, os.fsencode(two), _EXCHANGE)
    return done == 0
