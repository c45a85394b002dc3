"""What is stored, held against what shows damage: SQLite's own look, and seals."""

from collections.abc import Collection, Iterator
from hashlib import sha256
from typing import Any
from uuid import UUID

from sqlalchemy import and_, func, select, text
from sqlalchemy.orm import Session, aliased

from scorepad.store.tables import (
    DocumentGame,
    DocumentRevision,
    GameRow,
    Player,
    Revision,
    SetAside,
)

AT_ONCE = 1000
_CHOSEN = DocumentRevision.uuid.is_(None)


def look_at_one_moment(session: Session) -> None:
    """Let all that is read from here on be of one moment, whatever others write.

    SQLite reads so by itself.
    """
    session.rollback()
    if session.get_bind().dialect.name == "postgresql":
        session.connection(execution_options={"isolation_level": "REPEATABLE READ"})


def complaints_of(session: Session) -> list[str]:
    """What SQLite finds wrong with its file; a server looks after its own."""
    if session.get_bind().dialect.name != "sqlite":
        return []
    found = [str(row[0]) for row in session.execute(text("PRAGMA integrity_check"))]
    astray = session.execute(text("PRAGMA foreign_key_check")).fetchmany(10)
    complaints = [line for line in found if line != "ok"]
    return complaints + [f"row {row[1]} of {row[0]} belongs nowhere" for row in astray]


def broken_seals(session: Session) -> Iterator[tuple[UUID, int]]:
    """Game and number (0: its settings) of every kept state that was altered.

    Those are only ever added, so each look may be of a moment of its own, and whoever
    saves need not wait for all of them.
    """
    tables: tuple[tuple[Any, Any, Any], ...] = (
        (Revision, GameRow, Revision.number),
        (SetAside, GameRow, SetAside.number),
        (DocumentRevision, DocumentGame, DocumentRevision.revision * 0),
    )
    for table, games, number in tables:
        states = (
            select(table.id, games.uuid, number, table.body, table.sha256)
            .join(games, games.id == table.game_id)
            .order_by(table.id)
            .limit(AT_ONCE)
        )
        last = 0
        while some := session.execute(states.where(table.id > last)).all():
            look_at_one_moment(session)
            for last, uuid, of, body, seal in some:  # noqa: B007 - where to go on
                if sha256(body.encode()).hexdigest() != seal:
                    yield uuid, of


def newest_states(
    session: Session, row_ids: Collection[int]
) -> dict[tuple[int, int], tuple[int, str]]:
    """Revision and body of the last state of each game (0) and round of these games."""
    last = (
        select(
            Revision.game_id, Revision.number, func.max(Revision.revision).label("r")
        )
        .where(Revision.game_id.in_(row_ids))
        .group_by(Revision.game_id, Revision.number)
        .subquery()
    )
    found = session.execute(
        select(
            Revision.game_id, Revision.number, Revision.revision, Revision.body
        ).join(
            last,
            and_(
                Revision.game_id == last.c.game_id,
                Revision.number == last.c.number,
                Revision.revision == last.c.r,
            ),
        )
    )
    return {(each.game_id, each.number): (each.revision, each.body) for each in found}


def some_game_rows(session: Session, *, after: int, at_most: int) -> list[GameRow]:
    """Games with everything, in order; those *after* a row."""
    games = select(GameRow).where(GameRow.id > after).order_by(GameRow.id)
    return list(session.scalars(games.limit(at_most)))


def newest_documents(
    session: Session, row_ids: Collection[int]
) -> dict[int, tuple[int, str]]:
    """Revision and body of the last state of games that are stored as documents."""
    last = (
        select(DocumentRevision.game_id, func.max(DocumentRevision.revision).label("r"))
        .where(DocumentRevision.game_id.in_(row_ids), _CHOSEN)
        .group_by(DocumentRevision.game_id)
        .subquery()
    )
    found = session.execute(
        select(
            DocumentRevision.game_id, DocumentRevision.revision, DocumentRevision.body
        ).join(
            last,
            and_(
                DocumentRevision.game_id == last.c.game_id,
                DocumentRevision.revision == last.c.r,
                _CHOSEN,
            ),
        )
    )
    return {each.game_id: (each.revision, each.body) for each in found}


def some_document_rows(
    session: Session, *, after: int, at_most: int
) -> list[DocumentGame]:
    """The same of games that are stored as documents."""
    games = select(DocumentGame).where(DocumentGame.id > after)
    return list(session.scalars(games.order_by(DocumentGame.id).limit(at_most)))


def merged_players(session: Session) -> dict[str, str]:
    """Who is somebody else now, and who that is."""
    whom = aliased(Player)
    merged = session.execute(
        select(Player.id, Player.uuid, whom.id, whom.uuid).join(
            whom, whom.id == Player.merged_into
        )
    ).all()
    into = {row: of for row, _, of, _ in merged}
    ids = {row: uuid for _, _, row, uuid in merged} | {
        row: uuid for row, uuid, _, _ in merged
    }
    return {str(ids[each]): str(ids[_last(into, each)]) for each in into}


def _last(into: dict[int, int], player_id: int) -> int:
    while player_id in into:
        player_id = into[player_id]
    return player_id


def count_games(session: Session) -> int:
    """All games that are stored as rows."""
    return session.scalar(select(func.count()).select_from(GameRow)) or 0
