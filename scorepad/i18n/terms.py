"""Names of terms: cards, rules, scorings, decks, awards, records, titles, levels."""

from collections.abc import Callable, Mapping
from typing import Any

from scorepad.games.wizard.models import Deck
from scorepad.games.wizard.schedule import ANNIVERSARY_BOXES, Extra, Schedule, Trump
from scorepad.i18n.languages import Plural, format_number, msgid, msgids, translations


def _namer(words: Mapping[Any, str]) -> Callable[[str, str], str]:
    """Return the function that says the word of a key in a language."""
    return lambda key, language: translations(language).gettext(words[key])


TRUMPS = {
    Trump.BLUE: (msgid("Blue · Human"), msgid("Clubs")),
    Trump.GREEN: (msgid("Green · Elf"), msgid("Hearts")),
    Trump.RED: (msgid("Red · Dwarf"), msgid("Diamonds")),
    Trump.YELLOW: (msgid("Yellow · Giant"), msgid("Spades")),
    Trump.NONE: (msgid("No trump"),) * 2,
}
"""The trump suits of both decks."""

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
schedule_name = _namer(SCHEDULES)

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
extra_name = _namer(EXTRAS)


def trump_name(trump: Trump, language: str, deck: Deck = Deck.PEOPLE) -> str:
    """Return the name of a trump suit on a kind of *deck*."""
    of_people, american = TRUMPS[trump]
    name = american if deck is Deck.AMERICAN else of_people
    return translations(language).gettext(name)


RANKS = (
    msgid("1st"),
    msgid("2nd"),
    msgid("3rd"),
    msgid("4th"),
    msgid("5th"),
    msgid("6th"),
    msgid("7th"),
    msgid("8th"),
)


def rank_name(rank: int, language: str) -> str:
    """Return a rank in words, or as a figure if it is beyond a table's."""
    if rank > len(RANKS):
        return format_number(rank, language)
    return translations(language).gettext(RANKS[rank - 1])


def edition_name(edition: frozenset[Extra], language: str) -> str:
    """Return the name of a deck: its box, or else its extra cards."""
    words = translations(language)
    if not edition:
        return words.gettext("Classic deck")
    box = words.gettext("%(years)s-year anniversary edition")
    for years, cards in ANNIVERSARY_BOXES.items():
        if edition == cards:
            return box % {"years": years}
    return ", ".join(extra_name(each, language) for each in Extra if each in edition)


AWARDS = {
    "boldest_bid": msgid("Boldest bid"),
    "comeback": msgid("Comeback"),
    "reliable_zero": msgid("Reliable zero"),
    "longest_run": msgid("Longest streak"),
    "sharpest_eye": msgid("Sharpest eye"),
    "wildest_miss": msgid("Wildest miss"),
    "so_close": msgid("So close"),
}
award_name = _namer(AWARDS)
REASONS = {
    "boldest_bid": msgids("bid %(n)s and met", "bid %(n)s and met"),
    "comeback": msgids("%(n)s point made up", "%(n)s points made up"),
    "reliable_zero": msgids("%(n)s zero bid met", "%(n)s zero bids met"),
    "longest_run": msgids("%(n)s bid met in a row", "%(n)s bids met in a row"),
    "sharpest_eye": msgids("%(n)s bid met", "%(n)s bids met"),
    "wildest_miss": msgids("%(n)s trick off", "%(n)s tricks off"),
    "so_close": msgids("%(n)s bid missed by one", "%(n)s bids missed by one"),
}
RECORDS = {
    "highest_total": msgid("Highest total"),
    "lowest_total": msgid("Lowest total"),
    "best_round": msgid("Best round"),
    "bravest_bid": msgid("Bravest bid"),
    "longest_run": msgid("Longest streak"),
    "comeback": msgid("Biggest comeback"),
    "closest_finish": msgid("Closest finish"),
    "lead_changes": msgid("Most lead changes"),
    "all_right": msgid("Everyone met their bid"),
    "none_right": msgid("Everyone missed their bid"),
}
record_name = _namer(RECORDS)
_POINTS = msgids("%(n)s point", "%(n)s points")
_CARDS = msgids("with %(n)s card each", "with %(n)s cards each")
FEATS: Mapping[str, Plural] = {
    "highest_total": _POINTS,
    "lowest_total": _POINTS,
    "best_round": _POINTS,
    "bravest_bid": REASONS["boldest_bid"],
    "longest_run": REASONS["longest_run"],
    "comeback": msgids("won from %(n)s point behind", "won from %(n)s points behind"),
    "closest_finish": msgids(
        "%(n)s point between first and second", "%(n)s points between first and second"
    ),
    "lead_changes": msgids(
        "the lead changed %(n)s time", "the lead changed %(n)s times"
    ),
    "all_right": _CARDS,
    "none_right": _CARDS,
}
TITLES = {
    0: msgid("Apprentice"),
    1: msgid("Wise wizard"),
    3: msgid("Conjurer"),
    6: msgid("Enchanter"),
    10: msgid("Illusionist"),
    15: msgid("Mage"),
    25: msgid("Sorcerer"),
    40: msgid("Seer"),
    65: msgid("Oracle"),
    100: msgid("Archmage"),
}
"""The titles by the wins required, shared ones included: winners are wise wizards."""


def award_reason(award: str, language: str, value: int) -> str:
    """Return why an award was given."""
    return translations(language).ngettext(*REASONS[award], value) % {"n": value}


def record_feat(record: str, language: str, value: int) -> str:
    """Return the value of a record as a phrase."""
    if (record, value) == ("closest_finish", 0):
        return translations(language).gettext("won together")
    said = translations(language).ngettext(*FEATS[record], value)
    return said % {"n": format_number(value, language)}


def colon(language: str) -> str:
    """Return the colon after a label, with its space."""
    return translations(language).pgettext("between a label and its value", ": ")


def comma(language: str) -> str:
    """Return the separator of list items, with its space."""
    return translations(language).pgettext("between the items of a list", ", ")


def title_name(wins: int, language: str) -> str:
    """Return the title after so many *wins*."""
    *_, title = (title for least, title in TITLES.items() if least <= wins)
    return translations(language).gettext(title)


def level_name(wins: int, language: str) -> str:
    """Return the level and title after so many *wins* on one line."""
    said = translations(language).gettext("Level %(level)s · %(title)s")
    return said % {"level": wins + 1, "title": title_name(wins, language)}
