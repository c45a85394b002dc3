"""The rounds of a blank sheet: what is printed in its rows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorepad.rules.wizard.game import Trump
from scorepad.rules.wizard.schedule import prescribed_trump
from scorepad.sheets.blank.wanted import Blank, CannotBePlayed, tables_of


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
