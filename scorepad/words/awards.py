"""What awards are called, and what was done for them."""

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
