"""Print a blank pad, or the sheet of a game document, as a PDF.

    scorepad sheet --players 4 -o pad.pdf
    scorepad sheet --players staircase --paper letter --copies 50 -o stack.pdf
    scorepad sheet GAME.json -o game.pdf

Exit status: 0 when the PDF is written, 2 when there is nothing to print it from or
it could not be printed.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from scorepad.commands.blank_options import STAIRCASE, add_blank_options, blank_of
from scorepad.commands.printing import refuse
from scorepad.commands.score import read_document
from scorepad.commands.sheet_options import NotForSheets, add_sheet_options, showing_of
from scorepad.pdf.errors import RenderError
from scorepad.pdf.jobs import PrintJob
from scorepad.pdf.renderer import Renderer
from scorepad.rules.wizard.document import NotADocument, parse_document
from scorepad.rules.wizard.schedule import SEATS_ALLOWED
from scorepad.rules.wizard.sheet import sheet_of
from scorepad.sheets.blank.wanted import CannotBePlayed
from scorepad.sheets.html import Stationery
from scorepad.words.languages import ENGLISH, LANGUAGES

ROOT = Path(__file__).resolve().parents[2]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to print, where to, and in which language."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "file",
        nargs="?",
        metavar="GAME.json",
        help="the game to print, a document or a sheet; - reads standard input",
    )
    what.add_argument(
        "--players",
        choices=[*map(str, SEATS_ALLOWED), STAIRCASE],
        help="print a blank pad for so many players, or one staircase for all",
    )
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE.pdf",
        help="where to write the PDF; - writes to standard output",
    )
    parser.add_argument(
        "--language",
        choices=[language.tag for language in LANGUAGES],
        default=ENGLISH.tag,
        help="the language of the sheet (default: %(default)s)",
    )
    add_sheet_options(parser)
    add_blank_options(parser)


def run(args: argparse.Namespace) -> int:
    """Print it."""
    try:
        _write(args.output, _printed(_page(args)))
    except OSError as error:
        return refuse("sheet", f"{error.filename}: {error.strerror}.")
    except (NotADocument, RenderError, CannotBePlayed, NotForSheets) as refused:
        return refuse("sheet", str(refused))
    return 0


def _page(args: argparse.Namespace) -> PrintJob | str:
    stationery = Stationery(ROOT / "templates")
    if args.players:
        return stationery.blank(blank_of(args), language=args.language)
    game = parse_document(read_document(args.file))
    return stationery.completed_sheet(
        sheet_of(game),
        game,
        language=args.language,
        title=args.title,
        showing=showing_of(args),
    )


def _printed(page: PrintJob | str) -> bytes:
    with tempfile.TemporaryDirectory(prefix="scorepad-") as scratch:
        renderer = Renderer(
            fonts=ROOT / "static" / "fonts",
            styles=ROOT / "templates" / "sheets",
            scratch=Path(scratch),
            workers=1,
        )
        try:
            return renderer.pdf(page)
        finally:
            renderer.close()


def _write(name: str, pdf: bytes) -> None:
    if name == "-":
        sys.stdout.buffer.write(pdf)
    else:
        Path(name).write_bytes(pdf)
