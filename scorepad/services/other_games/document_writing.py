"""Writing a game that is stored as its document, inside somebody's transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.games import GAMES
from scorepad.services.inputs import GameAddress
from scorepad.services.other_games.document_words import (
    document_record,
    without_what_is_beside,
)
from scorepad.services.play.evenings import evening_from
from scorepad.services.play.keeping import set_deleted
from scorepad.services.play.seating import seat_players
from scorepad.services.quotas import check_room_for_games
from scorepad.store.groups.people import season_for
from scorepad.store.play.document_games import append_document_revision
from scorepad.store.play.history import Stamp
from scorepad.store.tables import DocumentGame, DocumentSeat, Group, Player


@dataclass(frozen=True, slots=True)
class DocumentEntry:
    """A whole game, called by its *word*: a *game* of its rules, and who plays it.

    *started_at* is the phone's word.
    """

    word: str
    game: Any
    player_ids: tuple[UUID, ...]
    started_at: datetime | None = None
    counts: bool = True
    deleted: bool = False


def new_document(
    session: Session,
    group: Group,
    stamp: Stamp,
    address: GameAddress,
    entry: DocumentEntry,
) -> DocumentGame:
    """Add a game at revision 1; its season follows from its evening.

    :raises WrongTimeError: the group has as many games as it may.
    """
    check_room_for_games(session, group)
    written = _day_of(GAMES[entry.word].document_of(entry.game))
    evening = evening_from(group, stamp, written=written, begun=entry.started_at)
    row = DocumentGame(
        group_id=group.id,
        season_id=season_for(session, group, evening).id,
        uuid=address.game,
        game=entry.word,
        document={},
        started_at=entry.started_at,
        played_on=evening,
        counts=entry.counts,
        revision=1,
        changed_by=stamp.device_id,
        changed_at=stamp.at,
        created_at=stamp.at,
    )
    session.add(row)
    session.flush()
    return row


def put_document(
    session: Session,
    group: Group,
    row: DocumentGame,
    stamp: Stamp,
    entry: DocumentEntry,
) -> None:
    """Write a game into a row whose revision has been counted already."""
    rules = GAMES[entry.word]
    document = rules.document_of(entry.game)
    is_over = rules.answer_for(entry.game)["finished"]
    names = zip(entry.player_ids, document["players"], strict=True)
    players = seat_players(session, group, stamp, list(names))
    seat_anew(session, row, players)
    row.document = without_what_is_beside(document)
    row.counts = entry.counts
    # Another date does not move the game to another season; people do.
    row.played_on = _day_of(document) or row.played_on
    row.finished_at = (row.finished_at or stamp.at) if is_over else None
    set_deleted(row, stamp, deleted=entry.deleted)
    append_document(session, row, stamp)


def _day_of(document: Mapping[str, Any]) -> date | None:
    day = document.get("played_on")
    return None if day is None else date.fromisoformat(day)


def seat_anew(session: Session, row: DocumentGame, players: Sequence[Player]) -> None:
    """Let *players* sit there, in the order of seats."""
    if [seat.player_id for seat in row.seats] == [player.id for player in players]:
        return
    # Nobody may sit twice, not even while two of them change seats.
    row.seats.clear()
    session.flush()
    row.seats.extend(
        DocumentSeat(seat=seat, player_id=player.id, player=player)
        for seat, player in enumerate(players)
    )


def append_document(session: Session, row: DocumentGame, stamp: Stamp) -> None:
    """Append a game as it is now to its history."""
    session.flush()
    append_document_revision(session, row, stamp, document_record(row))
