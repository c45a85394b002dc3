"""R01, R03, R07: many phones or directors write at once, and overwrite nothing unseen.

Each edit has a tag of its own, and names the edit it was based on. An edit that the
next one does not name was overwritten unseen: it is lost, even if the history has it.
"""

import re
import secrets
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, pairwise
from threading import Barrier
from uuid import uuid4

import pytest

from scorepad.db.tables import GameRow
from scorepad.services import draws
from tests.faults.writers import Evening
from tests.support.director import Director
from tests.support.phone import OURS
from tests.support.serving import a_claim, copies
from tests.support.stored import count

PHONES = 16
NUMBER = 5
BEGINNING = "beginning"
SAVED, CHANGED_ELSEWHERE = 200, 412


class Table(Evening):
    def save(self, seen, key=None, cookie=None, **more):
        body = {"bids": [1, 0, None], "tricks": None, **more}
        return self.put(f"{self.game}/rounds/{NUMBER}", body, seen, key, cookie)

    def edit(self, name, times):
        """Read before each write, and again after a conflict; return tags and these."""
        cookie, tags, late = self.let_in(), [], 0
        for turn in range(times):
            (stands,) = self.get().body["rounds"]
            while reply := self._edited(stands, f"{name}.{turn}", cookie):
                stands = reply.body["current"]
                late += 1
            tags.append(f"{name}.{turn}")
        return tags, late

    def _edited(self, stands, tag, cookie):
        _, seen = stands["note"].split(">")
        note = f"{seen}>{tag}"
        reply = self.save(stands["revision"], cookie=cookie, note=note)
        assert reply.status in {SAVED, CHANGED_ELSEWHERE}, reply
        return reply if reply.status == CHANGED_ELSEWHERE else None


@pytest.fixture(scope="module")
def running(empty_database, tmp_path_factory):
    """One server of each kind for all these tests; each has a group of its own."""
    with copies(tmp_path_factory.mktemp("together"), empty_database) as started:
        yield started


@pytest.fixture
def table(running):
    return Table(running)


@pytest.mark.parametrize(
    "times", [1, pytest.param(50, marks=pytest.mark.slow)], ids="{} each".format
)
def test_r01_of_what_sixteen_phones_write_in_a_round_nothing_is_lost(table, times):
    table.save(None, note=f"nothing>{BEGINNING}")

    with ThreadPoolExecutor(PHONES) as phones:
        found = list(phones.map(lambda name: table.edit(name, times), range(PHONES)))

    edits = [note.split(">") for note in table.notes_of(NUMBER)]
    tags = [tag for _, tag in edits]
    assert tags[0] == BEGINNING
    assert sorted(tags[1:]) == sorted(tag for own, _ in found for tag in own)
    assert len(set(tags[1:])) == PHONES * times
    assert all(seen == tag for (_, tag), (seen, _) in pairwise(edits))
    assert sum(late for _, late in found) > 0
    for own, _ in found:
        assert [tag for tag in tags if tag in own] == own


@pytest.mark.parametrize(
    ("keys", "times"),
    [(6, 8), pytest.param(200, 10, marks=pytest.mark.slow)],
    ids=lambda n: f"{n}",
)
def test_r03_one_request_sent_many_times_at_once_has_one_effect(table, keys, times):
    table.save(None)

    for turn in range(1, keys + 1):
        key, note = secrets.token_hex(16), f"{turn}"
        with ThreadPoolExecutor(times) as phones:
            sent = [
                phones.submit(table.save, turn, key, note=note) for _ in range(times)
            ]
            replies = [each.result() for each in sent]
        # Waitress spells it like this.
        told = [(r.status, r.body, r.headers["Etag"]) for r in replies]
        assert told == [told[0]] * times
        assert told[0][0] == SAVED
        replayed = [r for r in replies if r.headers.get("Idempotent-Replay")]
        assert len(replayed) == times - 1

    state = table.get().body
    assert state["revision"] == keys + 2
    assert state["rounds"][0]["revision"] == keys + 1


def test_a_group_founded_twice_at_once_is_one_group(table):
    path = f"/api/groups/{uuid4()}"
    body = {"claim": a_claim(), "time_zone": "UTC", "language": "en"}

    def found(_):
        return table.put(path, body, None, cookie="").status

    with ThreadPoolExecutor(8) as phones:
        statuses = sorted(phones.map(found, range(8)))

    assert statuses == [200] * 7 + [201]


SIX = 6
CARDS = 10
ROUNDS_OF_A_GAME = 50


class SixPhones(Evening):
    def __init__(self, running):
        super().__init__(running)
        self.cookies = [self.cookie, *(self.let_in() for _ in range(1, SIX))]
        self.people = [{"id": str(uuid4()), "name": f"P{n}"} for n in range(SIX)]

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
        start = Barrier(SIX)

        def bid(seat):
            start.wait(timeout=30)
            path = f"{game}/rounds/{number}/bids/{seat}"
            return self.put(path, {"bid": bids[seat]}, cookie=self.cookies[seat])

        with ThreadPoolExecutor(SIX) as phones:
            return list(phones.map(bid, range(SIX)))


