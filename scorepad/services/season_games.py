"""Look-ups of seasons and players, and lists of the games of a season."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count, starmap
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.db.people import (
    find_player,
    find_season,
    players_by_row,
    seasons_of,
)
from scorepad.db.results import Kinds, kinds_of
from scorepad.db.season_games import Filter, games_listed
from scorepad.db.tables import Group, Player, Season
from scorepad.games.wizard.scoring import AnyScoring, scoring_called
from scorepad.services.errors import NotThereError
from scorepad.services.inputs import Person


def season_or_not_there(session: Session, group: Group, number: int) -> Season:
    """Return a season of *group* by its number.

    :raises NotThereError: the group has no such season.
    """
    season = find_season(session, group, number)
    if season is None:
        raise NotThereError
    return season


def season_in(seasons: Iterable[Season], number: int | None) -> Season | None:
    """Return the season with this number, ``None`` for ``None`` (all seasons).

    :raises NotThereError: no season has this number.
    """
    season = next((each for each in seasons if each.number == number), None)
    if number is not None and season is None:
        raise NotThereError
    return season


def player_or_not_there(session: Session, group: Group, player_id: UUID) -> Player:
    """Return a player of *group*.

    :raises NotThereError: the group has no such player.
    """
    player = find_player(session, group.id, player_id)
    if player is None:
        raise NotThereError
    return player


def people_by_row(session: Session, ids: Collection[int]) -> dict[int, Person]:
    """Return players by row id, in the order of their names."""
    found = players_by_row(session, ids)
    in_order = sorted(found, key=lambda each: each.name.casefold())
    return {each.id: Person(each.uuid, each.name) for each in in_order}


@dataclass(frozen=True, kw_only=True)
class Overview:
    """The selection that a page is about: a *season*, or all *seasons* (``None``).

    *wanted* filters its games; *kinds* are the kinds of all its games.
    """

    group_id: UUID
    group_name: str | None
    season: Season | None
    seasons: tuple[Season, ...]
    wanted: Filter
    kinds: Kinds


def overview_of(
    session: Session, group: Group, number: int | None, wanted: Filter
) -> Overview:
    """Return the selection for a page.

    :raises NotThereError: the group has no season of this *number*.
    """
    seasons = seasons_of(session, group)
    season = season_in(seasons, number)
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


class SeatResult(NamedTuple):
    """A player's result in a game.

    *total* is ``None`` in a running game, or without any closed round.
    """

    person: Person
    total: int | None
    won: bool


class GameInSeason(NamedTuple):
    """A game in a list; *next_round* is the round that a running game is in."""

    id_: UUID
    played_on: date
    finished: bool
    counts: bool
    scoring: AnyScoring
    rounds: int
    next_round: int
    seats: tuple[SeatResult, ...]

    @property
    def by_total(self) -> tuple[SeatResult, ...]:
        """Return the seats by total, highest first; seats without one come last."""
        return tuple(
            sorted(
                self.seats, key=lambda seat: (seat.total is None, -(seat.total or 0))
            )
        )


def game_lines(  # noqa: PLR0913 - independent arguments
    session: Session,
    group: Group,
    season: Season | None,
    wanted: Filter,
    *,
    page: int,
    at_most: int | None = None,
) -> tuple[tuple[GameInSeason, ...], bool]:
    """Return one page of games, latest first, and whether more follow.

    With *at_most*, the page ends early.

    :raises NotThereError: there is no such page.
    """
    skip, shown = (page - 1) * GAMES_ON_A_PAGE, at_most or GAMES_ON_A_PAGE
    where = session, group, season, wanted
    listed = games_listed(*where, skip=skip, at_most=shown + 1)
    lines = tuple(starmap(_line, listed))
    if page > 1 and not lines:
        raise NotThereError
    return lines[:shown], len(lines) > shown


def all_game_lines(
    session: Session, group: Group, season: Season | None, wanted: Filter
) -> Iterator[GameInSeason]:
    """Yield all games that are not deleted, oldest first.

    Reads some games at a time and ends the transaction in between, so that a slow
    reader does not delay saves.
    """
    where = session, group, season, wanted
    for skip in count(0, AT_ONCE):
        some = games_listed(*where, skip=skip, at_most=AT_ONCE, oldest_first=True)
        lines = list(starmap(_line, some))
        session.rollback()
        yield from lines
        if len(lines) < AT_ONCE:
            return


def _line(game: Any, seats: Sequence[Any], played: int) -> GameInSeason:
    rounds = game.settings["ended_after"] or len(game.settings["cards"])
    return GameInSeason(
        id_=game.uuid,
        played_on=game.played_on,
        finished=game.finished_at is not None,
        counts=game.counts,
        scoring=scoring_called(game.scoring),
        rounds=rounds,
        next_round=min(played + 1, rounds),
        seats=tuple(
            SeatResult(Person(seat.uuid, seat.name), seat.total, seat.rank == 1)
            for seat in seats
        ),
    )
