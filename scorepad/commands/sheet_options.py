"""The options of ``scorepad sheet`` for the sheet of a game."""

import argparse

from scorepad.sheets.completed.showing import SHEET_PAPERS, Showing
from scorepad.sheets.paper import Paper

_SWITCHES = {
    "tricks": "with the tricks also where the bid was met",
    "points": "with the points of each round",
    "no-chart": "without the chart of the totals",
    "no-awards": "without awards",
    "no-notes": "without notes and remarks",
}


class NotForSheets(ValueError):  # noqa: N818 - names what is wrong, as an error
    """The sheet of a game is not printed on such paper; the message says on which."""


def add_sheet_options(parser: argparse.ArgumentParser) -> None:
    """Take everything that can be chosen of a completed sheet."""
    group = parser.add_argument_group("the sheet of a game")
    group.add_argument("--title", help="what to write above it (default: its date)")
    for switch, words in _SWITCHES.items():
        group.add_argument(f"--{switch}", action="store_true", help=words)


def showing_of(args: argparse.Namespace) -> Showing:
    """What was chosen.

    :raises NotForSheets: the paper is too small.
    """
    paper = Paper(args.paper)
    if paper not in SHEET_PAPERS:
        fitting = " or ".join(each.value for each in SHEET_PAPERS)
        raise NotForSheets(f"The sheet of a game needs --paper {fitting}.")
    return Showing(
        paper=paper,
        tricks=args.tricks,
        points=args.points,
        chart=not args.no_chart,
        awards=not args.no_awards,
        notes=not args.no_notes,
    )
