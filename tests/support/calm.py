"""``scorepad``, which begins later what no page waits for: fonts and daily jobs."""

import sys

from scorepad import cli
from scorepad.cli import serve

if __name__ == "__main__":
    serve.LATER_S = 600
    sys.exit(cli.main())
