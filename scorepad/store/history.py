"""Append revisions; remember the answers given to keys."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.store.tables import GameRow, RememberedAnswer, Revision


def append_revision(
    session: Session,
    game: GameRow,
    *,
    number: int,
    revision: int,
    device_id: int,
    saved_at: datetime,
    body: Mapping[str, Any],
) -> None:
    """Add one saved state of a game (*number* 0) or of a round."""
    text = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    session.add(
        Revision(
            game_id=game.id,
            number=number,
            revision=revision,
            device_id=device_id,
            saved_at=saved_at,
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


def find_answer(session: Session, device_id: int, key: str) -> RememberedAnswer | None:
    """The answer this device got for this key."""
    return session.get(RememberedAnswer, (device_id, key))


def remember_answer(
    session: Session,
    *,
    device_id: int,
    key: str,
    fingerprint: str,
    status: int,
    body: str,
    etag: str,
    created_at: datetime,
) -> None:
    """Keep an answer for the next time the device asks with the same key."""
    session.add(
        RememberedAnswer(
            device_id=device_id,
            key=key,
            fingerprint=fingerprint,
            status=status,
            body=body,
            etag=etag,
            created_at=created_at,
        )
    )
