"""HTML pages for printing: sheets, season pictures, cards with a code, a leaflet."""

import json
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorepad.games.names import COLOURS as PLAYER_COLOURS
from scorepad.games.names import Look
from scorepad.games.wizard import document, models
from scorepad.games.wizard.sheet import Sheet
from scorepad.i18n import languages
from scorepad.i18n.rules import names_in, values_of_the_rules
from scorepad.pdf import blank_layout, completed
from scorepad.pdf import paper as papers
from scorepad.pdf.blank import Blank
from scorepad.pdf.text_metrics import forms_for, runs_left, size_for
from scorepad.pdf.worker import ROOT, PrintJob
from scorepad.statistics import season, story
from scorepad.statistics.chart import Box, lay_out

WIDTH, HEIGHT = 1200, 630  # pixels: messengers show this size uncropped
RESULT = (1080, 1350)  # pixels: fills a phone held upright
LAST_STEP = 3  # of the podium
FEW = 3  # more players below the podium leave room for two awards, not four
_PATHS = re.compile(r'id="picture-(\w+)".*? d="([^"]+)"')
CHART = Box(620, 448, left=50, right=16, top=14, bottom=12)
LEGEND_LINE = 44
TEMPLATES = ROOT / "templates"
STEPS = (1, 0.92, 0.84, 0.76, 0.68)  # of a word's size in a column's head
POSTER_DASHES = ("", "10 5", "3 4", "14 5 3 5", "22 7", "4 9", "12 4 2 4 2 4", "6 12")
"""Longer than on pages: lines are thicker, and often viewed small."""

_SENTENCES = re.compile(r"<(p|li)\b[^>]*>.*?</\1>", re.DOTALL)
_TAGS = re.compile(r"(<[^<>]*>)")
_LONGEST = 12  # syllables; a longer word may have to be broken
_WORD = re.compile(
    rf"(?<![\uac00-\ud7a3])[\uac00-\ud7a3]{{2,{_LONGEST}}}(?![\uac00-\ud7a3])[.,:;!?]*"
)
_WHOLE = r'<span style="white-space:nowrap">\g<0></span>'


def _whole_words(sentence: re.Match[str]) -> str:
    """Prevent breaks inside words of Korean, which WeasyPrint's CSS cannot."""
    parts = _TAGS.split(sentence[0])
    return "".join(p if p.startswith("<") else _WORD.sub(_WHOLE, p) for p in parts)


def blank_sheet(blank: Blank, *, language: str) -> PrintJob:
    """Return a *blank* sheet, repeated as often as fits on a page."""
    values = blank_layout.page_values(blank, language)
    html = render("sheets/blank.html", language, **values)
    return PrintJob(html=html, copies=values["copies"])


def completed_sheet(copy: completed.Copy) -> PrintJob:
    """Return the sheet of a game, finished or not, with the document attached."""
    values = completed.values_of(copy)
    return PrintJob(
        html=render("sheets/sheet.html", copy.language, drawn="", **values),
        drawings=drawings_of(copy.language, values),
        document=json.dumps(document.document_of(copy.game), ensure_ascii=False),
        document_name=f"wizard-{copy.game.played_on or 'game'}.json",
        zoom=papers.ZOOMS[copy.showing.paper],
    )


def drawings_of(
    language: str, values: dict[str, Any], prefix: str = ""
) -> dict[str, str]:
    """Return the drawings of a sheet; their names begin with *prefix*."""
    drawn = {}
    for number, page in enumerate(values["layout"].pages):
        ink = render("sheets/ink.svg", language, page=page, **values)
        drawn[f"{prefix}ink-{number}.svg"] = ink
    if values["chart"]:
        drawn[f"{prefix}chart.svg"] = render("sheets/chart.svg", language, **values)
    return drawn


