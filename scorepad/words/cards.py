"""What the cards are called when a page shows them, or reads them out."""

from scorepad.rules.wizard.cards import Card, Kind, Suit
from scorepad.rules.wizard.game import Deck, Letters, Trump
from scorepad.words.terms import trump_name
from scorepad.words.translations import msgid, translations

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
"""By what is printed on them, as :attr:`Card.own_name` says it."""

AS_WHAT = msgid("{card} ({detail})")
"""A card with what was announced, declared or copied."""


def suit_name(suit: Suit, language: str, deck: Deck = Deck.PEOPLE) -> str:
    """A suit by its colour, or as it is called on an American deck.

    >>> suit_name(Suit.RED, "de"), suit_name(Suit.RED, "en", Deck.AMERICAN)
    ('Rot', 'Diamonds')
    """
    if deck is Deck.AMERICAN:
        return trump_name(Trump(suit.value), language, deck)
    return translations(language).gettext(SUITS[suit])


def face_of(value: int, deck: Deck = Deck.PEOPLE) -> str:
    """What is printed on a number card.

    >>> face_of(13), face_of(13, Deck.AMERICAN), face_of(1, Deck.AMERICAN)
    ('13', 'A', '2')
    """
    return FACES[value - 1] if deck is Deck.AMERICAN else str(value)


def number_name(suit: Suit, value: int, language: str, deck: Deck = Deck.PEOPLE) -> str:
    """What to call a number card.

    >>> number_name(Suit.BLUE, 11, "en", Deck.AMERICAN)
    'Clubs Q'
    """
    say = translations(language).gettext
    if deck is Deck.PEOPLE:
        return filled(say(NUMBERS[suit]), n=value)
    named = suit_name(suit, language, deck)
    return filled(say(AMERICAN_NUMBER), suit=named, face=face_of(value, deck))


def card_name(card: Card, language: str, deck: Deck = Deck.PEOPLE) -> str:
    """What to call a card that lies there, or is held.

    >>> from scorepad.rules.wizard.cards import parse_card
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
    """What to call a card in a hand, where nothing was announced yet.

    >>> from scorepad.rules.wizard.cards import parse_held
    >>> held_name(parse_held("VA"), "en")
    'Vampire'
    """
    if card.mask is None:
        return card_name(card, language, deck)
    return translations(language).gettext(CARDS[card.mask])


def filled(text: str, /, **values: object) -> str:
    """A sentence with its words that vary, written in it as {name}.

    >>> filled("{card} is there {n} times", card="{n}", n=2)
    '{n} is there 2 times'
    """
    parts = text.split("{")
    said = [parts[0]]
    for part in parts[1:]:
        name, _, rest = part.partition("}")
        said.append(f"{values.get(name, '')}{rest}")
    return "".join(said)
