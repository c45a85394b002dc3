"""Names of the terms of the rules, of scorings and of decks."""

from scorepad.games.wizard.cards import ANNIVERSARY_BOXES
from scorepad.games.wizard.models import Deck
from scorepad.games.wizard.schedule import Extra, Schedule, Trump
from scorepad.games.wizard.scoring import AnyScoring, HouseScoring, Scoring
from scorepad.i18n.figures import figure
from scorepad.i18n.languages import msgid, translations

TRUMPS = {
    Trump.BLUE: msgid("Blue · Human"),
    Trump.GREEN: msgid("Green · Elf"),
    Trump.RED: msgid("Red · Dwarf"),
    Trump.YELLOW: msgid("Yellow · Giant"),
    Trump.NONE: msgid("No trump"),
}

AMERICAN_TRUMPS = {
    Trump.BLUE: msgid("Clubs"),
    Trump.GREEN: msgid("Hearts"),
    Trump.RED: msgid("Diamonds"),
    Trump.YELLOW: msgid("Spades"),
    Trump.NONE: TRUMPS[Trump.NONE],
}

SCHEDULES = {
    Schedule.STANDARD: msgid("The whole game"),
    Schedule.AMIGO_TOURNAMENT: msgid("Tournament (Amigo)"),
    Schedule.MAXIMUS: msgid("5 rounds, all cards (Wizard Maximus)"),
    Schedule.FIRST5: msgid("First 5 rounds"),
    Schedule.FIRST7: msgid("First 7 rounds"),
    Schedule.LAST5: msgid("Last 5 rounds"),
    Schedule.QUICK: msgid("Every second round"),
    Schedule.HALF: msgid("First half"),
    Schedule.UP_DOWN: msgid("Up and down again"),
    Schedule.REVERSE: msgid("Counting down to one card"),
    Schedule.SINGLE_COLOUR: msgid("Single suit, never trump"),
    Schedule.SPECIAL6: msgid("Six special rounds"),
    Schedule.CUSTOM: msgid("Custom"),
}

EXTRAS = {
    Extra.DRAGON: msgid("Dragon"),
    Extra.FAIRY: msgid("Fairy"),
    Extra.BOMB: msgid("Bomb"),
    Extra.WEREWOLF: msgid("Werewolf"),
    Extra.JUGGLER: msgid("Juggler"),
    Extra.CLOUD: msgid("Cloud"),
    Extra.SHAPESHIFTER: msgid("Shapeshifter"),
    Extra.WITCH: msgid("Witch"),
    Extra.VAMPIRE: msgid("Vampire"),
}


def extra_name(extra: Extra, language: str) -> str:
    """Return the name of a card of the anniversary boxes."""
    return translations(language).gettext(EXTRAS[extra])


def trump_name(trump: Trump, language: str, deck: Deck = Deck.PEOPLE) -> str:
    """Return the name of a trump suit on a kind of *deck*.

    >>> trump_name(Trump.GREEN, "en")
    'Green · Elf'
    >>> trump_name(Trump.GREEN, "en", Deck.AMERICAN)
    'Hearts'
    """
    names = AMERICAN_TRUMPS if deck is Deck.AMERICAN else TRUMPS
    return translations(language).gettext(names[trump])


def schedule_name(schedule: Schedule, language: str) -> str:
    """Return the name of a schedule; always show its cards per round beside it."""
    return translations(language).gettext(SCHEDULES[schedule])


SCORINGS = {
    Scoring.CLASSIC: msgid("Classic scoring"),
    Scoring.CLASSIC_DIV10: msgid("Points ÷ 10"),
    Scoring.ALTERNATIVE: msgid("Alternative scoring"),
    Scoring.JUNIOR: msgid("Scoring of Wizard Junior"),
}
HOW = {
    Scoring.CLASSIC: msgid(
        "Bid met: 20 points, and 10 more for each trick."
        " Missed: −10 for each trick too many or too few."
    ),
    Scoring.CLASSIC_DIV10: msgid(
        "A tenth of the usual points: met 2, and 1 for every trick; missed −1"
        " for every trick."
    ),
    Scoring.ALTERNATIVE: msgid(
        "Every trick 10 points. Met: 10 more per card of the round."
        " Missed by 1, 2, 3: −10, −30, −60."
    ),
    Scoring.JUNIOR: msgid(
        "A bid met earns 1 point for every trick, and 1 for a zero; a bid "
        "missed earns nothing."
    ),
}
HOW_OF_HOUSE = msgid(
    "Met: %(base)s points, and %(per_trick)s more per trick; a zero: %(kept_zero)s."
    " Missed: %(lost)s per trick."
)
HOUSE = msgid("Custom formula (%(numbers)s)")
CLASSIC_DECK = msgid("Classic deck")
BOX = msgid("%(years)s-year anniversary edition")


def scoring_name(scoring: AnyScoring, language: str) -> str:
    """Return the name of a scoring, of a custom one with its four numbers.

    >>> scoring_name(HouseScoring(20, 10, 10, 50), "en")
    'Custom formula (20 / 10 / 10 / 50)'
    """
    words = translations(language)
    if isinstance(scoring, HouseScoring):
        _, *numbers = scoring.value.split()
        return words.gettext(HOUSE) % {"numbers": " / ".join(numbers)}
    return words.gettext(SCORINGS[scoring])


def how_it_scores(scoring: AnyScoring, language: str) -> str:
    """Return what a bid is worth, in one line."""
    words = translations(language)
    if isinstance(scoring, Scoring):
        return words.gettext(HOW[scoring])
    return words.gettext(HOW_OF_HOUSE) % {
        "base": figure(scoring.base),
        "per_trick": figure(scoring.per_trick),
        "kept_zero": figure(scoring.kept_zero),
        "lost": figure(-scoring.per_miss),
    }


def edition_name(edition: frozenset[Extra], language: str) -> str:
    """Return the name of a deck: its box, or else its extra cards.

    >>> edition_name(ANNIVERSARY_BOXES[25], "en")
    '25-year anniversary edition'
    >>> edition_name(frozenset({Extra.CLOUD, Extra.BOMB}), "en")
    'Bomb, Cloud'
    """
    words = translations(language)
    if not edition:
        return words.gettext(CLASSIC_DECK)
    for years, box in ANNIVERSARY_BOXES.items():
        if edition == box:
            return words.gettext(BOX) % {"years": years}
    return ", ".join(extra_name(each, language) for each in Extra if each in edition)
