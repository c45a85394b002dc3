"""A write of a phone, done once however often it is sent."""

from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.db.engine import write_transaction
from scorepad.db.faults import FAULTS, has_hung_up
from scorepad.db.history import (
    Answer,
    Asked,
    find_answer,
    remember_answer,
)
from scorepad.db.tables import Group
from scorepad.services.errors import KeyReusedError
from scorepad.services.inputs import Attempt
from scorepad.services.permissions import Action, GameAccess, group_for
from scorepad.services.rate_limits import Deed, Writer, counted_write

Admitted = TypeVar("Admitted", Group, GameAccess)
"""A group, or a table in it with the id of its row."""


def once(
    session: Session,
    attempt: Attempt,
    admit: Callable[[], Admitted],
    save: Callable[[Admitted], Answer],
) -> Answer:
    """Run *save* in one transaction, unless its key has been answered already.

    *admit* decides who may, and finds the group that *save* is given; both may refuse.

    :raises KeyReusedError: the key came with another request.
    :raises TooOftenError: the device saved too often lately, or it and others too much.
    """
    try:
        return _once(session, attempt, admit, save)
    except FAULTS as fault:
        # Nobody knows then whether it was committed, but the key of the save does.
        if not has_hung_up(fault):
            raise
        return _once(session, attempt, admit, save)


def _once(
    session: Session,
    attempt: Attempt,
    admit: Callable[[], Admitted],
    save: Callable[[Admitted], Answer],
) -> Answer:
    stamp = attempt.stamp
    with write_transaction(session):
        # Counted first, which lets the saves of a device come one by one.
        writer = Writer(stamp.device_id, attempt.address, attempt.group)
        refused = counted_write(session, Deed.SAVE, writer, stamp.at, attempt.size)
        admitted = admit()
        # Before the condition: a phone must not conflict with its own retry.
        known = find_answer(session, stamp.device_id, attempt.key)
        if known is not None:
            fingerprint, told = known
            if fingerprint != attempt.fingerprint:
                raise KeyReusedError
            return told
        if refused is not None:
            raise refused
        answer = save(admitted)
        asked = Asked(attempt.key, attempt.fingerprint, admitted.id)
        remember_answer(session, stamp, asked, answer)
        session.commit()
        return answer


def whoever_scores(
    session: Session, attempt: Attempt, gid: UUID, game: UUID | None = None
) -> Callable[[], Group]:
    """Admit whoever may score, to the group; or that *game* of Wizard alone.

    What it returns raises :class:`NotThereError` where the device does not belong to
    such a group, :class:`NotAllowedError` where it does, but may not write.
    """
    device_id = attempt.stamp.device_id
    return lambda: group_for(session, device_id, gid, Action.SCORE, game=game)
