"""A completed sheet against a plain table, a season book against its sheets.

A sheet is warm, tagged and carries its document. The floor is WeasyPrint as it comes
with the same text and fonts, neither tagged nor an archive's PDF.
"""

import os
import re
import resource
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bench.clock import Figure, figure_of, medians
from scorepad.pdf.book import render_volume, volumes_of
from scorepad.pdf.html import completed_sheet
from scorepad.pdf.renderer import Renderer
from scorepad.pdf.worker import PrintJob, ready
from scorepad.web.books import LIMITS
from tests.pdf.seasons import season_of, sheets_of
from tests.repo.source import ROOT

NAMES = ("Ute", "Kevin", "王小明", "Thomas-Alexander", "Zoë", "Łukasz")
GAMES = 34  # as many as fit into one volume
SHEET_RATIO, BOOK_RATIO = 2.0, 1.3
MOST_MEGABYTES = 450
FONTS = ROOT / "static" / "fonts"
STYLE = """<style>html{font-family:"Noto Sans"}td{font-family:"Noto Serif"}</style>"""
HEAD = re.compile(r"(?s)<head>.*?</head>")
OTHER_TAGS = re.compile(r"<(?!/?(?:table|tr|t[dh])\b)[^>]*>")


def figures(folder: Path) -> Iterator[Figure]:
    book = season_of(NAMES, games=GAMES)
    copies = sheets_of(book, NAMES)
    untitled = [replace(copy, title="") for copy in copies.values()]
    jobs = [*map(completed_sheet, untitled)]
    yield a_sheet(jobs[0], folder)
    with warm_renderer(folder) as renderer:
        began = time.perf_counter()
        for job in jobs:
            renderer.render(job)
        sheets = time.perf_counter() - began
    (volume,) = volumes_of(book)
    parts = (render_volume, volume, copies)
    with warm_renderer(folder) as renderer:
        began = time.perf_counter()
        renderer.run(*parts, while_waiting=lambda: None)
        whole = time.perf_counter() - began
    yield Figure("a season book", whole, "its sheets", sheets, BOOK_RATIO)
    # MB where others have milliseconds.
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024 / 1000
    yield figure_of("MB for a season book", used, MOST_MEGABYTES / 1000)


def a_sheet(job: PrintJob, folder: Path) -> Figure:
    os.environ["FONTCONFIG_FILE"] = str(FONTS / "fonts.conf")
    os.environ["XDG_CACHE_HOME"] = str(folder)
    from weasyprint import HTML  # noqa: PLC0415 - reads the two variables when imported
    from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415 - as above

    fonts, plain = FontConfiguration(), plain_table(job.html)
    with warm_renderer(folder) as renderer:
        floor, styled = medians(
            lambda: HTML(string=plain).write_pdf(font_config=fonts),
            lambda: renderer.render(job),
            times=15,
        )
    return Figure("print a sheet", styled, "plain table, same text", floor, SHEET_RATIO)


def plain_table(html: str) -> str:
    tables = OTHER_TAGS.sub(" ", HEAD.sub("", html))
    return f"<!doctype html>{STYLE}" + re.sub(r"<(/?\w+)[^>]*>", r"<\1>", tables)


def warm_renderer(folder: Path) -> closing[Renderer]:
    renderer = Renderer(folder, workers=1, limits=LIMITS)
    renderer.run(ready)
    return closing(renderer)
