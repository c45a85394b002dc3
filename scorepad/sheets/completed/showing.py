"""What a completed sheet shows besides its totals and bids, and on which paper."""

from dataclasses import dataclass

from scorepad.sheets.paper import PAPERS, Paper, Size

SHEET_PAPERS = (Paper.A4, Paper.A5, Paper.LETTER, Paper.HALF_LETTER)
"""The papers on which a whole game can be read."""

_SMALLER = {Paper.A5: 0.8, Paper.HALF_LETTER: 0.8}


def zoom_of(paper: Paper) -> float:
    """How much smaller than on a whole page everything is drawn on this *paper*."""
    return _SMALLER.get(paper, 1.0)


def laid_out_on(paper: Paper) -> Size:
    """The size of a *paper* in the millimetres of the layout, before the zoom."""
    size, zoom = PAPERS[paper], zoom_of(paper)
    return Size(round(size.width / zoom, 3), round(size.height / zoom, 3))


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """The choices of whoever prints a sheet.

    *tricks* are also written where the bid was met, *points* are those of each round.
    """

    paper: Paper = Paper.A4
    tricks: bool = False
    points: bool = False
    chart: bool = True
    awards: bool = True
    notes: bool = True
