"""The fields of Oh Hell: those of Wizard."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from scorepad.games.names import Names, players_of
from scorepad.games.wizard import Problem
from scorepad.games.wizard.models import Deck, Game, or_usual, scoring_in
from scorepad.games.wizard.schedule import Deals, Schedule
from scorepad.games.wizard.scoring import AnyScoring, HouseScoring, Scoring
from tests.toy.oh_hell.schedule import DEALS
from tests.toy.oh_hell.scoring import FORMULAS


@dataclass(frozen=True, slots=True)
class OhHell(Game):
    word: ClassVar[str] = "oh_hell"
    deals: ClassVar[Deals] = DEALS
    formulas: ClassVar[dict[Scoring, HouseScoring | None]] = FORMULAS
    has_extra_cards: ClassVar[bool] = False

    players: Annotated[Names, players_of(DEALS.seats, Problem.PLAYERS_OUT_OF_RANGE)]
    schedule: Schedule = Schedule.UP_DOWN
    scoring: Annotated[AnyScoring, scoring_in(FORMULAS)] = Scoring.CLASSIC
    deck: Annotated[Deck, or_usual(Deck.PEOPLE)] = Deck.AMERICAN
