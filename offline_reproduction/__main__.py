"""`python -m offline_reproduction` is the command line `fe`."""

import sys

from offline_reproduction.door import loaded


def main() -> int:
    """The command line `fe`. Returns the exit status."""
    return loaded("offline_reproduction.cli.main", "main")


if __name__ == "__main__":
    sys.exit(main())
