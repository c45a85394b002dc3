"""What a completed sheet shows besides its totals and bids, and on which paper."""

from dataclasses import dataclass

from scorepad.sheets.paper import Paper

SHEET_PAPERS = (Paper.A4, Paper.LETTER)
"""The papers on which a whole game can be read."""


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
