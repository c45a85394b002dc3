"""Who writes next, and who waits for whom.

All that is waited for here happens; how long it takes does not matter.
"""

import threading

import pytest

from scorepad.store.turns import Turns

LONG = 20.0


@pytest.fixture
def turns():
    return Turns(courtesy=LONG)


def begun(work):
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def wait_until_one_waits(turns):
    for _ in range(int(LONG * 1000)):
        if turns._waiting:  # noqa: SLF001 - it shows nowhere else
            return
        threading.Event().wait(0.001)
    raise AssertionError("nobody waits")


def test_only_one_writes_at_a_time(turns):
    assert turns.take(LONG)
    assert not turns.take(0.01)

    turns.end()

    assert turns.take(0.01)
    turns.end()


def test_who_ends_lets_the_next_one_come_as_far_as_its_commit(turns):
    said = []

    def next_one():
        turns.take(LONG)
        said.append("its statements")
        turns.reach_disk()
        ended.wait()
        turns.end()

    ended = threading.Event()
    turns.take(LONG)
    other = begun(next_one)
    wait_until_one_waits(turns)
    turns.reach_disk()

    turns.end()
    said.append("the answer before")

    assert said == ["its statements", "the answer before"]
    ended.set()
    other.join()


def test_a_turn_that_ends_without_a_commit_is_not_waited_for(turns):
    def refused():
        turns.take(LONG)
        turns.end()

    turns.take(LONG)
    other = begun(refused)
    wait_until_one_waits(turns)
    ended = begun(turns.end)

    ended.join(LONG / 2)

    assert not ended.is_alive()
    other.join()


def test_where_nobody_waits_nobody_is_waited_for(turns):
    turns.take(LONG)
    ended = begun(turns.end)

    ended.join(LONG / 2)

    assert not ended.is_alive()


def test_who_gave_up_is_not_waited_for(turns):
    turns.take(LONG)
    begun(lambda: turns.take(0.001)).join()
    ended = begun(turns.end)

    ended.join(LONG / 2)

    assert not ended.is_alive()
