"""A save and a poll, against an application that does nothing."""

import itertools
import json
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.clock import Caller, Figure, median, served
from bench.empty import bare_app
from scorepad.app import create_app
from scorepad.settings import Settings
from scorepad.store import schema
from tests.phone import OURS, Phone

MOST_SAVE = 40.0
MOST_POLL = 8.0


def figures(folder: Path) -> Iterator[Figure]:
    with served(bare_app()) as call:
        floor = median(lambda: call("PUT", "/", "{}"), times=300)
    url = f"sqlite:///{folder / 'bench.sqlite3'}"
    schema.upgrade(url)
    app = create_app(Settings(instance=folder, database_url=url))
    phone = Phone(app.test_client())
    game = phone.start_game()
    phone.save_round(game, 1, [None] * 4)
    cookie = phone.client.get_cookie("s")
    assert cookie is not None
    headers = {"Cookie": f"s={cookie.value}", **OURS}
    with served(app) as call:
        save = median(saver(call, phone.game_path(game), headers), times=300)
        yield Figure("save a round", save, "empty request", floor, MOST_SAVE)
        poll = median(poller(call, phone.game_path(game), headers), times=300)
        yield Figure("poll, nothing new", poll, "empty request", floor, MOST_POLL)


def saver(call: Caller, path: str, headers: dict[str, str]) -> Callable[[], None]:
    numbers = itertools.count(1)

    def save() -> None:
        number = next(numbers)
        body = json.dumps({"bids": [number % 2, None, None, None], "tricks": None})
        answer = call(
            "PUT",
            f"{path}/rounds/1",
            body,
            Content_Type="application/json",
            If_Match=f'"{number}"',
            Idempotency_Key=f'"{secrets.token_hex(16)}"',
            **headers,
        )
        assert answer.status == 200, answer.status

    return save


def poller(call: Caller, path: str, headers: dict[str, str]) -> Callable[[], None]:
    etag = call("GET", path, **headers).headers["ETag"]

    def poll() -> None:
        assert call("GET", path, If_None_Match=etag, **headers).status == 304

    return poll
