"""HTML pages for printing: blank sheets, sheets of games, season pictures.

Korean sentences break between words, as with ``word-break: keep-all`` in browsers,
which WeasyPrint does not support.
"""

import json
import re
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorepad.games.wizard.document import document_of
from scorepad.games.wizard.models import Deck
from scorepad.i18n.figures import figure, signed
from scorepad.i18n.languages import language_of, translations
from scorepad.i18n.problems import game_title
from scorepad.i18n.terms import edition_name, how_it_scores, scoring_name, trump_name
from scorepad.pdf.blank.columns import Blank
from scorepad.pdf.blank.page import page_values
from scorepad.pdf.completed.background import KEY_LINE
from scorepad.pdf.completed.cell_type import shape_of
from scorepad.pdf.completed.page import Copy, drawings_of, values_of
from scorepad.pdf.completed.record import zoom_of
from scorepad.pdf.drawings import SUITS
from scorepad.pdf.jobs import PrintJob
from scorepad.pdf.poster import MOST_COLOURS, WIDTH, Poster, poster_values
from scorepad.pdf.text_metrics import forms_for, runs_left, size_for

KEPT_WHOLE = "ko"
_SENTENCES = re.compile(r"<(p|li)\b[^>]*>.*?</\1>", re.DOTALL)
_TAGS = re.compile(r"(<[^<>]*>)")
_LONGEST = 12
"""Syllables; a longer word may have to be broken."""
_WORD = re.compile(
    rf"(?<![\uac00-\ud7a3])[\uac00-\ud7a3]{{2,{_LONGEST}}}(?![\uac00-\ud7a3])[.,:;!?]*"
)
_WHOLE = r'<span style="white-space:nowrap">\g<0></span>'


def whole_words(html: str, language: str) -> str:
    """Prevent breaks inside words, if the *language* needs that.

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


TEMPLATES = Path(__file__).parents[2] / "templates"


class Stationery:
    """Renders sheets as HTML with the templates in the folder *templates*.

    The Jinja environment is separate from the web's: it escapes every value and rejects
    unknown ones. Print the result by :class:`scorepad.pdf.renderer.Renderer`.
    """

    def __init__(self, templates: Path = TEMPLATES) -> None:
        self._loader = FileSystemLoader(templates)
        self._environments: dict[str, Environment] = {}

    def blank(self, blank: Blank, *, language: str) -> PrintJob:
        """Return a *blank* sheet, repeated as often as fits on a page.

        :raises CannotBePlayed: its table is impossible.
        """
        values = page_values(blank, language_of(language).tag)
        html = self._render("sheets/blank.html", language, **values)
        return PrintJob(html=html, copies=values["copies"])

    def completed_sheet(self, copy: Copy) -> PrintJob:
        """Return the sheet of a game, finished or not, with the document attached."""
        values = values_of(copy)
        return PrintJob(
            html=self._render("sheets/sheet.html", copy.language, drawn="", **values),
            styles=("sheet_page.css", "sheet.css"),
            drawings=self._drawings(copy, values),
            document=json.dumps(document_of(copy.game), ensure_ascii=False),
            document_name=f"wizard-{copy.game.played_on or 'game'}.json",
            zoom=zoom_of(copy.showing.paper),
        )

    def season_picture(self, poster: Poster, *, language: str) -> PrintJob:
        """Return a *poster* of a season for :meth:`Renderer.picture`."""
        values = poster_values(poster)
        race = self._render("sheets/race.svg", language, **values)
        return PrintJob(
            html=self._render("sheets/poster.html", language, **values),
            drawings={"race.svg": race} if values["chart"] else {},
            picture_width=WIDTH,
            picture_colours=MOST_COLOURS,
        )

    def _drawings(
        self, copy: Copy, values: dict[str, Any], prefix: str = ""
    ) -> dict[str, str]:
        """Return the drawings of a sheet; their names begin with *prefix*."""
        return {
            f"{prefix}{name}.svg": self._render(
                f"sheets/{template}", copy.language, **values, **more
            )
            for name, template, more in drawings_of(values)
        }

    def _render(self, template: str, language: str, **values: Any) -> str:
        tag = language_of(language).tag
        return whole_words(
            self._environment(tag).get_template(template).render(values), tag
        )

    def _environment(self, tag: str) -> Environment:
        if tag not in self._environments:
            self._environments[tag] = _environment(self._loader, tag)
        return self._environments[tag]


def _environment(loader: FileSystemLoader, tag: str) -> Environment:
    environment = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_translations(  # type: ignore[attr-defined]  # added by the extension
        translations(tag), newstyle=True
    )
    environment.globals.update(
        language=tag, deck=Deck.PEOPLE, suit_shapes=SUITS, key_line=KEY_LINE
    )
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
        game_title=lambda word: game_title(word, tag),
        edition_name=lambda edition: edition_name(edition, tag),
    )
    return environment


def _size_in(word: str, width: float, largest: float) -> float:
    steps = {round(largest * step, 1): 1 for step in (1, 0.92, 0.84, 0.76, 0.68)}
    return size_for(word, width_mm=width, sizes=steps)
