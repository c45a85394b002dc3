"""Levels: in the story of the rules every win lets a wizard rise by one.

The story knows no titles; these thresholds are ours. A title comes soon at first, so
that an evening can bring one, and later ever more slowly: playing weekly at a table of
four, it takes a year to be Mage and eight to be Archmage.
"""

from enum import StrEnum
from typing import Final


class Title(StrEnum):
    """What somebody may call themselves, the lowest first."""

    APPRENTICE = "apprentice"
    ADEPT = "adept"
    CONJURER = "conjurer"
    ENCHANTER = "enchanter"
    ILLUSIONIST = "illusionist"
    MAGE = "mage"
    SORCERER = "sorcerer"
    SEER = "seer"
    ORACLE = "oracle"
    ARCHMAGE = "archmage"


WINS_FOR: Final = dict(
    zip(Title, (0, 1, 3, 6, 10, 15, 25, 40, 65, 100), strict=True),
)
"""How many wins a title takes; shared ones count as wins."""


def level_for(wins: int) -> int:
    """The level after so many *wins*; everybody begins at 1.

    >>> level_for(0), level_for(7)
    (1, 8)
    """
    return wins + 1


def title_for(wins: int) -> Title:
    """The title after so many *wins*.

    >>> title_for(0), title_for(7).value
    (<Title.APPRENTICE: 'apprentice'>, 'enchanter')
    """
    return max(
        (title for title, least in WINS_FOR.items() if least <= wins),
        key=WINS_FOR.__getitem__,
    )


def wins_to_next(wins: int) -> int | None:
    """How many more wins the next title takes; ``None`` where there is none.

    >>> wins_to_next(0), wins_to_next(7), wins_to_next(100)
    (1, 3, None)
    """
    return next((least - wins for least in WINS_FOR.values() if least > wins), None)
