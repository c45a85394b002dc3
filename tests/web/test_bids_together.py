"""Six phones that bid at the same moment, through a real server process."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest

from tests.faults.writers import Evening
from tests.support.serving import server

PHONES = 6
CARDS = 10
ROUNDS_OF_A_GAME = 50


class SixPhones(Evening):
    def __init__(self, running):
        super().__init__(running)
        self.cookies = [self.cookie, *(self.let_in() for _ in range(1, PHONES))]
        self.people = [{"id": str(uuid4()), "name": f"P{n}"} for n in range(PHONES)]

    def start(self):
        """Start a game with hidden bids; each phone belongs to one of its players."""
        game = f"{self.group}/games/{uuid4()}"
        cards = [CARDS] * ROUNDS_OF_A_GAME
        body = {"players": self.people, "schedule": "custom", "cards": cards}
        answer = self.put(game, {**body, "bid_mode": "hidden"})
        assert answer.status == 201, answer
        for person, cookie in zip(self.people, self.cookies, strict=True):
            own = {"form": {"player": person["id"]}, "Cookie": cookie}
            said = self.server.send("POST", f"{self.page}/me", **own)
            assert said.status == 303
        return game

    def bid_at_once(self, game, number, bids):
        start = Barrier(PHONES)

        def bid(seat):
            start.wait(timeout=30)
            path = f"{game}/rounds/{number}/bids/{seat}"
            return self.put(path, {"bid": bids[seat]}, cookie=self.cookies[seat])

        with ThreadPoolExecutor(PHONES) as phones:
            return list(phones.map(bid, range(PHONES)))


@pytest.fixture(scope="module")
def running(empty_database, tmp_path_factory):
    folder = tmp_path_factory.mktemp("bids")
    with server(folder, database_url=empty_database) as started:
        yield started


@pytest.mark.parametrize(
    "rounds", [4, pytest.param(200, marks=pytest.mark.slow)], ids="{} rounds".format
)
def test_r07_six_bids_in_the_same_instant_are_all_kept(running, rounds):
    table = SixPhones(running)
    statuses, kept, game = [], 0, ""

    for turn in range(rounds):
        number = turn % ROUNDS_OF_A_GAME + 1
        game = table.start() if number == 1 else game
        bids = [(turn + 3 * seat) % (CARDS + 1) for seat in range(PHONES)]
        answers = table.bid_at_once(game, number, bids)
        statuses += [answer.status for answer in answers]
        (shown,) = [a.body["revealed"] for a in answers if a.body["revealed"]]
        kept += sum(a == b for a, b in zip(shown["bids"], bids, strict=True))

    assert statuses == [201] * PHONES * rounds
    assert kept == PHONES * rounds
