"""How a blank sheet is laid out on its paper: pure numbers, in millimetres.

Rows to write in decide everything. Where they would be lower than a hand needs,
fewer sheets go on a page; where even one has no room for them, it goes on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from math import ceil

from scorepad.rules.problems import Objection
from scorepad.rules.wizard.game import SEATS_ALLOWED, Deck, Schedule, Trump
from scorepad.rules.wizard.schedule import (
    cards_per_round,
    objections_to_table,
    prescribed_trump,
)
from scorepad.sheets.lettering import ems, lines_in, size_for
from scorepad.sheets.paper import (
    MM_PER_POINT,
    PAPERS,
    PER_PAGE,
    Code,
    Paper,
    Room,
    Size,
    Turn,
    code_for,
    line_height,
    piece,
    slices_of,
    slots,
)


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
    deck: Deck = Deck.PEOPLE
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


def objections_to_blank(blank: Blank) -> tuple[Objection, ...]:
    """Everything that keeps such a table from playing; a stair needs one that can."""
    return min(_objections(blank).values(), key=len)


def tables_of(blank: Blank) -> dict[int, tuple[int, ...]]:
    """The cards of every round for each number of players that the sheet serves."""
    return {
        players: cards_per_round(blank.schedule, players, custom=blank.cards)
        for players, objections in _objections(blank).items()
        if not objections
    }


def _objections(blank: Blank) -> dict[int, tuple[Objection, ...]]:
    return {
        players: objections_to_table(players, blank.schedule, custom=blank.cards)
        for players in (SEATS_ALLOWED if blank.players is None else (blank.players,))
    }


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
    longest = max(tables.values(), key=len)
    columns: tuple[int | None, ...] = (None,)
    if any(cards != longest[: len(cards)] for cards in tables.values()):
        columns = tuple(tables)
    elif longest == tuple(range(1, len(longest) + 1)):
        columns = ()
    lines = []
    for number in range(1, len(longest) + 1):
        dealt = {
            players: cards[number - 1]
            for players, cards in tables.items()
            if len(cards) >= number
        }
        of_all = next(iter(dealt.values()))
        printed = tuple(dealt.get(each) if each else of_all for each in columns)
        trump = prescribed_trump(blank.schedule, number)
        lines.append(Line(number, max(dealt), printed, trump))
    return Ruling(tuple(lines), tuple(tables), columns)


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
    widths = {
        Kind.NUMBER: room.between(7.5, 11),
        Kind.CARDS: room.between(7.5, 10),
        Kind.TRUMP: room.between(8.5, 12),
        Kind.BIDS: room.between(10.5, 14),
        Kind.BOMB: room.between(8.5, 11),
        Kind.CLOUD: room.between(8.5, 13),
    }
    facts: list[tuple[Kind, int | None]] = [(Kind.NUMBER, None)]
    facts += [(Kind.CARDS, table) for table in ruling.card_tables]
    wanted = {
        Kind.TRUMP: blank.has_trump,
        Kind.BIDS: blank.bids,
        Kind.BOMB: blank.bomb,
        Kind.CLOUD: blank.cloud,
    }
    facts += [(kind, None) for kind, is_wanted in wanted.items() if is_wanted]

    def width(kind: Kind, table: int | None) -> float:
        return widths[kind] if table is None else room.between(5.5, 7)

    def player() -> float:
        return (room.width - sum(width(*fact) for fact in facts)) / ruling.seats

    left_out: list[Kind] = []
    for kind in _LEAVE_OUT:
        # Wizard Maximus prescribes its trumps: they are printed.
        must_stay = kind is Kind.TRUMP and blank.schedule is Schedule.MAXIMUS
        if player() < NARROWEST and (kind, None) in facts and not must_stay:
            left_out.append(kind)
            facts.remove((kind, None))
    placed = [(*fact, width(*fact)) for fact in facts]
    placed += [(Kind.PLAYER, seat, player()) for seat in range(ruling.seats)]
    columns: list[Column] = []
    left = 0.0
    for kind, of, wide in placed:
        columns.append(Column(kind, round(left, 3), round(wide, 3), of))
        left += wide
    return tuple(columns), tuple(left_out)


ICON = 6.8
"""Millimetres of a suit's sign and the white around it."""

