"""Statistics of seasons: standings, race, list of games, archive."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress, count
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Row
from sqlalchemy.orm import Session

from scorepad.db import history, results
from scorepad.db.groups import season_among, seasons_of
from scorepad.db.results import EVERY_GAME, Filter, Selection
from scorepad.db.tables import ALL_GAMES, GameRow, Group, Player, Result, Season
from scorepad.games.names import Person
from scorepad.games.wizard.models import Game
from scorepad.services import groups, permissions, requests, seasons
from scorepad.services.player_stats import SUMMED, ratings_after_seasons
from scorepad.statistics import career, rating
from scorepad.statistics.predictions import Sums, sums_of
from scorepad.statistics.season import GameInSeason, Race, RankedBy, Standing, ranked

LINES_IN_A_RACE = 6  # most lines in the race: more cannot be told apart without colour
AT_ONCE = 500


@dataclass(frozen=True, kw_only=True)
class SeasonOverview(seasons.Overview):
    """A season, or all (number 0), a page of *games*; *played* are those that count."""

    season: Season
    ranked_by: RankedBy
    standings: tuple[Standing[Person], ...]
    results: Mapping[Person, career.Columns]
    played: int
    race: Race
    games: Sequence[GameInSeason]
    page: int
    has_more: bool
    reminders: dict[str, bool]

    @property
    def predictions(self) -> Mapping[Person, Sums]:
        """Return the sums of all players' bids."""
        return {person: sums_of(own.bids) for person, own in self.results.items()}


def current_season(by: history.Reader, gid: UUID) -> int:
    """Return the number of the season that a game played now would belong to."""
    group = permissions.group_for(by, gid, permissions.Action.READ)
    return season_among(seasons_of(by.session, group), group.day_of(by.at)).number


def season_overview(  # noqa: PLR0913 - independent arguments
    by: history.Reader,
    gid: UUID,
    number: int | None,
    *,
    page: int = 1,
    at_most: int | None = None,
    ranked_by: RankedBy | None = None,
    wanted: Filter = EVERY_GAME,
) -> SeasonOverview:
    """Return a season, or all, ranked by the group's choice, with a page of games."""
    group, member = permissions.group_and_member(by, gid, permissions.Action.READ)
    asked = seasons.overview_of(by.session, group, number, wanted)
    season = asked.season or _all_of(group, asked.seasons)
    order = ranked_by or RankedBy(season.ranked_by)
    if order is RankedBy.RATING and not wanted.is_rated:
        order = RankedBy.AVERAGE
    selected = Selection(group.id, asked.season, wanted)
    people = seasons.people_by_row(by.session, results.has_played_in(selected))
    read = results.results_in_order(by.session, selected, (*SUMMED, Result.bids))
    had = career.by_player(read)
    ratings: Mapping[int, rating.Rating] = {}
    if order is RankedBy.RATING:
        ratings = ratings_after_seasons(by.session, group).get(season.id, {})
    wins = None
    if wanted.is_rated:
        wins = results.wins_until(by.session, group.id, asked.season)
    standings = [
        Standing.of(person, had.get(id_, career.Columns()))._replace(
            rating=ratings.get(id_),
            wins_ever=None if wins is None else wins.get(id_, 0),
        )
        for id_, person in people.items()
    ]
    placed = ranked(standings, by=order, least_games=season.least_games)
    own = {person: had[id_] for id_, person in people.items() if id_ in had}
    racing = [each.player for each in placed if each.games][:LINES_IN_A_RACE]
    played = tuple(dict.fromkeys(read["game_id"]))
    by_par = order is RankedBy.PAR
    games, has_more = seasons.game_lines(by.session, selected, page, at_most)
    return SeasonOverview(
        **{**vars(asked), "season": season},
        ranked_by=order,
        standings=placed,
        results=own,
        played=len(played),
        race=Race.of({who: own[who] for who in racing}, played, above_par=by_par),
        games=games,
        page=page,
        has_more=has_more,
        reminders=groups.reminders_for(by.session, group, member),
    )


def _all_of(group: Group, every: Sequence[Season]) -> Season:
    # Stands for all seasons, ranked as the last; it is never stored.
    about = {"starts_on": min(each.days[0] for each in every), "least_games": 1}
    order = every[-1].ranked_by
    return Season(group_id=group.id, number=ALL_GAMES, ranked_by=order, **about)


class Climb(NamedTuple):
    """The player who climbed highest by a game, or the leader if there was no climb."""

    season: Season
    person: Person
    rank: int
    has_climbed: bool


