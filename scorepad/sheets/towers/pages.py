"""The paper of Wandering Towers: to track a game, to set one up, to keep one."""

import json
from typing import Any

from scorepad.pdf.jobs import PrintJob
from scorepad.rules.towers.document import document_of
from scorepad.rules.towers.game import Game, Spell
from scorepad.rules.towers.progress import progress_of, rounds_played
from scorepad.rules.towers.table import (
    CAPACITY,
    SEATS_ALLOWED,
    SHIELDED,
    Colour,
    placement,
)
from scorepad.sheets.completed.showing import SHEET_PAPERS, laid_out_on, zoom_of
from scorepad.sheets.html import Stationery
from scorepad.sheets.paper import PAPERS, Paper, Size
from scorepad.sheets.towers.lines import blank_lines, full_together, lines_of
from scorepad.words import towers as words
from scorepad.words.dates import format_date
from scorepad.words.languages import language_of

TOWERS_PAPERS = SHEET_PAPERS

_CARD_ZOOM = {Paper.A5: 0.7, Paper.LETTER: 0.93, Paper.HALF_LETTER: 0.66}
"""The card holds the same on every paper: all of it is drawn smaller."""

MARGIN = 12.0
ROW = 15.0
"""Millimetres of the line of one seat."""
AROUND_A_GAME = 26.0
"""Millimetres of what stands above and below the lines of a blank game."""

INKS = {
    Colour.BLUE: "#2457a6",
    Colour.YELLOW: "#c79a12",
    Colour.RED: "#b3261e",
    Colour.GREEN: "#1f7a46",
    Colour.ORANGE: "#c8621b",
    Colour.PURPLE: "#6a3d9a",
}


class TowersPages(Stationery):
    """Writes sheets of Wandering Towers; everything else is as for others."""

    def blank_towers(self, players: int, paper: Paper, *, language: str) -> PrintJob:
        """As many games to be marked by hand as fit on one page."""
        page = laid_out_on(paper)
        lines = blank_lines(players)
        games = int((page.height - 2 * MARGIN) // (AROUND_A_GAME + ROW * players))
        html = self._written(
            "blank", language, page, lines=lines, games=max(1, games), players=players
        )
        return PrintJob(html=html, zoom=zoom_of(paper))

    def setup_card(self, paper: Paper, *, language: str) -> PrintJob:
        """Who gets what and stands where for every number of players; the spells."""
        tag = language_of(language).tag
        size, zoom = PAPERS[paper], _CARD_ZOOM.get(paper, 1.0)
        html = self._written(
            "setup",
            language,
            Size(round(size.width / zoom, 3), round(size.height / zoom, 3)),
            tables=words.tables(),
            placements={each: placement(each, 0) for each in SEATS_ALLOWED},
            capacity=CAPACITY,
            shielded=SHIELDED,
            cards=words.spell_cards(tag),
        )
        return PrintJob(html=html, zoom=zoom)

    def completed_towers(
        self,
        game: Game,
        *,
        language: str,
        title: str | None = None,
        paper: Paper = Paper.A4,
    ) -> PrintJob:
        """The sheet of a *game*, finished or not; it carries the game document.

        The *title* is the group's name; without one the date stands there.
        """
        tag = language_of(language).tag
        progress = progress_of(game)
        day = format_date(game.played_on, tag) if game.played_on else None
        html = self._written(
            "completed",
            language,
            laid_out_on(paper),
            game=game,
            title=title,
            day=day,
            lines=lines_of(game),
            progress=progress,
            rounds=rounds_played(progress, game),
            full_at_win=full_together(game),
        )
        return PrintJob(
            html=html,
            document=json.dumps(document_of(game), ensure_ascii=False),
            document_name=f"towers-{game.played_on or 'game'}.json",
            zoom=zoom_of(paper),
        )

    def _written(self, name: str, language: str, page: Size, **values: Any) -> str:
        tag = language_of(language).tag
        return self._render(
            f"sheets/towers/{name}.html",
            language,
            page=page,
            margin=MARGIN,
            row=ROW,
            inks=INKS,
            colour_name=lambda colour: words.colour_name(colour, tag),
            spell_name=lambda spell: words.spell_name(Spell(spell), tag),
            **values,
        )
