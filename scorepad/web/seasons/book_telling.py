"""A season as the services tell it, put into the words of a book."""

from collections.abc import Mapping
from uuid import UUID

from scorepad.services.naming import Person
from scorepad.services.seasons.booking import SeasonTold
from scorepad.services.seasons.listing import GameInSeason
from scorepad.services.seasons.player_stats import PlayerOverview
from scorepad.sheets.book.book import (
    Book,
    BookGame,
    BookPlayer,
    BookRecord,
    ResultOfPlayer,
    SeatOfGame,
)
from scorepad.sheets.paper import Paper
from scorepad.stats.honours import honours_of
from scorepad.stats.season import RankedBy, Standing


def book_of(told: SeasonTold, *, language: str, paper: Paper) -> Book:
    """The book of a season; the sheet of its game *n* is the part ``game-n``."""
    parts = {game.id_: part_of(n) for n, game in enumerate(told.games)}
    standings = {each.player: each for each in told.overview.standings}
    zeros = {each.person: each.career.zeros.met for each in told.players}
    return Book(
        group=told.state.group_name,
        season=told.state.name,
        number=told.state.number,
        language=language,
        paper=paper,
        ranked_by=RankedBy(told.overview.ranked_by),
        least_games=told.state.least_games,
        racers=tuple(person.name for person in told.overview.race.people),
        race=told.overview.race.rows,
        race_numbers=told.overview.race.numbers,
        records=_records(told, parts),
        honours=honours_of([standings[each] for each in zeros], zeros),
        players=tuple(
            _player(number, each, standings[each.person], parts)
            for number, each in enumerate(told.players)
        ),
        games=tuple(_game(parts[game.id_], game) for game in told.games),
    )


def part_of(number: int) -> str:
    """The part of a book that is the sheet of its game *number*, from 0."""
    return f"game-{number}"


def _records(told: SeasonTold, parts: Mapping[UUID, str]) -> tuple[BookRecord, ...]:
    return tuple(
        BookRecord(
            kind=each.kind,
            value=each.value,
            names=tuple(person.name for person in each.people),
            played_on=each.played_on,
            round_=each.round_,
            part=parts.get(each.game),
        )
        for each in told.records
    )


def _player(
    number: int,
    told: PlayerOverview,
    standing: Standing[Person],
    parts: Mapping[UUID, str],
) -> BookPlayer:
    return BookPlayer(
        part=f"player-{number}",
        name=told.person.name,
        standing=standing,
        career=told.career,
        results=tuple(
            ResultOfPlayer(
                each.played_on, each.total, each.rank, each.seats, parts[each.id_]
            )
            for each in reversed(told.games)
            if each.id_ in parts
        ),
    )


def _game(part: str, game: GameInSeason) -> BookGame:
    return BookGame(
        part=part,
        played_on=game.played_on,
        counts=game.counts,
        rounds=game.rounds,
        seats=tuple(
            SeatOfGame(seat.person.name, seat.total, seat.won) for seat in game.seats
        ),
    )
