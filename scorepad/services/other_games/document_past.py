"""What stood in a game that is stored as its document; deleting and moving it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.errors import NotThereError
from scorepad.services.idempotency import once, whoever_scores
from scorepad.services.inputs import Attempt, GameAddress
from scorepad.services.other_games.document_writing import append_document
from scorepad.services.other_games.documenting import document_for
from scorepad.services.permissions import Action, group_for
from scorepad.services.play.deleting import is_beyond_return
from scorepad.services.play.keeping import season_of, set_deleted
from scorepad.services.play.recalling import version_words, without_names
from scorepad.store.db import write_transaction
from scorepad.store.groups.devices import hold_device, holders_of
from scorepad.store.groups.people import find_season
from scorepad.store.play.document_games import (
    append_document_revision,
    document_versions,
    raise_document,
)
from scorepad.store.play.history import Answer, Stamp
from scorepad.store.tables import Group


def history_of_document(
    session: Session, device_id: int | None, address: GameAddress, word: str
) -> list[dict[str, Any]]:
    """Every state of a game, the newest first, and what lost a conflict.

    :raises NotThereError: the device does not belong to a group with such a game.
    """
    group = group_for(session, device_id, address.group, Action.READ)
    row = document_for(session, group, address.game, word)
    names = holders_of(session, group.id)
    found = document_versions(session, row)
    return [version_words(each, names, device_id) for each in found]


def set_document_aside(
    session: Session,
    attempt: Attempt,
    address: GameAddress,
    word: str,
    version: tuple[UUID, Mapping[str, Any]],
) -> Answer:
    """Keep in the history what a table decided not to take, under an id of its own.

    :raises NotThereError: there is no such game for this device.
    :raises KeyReusedError: the key came with another request.
    """
    uuid, body = version

    def save(group: Group) -> Answer:
        row = document_for(session, group, address.game, word, hold=True)
        kept = without_names(body)
        append_document_revision(session, row, attempt.stamp, kept, uuid=uuid)
        return Answer(201, {"saved_at": attempt.stamp.at.isoformat()}, uuid.hex)

    admit = whoever_scores(session, attempt, address.group)
    return once(session, attempt, admit, save)


def delete_document(
    session: Session, stamp: Stamp, address: GameAddress, word: str
) -> int:
    """Delete a game, for thirty days undoably; tell the number of its season.

    :raises NotThereError: the device does not belong to a group with such a game.
    :raises NotAllowedError: the device may not delete it.
    """
    return _set_deleted(session, stamp, address, word, deleted=True)


def bring_document_back(
    session: Session, stamp: Stamp, address: GameAddress, word: str
) -> int:
    """Bring a deleted game back; tell the number of its season.

    :raises NotThereError: the device does not belong to a group with such a game, or
        it was deleted too long ago.
    :raises NotAllowedError: the device may only look.
    """
    return _set_deleted(session, stamp, address, word, deleted=False)


def move_document(
    session: Session, stamp: Stamp, address: GameAddress, word: str, number: int
) -> None:
    """Let a game belong to another season of its group, whatever its date.

    :raises NotThereError: the device does not belong to a group with such a game and
        such a season.
    :raises NotAllowedError: it does, but may not arrange things.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, address.group, Action.ARRANGE)
        row = document_for(session, group, address.game, word, hold=True)
        season = find_season(session, group, number)
        if season is None:
            raise NotThereError
        if row.season_id != season.id:
            raise_document(session, row, stamp, seen=row.revision)
            row.season_id = season.id
            append_document(session, row, stamp)
        session.commit()


def _set_deleted(
    session: Session, stamp: Stamp, address: GameAddress, word: str, *, deleted: bool
) -> int:
    with write_transaction(session):
        action = Action.DELETE if deleted else Action.SCORE
        group = group_for(session, stamp.device_id, address.group, action)
        hold_device(session, stamp.device_id)
        row = document_for(session, group, address.game, word, hold=True)
        if is_beyond_return(session, row):
            raise NotThereError
        if deleted is (row.deleted_at is None):
            raise_document(session, row, stamp, seen=row.revision)
            set_deleted(row, stamp, deleted=deleted)
            append_document(session, row, stamp)
        number = season_of(session, row).number
        session.commit()
        return number
