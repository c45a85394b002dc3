"""What stands below the rows of a blank sheet: suits, the reminder, a QR code."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.rules.wizard.game import Schedule
from scorepad.sheets.blank.columns import Column, Kind
from scorepad.sheets.blank.ruling import Ruling
from scorepad.sheets.blank.wanted import Blank
from scorepad.sheets.lettering import ems, lines_for
from scorepad.sheets.qr import Code, code_for
from scorepad.sheets.room import MM_PER_POINT, Room, line_height

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
    points = room.type(6.2, 7.5)
    width = room.width - (side + QR_GAP) * (code is not None and not in_corner)
    suits = _suit_lines(words.suits, width, points) * _shows_suits(blank, columns)
    texts = words.reminder * blank.reminder + (words.code,) * (code is not None)
    lines = suits + sum(
        lines_for(text, width=width / MM_PER_POINT / points) for text in texts
    )
    height = lines * line_height(points) + suits * 0.8
    if code and not in_corner:
        height = max(height, side)
    return Foot(
        round(height + ABOVE, 2) if height else 0.0,
        points,
        suits,
        texts,
        code,
        side,
        in_corner,
    )


def _shows_suits(blank: Blank, columns: Sequence[Column]) -> bool:
    """Signs printed in the rows are explained; for writing they are a help."""
    has_column = any(column.kind is Kind.TRUMP for column in columns)
    return has_column and (blank.reminder or blank.schedule is Schedule.MAXIMUS)


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
