"""What wizards are called on their way from apprentice to archmage."""

from scorepad.words.translations import msgid, translations

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
