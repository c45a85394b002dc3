"""The history of games, and who and what wrote it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from scorepad.db.engine import connection_of
from scorepad.db.tables import AnyGame, Revision


@dataclass(frozen=True, slots=True)
class Stamp:
    """The device that wrote, or in whose place the host did, and the server's time."""

    device_id: int
    at: datetime
    is_host: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a write, as JSON text; *replayed* if it is a remembered one."""

    status: int
    body: str
    etag: str
    replayed: bool = False


class Place(NamedTuple):
    """A game (*number* 0) or one of its rounds, at a revision."""

    game_id: int
    number: int
    revision: int


class Version(NamedTuple):
    """A version of a game or round; *chosen* is false if it lost a conflict."""

    revision: int
    chosen: bool
    device_id: int
    saved_at: datetime
    body: dict[str, Any]


as_text: Final = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":")
).encode
"""Return a body as stored text."""

# Inline: no save needs the ids of the new rows.
_APPEND = insert(Revision).inline()


def append_revision(
    session: Session, place: Place, stamp: Stamp, body: Mapping[str, Any]
) -> None:
    """Append the new version of a game or round."""
    added = {
        **place._asdict(),
        "device_id": stamp.device_id,
        "saved_at": stamp.at,
        "body": as_text(body),
    }
    connection_of(session).execute(_APPEND, added)


def versions_of(session: Session, game: AnyGame, number: int) -> tuple[Version, ...]:
    """Return every version of a round or of the settings (*number* 0), newest first."""
    found = session.scalars(
        select(Revision)
        .where(Revision.game_id == game.id, Revision.number == number)
        .order_by(Revision.revision.desc(), Revision.uuid.is_(None), Revision.id.desc())
    )
    return tuple(
        Version(
            *(row.revision, row.uuid is None, row.device_id, row.saved_at),
            body=json.loads(row.body),
        )
        for row in found
    )
