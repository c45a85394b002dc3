"""Statistics of seasons: standings, race, list of games, archive."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import compress
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy import select

from scorepad.db.groups import season_for, seasons_of
from scorepad.db.history import Reader
from scorepad.db.results import (
    EVERY_GAME,
    Filter,
    Selection,
    games_within,
    load_games,
    people_in,
    results_in_order,
    wins_until,
)
from scorepad.db.tables import ALL_GAMES, GameRow, Group, Result, Season
from scorepad.games.names import Person
from scorepad.games.wizard.models import Game
from scorepad.services import seasons
from scorepad.services.groups import reminders_for
from scorepad.services.permissions import Action, game_for, group_and_member, group_for
from scorepad.services.player_stats import SUMMED, ratings_after_seasons
from scorepad.services.requests import GameAddress
from scorepad.services.seasons import Overview
from scorepad.statistics.career import Columns, by_player
from scorepad.statistics.predictions import Sums, counted_bids, sums_of
from scorepad.statistics.rating import Rating
from scorepad.statistics.season import (
    GameInSeason,
    Race,
    RankedBy,
    Standing,
    race,
    ranked,
    standing_of,
)

LINES_IN_A_RACE = 6  # most lines in the race: more cannot be told apart without colour


@dataclass(frozen=True, kw_only=True)
class SeasonOverview(Overview):
    """A season, or all (number 0), a page of *games*, and those *played* in order."""

    season: Season
    ranked_by: RankedBy
    standings: tuple[Standing[Person], ...]
    results: Mapping[Person, Columns]
    played: tuple[int, ...]
    games: tuple[GameInSeason, ...]
    page: int
    has_more: bool
    reminders: dict[str, bool]

    @property
    def predictions(self) -> Mapping[Person, Sums]:
        """Return the sums of all players' bids."""
        had = self.results.items()
        return {person: sums_of(counted_bids(own.bids)) for person, own in had}

    @cached_property
    def race(self) -> Race:
        """Return the race of the best."""
        racing = tuple(each.player for each in self.standings if each.games)
        racing = racing[:LINES_IN_A_RACE]
        results = [self.results[person] for person in racing]
        by_par = self.ranked_by is RankedBy.PAR
        numbers, averages = race(results, self.played, above_par=by_par)
        return Race(racing, averages, numbers)


def current_season(by: Reader, gid: UUID) -> int:
    """Return the number of the season that a game played now would belong to."""
    group = group_for(by, gid, Action.READ)
    today = by.at.astimezone(ZoneInfo(group.time_zone)).date()
    return season_for(by.session, group, today).number


def season_to_change(by: Reader, gid: UUID, number: int) -> tuple[Group, Season]:
    """Return a group and one of its seasons, for owners."""
    group = group_for(by, gid, Action.ARRANGE)
    return group, seasons.season_or_not_there(by.session, group, number)


def season_overview(  # noqa: PLR0913 - independent arguments
    by: Reader,
    gid: UUID,
    number: int | None,
    *,
    page: int = 1,
    at_most: int | None = None,
    ranked_by: RankedBy | None = None,
    wanted: Filter = EVERY_GAME,
) -> SeasonOverview:
    """Return a season, or all, ranked by the group's choice, with a page of games."""
    group, member = group_and_member(by, gid, Action.READ)
    asked = seasons.overview_of(by.session, group, number, wanted)
    season, shown = asked.season, asked.season or _all_of(group, asked.seasons)
    order = ranked_by or RankedBy(shown.ranked_by)
    if order is RankedBy.RATING and not wanted.is_rated:
        order = RankedBy.AVERAGE
    selected = Selection(group.id, season, wanted)
    found = people_in(by.session, selected)
    in_order = sorted(found, key=lambda each: each.name.casefold())
    rows = {Person(each.uuid, each.name): each.id for each in in_order}
    columns = {**SUMMED, "bids": Result.bids}
    results = results_in_order(by.session, selected, columns)
    had = by_player(results.pop("players"), results)
    steps: Mapping[int, Rating] = {}
    if order is RankedBy.RATING:
        ended = season.id if season else None
        steps = ratings_after_seasons(by.session, group).get(ended, {})
    wins = wins_until(by.session, group.id, season) if wanted.is_rated else None
    standings = [
        standing_of(person, had.get(id_, Columns()))._replace(
            rating=steps.get(id_), wins_ever=None if wins is None else wins.get(id_, 0)
        )
        for person, id_ in rows.items()
    ]
    placed = ranked(standings, by=order, least_games=shown.least_games)
    games, has_more = seasons.game_lines(by.session, selected, page, at_most)
    return SeasonOverview(
        **{**vars(asked), "season": shown},
        ranked_by=order,
        standings=placed,
        results={person: had[id_] for person, id_ in rows.items() if id_ in had},
        played=tuple(dict.fromkeys(results["games"])),
        games=games,
        page=page,
        has_more=has_more,
        reminders=reminders_for(by.session, group, member),
    )


class Climb(NamedTuple):
    """The player who climbed highest by a game, or the leader if there was no climb."""

    season: Season
    person: Person
    rank: int
    has_climbed: bool


