"""Results of finished games: store, filter and read them in order of play."""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final, NamedTuple
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.orm import InstrumentedAttribute, Session

from scorepad.db.engine import connection_of
from scorepad.db.games import game_value
from scorepad.db.tables import WIZARD, GameRow, Group, Player, Result, Season, Seat
from scorepad.games.wizard.models import Game
from scorepad.games.wizard.schedule import Extra, Schedule
from scorepad.games.wizard.scoring import AnyScoring, Scoring, scoring_called


def load_games(session: Session, ids: Collection[int]) -> list[tuple[GameRow, Game]]:
    """Return rows and values of games by row id, in that order, by three queries."""
    games = sa.select(GameRow).where(GameRow.id.in_(ids)).order_by(GameRow.id)
    return [(row, game_value(row)) for row in session.scalars(games)]


@dataclass(frozen=True, slots=True)
class Filter:
    """A selection of games: *players* is a number, *since* and *until* are included.

    A field of ``None`` does not filter. Sums never mix scorings: classic if ``None``.
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
    def counted_by(self) -> AnyScoring:
        """The scoring of the games that are summed up."""
        return self.scoring or Scoring.CLASSIC

    @property
    def is_rated(self) -> bool:
        """Whether the ratings cover the games that are summed up."""
        return self.counted_by == Scoring.CLASSIC


EVERY_GAME = Filter()


class Selection(NamedTuple):
    """The *wanted* games of a group (row id) in a *season*, or in all seasons."""

    group_id: int
    season: Season | None = None
    wanted: Filter = EVERY_GAME

    @property
    def summed(self) -> "Selection":
        """The selection for sums, limited to one scoring."""
        one_scoring = replace(self.wanted, scoring=self.wanted.counted_by)
        return self._replace(wanted=one_scoring)


_AT_TABLE = sa.select(sa.func.count(Seat.seat)).where(Seat.game_id == GameRow.id)
# All at the table; a result counts only who was there at the same time.
_seats = _AT_TABLE.correlate(GameRow).scalar_subquery()


def games_within(selected: Selection) -> Iterator[sa.ColumnElement[bool]]:
    """Yield the conditions for the selected games of Wizard."""
    group_id, season, wanted = selected
    yield GameRow.game == WIZARD
    yield GameRow.is_listed()
    if season is None:
        yield GameRow.group_id == group_id
    else:
        yield GameRow.season_id == season.id
    if wanted.players is not None:
        yield _seats == wanted.players
    if wanted.schedule is not None:
        yield GameRow.schedule == wanted.schedule.value
    if wanted.edition is not None:
        # PostgreSQL cannot compare JSON, but stores it verbatim.
        yield sa.cast(GameRow.edition, sa.Text) == json.dumps(sorted(wanted.edition))
    if wanted.scoring is not None:
        yield GameRow.scoring == wanted.scoring.value
    if wanted.since is not None:
        yield GameRow.played_on >= wanted.since
    if wanted.until is not None:
        yield GameRow.played_on <= wanted.until


_IS_OVER: Final = GameRow.finished_at.is_not(None), GameRow.is_listed()
_COUNTS: Final = *_IS_OVER, GameRow.counts.is_(True)
_IS_RATED: Final = (*_COUNTS, GameRow.scoring == Scoring.CLASSIC.value)
"""Other scorings reward other play."""

Kinds = Sequence[tuple[AnyScoring, frozenset[Extra], int]]
"""Scoring, edition and number of finished games of each kind."""


def follow_seats(session: Session, game_ids: Collection[int]) -> None:
    """Update the players of results after a change of seats."""
    is_same = Seat.game_id == Result.game_id, Seat.seat == Result.seat
    sits = sa.select(Seat.player_id).where(*is_same).scalar_subquery()
    moved = sa.update(Result).where(Result.game_id.in_(game_ids))
    options = {"synchronize_session": False}
    session.execute(moved.values(player_id=sits), execution_options=options)


def results_in_order(
    session: Session,
    selected: Selection,
    columns: Sequence[InstrumentedAttribute[Any]],
    player_id: int | None = None,
) -> dict[str, Sequence[Any]]:
    """Return columns of the results that count, in order of play, by name."""
    # As one row of JSON arrays: 100,000 rows as objects take several times as long.
    results = _counting(selected).with_only_columns(*columns)
    if player_id is not None:
        results = results.where(Result.player_id == player_id)
    connection = connection_of(session)
    is_sqlite = connection.dialect.name == "sqlite"
    array = sa.func.json_group_array if is_sqlite else sa.func.json_agg
    arrays = (array(column, type_=sa.JSON) for column in results.subquery().c)
    found = connection.execute(sa.select(*arrays)).one()
    return {column.key: e or () for column, e in zip(columns, found, strict=True)}


def scored_seats(
    session: Session, season_id: int
) -> Sequence[sa.Row[UUID, int, int | None, int, str]]:
    """Return the results of all seats in finished games of a season; *bids* as text."""
    columns = Result.player_id, Result.total, Result.bids_met, Result.bids
    return session.execute(
        sa.select(GameRow.uuid.label("game"), *columns)
        .join(Result, Result.game_id == GameRow.id)
        .where(GameRow.season_id == season_id, GameRow.deleted_at.is_(None))
        .order_by(GameRow.id, Result.seat)
    ).all()


def last_games_of(
    session: Session, selected: Selection, player_id: int, at_most: int | None
) -> Sequence[Sequence[Any]]:
    """Return a player's last games: id, date, total, rank, and the number of seats."""
    columns = GameRow.uuid, GameRow.played_on, Result.total, Result.rank, _seats
    return session.execute(
        _counting(selected)
        .with_only_columns(*columns)
        .where(Result.player_id == player_id)
        .order_by(None)
        .order_by(GameRow.played_on.desc(), GameRow.id.desc())
        .limit(at_most)
    ).all()