ABOVE = 2.5
QR_GAP = 4.0


@dataclass(frozen=True, slots=True)
class Words:
    """The words below the rows, in the sheet's language."""

    suits: tuple[str, ...]
    reminder: tuple[str, ...]
    code: str


@dataclass(frozen=True, slots=True)
class Foot:
    """Its *height*, its size of type in points, and what is in it.

    *code_side* is the side of the QR code in millimetres. *in_corner*: the code
    stands in the free corner of the stair and takes no height.
    """

    height: float
    points: float
    suit_lines: int
    texts: tuple[str, ...]
    code: Code | None
    code_side: float
    in_corner: bool

    @property
    def line(self) -> float:
        """Height of a line."""
        return line_height(self.points)


def foot_of(
    blank: Blank,
    ruling: Ruling,
    columns: Sequence[Column],
    room: Room,
    words: Words,
) -> Foot:
    """Lay out what stands below the rows."""
    code = code_for(blank.links) if blank.links else None
    side = round(code.modules * room.between(0.4, 0.5), 2) if code else 0.0
    in_corner = code is not None and _has_corner(ruling, columns, side)
    is_beside = code is not None and not in_corner
    points = room.type(6.2, 7.5)
    width = room.width - (side + QR_GAP) * is_beside
    # Signs printed in the rows are explained; for writing they are a help.
    explains = blank.reminder or blank.schedule is Schedule.MAXIMUS
    has_trump = any(column.kind is Kind.TRUMP for column in columns)
    suits = _suit_lines(words.suits, width, points) * (explains and has_trump)
    texts = words.reminder * blank.reminder + (words.code,) * (code is not None)
    lines = suits + sum(
        lines_in(text, width_mm=width, points=points, bold=True) for text in texts
    )
    height = max(lines * line_height(points) + suits * 0.8, side * is_beside)
    above = round(height + ABOVE, 2) if height else 0.0
    return Foot(above, points, suits, texts, code, side, in_corner)


def _suit_lines(suits: Sequence[str], width: float, points: float) -> int:
    lines, left = min(len(suits), 1), width
    for suit in suits:
        needed = min(ems(suit) * points * MM_PER_POINT + ICON, width)
        if needed > left:
            lines, left = lines + 1, width
        left -= needed
    return lines


def _has_corner(ruling: Ruling, columns: Sequence[Column], side: float) -> bool:
    """Whether the free corner of a stair holds the code and the words beside it."""
    player = columns[-1].width
    last = ruling.lines[-1].seats
    free = player * (ruling.seats - last)
    rows = sum(line.seats == last for line in ruling.lines)
    return ruling.is_stair and free >= side + 3 and rows * 7.0 >= side + 14


ROW_LEAST = 7.0
ROW_LEAST_LARGE = 9.0
ROW_MOST = 16.0
COLUMN_LEAST = 11.0
"""Narrower than this, fewer sheets go on a page."""

REMARK_LINE = 9.0
REMARKS_LEAST, REMARKS_MOST = 2, 12
GAP = 8.0
NAME_LEADING = 1.15
NAME_POINTS = (12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.2)


@dataclass(frozen=True, slots=True)
class BlankLayout:
    """One blank sheet on its paper. *parts* slices its rounds into pieces of paper."""

    page: Size
    per_page: int
    room: Room
    columns: tuple[Column, ...]
    left_out: tuple[Kind, ...]
    parts: tuple[slice, ...]
    head: float
    names: float
    name_sizes: tuple[float, ...]
    row: float
    total: float
    remark_lines: int
    foot: Foot

    @property
    def slots(self) -> tuple[tuple[float, float], ...]:
        """The upper left corners of the sheets on a page."""
        return slots(self.page, self.per_page)

    @property
    def top(self) -> float:
        """Where the first row begins, from the upper edge inside the margin."""
        return self.head + self.names

    @property
    def players(self) -> tuple[Column, ...]:
        """The columns of the players."""
        return tuple(each for each in self.columns if each.kind is Kind.PLAYER)

    @property
    def fits(self) -> bool:
        """Whether a hand can write into it."""
        wide = self.players[0].width >= COLUMN_LEAST or self.per_page == 1
        return wide and self.row >= _least(self.room)

    def pages(self, copies: int) -> int:
        """Pages that so many *copies* take."""
        return ceil(copies / self.per_page) * len(self.parts)


