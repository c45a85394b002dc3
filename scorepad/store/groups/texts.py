"""What people wrote into the games of a group in words of their own."""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from scorepad.store.tables import DocumentGame, GameRow, Group, RoundRow


class Text(NamedTuple):
    """Something that was written into a game; other games have a *word*."""

    word: str | None
    game: UUID
    played_on: date
    text: str


def texts_of(session: Session, group: Group) -> Iterator[Text]:
    """All remarks, places, reasons and notes of games that are not deleted."""
    for row in session.execute(_alive(group, GameRow, GameRow.settings)):
        reasons = [each["reason"] for each in row.settings["adjustments"]]
        for text in filter(None, [row.settings["place"], row.settings["remark"]]):
            yield Text(None, row.uuid, row.played_on, text)
        for text in filter(None, reasons):
            yield Text(None, row.uuid, row.played_on, text)
    note = RoundRow.body["note"].as_string()
    notes = _alive(group, GameRow, note.label("note")).join(
        RoundRow, RoundRow.game_id == GameRow.id
    )
    for row in session.execute(notes.where(note.is_not(None))):
        yield Text(None, row.uuid, row.played_on, row.note)
    told = (DocumentGame.game, DocumentGame.document)
    for row in session.execute(_alive(group, DocumentGame, *told)):
        words = json.dumps(row.document, ensure_ascii=False)
        yield Text(row.game, row.uuid, row.played_on, words)


def _alive(
    group: Group, games: type[GameRow | DocumentGame], *columns: Any
) -> Select[Any]:
    wanted = games.group_id == group.id, games.deleted_at.is_(None)
    return select(games.uuid, games.played_on, *columns).where(*wanted)
