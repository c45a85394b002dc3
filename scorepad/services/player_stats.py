"""Statistics of one player: career, rating history, records."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.db import history, results
from scorepad.db.tables import GameRow, Group, Player, Result, Season
from scorepad.games.names import Person
from scorepad.games.wizard.sheet import sheet_of
from scorepad.services import seasons
from scorepad.services.permissions import Action, group_for, player_for
from scorepad.statistics import predictions, story
from scorepad.statistics.career import Career, Columns, LastGame, by_player, career_of
from scorepad.statistics.rating import NEW, Rating, after_game
from scorepad.statistics.season import Standing, spread

POINTS_AT_MOST: Final = 120  # most in a line: more cannot be told apart
GAMES_SHOWN: Final = 30

SUMMED: Final = (
    *(Result.player_id, Result.game_id, Result.total, Result.rank, Result.winners),
    *(Result.possible, Result.league, Result.above_par),
    *(Result.bids_met, Result.bids_made),
)
"""The columns read for sums, those of :class:`Columns` among them."""


def rated_games(
    session: Session, group: Group
) -> Iterator[tuple[int, str, Mapping[int, Rating]]]:
    """Yield the season (row id), day and new ratings of each game, in order of play."""
    of_game = GameRow.season_id, Result.game_id, GameRow.played_on
    columns = *of_game, Result.player_id, Result.rank
    read = results.results_in_order(session, results.Selection(group.id), columns)
    now: dict[int, Rating] = {}
    for where, seats in groupby(zip(*read.values(), strict=True), itemgetter(0, 1, 2)):
        *_, players, ranks = zip(*seats, strict=True)
        before = [now.get(player, NEW) for player in players]
        new = dict(zip(players, after_game(before, ranks), strict=True))
        now.update(new)
        season, _, day = where
        yield season, day, new


def ratings_after_seasons(
    session: Session, group: Group
) -> dict[int | None, Mapping[int, Rating]]:
    """Return all players' ratings when each season (row id) ended; ``None``: now."""
    now: dict[int, Rating] = {}
    ended: dict[int | None, Mapping[int, Rating]] = {None: now}
    for season, _, new in rated_games(session, group):
        now.update(new)
        ended[season] = now.copy()
    return ended


def ratings_of(
    session: Session, group: Group, season: Season | None, player_id: int
) -> Sequence[tuple[date, Rating]]:
    """Return days and a player's ratings then; of many games, an even selection."""
    own = [
        (day, new[player_id])
        for season_id, day, new in rated_games(session, group)
        if player_id in new and (season is None or season_id == season.id)
    ]
    shown = [own[place] for place in spread(len(own), POINTS_AT_MOST)]
    return [(date.fromisoformat(day), rating) for day, rating in shown]


@dataclass(frozen=True, kw_only=True)
class PlayerOverview(seasons.Overview):
    """The statistics of a player; *games* are the latest, *ratings* those of days.

    *wins_ever* are those in all rated games; *others* sums up all other predictions.
    """

    person: Person
    wins_ever: int
    everyone: Mapping[Person, Standing[Person]]
    standing: Standing[Person]
    career: Career
    others: predictions.Sums
    games: tuple[LastGame, ...]
    ratings: Sequence[tuple[date, Rating]]


PLAYER_PARTS: Final = ("accuracy", "situations", "rivals", "games")
"""The parts of a player's statistics, each on a tab of its own."""


