"""The names of the cards.

The judge's page contains them as templates, so it works offline.
"""

from scorepad.games.wizard.cards import Card, Kind, Suit
from scorepad.games.wizard.models import Deck, Letters
from scorepad.games.wizard.schedule import Trump
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
