"""Filters and lists of the games of a season."""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import ColumnElement, Row, Text, and_, cast, func, select
from sqlalchemy.orm import Session

from scorepad.db.finished_games import load_games
from scorepad.db.tables import (
    WIZARD,
    DocumentGame,
    GameRow,
    Group,
    Player,
    Result,
    Season,
    Seat,
)
from scorepad.games.wizard.schedule import Extra, Schedule
from scorepad.games.wizard.scoring import AnyScoring, Scoring
from scorepad.games.wizard.seating import rounds_played


@dataclass(frozen=True, slots=True)
class Filter:
    """A selection of games; a field of ``None`` does not filter.

    *players* is their number, *edition* the exact set of extra cards; *since* and
    *until* are included. Sums never mix scorings: the default is classic.
    """

    players: int | None = None
    schedule: Schedule | None = None
    edition: frozenset[Extra] | None = None
    scoring: AnyScoring | None = None
    since: date | None = None
    until: date | None = None

    @property
    def is_set(self) -> bool:
        """Whether it excludes any game."""
        return self != EVERY_GAME

    @property
    def summed(self) -> "Filter":
        """The filter for sums, limited to one scoring."""
        return replace(self, scoring=self.counted_by)

    @property
    def listed(self) -> "Filter":
        """The filter for lists: that for sums, or none at all."""
        return self.summed if self.is_set else self

    @property
    def counted_by(self) -> AnyScoring:
        """The scoring of the games that are summed up."""
        return self.scoring or Scoring.CLASSIC


EVERY_GAME = Filter()


def games_within(
    group_id: int, season: Season | None, wanted: Filter
) -> Iterator[ColumnElement[bool]]:
    """Yield conditions for games of Wizard in a *season*, or in all seasons."""
    yield GameRow.game == WIZARD
    yield GameRow.deleted_at.is_(None)
    if season is None:
        yield GameRow.group_id == group_id
    else:
        yield GameRow.season_id == season.id
    if wanted.players is not None:
        seats = select(func.count(Seat.seat)).where(Seat.game_id == GameRow.id)
        yield seats.correlate(GameRow).scalar_subquery() == wanted.players
    if wanted.schedule is not None:
        yield GameRow.schedule == wanted.schedule.value
    if wanted.edition is not None:
        # PostgreSQL cannot compare JSON, but stores it verbatim.
        yield cast(GameRow.edition, Text) == json.dumps(sorted(wanted.edition))
    if wanted.scoring is not None:
        yield GameRow.scoring == wanted.scoring.value
    if wanted.since is not None:
        yield GameRow.played_on >= wanted.since
    if wanted.until is not None:
        yield GameRow.played_on <= wanted.until


Rows = Sequence[Row[*tuple[Any, ...]]]


def games_listed(  # noqa: PLR0913 - independent arguments
    session: Session,
    group: Group,
    season: Season | None,
    wanted: Filter,
    *,
    skip: int,
    at_most: int,
    oldest_first: bool = False,
) -> Iterator[tuple[Row[*tuple[Any, ...]], Rows, int]]:
    """Yield games, latest or oldest first, with seats and closed rounds if running."""
    day, row_id = GameRow.played_on, GameRow.id
    order = (day, row_id) if oldest_first else (day.desc(), row_id.desc())
    games = session.execute(
        select(
            GameRow.id,
            GameRow.uuid,
            GameRow.played_on,
            GameRow.finished_at,
            GameRow.counts,
            GameRow.scoring,
            GameRow.settings,
        )
        .where(*games_within(group.id, season, wanted.listed))
        .order_by(*order)
        .offset(skip)
        .limit(at_most)
    ).all()
    running = [game.id for game in games if game.finished_at is None]
    kept = load_games(session, running) if running else ()
    played = {each.row_id: rounds_played(each.game) for each in kept}
    seats = _seats_of(session, [game.id for game in games])
    for game in games:
        yield game, seats[game.id], played.get(game.id, 0)


def _seats_of(session: Session, row_ids: Collection[int]) -> dict[int, Rows]:
    """Return player, total and rank of every seat, by game."""
    is_own = and_(Result.game_id == Seat.game_id, Result.seat == Seat.seat)
    rows = session.execute(
        select(Seat.game_id, Player.uuid, Player.name, Result.total, Result.rank)
        .join(Player, Player.id == Seat.player_id)
        .outerjoin(Result, is_own)
        .where(Seat.game_id.in_(row_ids))
        .order_by(Seat.game_id, Seat.seat)
    )
    return {game: list(seats) for game, seats in groupby(rows, itemgetter(0))}


def games_of_group(
    session: Session, group_id: int, *, after: int, at_most: int
) -> list[int]:
    """Return row ids of games that are not deleted, *after* one of them."""
    games = select(GameRow.id).where(
        GameRow.group_id == group_id,
        GameRow.deleted_at.is_(None),
        GameRow.id > after,
    )
    return list(session.scalars(games.order_by(GameRow.id).limit(at_most)))


def documents_of_group(session: Session, group_id: int) -> list[DocumentGame]:
    """Return games stored as documents that are not deleted."""
    games = select(DocumentGame).where(
        DocumentGame.group_id == group_id, DocumentGame.deleted_at.is_(None)
    )
    return list(session.scalars(games.order_by(DocumentGame.id)))
