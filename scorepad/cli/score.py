"""``scorepad score``: work out a game document."""

import sys
from pathlib import Path
from typing import BinaryIO

import click

from scorepad.cli import CommandError, print_json
from scorepad.games.documents import LARGEST, NotADocument
from scorepad.games.registry import GAMES, parse_game

OBJECTED = 1
PDF = b"%PDF-"


@click.command("score")
@click.argument("file")
def score(file: str) -> int:
    """Work out a game document and print the result as one JSON object.

    Prints points, totals, ranks, winners and objections, and what else belongs to the
    game. docs/game-document.md describes input and output. FILE is a game document, or
    a sheet that Scorepad printed, which carries its document; - reads standard input.

    Exit status: 0 if there are no objections, 1 if there are (the rest is still worked
    out), 2 if the file is no game document.
    """
    try:
        word, game = parse_game(read_document(file))
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
    except NotADocument as refused:
        raise CommandError(str(refused)) from None
    answer = GAMES[word].answer_for(game)
    print_json(answer)
    return OBJECTED if answer["objections"] else 0


def read_document(name: str) -> bytes:
    """Read a document, or extract it from a PDF, up to the size limit.

    :raises NotADocument: the PDF contains none.
    """
    if name == "-":
        return _document_in(sys.stdin.buffer)
    with Path(name).open("rb") as file:
        return _document_in(file)


def _document_in(file: BinaryIO) -> bytes:
    start = file.read(LARGEST + 1)
    if not start.startswith(PDF):
        return start
    # Only for PDFs: scoring a game loads nothing but the rules.
    from scorepad.pdf.attachments import (  # noqa: PLC0415 - only a PDF needs it
        MOST_PDF,
        NotASheetError,
        document_in,
    )

    try:
        return document_in(start + file.read(MOST_PDF + 1 - len(start)))
    except NotASheetError as refused:
        raise NotADocument(str(refused)) from None
