"""Cards with a code, the leaflet of the rules, and a season as a picture."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from scorepad.pdf.jobs import PrintJob
from scorepad.sheets.html import render
from scorepad.sheets.lettering import size_for
from scorepad.sheets.paper import (
    LENGTH,
    PAPERS,
    REACH,
    Paper,
    Pen,
    Size,
    Stroke,
    code_for,
    path_of,
    piece,
)
from scorepad.stats.chart import Box, Chart, lay_out
from scorepad.words import rulebook
from scorepad.words.languages import language_of

LEAST_MARGIN = 4.0


class CardSize(StrEnum):
    """How large a card is."""

    WALLET = "wallet"
    A7 = "a7"
    A6 = "a6"


WALLET = Size(85.6, 54.0)
"""A wallet holds what is as large as a bank card."""

PIECES = {CardSize.A7: (2, 4), CardSize.A6: (2, 2)}
"""Across and down; these take the whole page, whichever it is."""


class CardLayout:
    """Cards of one *size* on a *paper*: all corners and sizes in millimetres.

    The *page* is upright, its *grid* is how many cards lie across and down; a *card* is
    what fits of paper that is not quite DIN; *corners* are the upper left ones.
    """

    def __init__(self, paper: Paper, size: CardSize) -> None:
        page = PAPERS[paper]
        across, down = self.grid = PIECES.get(size) or (
            int((page.width - 2 * LEAST_MARGIN) // WALLET.width),
            int((page.height - 2 * LEAST_MARGIN) // WALLET.height),
        )
        card = Size(page.width / across, page.height / down)
        if size not in PIECES:
            card = WALLET
        left = (page.width - across * card.width) / 2
        top = (page.height - down * card.height) / 2
        self._xs = [left + n * card.width for n in range(across + 1)]
        self._ys = [top + n * card.height for n in range(down + 1)]
        self.paper, self.size, self.page, self.card = paper, size, page, card
        self.corners = tuple(
            (round(x, 3), round(y, 3)) for y in self._ys[:-1] for x in self._xs[:-1]
        )

    def marks(self) -> tuple[Stroke, ...]:
        """Where to cut: at the ends of every cut, and a cross where two meet."""
        width, height = self.page.width, self.page.height
        xs = [x for x in self._xs if LEAST_MARGIN <= x <= width - LEAST_MARGIN]
        ys = [y for y in self._ys if LEAST_MARGIN <= y <= height - LEAST_MARGIN]
        tops, lefts = _ends(self._ys[0], height), _ends(self._xs[0], width)
        crosses = (cross for x in xs for y in ys for cross in _cross(x, y))
        return (
            *(Stroke(Pen.HAIR, x, y, x, to) for x in xs for y, to in tops),
            *(Stroke(Pen.HAIR, x, y, to, y) for y in ys for x, to in lefts),
            *crosses,
        )


def _ends(margin: float, length: float) -> tuple[tuple[float, float], ...]:
    start = margin - LENGTH if margin >= REACH + LENGTH else min(margin, REACH)
    start = REACH if margin == 0 else max(start, LEAST_MARGIN)
    stop = start + LENGTH if margin == 0 else margin
    return (start, stop), (length - stop, length - start)


def _cross(x: float, y: float) -> Iterator[Stroke]:
    half = LENGTH / 4
    yield Stroke(Pen.HAIR, x - half, y, x + half, y)
    yield Stroke(Pen.HAIR, x, y - half, x, y + half)


INSETS = {CardSize.WALLET: 5.0, CardSize.A7: 6.0, CardSize.A6: 7.0}
"""Millimetres between the cut and what is written."""
GAP = 4.0
CARD_NAME_SIZES = {
    CardSize.WALLET: {13.0: 1, 11.0: 2, 9.0: 2, 7.5: 3},
    CardSize.A7: {18.0: 2, 15.0: 2, 12.0: 3, 9.0: 4},
    CardSize.A6: {24.0: 2, 20.0: 2, 16.0: 3, 12.0: 4},
}
CODE_SIDES = {CardSize.WALLET: 33.0, CardSize.A7: 44.0, CardSize.A6: 60.0}
KEY_PIECE = 8
"""So many letters of a key stand together, to be typed."""


class CodeTooDenseError(Exception):
    """The address is too long for a code that phones can read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What stands on every card: the *address* that its code opens.

    With a *key* the address ends with it, and whoever has the card is let in.
    """

    group: str | None
    address: str
    key: str = ""
    paper: Paper = Paper.A4
    size: CardSize = CardSize.WALLET


def card_page(card: Card, *, language: str) -> PrintJob:
    """A page full of the same *card*.

    :raises CodeTooDenseError: the address is too long.
    """
    code = code_for((card.address,))
    if code is None:
        raise CodeTooDenseError
    layout = CardLayout(card.paper, card.size)
    inset, side = INSETS[card.size], CODE_SIDES[card.size]
    # Words stand beside the code, or on the tallest card above it.
    width = layout.card.width - 2 * inset
    if card.size is not CardSize.A6:
        width -= side + GAP
    sizes = CARD_NAME_SIZES[card.size]
    html = render(
        "cards.html",
        language,
        card=card,
        code=code,
        layout=layout,
        marks=path_of(layout.marks(), Pen.HAIR),
        inset=inset,
        side=side,
        width=width,
        name_size=size_for(card.group or "Scorepad", width_mm=width, sizes=sizes),
        plain=card.address.partition("#")[0],
        key_pieces=[
            card.key[at : at + KEY_PIECE] for at in range(0, len(card.key), KEY_PIECE)
        ],
    )
    return PrintJob(html=html)


LEAFLET_PAPERS = (Paper.A4, Paper.LETTER)

INSET = 8.5
"""Millimetres between the edge, or the fold, and what is written."""

TYPE_SIZES = {"en": 7.9, "de": 7.5, "ko": 8.1, "zh-Hant": 8.6}
"""Points of the type; languages with short words leave room for larger ones."""
TYPE_SIZE = 8.7


def leaflet(paper: Paper, *, language: str) -> PrintJob:
    """Two pages with two panels each: outside the last and the first, inside two.

    The *paper* lies on its side; folded along the middle the first panel is on top.
    """
    tag = language_of(language).tag
    page = PAPERS[paper].turned
    html = render(
        "leaflet.html",
        tag,
        page=page,
        half=piece(page, 2),
        inset=INSET,
        points=TYPE_SIZES.get(tag, TYPE_SIZE),
        specials=rulebook.specials(tag),
        boxes=rulebook.boxes(tag),
        groups=rulebook.variants(tag),
        tables=rulebook.tables(),
        peoples=rulebook.peoples(tag),
        matrix=rulebook.matrix(),
    )
    return PrintJob(html=html)


WIDTH, HEIGHT = 1200, 630
"""Pixels: what messengers show whole."""

MOST_COLOURS = 256
"""Six lines in their colours, the suits, gold, and all the shades at their edges."""

PIXELS_PER_MM = 96 / 25.4
CHART = Box(620, 448, left=50, right=16, top=14, bottom=12)
LEGEND_LINE = 44
STEP_WIDTH = 148
STEP_HEIGHTS = (200, 148, 106)
PLACES = (1, 0, 2)
"""Where on the podium the best, the second and the third step stand, from the left."""

NAMES_ON_A_STEP = 2
STEP_NAMES = (
    {20: 1, 17: 2, 14: 3, 11.5: 4, 9.5: 5},
    {15: 1, 13: 2, 11: 2, 9: 3, 8: 4},
)
"""Of a single name, and of each of several."""
LEGEND_SIZES = {13: 1, 11: 1, 9.5: 2, 8: 2}
LEGEND_WIDTH = 262
TITLE_SIZES = {40: 1, 33: 1, 26: 2, 21: 3}
GROUP_SIZES = {20: 1, 16: 1, 13: 2}
TITLE_WIDTH = 430
DASHES = ("", "10 5", "3 4", "14 5 3 5", "22 7", "4 9")
"""Longer than on pages: the lines are thicker, and often seen small."""

COLOURS = ("#80590a", "#2457a6", "#1f7a46", "#9c2f1d", "#6a3d9a", "#4a4456")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the podium: a rank, all who share it, and the figure they have."""

    rank: int
    names: tuple[str, ...]
    figure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster:
    """What the picture of a season shows, in words of the reader's language.

    *steps* are the best ranks, the first one first; *rows* have a number for each of
    *people* after each game, as in :func:`scorepad.stats.chart.race`. *caption* says
    what is compared.
    """

    group: str | None
    season: str
    dates: str
    caption: str
    steps: tuple[Step, ...] = ()
    people: tuple[str, ...] = ()
    rows: tuple[tuple[int | None, ...], ...] = ()
    games: int = 0
    players: int = 0


