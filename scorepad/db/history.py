"""The history of games, their revisions, and who reads or writes them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value

from scorepad.db.engine import connection_of
from scorepad.db.tables import AnyGame, Revision


@dataclass(frozen=True)
class Reader:
    """The device that asks, if known, or for which the host does, and the time *at*."""

    session: Session
    device_id: int | None
    at: datetime = field(default_factory=lambda: datetime.now(UTC))
    is_host: bool = False


@dataclass(frozen=True)
class Writer(Reader):
    """A known device, which may write."""

    device_id: int


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
_APPEND = sa.insert(Revision).inline()


def append_revision(by: Writer, body: Mapping[str, Any], **place: object) -> None:
    """Append a version; *place* has the columns that say of which game or round."""
    new = {"device_id": by.device_id, "saved_at": by.at, "body": as_text(body)}
    connection_of(by.session).execute(_APPEND, {**place, **new})


def versions_of(session: Session, game: AnyGame, number: int) -> Sequence[Revision]:
    """Return every version of a round or of the settings (*number* 0), newest first."""
    return session.scalars(
        sa.select(Revision)
        .where(Revision.game_id == game.id, Revision.number == number)
        .order_by(Revision.revision.desc(), Revision.uuid.is_(None), Revision.id.desc())
    ).all()


_COUNTED = sa.update(AnyGame).where(
    AnyGame.id == sa.bindparam("row"), AnyGame.revision == sa.bindparam("seen")
)


def count_revision(by: Writer, game: AnyGame | Any) -> int:
    """Increment the revision of a locked game (row or value) after a write to it."""
    found, asked = game.revision + 1, {"row": game.id, "seen": game.revision}
    new = {"revision": found, "changed_by": by.device_id, "changed_at": by.at}
    if connection_of(by.session).execute(_COUNTED, {**asked, **new}).rowcount != 1:
        raise sa.exc.NoResultFound
    if isinstance(game, AnyGame):  # avoids reading it again
        for name, value in new.items():
            set_committed_value(game, name, value)
    return found
