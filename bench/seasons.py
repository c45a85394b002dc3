"""The season, player and records pages of long seasons, on SQLite and PostgreSQL.

Nothing is cached, as after a finished game. A cached page is compared with a poll.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sqlalchemy import select

from bench.clock import Figure, medians, served_app
from scorepad.db.engine import db
from scorepad.db.tables import Player
from scorepad.web.season_pages import PageCache
from tests.support import postgresql
from tests.support.demo import demo_group
from tests.support.phone import OURS, Phone

GOALS = {500: 0.05, 2_000: 0.15, 10_000: 0.75}
MANY = max(GOALS)
POLLS = 3.0  # may take as long as a cached page


def figures(folder: Path) -> Iterator[Figure]:
    for games, goal in GOALS.items():
        own = folder / str(games)
        yield from of_pages(own, f"sqlite:///{own / 'db.sqlite3'}", games, goal)
    with postgresql.server() as server:
        postgresql.run(server, "CREATE DATABASE seasons")
        url = postgresql.url(server, "seasons")
        yield from of_pages(folder / "server", url, MANY, GOALS[MANY])


def of_pages(folder: Path, url: str, games: int, goal: float) -> Iterator[Figure]:
    words = ("--games", str(games), "--database-url", url)
    group, claim = demo_group(folder, *words)
    where = f", {games} games, {url.partition(':')[0]}"
    with served_app(folder, url) as (app, call):
        phone = Phone(app.test_client(), group=group)
        phone.client.post(f"/g/{group}/enter", data={"claim": claim}, headers=OURS)
        sent = {"Cookie": f"s={phone.client.get_cookie('s').value}", **OURS}

        def get(page: str) -> None:
            assert call("GET", f"/g/{group}/{page}", **sent).status == 200

        def get_anew(page: str) -> None:
            app.extensions["page_cache"] = PageCache()
            get(page)

        with app.app_context():
            ute = db.session.scalar(select(Player.uuid).where(Player.name == "Ute"))
        game = phone.game_path(phone.start_game("Ada", "Bo", "Cleo"))
        seen = {"If_None_Match": call("GET", game, **sent).headers["ETag"], **sent}

        def poll() -> None:
            assert call("GET", game, **seen).status == 304

        for page in ("seasons/1", f"players/{ute}", "records"):
            name, *_ = page.split("/")
            (alone,) = medians(partial(get_anew, page), times=10)
            yield Figure(f"{name}{where}", alone, "goal", goal, 1.0)
            cached, floor = medians(partial(get, page), poll, times=100)
            yield Figure(f"{name}, cached{where}", cached, "poll", floor, POLLS)
