"""The history of games, and who and what wrote it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

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


as_text: Final = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":")
).encode
"""Return a body as stored text."""

# Inline: no save needs the ids of the new rows.
_APPEND = insert(Revision).inline()


def append_revision(
    session: Session, stamp: Stamp, body: Mapping[str, Any], **place: object
) -> None:
    """Append a version; *place* has the columns that say of which game or round."""
    by = {"device_id": stamp.device_id, "saved_at": stamp.at, "body": as_text(body)}
    connection_of(session).execute(_APPEND, {**place, **by})


def versions_of(session: Session, game: AnyGame, number: int) -> Sequence[Revision]:
    """Return every version of a round or of the settings (*number* 0), newest first."""
    return session.scalars(
        select(Revision)
        .where(Revision.game_id == game.id, Revision.number == number)
        .order_by(Revision.revision.desc(), Revision.uuid.is_(None), Revision.id.desc())
    ).all()
