"""The season, player and records pages of long seasons, on SQLite and PostgreSQL.

Nothing is cached, as after a finished game. A cached page is compared with a poll.
"""

from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path

from sqlalchemy import select

from bench.clock import Figure, medians, served_app
from scorepad.cli import main
from scorepad.db.engine import db
from scorepad.db.tables import Player
from scorepad.web.season_pages import PageCache
from tests.support import postgresql
from tests.support.phone import OURS, Phone

GOALS = {500: 0.05, 2_000: 0.15, 10_000: 0.75}
MANY = max(GOALS)
POLLS = 3.0  # may take as long as a cached page
GROUP = "11111111-1111-4111-8111-111111111111"
CLAIM = "c" * 43


def figures(folder: Path) -> Iterator[Figure]:
    for games, goal in GOALS.items():
        own = folder / str(games)
        yield from of_pages(own, f"sqlite:///{own / 'db.sqlite3'}", games, goal)
    with postgresql.server() as server:
        postgresql.run(server, "CREATE DATABASE seasons")
        url = postgresql.url(server, "seasons")
        yield from of_pages(folder / "server", url, MANY, GOALS[MANY])


def of_pages(folder: Path, url: str, games: int, goal: float) -> Iterator[Figure]:
    group = ["--games", str(games), "--group", GROUP, "--key", CLAIM]
    with redirect_stdout(StringIO()):
        main(["demo", *group, "--instance", str(folder), "--database-url", url])
    where = f", {games} games, {url.partition(':')[0]}"
    with served_app(folder, url) as (app, call):
        phone = Phone(app.test_client(), group=GROUP)
        phone.client.post(f"/g/{GROUP}/enter", data={"claim": CLAIM}, headers=OURS)
        sent = {"Cookie": f"s={phone.client.get_cookie('s').value}", **OURS}

        def get(page: str) -> None:
            assert call("GET", f"/g/{GROUP}/{page}", **sent).status == 200

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