def wins_until(
    session: Session,
    group_id: int,
    season: Season | None = None,
    *,
    player_id: int | None = None,
    game_id: int | None = None,
) -> dict[int, int]:
    """Return the wins of players until now, or after a season or a rated game."""
    wins = (
        sa.select(Result.player_id, sa.func.count().label("wins"))
        .join(GameRow, GameRow.id == Result.game_id)
        .where(*games_within(Selection(group_id)), *_IS_RATED)
        .where(Result.rank == 1)
        .group_by(Result.player_id)
    )
    if player_id is not None:
        wins = wins.where(Result.player_id == player_id)
    if season is not None or game_id is not None:
        within = (*games_within(Selection(group_id, season)), *_IS_RATED)
        rated = sa.select(GameRow.played_on, GameRow.id).where(*within)
        if game_id is not None:
            rated = rated.where(GameRow.id == game_id)
        latest = rated.order_by(GameRow.played_on.desc(), GameRow.id.desc())
        last = latest.limit(1).subquery()
        place = sa.tuple_(GameRow.played_on, GameRow.id)
        wins = wins.join(last, place <= sa.tuple_(last.c.played_on, last.c.id))
    return {row.player_id: row.wins for row in session.execute(wins)}


def kinds_of(session: Session, group: Group, season: Season | None) -> Kinds:
    """Return the kinds of the finished games of a season, or of all."""
    # PostgreSQL cannot group by JSON, but stores it verbatim.
    edition = sa.cast(GameRow.edition, sa.Text)
    rows = session.execute(
        sa.select(GameRow.scoring, edition, sa.func.count())
        .where(*games_within(Selection(group.id, season)), *_IS_OVER)
        .group_by(GameRow.scoring, edition)
    )
    found = sorted((kind, sorted(json.loads(extras)), n) for kind, extras, n in rows)
    return tuple(
        (scoring_called(kind), frozenset(map(Extra, extras)), n)
        for kind, extras, n in found
    )


def has_played_in(selected: Selection) -> sa.ColumnElement[bool]:
    """Return the condition for people in the games that a filter sums up."""
    # From seats to games: SQLite would begin with the games, which is slower.
    within = games_within(selected.summed)
    game = sa.exists().where(GameRow.id == Seat.game_id, *within).correlate(Seat)
    sat = sa.exists().where(Seat.player_id == Player.id, game)
    return sa.and_(Player.group_id == selected.group_id, sat)


def _counting(selected: Selection) -> sa.Select[Result]:
    season = selected.season
    # Within its own season a tournament always counts.
    counts = _IS_OVER if season is not None and season.is_tournament else _COUNTS
    return (
        sa.select(Result)
        .join(GameRow, GameRow.id == Result.game_id)
        .where(*games_within(selected.summed), *counts)
        .where(Result.rank.is_not(None))
        .order_by(GameRow.played_on, GameRow.id, Result.seat)
    )
