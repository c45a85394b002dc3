"""Which languages there are, and which of them a reader gets."""

from collections.abc import Iterator
from dataclasses import dataclass

LONGEST_HEADER = 500
"""Characters of ``Accept-Language`` that are looked at; browsers send below 100."""


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its names in addresses, catalogues, formats and its own mouth.

    *tag* stands in ``<html lang>`` and in addresses, *folder* holds the catalogue,
    *formats* is the locale whose numbers and dates are used.
    """

    tag: str
    folder: str
    name: str
    formats: str


# en_001 is English without a country: 21 November 2026 is misread by nobody.
ENGLISH = Language("en", "en", "English", "en_001")
LANGUAGES = (
    ENGLISH,
    Language("de", "de", "Deutsch", "de"),
    Language("zh-Hant", "zh_Hant", "繁體中文", "zh_Hant"),
)


def find_language(tag: str) -> Language | None:
    """The language spelled exactly like this in addresses, if there is one."""
    return next((known for known in LANGUAGES if known.tag == tag), None)


def language_of(tag: str) -> Language:
    """The language with this tag, or English where the tag is unknown."""
    return find_language(tag) or ENGLISH


def negotiate(header: str | None, cookie: str | None = None) -> str:
    """Choose the tag of the language that serves a reader best.

    A choice once made (the *cookie*) wins over what the browser asks for (its
    ``Accept-Language`` *header*); without either it is English.

    >>> negotiate("zh-TW,zh;q=0.9,en;q=0.8")
    'zh-Hant'
    >>> negotiate("fr,de-AT;q=0.7,en;q=0.3")
    'de'
    >>> negotiate("de", cookie="en")
    'en'
    """
    if cookie and find_language(cookie):
        return cookie
    wanted = sorted(_wishes(header or ""), key=lambda wish: wish[0], reverse=True)
    spoken = (_spoken(tag) for weight, tag in wanted if weight > 0)
    return next((tag for tag in spoken if tag), ENGLISH.tag)


def _wishes(header: str) -> Iterator[tuple[float, str]]:
    for part in header[:LONGEST_HEADER].split(","):
        tag, _, parameter = part.partition(";")
        name, _, weight = parameter.strip().partition("=")
        yield (_weight(weight) if name == "q" else 1.0), tag.strip().lower()


def _weight(text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        return 0.0
    return weight if 0 <= weight <= 1 else 0.0  # false for NaN as well


def _spoken(tag: str) -> str | None:
    # Libraries match zh-TW, zh-HK and zh-CN with no zh_Hant at all. Until there is a
    # catalogue in simplified characters, its readers are better off with these than
    # with English.
    if tag == "zh" or tag.startswith("zh-"):
        return "zh-Hant"
    found = find_language(tag.partition("-")[0])
    return found.tag if found else None
