"""A championship of 232 players at 58 tables, over HTTP, on SQLite and PostgreSQL.

The phones of all tables save at the same time. The floor is bare Flask's save of as
many rows (``load``), also from 58 phones at the same time. Two copies share PostgreSQL.
"""

import secrets
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path

from bench.clock import Figure, figure_of, p99
from bench.load import Asker, plain_saves, plain_server
from tests.support import postgresql
from tests.support.director import Director
from tests.support.phone import OURS, Phone
from tests.support.serving import Browser, copies

FIRST = ("Alexandra", "Bernd", "Elisabeth", "Friedrich")
LAST = ("Bergmann", "Großmann-Hoffmann", "Ibrahimović", "Müller", "Xu", "Zimmermann")
PEOPLE = [" ".join(words) for words in product(FIRST, LAST, map(str, range(10)))][:232]
GAMES, TABLES, SEATS, ROUNDS = 5, 58, 4, 10
SECRET = secrets.token_urlsafe(48)
KEPT = ("players", "schedule", "even_bid_rule", "counts")

SAVE_S, DRAW_S, PAGE_S, HALL_MB = 0.5, 5.0, 0.05, 0.05
END_S = 2.0  # a game at every table, ended in the same moment
DIRECTING_S = 0.2  # pages of the director, with all games and all players
SAVES, POLLS = 10.0, 6.0  # how many floors a save and an unchanged hall page may take
TIMES = 20


def figures(folder: Path) -> Iterator[Figure]:
    with plain_server(folder / "plain") as port, postgresql.server(fsync="on") as pg:
        bare = [plain_saves(port, number) for number in range(TABLES)]
        postgresql.run(pg, "CREATE DATABASE championship")
        embedded, shared = folder / "db.sqlite3", postgresql.url(pg, "championship")
        yield from of_championship(folder, f"sqlite:///{embedded}", bare)
        yield from of_championship(folder / "server", shared, bare)


def at_once(phones: Sequence[Asker], times: int) -> list[float]:
    """Let all phones save at the same time, often; return how long each save took."""
    with ThreadPoolExecutor(len(phones)) as threads:
        steps = [partial(next, each) for each in phones]
        return [t for _ in range(times) for t in threads.map(seconds_of, steps)]


def seconds_of(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def of_championship(folder: Path, url: str, bare: Sequence[Asker]) -> Iterator[Figure]:
    kind = url.partition(":")[0]
    how = {"secret": SECRET, "program": "scorepad.cli"}
    with copies(folder, url, **how) as both:
        to = Championship([each.port for each in both.servers])
        yield from to.halls(f"names, {kind}")
        saved, ended, floor = [], [], []
        for game in range(GAMES):
            if game:
                to.begin()
            saved += to.play(ROUNDS)
            if game == GAMES - 1:
                yield from to.halls(f"tables, {kind}")
            saved += to.play(ROUNDS)
            ended += to.play(1)
            floor += at_once(bare, TIMES)
        yield from to.halls(f"standings, {kind}")
        yield to.unchanged(kind)
        for page in ("", "/standings", "/players"):
            took = to.page_s(page)
            yield figure_of(f"director{page}, {kind}", took, DIRECTING_S)
        yield figure_of(f"draw, {kind}", max(to.drawn), DRAW_S)
        yield figure_of(f"save beside a draw, {kind}", to.beside_draw(), SAVE_S)
    yield Figure(f"58 save, p99, {kind}", p99(saved), "bare Flask", p99(floor), SAVES)
    yield figure_of(f"the same, {kind}", p99(saved), SAVE_S)
    yield figure_of(f"58 end, p99, {kind}", p99(ended), END_S)


class Championship:
    """A director and the phones of the tables, which use the servers in turn."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.ports, self.drawn = ports, []
        own = Phone(Browser(ports[0], SECRET))
        self.director = Director(own, PEOPLE, preset="championship")
        self.begin(minutes=10)

    def begin(self, minutes: int = 0) -> None:
        """Draw and begin a game; let every table scan its card."""
        self.drawn.append(seconds_of(self.director.draw))
        self.director.begin(minutes)
        games = enumerate(self.director.games(), 1)
        self.tables = [self.saves(self.scan(at), game, at) for at, game in games]
        assert len(self.tables) == TABLES

    def scan(self, table: int) -> Phone:
        browser = Browser(self.ports[table % len(self.ports)], SECRET)
        sent = {"code": self.director.card(table)}
        assert browser.post("/join", data=sent, headers=OURS).status_code == 303
        return Phone(browser, self.director.phone.group)

    def saves(self, phone: Phone, game: str, table: int) -> Asker:
        """Save bids and tricks of every round, then that the game is over."""
        state = phone.get_game(game).json
        body = {name: state[name] for name in KEPT} | {"finished": True}
        for number, cards in enumerate(state["cards"], 1):
            path = f"{phone.game_path(game)}/rounds/{number}"
            bids, tricks = [0] * SEATS, [0] * SEATS
            bids[number * table % SEATS] = int(cards > 1)
            tricks[(number + table) % SEATS] = cards
            for taken in (None, tricks):
                said = {"bids": bids, "tricks": taken}
                answer = phone.put(path, said, seen=1 if taken else None)
                assert answer.status_code in {200, 201}, answer.text
                yield
        answer = phone.save_game(game, body, seen=f"g{1 + 2 * len(state['cards'])}")
        assert answer.status_code == 200, answer.text
        yield

    def play(self, steps: int) -> list[float]:
        return at_once(self.tables, steps)

    def page_s(self, path: str, status: int = 200, **headers: str) -> float:
        def get() -> None:
            assert self.director.page(path, **headers).status_code == status

        return statistics.median(seconds_of(get) for _ in range(TIMES))

    def halls(self, what: str) -> Iterator[Figure]:
        yield figure_of(f"hall, {what}", self.page_s("/hall"), PAGE_S)
        size = len(self.director.page("/hall").data)
        yield figure_of("the same, kB", size / 1e6, HALL_MB)

    def unchanged(self, kind: str) -> Figure:
        etag = self.director.page("/hall").headers["ETag"]
        took = self.page_s("/hall", 304, **{"If-None-Match": etag})
        game = self.director.phone.game_path(self.director.games()[0])
        client = self.director.phone.client
        seen = {"If-None-Match": client.get(game).headers["ETag"]}
        polls = [seconds_of(partial(client.get, game, seen)) for _ in range(TIMES)]
        floor = statistics.median(polls)
        return Figure(f"hall unchanged, {kind}", took, "a poll", floor, POLLS)

    def beside_draw(self) -> float:
        """Return the longest save of another group while a game is drawn."""
        other, took = Phone(Browser(self.ports[0], SECRET)), []
        game = other.start_game()
        with ThreadPoolExecutor(1) as directing:
            drawing = directing.submit(self.director.post, "/draw")
            for seen in range(10_000):
                if drawing.done():
                    break
                save = partial(
                    other.save_round, game, 1, [0] * SEATS, seen=seen or None
                )
                took.append(seconds_of(save))
        return max(took)
