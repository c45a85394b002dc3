"""A group filled by ``scorepad demo``."""

import re
from contextlib import redirect_stdout
from io import StringIO

from scorepad.app import create_app
from scorepad.cli import main
from scorepad.settings import Settings
from tests.support.phone import OURS


def demo_group(folder, *words):
    with redirect_stdout(StringIO()) as said:
        assert main(["demo", "--instance", str(folder), *words]) == 0
    found = re.search(r"/g/(\S+)/enter#(\S+)", said.getvalue())
    assert found
    return found[1], found[2]


def demo_client(folder, *words):
    """Return a browser of the owner of a new group, and the group's id."""
    group, claim = demo_group(folder, *words)
    url = f"sqlite:///{folder / 'scorepad.sqlite3'}"
    client = create_app(Settings(instance=folder, database_url=url)).test_client()
    client.post(f"/g/{group}/enter", data={"claim": claim}, headers=OURS)
    return client, group
