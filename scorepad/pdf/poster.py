"""The season as a picture to share: podium and race."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from scorepad.pdf.drawings import COLOURS
from scorepad.pdf.text_metrics import size_for
from scorepad.statistics.chart import Box, Chart, lay_out

WIDTH, HEIGHT = 1200, 630
"""Pixels: messengers show this size uncropped."""

MOST_COLOURS = 256
"""Enough for six lines, suits, gold, and the shades of their edges."""

PIXELS_PER_MM = 96 / 25.4
CHART = Box(620, 448, left=50, right=16, top=14, bottom=12)
LEGEND_LINE = 44
STEP_WIDTH = 148
STEP_HEIGHTS = (200, 148, 106)
PLACES = (1, 0, 2)
"""Positions of the first three steps on the podium, from the left."""

NAMES_ON_A_STEP = 2
NAME_SIZES = (
    {20: 1, 17: 2, 14: 3, 11.5: 4, 9.5: 5},
    {15: 1, 13: 2, 11: 2, 9: 3, 8: 4},
)
"""For a single name, and for several."""
LEGEND_SIZES = {13: 1, 11: 1, 9.5: 2, 8: 2}
LEGEND_WIDTH = 262
TITLE_SIZES = {40: 1, 33: 1, 26: 2, 21: 3}
GROUP_SIZES = {20: 1, 16: 1, 13: 2}
TITLE_WIDTH = 430
DASHES = ("", "10 5", "3 4", "14 5 3 5", "22 7", "4 9")
"""Longer than on pages: lines are thicker, and often viewed small."""


class PodiumStep(NamedTuple):
    """A step of the podium: a rank, all who share it, and their figure."""

    rank: int
    names: tuple[str, ...]
    figure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster:
    """The contents of a season picture, in the reader's language.

    *steps* are the best ranks in order; *rows* have a number for each of *people* after
    each game, as in :func:`scorepad.statistics.chart.race`. *caption* names the figure.
    """

    group: str | None
    season: str
    dates: str
    caption: str
    steps: tuple[PodiumStep, ...] = ()
    people: tuple[str, ...] = ()
    rows: tuple[tuple[int | None, ...], ...] = ()
    games: int = 0
    players: int = 0


def poster_values(poster: Poster) -> dict[str, Any]:
    """Return the values for the templates of a poster."""
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
                    (name, _size(name, STEP_WIDTH, NAME_SIZES[len(step.names) > 1]))
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
        "colours": [COLOURS[f"seat-{seat}"] for seat in range(len(DASHES))],
        "dashes": DASHES,
        "title_size": _size(poster.season, TITLE_WIDTH, TITLE_SIZES),
        "group_size": _size(poster.group or "", TITLE_WIDTH, GROUP_SIZES),
    }


def _chart(poster: Poster) -> Chart | None:
    if len(poster.rows) <= 1:
        return None
    seats = len(poster.people)
    box = CHART._replace(height=CHART.height - LEGEND_LINE * -(-seats // 2))
    return lay_out(poster.rows, seats=seats, box=box, from_zero=False)


def _size(text: str, pixels: float, sizes: dict[Any, int]) -> float:
    return size_for(text, width_mm=pixels / PIXELS_PER_MM, sizes=sizes)
