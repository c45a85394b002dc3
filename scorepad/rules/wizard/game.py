"""What a table wrote down: the record of a game, with nothing derived in it."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from scorepad.rules.problems import Problem


class Trump(StrEnum):
    """What is trump in a round: one of the four suits, or none."""

    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"
    NONE = "none"


class Schedule(StrEnum):
    """A named list of cards per round (see :mod:`scorepad.rules.wizard.schedule`)."""

    STANDARD = "standard"
    AMIGO_TOURNAMENT = "amigo_tournament"
    MAXIMUS = "maximus"
    FIRST5 = "first5"
    FIRST7 = "first7"
    LAST5 = "last5"
    QUICK = "quick"
    HALF = "half"
    UP_DOWN = "up_down"
    REVERSE = "reverse"
    SINGLE_COLOUR = "single_colour"
    SPECIAL6 = "special6"
    CUSTOM = "custom"


class Extra(StrEnum):
    """A card that some editions add to the sixty."""

    DRAGON = "dragon"
    FAIRY = "fairy"
    BOMB = "bomb"
    WEREWOLF = "werewolf"
    JUGGLER = "juggler"
    CLOUD = "cloud"
    SHAPESHIFTER = "shapeshifter"
    WITCH = "witch"
    VAMPIRE = "vampire"


class Deck(StrEnum):
    """What the suits are on the table: four peoples, or clubs, hearts and the others.

    Only what is shown differs. Blue is clubs, red diamonds, green hearts, yellow
    spades, so that the order of Wizard Maximus is right for both.
    """

    PEOPLE = "people"
    AMERICAN = "american"


class Letters(StrEnum):
    """What is printed on Wizards and Jesters: Z and N, or W and J."""

    ZN = "zn"
    WJ = "wj"


class BidMode(StrEnum):
    """Who sees the bids, and when.

    Slips are hidden bids that the scorekeeper collects on paper.
    """

    OPEN = "open"
    HIDDEN = "hidden"
    SECRET = "secret"  # noqa: S105 - a way to bid, not a password
    SLIPS = "slips"


class EvenBidMode(StrEnum):
    """Whom the even-bid rule (±1) restricts."""

    LAST_BIDDER = "last_bidder"
    LEADING_DEALER = "leading_dealer"
    SOLE_LEADING_DEALER = "sole_leading_dealer"


class Scoring(StrEnum):
    """How bid and tricks become points, as people play it in more than one place."""

    CLASSIC = "classic"
    CLASSIC_DIV10 = "classic_div10"
    ALTERNATIVE = "alternative"
    JUNIOR = "junior"


@dataclass(frozen=True, slots=True)
class HouseScoring:
    """A formula of the table's own.

    A kept bid is worth *base* and *per_trick* for each of its tricks, a kept zero
    *kept_zero*; each trick astray costs *per_miss*.
    """

    base: int = 20
    per_trick: int = 10
    per_miss: int = 10
    kept_zero: int = 20

    @property
    def value(self) -> str:
        """All of it in one word, as :class:`Scoring` has it.

        >>> HouseScoring(kept_zero=50).value
        'custom 20 10 10 50'
        """
        return f"{CUSTOM} {self.base} {self.per_trick} {self.per_miss} {self.kept_zero}"


CUSTOM = "custom"

AnyScoring = Scoring | HouseScoring
"""Every one of them has a *value*, which :func:`scoring_called` reads."""


def scoring_called(value: str) -> AnyScoring:
    """Read the *value* of a scoring.

    >>> scoring_called("junior") is Scoring.JUNIOR
    True

    :raises ValueError: no scoring has it.
    """
    name, *numbers = value.split()
    return HouseScoring(*map(int, numbers)) if name == CUSTOM else Scoring(value)


@dataclass(frozen=True, slots=True)
class EvenBidRule:
    """The ±1 rule: the bids must not add up to the cards.

    *min_cards* is the smallest hand to which it applies; with
    *zero_always_allowed* a bid of 0 is never forbidden.
    """

    mode: EvenBidMode = EvenBidMode.LAST_BIDDER
    min_cards: int = 1
    zero_always_allowed: bool = False

    @property
    def asks_who_leads(self) -> bool:
        """Whether it depends on the totals before a round."""
        return self.mode is not EvenBidMode.LAST_BIDDER


@dataclass(frozen=True, slots=True)
class BidChange:
    """A bid moved by one after bidding (the Cloud)."""

    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points outside the rounds: a penalty or a correction."""

    seat: int
    points: int
    reason: str = ""
    round_: int | None = None


@dataclass(frozen=True, slots=True)
class Joined:
    """A latecomer: the first round they play, and the total they begin with."""

    seat: int
    round_: int
    start_total: int


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody who went home: the last round they played."""

    seat: int
    after_round: int


@dataclass(frozen=True, slots=True)
class Round:
    """One deal as written down; every tuple has one place per seat.

    A bid of ``None`` has not been made yet. *tricks* is ``None`` while nothing is
    known; a single ``None`` in it is a seat not yet asked about. *totals* are the
    running totals of an old sheet that never noted tricks. Whoever is not at the table
    has ``None`` everywhere. *named_by* is the seat that named trump with the Werewolf,
    *later_trump* what it became in mid-round (a Vampire that copied the Werewolf).
    """

    bids: tuple[int | None, ...]
    tricks: tuple[int | None, ...] | None = None
    trump: Trump | None = None
    dealer: int | None = None
    bid_changes: tuple[BidChange, ...] = ()
    void_tricks: int = 0
    accepted: tuple[Problem, ...] = ()
    totals: tuple[int | None, ...] | None = None
    late_bids: tuple[int, ...] = ()
    note: str | None = None
    named_by: int | None = None
    later_trump: Trump | None = None

    def names(self, seat: int) -> bool:
        """Whether anything is noted of this *seat*."""
        rows = (self.bids, self.tricks, self.totals)
        changed = {change.seat for change in self.bid_changes}
        seats = {self.dealer, self.named_by, *self.late_bids, *changed}
        return seat in seats or any(row and row[seat] is not None for row in rows)


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game as written down. Points, totals and ranks are not in it.

    *cards* lists the cards of every round and is always filled in, whatever the
    *schedule*; *planned* is a custom schedule as it was before latecomers shortened it.
    *ended_after* is the number of rounds after which the table stopped.
    """

    players: tuple[str, ...]
    cards: tuple[int, ...]
    schedule: Schedule = Schedule.STANDARD
    first_dealer: int = 0
    rounds: tuple[Round, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    edition: frozenset[Extra] = frozenset()
    bid_mode: BidMode = BidMode.OPEN
    even_bid_rule: EvenBidRule | None = None
    foresight: bool = False
    scoring: AnyScoring = Scoring.CLASSIC
    ended_after: int | None = None
    joined: tuple[Joined, ...] = ()
    left: tuple[Left, ...] = ()
    planned: tuple[int, ...] | None = None
    final_totals: tuple[int, ...] | None = None
    deck: Deck = Deck.PEOPLE
    letters: Letters = Letters.ZN
    played_on: date | None = None
    place: str | None = None
    minutes: int | None = None
    remark: str | None = None
    id_: str | None = None
