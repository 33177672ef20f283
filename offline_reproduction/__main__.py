"""`python -m offline_reproduction` is the command line `fe`."""

import sys

from offline_reproduction.cli.main import main

sys.exit(main())
