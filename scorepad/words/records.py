"""What the records of a group are called, and what was done for them."""

from scorepad.words.figures import format_number
from scorepad.words.translations import msgid, translations

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
