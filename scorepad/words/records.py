"""The names of awards, records and titles, and what was done for them."""

from scorepad.words.figures import format_number
from scorepad.words.translations import msgid, translations

AWARDS = {
    "boldest_bid": msgid("Boldest bid"),
    "comeback": msgid("Comeback"),
    "reliable_zero": msgid("Reliable zero"),
    "longest_run": msgid("Longest run"),
    "sharpest_eye": msgid("Sharpest eye"),
    "wildest_miss": msgid("Wildest miss"),
    "so_close": msgid("So close"),
}


def award_name(award: str, language: str) -> str:
    """What an award is called.

    >>> award_name("boldest_bid", "en")
    'Boldest bid'
    """
    return translations(language).gettext(AWARDS[award])


def award_reason(award: str, language: str, value: int) -> str:
    """What was done for it: how high, how many, how far.

    >>> award_reason("reliable_zero", "en", 4)
    '4 zeros met'
    """
    ngettext = translations(language).ngettext
    said = {
        "boldest_bid": ngettext("bid %(n)s and met", "bid %(n)s and met", value),
        "comeback": ngettext("%(n)s point made up", "%(n)s points made up", value),
        "reliable_zero": ngettext("%(n)s zero met", "%(n)s zeros met", value),
        "longest_run": ngettext("%(n)s bid in a row", "%(n)s bids in a row", value),
        "sharpest_eye": ngettext("%(n)s bid met", "%(n)s bids met", value),
        "wildest_miss": ngettext("%(n)s trick off", "%(n)s tricks off", value),
        "so_close": ngettext(
            "%(n)s bid missed by one", "%(n)s bids missed by one", value
        ),
    }
    return said[award] % {"n": value}


RECORDS = {
    "highest_total": msgid("Highest total"),
    "lowest_total": msgid("Lowest total"),
    "best_round": msgid("Best round"),
    "bravest_bid": msgid("Bravest bid"),
    "longest_run": msgid("Longest run"),
    "comeback": msgid("Biggest comeback"),
    "closest_finish": msgid("Closest finish"),
    "lead_changes": msgid("Liveliest lead"),
    "all_right": msgid("Everybody was right"),
    "none_right": msgid("Nobody was right"),
}


def record_name(record: str, language: str) -> str:
    """What a record is called.

    >>> record_name("bravest_bid", "en")
    'Bravest bid'
    """
    return translations(language).gettext(RECORDS[record])


def record_feat(record: str, language: str, value: int) -> str:
    """What was done for it: how many, how high, how far.

    >>> record_feat("comeback", "en", 120), record_feat("highest_total", "de", 1050)
    ('120 points behind, and won', '1.050 Punkte')
    """
    if (record, value) == ("closest_finish", 0):
        return translations(language).gettext("won together")
    ngettext = translations(language).ngettext
    points = ngettext("%(n)s point", "%(n)s points", value)
    said = {
        "highest_total": points,
        "lowest_total": points,
        "best_round": points,
        "bravest_bid": ngettext("bid %(n)s and met", "bid %(n)s and met", value),
        "longest_run": ngettext(
            "%(n)s bid met in a row", "%(n)s bids met in a row", value
        ),
        "comeback": ngettext(
            "%(n)s point behind, and won", "%(n)s points behind, and won", value
        ),
        "closest_finish": ngettext(
            "%(n)s point between first and second",
            "%(n)s points between first and second",
            value,
        ),
        "lead_changes": ngettext(
            "the lead changed %(n)s time", "the lead changed %(n)s times", value
        ),
        "all_right": ngettext("with %(n)s card each", "with %(n)s cards each", value),
        "none_right": ngettext("with %(n)s card each", "with %(n)s cards each", value),
    }
    return said[record] % {"n": format_number(value, language)}


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


def title_name(title: str, language: str) -> str:
    """What a title is called.

    >>> title_name("archmage", "en"), title_name("archmage", "zh-Hant")
    ('Archmage', '神機妙算')
    """
    return translations(language).gettext(TITLES[title])


def level_name(level: int, title: str, language: str) -> str:
    """Level and title on one line.

    >>> level_name(8, "enchanter", "en")
    'Level 8 · Enchanter'
    """
    said = translations(language).gettext("Level %(level)s · %(title)s")
    return said % {"level": level, "title": title_name(title, language)}
