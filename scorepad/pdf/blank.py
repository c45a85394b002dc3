"""The options of a blank sheet, its rounds, and the columns that fit."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from scorepad.games.wizard import Objection, models, schedule
from scorepad.games.wizard.schedule import Schedule, Trump
from scorepad.pdf.paper import Paper, Room, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Blank:
    """The options of a blank sheet for *players*, or all numbers (``None``: staircase).

    *links* are addresses for a QR code in order of preference: a long one may not fit.
    *table* is the number of a tournament's table, whose game the code opens.
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
    deck: models.Deck = models.Deck.PEOPLE
    large: bool = False
    ink_saving: bool = False
    reminder: bool = True
    place: bool = True
    links: tuple[str, ...] = ()
    table: int | None = None


def objections_to_blank(blank: Blank) -> tuple[Objection, ...]:
    """Return what makes the table impossible; a staircase needs a possible one."""
    return min(_objections(blank).values(), key=len)


def tables_of(blank: Blank) -> dict[int, tuple[int, ...]]:
    """Return the cards of every round for each possible number of players."""
    return {
        players: schedule.cards_per_round(blank.schedule, players, custom=blank.cards)
        for players, objections in _objections(blank).items()
        if not objections
    }


def _objections(blank: Blank) -> dict[int, tuple[Objection, ...]]:
    return {
        n: (*schedule.objections_to_table(n, blank.schedule, custom=blank.cards),)
        for n in (schedule.IN_THE_BOX if blank.players is None else (blank.players,))
    }


class BlankLine(NamedTuple):
    """A round; *cards* has one number per column, ``None`` once a table ended."""

    number: int
    seats: int
    cards: tuple[int | None, ...]
    trump: Trump | None


class RuledSheet:
    """The rounds of a blank sheet; *tables* are its numbers of players.

    *seats* are the columns of the widest round, *steps* the first rounds of smaller
    tables. *card_tables* have a column of cards of their own: ``(None,)`` is one for
    all, and empty means that every round has as many cards as its number.
    """

    def __init__(self, blank: Blank) -> None:
        tables = tables_of(blank)
        longest = max(tables.values(), key=len)
        self.tables = tuple(tables)
        self.card_tables: tuple[int | None, ...] = (None,)
        if any(cards != longest[: len(cards)] for cards in tables.values()):
            self.card_tables = self.tables
        elif longest == tuple(range(1, len(longest) + 1)):
            self.card_tables = ()
        self.lines = []
        for number in range(1, len(longest) + 1):
            going = {n: cards for n, cards in tables.items() if len(cards) >= number}
            dealt = {n: cards[number - 1] for n, cards in going.items()}
            of_all = next(iter(dealt.values()))
            printed = [dealt.get(each) if each else of_all for each in self.card_tables]
            trump = schedule.prescribed_trump(blank.schedule, number)
            self.lines.append(BlankLine(number, max(dealt), tuple(printed), trump))
        self.seats = self.lines[0].seats
        pairs = zip(self.lines, self.lines[1:], strict=False)
        self.steps = [line for before, line in pairs if line.seats < before.seats]

    def rounds(self, players: int) -> int:
        """Return the number of rounds for so many *players*."""
        return sum(line.seats >= players for line in self.lines)


NARROWEST = 8.5  # smallest width in millimetres for a total and a bid in handwriting
ColumnKind = Literal["number", "cards", "trump", "bids", "bomb", "cloud", "player"]


class Column(NamedTuple):
    """A column with its left edge and width; *of* is its seat or table."""

    kind: ColumnKind
    left: float
    width: float
    of: int | None = None

    @property
    def right(self) -> float:
        """Return the left edge of the next column."""
        return self.left + self.width


_LEAVE_OUT: tuple[ColumnKind, ...] = ("cloud", "bomb", "bids", "trump")
"""What is dropped first if there is not enough space."""


def columns_of(
    blank: Blank, ruling: RuledSheet, room: Room
) -> tuple[tuple[Column, ...], list[ColumnKind]]:
    """Return the columns that fit into a *room*, and the kinds that did not."""
    widths: dict[ColumnKind, float] = {
        "number": room.between(7.5, 11),
        "cards": room.between(7.5, 10),
        "trump": room.between(8.5, 12),
        "bids": room.between(10.5, 14),
        "bomb": room.between(8.5, 11),
        "cloud": room.between(8.5, 13),
    }
    facts: list[tuple[ColumnKind, int | None]] = [("number", None)]
    facts += [("cards", table) for table in ruling.card_tables]
    # Some schedules prescribe trump: those of Wizard Maximus are printed.
    is_maximus = blank.schedule is Schedule.MAXIMUS
    is_chosen = blank.trump and blank.schedule is not Schedule.SINGLE_COLOUR
    facts += [("trump", None)] * (is_chosen or is_maximus)
    facts += [("bids", None)] * blank.bids
    facts += [("bomb", None)] * blank.bomb
    facts += [("cloud", None)] * blank.cloud

    def width(kind: ColumnKind, table: int | None) -> float:
        return widths[kind] if table is None else room.between(5.5, 7)

    def player() -> float:
        return (room.width - sum(width(*fact) for fact in facts)) / ruling.seats

    left_out: list[ColumnKind] = []
    for kind in _LEAVE_OUT:
        must_stay = kind == "trump" and is_maximus
        if player() < NARROWEST and (kind, None) in facts and not must_stay:
            left_out.append(kind)
            facts.remove((kind, None))
    placed = [(*fact, width(*fact)) for fact in facts]
    placed += [("player", seat, player()) for seat in range(ruling.seats)]
    columns: list[Column] = []
    left = 0.0
    for kind, of, wide in placed:
        columns.append(Column(kind, round(left, 3), round(wide, 3), of))
        left += wide
    return tuple(columns), left_out
