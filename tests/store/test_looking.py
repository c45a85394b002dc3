"""Looks without a transaction, also where the server hangs up between two of them."""

from contextlib import ExitStack

from sqlalchemy import event, literal_column, select, text

from scorepad.store.connections import AT_ONCE
from scorepad.store.looking import _engine_beside, is_quick, quick_row
from scorepad.store.ready import Ready

SEVEN = Ready(select(literal_column("7").label("seven")))
HANG_UP_ON_OTHERS = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def seven(session):
    row = quick_row(session, SEVEN, {})
    return None if row is None else row[0]


def test_an_embedded_database_is_looked_at_within_its_transaction(session):
    assert is_quick(session) == (session.get_bind().dialect.name == "postgresql")


def test_a_server_that_hung_up_is_asked_in_full_and_then_anew(session):
    if not is_quick(session):
        return
    assert seven(session) == 7

    session.execute(HANG_UP_ON_OTHERS)

    assert seven(session) is None
    assert seven(session) == 7


def test_as_many_connections_are_kept_as_are_needed_at_once(session):
    engines = [session.get_bind().engine]
    if is_quick(session):
        engines.append(_engine_beside(engines[0]))
    session.rollback()

    for engine in engines:
        opened = []
        event.listen(engine, "connect", lambda *new, opened=opened: opened.append(new))
        for _ in range(3):
            with ExitStack() as stack:
                for _ in range(AT_ONCE):
                    stack.enter_context(engine.connect())
        assert len(opened) <= AT_ONCE
