"""A group filled by ``scorepad demo``."""

import re
from contextlib import redirect_stdout
from io import StringIO

from scorepad.cli import main


def demo_group(folder, *words):
    with redirect_stdout(StringIO()) as said:
        assert main(["demo", "--instance", str(folder), *words]) == 0
    found = re.search(r"/g/(\S+)/enter#(\S+)", said.getvalue())
    assert found
    return found[1], found[2]
