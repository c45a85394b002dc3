"""Stored games of any kind, and the seasons of those beside Wizard."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple
from uuid import UUID

from scorepad.db.games import document_value, game_value, other_games
from scorepad.db.history import Reader
from scorepad.db.people import seasons_of
from scorepad.db.tables import ALL_GAMES, AnyGame, GameRow, Group, Season
from scorepad.games import GameResult
from scorepad.games.documents import head_of
from scorepad.games.names import Person
from scorepad.games.registry import GAMES, parse_game, result_for
from scorepad.services.inputs import GameAddress
from scorepad.services.permissions import Action, game_to_read, group_for
from scorepad.services.seasons import Overview, season_or_not_there
from scorepad.statistics.rating import SeatedGame, Wins, wins_in


class StoredGame(NamedTuple):
    """A stored game as a value of its rules, and the seasons of its group."""

    row: AnyGame
    game: Any
    group: Group
    seasons: tuple[Season, ...]

    @property
    def people(self) -> tuple[Person, ...]:
        """Return the players, in seat order."""
        return _people(self.row)


def stored_game(by: Reader, address: GameAddress) -> StoredGame:
    """Return a stored game of any kind, if the device may read it."""
    group, row = game_to_read(by, address)
    return StoredGame(row, document_value(row), group, seasons_of(by.session, group))


def _people(row: AnyGame) -> tuple[Person, ...]:
    return tuple(Person(seat.player.uuid, seat.player.name) for seat in row.seats)


RESULTS_KEPT: Final = 2000
"""Size of the cache of results: a season is computed once, not at every request."""


class DocumentSeason(NamedTuple):
    """All games of one kind (*word*) in a *season*, or in all seasons; latest first.

    Finished games have a result; *wins* sums up those that count.
    """

    word: str
    group_id: UUID
    group_name: str | None
    season: Season | None
    games: tuple[tuple[AnyGame, GameResult | None], ...]
    wins: Wins[Person]


def document_seasons(by: Reader, page: Overview) -> tuple[DocumentSeason, ...]:
    """Return the games other than Wizard in the season of a page, or in all."""
    shown = page.season if page.season and page.season.number != ALL_GAMES else None
    if not any(each.has_documents for each in ([shown] if shown else page.seasons)):
        return ()
    group = group_for(by, page.group_id, Action.READ)
    rows = other_games(by.session, group, shown)
    return tuple(
        _summed(group, shown, word, own)
        for word in GAMES
        if (own := [row for row in rows if row.game == word])
    )


def document_season(by: Reader, gid: UUID, number: int, word: str) -> DocumentSeason:
    """Return the games of one kind in season *number* (0: in all seasons)."""
    group = group_for(by, gid, Action.READ)
    is_one = number != ALL_GAMES
    season = season_or_not_there(by.session, group, number) if is_one else None
    rows = other_games(by.session, group, season)
    return _summed(group, season, word, [row for row in rows if row.game == word])


def _summed(
    group: Group, season: Season | None, word: str, rows: Sequence[AnyGame]
) -> DocumentSeason:
    played = {row.id: seated_game(row) for row in rows if row.finished_at is not None}
    counting = [row.id for row in rows if row.counts and row.id in played]
    games = tuple(
        (row, played[row.id].result if row.id in played else None) for row in rows
    )
    wins = wins_in(played[row_id] for row_id in reversed(counting))
    return DocumentSeason(word, group.uuid, group.name, season, games, wins)


def seated_game(row: AnyGame) -> SeatedGame[Person]:
    """Return the players of a finished game and its result; cached for documents."""
    if isinstance(row, GameRow):
        result = result_for(GAMES[row.game], game_value(row))
    else:
        # Players and date do not change the result: without them more games share it.
        seats = [str(seat.seat) for seat in row.seats]
        document = {**head_of(row.game), **row.settings, "players": seats}
        result = _result(json.dumps(document))
    return SeatedGame(_people(row), result)


@lru_cache(maxsize=RESULTS_KEPT)
def _result(document: str) -> GameResult:
    word, game = parse_game(document)
    return result_for(GAMES[word], game)
