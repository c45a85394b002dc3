"""R01: sixteen phones write one round at once, and nothing is overwritten unseen.

Each edit has a tag of its own, and names the edit it was based on. An edit that the
next one does not name was overwritten unseen: it is lost, even if the history has it.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

from tests.faults.writers import Evening
from tests.support.serving import Reply, copies

PHONES = 16
NUMBER = 5
BEGINNING = "beginning"
SAVED, CHANGED_ELSEWHERE = 200, 412


class Page:
    """A round that all phones write, and every state of it."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        assert self.put(f"nothing>{BEGINNING}", None, evening.cookie).status == 201

    def put(self, note: str, seen: int | None, cookie: str) -> Reply:
        path = f"{self.evening.game}/rounds/{NUMBER}"
        body = {"bids": [1, 0, None], "tricks": None, "note": note}
        return self.evening.put(path, body, seen, cookie=cookie)

    def edits(self) -> list[list[str]]:
        """Return what each edit was based on and its own tag, oldest first."""
        return [note.split(">") for note in self.evening.notes_of(NUMBER)]

    def lost(self) -> list[str]:
        """Return the tags that the next edit had not seen."""
        told = pairwise(self.edits())
        return [tag for (_, tag), (seen, _) in told if seen != tag]


class Phone:
    """One of many: it reads before it writes, and again after a conflict."""

    def __init__(self, page: Page, name: int) -> None:
        self.page = page
        self.name = name
        self.cookie = page.evening.let_in()
        self.saved: list[str] = []
        self.late = 0

    def edit(self, times: int) -> None:
        for turn in range(times):
            self._edit(f"{self.name}.{turn}")

    def _edit(self, tag: str) -> None:
        (stands,) = self.page.evening.get().body["rounds"]
        while not self._is_saved(tag, stands):
            stands = self.told["current"]
            self.late += 1
        self.saved.append(tag)

    def _is_saved(self, tag: str, stands: dict) -> bool:
        _, seen = stands["note"].split(">")
        reply = self.page.put(f"{seen}>{tag}", stands["revision"], self.cookie)
        assert reply.status in {SAVED, CHANGED_ELSEWHERE}, reply
        self.told = reply.body
        return reply.status == SAVED


def edited_by_all(running, times: int) -> tuple[Page, list[Phone]]:
    page = Page(Evening(running))
    phones = [Phone(page, name) for name in range(PHONES)]
    with ThreadPoolExecutor(PHONES) as together:
        list(together.map(lambda phone: phone.edit(times), phones))
    return page, phones


@pytest.fixture(scope="module")
def running(empty_database, tmp_path_factory):
    folder = tmp_path_factory.mktemp("round")
    with copies(folder, empty_database) as started:
        yield started


@pytest.mark.parametrize(
    "times", [1, pytest.param(50, marks=pytest.mark.slow)], ids="{} each".format
)
def test_r01_of_what_sixteen_phones_write_into_one_round_nothing_is_lost(
    running, times
):
    page, phones = edited_by_all(running, times)

    edits = [tag for _, tag in page.edits()]
    assert edits[0] == BEGINNING
    assert sorted(edits[1:]) == sorted(tag for each in phones for tag in each.saved)
    assert len(set(edits[1:])) == PHONES * times
    assert page.lost() == []
    assert sum(each.late for each in phones) > 0
    for each in phones:
        assert [tag for tag in edits if tag in each.saved] == each.saved
