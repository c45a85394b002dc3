"""Names and sentences for awards, records, titles and levels."""

from collections.abc import Mapping

from scorepad.i18n.figures import format_number
from scorepad.i18n.languages import Plural, msgid, msgids, translations

AWARDS = {
    "boldest_bid": msgid("Boldest bid"),
    "comeback": msgid("Comeback"),
    "reliable_zero": msgid("Reliable zero"),
    "longest_run": msgid("Longest streak"),
    "sharpest_eye": msgid("Sharpest eye"),
    "wildest_miss": msgid("Wildest miss"),
    "so_close": msgid("So close"),
}
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
    "none_right": msgid("Nobody met their bid"),
}
TOGETHER = msgid("won together")
_POINTS = msgids("%(n)s point", "%(n)s points")
_CARDS = msgids("with %(n)s card each", "with %(n)s cards each")
FEATS: Mapping[str, Plural] = {
    "highest_total": _POINTS,
    "lowest_total": _POINTS,
    "best_round": _POINTS,
    "bravest_bid": msgids("bid %(n)s and met", "bid %(n)s and met"),
    "longest_run": msgids("%(n)s bid met in a row", "%(n)s bids met in a row"),
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
    "apprentice": msgid("Apprentice"),
    "adept": msgid("Adept"),
    "conjurer": msgid("Conjurer"),
    "enchanter": msgid("Enchanter"),
    "illusionist": msgid("Illusionist"),
    "mage": msgid("Mage"),
    "sorcerer": msgid("Sorcerer"),
    "seer": msgid("Seer"),
    "oracle": msgid("Oracle"),
    "archmage": msgid("Archmage"),
}


def award_name(award: str, language: str) -> str:
    """Return the name of an award."""
    return translations(language).gettext(AWARDS[award])


def award_reason(award: str, language: str, value: int) -> str:
    """Return why an award was given."""
    return translations(language).ngettext(*REASONS[award], value) % {"n": value}


def record_name(record: str, language: str) -> str:
    """Return the name of a record."""
    return translations(language).gettext(RECORDS[record])


def record_feat(record: str, language: str, value: int) -> str:
    """Return the value of a record as a phrase.

    >>> record_feat("comeback", "en", 120), record_feat("highest_total", "de", 1050)
    ('won from 120 points behind', '1.050 Punkte')
    """
    if (record, value) == ("closest_finish", 0):
        return translations(language).gettext(TOGETHER)
    said = translations(language).ngettext(*FEATS[record], value)
    return said % {"n": format_number(value, language)}


def title_name(title: str, language: str) -> str:
    """Return the name of a title."""
    return translations(language).gettext(TITLES[title])


def level_name(level: int, title: str, language: str) -> str:
    """Return level and title on one line."""
    said = translations(language).gettext("Level %(level)s · %(title)s")
    return said % {"level": level, "title": title_name(title, language)}
