"""Append revisions; remember the answers given to keys."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.store.tables import GameRow, RememberedAnswer, Revision, RoundRow


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


def append_revision(
    session: Session, row: GameRow | RoundRow, stamp: Stamp, body: Mapping[str, Any]
) -> None:
    """Add the state that a game (number 0) or a round has just been given."""
    text = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    session.add(
        Revision(
            game_id=row.id if isinstance(row, GameRow) else row.game_id,
            number=0 if isinstance(row, GameRow) else row.number,
            revision=row.revision,
            device_id=stamp.device_id,
            saved_at=stamp.at,
            body=text,
            sha256=hashlib.sha256(text.encode()).hexdigest(),
        )
    )


def revisions_of(session: Session, game: GameRow, number: int) -> tuple[Revision, ...]:
    """Every saved state of a round (or of the game, *number* 0), oldest first."""
    return tuple(
        session.scalars(
            select(Revision)
            .where(Revision.game_id == game.id, Revision.number == number)
            .order_by(Revision.revision)
        )
    )


def find_answer(
    session: Session, device_id: int, key: str
) -> tuple[str, Answer] | None:
    """The fingerprint of what this device sent with this key, and its answer."""
    row = session.get(RememberedAnswer, (device_id, key))
    if row is None:
        return None
    answer = Answer(row.status, json.loads(row.body), row.etag, replayed=True)
    return row.fingerprint, answer


def remember_answer(
    session: Session, stamp: Stamp, key: str, fingerprint: str, answer: Answer
) -> None:
    """Keep an answer for the next time the device asks with the same key."""
    session.add(
        RememberedAnswer(
            device_id=stamp.device_id,
            key=key,
            fingerprint=fingerprint,
            status=answer.status,
            body=json.dumps(answer.body, ensure_ascii=False),
            etag=answer.etag,
            created_at=stamp.at,
        )
    )
