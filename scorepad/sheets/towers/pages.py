"""The paper of Wandering Towers: to track a game, to set one up, to keep one."""

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from scorepad.pdf.jobs import PrintJob
from scorepad.rules.towers.document import document_of
from scorepad.rules.towers.models import SEATS_ALLOWED, Colour, Game, Spell
from scorepad.rules.towers.progress import (
    Progress,
    progress_of,
    ranks,
    rounds_played,
    side_standings,
    sides_at_goal,
    winners,
)
from scorepad.rules.towers.table import (
    CAPACITY,
    SHIELDED,
    placement,
    potions_each,
    side_of,
    wizards_each,
)
from scorepad.sheets.completed.record import SHEET_PAPERS, laid_out_on, zoom_of
from scorepad.sheets.html import Stationery
from scorepad.sheets.paper import PAPERS, Paper, Size
from scorepad.words import towers as words
from scorepad.words.figures import format_date
from scorepad.words.languages import language_of


@dataclass(frozen=True, slots=True)
class Line:
    """One seat: *wizards* and *bottles* are what is drawn, one word for each of them.

    *rank* is that of its side and ``None`` before the end; *spells* names what it cast,
    with how often.
    """

    name: str = ""
    colour: Colour | None = None
    wizards: tuple[str, ...] = ()
    bottles: tuple[str, ...] = ()
    full: int | None = None
    rank: int | None = None
    has_won: bool = False
    is_at_goal: bool = False
    team: int | None = None
    spells: tuple[tuple[str, int], ...] = ()


def blank_lines(players: int) -> tuple[Line, ...]:
    """Everything to be marked by hand.

    >>> blank_lines(2)[0].bottles
    ('empty', 'empty', 'empty', 'empty', 'empty', 'empty')
    """
    away = ("away",) * wizards_each(players)
    empty = ("empty",) * potions_each(players)
    return (Line(wizards=away, bottles=empty),) * players


def lines_of(game: Game, progress: Progress) -> tuple[Line, ...]:
    """How far everybody has come, in seat order."""
    placed = ranks(progress.standings, game.sides) if progress.over else None
    won = winners(progress.standings, game.sides) if progress.over else ()
    at_goal = sides_at_goal(progress.standings, game.sides)
    wizards = wizards_each(len(game.players))
    lines = []
    for seat, held in enumerate(progress.holdings):
        side, now = side_of(seat, game.sides), held.standing
        empty = max(0, held.bottles - now.full - now.spent)
        cast = Counter(each.spell for each in game.events if each.seat == seat)
        lines.append(
            Line(
                name=game.players[seat],
                colour=game.colours[seat] if game.colours else None,
                wizards=("home",) * now.home + ("away",) * (wizards - now.home),
                bottles=("full",) * now.full
                + ("spent",) * now.spent
                + ("empty",) * empty,
                full=now.full,
                rank=placed[side] if placed else None,
                has_won=side in won,
                is_at_goal=side in at_goal,
                team=side + 1 if game.teams else None,
                spells=tuple(
                    (spell.value, times) for spell, times in cast.most_common() if spell
                ),
            )
        )
    return tuple(lines)


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
        # The full bottles of each side that won; 0 where none did.
        reached = side_standings(progress.standings, game.sides)
        won = winners(progress.standings, game.sides)
        full = max((reached[side].full for side in won), default=0)
        day = format_date(game.played_on, tag) if game.played_on else None
        html = self._written(
            "completed",
            language,
            laid_out_on(paper),
            game=game,
            title=title,
            day=day,
            lines=lines_of(game, progress),
            progress=progress,
            rounds=rounds_played(progress, game),
            full_at_win=full,
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