def blank_layout(blank: Blank, words: Words) -> BlankLayout:
    """Share out the paper for one *blank* sheet; *words* are those below the rows.

    As many sheets go on a page as leave rows high enough; in need of room nobody
    explains the suits. One sheet goes on over as few pieces of paper as it takes.
    """
    ruling = ruling_of(blank)
    feet = [words]
    if blank.schedule is not Schedule.MAXIMUS:
        feet.append(replace(words, suits=()))
    for per_page in (n for n in reversed(PER_PAGE) if n <= blank.per_page):
        for page, foot in product(_pages(blank, per_page), feet):
            found = _laid_out(blank, ruling, foot, page, per_page)
            if found.fits:
                return found
    page = _pages(blank, 1)[0]
    for count in range(2, len(ruling.lines) + 1):
        found = _laid_out(blank, ruling, words, page, count=count)
        if found.fits:
            return found
    return _laid_out(blank, ruling, words, page)


def _pages(blank: Blank, per_page: int) -> tuple[Size, ...]:
    portrait = PAPERS[blank.paper]
    both = (portrait, portrait.turned)
    if blank.turn is Turn.AUTO:
        return both[::-1] if per_page == 2 else both  # noqa: PLR2004 - halves stand upright
    return (both[blank.turn is Turn.LANDSCAPE],)


def _laid_out(  # noqa: PLR0913, PLR0917 - everything that decides
    blank: Blank,
    ruling: Ruling,
    words: Words,
    page: Size,
    per_page: int = 1,
    count: int = 1,
) -> BlankLayout:
    """One sheet on *count* pieces of paper, whether or not it *fits*.

    The height goes to rows first, then to a line for totals, then to remarks.
    """
    room = Room(piece(page, per_page), blank.large)
    columns, left_out = columns_of(blank, ruling, room)
    rows = ceil(len(ruling.lines) / count)
    player = columns[-1].width
    names, name_sizes = _names_row(blank.names[: ruling.seats], player, room)
    head, foot = room.between(8, 17), foot_of(blank, ruling, columns, room, words)
    left = room.height - (head + names) - foot.height
    total = room.between(10, 13)
    if ruling.is_stair or (left - total) / rows < _least(room):
        total = 0.0
    row = min(ROW_MOST, (left - total) / rows)
    spare = left - total - row * rows - GAP
    remarks = min(int(spare // REMARK_LINE), REMARKS_MOST)
    return BlankLayout(
        page=page,
        per_page=per_page,
        room=room,
        columns=columns,
        left_out=left_out,
        parts=slices_of(len(ruling.lines), rows),
        head=head,
        names=names,
        name_sizes=name_sizes,
        # Rounded down, so that nothing is pushed over the margin.
        row=int(row * 100) / 100,
        total=total,
        remark_lines=remarks if remarks >= REMARKS_LEAST else 0,
        foot=foot,
    )


def _least(room: Room) -> float:
    return ROW_LEAST_LARGE if room.large else ROW_LEAST


def _names_row(
    names: Sequence[str], player: float, room: Room
) -> tuple[float, tuple[float, ...]]:
    """The height of the row of names, grown for the longest, and each one's size."""
    usual, width = room.between(10, 19), player - 2
    leading = NAME_LEADING * MM_PER_POINT
    lines_at = {
        points: int((usual - 1.5) / (points * leading)) for points in NAME_POINTS
    }
    sizes = tuple(size_for(name, width_mm=width, sizes=lines_at) for name in names)
    needed = [
        lines_in(name, width_mm=width, points=size, bold=True) * size * leading + 1.5
        for name, size in zip(names, sizes, strict=True)
    ]
    return round(max([usual, *needed]), 2), sizes
