#!/usr/bin/env python3
"""The same front door, run from this folder as FrameEvidence tells its readers (Appendix A)."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)

from offline_reproduction.door import loaded

if __name__ == "__main__":
    sys.exit(loaded("offline_reproduction.cli.main", "front_door"))
