"""Languages: which there are, which one a reader gets, plurals and sizes of paper."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from gettext import NullTranslations, translation
from pathlib import Path

from babel import Locale, UnknownLocaleError

CATALOGUES = Path(__file__).parent / "catalogues"
LONGEST_HEADER = 500
"""Characters of ``Accept-Language`` that are looked at; browsers send below 100."""


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its names in addresses, catalogues and formats.

    *tag* stands in ``<html lang>`` and in addresses, *folder* holds the catalogue,
    *formats* is the locale whose numbers and dates are used.
    """

    tag: str
    folder: str
    formats: str

    @property
    def name(self) -> str:
        """What the language calls itself; its catalogue says so."""
        said = translations(self.tag)
        return said.pgettext("what your language calls itself", "English")


# en_001 is English without a country: 21 November 2026 is misread by nobody.
ENGLISH = Language("en", "en", "en_001")


def _translated() -> Iterator[Language]:
    """One language for each catalogue there is."""
    for file in sorted(CATALOGUES.glob("*/LC_MESSAGES/messages.mo")):
        folder = file.parts[-3]
        yield Language(folder.replace("_", "-"), folder, folder)


LANGUAGES = (ENGLISH, *_translated())


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

    >>> negotiate("zh-TW,zh;q=0.9,en;q=0.8"), negotiate("zh-SG,en;q=0.8")
    ('zh-Hant', 'zh-Hans')
    >>> negotiate("fr,de-AT;q=0.7,en;q=0.3")
    'de'
    >>> negotiate("de", cookie="en")
    'en'
    """
    if cookie and find_language(cookie):
        return cookie
    return _best_for((header or "")[:LONGEST_HEADER])


@lru_cache(maxsize=256)  # a page asks a hundred times
def _best_for(header: str) -> str:
    wanted = sorted(_wishes(header), key=lambda wish: wish[0], reverse=True)
    spoken = (_spoken(tag) for weight, tag in wanted if weight > 0)
    return next((tag for tag in spoken if tag), ENGLISH.tag)


def _wishes(header: str) -> Iterator[tuple[float, str]]:
    for part in header.split(","):
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
    """The language that is read by those who ask for this: zh-TW is zh-Hant."""
    try:
        wanted = Locale.parse(tag, sep="-")
    except (ValueError, UnknownLocaleError):
        return None
    for known in LANGUAGES:
        own = Locale.parse(known.folder)
        if own.language == wanted.language and wanted.script in {None, own.script}:
            return known.tag
    return None


_LETTER = frozenset(
    {"BZ", "CA", "CL", "CO", "CR", "DO", "GT", "MX", "NI", "PA", "PH", "PR"}
    | {"SV", "US", "VE"}
)
"""Where printers hold Letter paper (CLDR), and not A4 as everywhere else."""


def uses_letter(header: str | None) -> bool:
    """Whether a reader's printer holds Letter paper, by their ``Accept-Language``.

    >>> [uses_letter(header) for header in ("en-US,en;q=0.9", "de-AT,en-US", "en")]
    [True, False, False]
    """
    for part in (header or "")[:LONGEST_HEADER].split(","):
        _, _, region = part.partition(";")[0].strip().rpartition("-")
        if len(region) == 2:  # noqa: PLR2004 - as in en-US; scripts have four letters
            return region.upper() in _LETTER
    return False


ENOUGH_TO_MEET_EVERY_FORM = 200


@cache
def plural_examples(language: str) -> Mapping[str, int]:
    """The smallest count of each plural category of ``Intl.PluralRules``.

    A page renders one ``<template>`` per category with ``ngettext`` of its example,
    and its script picks by category.

    >>> plural_examples("de")
    {'one': 1, 'other': 0}
    >>> plural_examples("zh-Hant")
    {'other': 0}
    """
    rule = Locale.parse(language_of(language).folder).plural_form
    examples: dict[str, int] = {}
    for count in range(ENOUGH_TO_MEET_EVERY_FORM):
        examples.setdefault(rule(count), count)
    return dict(sorted(examples.items()))


Plural = tuple[str, str]


def msgid(text: str) -> str:
    """Mark a sentence for the catalogues where it is written down, not yet said."""
    return text


def msgids(one: str, many: str) -> Plural:
    """Mark a sentence that depends on a number, for ``ngettext``."""
    return one, many


@cache
def translations(language: str) -> NullTranslations:
    """The catalogue of a language tag, ready for ``gettext`` and for Jinja's i18n.

    English has none and answers with the sentences themselves.
    """
    folder = language_of(language).folder
    return translation("messages", str(CATALOGUES), [folder], fallback=True)
