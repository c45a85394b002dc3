"""Many phones at once, through a real server process."""

import secrets
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from tests.faults.writers import Evening
from tests.support.serving import Reply, Server, a_claim, copies

PHONES = 8


class Table(Evening):
    def __init__(self, running: Server) -> None:
        super().__init__(running)
        self.cookies = [self.cookie, *(self.let_in() for _ in range(1, PHONES))]

    def save(
        self, bids, seen: int | None, key: str | None = None, phone: int = 0
    ) -> Reply:
        body = {"bids": bids, "tricks": None}
        return self.put(f"{self.game}/rounds/5", body, seen, key, self.cookies[phone])

    def state(self):
        return self.get().body


@pytest.fixture(scope="module")
def running(empty_database, tmp_path_factory):
    """One server of each kind for all these tests; each has a group of its own."""
    folder = tmp_path_factory.mktemp("together")
    with copies(folder, empty_database) as started:
        yield started


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
            replies = list(
                phones.map(
                    lambda _, seen=turn, key=key, bids=bids: table.save(
                        bids, seen, key
                    ),
                    range(times),
                )
            )
        # Waitress spells it like this.
        told = [(r.status, r.body, r.headers["Etag"]) for r in replies]
        assert told[0][0] == 200
        equal += told.count(told[0])
        replayed = [r for r in replies if r.headers.get("Idempotent-Replay")]
        assert len(replayed) == times - 1

    assert equal == keys * times
    assert table.state()["revision"] == keys + 2
    assert table.state()["rounds"][0]["revision"] == keys + 1


def test_a_group_founded_twice_at_once_is_one_group(table):
    path = f"/api/groups/{uuid4()}"
    body = {"claim": a_claim(), "time_zone": "UTC", "language": "en"}

    with ThreadPoolExecutor(PHONES) as phones:
        replies = list(
            phones.map(lambda _: table.put(path, body, None, cookie=""), range(PHONES))
        )

    assert sorted(r.status for r in replies) == [200] * (PHONES - 1) + [201]
