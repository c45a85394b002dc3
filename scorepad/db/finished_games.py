"""Games as values of the rules, loaded in bulk without their ORM objects."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.orm import Session, lazyload

from scorepad.db.rounds import rounds_of, with_played
from scorepad.db.rows import game_value, settings_value
from scorepad.db.tables import WIZARD, GameRow, Season
from scorepad.games.wizard.models import Game

_HAS_RESULT = (GameRow.game == WIZARD, GameRow.finished_at.is_not(None))


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game with what the rules do not know about it; *number* is its season's."""

    row_id: int
    group_id: int
    number: int
    revision: int
    played_on: date
    finished: bool
    counts: bool
    deleted: bool
    player_ids: tuple[int, ...]
    game: Game


def load_game(session: Session, row: GameRow) -> LoadedGame:
    """Return a loaded game."""
    return _kept(row, session.get_one(Season, row.season_id).number, game_value(row))


def load_settings(session: Session, row: GameRow) -> LoadedGame:
    """Return a loaded game without its rounds."""
    number = session.get_one(Season, row.season_id).number
    return _kept(row, number, settings_value(row))


def load_games(session: Session, row_ids: Collection[int]) -> tuple[LoadedGame, ...]:
    """Return games by row id, in that order, by four queries in total."""
    rows = session.scalars(
        select(GameRow)
        .where(GameRow.id.in_(row_ids))
        .options(lazyload(GameRow.rounds))
        .order_by(GameRow.id)
    ).all()
    seasons = {row.season_id for row in rows}
    found = select(Season.id, Season.number).where(Season.id.in_(seasons))
    numbers = {each.id: each.number for each in session.execute(found)}
    rounds = rounds_of(session, row_ids)
    return tuple(
        _kept(
            row,
            numbers[row.season_id],
            with_played(settings_value(row), rounds[row.id]),
        )
        for row in rows
    )


def lock_games(session: Session, row_ids: Collection[int]) -> None:
    """Lock games until the transaction ends."""
    session.execute(
        select(GameRow.id)
        .where(GameRow.id.in_(row_ids))
        .order_by(GameRow.id)
        .with_for_update(key_share=True)
    )


def finished_games(session: Session, *, after: int, at_most: int) -> tuple[int, ...]:
    """Return row ids of finished games of all groups, *after* one of them."""
    finished = select(GameRow.id).where(*_HAS_RESULT, GameRow.id > after)
    return tuple(session.scalars(finished.order_by(GameRow.id).limit(at_most)))


def count_finished_games(session: Session) -> int:
    """Count the finished games of all groups."""
    count = select(func.count(GameRow.id)).where(*_HAS_RESULT)
    return session.execute(count).scalar_one()


def _kept(row: GameRow, number: int, game: Game) -> LoadedGame:
    return LoadedGame(
        row_id=row.id,
        group_id=row.group_id,
        number=number,
        revision=row.revision,
        played_on=row.played_on,
        finished=row.finished_at is not None,
        counts=row.counts,
        deleted=row.deleted_at is not None,
        player_ids=tuple(seat.player_id for seat in row.seats),
        game=game,
    )
