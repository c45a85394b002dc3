"""A connection that ended while it rested is not used; one in use is not asked."""

import psycopg
import pytest
from sqlalchemy import create_engine, text

from scorepad.store import resting
from scorepad.store.connections import driver_url

WHO = text("SELECT pg_backend_pid()")


@pytest.fixture
def engine(empty_postgresql):
    made = create_engine(driver_url(empty_postgresql), pool_size=1, max_overflow=0)
    resting.ask_the_rested(made)
    yield made
    made.dispose()


def asked(engine):
    with engine.connect() as connection:
        return connection.scalar(WHO)


def test_f09_one_that_rested_is_asked_and_another_takes_its_place(
    engine, empty_postgresql, monkeypatch
):
    monkeypatch.setattr(resting, "RESTED_S", -1)
    first = asked(engine)
    with psycopg.connect(empty_postgresql, autocommit=True) as host:
        host.execute("SELECT pg_terminate_backend(%s)", [first])

    assert asked(engine) != first


def test_one_that_was_used_a_moment_ago_is_not_asked(engine, monkeypatch):
    looks = []
    first = asked(engine)
    monkeypatch.setattr(engine.dialect, "do_ping", looks.append)

    assert asked(engine) == first
    assert looks == []
