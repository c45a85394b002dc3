"""Idempotent writes: a request that is sent several times is executed once."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar
from uuid import UUID

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from scorepad.db.engine import write_connection
from scorepad.db.history import Answer, AnswerKey, Stamp, find_answer, remember_answer
from scorepad.db.tables import Group
from scorepad.services.errors import KeyReusedError, RefusedError
from scorepad.services.inputs import Attempt
from scorepad.services.permissions import Action, GameAccess, group_for
from scorepad.services.rate_limits import Limit, Writer, count_write

Admitted = TypeVar("Admitted", Group, GameAccess)
"""A group, or a game with the row id of its group."""
Admit: TypeAlias = Callable[[Session, Stamp], Admitted]
Save: TypeAlias = Callable[[Session, Stamp, Admitted], Answer]


def run_once(
    engine: Engine, attempt: Attempt, admit: Admit[Admitted], save: Save[Admitted]
) -> Answer:
    """Run *save* in one transaction, unless its key was answered already.

    *admit* checks permissions and returns what *save* is given; both may raise.

    :raises UnseenDeviceError: the device is unknown, or was not seen yet today.
    :raises KeyReusedError: the key was used for another request.
    :raises TooOftenError: a limit of the device, address or group is exceeded.
    """
    with write_connection(engine) as connection:
        session = Session(connection)
        at, writer = attempt.at, Writer(attempt.by, attempt.address, attempt.group)
        # Counted first: the lock of the counter serializes the saves of a device.
        by, refused = count_write(session, Limit.SAVE, writer, at, attempt.size)
        stamp = Stamp(by, at)
        admitted = admit(session, stamp)
        asked = AnswerKey(attempt.key, attempt.fingerprint, admitted.id)
        try:
            if refused is not None:
                raise refused
            answer = save(session, stamp, admitted)
            session.flush()
            if not remember_answer(session, stamp, asked, answer):
                raise KeyReusedError
        except RefusedError:
            # A phone must not conflict with its own retry, which is rare.
            known = find_answer(session, stamp.device_id, attempt.key)
            if known is None:
                raise
            fingerprint, remembered = known
            if fingerprint != attempt.fingerprint:
                raise KeyReusedError from None
            return remembered
        connection.commit()
        return answer


def admit_scorer(gid: UUID, game: UUID | None = None) -> Admit[Group]:
    """Return a check that the device may score in the group, or that one *game*."""
    return lambda session, stamp: group_for(
        session, stamp.device_id, gid, Action.SCORE, game=game
    )
