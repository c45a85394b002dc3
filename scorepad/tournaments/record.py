"""The record of a tournament, with nothing derived in it, and its presets.

A tournament has preliminary games at drawn tables, then, unless its cut is 0, a
knock-out stage of tables of four. Sources of the usual rules: ``docs/tournament.md``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final, Literal, NamedTuple
from zlib import crc32

from annotated_types import Ge, Le, MaxLen, MinLen

from scorepad.games.documents import READABLE, Id, Model, Points, Read
from scorepad.games.names import Name, name_key
from scorepad.games.wizard.models import Game
from scorepad.games.wizard.schedule import Schedule

MOST_ENTRIES: Final = 400
MOST_GAMES: Final = 12
LEAST_PLACES: Final = 3
MOST_PLACES: Final = 8  # people at one table
AT_A_TABLE: Final = 4

Number = Annotated[int, Ge(1), Le(9999)]
"""The number of an entry, which is on its badge; never used again."""
Moment = Annotated[datetime, Read(lambda at, _: at.replace(tzinfo=at.tzinfo or UTC))]
TieBreak = Literal["exact", "bids", "further_game", "lot"]
"""What separates two players with the same score, the first that differs."""


@dataclass(frozen=True, slots=True)
class Entrant(Model):
    """A player of the group in the tournament: plays from *since* to *until*, if set.

    Both are numbers of games, from 1. A no-show is an entry until game 0.
    """

    number: Number
    player: Id
    club: Annotated[str, MaxLen(60), READABLE] = ""
    since: Annotated[int, Ge(1), Le(MOST_GAMES + 1)] = 1
    until: Annotated[int, Ge(0), Le(2 * MOST_GAMES)] | None = None


@dataclass(frozen=True, slots=True)
class Table(Model):
    """The entries at a table in seat order; *game* is the id of their begun game."""

    seats: Annotated[tuple[Number, ...], MinLen(LEAST_PLACES), MaxLen(MOST_PLACES)]
    game: Id | None = None


@dataclass(frozen=True, slots=True)
class Draw(Model):
    """The tables of one game; *knockout* if only winners go on.

    *seed* repeats the draw. *starts_at* is when the tables may begin; before that is
    set, people can still be swapped.
    """

    tables: Annotated[tuple[Table, ...], MinLen(1), MaxLen(MOST_ENTRIES)]
    seed: int
    knockout: bool = False
    starts_at: Moment | None = None

    @property
    def seats(self) -> tuple[tuple[int, ...], ...]:
        """Return who sits at each table."""
        return tuple(table.seats for table in self.tables)

    @property
    def seated(self) -> set[int]:
        """Return the entries that sit at its tables."""
        return {number for table in self.tables for number in table.seats}

    def by_name(self, names: Mapping[int, str]) -> list[tuple[str, int]]:
        """Return the names of its people with their tables, in order."""
        tables = enumerate(self.tables, 1)
        found = [(names[n], at) for at, table in tables for n in table.seats]
        return sorted(found, key=lambda pair: name_key(pair[0]))

    def minutes_left(self, now: datetime) -> int:
        """Return in how many minutes the game starts; 0 if it has, or waits."""
        left = (self.starts_at or now) - now
        return max(-(-left // timedelta(minutes=1)), 0)


@dataclass(frozen=True, slots=True)
class Penalty(Model):
    """Points by the director for an entry in *game*, from 1; negative as a rule."""

    number: Number
    game: Annotated[int, Ge(1), Le(2 * MOST_GAMES)]
    points: Points
    reason: Annotated[str, MaxLen(200), READABLE]


@dataclass(frozen=True, slots=True)
class Typing(Model):
    """The first typing of a paper sheet, until another device types it in too.

    *game* is the id of the table's game, *seen* its revision. The *sheet* has no names.
    """

    game: Id
    device: int
    seen: int
    sheet: Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament(Model):
    """A tournament as written down.

    *games* is how many preliminary games there are. *ranking* by "table" compares table
    points first, by "game" only the points of the games. *cut* is how many players go
    on to the knock-out stage, of whose tables the first *advance* go on. *further*
    lists entries in the order that a further game gave them. *revealed*: the result of
    the final is shown. *typed_twice*: two devices type in each paper sheet; *typings*
    are those that wait for the second.
    """

    name: Name
    games: Annotated[int, Ge(1), Le(MOST_GAMES)] = 3
    schedule: Schedule = Schedule.AMIGO_TOURNAMENT
    even_bid_rule: bool = True
    ranking: Literal["table", "game"] = "table"
    cut: Annotated[int, Ge(0), Le(64)] = 4
    advance: Annotated[int, Ge(1), Le(2)] = 1
    counts: bool = False
    seed: Annotated[int, Ge(0)] = 0
    entries: Annotated[tuple[Entrant, ...], MaxLen(MOST_ENTRIES)] = ()
    draws: Annotated[tuple[Draw, ...], MaxLen(2 * MOST_GAMES)] = ()
    penalties: tuple[Penalty, ...] = ()
    further: Annotated[tuple[Number, ...], MaxLen(MOST_ENTRIES)] = ()
    revealed: bool = False
    typed_twice: bool = False
    typings: Annotated[tuple[Typing, ...], MaxLen(MOST_ENTRIES)] = ()

    @property
    def preliminary(self) -> tuple[Draw, ...]:
        """Return the draws of the preliminary games."""
        return tuple(each for each in self.draws if not each.knockout)

    @property
    def knockout(self) -> tuple[Draw, ...]:
        """Return the draws of the knock-out stage."""
        return tuple(each for each in self.draws if each.knockout)

    def typing(self, game: str, seen: int | None = None) -> Typing | None:
        """Return the first typing of a sheet, made at its revision *seen* if given."""
        there = [each for each in self.typings if each.game == game]
        wanted = (each for each in there if seen in {None, each.seen})
        return next(wanted, None) if self.typed_twice else None

    @property
    def is_drawn(self) -> bool:
        """Return whether a game is drawn that has not begun."""
        return bool(self.draws) and self.draws[-1].starts_at is None

    @property
    def final(self) -> Table | None:
        """Return the table of the final, once it is drawn."""
        last = self.knockout[-1].tables if self.knockout else ()
        return last[0] if len(last) == 1 else None

    @property
    def mark(self) -> str:
        """Return a text that changes with the draws, for the forms that change them."""
        return f"{crc32(repr(self.draws).encode()):x}"

    @property
    def begun(self) -> int:
        """Return how many games have begun."""
        return len(self.draws) - self.is_drawn

    def playing(self, game: int) -> tuple[Entrant, ...]:
        """Return the entries that sit at a table in *game*, from 1."""
        there = (each for each in self.entries if each.since <= game)
        return tuple(e for e in there if e.until is None or game <= e.until)


class SeatScore(NamedTuple):
    """The score of one entry: *points*, *exact* predictions and its sum of *bids*."""

    number: int
    points: int
    exact: int
    bids: int


Results = dict[str, tuple[SeatScore, ...]]
"""The results of the finished tables, by the id of their game."""


PRESETS: Final = {
    "qualifier": Tournament(name="qualifier"),
    "championship": Tournament(name="championship", games=5, cut=64),
    "league": Tournament(name="league", games=2, cut=0, counts=True),
}
"""What a director starts from; the name is the director's."""
