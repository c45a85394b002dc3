"""Games of a season, their results in the order of play, and their books."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import (
    JSON,
    ColumnElement,
    Row,
    Select,
    Text,
    and_,
    cast,
    delete,
    func,
    insert,
    select,
    tuple_,
    update,
)
from sqlalchemy.orm import InstrumentedAttribute, Session

from scorepad.rules.wizard.game import (
    AnyScoring,
    Extra,
    Schedule,
    Scoring,
    scoring_called,
)
from scorepad.rules.wizard.seating import rounds_played
from scorepad.store.db import connection_of
from scorepad.store.play.kept_games import kept_games
from scorepad.store.tables import (
    BookVolume,
    DocumentGame,
    GameRow,
    Group,
    Player,
    Result,
    Season,
    SeasonBook,
    Seat,
)


@dataclass(frozen=True, slots=True)
class Filter:
    """Games of so many *players*, of one *schedule*, *since* a day and *until* one.

    *edition* are exactly the extra cards in the deck. What is ``None`` does not matter;
    without anything it lets every game pass. But games of one *scoring* are never
    summed up with those of another: where none is wanted, sums are of the classic ones.
    """

    players: int | None = None
    schedule: Schedule | None = None
    edition: frozenset[Extra] | None = None
    scoring: AnyScoring | None = None
    since: date | None = None
    until: date | None = None

    @property
    def is_set(self) -> bool:
        """Whether it keeps any game out."""
        return self != EVERY_GAME

    @property
    def summed(self) -> "Filter":
        """The games of it that may be summed up together."""
        return replace(self, scoring=self.counted_by)

    @property
    def listed(self) -> "Filter":
        """The games of it that a page lists: those it sums up, or all there are."""
        return self.summed if self.is_set else self

    @property
    def counted_by(self) -> AnyScoring:
        """The scoring of the games that are summed up."""
        return self.scoring or Scoring.CLASSIC


EVERY_GAME = Filter()


def games_within(
    group_id: int, season: Season | None, wanted: Filter
) -> Iterator[ColumnElement[bool]]:
    """Games of a *season*, or of all, that are not deleted."""
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
        # PostgreSQL cannot compare JSON, but keeps it letter by letter.
        yield cast(GameRow.edition, Text) == json.dumps(sorted(wanted.edition))
    if wanted.scoring is not None:
        yield GameRow.scoring == wanted.scoring.value
    if wanted.since is not None:
        yield GameRow.played_on >= wanted.since
    if wanted.until is not None:
        yield GameRow.played_on <= wanted.until


Rows = Sequence[Row[*tuple[Any, ...]]]


def games_listed(  # noqa: PLR0913 - which games, and how many of them
    session: Session,
    group: Group,
    season: Season | None,
    wanted: Filter,
    *,
    skip: int,
    at_most: int,
    oldest_first: bool = False,
) -> Iterator[tuple[Row[*tuple[Any, ...]], Rows, int]]:
    """Games that are not deleted, the latest first, or the oldest.

    Each with its seats, and how many of its rounds are closed while it is running.
    """
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
    kept = kept_games(session, running) if running else ()
    played = {each.row_id: rounds_played(each.game) for each in kept}
    seats = _seats_of(session, [game.id for game in games])
    for game in games:
        yield game, seats[game.id], played.get(game.id, 0)


def _seats_of(session: Session, row_ids: Collection[int]) -> dict[int, Rows]:
    """Who sat there, the total they ended with and their rank."""
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
    """Rows of games that are not deleted, in order; those *after* one."""
    games = select(GameRow.id).where(
        GameRow.group_id == group_id,
        GameRow.deleted_at.is_(None),
        GameRow.id > after,
    )
    return list(session.scalars(games.order_by(GameRow.id).limit(at_most)))


def documents_of_group(session: Session, group_id: int) -> list[DocumentGame]:
    """Games that are kept as documents and not deleted, in order."""
    games = select(DocumentGame).where(
        DocumentGame.group_id == group_id, DocumentGame.deleted_at.is_(None)
    )
    return list(session.scalars(games.order_by(DocumentGame.id)))


_COUNTS: Final = (
    GameRow.finished_at.is_not(None),
    GameRow.deleted_at.is_(None),
    GameRow.counts.is_(True),
)
_IS_RATED: Final = (*_COUNTS, GameRow.scoring == Scoring.CLASSIC.value)
"""Another scoring rewards other play."""
_HAS_RATED_RESULT: Final = (*_IS_RATED, Result.rank.is_not(None))

_IN_ORDER: Final = (GameRow.played_on, GameRow.id, Result.seat)

Kinds = Sequence[tuple[AnyScoring, frozenset[Extra], int]]
"""Scorings and editions, and how many finished games there are of each."""


def put_results(
    session: Session, game_ids: Collection[int], rows: Sequence[dict[str, Any]]
) -> None:
    """Replace the results of some games by *rows*."""
    session.execute(delete(Result).where(Result.game_id.in_(game_ids)))
    if rows:
        session.execute(insert(Result), rows)


def follow_seats(session: Session, game_ids: Collection[int]) -> None:
    """Let the results of some games be of those who sit there now."""
    sits = select(Seat.player_id).where(
        Seat.game_id == Result.game_id, Seat.seat == Result.seat
    )
    session.execute(
        update(Result)
        .where(Result.game_id.in_(game_ids))
        .values(player_id=sits.scalar_subquery())
        .execution_options(synchronize_session=False)
    )


def games_without_results(session: Session, *, at_most: int) -> Sequence[int]:
    """Some finished games whose results are not kept."""
    missing = (
        select(GameRow.id)
        .outerjoin(Result, Result.game_id == GameRow.id)
        .where(GameRow.finished_at.is_not(None), Result.game_id.is_(None))
    )
    return session.scalars(missing.order_by(GameRow.id).limit(at_most)).all()


def results_in_order(  # noqa: PLR0913 - whose, which, and what of them
    session: Session,
    group: Group,
    season: Season | None,
    wanted: Filter,
    columns: Mapping[str, InstrumentedAttribute[Any]],
    *,
    player_id: int | None = None,
) -> dict[str, Sequence[Any]]:
    """Columns of the results in games that count, in the order of play, by their names.

    Those of everybody, or of one player. One row of JSON arrays: a hundred thousand
    rows as objects take several times as long, on PostgreSQL most of all.
    """
    named = [column.label(name) for name, column in columns.items()]
    results = _counting(group, season, wanted).with_only_columns(*named)
    if player_id is not None:
        results = results.where(Result.player_id == player_id)
    connection = connection_of(session)
    is_sqlite = connection.dialect.name == "sqlite"
    array = func.json_group_array if is_sqlite else func.json_agg
    arrays = (array(column, type_=JSON) for column in results.subquery().c)
    found = connection.execute(select(*arrays)).one()
    return {name: each or () for name, each in zip(columns, found, strict=True)}


class LastGame(NamedTuple):
    """A finished game that counts: what a player had from it at how many seats."""

    id_: UUID
    played_on: date
    total: int
    rank: int
    seats: int


def last_games_of(  # noqa: PLR0913 - whose, which, and how many
    session: Session,
    group: Group,
    season: Season | None,
    wanted: Filter,
    *,
    player_id: int,
    at_most: int | None,
) -> tuple[LastGame, ...]:
    """The last games of a player that count, the latest first."""
    seats = select(func.count(Seat.seat)).where(Seat.game_id == GameRow.id)
    rows = session.execute(
        _counting(group, season, wanted)
        .with_only_columns(
            GameRow.uuid,
            GameRow.played_on,
            Result.total,
            Result.rank,
            seats.correlate(GameRow).scalar_subquery(),
        )
        .where(Result.player_id == player_id)
        .order_by(None)
        .order_by(GameRow.played_on.desc(), GameRow.id.desc())
        .limit(at_most)
    )
    return tuple(map(LastGame._make, rows))


def wins_until(
    session: Session, group_id: int, season: Season | None
) -> dict[int, int]:
    """How many rated games each player of a group had won after a season, or until now.

    Without those who had not finished any.
    """
    wins = (
        select(Result.player_id, func.count().filter(Result.rank == 1).label("wins"))
        .join(GameRow, GameRow.id == Result.game_id)
        .where(GameRow.group_id == group_id, *_HAS_RATED_RESULT)
        .group_by(Result.player_id)
    )
    if season is not None:
        last = (
            select(GameRow.played_on, GameRow.id)
            .join(Result, Result.game_id == GameRow.id)
            .where(GameRow.season_id == season.id, *_HAS_RATED_RESULT)
            .order_by(GameRow.played_on.desc(), GameRow.id.desc())
            .limit(1)
            .subquery()
        )
        place = tuple_(GameRow.played_on, GameRow.id)
        wins = wins.join(last, place <= tuple_(last.c.played_on, last.c.id))
    return {row.player_id: row.wins for row in session.execute(wins)}


def wins_of_everybody(session: Session, group_id: int) -> dict[UUID, int]:
    """How many games each player of a group has won, where they won any."""
    rows = session.execute(
        select(Player.uuid, func.count().label("wins"))
        .join(Result, Result.player_id == Player.id)
        .join(GameRow, GameRow.id == Result.game_id)
        .where(GameRow.group_id == group_id, Result.rank == 1, *_IS_RATED)
        .group_by(Player.uuid)
    )
    return {row.uuid: row.wins for row in rows}


def wins_after(session: Session, group_id: int, game: UUID) -> dict[int, int]:
    """How many games those at a rated game had won after it, by seat."""
    this = (
        select(GameRow.id, GameRow.played_on, Result.seat, Result.player_id)
        .join(Result, Result.game_id == GameRow.id)
        .where(GameRow.group_id == group_id, GameRow.uuid == game)
        .where(*_HAS_RATED_RESULT)
        .subquery()
    )
    place = tuple_(GameRow.played_on, GameRow.id)
    until = and_(place <= tuple_(this.c.played_on, this.c.id), *_IS_RATED)
    won = and_(Result.player_id == this.c.player_id, Result.rank == 1)
    rows = session.execute(
        select(this.c.seat, func.count(GameRow.id).label("wins"))
        .outerjoin(Result, won)
        .outerjoin(GameRow, and_(GameRow.id == Result.game_id, until))
        .group_by(this.c.seat)
    )
    return {row.seat: row.wins for row in rows}


def kinds_of(session: Session, group: Group, season: Season | None) -> Kinds:
    """The scorings and editions of the finished games of a season, or of all."""
    # PostgreSQL cannot group by JSON, but keeps it letter by letter.
    edition = cast(GameRow.edition, Text)
    rows = session.execute(
        select(GameRow.scoring, edition, func.count())
        .where(
            *games_within(group.id, season, EVERY_GAME),
            GameRow.finished_at.is_not(None),
        )
        .group_by(GameRow.scoring, edition)
    )
    found = [
        (scoring, sorted(json.loads(words)), games) for scoring, words, games in rows
    ]
    return tuple(
        (scoring_called(scoring), frozenset(map(Extra, edition)), games)
        for scoring, edition, games in sorted(found)
    )


def people_in(
    session: Session, group: Group, season: Season | None, wanted: Filter
) -> Sequence[Row[int, UUID, str]]:
    """Everybody who sat at a game that a filter sums up, finished or not."""
    # From the seats of each player to their games: SQLite would begin at the games.
    game = select(GameRow.id).where(
        GameRow.id == Seat.game_id, *games_within(group.id, season, wanted.summed)
    )
    sat = select(Seat.seat).where(
        Seat.player_id == Player.id, game.correlate(Seat).exists()
    )
    people = select(Player.id, Player.uuid, Player.name)
    return session.execute(
        people.where(Player.group_id == group.id, sat.exists())
    ).all()


def _counting(group: Group, season: Season | None, wanted: Filter) -> Select[Result]:
    """The results in the games that count, in the order of play."""
    return (
        select(Result)
        .join(GameRow, GameRow.id == Result.game_id)
        .where(*games_within(group.id, season, wanted.summed), *_COUNTS)
        .where(Result.rank.is_not(None))
        .order_by(*_IN_ORDER)
    )


def delete_books(session: Session, *which: ColumnElement[bool]) -> None:
    """Delete books and their volumes; who makes one stops when it is gone."""
    ids = session.scalars(select(SeasonBook.id).where(*which)).all()
    session.execute(delete(BookVolume).where(BookVolume.book_id.in_(ids)))
    session.execute(delete(SeasonBook).where(SeasonBook.id.in_(ids)))
