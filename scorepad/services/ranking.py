"""A season to look at: who stands where, and which games were played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, group_for
from scorepad.services.rating import ladder_of, standing_after
from scorepad.services.refusing import NotThereError
from scorepad.services.tallying import tallies_of
from scorepad.stats.race import race
from scorepad.stats.rating import Step
from scorepad.stats.season import Outcome, RankedBy, Standing, standings
from scorepad.store.people import find_season, season_for, seasons_of
from scorepad.store.tables import Season
from scorepad.store.tallies import (
    GameLine,
    SeatTally,
    games_by_row,
    lines_of,
)

GAMES_ON_A_PAGE = 30

LINES_IN_A_RACE = 6
"""As many as can be told apart without colour."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player of the group."""

    id_: UUID
    name: str


@dataclass(frozen=True, slots=True)
class SeatResult:
    """Who sat there and the total they ended with, if the game is over."""

    person: Person
    total: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class GameInSeason:
    """A game in the list; *next_round* is the one a running game waits for."""

    id_: UUID
    played_on: date
    finished: bool
    counts: bool
    rounds: int
    next_round: int
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True)
class SeasonNames:
    """What a group and one of its seasons are called, and the season's dates."""

    group_id: UUID
    group_name: str | None
    season: Season


@dataclass(frozen=True, slots=True)
class Race:
    """How the average totals of the best *people* moved, one row after each game."""

    people: tuple[Person, ...]
    rows: tuple[tuple[int | None, ...], ...]


@dataclass(frozen=True, slots=True)
class SeasonOverview:
    """A season of a group; *games* are one page of its games, the latest first.

    *ranked_games* is how many of all its games are finished and count.
    """

    group_id: UUID
    group_name: str | None
    season: Season
    seasons: tuple[Season, ...]
    ranked_by: RankedBy
    standings: tuple[Standing[Person], ...]
    race: Race
    games: tuple[GameInSeason, ...]
    ranked_games: int
    page: int
    pages: int


def current_season(
    session: Session, device_id: int | None, gid: UUID, at: datetime
) -> int:
    """The number of the season that a game played now would belong to.

    :raises NotThereError: the device does not belong to such a group.
    """
    group = group_for(session, device_id, gid, Action.READ)
    today = at.astimezone(ZoneInfo(group.time_zone)).date()
    return season_for(session, group, today).number


def season_names(
    session: Session, device_id: int | None, gid: UUID, number: int
) -> SeasonNames:
    """The names and dates of a season, for whoever may change them.

    :raises NotThereError: the device does not belong to a group with such a season.
    :raises NotAllowedError: it does, but may not arrange things.
    """
    group = group_for(session, device_id, gid, Action.ARRANGE)
    season = find_season(session, group, number)
    if season is None:
        raise NotThereError
    return SeasonNames(group.uuid, group.name, season)


def season_overview(  # noqa: PLR0913 - where, and how to look at it
    session: Session,
    device_id: int | None,
    gid: UUID,
    number: int,
    *,
    page: int = 1,
    ranked_by: RankedBy | None = None,
) -> SeasonOverview:
    """A season with its standings and one page of its games.

    Only finished games that count are ranked, by what the group has chosen unless told
    otherwise; whoever played too few of them comes last.

    :raises NotThereError: the device does not belong to a group with such a season,
        or there is no such page.
    """
    group = group_for(session, device_id, gid, Action.READ)
    ladder = ladder_of(session, group.id)
    seasons = seasons_of(session, group)
    season = next((each for each in seasons if each.number == number), None)
    if season is None:
        raise NotThereError
    lines = _tallied(session, lines_of(session, season))
    pages = max(1, -(-len(lines) // GAMES_ON_A_PAGE))
    if not 1 <= page <= pages:
        raise NotThereError
    games = _games_that_count(lines)
    by = ranked_by or RankedBy(season.ranked_by)
    steps = standing_after(session, ladder, season)
    placed = _standings(lines, games, by, season.least_games, steps)
    shown = lines[(page - 1) * GAMES_ON_A_PAGE : page * GAMES_ON_A_PAGE]
    return SeasonOverview(
        group_id=group.uuid,
        group_name=group.name,
        season=season,
        seasons=seasons,
        ranked_by=by,
        standings=placed,
        race=_race(games, placed),
        games=tuple(_game(line) for line in shown),
        ranked_games=len(games),
        page=page,
        pages=pages,
    )


def _tallied(session: Session, lines: Sequence[GameLine]) -> tuple[GameLine, ...]:
    """Work out what the cache does not know; it is not written here."""
    missing = [
        line.row_id
        for line in lines
        if line.finished and any(seat.tally is None for seat in line.seats)
    ]
    rows = games_by_row(session, missing) if missing else ()
    found = {row.id: tallies_of(row) for row in rows}
    return tuple(_completed(line, found) for line in lines)


def _completed(line: GameLine, found: Mapping[int, tuple[SeatTally, ...]]) -> GameLine:
    if line.row_id not in found:
        return line
    tallies = found[line.row_id]
    return replace(
        line,
        seats=tuple(
            replace(seat, tally=tally)
            for seat, tally in zip(line.seats, tallies, strict=True)
        ),
    )


Played = Sequence[Sequence[tuple[Person, Outcome]]]


def _games_that_count(lines: Sequence[GameLine]) -> Played:
    """What everybody has from the games that are ranked, in the order of playing."""
    in_order = reversed(lines)
    return [_outcomes(line) for line in in_order if line.counts and line.finished]


def _standings(
    lines: Sequence[GameLine],
    games: Played,
    by: RankedBy,
    least_games: int,
    steps: Mapping[UUID, Step],
) -> tuple[Standing[Person], ...]:
    people = {
        Person(seat.player_id, seat.name): None for line in lines for seat in line.seats
    }
    by_name = sorted(people, key=lambda person: person.name.casefold())
    known = {person: steps[person.id_] for person in people if person.id_ in steps}
    return standings(games, by_name, by=by, least_games=least_games, steps=known)


def _race(games: Played, placed: Sequence[Standing[Person]]) -> Race:
    people = tuple(each.player for each in placed if each.games)[:LINES_IN_A_RACE]
    return Race(people, race(games, people))


def _outcomes(line: GameLine) -> list[tuple[Person, Outcome]]:
    """What everybody who played has from a finished game."""
    return [
        (
            Person(seat.player_id, seat.name),
            Outcome(
                tally.total,
                tally.bids_met,
                tally.bids_made,
                winners=tally.winners if tally.rank == 1 else 0,
                rank=tally.rank or 0,
                possible=tally.possible,
                league=tally.league,
            ),
        )
        for seat in line.seats
        if (tally := seat.tally) is not None and tally.total is not None
    ]


def _game(line: GameLine) -> GameInSeason:
    tallies = [seat.tally if line.finished else None for seat in line.seats]
    return GameInSeason(
        id_=line.uuid,
        played_on=line.played_on,
        finished=line.finished,
        counts=line.counts,
        rounds=line.rounds,
        next_round=min(line.rounds_played + 1, line.rounds),
        seats=tuple(
            SeatResult(
                Person(seat.player_id, seat.name),
                tally.total if tally else None,
                tally is not None and tally.rank == 1,
            )
            for seat, tally in zip(line.seats, tallies, strict=True)
        ),
    )