def player_overview(  # noqa: PLR0913 - independent arguments
    by: history.Reader,
    gid: UUID,
    player_id: UUID,
    number: int | None,
    *,
    wanted: results.Filter = results.EVERY_GAME,
    at_most: int | None = GAMES_SHOWN,
    parts: Collection[str] = PLAYER_PARTS,
) -> PlayerOverview:
    """Return a player's statistics in a season or all; of other *parts* nothing."""
    group = group_for(by, gid, Action.READ)
    player = player_for(by.session, group, player_id, merged=True)
    person = Person(player.uuid, player.name)
    shown = seasons.overview_of(by.session, group, number, wanted)
    selected = results.Selection(group.id, shown.season, wanted)
    columns = (*SUMMED, Result.bids, Result.marks)
    had = by_player(results.results_in_order(by.session, selected, columns))
    own = had.get(player.id, Columns())
    people = seasons.people_by_row(by.session, Player.id.in_(had))
    everyone = {who: Standing.of(who, had[id_]) for id_, who in people.items()}
    rivals = {who: had[id_] for id_, who in people.items() if who != person}
    others = (bids for each in rivals.values() for bids in each.bids)
    margins: dict[Person, Sequence[int]] = {}
    games: tuple[LastGame, ...] = ()
    ratings: Sequence[tuple[date, Rating]] = ()
    if "rivals" in parts:
        mine = dict(zip(own.game_id, own.total, strict=True))
        for who, each in rivals.items():
            theirs = zip(each.game_id, each.total, strict=True)
            margins[who] = [mine[game] - n for game, n in theirs if game in mine]
    if "games" in parts:
        rows = results.last_games_of(by.session, selected, player.id, at_most)
        games = tuple(map(LastGame._make, rows))
        ratings = ratings_of(by.session, group, shown.season, player.id)
    wins = results.wins_until(by.session, group.id, player_id=player.id)
    return PlayerOverview(
        **vars(shown),
        person=person,
        wins_ever=wins.get(player.id, 0),
        everyone=everyone,
        standing=everyone.get(person) or Standing.of(person, own),
        career=career_of(own, margins, wanted.counted_by),
        others=predictions.sums_of(others if "accuracy" in parts else ()),
        games=games,
        ratings=ratings,
    )


@dataclass(frozen=True, kw_only=True)
class RecordsOverview(seasons.Overview):
    """The records of a group, or of one *person* in it."""

    person: Person | None
    records: tuple[story.Record, ...]


def records_overview(
    by: history.Reader,
    gid: UUID,
    number: int | None,
    *,
    player_id: UUID | None = None,
    wanted: results.Filter = results.EVERY_GAME,
) -> RecordsOverview:
    """Return who set each record first, of all or a player, in a season or ever."""
    group = group_for(by, gid, Action.READ)
    shown = seasons.overview_of(by.session, group, number, wanted)
    who = player_for(by.session, group, player_id, merged=True) if player_id else None
    return RecordsOverview(
        **vars(shown),
        person=Person(who.uuid, who.name) if who else None,
        records=tuple(_records(by.session, group, shown, who)),
    )


def _records(
    session: Session, group: Group, shown: seasons.Overview, player: Player | None
) -> Iterator[story.Record]:
    own = player.id if player else None
    column_of = {
        kind: Result.total if kind in story.TOTALS else getattr(Result, kind)
        for kind in (story.PERSONAL if player else story.RECORDS)
    }
    selected = results.Selection(group.id, shown.season, shown.wanted)
    columns = {Result.game_id, Result.seats, Result.rounds, *column_of.values()}
    if player:
        columns.add(Result.marks)
    read = results.results_in_order(session, selected, [*columns], own)
    games, tables = read["game_id"], zip(read["seats"], read["rounds"], strict=True)
    values = {kind: read[column.key] for kind, column in column_of.items()}
    best = story.record_games(games, tables, values)
    if run := story.longest_run(games, read["marks"]) if player else None:
        best["longest_run", None] = run[:2]
    ids = {game for game, _ in best.values()}
    kept = {
        row.id: (row, tuple(story.marks_of(sheet_of(game))))
        for row, game in results.load_games(session, ids)
    }
    for (kind, table), (game_id, value) in best.items():
        row, marks = kept[game_id]
        players = [seat.player for seat in row.seats]
        set_by = [
            mark
            for mark in marks
            if (mark.kind, mark.value) == (kind, value)
            and (own is None or own in {players[seat].id for seat in mark.seats})
        ]
        if run and kind == "longest_run":
            set_by = [story.Mark(kind, value, round_=run[2])]
        if not set_by:  # the game has changed meanwhile
            continue
        round_ = min(set_by, key=lambda mark: mark.round_ or 0).round_
        seats = [s for mark in set_by if mark.round_ == round_ for s in mark.seats]
        together = (players[seat] for seat in seats if player is None)
        people = tuple(Person(each.uuid, each.name) for each in together)
        yield story.Record(kind, value, people, row.uuid, row.played_on, round_, table)
