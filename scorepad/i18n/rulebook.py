"""What the rules page and its leaflet say in numbers and names, beside their text."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from scorepad.games.wizard.cards import ANNIVERSARY_BOXES
from scorepad.games.wizard.models import Deck
from scorepad.games.wizard.schedule import (
    CLASSIC_DECK,
    SEATS_ALLOWED,
    Extra,
    Schedule,
    cards_per_round,
    minutes_for,
    schedules_for,
)
from scorepad.games.wizard.scoring import Scoring, points
from scorepad.games.wizard.tricks import FOUR_SUITS, trump_from
from scorepad.i18n.languages import listed, signed
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


def values_of_the_rules(language: str) -> Mapping[str, Any]:
    """Return what the templates of the rules fill in.

    *boxes* are the anniversary boxes: years, the box before, the names of added cards.
    *peoples* are the suits with both names. *matrix* has the points for every bid (a
    row each) and every number of tricks. *schedules* are names with the cards per
    round: the players as text, their largest number, and the cards as text.
    """
    numbers = range(LARGEST_IN_MATRIX + 1)
    return {
        "specials": [
            {
                "extra": extra,
                "name": extra_name(extra, language),
                "dealer_chooses": trump_from(extra) is None,
            }
            for extra in Extra
        ],
        "boxes": list(_boxes(language)),
        "tables": [*map(_length, SEATS_ALLOWED)],
        "peoples": [
            (
                suit,
                trump_name(suit, language),
                trump_name(suit, language, Deck.AMERICAN),
            )
            for suit in FOUR_SUITS
        ],
        "matrix": [
            [
                signed(points(Scoring.CLASSIC, bid=bid, tricks=n, cards=numbers[-1]))
                for n in numbers
            ]
            for bid in numbers
        ],
        "hands": HANDS_OF_EVEN,
        "schedules": {
            each: (schedule_name(each, language), tuple(_lists(each)))
            for each in Schedule
        },
        "scorings": [
            (each, scoring_name(each, language), how_it_scores(each, language))
            for each in Scoring
            if each is not Scoring.CLASSIC
        ],
    }


def _boxes(language: str) -> Iterator[tuple[int, int | None, str]]:
    before, had = None, frozenset[Extra]()
    for years, cards in sorted(ANNIVERSARY_BOXES.items()):
        names = [extra_name(each, language) for each in Extra if each in cards - had]
        yield years, before, listed(names, language)
        before, had = years, cards


def _length(players: int) -> dict[str, int]:
    cards = cards_per_round(Schedule.STANDARD, players)
    return {
        "players": players,
        "rounds": len(cards),
        "most": cards[-1],
        "minutes": minutes_for(cards, players),
    }


def _lists(schedule: Schedule) -> Iterator[tuple[str, int, str]]:
    """Yield the cards per round, with one line for all tables that share them."""
    seats = [each for each in SEATS_ALLOWED if schedule in schedules_for(each)]
    cards = {each: spans(cards_per_round(schedule, each)) for each in seats}
    for told, same in groupby(seats, cards.__getitem__):
        together = list(same)
        first, last = together[0], together[-1]
        yield (str(first) if first == last else f"{first}–{last}"), last, told


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
