"""Paper of Wandering Towers: blank games, the set-up card, rules, a game."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

from scorepad.games import towers
from scorepad.games.towers import Colour, TowersGame, progress
from scorepad.i18n.rules import values_of_towers
from scorepad.pdf.html import render
from scorepad.pdf.paper import COLOURS, PAPERS, ZOOMS, Paper, laid_out_on
from scorepad.pdf.worker import PrintJob

_CARD_ZOOM = {Paper.A5: 0.7, Paper.LETTER: 0.93, Paper.HALF_LETTER: 0.66}
"""The card has the same content on every paper, reduced."""

MARGIN = 12.0
ROW = 15.0  # height of a seat's line in millimetres
AROUND_A_GAME = 26.0  # millimetres above and below a blank game

INKS = {
    Colour.BLUE: COLOURS["human"],
    Colour.YELLOW: "#c79a12",
    Colour.RED: COLOURS["dwarf"],
    Colour.GREEN: COLOURS["elf"],
    Colour.ORANGE: "#c8621b",
    Colour.PURPLE: COLOURS["seat-4"],
}


def blank_towers(players: int, paper: Paper, *, language: str) -> PrintJob:
    """Return as many blank games as fit on one page."""
    height = laid_out_on(paper).height - 2 * MARGIN
    return _job(
        "blank",
        language,
        paper,
        standings=(progress.NOTHING,) * players,
        empty=(towers.POTIONS_EACH[players],) * players,
        wizards=towers.WIZARDS_EACH[players],
        games=max(1, int(height // (AROUND_A_GAME + ROW * players))),
    )


def setup_card(paper: Paper, *, language: str) -> PrintJob:
    """Return the set-up for every number of players, and the spells."""
    return _job(
        "setup",
        language,
        paper,
        _CARD_ZOOM.get(paper, 1.0),
        placements={each: towers.placement(each, 0) for each in towers.SEATS_ALLOWED},
        capacity=towers.CAPACITY,
        shielded=towers.SHIELDED,
    )


def leaflet(paper: Paper, *, language: str) -> PrintJob:
    """Return two pages of two panels, to be folded in the middle, the first on top."""
    return _job("leaflet", language, paper, 1.0, page=PAPERS[paper].turned)


def completed_towers(
    game: TowersGame,
    *,
    language: str,
    title: str | None = None,
    paper: Paper = Paper.A4,
    rights: bool = False,
) -> PrintJob:
    """Return the sheet of a *game* with its document; the usual *title* is the date."""
    found = progress.progress_of(game)
    standings, seats = found.standings, range(len(game.players))
    reached = progress.reached_by_seat(game, standings)
    won = progress.winners(game, standings) if found.over else ()
    cast = [Counter(e.spell for e in game.events if e.seat == seat) for seat in seats]
    job = _job(
        "completed",
        language,
        paper,
        game=game,
        title=title,
        progress=found,
        rounds=progress.rounds_played(found, game),
        standings=standings,
        empty=found.empty,
        wizards=towers.WIZARDS_EACH[len(seats)],
        placed=progress.ranks(game, standings) if found.over else None,
        won=won,
        at_goal=progress.seats_at_goal(game, standings),
        spells=[each.most_common() for each in cast],
        rights=rights,
        full_at_win=max((reached[seat].full for seat in won), default=0),
    )
    document = json.dumps(towers.document_of(game), ensure_ascii=False)
    name = f"towers-{game.played_on or 'game'}.json"
    return replace(job, document=document, document_name=name)


def _job(
    name: str, language: str, paper: Paper, zoom: float | None = None, **values: Any
) -> PrintJob:
    values = {"page": laid_out_on(paper, zoom), **values_of_towers(language), **values}
    values |= {"margin": MARGIN, "row": ROW, "inks": INKS}
    html = render(f"sheets/towers/{name}.html", language, **values)
    return PrintJob(html=html, zoom=zoom or ZOOMS[paper])
