"""Append revisions; remember the answers given to keys."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, insert, select
from sqlalchemy.orm import Session

from scorepad.db.engine import connection_of
from scorepad.db.tables import (
    AnyGame,
    Device,
    RememberedAnswer,
    Revision,
)


@dataclass(frozen=True, slots=True)
class Stamp:
    """Which device wrote, and when by the server's clock."""

    device_id: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Answer:
    """What a phone is told about its write; *replayed* if it was told before."""

    status: int
    body: Mapping[str, Any]
    etag: str
    replayed: bool = False


class Place(NamedTuple):
    """Where a state belongs: a game (*number* 0) or a round of it, at a revision."""

    game_id: int
    number: int
    revision: int


class Version(NamedTuple):
    """One state of a game or a round; *chosen* unless it lost a conflict."""

    revision: int
    chosen: bool
    device: Device
    saved_at: datetime
    body: dict[str, Any]


# What every save is written with is put together once.
_SORTED = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":")
).encode
_AS_TOLD = json.JSONEncoder(ensure_ascii=False).encode
# Every save adds a row to each, and nobody reads it in the same transaction.
_APPEND = insert(Revision).inline()
_REMEMBER = insert(RememberedAnswer).inline()
_REMEMBERED = select(
    RememberedAnswer.fingerprint,
    RememberedAnswer.status,
    RememberedAnswer.body,
    RememberedAnswer.etag,
).where(
    RememberedAnswer.device_id == bindparam("device"),
    RememberedAnswer.key == bindparam("key"),
)


def append_revision(
    session: Session, place: Place, stamp: Stamp, body: Mapping[str, Any]
) -> None:
    """Add the state that a game or a round has just been given."""
    added = {
        **place._asdict(),
        "device_id": stamp.device_id,
        "saved_at": stamp.at,
        "body": as_text(body),
    }
    connection_of(session).execute(_APPEND, added)


def as_text(body: Mapping[str, Any]) -> str:
    """A body as it is kept."""
    return _SORTED(body)


def append_aside(
    session: Session,
    place: Place,
    stamp: Stamp,
    uuid: UUID,
    body: Mapping[str, Any],
) -> None:
    """Add a state that a game or a round was not given; the same *uuid* once only."""
    known = select(Revision.id).where(
        Revision.game_id == place.game_id, Revision.uuid == uuid
    )
    if session.scalar(known) is not None:
        return
    session.add(
        Revision(
            uuid=uuid,
            **place._asdict(),
            device_id=stamp.device_id,
            saved_at=stamp.at,
            body=as_text(body),
        )
    )


def versions_of(session: Session, game: AnyGame, number: int) -> tuple[Version, ...]:
    """Every state of a round (or of the game, *number* 0), the newest first.

    Revisions order them, never a clock; what lost a conflict stands behind the
    revision that won it.
    """
    found = session.execute(
        select(Revision, Device)
        .join(Device, Device.id == Revision.device_id)
        .where(Revision.game_id == game.id, Revision.number == number)
        .order_by(Revision.revision.desc(), Revision.uuid.is_(None), Revision.id.desc())
    )
    return tuple(
        Version(
            row.revision, row.uuid is None, device, row.saved_at, json.loads(row.body)
        )
        for row, device in found
    )


def find_answer(
    session: Session, device_id: int, key: str
) -> tuple[str, Answer] | None:
    """The fingerprint of what this device sent with this key, and its answer."""
    asked = {"device": device_id, "key": key}
    row = connection_of(session).execute(_REMEMBERED, asked).one_or_none()
    if row is None:
        return None
    answer = Answer(row.status, json.loads(row.body), row.etag, replayed=True)
    return row.fingerprint, answer


class Asked(NamedTuple):
    """What an answer is remembered by: a key, what came with it, and in which group."""

    key: str
    fingerprint: str
    group_id: int


def remember_answer(
    session: Session, stamp: Stamp, asked: Asked, answer: Answer
) -> None:
    """Keep an answer for the next time the device asks with the same key."""
    added = {
        "device_id": stamp.device_id,
        **asked._asdict(),
        "status": answer.status,
        "body": _AS_TOLD(answer.body),
        "etag": answer.etag,
        "created_at": stamp.at,
    }
    connection_of(session).execute(_REMEMBER, added)