def climb_after(by: Reader, address: GameAddress) -> Climb | None:
    """Return who climbed highest by a game, or the leader, if the game is ranked."""
    group = group_for(by, address.group, Action.READ)
    game = game_for(by.session, group, address.game, lock=False)
    season = game.season
    results = results_in_order(by.session, Selection(group.id, season), SUMMED)
    if season.ranked_by == RankedBy.RATING or game.id not in results["games"]:
        return None
    now, before = _ranks(season, results), _ranks(season, results, without=game.id)
    climbed = {id_: rank for id_, rank in now.items() if rank < before.get(id_, 0)}
    best = min(climbed or now, key=now.__getitem__, default=None)
    if best is None:
        return None
    person = seasons.people_by_row(by.session, [best])[best]
    return Climb(season, person, now[best], has_climbed=best in climbed)


def _ranks(
    season: Season, results: Mapping[str, Sequence[Any]], *, without: int | None = None
) -> dict[int, int]:
    # Of players with enough games, leaving out the game *without*.
    kept = [game != without for game in results["games"]]
    columns = {key: tuple(compress(each, kept)) for key, each in results.items()}
    had = by_player(columns.pop("players"), columns) if any(kept) else {}
    lines = [standing_of(id_, own) for id_, own in had.items()]
    by = RankedBy(season.ranked_by)
    placed = ranked(lines, by=by, least_games=season.least_games)
    return {each.player: each.rank for each in placed if each.rank is not None}


def season_games(
    by: Reader, gid: UUID, number: int | None, *, wanted: Filter = EVERY_GAME
) -> tuple[str | None, Iterator[GameInSeason]]:
    """Return the group's name and all games of one or all seasons, oldest first."""
    group = group_for(by, gid, Action.READ)
    season = seasons.season_or_all(by.session, group, number)
    selected = Selection(group.id, season, wanted)
    return group.name, seasons.all_game_lines(by.session, selected)


def season_sheets(
    by: Reader, gid: UUID, number: int | None, *, wanted: Filter = EVERY_GAME
) -> Iterator[tuple[date, Game]]:
    """Yield days and games as :func:`season_games` does, without delaying saves."""
    group = group_for(by, gid, Action.READ)
    season = seasons.season_or_all(by.session, group, number)
    within = games_within(group.id, season, wanted.listed)
    ids = by.session.scalars(
        select(GameRow.id).where(*within).order_by(GameRow.played_on, GameRow.id)
    ).all()
    for start in range(0, len(ids), seasons.AT_ONCE):
        some = ids[start : start + seasons.AT_ONCE]
        found = {row.id: (row.played_on, g) for row, g in load_games(by.session, some)}
        by.session.rollback()
        yield from (found[id_] for id_ in some if id_ in found)


def latest_games(by: Reader, gid: UUID) -> tuple[GameInSeason, ...]:
    """The latest games of a group, running ones too."""
    group = group_for(by, gid, Action.READ)
    return seasons.game_lines(by.session, Selection(group.id))[0]


def _all_of(group: Group, every: Sequence[Season]) -> Season:
    """Return a stand-in for all seasons, ranked as the last; it is never stored."""
    about = {"starts_on": min(each.days[0] for each in every), "least_games": 1}
    order = every[-1].ranked_by
    return Season(group_id=group.id, number=ALL_GAMES, ranked_by=order, **about)


class SeasonSummary(NamedTuple):
    """A *season* with its *games* that count, its players, its leaders or winners."""

    season: Season
    games: int
    players: int
    first: tuple[Standing[Person], ...]


def archive(by: Reader, gid: UUID) -> tuple[Group, Sequence[SeasonSummary]]:
    """Return a group and all its seasons with their winners, latest first."""
    group = group_for(by, gid, Action.READ)
    every = seasons_of(by.session, group)
    columns = {"seasons": GameRow.season_id, **SUMMED}
    results = results_in_order(by.session, Selection(group.id), columns)
    had = defaultdict[int, dict[int, Columns]](dict)
    whose = list(zip(results.pop("seasons"), results.pop("players"), strict=True))
    for (season_id, player), own in by_player(whose, results).items():
        had[season_id][player] = own
    people = seasons.people_by_row(by.session, {player for _, player in whose})
    is_rated = any(each.ranked_by == RankedBy.RATING for each in every)
    ratings = ratings_after_seasons(by.session, group) if is_rated else {}
    return group, [
        _summary(season, had[season.id], people, ratings.get(season.id, {}))
        for season in reversed(every)
    ]


def _summary(
    season: Season,
    had: Mapping[int, Columns],
    people: Mapping[int, Person],
    steps: Mapping[int, Rating],
) -> SeasonSummary:
    lines = [
        standing_of(person, had[id_])._replace(rating=steps.get(id_))
        for id_, person in people.items()
        if id_ in had
    ]
    by = RankedBy(season.ranked_by)
    placed = ranked(lines, by=by, least_games=season.least_games)
    first = tuple(each for each in placed if each.rank == 1)
    games = {game for own in had.values() for game in own.games}
    return SeasonSummary(season, len(games), len(had), first)
