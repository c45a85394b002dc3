"""Dates as a reader writes them."""

from datetime import date
from functools import lru_cache

from babel.dates import format_date as babel_date
from babel.dates import format_skeleton

from scorepad.words.figures import MOST_REMEMBERED
from scorepad.words.languages import language_of


@lru_cache(MOST_REMEMBERED)
def format_date(day: date, language: str, *, short: bool = False) -> str:
    """A date with the month in words; *short* cuts the month where one does.

    >>> format_date(date(2026, 11, 21), "en")
    '21 November 2026'
    >>> format_date(date(2026, 11, 21), "zh-Hant")
    '2026年11月21日'
    """
    style = "medium" if short else "long"
    return str(babel_date(day, style, locale=language_of(language).formats))


def format_month(day: date, language: str) -> str:
    """The month of a date, with its year.

    >>> format_month(date(2026, 11, 21), "de")
    'November 2026'
    >>> format_month(date(2026, 11, 21), "zh-Hant")
    '2026年11月'
    """
    formats = language_of(language).formats
    return str(format_skeleton("yMMMM", day, locale=formats))
