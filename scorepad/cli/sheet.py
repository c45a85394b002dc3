"""``scorepad sheet``: print a blank pad, or the sheet of a game document, as a PDF."""

import re
import sys
import tempfile
from collections.abc import Callable, Iterable
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
from scorepad.pdf.blank import Blank, objections_to_blank
from scorepad.pdf.blank_layout import layout_in
from scorepad.pdf.completed import Copy
from scorepad.pdf.completed_record import Showing
from scorepad.pdf.html import blank_sheet, completed_sheet
from scorepad.pdf.paper import PER_PAGE, Paper, Turn
from scorepad.pdf.renderer import Renderer
from scorepad.pdf.worker import PrintJob, RenderError

STAIRCASE = "staircase"
MOST_COPIES = 1000

GAME_SWITCHES = {
    "tricks": "show tricks where the bid was met, too",
    "points": "show the points of each round",
    "no-chart": "no chart of the totals",
    "no-awards": "no awards",
    "no-notes": "no notes and remarks",
    "rights": "say that it may be reproduced",
}
BLANK_SWITCHES = {
    "no-trump": "no column for trump",
    "dealer": "dots that show who deals",
    "bids": "a column for the sum of the bids",
    "bomb": "a column for tricks nobody takes",
    "cloud": "a column for changed bids",
    "large": "large print",
    "ink-saving": "thin lines and no tints",
    "no-reminder": "no scoring table at the foot",
    "no-place": "no lines for date and place",
}


def _switches(function: Callable[..., Any]) -> Callable[..., Any]:
    for about, switches in (("Blank", BLANK_SWITCHES), ("Game", GAME_SWITCHES)):
        for name, words in reversed(switches.items()):
            is_off = name.startswith("no-")
            flag: dict[str, Any] = {"help": f"{about}: {words}."}
            flag |= {"default": is_off, "flag_value": not is_off}
            function = click.option(f"--{name}", _field(name), **flag)(function)
    return function


def _field(switch: str) -> str:
    return switch.removeprefix("no-").replace("-", "_")


def _choice(
    name: str, allowed: Iterable[object], help_: str, **more: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    kind = click.Choice([str(each) for each in allowed])
    return click.option(name, type=kind, help=help_, **more)


def _cards(_ctx: object, _option: object, text: str | None) -> tuple[int, ...]:
    try:
        parts = re.split(r"[\s,;]+", text.strip()) if text else []
        return tuple(int(part) for part in parts)
    except ValueError:
        raise click.BadParameter("expected numbers such as 1,3,5") from None


PLAYERS = "Blank pad: number of players, or a staircase that fits 3 to 6."
OUTPUT = "Where to write the PDF; - writes to standard output."
TAGS = [language.tag for language in LANGUAGES]
SHOWN = {"show_default": True}
COPIES = click.IntRange(1, MOST_COPIES)
ROUNDS = "Blank: which rounds are played.  [default: standard]"
CARDS = "Blank: cards per round: 1,3,5."
TURN = "Blank: portrait or landscape.  [default: automatic]"
LINK = "Blank: an address to print as a QR code."


@click.command("sheet")
@click.argument("file", type=click.File("rb"), required=False, metavar="[GAME.json]")
@_choice("--players", [*SEATS_ALLOWED, STAIRCASE], PLAYERS)
@click.option("-o", "--output", required=True, metavar="FILE.pdf", help=OUTPUT)
@_choice("--language", TAGS, "The language.", default=ENGLISH.tag, **SHOWN)
@_choice("--paper", Paper, "The size of the paper.", default=Paper.A4.value, **SHOWN)
@click.option("--title", help="Game: the title.  [default: its date]")
@click.option("--names", default="", help="Blank: names to print: Ute,Kevin,Zoë.")
@_choice("--schedule", Schedule, ROUNDS)
@click.option("--cards", callback=_cards, metavar="LIST", help=CARDS)
@_choice("--turn", Turn, TURN, default=Turn.AUTO.value)
@_choice("--per-page", PER_PAGE, "Blank: sheets on a page.", default="1")
@click.option("--copies", type=COPIES, default=1, help="Blank: how many sheets.")
@click.option("--link", metavar="URL", help=LINK)
@_switches
def sheet(file: BinaryIO | None, output: str, **options: Any) -> int:
    """Print a blank pad, or the sheet of a game, as a PDF.

    \b
    scorepad sheet --players 4 -o pad.pdf
    scorepad sheet --players staircase --paper letter --copies 50 -o stack.pdf
    scorepad sheet GAME.json -o game.pdf

    A game is a document or a printed sheet; - reads it from standard input.

    Exit status: 0 if the PDF was written, 2 if there is nothing to print it from or it
    could not be printed.
    """
    if bool(file) == bool(options["players"]):
        raise click.UsageError("Expected either a game or --players.")
    try:
        job = _game(file, options) if file else _blank(options)
        with (
            tempfile.TemporaryDirectory(prefix="scorepad-") as scratch,
            closing(Renderer(Path(scratch), workers=1)) as renderer,
        ):
            pdf = renderer.pdf(job)
        if output == "-":
            sys.stdout.buffer.write(pdf)
        else:
            Path(output).write_bytes(pdf)
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}.") from None
    except (NotADocument, RenderError) as refused:
        raise CommandError(str(refused)) from None
    return 0


def _game(file: BinaryIO, options: dict[str, Any]) -> PrintJob:
    game = parse_document(read_document(file))
    shown = {field: options[field] for field in map(_field, GAME_SWITCHES)}
    showing = Showing(paper=Paper(options["paper"]), **shown)
    return completed_sheet(Copy(game, options["language"], options["title"], showing))


def _blank(options: dict[str, Any]) -> PrintJob:
    players, cards, link = options["players"], options["cards"], options["link"]
    blank = Blank(
        players=None if players == STAIRCASE else int(players),
        schedule=Schedule(options["schedule"] or ("custom" if cards else "standard")),
        cards=cards,
        names=tuple(name.strip() for name in options["names"].split(",")),
        paper=Paper(options["paper"]),
        turn=Turn(options["turn"]),
        per_page=int(options["per_page"]),
        links=(link,) if link else (),
        copies=options["copies"],
        **{field: options[field] for field in map(_field, BLANK_SWITCHES)},
    )
    for objection in objections_to_blank(blank):
        raise CommandError(sentence_for(objection.problem, "en"))
    fitting = layout_in(blank, options["language"]).per_page
    if fitting < blank.per_page:
        click.echo(
            f"Sheets on a page: {fitting}. With more, rows are too low.", err=True
        )
    return blank_sheet(blank, language=options["language"])
