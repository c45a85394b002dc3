"""Find the season or player that somebody asks for, and list the games of a season."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import count, starmap
from typing import Any, Final
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.documents import head_of
from scorepad.rules.games import GAMES, kept_as_documents, parse_game, result_for
from scorepad.rules.results import Result
from scorepad.rules.wizard.game import AnyScoring, scoring_called
from scorepad.services.errors import NotThereError
from scorepad.services.inputs import Person
from scorepad.services.permissions import Action, group_for
from scorepad.stats.season import PlayedGame, Wins, wins_in
from scorepad.store.groups.people import (
    find_player,
    find_season,
    players_by_row,
    seasons_of,
)
from scorepad.store.play.games import documents_of
from scorepad.store.seasons import Filter, Kinds, games_listed, kinds_of
from scorepad.store.tables import DocumentGame, Group, Player, Season


def season_or_not_there(session: Session, group: Group, number: int) -> Season:
    """A season of *group* by its number.

    :raises NotThereError: the group has no such season.
    """
    season = find_season(session, group, number)
    if season is None:
        raise NotThereError
    return season


def season_in(seasons: Iterable[Season], number: int | None) -> Season | None:
    """One of some *seasons*; ``None`` stands for all of them.

    :raises NotThereError: none has this number.
    """
    season = next((each for each in seasons if each.number == number), None)
    if number is not None and season is None:
        raise NotThereError
    return season


def player_or_not_there(session: Session, group: Group, player_id: UUID) -> Player:
    """A player of *group*.

    :raises NotThereError: the group has no such player.
    """
    player = find_player(session, group.id, player_id)
    if player is None:
        raise NotThereError
    return player


def people_by_row(session: Session, ids: Collection[int]) -> dict[int, Person]:
    """Players by their rows, in the order of their names."""
    found = players_by_row(session, ids)
    in_order = sorted(found, key=lambda each: each.name.casefold())
    return {each.id: Person(each.uuid, each.name) for each in in_order}


@dataclass(frozen=True, kw_only=True)
class Overview:
    """What was *wanted* of a *season* of a group, or of all its *seasons* (``None``).

    *kinds* are those of all games of the season.
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
    """What every page says of the games it is about.

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


@dataclass(frozen=True, slots=True)
class SeatResult:
    """Who sat there and the total they ended with.

    There is none in a running game, nor of a latecomer who played no closed round.
    """

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
    scoring: AnyScoring
    rounds: int
    next_round: int
    seats: tuple[SeatResult, ...]

    @property
    def by_total(self) -> tuple[SeatResult, ...]:
        """The highest total first; without one as they sit, after the others."""
        return tuple(
            sorted(
                self.seats, key=lambda seat: (seat.total is None, -(seat.total or 0))
            )
        )


def game_lines(
    session: Session,
    group: Group,
    season: Season | None,
    wanted: Filter,
    *,
    page: int,
) -> tuple[tuple[GameInSeason, ...], bool]:
    """One page of the games that are not deleted, latest first; whether more follow.

    :raises NotThereError: there is no such page.
    """
    skip = (page - 1) * GAMES_ON_A_PAGE
    where = session, group, season, wanted
    listed = games_listed(*where, skip=skip, at_most=GAMES_ON_A_PAGE + 1)
    lines = tuple(starmap(_line, listed))
    if page > 1 and not lines:
        raise NotThereError
    return lines[:GAMES_ON_A_PAGE], len(lines) > GAMES_ON_A_PAGE


def all_game_lines(
    session: Session, group: Group, season: Season | None, wanted: Filter
) -> Iterator[GameInSeason]:
    """All games that are not deleted, the first one first; some at a time in memory.

    Between those the database is let go: whoever takes them may be slow, and others
    want to save.
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


RESULTS_KEPT: Final = 2000
"""In memory, so that a season is worked out once and not at every look."""


@dataclass(frozen=True, slots=True)
class ListedDocument:
    """A game in a list; *winners* are seats, and *rounds* how many it took if known."""

    id_: UUID
    played_on: date
    finished: bool
    counts: bool
    people: tuple[Person, ...]
    winners: tuple[int, ...]
    rounds: int | None


@dataclass(frozen=True, slots=True)
class DocumentSeason:
    """All games called by one *word* in a *season*, or in all; the latest first.

    *wins* sums up those that are over and count.
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
    """What was played in a season beside Wizard, or in all *seasons*, game by game.

    Only games of which anything was played. Nothing is asked where the seasons, which
    are read already, know of none.
    """
    if not any(each.has_documents for each in ([shown] if shown else seasons)):
        return ()
    group = group_for(session, device_id, gid, Action.READ)
    rows = documents_of(session, group, shown)
    return tuple(
        _summed(group, shown, word, own)
        for word in kept_as_documents()
        if (own := [row for row in rows if row.game == word])
    )


def document_season(
    session: Session, device_id: int | None, gid: UUID, number: int, word: str
) -> DocumentSeason:
    """One game in a season (0: in all), played or not."""
    group = group_for(session, device_id, gid, Action.READ)
    season = season_or_not_there(session, group, number) if number else None
    rows = documents_of(session, group, season)
    return _summed(group, season, word, [row for row in rows if row.game == word])


def _summed(
    group: Group, season: Season | None, word: str, rows: Sequence[DocumentGame]
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


def _people(row: DocumentGame) -> Iterable[Person]:
    return (Person(seat.player.uuid, seat.player.name) for seat in row.seats)


def _played(row: DocumentGame) -> PlayedGame[Person]:
    # No result depends on who plays or when.
    document = {**row.settings, "players": [str(each.seat) for each in row.seats]}
    result = _result(row.game, json.dumps({**head_of(row.game), **document}))
    return PlayedGame(tuple(_people(row)), result)


@lru_cache(maxsize=RESULTS_KEPT)
def _result(word: str, document: str) -> Result:
    """How a game ended; the same document always ends the same."""
    return result_for(GAMES[word], parse_game(document, word))


def _listed(row: DocumentGame, played: PlayedGame[Person] | None) -> ListedDocument:
    return ListedDocument(
        id_=row.uuid,
        played_on=row.played_on,
        finished=row.finished_at is not None,
        counts=row.counts,
        people=tuple(_people(row)),
        winners=() if played is None else played.result.winners,
        rounds=None if played is None else played.result.rounds,
    )
