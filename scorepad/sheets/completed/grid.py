"""The grid of a completed sheet, in millimetres unless named so."""

from dataclasses import dataclass

NUMBER_COLUMN = 11.0
CARDS_COLUMN = 9.0
TRUMP_COLUMN = 10.0
DEALER = 4.2
BESIDE_LEAST = 1.4
WIDEST_TOTAL = 4 * 0.559 * 25.4 / 72
"""Width of a total of four figures, or of three below zero, for each of its points."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns before the players', and how many players there are."""

    seats: int
    has_rounds: bool = True
    has_cards: bool = False
    has_trump: bool = True

    @property
    def before(self) -> float:
        """Their width."""
        if not self.has_rounds:
            return 0.0
        cards, trump = CARDS_COLUMN * self.has_cards, TRUMP_COLUMN * self.has_trump
        return NUMBER_COLUMN + cards + trump


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid of a sheet: its columns and rows, and what is in a cell."""

    columns: Columns
    width: float
    row: float
    sum_row: float

    @property
    def player(self) -> float:
        """Width of a player's column."""
        return round((self.width - self.columns.before) / self.columns.seats, 3)

    @property
    def strip(self) -> float:
        """Width of the right part of a cell, with bid and tricks."""
        return min(10.0, round(self.player * 0.33, 1))

    @property
    def total_size(self) -> float:
        """Points of a running total, beside the dot of the dealer."""
        room = self.player - self.strip - BESIDE_LEAST - DEALER
        return round(min(15.5, self.row * 1.42, room / WIDEST_TOTAL), 1)

    @property
    def sum_size(self) -> float:
        """Points of a final total."""
        return round(min(19.0, (self.player - self.sum_right - 0.5) / WIDEST_TOTAL), 1)

    @property
    def bid_box(self) -> float:
        """Height of the small box of the bid."""
        return round(min(self.row * 0.6, 6.4), 2)

    @property
    def bid_size(self) -> float:
        """Points of a bid, smaller than a total."""
        return round(min(11, self.row * 1.08, self.total_size * 0.8), 1)

    @property
    def beside_strip(self) -> float:
        """From the end of the totals, all in one line, to the strip."""
        left = self.player - self.strip
        return round(max((left - self.total_size * 0.85) / 2, BESIDE_LEAST), 2)

    @property
    def sum_right(self) -> float:
        """Where final totals end, from the right of the cell: beside a medal."""
        return round(max(self.strip + self.beside_strip - 1, 9.2), 2)

    @property
    def medal_right(self) -> float:
        """Where the medal ends."""
        return round(self.sum_right - 8.2, 2)
