"""A season book against its sheets, and the memory of the worker that makes it."""

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.clock import Figure, figure_of
from scorepad.pdf.renderer import Renderer
from scorepad.settings import CHECKOUT
from scorepad.sheets.book.pages import render_volume
from scorepad.sheets.book.volume import volumes_of
from scorepad.sheets.html import Stationery
from scorepad.web.seasons.book_maker import LIMITS
from tests.sheets.seasons import season_of, sheets_of

NAMES = ("Ute", "Kevin", "王小明", "Thomas-Alexander", "Zoë", "Łukasz")
GAMES = 34
"""As many as fit into one volume."""
MOST_RATIO = 1.3
MOST_MEGABYTES = 450


@contextmanager
def warm_renderer(folder: Path) -> Iterator[Renderer]:
    renderer = Renderer(
        fonts=CHECKOUT / "static" / "fonts",
        styles=CHECKOUT / "templates" / "sheets",
        scratch=folder,
        workers=1,
        limits=LIMITS,
    )
    renderer.warm_up()
    yield renderer
    renderer.close()


def figures(folder: Path) -> Iterator[Figure]:
    templates = CHECKOUT / "templates"
    book = season_of(NAMES, games=GAMES)
    copies = sheets_of(book, NAMES)
    stationery = Stationery(templates)
    (volume,) = volumes_of(book)
    with warm_renderer(folder) as renderer:
        began = time.perf_counter()
        for copy in copies.values():
            job = stationery.completed_sheet(
                copy.sheet, copy.game, language="en", title="", showing=copy.showing
            )
            renderer.pdf(job)
        sheets = time.perf_counter() - began
    with warm_renderer(folder) as renderer:
        began = time.perf_counter()
        renderer.run(
            render_volume, templates, volume, copies, while_waiting=lambda: None
        )
        whole = time.perf_counter() - began
    yield Figure("a season book", whole, "its sheets", sheets, MOST_RATIO)
    # MB where others have milliseconds.
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024 / 1000
    yield figure_of("MB for a season book", used, MOST_MEGABYTES / 1000)
