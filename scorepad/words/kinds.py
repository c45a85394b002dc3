"""What kinds of games are called: by the cards in the deck, and by the scoring."""

from scorepad.rules.wizard.cards import ANNIVERSARY_BOXES
from scorepad.rules.wizard.game import AnyScoring, Extra, HouseScoring, Scoring
from scorepad.words.figures import figure
from scorepad.words.terms import extra_name
from scorepad.words.translations import msgid, translations

SCORINGS = {
    Scoring.CLASSIC: msgid("Classic scoring"),
    Scoring.CLASSIC_DIV10: msgid("A tenth of the points"),
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
HOUSE = msgid("Own formula (%(numbers)s)")
CLASSIC_DECK = msgid("Classic deck")
BOX = msgid("Box of %(years)s years")


def scoring_name(scoring: AnyScoring, language: str) -> str:
    """What a scoring is called; that of a table by its four numbers.

    >>> scoring_name(HouseScoring(kept_zero=50), "en")
    'Own formula (20 / 10 / 10 / 50)'
    """
    words = translations(language)
    if isinstance(scoring, HouseScoring):
        _, *numbers = scoring.value.split()
        return words.gettext(HOUSE) % {"numbers": " / ".join(numbers)}
    return words.gettext(SCORINGS[scoring])


def how_it_scores(scoring: AnyScoring, language: str) -> str:
    """What a bid is worth, in one line.

    >>> how_it_scores(Scoring.JUNIOR, "en").startswith("A bid met earns 1 point")
    True
    """
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
    """What a deck is called: by its box, else by its extra cards.

    >>> edition_name(ANNIVERSARY_BOXES[25], "en")
    'Box of 25 years'
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
