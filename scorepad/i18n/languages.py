"""The languages, the choice of one for a reader, and formats of numbers and dates."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache, lru_cache
from gettext import NullTranslations, translation
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple
from unicodedata import east_asian_width

from babel import Locale, UnknownLocaleError, dates, lists, numbers
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

CATALOGUES = Path(__file__).parent / "catalogues"
LONGEST_HEADER = 500  # letters; browsers send below 100
MOST_REMEMBERED = 4096  # pages repeat numbers, and formatting is slow
MINUS = "\N{MINUS SIGN}"
Plural = tuple[str, str]


class Language(NamedTuple):
    """A language: its tag in URLs, folder of its catalogue, locale of its formats."""

    tag: str
    folder: str
    formats: str

    @property
    def name(self) -> str:
        """Return the language's own name, from its catalogue."""
        said = translations(self.tag)
        return said.pgettext("what your language calls itself", "English")


# en_001 is international English, with unambiguous dates: 21 November 2026.
ENGLISH = Language("en", "en", "en_001")

_FOLDERS = sorted(f.parts[-3] for f in CATALOGUES.glob("*/LC_MESSAGES/messages.mo"))
LANGUAGES = (ENGLISH, *(Language(f.replace("_", "-"), f, f) for f in _FOLDERS))

BY_TAG = {known.tag: known for known in LANGUAGES}


def language_of(tag: str) -> Language:
    """Return the language with this tag, or English."""
    return BY_TAG.get(tag, ENGLISH)


def negotiate(header: str | None, cookie: str | None = None) -> str:
    """Return the tag of the best language: of the *cookie*, *header*, or English."""
    if cookie in BY_TAG:
        return cookie
    return _best_for((header or "")[:LONGEST_HEADER])


@lru_cache(maxsize=256)  # called a hundred times a page
def _best_for(header: str) -> str:
    locales = {known.tag: Locale.parse(known.folder) for known in LANGUAGES}
    for sent, quality in parse_accept_header(header, LanguageAccept):
        try:
            wanted = Locale.parse(sent, sep="-")
        except (ValueError, UnknownLocaleError):
            continue
        for tag, own in locales.items():
            is_script = wanted.script in {None, own.script}
            if quality and is_script and own.language == wanted.language:
                return tag
    return ENGLISH.tag


_LETTER = frozenset(
    {"BZ", "CA", "CL", "CO", "CR", "DO", "GT", "MX", "NI", "PA", "PH", "PR"}
    | {"SV", "US", "VE"}
)
"""Countries with Letter paper (CLDR); all others use A4."""


def uses_letter(header: str | None) -> bool:
    """Whether the reader uses Letter paper, by the country of the first language."""
    # German browsers send "de,en-US": the country of another language is not theirs.
    region = re.match(r"[^,]*?-([a-zA-Z]{2})\b", (header or "")[:LONGEST_HEADER])
    return region is not None and region[1].upper() in _LETTER


@cache
def plural_examples(language: str) -> Mapping[str, int]:
    """Return the smallest count of each plural category of ``Intl.PluralRules``.

    A page has one text per category, and its script picks by category.
    """
    rule = Locale.parse(language_of(language).folder).plural_form
    enough = reversed(range(200))  # the smallest comes last, and stays
    return dict(sorted({rule(count): count for count in enough}.items()))


def msgid(text: str) -> str:
    """Mark a sentence for extraction, without translating it yet."""
    return text


def msgids(one: str, many: str) -> Plural:
    """Mark a sentence with a plural form, for ``ngettext``."""
    return one, many


@cache
def translations(language: str) -> NullTranslations:
    """Return the catalogue of a language, of English one without messages."""
    folder = language_of(language).folder
    return translation("messages", str(CATALOGUES), [folder], fallback=True)


def figure(number: int) -> str:
    """Return a total as short as possible, with a real minus sign."""
    return str(number).replace("-", MINUS)