def season_picture(race: season.Race, *, language: str, **poster: Any) -> PrintJob:
    """Return a picture of a season with its *race*, and a *poster* of all else."""
    chart = None
    if len(race.rows) > 1:
        seats = len(race.people)
        box = CHART._replace(height=CHART.height - LEGEND_LINE * -(-seats // 2))
        chart = lay_out(race.rows, seats=seats, box=box, from_zero=False)
    poster["people"] = [person.name for person in race.people]
    return picture_job(
        "poster", language, poster=poster, chart=chart, legend_line=LEGEND_LINE
    )


def picture_job(
    template: str, language: str, size: tuple[int, int] = (WIDTH, HEIGHT), **values: Any
) -> PrintJob:
    """Return a picture by its template in ``templates/sheets``: of an "evening"."""
    values = {"chart": None, "dashes": POSTER_DASHES, **values}
    values |= {"width": size[0], "height": size[1]}
    drawings = {}
    if values["chart"]:
        drawings["race.svg"] = render("sheets/race.svg", language, **values)
    return PrintJob(
        html=render(f"sheets/{template}.html", language, **values),
        drawings=drawings,
        picture_width=size[0],
    )


def result_picture(
    sheet: Sheet, looks: Sequence[Look], where: str, *, language: str
) -> PrintJob:
    """Return the result of a finished game as a picture, with the *looks* of seats."""
    rest = [seat for seat in sheet.by_rank if sheet.ranks[seat] > LAST_STEP]
    prizes = story.awards_of(sheet)[: 2 if len(rest) > FEW else 4]
    row, prizes_top = 44 if len(rest) > FEW else 56, 1290 - 104 * -(-len(prizes) // 2)
    chart_top = 744 + row * len(rest)
    paths = dict(_PATHS.findall((TEMPLATES / "pictures.svg").read_text("utf-8")))
    totals = [row.totals for row in sheet.rows if row.totals is not None]
    chart = None
    if len(totals) > 1:
        box = Box(920, prizes_top - 24 - chart_top, left=56, top=12, bottom=12)
        chart = lay_out(totals, seats=len(looks), box=box)
    return picture_job(
        "result",
        language,
        RESULT,
        sheet=sheet,
        looks=[(PLAYER_COLOURS.index(own), paths.get(what)) for own, what in looks],
        where=where,
        rest=rest,
        prizes=prizes,
        chart=chart,
        row=row,
        chart_top=chart_top,
        prizes_top=prizes_top,
    )


def card_page(
    paper: papers.Paper, size: papers.CardSize, *, language: str, **card: str | None
) -> PrintJob:
    """Return a page of cards with their *group* and a *key*, which ends the *address*.

    :raises CodeTooDenseError: the address is too long.
    """
    code = papers.readable_code(card["address"] or "")
    values = {"code": code, "layout": papers.cards_on(paper, size), "size": size}
    return PrintJob(html=render("sheets/cards.html", language, card=card, **values))


def leaflet(paper: papers.Paper, *, language: str) -> PrintJob:
    """Return two pages of two panels, to be folded in the middle, the first on top."""
    values = {**values_of_the_rules(language), "page": papers.PAPERS[paper].turned}
    return PrintJob(html=render("sheets/leaflet.html", language, **values))


def render(template: str, language: str, **values: Any) -> str:
    """Return a template as text; it escapes every value, and rejects unknown ones."""
    html = _environment(language).get_template(template).render(values)
    return _SENTENCES.sub(_whole_words, html) if language == "ko" else html


@cache
def _environment(tag: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_translations(  # type: ignore[attr-defined]  # added by the extension
        languages.translations(tag), newstyle=True
    )
    environment.globals.update(
        language=tag,
        deck=models.Deck.PEOPLE,
        colours=papers.COLOURS,
        signed=languages.signed,
        **names_in(tag),
    )
    environment.filters.update(
        figure=languages.figure,
        fit=lambda text, width, sizes: size_for(text, width_mm=width, sizes=sizes),
        size_in=lambda word, width, largest: size_for(
            word, width_mm=width, sizes={round(largest * n, 1): 1 for n in STEPS}
        ),
        units=lambda millimetres: f"{millimetres * 6:.4g}",
        signed=languages.signed,
        with_breaks=languages.with_breaks,
        runs_left=runs_left,
        forms=lambda text: forms_for(text, tag),
        **names_in(tag),
    )
    return environment
