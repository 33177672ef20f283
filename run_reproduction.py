#!/usr/bin/env python3
"""The front door: `python run_reproduction.py` recomputes, judges, and writes a report."""

import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036 (people do run it with an older one)
    sys.exit("Python 3.11 or newer is needed; this is " + sys.version.split()[0])

# With `python -I` this folder is not among those that are searched.
if __file__ and os.path.dirname(os.path.abspath(__file__)) not in sys.path:
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from offline_reproduction.door import loaded

if __name__ == "__main__":
    sys.exit(loaded("offline_reproduction.cli.main", "front_door"))
