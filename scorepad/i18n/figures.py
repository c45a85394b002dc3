"""Formats of numbers and dates."""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

from babel.dates import format_date as babel_date
from babel.dates import format_skeleton
from babel.numbers import format_decimal
from babel.numbers import format_percent as babel_percent

from scorepad.i18n.languages import language_of

MOST_REMEMBERED = 4096
"""The size of the cache: pages repeat numbers, and formatting is slow."""

MINUS = "\N{MINUS SIGN}"


def figure(number: int) -> str:
    """Return a total as short as possible, with a real minus sign.

    >>> figure(460), figure(-20)
    ('460', '−20')
    """
    return str(number).replace("-", MINUS)


def signed(number: int) -> str:
    """Return points with their sign; the real minus is as wide as the plus."""
    if number == 0:
        return "0"
    return f"{'+' if number > 0 else MINUS}{abs(number)}"


@lru_cache(MOST_REMEMBERED)
def format_number(number: Fraction | int, language: str, *, decimals: int = 0) -> str:
    """Return a number with the language's grouping, rounded half away from zero.

    >>> format_number(Fraction(-8645, 10), "de", decimals=1)
    '−864,5'
    """
    pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
    text = format_decimal(
        _rounded(Fraction(number), decimals), pattern, language_of(language).formats
    )
    return str(text).replace("-", MINUS)


@lru_cache(MOST_REMEMBERED)
def format_percent(share: Fraction | float, language: str, *, decimals: int = 0) -> str:
    """Return a share as a percentage, with the language's spacing.

    >>> format_percent(Fraction(5, 8), "en"), format_percent(5 / 8, "en", decimals=1)
    ('63%', '62.5%')
    """
    rounded = _rounded(Fraction(share), 2 + decimals)
    formats = language_of(language).formats
    return str(babel_percent(rounded, locale=formats, decimal_quantization=False))


def _rounded(number: Fraction, decimals: int) -> Decimal:
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    return exact.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)


@lru_cache(MOST_REMEMBERED)
def format_date(day: date, language: str, *, short: bool = False) -> str:
    """Return a date with the name of the month, abbreviated if *short*.

    >>> format_date(date(2026, 11, 21), "en")
    '21 November 2026'
    >>> format_date(date(2026, 11, 21), "zh-Hant")
    '2026年11月21日'
    """
    style = "medium" if short else "long"
    return str(babel_date(day, style, locale=language_of(language).formats))


def format_month(day: date, language: str) -> str:
    """Return the month and year of a date.

    >>> format_month(date(2026, 11, 21), "de")
    'November 2026'
    >>> format_month(date(2026, 11, 21), "zh-Hant")
    '2026年11月'
    """
    formats = language_of(language).formats
    return str(format_skeleton("yMMMM", day, locale=formats))
