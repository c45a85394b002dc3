"""The catalogues: English sentence in, sentence of another language out."""

from functools import cache
from gettext import NullTranslations, translation

from scorepad.words.languages import CATALOGUES, language_of


def msgid(text: str) -> str:
    """Mark a sentence for the catalogues where it is written down, not yet said.

    >>> msgid("Nobody has bid yet.")
    'Nobody has bid yet.'
    """
    return text


@cache
def translations(language: str) -> NullTranslations:
    """The catalogue of a language tag, ready for ``gettext`` and for Jinja's i18n.

    English has none and answers with the sentences themselves.
    """
    folder = language_of(language).folder
    return translation("messages", str(CATALOGUES), [folder], fallback=True)
