"""What a season book tells, except the sheets of its games."""

from dataclasses import dataclass
from datetime import date

from scorepad.games.names import Person
from scorepad.statistics.career import Career, LastGame
from scorepad.statistics.chart import Race
from scorepad.statistics.records import Record
from scorepad.statistics.season import GameInSeason, Honoured, RankedBy, Standing


@dataclass(frozen=True, slots=True)
class BookPlayer:
    """A player of the season; *games* are those that count, latest first."""

    standing: Standing[Person]
    career: Career[Person]
    games: tuple[LastGame, ...]

    @property
    def person(self) -> Person:
        """Return who it is."""
        return self.standing.player


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A season book in one *language*, on one *paper* size.

    *games* are all finished ones in order of play; *players* those who finished one, in
    the order of the standings.
    """

    group: str | None
    season: str | None
    number: int
    language: str
    paper: str
    ranked_by: RankedBy
    least_games: int
    race: Race
    records: tuple[Record, ...]
    honours: tuple[Honoured[Person], ...]
    players: tuple[BookPlayer, ...]
    games: tuple[GameInSeason, ...]

    @property
    def days(self) -> tuple[date, date] | None:
        """Return the dates of the first and last game."""
        if not self.games:
            return None
        return self.games[0].played_on, self.games[-1].played_on
