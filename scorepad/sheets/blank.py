"""What somebody wants on a blank sheet: a value, checked before anything is drawn."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorepad.rules.problems import Objection
from scorepad.rules.wizard.game import Schedule, Trump
from scorepad.rules.wizard.schedule import (
    SEATS_ALLOWED,
    cards_per_round,
    objections_to_table,
    prescribed_trump,
)
from scorepad.sheets.paper import Paper, Turn

ALL_TABLES = tuple(SEATS_ALLOWED)


class CannotBePlayed(ValueError):  # noqa: N818 - says what is wrong
    """Nobody can play what a blank sheet is for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blank:
    """A blank sheet for so many *players*, or with ``None`` the staircase for all.

    *cards* lists those of a custom schedule. *names* are printed in seat order;
    empty ones leave a place to write. *links* are addresses for a QR code, the best
    one first: a longer one may not fit.
    """

    players: int | None = None
    schedule: Schedule = Schedule.STANDARD
    cards: tuple[int, ...] = ()
    paper: Paper = Paper.A4
    turn: Turn = Turn.AUTO
    per_page: int = 1
    copies: int = 1
    names: tuple[str, ...] = ()
    trump: bool = True
    dealer: bool = False
    bids: bool = False
    bomb: bool = False
    cloud: bool = False
    large: bool = False
    ink_saving: bool = False
    reminder: bool = True
    place: bool = True
    links: tuple[str, ...] = ()

    @property
    def has_trump(self) -> bool:
        """Whether there is a column for trump: not where there never is one."""
        if self.schedule is Schedule.MAXIMUS:
            return True
        return self.trump and self.schedule is not Schedule.SINGLE_COLOUR


@dataclass(frozen=True, slots=True)
class Line:
    """One round: its number, how many *seats* play it, and what is printed in it.

    *cards* has one number per column of cards, ``None`` where that table has stopped.
    """

    number: int
    seats: int
    cards: tuple[int | None, ...]
    trump: Trump | None


@dataclass(frozen=True, slots=True)
class Ruling:
    """The rounds of a blank sheet.

    *tables* are the numbers of players it serves. *card_tables* are the tables with
    a column of cards of their own: ``(None,)`` is one column for all, and there is
    none where every round has as many cards as its number.
    """

    lines: tuple[Line, ...]
    tables: tuple[int, ...]
    card_tables: tuple[int | None, ...]

    @property
    def seats(self) -> int:
        """Columns of the widest round."""
        return self.lines[0].seats

    @property
    def is_stair(self) -> bool:
        """Whether some tables stop before others."""
        return self.lines[-1].seats < self.seats

    @property
    def steps(self) -> Iterator[Line]:
        """The first round of each smaller table."""
        for before, line in zip(self.lines, self.lines[1:], strict=False):
            if line.seats < before.seats:
                yield line

    def rounds(self, players: int) -> int:
        """How many rounds a table of so many *players* has."""
        return sum(line.seats >= players for line in self.lines)


def objections_to_blank(blank: Blank) -> tuple[Objection, ...]:
    """Everything that keeps such a table from playing; a stair needs one that can."""
    if blank.players is None:
        found = [_objections(blank, players) for players in ALL_TABLES]
        return min(found, key=len)
    return _objections(blank, blank.players)


def ruling_of(blank: Blank) -> Ruling:
    """The rounds of a blank sheet.

    :raises CannotBePlayed: :func:`objections_to_blank` says why.
    """
    tables = tables_of(blank)
    if not tables:
        raise CannotBePlayed("Wizard needs 3 to 6 players, and cards for all of them.")
    numbers = range(1, max(map(len, tables.values())) + 1)
    columns = _card_tables(tables)
    return Ruling(
        tuple(_line(blank, number, tables, columns) for number in numbers),
        tuple(tables),
        columns,
    )


def tables_of(blank: Blank) -> dict[int, tuple[int, ...]]:
    """The cards of every round for each number of players that the sheet serves."""
    wanted = ALL_TABLES if blank.players is None else (blank.players,)
    return {
        players: cards_per_round(blank.schedule, players, custom=blank.cards)
        for players in wanted
        if not _objections(blank, players)
    }


def _objections(blank: Blank, players: int) -> tuple[Objection, ...]:
    return objections_to_table(players, blank.schedule, custom=blank.cards)


def _line(
    blank: Blank,
    number: int,
    tables: Mapping[int, tuple[int, ...]],
    columns: tuple[int | None, ...],
) -> Line:
    playing = {
        players: cards[number - 1]
        for players, cards in tables.items()
        if len(cards) >= number
    }
    cards = tuple(
        next(iter(playing.values())) if table is None else playing.get(table)
        for table in columns
    )
    return Line(number, max(playing), cards, prescribed_trump(blank.schedule, number))


def _card_tables(tables: Mapping[int, tuple[int, ...]]) -> tuple[int | None, ...]:
    longest = max(tables.values(), key=len)
    if any(cards != longest[: len(cards)] for cards in tables.values()):
        return tuple(tables)
    return () if longest == tuple(range(1, len(longest) + 1)) else (None,)
