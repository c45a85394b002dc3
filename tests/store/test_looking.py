"""Looks without a transaction, also where the server hangs up between two of them."""

from contextlib import ExitStack
from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from sqlalchemy import event, insert, literal_column, select, text

from scorepad.store.connections import AT_ONCE
from scorepad.store.groups.devices import _SETTLED
from scorepad.store.looking import _engine_beside, is_quick, quick_row
from scorepad.store.play.glances import _LOOK
from scorepad.store.ready import Ready, run_wording
from scorepad.store.tables import Device

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


@pytest.mark.parametrize("look", [_SETTLED, _LOOK], ids=["device", "game"])
def test_l02_a_device_is_found_by_its_token_and_no_other_is_read(session, look):
    is_postgresql = session.get_bind().dialect.name == "postgresql"
    now = datetime.now(UTC)
    many = [{"token_sha256": f"{n:064}", "created_at": now} for n in range(500)]
    session.execute(insert(Device), many)
    connection = session.connection()
    asked = {"token_sha256": "a" * 64, "today": date(2026, 11, 24)}
    if look is _LOOK:
        asked |= {"group": uuid4(), "game": uuid4()}
    wording = look.wording(connection.dialect)
    explain = "EXPLAIN " if is_postgresql else "EXPLAIN QUERY PLAN "

    plan = str(run_wording(connection, explain + wording.text, wording.told(asked)))

    assert "token_sha256" in plan
    assert "ix_device_former_sha256" not in plan
