"""The names of the cards, and the sentences of the judge.

The judge's page contains them as templates, so it works offline.
"""

from collections.abc import Sequence

from scorepad.games.wizard.cards import Card, Kind, Suit
from scorepad.games.wizard.models import Deck, Letters
from scorepad.games.wizard.schedule import Trump
from scorepad.games.wizard.tricks import (
    CardObjection,
    CardProblem,
    Follow,
    Reason,
    Ruling,
    Said,
    Verdict,
)
from scorepad.i18n.languages import msgid, translations
from scorepad.i18n.terms import trump_name

SUITS = {
    Suit.BLUE: msgid("Blue"),
    Suit.GREEN: msgid("Green"),
    Suit.RED: msgid("Red"),
    Suit.YELLOW: msgid("Yellow"),
}

NUMBERS = {
    Suit.BLUE: msgid("Blue {n}"),
    Suit.GREEN: msgid("Green {n}"),
    Suit.RED: msgid("Red {n}"),
    Suit.YELLOW: msgid("Yellow {n}"),
}

FACES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""What is printed on the numbers 1 to 13 of an American deck."""

AMERICAN_NUMBER = msgid("{suit} {face}")

LETTERS = {Letters.ZN: ("Z", "N"), Letters.WJ: ("W", "J")}
"""What is printed on Wizards and on Jesters."""

CARDS = {
    "W": msgid("Wizard"),
    "J": msgid("Jester"),
    "DR": msgid("Dragon"),
    "FA": msgid("Fairy"),
    "BO": msgid("Bomb"),
    "WI": msgid("Witch"),
    "J7": msgid("Juggler"),
    "C9": msgid("Cloud"),
    "SH": msgid("Shapeshifter"),
    "VA": msgid("Vampire"),
}
"""Names of the special cards by :attr:`Card.own_name`."""

AS_WHAT = msgid("{card} ({detail})")
"""A card with what was announced, declared or copied."""


def suit_name(suit: Suit, language: str, deck: Deck = Deck.PEOPLE) -> str:
    """Return the name of a suit: its colour, or its name on an American deck."""
    if deck is Deck.AMERICAN:
        return trump_name(Trump(suit.value), language, deck)
    return translations(language).gettext(SUITS[suit])


def face_of(value: int, deck: Deck = Deck.PEOPLE) -> str:
    """Return what is printed on a number card."""
    return FACES[value - 1] if deck is Deck.AMERICAN else str(value)


def number_name(suit: Suit, value: int, language: str, deck: Deck = Deck.PEOPLE) -> str:
    """Return the name of a number card.

    >>> number_name(Suit.BLUE, 11, "en", Deck.AMERICAN)
    'Clubs Q'
    """
    say = translations(language).gettext
    if deck is Deck.PEOPLE:
        return filled(say(NUMBERS[suit]), n=value)
    named = suit_name(suit, language, deck)
    return filled(say(AMERICAN_NUMBER), suit=named, face=face_of(value, deck))


def card_name(card: Card, language: str, deck: Deck = Deck.PEOPLE) -> str:
    """Return the name of a card on the table or in a hand.

    >>> from scorepad.games.wizard.cards import parse_card
    >>> [card_name(parse_card(name), "en") for name in ("R7", "W", "VAJ7R", "SHJ")]
    ['Red 7', 'Wizard', 'Vampire (Juggler (Red))', 'Shapeshifter (Jester)']
    """
    say = translations(language).gettext
    if card.mask is not None:
        detail = card_name(Card(card.kind, card.suit, card.value), language, deck)
        return filled(say(AS_WHAT), card=say(CARDS[card.mask]), detail=detail)
    if card.kind is Kind.NUMBER and card.suit is not None:
        return number_name(card.suit, int(card.value), language, deck)
    name = say(CARDS[card.own_name])
    if card.suit is None:
        return name
    return filled(say(AS_WHAT), card=name, detail=suit_name(card.suit, language, deck))


def held_name(card: Card, language: str, deck: Deck = Deck.PEOPLE) -> str:
    """Return the name of a card in a hand, where nothing was announced yet."""
    if card.mask is None:
        return card_name(card, language, deck)
    return translations(language).gettext(CARDS[card.mask])


def filled(text: str, /, **values: object) -> str:
    """Return a sentence with its {placeholders} filled in.

    >>> filled("{card} is there {n} times", card="{n}", n=2)
    '{n} is there 2 times'
    """
    parts = text.split("{")
    said = [parts[0]]
    for part in parts[1:]:
        name, _, rest = part.partition("}")
        said.append(f"{values.get(name, '')}{rest}")
    return "".join(said)


SENTENCES = {
    Said.TAKES: msgid("Card {n}, {card}, takes the trick, and its player leads next."),
    Said.SO_FAR: msgid("So far card {n}, {card}, takes the trick."),
    Said.NOBODY: msgid(
        "The Bomb: nobody takes this trick. The player of card {n}, {card}, leads next."
    ),
    Said.NOBODY_SO_FAR: msgid(
        "The Bomb: nobody takes this trick. So far the player of card {n}, {card}, "
        "leads next."
    ),
    Reason.FAIRY_BEATS_DRAGON: msgid(
        "The Dragon is above everything, but in one trick with it the Fairy wins."
    ),
    Reason.DRAGON: msgid("The Dragon is above every other card, Wizards too."),
    Reason.FIRST_WIZARD: msgid("The first Wizard of a trick wins."),
    Reason.HIGHEST_TRUMP: msgid("If nobody plays a Wizard, the highest trump wins."),
    Reason.HIGHEST_OF_SUIT: msgid(
        "With no Wizard and no trump, the highest card of the suit led takes the trick."
    ),
    Reason.FIRST_JESTER: msgid("If only Jesters are played, the first one wins."),
    Reason.FAIRY_BEATS_WITCH: msgid(
        "The Fairy is below the Jesters, but above the Witch."
    ),
    Reason.ONLY_THE_WITCH: msgid(
        "The Witch is the lowest card of all, but there is no other in this trick."
    ),
    Said.FEW_JESTERS: msgid(
        "A trick of Jesters only is possible with three or four players."
    ),
    Said.NONE_TURNED_UP: msgid(
        "All four Jesters are in this trick, so none of them can be the turned-up card."
    ),
    Said.HAND_ON: msgid(
        "The Juggler: everyone passes a card to the left now, unless this was the "
        "last trick."
    ),
    Said.CHANGE_BID: msgid(
        "The Cloud: the player who takes the trick must now change their bid by one, "
        "up or down."
    ),
    Said.NO_CHANGE: msgid("The Bomb undoes the Cloud: no bid changes."),
    Said.SWAP: msgid(
        "At the very end the player of the Witch swaps a card from their hand for "
        "another card of this trick."
    ),
    Follow.LEADS: msgid("The leader may play any card."),
    Follow.NO_SUIT: msgid("No suit has to be followed here: any card may be played."),
    Follow.MUST_FOLLOW: msgid(
        "{suit} was led and is in this hand: no other suit may be played."
    ),
    Said.ALWAYS: msgid("Wizards, Jesters and special cards may always be played."),
    Follow.HAS_NONE: msgid(
        "{suit} was led, but there is none in this hand: any card may be played."
    ),
    CardProblem.TOO_MANY_PLAYED: msgid("A trick can have at most {most} cards here."),
    CardProblem.TOO_MANY_HELD: msgid("A hand has at most {most} cards."),
    CardProblem.CARD_TWICE: msgid("{card} is in the deck only once."),
    CardProblem.CARD_TOO_OFTEN: msgid("{card} is in the deck only {most} times."),
    CardProblem.CARD_TURNED_UP: msgid(
        "{card} is turned up and copied by the Vampire, so it can’t be played."
    ),
}


def verdict_lines(
    verdict: Verdict, cards: Sequence[Card], language: str, deck: Deck = Deck.PEOPLE
) -> tuple[str, ...]:
    """Return who takes the trick, the rule that decides it, and what follows.

    >>> from scorepad.games.wizard.cards import WIZARD
    >>> verdict_lines(Verdict(0, ("so_far", "first_wizard")), [WIZARD], "en")
    ('So far card 1, Wizard, takes the trick.', 'The first Wizard of a trick wins.')
    """
    card = card_name(cards[verdict.place], language, deck)
    place = verdict.place + 1
    return tuple(_say(each, language, n=place, card=card) for each in verdict.said)


def ruling_lines(
    ruling: Ruling, language: str, deck: Deck = Deck.PEOPLE
) -> tuple[str, ...]:
    """Return the rule that decides which cards may be played, and its exception."""
    suit = suit_name(ruling.suit, language, deck) if ruling.suit else ""
    rule = _say(ruling.rule, language, suit=suit)
    if ruling.rule is not Follow.MUST_FOLLOW:
        return (rule,)
    return rule, _say(Said.ALWAYS, language)


def card_problem(
    objection: CardObjection, language: str, deck: Deck = Deck.PEOPLE
) -> str:
    """Return why these cards cannot be on the table."""
    card = held_name(objection.card, language, deck) if objection.card else ""
    return _say(objection.problem, language, card=card, most=objection.most)


def _say(key: str, language: str, **values: object) -> str:
    text = {str(each): said for each, said in SENTENCES.items()}[key]
    return filled(translations(language).gettext(text), **values)
