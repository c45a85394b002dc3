"""Data of the rules page: special cards, variants, tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from babel.lists import format_list

from scorepad.games.wizard.cards import ANNIVERSARY_BOXES
from scorepad.games.wizard.models import Deck
from scorepad.games.wizard.schedule import (
    CLASSIC_DECK,
    SEATS_ALLOWED,
    Extra,
    Schedule,
    Trump,
    cards_per_round,
    minutes_for,
    schedules_for,
)
from scorepad.games.wizard.scoring import Scoring, points_for
from scorepad.games.wizard.tricks import FOUR_SUITS, trump_from
from scorepad.i18n.cards import filled
from scorepad.i18n.languages import language_of, msgid, signed, translations
from scorepad.i18n.rule_texts import (
    BIDS,
    DECKS,
    EFFECTS,
    EVEN,
    EVEN_DETAILS,
    FORESIGHT,
    FORMULA,
    NOTES,
    OWN_FORMULA,
    SCHEDULES,
)
from scorepad.i18n.terms import (
    extra_name,
    how_it_scores,
    schedule_name,
    scoring_name,
    trump_name,
)

LARGEST_IN_MATRIX = 5
HANDS_OF_EVEN = range(2, CLASSIC_DECK // min(SEATS_ALLOWED) + 1)
"""Card counts from which a table may play ±1; 1 is the usual rule."""
OWN = "custom"
"""The key of a custom formula in URLs."""


class Special(NamedTuple):
    """A special card: its *effect*, also as trump card, and the *note* to take."""

    when: str
    anchor: str
    name: str
    effect: str
    note: str
    dealer_chooses: bool


class Variant(NamedTuple):
    """A rule that a table may choose; *when* is its key in the URL.

    *more* are details with their own *when*; *rare* ones are shown only if chosen.
    *lists* are the cards per round by number of players: as text, how many rounds, and
    the cards. *numbers* explain the numbers of a formula.
    """

    when: str
    anchor: str
    name: str
    text: str
    more: tuple[tuple[str, str], ...] = ()
    lists: tuple[tuple[str, int, str], ...] = ()
    rare: tuple[tuple[str, str], ...] = ()
    numbers: tuple[str, ...] = ()


class Variants(NamedTuple):
    """A group of variants."""

    name: str
    variants: tuple[Variant, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The length of a whole game for a number of *players*."""

    players: int
    rounds: int
    most: int
    minutes: int


def specials(language: str) -> tuple[Special, ...]:
    """Return every special card."""
    say = translations(language).gettext
    return tuple(
        Special(
            when=f"edition={extra}",
            anchor=str(extra),
            name=extra_name(extra, language),
            effect=say(EFFECTS[extra]),
            note=say(NOTES[extra]) if extra in NOTES else "",
            dealer_chooses=trump_from(extra).chooser is not None,
        )
        for extra in Extra
    )


def boxes(language: str) -> tuple[tuple[int, int | None, str], ...]:
    """Return the anniversary boxes: years, the box before, the names of added cards."""
    told: list[tuple[int, int | None, str]] = []
    before, had = None, frozenset[Extra]()
    for years, cards in sorted(ANNIVERSARY_BOXES.items()):
        told.append((years, before, _names(cards - had, language)))
        before, had = years, cards
    return tuple(told)


def _names(extras: frozenset[Extra], language: str) -> str:
    names = [extra_name(extra, language) for extra in Extra if extra in extras]
    return str(format_list(names, locale=language_of(language).formats))


