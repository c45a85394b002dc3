"""Seasons: look-ups, changes, lists of their games; and names of groups."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from scorepad.db.engine import write_transaction
from scorepad.db.groups import raise_revision, seasons_of
from scorepad.db.history import Writer, count_revision
from scorepad.db.results import (
    Filter,
    Kinds,
    Selection,
    games_within,
    kinds_of,
    load_games,
)
from scorepad.db.tables import GameRow, Group, Player, Result, Season, Seat
from scorepad.games.names import Person
from scorepad.games.wizard.scoring import scoring_called
from scorepad.games.wizard.seating import rounds_played
from scorepad.services.permissions import (
    Action,
    any_game_for,
    group_for,
    group_to_change,
)
from scorepad.services.requests import (
    Fault,
    GameAddress,
    NotThereError,
    name_or_none,
    refusal,
)
from scorepad.statistics.season import GameInSeason, RankedBy, SeatResult


def season_or_not_there(session: Session, group: Group, number: int) -> Season:
    """Return a season of *group* by its number."""
    wanted = Season.group_id == group.id, Season.number == number
    if (season := session.scalar(select(Season).where(*wanted))) is None:
        raise NotThereError
    return season


def season_or_all(session: Session, group: Group, number: int | None) -> Season | None:
    """Return a season of *group* by its number; without one, or 0, ``None`` for all."""
    return season_or_not_there(session, group, number) if number else None


def people_by_row(session: Session, ids: Collection[int]) -> dict[int, Person]:
    """Return players by row id, in the order of their names."""
    found = session.scalars(select(Player).where(Player.id.in_(ids)))
    in_order = sorted(found, key=lambda each: each.name.casefold())
    return {each.id: Person(each.uuid, each.name) for each in in_order}


@dataclass(frozen=True, kw_only=True)
class Overview:
    """What a page is about: games of a *season*, or of all, and their *kinds*."""

    group_id: UUID
    group_name: str | None
    season: Season | None
    seasons: tuple[Season, ...]
    wanted: Filter
    kinds: Kinds


def overview_of(
    session: Session, group: Group, number: int | None, wanted: Filter
) -> Overview:
    """Return the selection for a page."""
    seasons = seasons_of(session, group)
    season = next((each for each in seasons if each.number == number), None)
    if number and season is None:
        raise NotThereError
    return Overview(
        group_id=group.uuid,
        group_name=group.name,
        season=season,
        seasons=seasons,
        wanted=wanted,
        kinds=kinds_of(session, group, season),
    )


GAMES_ON_A_PAGE = 30
AT_ONCE = 500


def game_lines(
    session: Session, selected: Selection, page: int = 1, at_most: int | None = None
) -> tuple[tuple[GameInSeason, ...], bool]:
    """Return an existing page of games, or the first ones, and if more follow."""
    skip, shown = (page - 1) * GAMES_ON_A_PAGE, at_most or GAMES_ON_A_PAGE
    lines = _listed(session, selected, skip=skip, at_most=shown + 1)
    if page > 1 and not lines:
        raise NotThereError
    return tuple(lines[:shown]), len(lines) > shown


def all_game_lines(session: Session, selected: Selection) -> Iterator[GameInSeason]:
    """Yield all games that are not deleted, oldest first, without delaying saves."""
    for skip in count(0, AT_ONCE):
        lines = _listed(
            session, selected, skip=skip, at_most=AT_ONCE, oldest_first=True
        )
        session.rollback()
        yield from lines
        if len(lines) < AT_ONCE:
            return


def _listed(
    session: Session,
    selected: Selection,
    *,
    skip: int,
    at_most: int,
    oldest_first: bool = False,
) -> list[GameInSeason]:
    columns = (
        *(GameRow.id, GameRow.uuid, GameRow.played_on, GameRow.finished_at),
        *(GameRow.counts, GameRow.scoring, GameRow.settings),
    )
    day, row_id = GameRow.played_on, GameRow.id
    order = (day, row_id) if oldest_first else (day.desc(), row_id.desc())
    group_id, season, wanted = selected
    within = games_within(group_id, season, wanted.listed)
    found = select(*columns).where(*within).order_by(*order)
    games = session.execute(found.offset(skip).limit(at_most)).all()
    running = [game.id for game in games if game.finished_at is None]
    kept = load_games(session, running) if running else ()
    played = {row.id: rounds_played(game) for row, game in kept}
    seats = seats_of(session, [game.id for game in games])
    lines = []
    for game in games:
        rounds = game.settings["ended_after"] or len(game.settings["cards"])
        line = GameInSeason(
            id_=game.uuid,
            played_on=game.played_on,
            finished=game.finished_at is not None,
            counts=game.counts,
            scoring=scoring_called(game.scoring),
            rounds=rounds,
            next_round=min(played.get(game.id, 0) + 1, rounds),
            seats=tuple(seats[game.id]),
        )
        lines.append(line)
    return lines


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
    with group_to_change(by, gid, Action.ARRANGE) as (group, _):
        group.name = name_or_none(name)
        raise_revision(by.session, group.id)


def change_season(by: Writer, gid: UUID, number: int, entry: SeasonEntry) -> None:
    """Change a season to valid name, dates and ranking; its games stay in it."""
    with group_to_change(by, gid, Action.ARRANGE) as (group, _):
        season = season_or_not_there(by.session, group, number)
        others = [s for s in seasons_of(by.session, group) if s.number != number]
        for name, value in _values(entry, others).items():
            setattr(season, name, value)
        raise_revision(by.session, group.id)


def begin_season(by: Writer, gid: UUID, entry: SeasonEntry) -> int:
    """Add a season; return its number. Earlier open ones end the day before."""
    with group_to_change(by, gid, Action.ARRANGE) as (group, _):
        seasons = seasons_of(by.session, group)
        for season in seasons:
            is_open = season.ends_on is None and not season.is_tournament
            if is_open and season.starts_on < entry.starts_on:
                season.ends_on = entry.starts_on - timedelta(days=1)
        number = max(season.number for season in seasons) + 1
        values = _values(entry, seasons)
        by.session.add(Season(group_id=group.id, number=number, **values))
        raise_revision(by.session, group.id)
        return number


def move_game(by: Writer, address: GameAddress, number: int) -> None:
    """Move a game to another season of its group, whatever its date.

    :raises NotThereError: one of the two is of a tournament, which keeps its games.
    """
    with write_transaction(by.session):
        group = group_for(by, address.group, Action.ARRANGE)
        game = any_game_for(by.session, group, address, lock=True)
        season = season_or_not_there(by.session, group, number)
        if season.is_tournament or game.season.is_tournament:
            raise NotThereError
        if game.season_id != season.id:
            game.season_id = season.id
            count_revision(by, game)
            raise_revision(by.session, group.id)


def _values(entry: SeasonEntry, others: Iterable[Season]) -> dict[str, Any]:
    values = {**entry._asdict(), "name": name_or_none(entry.name)}
    if entry.ranked_by is None:
        del values["ranked_by"]
    ends = entry.ends_on or date.max
    if ends < entry.starts_on:
        raise refusal("ends_on", Fault.SEASON_BACKWARDS)
    for other in others:
        if other.is_tournament:
            continue
        if entry.starts_on <= (other.ends_on or date.max) and other.starts_on <= ends:
            raise refusal("starts_on", Fault.SEASON_OVERLAPS, number=other.number)
    return values