def climb_after(by: history.Reader, address: requests.GameAddress) -> Climb | None:
    """Return who climbed highest by a game, or the leader, if the game is ranked."""
    group = permissions.group_for(by, address.group, permissions.Action.READ)
    game = permissions.game_for(by.session, group, address.game, lock=False)
    season = game.season
    read = results.results_in_order(by.session, Selection(group.id, season), SUMMED)
    if season.ranked_by == RankedBy.RATING or game.id not in read["game_id"]:
        return None
    now, before = _ranks(season, read), _ranks(season, read, without=game.id)
    climbed = {id_: rank for id_, rank in now.items() if rank < before.get(id_, 0)}
    if (best := min(climbed or now, key=now.__getitem__, default=None)) is None:
        return None
    person = seasons.people_by_row(by.session, Player.id == best)[best]
    return Climb(season, person, now[best], has_climbed=best in climbed)


def _ranks(
    season: Season, read: Mapping[str, Sequence[Any]], *, without: int | None = None
) -> dict[int, int]:
    # Of players with enough games, leaving out the game *without*.
    kept = [game != without for game in read["game_id"]]
    had = career.by_player({key: [*compress(each, kept)] for key, each in read.items()})
    lines = [Standing.of(id_, own) for id_, own in had.items()]
    by = RankedBy(season.ranked_by)
    placed = ranked(lines, by=by, least_games=season.least_games)
    return {each.player: each.rank for each in placed if each.rank is not None}


def season_games(
    by: history.Reader, gid: UUID, number: int | None, *, wanted: Filter = EVERY_GAME
) -> tuple[str | None, Iterator[GameInSeason]]:
    """Return the group's name and all games of one or all seasons, oldest first."""
    group = permissions.group_for(by, gid, permissions.Action.READ)
    season = seasons.season_or_all(by.session, group, number)
    parts = _parts_of(by.session, Selection(group.id, season, wanted))
    return group.name, (e for some in parts for e in seasons.lines_of(by.session, some))


def season_sheets(
    by: history.Reader, gid: UUID, number: int | None, *, wanted: Filter = EVERY_GAME
) -> Iterator[Game]:
    """Yield all games of one or all seasons as values, oldest first."""
    group = permissions.group_for(by, gid, permissions.Action.READ)
    season = seasons.season_or_all(by.session, group, number)
    for some in _parts_of(by.session, Selection(group.id, season, wanted)):
        ids = [game.id for game in some]
        found = {row.id: game for row, game in results.load_games(by.session, ids)}
        yield from (found[id_] for id_ in ids if id_ in found)


def _parts_of(session: Session, selected: Selection) -> Iterator[Sequence[Row[Any]]]:
    games = seasons.games_of(selected)
    for start in count(0, AT_ONCE):
        some = session.execute(games.offset(start).limit(AT_ONCE)).all()
        yield some
        session.rollback()  # so that saves wait for some games only
        if len(some) < AT_ONCE:
            return


class SeasonSummary(NamedTuple):
    """A *season* with its *games* that count, its players, its leaders or winners."""

    season: Season
    games: int
    players: int
    first: tuple[Standing[Person], ...]


def archive(by: history.Reader, gid: UUID) -> tuple[Group, Sequence[SeasonSummary]]:
    """Return a group and all its seasons with their winners, latest first."""
    group = permissions.group_for(by, gid, permissions.Action.READ)
    every = seasons_of(by.session, group)
    columns = (*SUMMED, GameRow.season_id)
    read = results.results_in_order(by.session, Selection(group.id), columns)
    whose = [*zip(read["season_id"], read["player_id"], strict=True)]
    had = career.by_player({**read, "player_id": whose})
    played = {*zip(read["season_id"], read["game_id"], strict=True)}
    games = Counter(season_id for season_id, _ in played)
    in_it = Player.id.in_({player for _, player in had})
    people = seasons.people_by_row(by.session, in_it)
    is_rated = any(each.ranked_by == RankedBy.RATING for each in every)
    rated = ratings_after_seasons(by.session, group) if is_rated else {}
    found = []
    for season in reversed(every):
        ratings = rated.get(season.id, {})
        lines = [
            Standing.of(person, had[season.id, id_])._replace(rating=ratings.get(id_))
            for id_, person in people.items()
            if (season.id, id_) in had
        ]
        order = RankedBy(season.ranked_by)
        placed = ranked(lines, by=order, least_games=season.least_games)
        first = tuple(each for each in placed if each.rank == 1)
        found.append(SeasonSummary(season, games[season.id], len(lines), first))
    return group, found
