"""What people wrote into the games of a group in words of their own."""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import CompoundSelect, Select, select, union_all
from sqlalchemy.orm import Session

from scorepad.store.tables import (
    AdjustmentRow,
    DocumentGame,
    GameRow,
    Group,
    RoundRow,
)


class Text(NamedTuple):
    """Something that was written into a game; other games have a *word*."""

    word: str | None
    game: UUID
    played_on: date
    text: str


def texts_of(session: Session, group: Group) -> Iterator[Text]:
    """All remarks, places, reasons and notes of games that are not deleted."""
    for row in session.execute(_written(group)):
        yield Text(None, row.uuid, row.played_on, row.text)
    documents = select(DocumentGame.game, DocumentGame.uuid, DocumentGame.played_on)
    for row in session.execute(
        documents.add_columns(DocumentGame.document).where(
            DocumentGame.group_id == group.id, DocumentGame.deleted_at.is_(None)
        )
    ):
        words = json.dumps(row.document, ensure_ascii=False)
        yield Text(row.game, row.uuid, row.played_on, words)


def _written(group: Group) -> CompoundSelect[Any]:
    return union_all(
        _of(group, GameRow.place),
        _of(group, GameRow.remark),
        _of(group, AdjustmentRow.reason).join(AdjustmentRow),
        _of(group, RoundRow.note).join(RoundRow),
    )


def _of(group: Group, text: Any) -> Select[Any]:
    told = GameRow.uuid, GameRow.played_on, text.label("text")
    return (
        select(*told)
        .select_from(GameRow)
        .where(
            GameRow.group_id == group.id,
            GameRow.deleted_at.is_(None),
            text.is_not(None),
        )
    )
