"""Games to print, the renderer, and functions that read the PDFs."""

import random
import re
import subprocess
from datetime import date
from pathlib import Path

import pypdfium2
import pytest

from scorepad.games.wizard.models import Game, Round
from scorepad.games.wizard.schedule import Schedule, Trump, cards_per_round
from scorepad.pdf.completed import Copy
from scorepad.pdf.html import completed_sheet
from scorepad.pdf.renderer import Renderer
from scorepad.pdf.worker import Limits

ROOT = Path(__file__).resolve().parents[2]
MM = 25.4 / 72
EVERYONE = ["王小明", "김민준", "مريم", "🧙‍♂️", "Łukasz", "Thomas-Alexander"]
WORD = re.compile(
    r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">'
    r"(.*?)</word>"
)


@pytest.fixture(scope="session")
def pdf_of(warm_renderer):
    """Return a function that renders a job, cached for tests of the same sheet."""
    printed = {}

    def pdf_of(job):
        if repr(job) not in printed:
            printed[repr(job)] = warm_renderer.render(job)
        return printed[repr(job)]

    return pdf_of


@pytest.fixture(scope="session")
def read_fonts(tmp_path_factory):
    return tmp_path_factory.mktemp("fonts")


@pytest.fixture
def strict_renderer(read_fonts):
    renderers = []

    def make(workers=1, waiting=2, **limits):
        given = Limits(**limits)
        renderer = Renderer(read_fonts, workers=workers, waiting=waiting, limits=given)
        renderers.append(renderer)
        return renderers[-1]

    yield make
    for renderer in renderers:
        renderer.close()


def played(names, *, schedule=Schedule.STANDARD, rounds=None, seed=1, **facts):
    """Return a game as it might have been played, the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - a made-up game
    cards = cards_per_round(schedule, len(names))
    return Game(
        tuple(names),
        cards,
        schedule=schedule,
        rounds=tuple(_round(chance, len(names), n) for n in cards[:rounds]),
        **{"played_on": date(2026, 11, 21), **facts},
    )


def _round(chance, players, cards):
    winners = [chance.randrange(players) for _ in range(cards)]
    tricks = tuple(winners.count(seat) for seat in range(players))
    bids = tuple(min(cards, max(0, n + chance.choice((0, 0, 1, -1)))) for n in tricks)
    return Round(bids, tricks, trump=chance.choice(list(Trump)))


@pytest.fixture(scope="session")
def print_game(pdf_of):
    def print_game(game, *, language="en", **more):
        return pdf_of(completed_sheet(Copy(game, language, **more)))

    return print_game


def text_of(pdf):
    """Return the text of a PDF without spaces, because long names are broken."""
    return re.sub(r"\s+", "", _pdftotext(pdf, "-layout"))


def words_of(pdf):
    """Return every word with its box: left, top, right, bottom in millimetres."""
    return [
        (*(float(edge) * MM for edge in edges), word)
        for *edges, word in WORD.findall(_pdftotext(pdf, "-bbox"))
    ]


def _pdftotext(pdf, option):
    done = subprocess.run(
        ["pdftotext", option, "-", "-"], input=pdf, capture_output=True, check=True
    )
    return done.stdout.decode()


def pages_of(pdf):
    return len(pypdfium2.PdfDocument(pdf))


def ink_of(pdf, *, within=None):
    """Return the margins of the first page's ink: left, top, right, bottom in mm.

    Only ink *within* a rectangle counts, which is given in the same way.
    """
    dots = 4
    page = pypdfium2.PdfDocument(pdf)[0]
    picture = page.render(scale=dots * MM).to_pil().convert("L")
    whole = (0, 0, picture.width / dots, picture.height / dots)
    edges = within or whole
    part = picture.crop(tuple(round(edge * dots) for edge in edges))
    box = part.point(lambda light: 255 - light if light < 250 else 0).getbbox()
    left, top, right, bottom = (edge / dots for edge in box)
    return left, top, part.width / dots - right, part.height / dots - bottom
