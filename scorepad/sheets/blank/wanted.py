"""What somebody wants on a blank sheet: a value, checked before anything is drawn."""

from dataclasses import dataclass

from scorepad.rules.problems import Objection
from scorepad.rules.wizard.game import SEATS_ALLOWED, Deck, Schedule
from scorepad.rules.wizard.schedule import cards_per_round, objections_to_table
from scorepad.sheets.paper import Paper, Turn


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
