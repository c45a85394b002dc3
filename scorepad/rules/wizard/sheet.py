"""The whole sheet of a game: what was written, and everything that follows from it."""

from dataclasses import dataclass

from scorepad.rules.problems import Objection
from scorepad.rules.wizard.game import Game, Trump


@dataclass(frozen=True, slots=True)
class Row:
    """One scheduled round, played or not; every tuple has one place per seat.

    *bids* are as made, *final_bids* after bid changes. *tricks* are those noted or,
    on an old sheet, worked out. *points* and *totals* are ``None`` until the round
    is closed (all bids and tricks there); a seat whose tricks are unknown has
    ``None`` points but its written total. *totals* include the adjustments of this
    round and earlier ones; adjustments without a round count at the end only.
    """

    number: int
    cards: int
    dealer: int
    bid_order: tuple[int, ...]
    bids: tuple[int | None, ...]
    final_bids: tuple[int | None, ...]
    tricks: tuple[int | None, ...]
    points: tuple[int | None, ...] | None
    totals: tuple[int, ...] | None
    trump: Trump | None = None
    void_tricks: int = 0
    note: str | None = None
    objections: tuple[Objection, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Whether bids and tricks of every seat are in."""
        return self.totals is not None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game with everything derived from it.

    *rows* has one row per scheduled round (up to *ended_after*). *totals* include
    all adjustments; *ranks* are competition ranks (1, 1, 3); *winners* are seats
    and empty until a round is closed. *objections* pairs the round number with an
    objection, accepted ones left out.
    """

    players: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    finished: bool
    objections: tuple[tuple[int, Objection], ...]


def sheet_of(game: Game) -> Sheet:
    """Work out everything that follows from the record of a game."""
    raise NotImplementedError
