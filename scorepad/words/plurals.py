"""The plural forms of a language, for pages whose scripts must pick one later."""

from collections.abc import Mapping
from functools import cache

from babel import Locale

from scorepad.words.languages import language_of

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


def plural_categories(language: str) -> tuple[str, ...]:
    """The plural categories of a language, by name.

    >>> plural_categories("en")
    ('one', 'other')
    """
    return tuple(plural_examples(language))
