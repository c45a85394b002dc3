"""Several copies of the server on one PostgreSQL are as reliable as one."""

import secrets
import threading
from contextlib import ExitStack, contextmanager
from functools import partial
from types import SimpleNamespace

import pytest

from tests.faults.lives import lives
from tests.faults.writers import (
    Evening,
    Writer,
    verdict,
    wait_for_saves,
    writers_of,
    writing,
)
from tests.support import postgresql
from tests.support.invitations import code_in
from tests.support.phone import Phone
from tests.support.serving import Browser, wait_until

PHONES = 8


@pytest.fixture(scope="module")
def url(postgresql_folder):
    with postgresql.database(postgresql_folder) as url:
        yield url


@contextmanager
def two(folder, url):
    """Two copies that stop and start, and a function that sends to either."""
    how = {"database_url": url, "secret": secrets.token_urlsafe(48)}
    with ExitStack() as stack:
        both = [
            stack.enter_context(lives(folder / name, **how)) for name in ("one", "two")
        ]

        def send(*about, **headers):
            return secrets.choice(both).server.send(*about, **headers)

        yield SimpleNamespace(send=send, one=both[0], other=both[1])


@pytest.mark.wide
def test_a_device_that_joins_on_one_copy_plays_on_the_other(tmp_path, url):
    with two(tmp_path, url) as copies:
        evening = Evening(copies.one.server)
        codes = f"{evening.page}/invites/code"
        own = {"form": {"role": "player"}, "Cookie": evening.cookie}
        code = code_in(copies.one.server.send("POST", codes, **own).body)

        joined = copies.other.server.send("POST", "/join", form={"code": code})
        guest = joined.headers["Set-Cookie"].split(";")[0]
        writer = Writer(evening)
        for here, there in [(copies.one, copies.other), (copies.other, copies.one)] * 2:
            evening.server = here.server
            writer.save()
            told = there.server.send("GET", evening.game, Cookie=guest)
            assert [each["note"] for each in told.body["rounds"]] == writer.saved[-1:]

        assert joined.status == 303
        assert verdict([writer]) == []


@pytest.mark.wide
def test_a_book_ordered_on_one_copy_is_fetched_from_the_other(tmp_path, url):
    with two(tmp_path, url) as copies:
        phone = Phone(Browser(copies.one.server.port))
        phone.play("Ann", "Bo", "Cy", rounds=[([0, 0, 0], [1, 0, 0])])
        phone.client.close()
        book, own = f"/g/{phone.group}/seasons/1/book", {"Cookie": phone.client.cookie}
        how = {"lang": "en", "paper": "a4"}
        ordered = copies.one.server.send("POST", book, form=how, **own).status
        take = f"{book}/book.pdf?lang=en&paper=a4"
        fetch = partial(copies.other.server.send, "GET", take, **own)
        wait_until(lambda: fetch().status == 200)

    assert ordered == 303


@pytest.mark.wide
def test_f01_one_copy_is_killed_amid_saves_and_comes_back(tmp_path, url):
    with two(tmp_path, url) as copies:
        writers = writers_of(Evening(copies), PHONES)
        with writing(writers):
            wait_for_saves(writers, more=20)
            copies.one.kill()
            wait_for_saves(writers, more=20)
            copies.one.again()
            wait_for_saves(writers, more=20)
        found = verdict(writers)

    assert found == []


@pytest.mark.wide
def test_two_copies_may_start_at_once_on_an_empty_database(tmp_path, empty_postgresql):
    how = {"database_url": empty_postgresql}
    started = []

    def start(name):
        started.append(stack.enter_context(lives(tmp_path / name, **how)))

    with ExitStack() as stack:
        threads = [threading.Thread(target=start, args=(name,)) for name in ("a", "b")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        answers = [each.server.send("GET", "/health").status for each in started]

    assert answers == [200, 200]
