"""R01, R03: many phones write at once, and nothing is overwritten unseen.

Each edit has a tag of its own, and names the edit it was based on. An edit that the
next one does not name was overwritten unseen: it is lost, even if the history has it.
"""

import secrets
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from uuid import uuid4

import pytest

from tests.faults.writers import Evening
from tests.support.serving import a_claim, copies

PHONES = 16
NUMBER = 5
BEGINNING = "beginning"
SAVED, CHANGED_ELSEWHERE = 200, 412


class Page:
    """A round that all phones write, and every state of it."""

    def __init__(self, evening):
        self.evening = evening
        assert self.put(f"nothing>{BEGINNING}", None, evening.cookie).status == 201

    def put(self, note, seen, cookie):
        path = f"{self.evening.game}/rounds/{NUMBER}"
        body = {"bids": [1, 0, None], "tricks": None, "note": note}
        return self.evening.put(path, body, seen, cookie=cookie)

    def edits(self):
        """Return what each edit was based on and its own tag, oldest first."""
        return [note.split(">") for note in self.evening.notes_of(NUMBER)]

    def lost(self):
        """Return the tags that the next edit had not seen."""
        told = pairwise(self.edits())
        return [tag for (_, tag), (seen, _) in told if seen != tag]


class Phone:
    """One of many: it reads before it writes, and again after a conflict."""

    def __init__(self, page, name):
        self.page = page
        self.name = name
        self.cookie = page.evening.let_in()
        self.saved = []
        self.late = 0

    def edit(self, times):
        for turn in range(times):
            self._edit(f"{self.name}.{turn}")

    def _edit(self, tag):
        (stands,) = self.page.evening.get().body["rounds"]
        while not self._is_saved(tag, stands):
            stands = self.told["current"]
            self.late += 1
        self.saved.append(tag)

    def _is_saved(self, tag, stands):
        _, seen = stands["note"].split(">")
        reply = self.page.put(f"{seen}>{tag}", stands["revision"], self.cookie)
        assert reply.status in {SAVED, CHANGED_ELSEWHERE}, reply
        self.told = reply.body
        return reply.status == SAVED


def edited_by_all(running, times):
    page = Page(Evening(running))
    phones = [Phone(page, name) for name in range(PHONES)]
    with ThreadPoolExecutor(PHONES) as together:
        list(together.map(lambda phone: phone.edit(times), phones))
    return page, phones


@pytest.fixture(scope="module")
def running(empty_database, tmp_path_factory):
    """One server of each kind for all these tests; each has a group of its own."""
    with copies(tmp_path_factory.mktemp("together"), empty_database) as started:
        yield started


@pytest.mark.parametrize(
    "times", [1, pytest.param(50, marks=pytest.mark.slow)], ids="{} each".format
)
def test_r01_of_what_sixteen_phones_write_in_a_round_nothing_is_lost(running, times):
    page, phones = edited_by_all(running, times)

    edits = [tag for _, tag in page.edits()]
    assert edits[0] == BEGINNING
    assert sorted(edits[1:]) == sorted(tag for each in phones for tag in each.saved)
    assert len(set(edits[1:])) == PHONES * times
    assert page.lost() == []
    assert sum(each.late for each in phones) > 0
    for each in phones:
        assert [tag for tag in edits if tag in each.saved] == each.saved


EIGHT = 8


class Table(Evening):
    def save(self, bids, seen, key=None):
        body = {"bids": bids, "tricks": None}
        return self.put(f"{self.game}/rounds/5", body, seen, key)


@pytest.fixture
def table(running):
    return Table(running)


@pytest.mark.parametrize(
    ("keys", "times"),
    [(6, 8), pytest.param(200, 10, marks=pytest.mark.slow)],
    ids=lambda n: f"{n}",
)
def test_r03_one_request_sent_many_times_at_once_has_one_effect(table, keys, times):
    table.save([0, 0, 0], None)
    equal = 0

    for turn in range(1, keys + 1):
        key, bids = secrets.token_hex(16), [1, turn % 6, 0]
        with ThreadPoolExecutor(times) as phones:
            sent = [phones.submit(table.save, bids, turn, key) for _ in range(times)]
            replies = [each.result() for each in sent]
        # Waitress spells it like this.
        told = [(r.status, r.body, r.headers["Etag"]) for r in replies]
        assert told[0][0] == 200
        equal += told.count(told[0])
        replayed = [r for r in replies if r.headers.get("Idempotent-Replay")]
        assert len(replayed) == times - 1

    assert equal == keys * times
    state = table.get().body
    assert state["revision"] == keys + 2
    assert state["rounds"][0]["revision"] == keys + 1


def test_a_group_founded_twice_at_once_is_one_group(table):
    path = f"/api/groups/{uuid4()}"
    body = {"claim": a_claim(), "time_zone": "UTC", "language": "en"}

    with ThreadPoolExecutor(EIGHT) as phones:
        replies = list(
            phones.map(lambda _: table.put(path, body, None, cookie=""), range(EIGHT))
        )

    assert sorted(r.status for r in replies) == [200] * (EIGHT - 1) + [201]