def signed(number: int) -> str:
    """Return points with their sign; the real minus is as wide as the plus."""
    return f"{number:+}".replace("-", MINUS) if number else "0"


def short_name(name: str, most: int) -> str:
    """Cut a name to the width of *most* letters, at the end of a word if it can be."""
    if _cut(name, most) == name:
        return name
    head = _cut(name, most - 1)
    words = re.match(r"(.+)[\s-]", name[: len(head) + 1])
    return f"{words[1] if words and 2 * len(words[1]) >= len(head) else head}…"


def short_names(names: Sequence[str], most: int) -> list[str]:
    """Cut names like :func:`short_name`, but show where two of them differ.

    >>> short_names(["Thomas-Alexander", "Thomas-Alexandra"], 10)
    ['Thomas…er', 'Thomas…ra']
    """
    shorts = {name: short_name(name, most) for name in names}
    for name, short in [*shorts.items()]:
        twins = [o for o in shorts if o != name and short_name(o, most) == short]
        if twins:
            starts = [name[:at] for at in range(len(name) + 1)]
            same = max(len(s) for s in starts if any(o.startswith(s) for o in twins))
            rest = name[same:].lstrip(" -")
            shorts[name] = short_name(name, most - 3) + _cut(rest, 3)
    return [shorts[name] for name in names]


_VOWEL = "[aeiouyàáâäåæèéêëęąìíîïòóôöøœùúûüőű]"
_SYLLABLE = re.compile(
    rf"(?<=\w)({_VOWEL}[^\W\d_]{{0,6}}?)"
    rf"(?=(?:sch|[cpst]h|[cdrs]z|ck|qu|s[pt]|(?!{_VOWEL})[^\W\d_]){_VOWEL}\w)",
    re.IGNORECASE,
)


def with_breaks(name: str) -> str:
    r"""Return a name with soft hyphens between the syllables of its long words.

    >>> with_breaks("Uta Brzęczyszczykiewicz").replace("\xad", "-")
    'Uta Brzę-czysz-czy-kie-wicz'
    """
    return re.sub(r"[^\W\d_]{13,}", lambda hit: _SYLLABLE.sub("\\1\xad", hit[0]), name)


def _cut(name: str, most: int) -> str:
    widths = accumulate(1 + (east_asian_width(letter) in "WF") for letter in name)
    return name[: bisect_right([*widths], most)]


@lru_cache(MOST_REMEMBERED)
def format_number(number: Fraction | int, language: str, *, decimals: int = 0) -> str:
    """Return a number with the language's grouping, rounded half away from zero."""
    pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
    rounded = _rounded(Fraction(number), decimals)
    text = numbers.format_decimal(rounded, pattern, language_of(language).formats)
    return text.replace("-", MINUS)


@lru_cache(MOST_REMEMBERED)
def format_percent(share: Fraction | float, language: str, *, decimals: int = 0) -> str:
    """Return a share as a percentage, with the language's spacing."""
    rounded = _rounded(Fraction(share), 2 + decimals)
    formats = language_of(language).formats
    return numbers.format_percent(rounded, locale=formats, decimal_quantization=False)


def _rounded(number: Fraction, decimals: int) -> Decimal:
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    # + 0: a zero has no sign.
    return exact.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP) + 0


@lru_cache(MOST_REMEMBERED)
def format_date(day: date | str, language: str, *, short: bool = False) -> str:
    """Return a date (or ISO text) with the month's name, abbreviated if *short*."""
    day = date.fromisoformat(day) if isinstance(day, str) else day
    style = "medium" if short else "long"
    return dates.format_date(day, style, locale=language_of(language).formats)


def listed(names: Sequence[str], language: str) -> str:
    """Return names as a list in a sentence."""
    return lists.format_list(names, locale=language_of(language).formats)


def format_month(day: date, language: str) -> str:
    """Return the month and year of a date."""
    return dates.format_skeleton("yMMMM", day, locale=language_of(language).formats)
