"""``python -m scorepad.cli``."""

import sys

from scorepad.cli import main

sys.exit(main())
