"""Work out a game document and print what follows from it, as one JSON object.

Prints players, cards of every round, points, running totals, ranks, winners and
objections. docs/game-document.md describes what goes in and what comes out.

Exit status: 0 when there is nothing to object to, 1 when there is (the rest is
still worked out), 2 when the file is no game document.
"""

import argparse
import sys
from pathlib import Path

from scorepad.commands.printing import print_json, refuse
from scorepad.rules.strict_json import LARGEST
from scorepad.rules.wizard.document import NotADocument, answer_for, parse_document

OBJECTED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the file to read."""
    parser.add_argument(
        "file", metavar="FILE", help="the game document; - reads standard input"
    )


def run(args: argparse.Namespace) -> int:
    """Print the answer."""
    try:
        game = parse_document(_read(args.file))
    except OSError as error:
        return refuse("score", f"{args.file} cannot be read: {error.strerror}.")
    except NotADocument as refused:
        return refuse("score", str(refused))
    answer = answer_for(game)
    print_json(answer)
    return OBJECTED if answer["objections"] else 0


def _read(name: str) -> bytes:
    """Read no more than it takes to see that a file is too long."""
    if name == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    with Path(name).open("rb") as file:
        return file.read(LARGEST + 1)
