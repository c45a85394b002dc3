"""The columns of a blank sheet: facts of the round on the left, then the players."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorepad.rules.wizard.game import Schedule
from scorepad.sheets.blank.ruling import Ruling
from scorepad.sheets.blank.wanted import Blank
from scorepad.sheets.room import Room

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