def tables() -> tuple[Table, ...]:
    """Return the length of a game for every number of players."""
    cards = {
        seats: cards_per_round(Schedule.STANDARD, seats) for seats in SEATS_ALLOWED
    }
    return tuple(
        Table(seats, len(rounds), CLASSIC_DECK // seats, minutes_for(rounds, seats))
        for seats, rounds in cards.items()
    )


def peoples(language: str) -> tuple[tuple[Trump, str, str], ...]:
    """Return the four suits: colour and people, and the name on an American deck."""
    return tuple(
        (suit, trump_name(suit, language), trump_name(suit, language, Deck.AMERICAN))
        for suit in FOUR_SUITS
    )


def matrix() -> tuple[tuple[str, ...], ...]:
    """Return the points for every bid (a row each) and every number of tricks."""
    numbers = range(LARGEST_IN_MATRIX + 1)
    return tuple(
        tuple(signed(points_for(bid, tricks)) for tricks in numbers) for bid in numbers
    )


def variants(language: str) -> tuple[Variants, ...]:
    """Return every variant, grouped."""
    say = translations(language).gettext
    return (
        Variants(say(msgid("Bidding")), tuple(_bidding(language))),
        Variants(say(msgid("Rounds")), tuple(_schedules(language))),
        Variants(say(msgid("Points")), tuple(_scorings(language))),
    )


def _bidding(language: str) -> Iterator[Variant]:
    say = translations(language).gettext
    for mode, (name, text) in EVEN.items():
        known = EVEN_DETAILS[mode]
        yield Variant(
            f"even={mode}",
            str(mode),
            say(name),
            say(text),
            tuple((when, say(said)) for when, said in known.items()),
            rare=tuple(each for each in _from_hands(language) if each[0] not in known),
        )
    for bids, (name, text) in BIDS.items():
        yield Variant(f"bids={bids}", str(bids), say(name), say(text))
    name, text = FORESIGHT
    yield Variant("foresight=1", "foresight", say(name), say(text))


def _from_hands(language: str) -> Iterator[tuple[str, str]]:
    """Yield from how many cards the ±1 rule may apply, each by its key in a URL."""
    ngettext = translations(language).ngettext
    for hand in HANDS_OF_EVEN:
        said = ngettext(
            "Only with {n} or more cards each.",
            "Only with {n} or more cards each.",
            hand,
        )
        yield f"least={hand}", filled(said, n=hand)


def _schedules(language: str) -> Iterator[Variant]:
    say = translations(language).gettext
    for schedule, text in SCHEDULES.items():
        yield Variant(
            f"schedule={schedule}",
            str(schedule),
            schedule_name(schedule, language),
            say(text),
            lists=tuple(_lists(schedule)),
        )


def _lists(schedule: Schedule) -> Iterator[tuple[str, int, str]]:
    """Yield the cards per round, with one line for all tables that share them."""
    seats = [each for each in SEATS_ALLOWED if schedule in schedules_for(each)]
    cards = {each: spans(cards_per_round(schedule, each)) for each in seats}
    for told, same in groupby(seats, cards.__getitem__):
        first, *_, last = together if len(together := list(same)) > 1 else together * 2
        yield (str(first) if first == last else f"{first}–{last}"), last, told


def _scorings(language: str) -> Iterator[Variant]:
    for scoring in Scoring:
        if scoring is not Scoring.CLASSIC:
            name, text = (
                scoring_name(scoring, language),
                how_it_scores(scoring, language),
            )
            yield Variant(f"scoring={scoring}", str(scoring), name, text)
    say = translations(language).gettext
    name, text = OWN_FORMULA
    yield Variant(
        f"scoring={OWN}",
        "own_formula",
        say(name),
        say(text),
        numbers=tuple(map(say, FORMULA)),
    )


def decks(language: str) -> Variants:
    """Return the looks that a deck can have."""
    say = translations(language).gettext
    return Variants(
        say(msgid("Deck style")),
        tuple(
            Variant(when, when.replace("=", "-"), name, say(text))
            for when, (name, text) in DECKS.items()
        ),
    )


def spans(cards: Sequence[int]) -> str:
    """Return the cards of every round, with a dash where they change by one.

    >>> spans((1, 2, 3, 4, 5, 4, 3)), spans((1, 3, 5)), spans((20, 20))
    ('1–5–3', '1 3 5', '2 × 20')
    """
    if len({*cards}) == 1 < len(cards):
        return f"{len(cards)} × {cards[0]}"
    said = str(cards[0])
    for at in range(1, len(cards)):
        goes_on = abs(cards[at] - cards[at - 1]) == 1
        is_last = at == len(cards) - 1
        turns = not is_last and cards[at + 1] - cards[at] != cards[at] - cards[at - 1]
        if is_last or turns or not goes_on:
            said += f"{'–' if goes_on else ' '}{cards[at]}"
    return said