@pytest.mark.parametrize(
    "rounds", [4, pytest.param(200, marks=pytest.mark.slow)], ids="{} rounds".format
)
def test_r07_six_bids_in_the_same_instant_are_all_kept(running, rounds):
    table = SixPhones(running)
    statuses, kept, game = [], 0, ""

    for turn in range(rounds):
        number = turn % ROUNDS_OF_A_GAME + 1
        game = table.start() if number == 1 else game
        bids = [(turn + 3 * seat) % (CARDS + 1) for seat in range(SIX)]
        answers = table.bid_at_once(game, number, bids)
        statuses += [answer.status for answer in answers]
        (shown,) = [a.body["revealed"] for a in answers if a.body["revealed"]]
        kept += sum(a == b for a, b in zip(shown["bids"], bids, strict=True))

    assert statuses == [201] * SIX * rounds
    assert kept == SIX * rounds


AT_ONCE = 6


@pytest.fixture
def director(either_phone):
    return Director(either_phone, 8)


def sent_at_once(director, posts):
    """Send each path and form from a browser of its own; return the statuses."""
    start = Barrier(len(posts))
    cookie = director.phone.client.get_cookie("s").value

    def send(post):
        browser = director.phone.client.application.test_client()
        browser.set_cookie("s", cookie)
        start.wait(timeout=30)
        path, form = post
        return browser.post(director.path + path, data=form, headers=OURS).status_code

    with ThreadPoolExecutor(len(posts)) as directors:
        return sorted(directors.map(send, posts))


def test_directors_who_draw_or_begin_at_once_get_one_draw_and_one_game(director):
    drew = sent_at_once(director, [("/draw", {})] * AT_ONCE)
    assert 303 in drew
    assert set(drew) <= {303, 422}
    assert director.page().text.count('class="part-of-season"') == 1
    assert sorted(chain(*director.tables()), key=int) == [*"12345678"]

    begun = sent_at_once(director, [("/begin", {"minutes": 0})] * AT_ONCE)

    assert begun == [303] + [422] * (AT_ONCE - 1)
    stored = count(director.phone.client.application, GameRow)
    assert stored == len(director.games()) == 2


def test_people_swapped_at_once_with_the_begin_sit_where_their_game_says(director):
    director.draw()
    one, other = director.tables()
    swaps = [("/swap", {"one": a, "other": b}) for a, b in zip(one, other, strict=True)]

    statuses = sent_at_once(director, [*swaps, ("/begin", {"minutes": 0})])

    assert set(statuses) <= {303, 422}
    seated = director.tables()
    assert sorted(chain(*seated), key=int) == [*"12345678"]
    for numbers, game in zip(seated, director.games(), strict=True):
        people = director.phone.get_game(game).json["players"]
        names = [each["name"] for each in people]
        assert names == [f"Player {number}" for number in numbers]


def test_a_draw_changes_nothing_if_a_player_is_entered_meanwhile(director, monkeypatch):
    draw = draws.draw

    def draw_and_enter(*about):
        sent = {"players": "Late Linda"}
        assert sent_at_once(director, [("/players", sent)]) == [303]
        return draw(*about)

    monkeypatch.setattr(draws, "draw", draw_and_enter)
    answer = director.post("/draw")

    assert answer.status_code == 422
    assert "changed elsewhere" in answer.text
    assert "Late Linda" in director.page("/players").text
    assert director.tables() == []
    monkeypatch.undo()
    path, form = form_on_page(director, "/draw")
    director.enter("Later Larry")  # who takes part meanwhile holds up no draw
    assert director.post(path, **form).status_code == 303
    assert len([*chain(*director.tables())]) == 10


def form_on_page(director, path, **chosen):
    """Return a path and what its form on the page sends."""
    form = director.page().text.partition(f'{path}">')[2]
    return path, {**chosen, "seen": re.search(r'name="seen" value="(\w+)"', form)[1]}


def test_a_second_tap_neither_draws_nor_begins_nor_swaps_again(director):
    def tap_twice(path, form):
        assert director.post(path, **form).status_code == 303
        before = director.tables()
        again = director.post(path, **form)
        assert again.status_code == 422
        assert director.tables() == before
        return again.text

    changed = "The draw has changed"
    assert changed in tap_twice(*form_on_page(director, "/draw"))
    assert changed in tap_twice(*form_on_page(director, "/draw"))  # draw again
    (one, *_), (other, *_) = director.tables()
    swap = form_on_page(director, "/swap", one=one, other=other)
    assert changed in tap_twice(*swap)
    stale = form_on_page(director, "/draw")
    assert "has begun" in tap_twice(*form_on_page(director, "/begin", minutes=0))
    assert changed in director.post(stale[0], **stale[1]).text
