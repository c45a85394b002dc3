"""Work out a game document and print what follows from it, as one JSON object.

Prints points, totals, ranks, winners and objections, and what else belongs to its
game. docs/game-document.md describes what goes in and what comes out. A sheet that
Scorepad printed carries its document and is read as well.

Exit status: 0 when there is nothing to object to, 1 when there is (the rest is
still worked out), 2 when the file is no game document.
"""

import argparse
import sys
from pathlib import Path
from typing import BinaryIO

from scorepad.commands.printing import print_json, refuse
from scorepad.rules.documents import NotADocument
from scorepad.rules.games import answer_to
from scorepad.rules.strict_json import LARGEST

OBJECTED = 1
PDF = b"%PDF-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the file to read."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="the game document or a printed sheet; - reads standard input",
    )


def run(args: argparse.Namespace) -> int:
    """Print the answer."""
    try:
        answer = answer_to(read_document(args.file))
    except OSError as error:
        return refuse("score", f"{args.file} cannot be read: {error.strerror}.")
    except NotADocument as refused:
        return refuse("score", str(refused))
    print_json(answer)
    return OBJECTED if answer["objections"] else 0


def read_document(name: str) -> bytes:
    """Read a document, or take it out of a PDF; no more than shows it is too long.

    :raises NotADocument: it is a PDF that carries none.
    """
    if name == "-":
        return _document_in(sys.stdin.buffer)
    with Path(name).open("rb") as file:
        return _document_in(file)


def _document_in(file: BinaryIO) -> bytes:
    start = file.read(LARGEST + 1)
    if not start.startswith(PDF):
        return start
    # Only for PDFs: reckoning alone loads nothing but the rules.
    from scorepad.pdf.attachments import (  # noqa: PLC0415  # see above
        MOST_PDF,
        NotASheetError,
        document_in,
    )

    try:
        return document_in(start + file.read(MOST_PDF + 1 - len(start)))
    except NotASheetError as refused:
        raise NotADocument(str(refused)) from None
