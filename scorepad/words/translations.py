"""The catalogues: English sentence in, sentence of another language out."""

from functools import cache
from gettext import NullTranslations, translation

from scorepad.words.languages import CATALOGUES, language_of

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
