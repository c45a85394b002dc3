"""Idempotent writes: a request that is sent several times is executed once."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.db.engine import insert_of, write_connection
from scorepad.db.history import Answer, Writer
from scorepad.db.tables import Group, RememberedAnswer
from scorepad.services import permissions, requests
from scorepad.services.rate_limits import Limit, count_write

Permitted = TypeVar("Permitted", Group, permissions.GameAccess)
"""What a device may change: a group, or a game with the row id of its group."""


def run_once(
    attempt: requests.Attempt,
    authorize: Callable[[Writer], Permitted],
    save: Callable[[Writer, Permitted], Answer],
) -> Answer:
    """Run *authorize*, then *save*, in one transaction, unless the key was answered."""
    with write_connection(attempt.engine) as connection:
        session, at, size = Session(connection), attempt.at, attempt.size
        # Counted first: the lock of the counter serializes the saves of a device.
        device_id, refused = count_write(session, Limit.SAVE, attempt.sender, at, size)
        by = Writer(session, device_id, at)
        key = {"device_id": device_id, "key": attempt.key}
        permitted = authorize(by)
        try:
            if refused is not None:
                raise refused
            answer = save(by, permitted)
            session.flush()
            new = {
                **key,
                "fingerprint": attempt.fingerprint,
                "group_id": permitted.id,
                "status": answer.status,
                "body": answer.body,
                "etag": answer.etag,
                "created_at": at,
            }
            added = connection.execute(_insertion(connection.dialect.name), new)
            if added.rowcount != 1:
                raise requests.KeyReusedError
        except requests.RefusedError:
            # A phone must not conflict with its own retry, which is rare.
            asked = select(RememberedAnswer).filter_by(**key)
            if (known := connection.execute(asked).one_or_none()) is None:
                raise
            if known.fingerprint != attempt.fingerprint:
                raise requests.KeyReusedError from None
            return Answer(known.status, known.body, known.etag, replayed=True)
        connection.commit()
        return answer


@cache  # every save uses it
def _insertion(dialect: str) -> Any:
    added = insert_of(dialect)(RememberedAnswer).on_conflict_do_nothing().inline()
    return added.execution_options(preserve_rowcount=True)
