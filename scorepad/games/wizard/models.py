"""The record of a game of Wizard, with nothing derived in it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Annotated, ClassVar, Final, Literal

from annotated_types import Ge, Le, MaxLen

from scorepad.games import Occasion, documents
from scorepad.games.documents import Count, Model, Points, Read, Seat, each_once
from scorepad.games.names import Names, players_of
from scorepad.games.wizard import ASKABLE, CUSTOM, Problem
from scorepad.games.wizard.schedule import MOST_ROUNDS, WIZARD, Extra, Schedule, Trump
from scorepad.games.wizard.scoring import FORMULAS, AnyScoring, HouseScoring, Scoring


class Deck(StrEnum):
    """How suits are displayed: as four peoples, or as clubs, hearts, spades, diamonds.

    Blue is clubs, red diamonds, green hearts, yellow spades.
    """

    PEOPLE = "people"
    AMERICAN = "american"


class Letters(StrEnum):
    """The letters on Wizards and Jesters: Z and N, or W and J."""

    ZN = "zn"
    WJ = "wj"


class BidMode(StrEnum):
    """Who sees the bids, and when; *slips* are hidden bids collected on paper."""

    OPEN = "open"
    HIDDEN = "hidden"
    SECRET = "secret"  # noqa: S105 - a way to bid, not a password
    SLIPS = "slips"


class EvenBidMode(StrEnum):
    """Whom the even-bid rule (±1) restricts."""

    LAST_BIDDER = "last_bidder"
    LEADING_DEALER = "leading_dealer"
    SOLE_LEADING_DEALER = "sole_leading_dealer"


Number = Annotated[int, Ge(1), Le(MOST_ROUNDS)]  # a round number


@dataclass(frozen=True, slots=True)
class EvenBidRule(Model):
    """The ±1 rule, from *min_cards* on: the bids must not add up to the cards."""

    mode: EvenBidMode = EvenBidMode.LAST_BIDDER
    min_cards: Number = 1
    zero_always_allowed: bool = False


PRESETS: Final[Mapping[str, EvenBidRule | None]] = {
    "off": None,
    "amigo": EvenBidRule(),
    "championship_2015": EvenBidRule(min_cards=2),
    "championship_2014": EvenBidRule(zero_always_allowed=True),
    "hardcore": EvenBidRule(min_cards=4),
    "canadian": EvenBidRule(EvenBidMode.LEADING_DEALER, zero_always_allowed=True),
    "canadian_sole": EvenBidRule(EvenBidMode.SOLE_LEADING_DEALER),
}
"""Common even-bid rules by name."""


PER_SEAT: Final = MaxLen(documents.MOST_SEATS)
Row = Annotated[tuple[Count | None, ...], PER_SEAT]


ACCEPTABLE: Final = Read(
    lambda name, _: Problem(name), Literal[tuple(sorted(map(str, ASKABLE)))], str
)


@dataclass(frozen=True, slots=True)
class BidChange(Model):
    """A bid changed by one after bidding (Cloud)."""

    seat: Seat
    by: Count


@dataclass(frozen=True, slots=True)
class Adjustment(Model):
    """Points outside the rounds: a penalty or a correction."""

    seat: Seat
    points: Points
    reason: Annotated[str, MaxLen(200), documents.READABLE] = ""
    round_: Number | None = None


@dataclass(frozen=True, slots=True)
class Joined(Model):
    """A latecomer: the first round they play, and their start total."""

    seat: Seat
    round_: Number
    start_total: Points


@dataclass(frozen=True, slots=True)
class Left(Model):
    """A player who left: the last round they played."""

    seat: Seat
    after_round: Number


@dataclass(frozen=True, slots=True)
class Round(Model):
    """A round as written down; every tuple has one entry per seat, ``None`` if absent.

    *totals* are the running totals of an old sheet without tricks. *named_by* is the
    seat that named trump with the Werewolf, *later_trump* what it became within the
    round (a Vampire that copied the Werewolf). An *unwritten* round was played, but its
    bids and tricks are unknown.
    """

    bids: Row
    tricks: Row | None = None
    trump: Trump | None = None
    dealer: Seat | None = None
    bid_changes: Annotated[tuple[BidChange, ...], MaxLen(60)] = ()
    void_tricks: Count = 0
    accepted: Annotated[tuple[Annotated[Problem, ACCEPTABLE], ...], each_once()] = ()
    totals: Annotated[tuple[Points | None, ...], PER_SEAT] | None = None
    late_bids: Annotated[tuple[Seat, ...], PER_SEAT, each_once()] = ()
    note: Annotated[str, MaxLen(200), documents.READABLE] | None = None
    named_by: Seat | None = None
    later_trump: Trump | None = None
    unwritten: bool = False

    @property
    def final_bids(self) -> Row:
        """Return the bids that count, after all bid changes."""
        final = [*self.bids]
        for change in self.bid_changes:
            if (bid := final[change.seat]) is not None:
                final[change.seat] = bid + change.by
        return tuple(final)

    def names(self, seat: int) -> bool:
        """Return whether anything is noted of this *seat*."""
        rows = (self.bids, self.tricks, self.totals)
        changed = {change.seat for change in self.bid_changes}
        seats = {self.dealer, self.named_by, *self.late_bids, *changed}
        return seat in seats or any(row and row[seat] is not None for row in rows)


def or_usual(usual: StrEnum) -> Read:
    """Return a marker for a choice whose *usual* value may be ``null`` in JSON."""
    return Read(
        lambda value, _: usual if value is None else value,
        type(usual) | None,
        lambda value: None if value == usual else value.value,
    )


class Holds(StrEnum):
    """What a sheet contains besides the bids."""

    TRICKS = "tricks"
    TOTALS = "totals"
    RESULT = "result"


EDITION: Final = Read(
    lambda extras, _: frozenset(extras),
    Annotated[tuple[Extra, ...], each_once()],
    sorted,
    {"uniqueItems": True},
)


def scoring_in(formulas: Collection[Scoring]) -> Read:
    """Return a marker for a scoring by name: one of *formulas*, or a custom one."""
    return Read(
        lambda name, _: name if name == CUSTOM else Scoring(name),
        Literal[(*(each.value for each in formulas), CUSTOM)],
        lambda scoring: scoring.value if isinstance(scoring, Scoring) else CUSTOM,
    )


@dataclass(frozen=True, slots=True)
class Game(Occasion):
    """A whole game as written down; similar games are subclasses.

    *cards* lists the cards of every round, for any *schedule*; *planned* is a custom
    schedule before latecomers shortened it. *formula* is a custom scoring in JSON;
    after parsing, it is the *scoring*.
    """

    word: ClassVar[str] = "wizard"
    deals: ClassVar = WIZARD
    formulas: ClassVar[Mapping[Scoring, HouseScoring | None]] = FORMULAS
    has_extra_cards: ClassVar[bool] = True

    players: Annotated[Names, players_of(WIZARD.seats, Problem.PLAYERS_OUT_OF_RANGE)]
    cards: Annotated[tuple[Count, ...], MaxLen(MOST_ROUNDS)] = ()
    schedule: Schedule = Schedule.STANDARD
    first_dealer: Seat = 0
    rounds: tuple[Round, ...] = ()
    adjustments: Annotated[tuple[Adjustment, ...], MaxLen(200)] = ()
    edition: Annotated[frozenset[Extra], EDITION] = frozenset()
    bid_mode: BidMode = BidMode.OPEN
    even_bid_rule: EvenBidRule | None = None
    foresight: bool = False
    scoring: Annotated[AnyScoring, scoring_in(FORMULAS)] = Scoring.CLASSIC
    formula: HouseScoring | None = None
    ended_after: Number | None = None
    joined: Annotated[tuple[Joined, ...], PER_SEAT, each_once("seat")] = ()
    left: Annotated[tuple[Left, ...], PER_SEAT, each_once("seat")] = ()
    planned: tuple[int, ...] | None = None
    final_totals: Annotated[tuple[Points, ...], PER_SEAT] | None = None
    deck: Annotated[Deck, or_usual(Deck.PEOPLE)] = Deck.PEOPLE
    letters: Annotated[Letters, or_usual(Letters.ZN)] = Letters.ZN

    @property
    def deck_size(self) -> int:
        """Return how many cards are in the deck, including the edition's."""
        return self.deals.deck + len(self.edition)

    @property
    def scored_by(self) -> AnyScoring:
        """Return the scoring that yields the points, by this game's own formulas."""
        if isinstance(self.scoring, HouseScoring):
            return self.scoring
        return self.formulas[self.scoring] or self.scoring

    @property
    def holds(self) -> Holds | None:
        """Return what the sheet contains, or ``None`` if it is empty."""
        if self.final_totals is not None:
            return Holds.RESULT
        if any(each.totals and not each.unwritten for each in self.rounds):
            return Holds.TOTALS
        is_played = any(each.tricks is not None for each in self.rounds)
        return Holds.TRICKS if is_played else None

    def scored_in(self, number: int) -> AnyScoring:
        """Return the scoring of one round; the last ones may count double."""
        by = self.scored_by
        if isinstance(by, Scoring) or number <= len(self.cards) - by.doubled_rounds:
            return by
        *factors, _ = (getattr(by, each.name) for each in fields(by))
        return HouseScoring(*(2 * factor for factor in factors))
