"""Seasons: look-ups, changes, lists of their games; and names of groups."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Row, Select, and_, select
from sqlalchemy.orm import Session

from scorepad.db import engine, groups, results
from scorepad.db.history import Writer, count_revision
from scorepad.db.results import Filter, Selection
from scorepad.db.tables import GameRow, Group, Player, Result, Season, Seat
from scorepad.games.names import Person
from scorepad.games.wizard import scoring, seating
from scorepad.services import permissions, requests
from scorepad.statistics.season import GameInSeason, RankedBy, SeatResult


def season_or_not_there(session: Session, group: Group, number: int) -> Season:
    """Return a season of *group* by its number."""
    wanted = Season.group_id == group.id, Season.number == number
    if (season := session.scalar(select(Season).where(*wanted))) is None:
        raise requests.NotThereError
    return season


def season_or_all(session: Session, group: Group, number: int | None) -> Season | None:
    """Return a season of *group* by its number; without one, or 0, ``None`` for all."""
    return season_or_not_there(session, group, number) if number else None


def people_by_row(session: Session, which: ColumnElement[bool]) -> dict[int, Person]:
    """Return some players by row id, in the order of their names."""
    found = session.execute(select(Player.id, Player.uuid, Player.name).where(which))
    in_order = sorted(found, key=lambda each: each.name.casefold())
    return {each.id: Person(each.uuid, each.name) for each in in_order}


@dataclass(frozen=True)
class Overview:
    """What a page is about: games of a *season*, or of all, and their *kinds*."""

    group_id: UUID
    group_name: str | None
    season: Season | None
    seasons: tuple[Season, ...]
    wanted: Filter
    kinds: results.Kinds


def overview_of(
    session: Session, group: Group, number: int | None, wanted: Filter
) -> Overview:
    """Return the selection for a page."""
    seasons = groups.seasons_of(session, group)
    season = next((each for each in seasons if each.number == number), None)
    if number and season is None:
        raise requests.NotThereError
    kinds = results.kinds_of(session, group, season)
    return Overview(group.uuid, group.name, season, seasons, wanted, kinds)


GAMES_ON_A_PAGE = 30


def game_lines(
    session: Session, selected: Selection, page: int = 1, at_most: int | None = None
) -> tuple[list[GameInSeason], bool]:
    """Return an existing page of games, or the first ones, and if more follow."""
    shown = at_most or GAMES_ON_A_PAGE
    skipped = (page - 1) * GAMES_ON_A_PAGE
    latest = games_of(selected, latest_first=True).offset(skipped).limit(shown + 1)
    games = session.execute(latest).all()
    if page > 1 and not games:
        raise requests.NotThereError
    return [*lines_of(session, games[:shown])], len(games) > shown


def games_of(selected: Selection, *, latest_first: bool = False) -> Select[Any]:
    """Return the query for games that are not deleted, in order of play."""
    of_game = GameRow.id, GameRow.uuid, GameRow.played_on, GameRow.finished_at
    columns = *of_game, GameRow.counts, GameRow.scoring, GameRow.settings
    listed = selected.summed if selected.wanted.is_set else selected
    within = results.games_within(listed)
    order = GameRow.played_on, GameRow.id
    by = (each.desc() if latest_first else each for each in order)
    return select(*columns).where(*within).order_by(*by)


def lines_of(session: Session, games: Sequence[Row[Any]]) -> Iterator[GameInSeason]:
    """Yield the lines of games that :func:`games_of` found."""
    running = [game.id for game in games if game.finished_at is None]
    kept = results.load_games(session, running) if running else ()
    played = {row.id: seating.rounds_played(game) for row, game in kept}
    seats = seats_of(session, [game.id for game in games])
    for game in games:
        rounds = game.settings["ended_after"] or len(game.settings["cards"])
        yield GameInSeason(
            id_=game.uuid,
            played_on=game.played_on,
            finished=game.finished_at is not None,
            counts=game.counts,
            scoring=scoring.scoring_called(game.scoring),
            rounds=rounds,
            next_round=min(played.get(game.id, 0) + 1, rounds),
            seats=tuple(seats[game.id]),
        )


def seats_of(session: Session, row_ids: Collection[int]) -> dict[int, list[SeatResult]]:
    """Return the seats of games by row id, with their results in Wizard."""
    is_own = and_(Result.game_id == Seat.game_id, Result.seat == Seat.seat)
    rows = session.execute(
        select(Seat.game_id, Player.uuid, Player.name, Result.total, Result.rank)
        .join(Player, Player.id == Seat.player_id)
        .outerjoin(Result, is_own)
        .where(Seat.game_id.in_(row_ids))
        .order_by(Seat.game_id, Seat.seat)
    )
    seats = defaultdict[int, list[SeatResult]](list)
    for game, uuid, name, total, rank in rows:
        seats[game].append(SeatResult(Person(uuid, name), total, rank == 1, rank))
    return seats


class SeasonEntry(NamedTuple):
    """A season as requested: no *ends_on* is open, no *ranked_by* keeps the ranking."""

    name: str
    starts_on: date
    ends_on: date | None
    ranked_by: RankedBy | None = None
    least_games: int = 1


def rename_group(by: Writer, gid: UUID, name: str) -> None:
    """Rename the group; an empty name removes the name."""
    with permissions.group_to_change(by, gid, permissions.Action.ARRANGE) as (group, _):
        group.name = requests.name_or_none(name)
        groups.raise_revision(by.session, group.id)


def save_season(by: Writer, gid: UUID, number: int | None, entry: SeasonEntry) -> int:
    """Change a season, whose games stay in it, or add one; return its number.

    Earlier open seasons end the day before an added one.
    """
    with permissions.group_to_change(by, gid, permissions.Action.ARRANGE) as (group, _):
        every = groups.seasons_of(by.session, group)
        season = Season(group_id=group.id, number=max(s.number for s in every) + 1)
        if number is not None:
            season = season_or_not_there(by.session, group, number)
        first, last = entry.starts_on, entry.ends_on or date.max
        if last < first:
            raise requests.refusal("ends_on", "season_backwards")
        for other in every:
            if other.is_tournament or other.number == number:
                continue
            if number is None and other.ends_on is None and other.starts_on < first:
                other.ends_on = first - timedelta(days=1)
            if first <= (other.ends_on or date.max) and other.starts_on <= last:
                about = {"number": other.number}
                raise requests.refusal("starts_on", "season_overlaps", **about)
        season.name = requests.name_or_none(entry.name)
        season.starts_on, season.ends_on = first, entry.ends_on
        season.ranked_by = entry.ranked_by or season.ranked_by or RankedBy.PAR
        season.least_games = entry.least_games
        by.session.add(season)
        groups.raise_revision(by.session, group.id)
        return season.number


def move_game(by: Writer, address: requests.GameAddress, number: int) -> None:
    """Move a game to another season of its group, whatever its date.

    :raises NotThereError: one of the two is of a tournament, which keeps its games.
    """
    with engine.write_transaction(by.session):
        group = permissions.group_for(by, address.group, permissions.Action.ARRANGE)
        game = permissions.any_game_for(by.session, group, address, lock=True)
        season = season_or_not_there(by.session, group, number)
        if season.is_tournament or game.season.is_tournament:
            raise requests.NotThereError
        if game.season_id != season.id:
            game.season_id = season.id
            count_revision(by, game)
            groups.raise_revision(by.session, group.id)
