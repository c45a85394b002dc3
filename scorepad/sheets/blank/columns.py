"""The rounds and the columns of a blank sheet, and which of them have room."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorepad.rules.wizard.game import Schedule, Trump
from scorepad.rules.wizard.schedule import prescribed_trump
from scorepad.sheets.blank.wanted import Blank, CannotBePlayed, tables_of
from scorepad.sheets.paper import Room


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


NARROWEST = 8.5
"""Millimetres in which a total and a bid can just be written."""


class Kind(StrEnum):
    """What stands in a column."""

    NUMBER = "number"
    CARDS = "cards"
    TRUMP = "trump"
    BIDS = "bids"
    BOMB = "bomb"
    CLOUD = "cloud"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Column:
    """A column, its left edge and width; *of* is the seat or the table it is for."""

    kind: Kind
    left: float
    width: float
    of: int | None = None

    @property
    def right(self) -> float:
        """Where the next column begins."""
        return self.left + self.width


_LEAVE_OUT = (Kind.CLOUD, Kind.BOMB, Kind.BIDS, Kind.TRUMP)
"""What goes first where there is no room for everything."""


def columns_of(
    blank: Blank, ruling: Ruling, room: Room
) -> tuple[tuple[Column, ...], tuple[Kind, ...]]:
    """The columns that fit into a *room*, and the kinds that did not."""
    left_out: list[Kind] = []
    facts = _facts(blank, ruling)
    for kind in _LEAVE_OUT:
        if _player(facts, ruling.seats, room) >= NARROWEST:
            break
        if any(kind is each for each, _ in facts) and _may_go(kind, blank):
            left_out.append(kind)
            facts = [fact for fact in facts if fact[0] is not kind]
    return _placed(facts, ruling.seats, room), tuple(left_out)


def _facts(blank: Blank, ruling: Ruling) -> list[tuple[Kind, int | None]]:
    wanted = {
        Kind.TRUMP: blank.has_trump,
        Kind.BIDS: blank.bids,
        Kind.BOMB: blank.bomb,
        Kind.CLOUD: blank.cloud,
    }
    cards = [(Kind.CARDS, table) for table in ruling.card_tables]
    return [(Kind.NUMBER, None), *cards, *((k, None) for k in wanted if wanted[k])]


def _may_go(kind: Kind, blank: Blank) -> bool:
    """Wizard Maximus prescribes its trumps: they are printed."""
    return kind is not Kind.TRUMP or blank.schedule is not Schedule.MAXIMUS


def _width(kind: Kind, table: int | None, room: Room) -> float:
    if kind is Kind.CARDS and table is not None:
        return room.between(5.5, 7)
    widths = {
        Kind.NUMBER: room.between(7.5, 11),
        Kind.CARDS: room.between(7.5, 10),
        Kind.TRUMP: room.between(8.5, 12),
        Kind.BIDS: room.between(10.5, 14),
        Kind.BOMB: room.between(8.5, 11),
        Kind.CLOUD: room.between(8.5, 13),
    }
    return widths[kind]


def _player(facts: Sequence[tuple[Kind, int | None]], seats: int, room: Room) -> float:
    used = sum(_width(kind, table, room) for kind, table in facts)
    return (room.width - used) / seats


def _placed(
    facts: Sequence[tuple[Kind, int | None]], seats: int, room: Room
) -> tuple[Column, ...]:
    player = _player(facts, seats, room)
    widths = [(kind, table, _width(kind, table, room)) for kind, table in facts]
    widths += [(Kind.PLAYER, seat, player) for seat in range(seats)]
    columns: list[Column] = []
    left = 0.0
    for kind, of, width in widths:
        columns.append(Column(kind, round(left, 3), round(width, 3), of))
        left += width
    return tuple(columns)
