"""Idempotent writes: a request that is sent several times is executed once."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeAlias, TypeVar
from uuid import UUID

from sqlalchemy import Connection, Engine, bindparam, select
from sqlalchemy.orm import Session

from scorepad.db.engine import insert_of, write_connection
from scorepad.db.history import Answer, Writer
from scorepad.db.tables import Group, RememberedAnswer
from scorepad.services.permissions import Action, GameAccess, group_for
from scorepad.services.rate_limits import Limit, Sender, count_write
from scorepad.services.requests import Attempt, KeyReusedError, RefusedError

Admitted = TypeVar("Admitted", Group, GameAccess)
"""A group, or a game with the row id of its group."""
Admit: TypeAlias = Callable[[Writer], Admitted]
Save: TypeAlias = Callable[[Writer, Admitted], Answer]


def run_once(
    engine: Engine, attempt: Attempt, admit: Admit[Admitted], save: Save[Admitted]
) -> Answer:
    """Run *admit* and then *save* in one transaction, unless the key was answered."""
    with write_connection(engine) as connection:
        session, at = Session(connection), attempt.at
        sender = Sender(attempt.by, attempt.address, attempt.group)
        # Counted first: the lock of the counter serializes the saves of a device.
        device_id, refused = count_write(session, Limit.SAVE, sender, at, attempt.size)
        by = Writer(session, device_id, at)
        admitted = admit(by)
        try:
            if refused is not None:
                raise refused
            answer = save(by, admitted)
            session.flush()
            _remember(connection, by, attempt, admitted.id, answer)
        except RefusedError:
            # A phone must not conflict with its own retry, which is rare.
            if (known := _remembered(connection, by, attempt)) is None:
                raise
            return known
        connection.commit()
        return answer


# Built once, because every save uses it.
_REMEMBERED: Final = select(
    RememberedAnswer.fingerprint,
    RememberedAnswer.status,
    RememberedAnswer.body,
    RememberedAnswer.etag,
).where(
    RememberedAnswer.device_id == bindparam("device"),
    RememberedAnswer.key == bindparam("key"),
)


def _remembered(connection: Connection, by: Writer, attempt: Attempt) -> Answer | None:
    asked = {"device": by.device_id, "key": attempt.key}
    row = connection.execute(_REMEMBERED, asked).one_or_none()
    if row is not None and row.fingerprint != attempt.fingerprint:
        raise KeyReusedError from None
    return row and Answer(*row[1:], replayed=True)


@cache
def _remembering(dialect: str) -> Any:
    added = insert_of(dialect)(RememberedAnswer).on_conflict_do_nothing().inline()
    return added.execution_options(preserve_rowcount=True)


def _remember(
    connection: Connection, by: Writer, attempt: Attempt, group: int, answer: Answer
) -> None:
    added = {
        "device_id": by.device_id,
        "key": attempt.key,
        "fingerprint": attempt.fingerprint,
        "group_id": group,
        "status": answer.status,
        "body": answer.body,
        "etag": answer.etag,
        "created_at": by.at,
    }
    if connection.execute(_remembering(connection.dialect.name), added).rowcount != 1:
        raise KeyReusedError


def admit_scorer(gid: UUID, game: UUID | None = None) -> Admit[Group]:
    """Return a check that the device may score in the group, or that one *game*."""
    return lambda by: group_for(by, gid, Action.SCORE, game=game)
