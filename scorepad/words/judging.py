"""What a judge says: who gets a trick, what may be played, what cannot be.

The page without a network says the same: it gets these sentences as templates.
"""

from collections.abc import Sequence

from scorepad.rules.wizard.cards import Card
from scorepad.rules.wizard.game import Deck
from scorepad.rules.wizard.judging import (
    CardObjection,
    CardProblem,
    Ruling,
    Said,
    Verdict,
)
from scorepad.rules.wizard.tricks import Follow, Reason
from scorepad.words.cards import card_name, filled, held_name, suit_name
from scorepad.words.translations import msgid, translations

SENTENCES = {
    Said.TAKES: msgid(
        "Card {n}, {card}, takes the trick, and whoever played it leads next."
    ),
    Said.SO_FAR: msgid("So far card {n}, {card}, takes the trick."),
    Said.NOBODY: msgid(
        "Because of the Bomb nobody gets this trick; "
        "whoever played card {n}, {card}, leads next."
    ),
    Said.NOBODY_SO_FAR: msgid(
        "Because of the Bomb nobody gets this trick; "
        "so far whoever played card {n}, {card}, leads next."
    ),
    Reason.FAIRY_BEATS_DRAGON: msgid(
        "The Dragon is above everything, but in one trick with it the Fairy wins."
    ),
    Reason.DRAGON: msgid("The Dragon is above every other card, Wizards too."),
    Reason.FIRST_WIZARD: msgid("The first Wizard of a trick wins."),
    Reason.HIGHEST_TRUMP: msgid("Where nobody plays a Wizard, the highest trump wins."),
    Reason.HIGHEST_OF_SUIT: msgid(
        "Without Wizard and trump the highest card of the colour led wins."
    ),
    Reason.FIRST_JESTER: msgid(
        "Where nobody plays more than a Jester, the first of them wins."
    ),
    Reason.FAIRY_BEATS_WITCH: msgid(
        "The Fairy is below the Jesters, but above the Witch."
    ),
    Reason.ONLY_THE_WITCH: msgid(
        "The Witch is the lowest card of all, but no other lies here."
    ),
    Said.FEW_JESTERS: msgid(
        "A trick of Jesters alone can only fall among three or four players."
    ),
    Said.NONE_TURNED_UP: msgid(
        "All four Jesters lie here, so none of them can have been turned up."
    ),
    Said.HAND_ON: msgid(
        "Because of the Juggler everybody passes a card to the left now, "
        "unless this was the last trick."
    ),
    Said.CHANGE_BID: msgid(
        "Because of the Cloud whoever takes the trick moves their own bid by one now, "
        "up or down."
    ),
    Said.NO_CHANGE: msgid("The Bomb undoes the Cloud: no bid changes."),
    Said.SWAP: msgid(
        "At the very end whoever played the Witch swaps a card of their hand "
        "for another card of this trick."
    ),
    Follow.LEADS: msgid("Whoever leads may play any card."),
    Follow.NO_SUIT: msgid("No colour has to be followed here: any card may be played."),
    Follow.MUST_FOLLOW: msgid(
        "{suit} was led and is in this hand: no other colour may be played."
    ),
    Said.ALWAYS: msgid("Wizards, Jesters and special cards may always be played."),
    Follow.HAS_NONE: msgid(
        "{suit} was led, but there is none in this hand: any card may be played."
    ),
    CardProblem.TOO_MANY_PLAYED: msgid(
        "So many cards cannot lie here: {most} at the most."
    ),
    CardProblem.TOO_MANY_HELD: msgid("Nobody holds more than {most} cards."),
    CardProblem.CARD_TWICE: msgid("{card} is in the deck only once."),
    CardProblem.CARD_TOO_OFTEN: msgid("{card} is in the deck only {most} times."),
    CardProblem.CARD_TURNED_UP: msgid(
        "{card} lies turned up, where the Vampire copies it; it cannot be played."
    ),
}


def verdict_lines(
    verdict: Verdict, cards: Sequence[Card], language: str, deck: Deck = Deck.PEOPLE
) -> tuple[str, ...]:
    """Who gets the trick, the rule that decides it, and what follows.

    >>> from scorepad.rules.wizard.cards import WIZARD
    >>> verdict_lines(Verdict(0, ("so_far", "first_wizard")), [WIZARD], "en")
    ('So far card 1, Wizard, takes the trick.', 'The first Wizard of a trick wins.')
    """
    card = card_name(cards[verdict.place], language, deck)
    place = verdict.place + 1
    return tuple(_say(each, language, n=place, card=card) for each in verdict.said)


def ruling_lines(
    ruling: Ruling, language: str, deck: Deck = Deck.PEOPLE
) -> tuple[str, ...]:
    """The rule that says what may be played, and its exception.

    >>> ruling_lines(Ruling((True,), Follow.LEADS, None), "en")
    ('Whoever leads may play any card.',)
    """
    suit = suit_name(ruling.suit, language, deck) if ruling.suit else ""
    rule = _say(ruling.rule, language, suit=suit)
    if ruling.rule is not Follow.MUST_FOLLOW:
        return (rule,)
    return rule, _say(Said.ALWAYS, language)


def card_problem(
    objection: CardObjection, language: str, deck: Deck = Deck.PEOPLE
) -> str:
    """Why these cards cannot lie there.

    >>> card_problem(CardObjection(CardProblem.TOO_MANY_HELD, 21, 20), "en")
    'Nobody holds more than 20 cards.'
    """
    card = held_name(objection.card, language, deck) if objection.card else ""
    return _say(objection.problem, language, card=card, most=objection.most)


def _say(key: str, language: str, **values: object) -> str:
    text = {str(each): said for each, said in SENTENCES.items()}[key]
    return filled(translations(language).gettext(text), **values)
