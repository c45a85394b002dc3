"""Ten thousand games against a hundred: pages, saves, and writing them at all.

The pages of a long season may take little more than those of a short one. What a person
feels is the time itself, and writing is asked for in games a second: there the floor is
the most that is allowed.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

from flask import Flask
from sqlalchemy import select

from bench.clock import Caller, Figure, served, side_by_side, slow_ones
from bench.saving import saver
from scorepad.app import create_app
from scorepad.cli import main
from scorepad.settings import Settings
from scorepad.store.db import db
from scorepad.store.tables import Player
from tests import postgresql
from tests.phone import OURS, Phone

MANY, FEW = 10_000, 100
GROUP = "11111111-1111-4111-8111-111111111111"
CLAIM = "c" * 43
TABLE = ("Ada", "Bo", "Cleo", "Dan")
MOST_PAGE = 1.5
MOST_SAVE = 1.2
LONGEST_PAGE = 0.05
LONGEST_FIRST_LOOK = 0.1
"""The first look after a game works out the ratings, once for everybody."""

LONGEST_FILTERED = 0.5
FILTERS = {
    "of four": "?players=4",
    "half games": "?schedule=half",
    "before": "?until=2016-11-20",
    "nearly all": "?since=1970-01-02",
}
"""From a part of the games to a filter that keeps out none of them."""

GAMES_A_SECOND = 150


def figures(folder: Path, *, many: int = MANY) -> Iterator[Figure]:
    url = {name: f"sqlite:///{folder / f'{name}.sqlite3'}" for name in ("few", "many")}
    demo(folder, url["few"], FEW)
    yield rate("write a game, demo", lambda: demo(folder, url["many"], many), many)
    words = ["rebuild", "--instance", str(folder), "--database-url", url["many"]]
    yield rate("work out a game", lambda: main(words), many)
    with both(folder, url) as (short, long):
        yield from of_pages("", short, long)
        yield from of_saves(short, long)
        yield from of_endings("", short, long)
    with postgresql.server() as server:
        for name in url:
            postgresql.run(server, f"CREATE DATABASE {name}")
            url[name] = postgresql.url(server, name)
        demo(folder, url["few"], FEW)
        demo(folder, url["many"], many)
        with both(folder, url) as (short, long):
            yield from of_pages(", PostgreSQL", short, long)
            yield from of_endings(", PostgreSQL", short, long)


def demo(folder: Path, url: str, games: int) -> None:
    group = ["--group", GROUP, "--claim", CLAIM]
    where = ["--instance", str(folder), "--database-url", url]
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        assert main(["demo", "--games", str(games), *group, *where]) == 0


def rate(what: str, action: Callable[[], object], games: int) -> Figure:
    """How long a game takes of the processor, of many in one go."""
    before = time.process_time()
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        action()
    each = (time.process_time() - before) / games
    return Figure(what, each, f"{GAMES_A_SECOND} a second", 1 / GAMES_A_SECOND, 1.0)


class Reader:
    """Somebody in the group of a demo."""

    def __init__(self, app: Flask, call: Caller) -> None:
        self.app, self.call = app, call
        self.phone = Phone(app.test_client(), group=GROUP)
        claim = {"claim": CLAIM}
        self.phone.client.post(f"/g/{GROUP}/enter", data=claim, headers=OURS)
        cookie = self.phone.client.get_cookie("s")
        assert cookie is not None
        self.headers: dict[str, Any] = {"Cookie": f"s={cookie.value}", **OURS}
        with app.app_context():
            ute = select(Player.uuid).where(Player.name == "Ute")
            self.player: UUID = db.session.scalars(ute).one()

    def page(self, name: str, query: str = "") -> Callable[[], None]:
        paths = {"season": "seasons/1", "records": "records"}
        return self.look(paths.get(name, f"players/{self.player}") + query)

    def look(self, path: str) -> Callable[[], None]:
        def get() -> None:
            answer = self.call("GET", f"/g/{GROUP}/{path}", **self.headers)
            assert answer.status == 200, answer.status

        return get


@contextmanager
def both(folder: Path, urls: dict[str, str]) -> Iterator[tuple[Reader, Reader]]:
    apps = [
        create_app(Settings(instance=folder, database_url=urls[name]))
        for name in ("few", "many")
    ]
    with served(apps[0]) as few, served(apps[1]) as many:
        yield Reader(apps[0], few), Reader(apps[1], many)
    for app in apps:
        app.extensions["renderer"].close()
        with app.app_context():
            db.engine.dispose()


def of_pages(where: str, short: Reader, long: Reader) -> Iterator[Figure]:
    for name in ("season", "player", "records"):
        few, many = side_by_side(short.page(name), long.page(name), times=30)
        yield Figure(f"{name}{where}", many, f"with {FEW} games", few, MOST_PAGE)
        took = slow_ones(long.page(name), times=40)
        yield Figure(f"{name}, p95{where}", took, "so long", LONGEST_PAGE, 1.0)
        for kind, query in FILTERS.items():
            took = slow_ones(long.page(name, query), times=20)
            what = f"{name}, {kind}, p95{where}"
            yield Figure(what, took, "so long", LONGEST_FILTERED, 1.0)


def of_saves(short: Reader, long: Reader) -> Iterator[Figure]:
    """A round of a running game, in a group with nothing else and in one with much."""
    own = Phone(short.app.test_client())
    own.found_group()
    cookie = own.client.get_cookie("s")
    assert cookie is not None
    saves = []
    for phone, reader, sent in (
        (own, short, {"Cookie": f"s={cookie.value}", **OURS}),
        (long.phone, long, long.headers),
    ):
        game = phone.start_game(*TABLE)
        phone.save_round(game, 1, [None] * 4)
        saves.append(saver(reader.call, phone.game_path(game), sent))
    empty, full = side_by_side(*saves, times=150)
    yield Figure("save a round there", full, "in an empty group", empty, MOST_SAVE)


def of_endings(where: str, short: Reader, long: Reader) -> Iterator[Figure]:
    """A short game from its start to the next look at the season, with the ratings."""
    few, many = side_by_side(*(ending(each) for each in (short, long)), times=15)
    name = f"finish, then look{where}"
    yield Figure(name, many, f"with {FEW} games", few, MOST_PAGE)
    for page, query, most in (
        ("season", "", LONGEST_FIRST_LOOK),
        ("season", FILTERS["nearly all"], LONGEST_FILTERED),
    ):
        took = slow_ones(long.page(page, query), times=20, before=ended_game(long))
        what = f"{page}{query and ', filter'}, after a game, p95{where}"
        yield Figure(what, took, "so long", most, 1.0)


def ending(reader: Reader) -> Callable[[], None]:
    play, look = ended_game(reader), reader.page("season")

    def play_and_look() -> None:
        play()
        look()

    return play_and_look


def ended_game(reader: Reader) -> Callable[[], None]:
    shape = {"schedule": "custom", "cards": [1]}

    def play() -> None:
        game = reader.phone.start_game(*TABLE, **shape)
        reader.phone.save_round(game, 1, [0] * len(TABLE), [1, 0, 0, 0])
        ended = reader.phone.game_body(*TABLE, **shape, finished=True)
        assert reader.phone.save_game(game, ended, seen="g2").status_code == 200

    return play
