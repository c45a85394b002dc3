"""What the rules' own terms are called on pages and sheets."""

from scorepad.rules.wizard.game import Deck, Extra, Schedule, Trump
from scorepad.words.translations import msgid, translations

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
    Schedule.REVERSE: msgid("From many cards to one"),
    Schedule.SINGLE_COLOUR: msgid("Single colour, never trump"),
    Schedule.SPECIAL6: msgid("Six special rounds"),
    Schedule.CUSTOM: msgid("Own choice"),
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
    """What a card of the anniversary boxes is called.

    >>> extra_name(Extra.SHAPESHIFTER, "en")
    'Shapeshifter'
    """
    return translations(language).gettext(EXTRAS[extra])


def trump_name(trump: Trump, language: str, deck: Deck = Deck.PEOPLE) -> str:
    """What a trump suit is called with the *deck* on the table.

    >>> trump_name(Trump.GREEN, "en")
    'Green · Elf'
    >>> trump_name(Trump.GREEN, "en", Deck.AMERICAN)
    'Hearts'
    """
    names = AMERICAN_TRUMPS if deck is Deck.AMERICAN else TRUMPS
    return translations(language).gettext(names[trump])


def schedule_name(schedule: Schedule, language: str) -> str:
    """What to call a schedule; always show its cards per round beside it.

    >>> schedule_name(Schedule.FIRST5, "en")
    'First 5 rounds'
    """
    return translations(language).gettext(SCHEDULES[schedule])