def season_picture(poster: Poster, *, language: str) -> PrintJob:
    """A *poster* of a season; print it with :meth:`Renderer.picture`."""
    values = _values(poster)
    race = render("race.svg", language, **values)
    return PrintJob(
        html=render("poster.html", language, **values),
        drawings={"race.svg": race} if values["chart"] else {},
        picture_width=WIDTH,
        picture_colours=MOST_COLOURS,
    )


def _values(poster: Poster) -> dict[str, Any]:
    return {
        "poster": poster,
        "width": WIDTH,
        "height": HEIGHT,
        "steps": [
            {
                "step": step,
                "left": PLACES[place] * (STEP_WIDTH + 6),
                "width": STEP_WIDTH,
                "height": STEP_HEIGHTS[place],
                "names": [
                    (
                        name,
                        _size(name, STEP_WIDTH, STEP_NAMES[len(step.names) > 1]),
                    )
                    for name in step.names[:NAMES_ON_A_STEP]
                ],
                "more": len(step.names) - NAMES_ON_A_STEP,
            }
            for place, step in enumerate(poster.steps[: len(PLACES)])
        ],
        "legend": [
            (seat, name, _size(name, LEGEND_WIDTH, LEGEND_SIZES))
            for seat, name in enumerate(poster.people)
        ],
        "chart": _chart(poster),
        "legend_line": LEGEND_LINE,
        "colours": COLOURS,
        "dashes": DASHES,
        "title_size": _size(poster.season, TITLE_WIDTH, TITLE_SIZES),
        "group_size": _size(poster.group or "", TITLE_WIDTH, GROUP_SIZES),
    }


def _chart(poster: Poster) -> Chart | None:
    if len(poster.rows) <= 1:
        return None
    seats = len(poster.people)
    box = replace(CHART, height=CHART.height - LEGEND_LINE * -(-seats // 2))
    return lay_out(poster.rows, seats=seats, box=box, from_zero=False)


def _size(text: str, pixels: float, sizes: dict[Any, int]) -> float:
    return size_for(text, width_mm=pixels / PIXELS_PER_MM, sizes=sizes)
