"""Statements that are handed to the driver do what they would do through SQLAlchemy."""

from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import pytest
from sqlalchemy import JSON, Boolean, Uuid, bindparam, delete, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from scorepad.store.db import Moment
from scorepad.store.ready import Ready
from scorepad.store.tables import Pace
from scorepad.store.upkeep.faults import has_hung_up
from tests.statements import statements

NOW = datetime(2026, 11, 23, 20, 15, 30, 123456, UTC)
PUT = Ready(insert(Pace).inline(), "what", "who", "since", "times")
DROP_ABOVE = Ready(delete(Pace).where(Pace.times > bindparam("most")))
OF_ONE = Ready(select(Pace.who, Pace.times).where(Pace.who == bindparam("who")))
HANG_UP = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def pace(who, times=1):
    return {"what": "test", "who": who, "since": NOW, "times": times}


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Uuid(), UUID(int=7)),
        (Moment(), NOW),
        (JSON(), {"a": [1, None, "ä"]}),
        (Boolean(), True),
        (Moment(), None),
    ],
)
def test_values_come_out_as_they_went_in(session, kind, value):
    same = Ready(select(bindparam("value", type_=kind).label("told")))

    found = same.row(session.connection(), {"value": value})

    assert found.told == value
    assert type(found.told) is type(value)


def test_a_moment_of_another_zone_is_kept_as_one_of_utc(session):
    there = NOW.astimezone(timezone(timedelta(hours=9)))

    PUT.run(session.connection(), {**pace("who"), "since": there})

    assert session.scalars(select(Pace.since)).one() == NOW


def test_rows_have_names_and_may_be_missing(session):
    connection = session.connection()
    PUT.run_for_each(connection, [pace("one", 3), pace("other", 4)])

    assert OF_ONE.row(connection, {"who": "other"}).times == 4
    assert OF_ONE.row(connection, {"who": "nobody"}) is None
    assert OF_ONE.rows(connection, {"who": "nobody"}) == []


def test_who_writes_hears_how_many_rows_that_touched(session):
    connection = session.connection()
    PUT.run_for_each(connection, [pace("one", 3), pace("two", 4), pace("three", 5)])

    assert DROP_ABOVE.run(connection, {"most": 3}) == 2
    assert DROP_ABOVE.run(connection, {"most": 3}) == 0


def test_what_is_wrong_is_said_as_sqlalchemy_says_it_without_a_value(session):
    connection = session.connection()
    PUT.run(connection, pace("somebody"))

    with pytest.raises(IntegrityError) as refused:
        PUT.run(connection, pace("somebody"))

    assert "somebody" not in str(refused.value).replace(str(refused.value.orig), "")
    assert not has_hung_up(refused.value)


def test_a_value_that_is_not_told_is_missed(session):
    with pytest.raises(KeyError):
        PUT.run(session.connection(), {"what": "test"})


def test_whoever_listens_hears_of_it(session):
    connection = session.connection()

    with statements() as said:
        PUT.run(connection, pace("one"))
        OF_ONE.rows(connection, {"who": "one"})

    assert [each.split()[0] for each in said] == ["INSERT", "SELECT"]


def test_a_transaction_begins_with_it(session):
    with session.get_bind().connect() as connection:
        PUT.run(connection, pace("one"))
        assert connection.in_transaction()
        connection.rollback()

        assert OF_ONE.rows(connection, {"who": "one"}) == []


def test_a_server_that_hung_up_is_told_from_one_that_refuses(session):
    if session.get_bind().dialect.name == "sqlite":
        return
    with session.get_bind().connect() as connection:
        OF_ONE.rows(connection, {"who": "one"})
        session.execute(HANG_UP)

        with pytest.raises(DBAPIError) as lost:
            OF_ONE.rows(connection, {"who": "one"})

    assert has_hung_up(lost.value)
