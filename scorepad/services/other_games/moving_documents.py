"""Games that are stored as documents, under other people or in another group."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from scorepad.services.errors import CannotMoveError
from scorepad.services.other_games.document_writing import append_document, seat_anew
from scorepad.services.play.seating import seat_namesakes
from scorepad.store.groups.people import season_among, seasons_of
from scorepad.store.play.document_games import (
    known_documents,
    raise_document,
    some_documents,
)
from scorepad.store.play.history import Stamp
from scorepad.store.tables import DocumentGame, Group, Player, Season


def move_documents(
    session: Session, stamp: Stamp, source: Group, target: Group, *, at_most: int
) -> int:
    """Let some games of a group belong to another one; tell how many.

    Both groups are held, and the people are found there or are new.

    :raises CannotMoveError: a game cannot be in the other group.
    """
    rows = some_documents(session, source, at_most=at_most)
    if known_documents(session, target, [row.uuid for row in rows]):
        raise CannotMoveError
    seasons = seasons_of(session, target)
    for row in rows:
        _move(session, stamp, row, target, seasons)
    return len(rows)


def reseat_documents(
    session: Session,
    stamp: Stamp,
    rows: Sequence[DocumentGame],
    *,
    player: Player,
    other: Player,
) -> None:
    """Put *other* where *player* sat; every game keeps that in its history."""
    for row in rows:
        raise_document(session, row, stamp, seen=row.revision)
        people = [seat.player for seat in row.seats]
        seat_anew(session, row, [other if p.id == player.id else p for p in people])
        append_document(session, row, stamp)


def _move(
    session: Session,
    stamp: Stamp,
    row: DocumentGame,
    target: Group,
    seasons: Sequence[Season],
) -> None:
    raise_document(session, row, stamp, seen=row.revision)
    sat = [seat.player for seat in row.seats]
    players = seat_namesakes(session, target, stamp, sat)
    row.group_id = target.id
    row.season_id = season_among(seasons, row.played_on).id
    seat_anew(session, row, players)
    append_document(session, row, stamp)
