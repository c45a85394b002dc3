"""Small books to bind: pages that say what they are, and eyes to read the result."""

from io import BytesIO
from pathlib import Path

import pikepdf

from scorepad.sheets.book.plan import LINK, Bookmark, BoundPart, Plan

DIGITS = (
    "<!doctype html><style>@page{size:60mm 20mm;margin:2mm}"
    "p{font:9pt 'Noto Serif'}</style><p>0123456789"
)
PAGE = "<!doctype html><style>@page{size:A6}p{break-after:page}</style>"


def page_saying(*words: str, links: tuple[str, ...] = ()) -> str:
    """A page per word, with links to other parts on the first."""
    led = "".join(f"<a href='{LINK}{name}'>to {name}</a> " for name in links)
    return PAGE + led + "".join(f"<p>{word}" for word in words)


def plan_of(parts: list[BoundPart], digits: Path, **changes) -> Plan:
    return Plan(
        **{
            "title": "Friday Wizards, 2026",
            "language": "de",
            "parts": tuple(parts),
            "bookmarks": tuple(Bookmark(part.name, part.name) for part in parts),
            "digits": str(digits),
            "back_to": parts[0].name,
            "number_top": 18,
            **changes,
        }
    )


def links_of(book: pikepdf.Pdf, page: int) -> list[int]:
    """The numbers of the pages to which a page's links lead."""
    return [
        number_of(book, link.Dest[0])
        for link in book.pages[page - 1].get("/Annots", ())
    ]


def number_of(book: pikepdf.Pdf, page: pikepdf.Object) -> int:
    return book.pages.index(pikepdf.Page(page)) + 1


def bookmarks_of(book: pikepdf.Pdf) -> list[tuple[int, str, int]]:
    """Level, title and page of every bookmark, as they stand."""
    found = []

    def gather(items, level):
        for item in items:
            found.append((level, item.title, number_of(book, item.destination[0])))
            gather(item.children, level + 1)

    with book.open_outline() as outline:
        gather(outline.root, 0)
    return found


def blank_pdf(pages: int = 1) -> bytes:
    """Pages with nothing on them, made without a renderer."""
    made = BytesIO()
    with pikepdf.new() as pdf:
        for _ in range(pages):
            pdf.add_blank_page(page_size=(300, 400))
        pdf.save(made)
    return made.getvalue()
