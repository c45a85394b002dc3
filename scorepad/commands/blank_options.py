"""The options of ``scorepad sheet`` for blank sheets."""

import argparse
import re

from scorepad.rules.wizard.game import Schedule
from scorepad.sheets.blank.wanted import Blank, CannotBePlayed, objections_to_blank
from scorepad.sheets.paper import PER_PAGE, Paper, Turn
from scorepad.words.problems import sentence_for

STAIRCASE = "staircase"
MOST_COPIES = 1000

_SWITCHES = {
    "no-trump": "without a column for trump",
    "dealer": "with dots that show who deals",
    "bids": "with a column for the sum of the bids",
    "bomb": "with a column for tricks that nobody gets",
    "cloud": "with a column for changed bids",
    "large": "in large print",
    "ink-saving": "with thin lines and no tints",
    "no-reminder": "without the scoring at the foot",
    "no-place": "without lines for date and place",
}


def add_blank_options(parser: argparse.ArgumentParser) -> None:
    """Take everything that can be chosen of a blank sheet."""
    group = parser.add_argument_group("blank sheets")
    group.add_argument(
        "--schedule",
        choices=[each.value for each in Schedule],
        help="which rounds are played (default: standard)",
    )
    group.add_argument(
        "--cards", type=_cards, metavar="LIST", help="cards per round, such as 1,3,5"
    )
    group.add_argument(
        "--names", metavar="NAMES", help="names to print, such as Ute,Kevin,Zoë"
    )
    group.add_argument(
        "--paper",
        choices=[each.value for each in Paper],
        default=Paper.A4.value,
        help="the size of the paper (default: %(default)s)",
    )
    group.add_argument(
        "--turn",
        choices=[each.value for each in Turn],
        default=Turn.AUTO.value,
        help="which way the paper lies (default: as fits best)",
    )
    group.add_argument(
        "--per-page", type=int, choices=PER_PAGE, default=1, help="sheets on a page"
    )
    group.add_argument("--copies", type=_copies, default=1, help="how many sheets")
    group.add_argument("--link", metavar="URL", help="an address to print as a QR code")
    for switch, words in _SWITCHES.items():
        group.add_argument(f"--{switch}", action="store_true", help=words)


def blank_of(args: argparse.Namespace) -> Blank:
    """The blank sheet that was asked for.

    :raises CannotBePlayed: the message says why.
    """
    cards = args.cards or ()
    schedule = Schedule(args.schedule or ("custom" if cards else "standard"))
    blank = Blank(
        players=None if args.players == STAIRCASE else int(args.players),
        schedule=schedule,
        cards=cards,
        names=tuple(name.strip() for name in (args.names or "").split(",")),
        paper=Paper(args.paper),
        turn=Turn(args.turn),
        per_page=args.per_page,
        copies=args.copies,
        links=(args.link,) if args.link else (),
        trump=not args.no_trump,
        reminder=not args.no_reminder,
        place=not args.no_place,
        ink_saving=args.ink_saving,
        **{name: getattr(args, name) for name in ("dealer", "bids", "bomb", "cloud")},
        large=args.large,
    )
    for objection in objections_to_blank(blank):
        raise CannotBePlayed(sentence_for(objection.problem, "en"))
    return blank


def _cards(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.split(r"[\s,;]+", text.strip()))


def _copies(text: str) -> int:
    if not 1 <= int(text) <= MOST_COPIES:
        raise argparse.ArgumentTypeError(f"1 to {MOST_COPIES} copies can be printed")
    return int(text)
