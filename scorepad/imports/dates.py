"""Days as people write them, in words or numbers, and which number is the month."""

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from functools import cache
from typing import Final

_LANGUAGES = ("en", "de", "fr", "es", "it", "pt")
_NUMBERS = re.compile(
    r"(?<!\d)(\d{1,4})(?:([./-])\s?|년\s?|年)(\d{1,2})(?:\2\s?|월\s?|月)(\d{1,4})(?!\d)",
    re.ASCII,
)
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d\d)([01]\d)([0-3]\d)(?!\d)", re.ASCII)
_SERIAL = re.compile(r"[34]\d{4}(?:\.\d+)?", re.ASCII)
_WORD = re.compile(r"[^\W\d_]{3,}")
_FIRST_SERIAL: Final = date(1899, 12, 30)
"""The day from which spreadsheets count."""

_MONTHS = 12
_LAST_DAY = 31
_ORDER = 3  # as many dates are not in order by chance


def day_of(text: str, *, month_first: bool = False) -> date | None:
    """Return the day that a text names, if it does.

    >>> day_of("Fr, 21.11.25"), day_of("2025-11-21T20:10"), day_of("Nov 21, 2025")
    (datetime.date(2025, 11, 21), datetime.date(2025, 11, 21), datetime.date(2025, 11, 21))
    >>> day_of("2025年11月21日"), day_of("45982"), day_of("soon")
    (datetime.date(2025, 11, 21), datetime.date(2025, 11, 21), None)
    """  # noqa: E501 - a doctest has its result on one line
    if _SERIAL.fullmatch(text):
        return _FIRST_SERIAL + timedelta(days=int(float(text)))
    for year, month, day in (
        *_numeric(text, month_first=month_first),
        *_in_words(text),
    ):
        try:
            return date(year + 2000 if year < 100 else year, month, day)  # noqa: PLR2004 - of two digits
        except ValueError:
            pass
    return None


def _numeric(text: str, *, month_first: bool) -> Iterator[tuple[int, int, int]]:
    for found in (_NUMBERS.search(text), _COMPACT.search(text)):
        if found is None:
            continue
        parts = (each for each in found.groups() if each and each.isdigit())
        first, second, third = map(int, parts)
        if first > _LAST_DAY:
            yield first, second, third
        elif found[2] == "/" and month_first:
            yield third, first, second
        else:
            yield third, second, first


def _in_words(text: str) -> Iterator[tuple[int, int, int]]:
    numbers = [int(each) for each in re.findall(r"\d+", text)][:3]
    months = [_months()[w] for w in _WORD.findall(text.casefold()) if w in _months()]
    if len(numbers) > 1 and months:
        days = [each for each in numbers if 1 <= each <= _LAST_DAY]
        years = [each for each in numbers if each > _LAST_DAY] or numbers[1:]
        if days:
            yield years[0], months[0], days[0]


@cache
def _months() -> dict[str, int]:
    from babel.dates import get_month_names  # noqa: PLC0415 - only files need it

    found = {
        name.casefold().strip("."): number
        for language in _LANGUAGES
        for width in ("wide", "abbreviated")
        for number, name in get_month_names(width, locale=language).items()
    }
    return {**found, "mrz": 3, "märz": 3, "sept": 9}


def is_month_first(texts: Iterable[str], *, likely: bool) -> bool:
    """Return whether dates with slashes have the month first.

    A number over 12 tells; else that only one way has three or more in order; else what
    is *likely*.
    """
    found = [_NUMBERS.search(text) for text in texts]
    slashes = [each for each in found if each and each[2] == "/"]
    if any(_MONTHS < int(each[1]) <= _LAST_DAY for each in slashes):
        return False
    if any(int(each[3]) > _MONTHS for each in slashes):
        return True
    ways = [
        [day for each in slashes if (day := day_of(each[0], month_first=first))]
        for first in (False, True)
    ]
    ascending = [days == sorted(days) for days in ways]
    if len(slashes) < _ORDER or ascending[0] == ascending[1]:
        return likely
    return ascending[1]
