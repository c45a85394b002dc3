"""``scorepad sheet``: print a blank pad, or the sheet of a game document, as a PDF."""

import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO

import click

from scorepad.cli import CommandError
from scorepad.cli.score import read_document
from scorepad.games.documents import NotADocument
from scorepad.games.wizard.document import parse_document
from scorepad.games.wizard.schedule import SEATS_ALLOWED, Schedule
from scorepad.i18n.languages import ENGLISH, LANGUAGES
from scorepad.i18n.rules import sentence_for
from scorepad.pdf import html, worker
from scorepad.pdf.blank import Blank, objections_to_blank
from scorepad.pdf.completed import Copy, Showing
from scorepad.pdf.paper import Paper
from scorepad.pdf.renderer import Renderer

STAIRCASE = "staircase"
PLAYERS = "Blank pad: number of players, or a staircase that fits 3 to 6."
OUTPUT = "Where to write the PDF; - writes to standard output."
SEATS = click.Choice([*map(str, SEATS_ALLOWED), STAIRCASE])
TAGS = click.Choice([each.tag for each in LANGUAGES])
SIZES = click.Choice([each.value for each in Paper])
PRINTED = click.Choice([each.value for each in Schedule if each != Schedule.CUSTOM])
COPIES = click.IntRange(1, 1000)


@click.command("sheet", context_settings={"show_default": True})
@click.argument("file", type=click.File("rb"), required=False, metavar="[GAME.json]")
@click.option("--players", type=SEATS, help=PLAYERS)
@click.option("-o", "--output", required=True, metavar="FILE.pdf", help=OUTPUT)
@click.option("--language", type=TAGS, default=ENGLISH.tag, help="The language.")
@click.option("--paper", type=SIZES, default="a4", help="The size of the paper.")
@click.option("--title", help="Game: the title.  [default: its date]")
@click.option("--names", help="Blank: names to print: Ute,Kevin,Zoë.")
@click.option("--schedule", type=PRINTED, default="standard", help="Blank: its rounds.")
@click.option("--copies", type=COPIES, default=1, help="Blank: how many sheets.")
def sheet(file: BinaryIO | None, output: str, **options: Any) -> None:
    """Print a blank pad, or the sheet of a game, as a PDF.

    \b
    scorepad sheet --players 4 -o pad.pdf
    scorepad sheet --players staircase --paper letter --copies 50 -o stack.pdf
    scorepad sheet GAME.json -o game.pdf

    A game is a document or a printed sheet; - reads it from standard input. The page
    "Print" of a running Scorepad has more choices.

    Exit status: 0 if the PDF was written, 2 if there is nothing to print it from or it
    could not be printed.
    """
    if bool(file) == bool(options["players"]):
        raise click.UsageError("Expected either a game or --players.")
    try:
        if file:
            game, language = parse_document(read_document(file)), options["language"]
            showing = Showing(paper=Paper(options["paper"]))
            job = html.completed_sheet(Copy(game, language, options["title"], showing))
        else:
            players = options["players"]
            blank = Blank(
                players=None if players == STAIRCASE else int(players),
                schedule=Schedule(options["schedule"]),
                names=tuple(map(str.strip, (options["names"] or "").split(","))),
                paper=Paper(options["paper"]),
                copies=options["copies"],
            )
            for objection in objections_to_blank(blank):
                raise CommandError(sentence_for(objection.problem, "en"))
            job = html.blank_sheet(blank, language=options["language"])
        with (
            tempfile.TemporaryDirectory(prefix="scorepad-") as scratch,
            closing(Renderer(Path(scratch), workers=1)) as renderer,
        ):
            pdf = renderer.render(job)
        if output == "-":
            sys.stdout.buffer.write(pdf)
        else:
            Path(output).write_bytes(pdf)
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}.") from None
    except (NotADocument, worker.RenderError) as refused:
        raise CommandError(str(refused)) from None
