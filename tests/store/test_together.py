"""Writes that wait for one another are made, all of them or none."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import bindparam, insert, select, text, update
from sqlalchemy.exc import IntegrityError, NoResultFound

from scorepad.store.ready import Ready
from scorepad.store.tables import Pace
from scorepad.store.together import write_soon
from tests.statements import statements

NOW = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)
ADD = Ready(insert(Pace).inline(), "what", "who", "since", "times")
SET = Ready(update(Pace).where(Pace.who == bindparam("of")), "times")


def add(session, who, times=1):
    told = {"what": "test", "who": who, "since": NOW, "times": times}
    write_soon(session.connection(), ADD, told)


def set_times(session, who, times):
    write_soon(session.connection(), SET, {"of": who, "times": times})


def waits(session):
    return session.get_bind().dialect.name == "postgresql"


def counts(session):
    return dict(session.execute(select(Pace.who, Pace.times)).all())


def test_they_are_made_with_the_commit_and_by_a_server_in_one_go(session):
    add(session, "one", 1)
    add(session, "two", 2)
    session.commit()
    add(session, "100 %", 3)

    with statements() as said:
        set_times(session, "one", 5)
        set_times(session, "two", 6)
        session.commit()

    assert len(said) == (1 if waits(session) else 2)
    assert counts(session) == {"one": 5, "two": 6, "100 %": 3}


def test_whatever_is_asked_next_finds_them(session):
    add(session, "one", 7)

    assert counts(session) == {"one": 7}


def test_a_statement_of_another_kind_finds_them_too(session):
    add(session, "one")
    session.execute(text("UPDATE pace SET times = times + 1"))

    assert counts(session) == {"one": 2}


def test_what_is_undone_is_not_made_later(session):
    add(session, "one")
    session.rollback()
    add(session, "two")
    session.commit()

    assert counts(session) == {"two": 1}


def test_one_that_finds_no_row_lets_none_be_made(session):
    def save():
        add(session, "one")
        set_times(session, "nobody", 2)
        session.commit()

    with pytest.raises(NoResultFound):
        save()
    session.rollback()

    assert counts(session) == {}


def test_what_the_database_refuses_is_said_as_ever(session):
    add(session, "one")
    session.commit()

    def save():
        set_times(session, "one", 2)
        add(session, "one")
        session.commit()

    with pytest.raises(IntegrityError):
        save()
    session.rollback()

    assert counts(session) == {"one": 1}
