"""S20: what is there takes as long to be "not there" as what is not.

A stranger who belongs to another group asks for somebody's game and for one that does
not exist, in turns. What is the same to the letter has to take as long, too.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

from bench.clock import Caller, Figure, served, side_by_side
from scorepad.app import create_app
from scorepad.settings import Settings
from scorepad.store import schema
from tests.phone import OURS, Phone

MOST = 1.05
TIMES = 1000


def figures(folder: Path) -> Iterator[Figure]:
    url = f"sqlite:///{folder / 'bench.sqlite3'}"
    schema.upgrade(url)
    app = create_app(Settings(instance=folder, database_url=url))
    host, stranger = Phone(app.test_client()), Phone(app.test_client())
    there = host.game_path(host.start_game())
    nowhere = there.replace(str(host.group), str(uuid4()))
    stranger.found_group()
    cookie = stranger.client.get_cookie("s")
    assert cookie is not None
    headers = {"Cookie": f"s={cookie.value}", **OURS}
    with served(app) as call:
        refused, missing = (asker(call, path, headers) for path in (there, nowhere))
        found, floor = side_by_side(refused, missing, times=TIMES)
    yield Figure("another's game", found, "no game at all", floor, MOST)


def asker(call: Caller, path: str, headers: dict[str, str]) -> Callable[[], None]:
    def ask() -> None:
        assert call("GET", path, **headers).status == 404

    return ask
