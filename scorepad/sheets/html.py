"""The templates of everything that is printed.

Korean sentences break between words, as in a browser with ``word-break: keep-all``,
which WeasyPrint does not know.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorepad.rules.wizard.game import Deck
from scorepad.sheets.completed_layout import shape_of
from scorepad.sheets.lettering import forms_for, runs_left, size_for
from scorepad.sheets.paper import SUITS
from scorepad.words.figures import figure, signed
from scorepad.words.languages import language_of, translations
from scorepad.words.terms import edition_name, how_it_scores, scoring_name, trump_name

KEPT_WHOLE = "ko"
_SENTENCES = re.compile(r"<(p|li)\b[^>]*>.*?</\1>", re.DOTALL)
_TAGS = re.compile(r"(<[^<>]*>)")
_LONGEST = 12
"""Syllables; what is longer is no word of ours, and may need to be torn."""
_WORD = re.compile(
    rf"(?<![\uac00-\ud7a3])[\uac00-\ud7a3]{{2,{_LONGEST}}}(?![\uac00-\ud7a3])[.,:;!?]*"
)
_WHOLE = r'<span style="white-space:nowrap">\g<0></span>'


def whole_words(html: str, language: str) -> str:
    """Keep the words of every sentence whole, where the *language* needs to be told.

    >>> whole_words("<p>두 마디</p><b>마디</b>", "ko").count("nowrap")
    1
    >>> whole_words("<p>Two words</p>", "en")
    '<p>Two words</p>'
    """
    if language != KEPT_WHOLE:
        return html
    return _SENTENCES.sub(lambda found: _kept(found[0]), html)


def _kept(sentence: str) -> str:
    parts = _TAGS.split(sentence)
    return "".join(
        part if part.startswith("<") else _WORD.sub(_WHOLE, part) for part in parts
    )


@cache
def _environment(tag: str) -> Environment:
    """The sheets' own environment: it knows nothing of the web."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parents[2] / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_translations(  # type: ignore[attr-defined]  # added by the extension
        translations(tag), newstyle=True
    )
    environment.globals.update(language=tag, deck=Deck.PEOPLE, suit_shapes=SUITS)
    environment.filters.update(
        figure=figure,
        size_in=_size_in,
        shape=shape_of,
        signed=signed,
        runs_left=runs_left,
        forms=lambda text: forms_for(text, tag),
        trump_name=lambda trump, deck=Deck.PEOPLE: trump_name(trump, tag, deck),
        scoring_name=lambda scoring: scoring_name(scoring, tag),
        how_it_scores=lambda scoring: how_it_scores(scoring, tag),
        edition_name=lambda edition: edition_name(edition, tag),
    )
    return environment


def render(template: str, language: str, **values: Any) -> str:
    """Fill in a template in the folder ``templates/sheets``.

    Every value is escaped, and an unknown one is an error.
    """
    tag = language_of(language).tag
    page = _environment(tag).get_template(f"sheets/{template}")
    return whole_words(page.render(values), tag)


def _size_in(word: str, width: float, largest: float) -> float:
    steps = {round(largest * step, 1): 1 for step in (1, 0.92, 0.84, 0.76, 0.68)}
    return size_for(word, width_mm=width, sizes=steps)
