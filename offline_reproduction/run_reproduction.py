#!/usr/bin/env python3
"""The same front door, run from this folder as FrameEvidence tells its readers (Appendix A)."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)

from offline_reproduction.cli.main import front_door

if __name__ == "__main__":
    sys.exit(front_door())
