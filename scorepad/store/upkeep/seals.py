"""What is stored, held against what shows damage: SQLite's own look, and seals."""

from collections.abc import Collection, Iterator
from hashlib import sha256
from typing import Any
from uuid import UUID

from sqlalchemy import and_, func, select, text
from sqlalchemy.orm import Session

from scorepad.store.tables import (
    DocumentGame,
    DocumentRevision,
    GameRow,
    Player,
    Revision,
    SetAside,
)

AT_ONCE = 1000


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
    """Game and number (0: its settings) of every kept state that was altered."""
    tables: tuple[tuple[Any, Any, Any], ...] = (
        (Revision, GameRow, Revision.number),
        (SetAside, GameRow, SetAside.number),
        (DocumentRevision, DocumentGame, DocumentRevision.revision * 0),
    )
    for table, games, number in tables:
        states = session.execute(
            select(games.uuid, number, table.body, table.sha256)
            .join(games, games.id == table.game_id)
            .order_by(table.id)
            .execution_options(yield_per=AT_ONCE)
        )
        for uuid, of, body, seal in states:
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


def merged_players(session: Session) -> dict[str, str]:
    """Who is somebody else now, and who that is."""
    into = {
        row.id: row.merged_into
        for row in session.execute(select(Player.id, Player.merged_into))
        if row.merged_into is not None
    }
    ids = {row.id: row.uuid for row in session.execute(select(Player.id, Player.uuid))}
    return {str(ids[each]): str(ids[_last(into, each)]) for each in into}


def _last(into: dict[int, int], player_id: int) -> int:
    while player_id in into:
        player_id = into[player_id]
    return player_id


def count_games(session: Session) -> int:
    """All games that are stored as rows."""
    return session.scalar(select(func.count()).select_from(GameRow)) or 0
