"""Seasons of games that are stored as one document each, such as Wandering Towers."""

import json
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.db.games import other_games
from scorepad.db.rows import game_value
from scorepad.db.tables import ALL_GAMES, AnyGame, GameRow, Group, Season
from scorepad.games.documents import head_of
from scorepad.games.registry import GAMES, parse_game, result_for
from scorepad.games.results import GameResult
from scorepad.services.inputs import Person
from scorepad.services.permissions import Action, group_for
from scorepad.services.season_games import season_or_not_there
from scorepad.statistics.season import SeatedGame, Wins, wins_in

RESULTS_KEPT: Final = 2000
"""Size of the cache of results: a season is computed once, not at every request."""


class ListedDocument(NamedTuple):
    """A game in a list; *winners* are seats, *rounds* its length if known."""

    id_: UUID
    played_on: date
    finished: bool
    counts: bool
    people: tuple[Person, ...]
    winners: tuple[int, ...]
    rounds: int | None


class DocumentSeason(NamedTuple):
    """All games of one kind (*word*) in a *season*, or in all seasons; latest first.

    *wins* sums up the finished games that count.
    """

    word: str
    group_id: UUID
    group_name: str | None
    season: Season | None
    games: tuple[ListedDocument, ...]
    wins: Wins[Person]


def document_seasons(
    session: Session,
    device_id: int | None,
    gid: UUID,
    shown: Season | None,
    seasons: Sequence[Season],
) -> tuple[DocumentSeason, ...]:
    """Return the games other than Wizard in a season, or in all (*shown* ``None``).

    Omits games without entries; queries nothing if *seasons* have no such game.
    """
    if not any(each.has_documents for each in ([shown] if shown else seasons)):
        return ()
    group = group_for(session, device_id, gid, Action.READ)
    rows = other_games(session, group, shown)
    return tuple(
        _summed(group, shown, word, own)
        for word in GAMES
        if (own := [row for row in rows if row.game == word])
    )


def document_season(
    session: Session, device_id: int | None, gid: UUID, number: int, word: str
) -> DocumentSeason:
    """Return the games of one kind in season *number* (0: in all seasons).

    :raises NotThereError: there is no such season.
    """
    group = group_for(session, device_id, gid, Action.READ)
    is_one = number != ALL_GAMES
    season = season_or_not_there(session, group, number) if is_one else None
    rows = other_games(session, group, season)
    return _summed(group, season, word, [row for row in rows if row.game == word])


def _summed(
    group: Group, season: Season | None, word: str, rows: Sequence[AnyGame]
) -> DocumentSeason:
    played = {row.id: _played(row) for row in rows if row.finished_at is not None}
    counting = [row.id for row in rows if row.counts and row.id in played]
    return DocumentSeason(
        word=word,
        group_id=group.uuid,
        group_name=group.name,
        season=season,
        games=tuple(_listed(row, played.get(row.id)) for row in rows),
        wins=wins_in(played[row_id] for row_id in reversed(counting)),
    )


def _people(row: AnyGame) -> Iterable[Person]:
    return (Person(seat.player.uuid, seat.player.name) for seat in row.seats)


def _played(row: AnyGame) -> SeatedGame[Person]:
    if isinstance(row, GameRow):
        result = result_for(GAMES[row.game], game_value(row))
        return SeatedGame(tuple(_people(row)), result)
    # Players and date do not change the result: without them more games share it.
    document = {**row.settings, "players": _seats(len(row.seats))}
    result = _result(json.dumps({**head_of(row.game), **document}))
    return SeatedGame(tuple(_people(row)), result)


def _seats(number: int) -> list[str]:
    return [str(seat) for seat in range(number)]


@lru_cache(maxsize=RESULTS_KEPT)
def _result(document: str) -> GameResult:
    """Return the result of a game; cached by its document."""
    word, game = parse_game(document)
    return result_for(GAMES[word], game)


def _listed(row: AnyGame, played: SeatedGame[Person] | None) -> ListedDocument:
    return ListedDocument(
        id_=row.uuid,
        played_on=row.played_on,
        finished=row.finished_at is not None,
        counts=row.counts,
        people=tuple(_people(row)),
        winners=() if played is None else played.result.winners,
        rounds=None if played is None else played.result.rounds,
    )
