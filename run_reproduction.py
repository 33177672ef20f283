#!/usr/bin/env python3
"""The front door: `python run_reproduction.py` recomputes, judges, and writes a report."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 (people do run it with an older one)
    sys.exit("Python 3.11 or newer is needed; this is " + sys.version.split()[0])

from offline_reproduction.cli.main import front_door

if __name__ == "__main__":
    sys.exit(front_door())
