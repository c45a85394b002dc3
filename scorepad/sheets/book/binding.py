"""Binding a book: printed parts in, one PDF with page numbers, links and bookmarks out.

Started by :mod:`scorepad.sheets.book.bindery` as a process of its own, never by hand:
however many pages there are, whoever serves does not hold them, and can stop this at
any time.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path

import pikepdf
from pikepdf import Name, OutlineItem, Page, Pdf

from scorepad.sheets.book.page_numbers import SIZE, Box, Digits, destination, link_to
from scorepad.sheets.book.plan import LINK, Bookmark, BoundPart, Plan, first_pages

NICENESS = 10
AT_ONCE = 64
"""So many files are open at a time; more of them are first put into volumes."""

_TOUCH = 6.0
"""Points around a number that still belong to its link."""


def main(plan: Path, into: Path) -> None:
    """Bind what the file *plan* says, as the file *into*."""
    os.nice(NICENESS)
    bind(Plan.unpacked(plan.read_text(encoding="utf-8")), into)


def bind(plan: Plan, into: Path) -> None:
    """Put the parts of *plan* into one PDF."""
    volumes = list(_volumes(plan.parts, into))
    with Pdf.new() as book, ExitStack() as opened:
        for volume in volumes:
            book.pages.extend(opened.enter_context(Pdf.open(volume)).pages)
        _share_fonts(book)
        _lead(book, first_pages(plan.parts))
        _number(book, plan)
        _describe(book, plan)
        book.save(
            into,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            deterministic_id=True,
        )
    for volume in volumes:
        volume.unlink()


def _volumes(parts: Sequence[BoundPart], into: Path) -> Iterator[Path]:
    """Put the files together, so many at a time, one after the other on the disk."""
    for start in range(0, len(parts), AT_ONCE):
        file = into.with_suffix(f".{start}")
        with Pdf.new() as volume, ExitStack() as opened:
            for part in parts[start : start + AT_ONCE]:
                read = opened.enter_context(Pdf.open(part.file))
                volume.pages.extend(read.pages)
            _share_fonts(volume)
            volume.save(file)
        yield file


def _share_fonts(book: Pdf) -> None:
    """Keep a font file once, however many sheets brought the same one along."""
    known: dict[bytes, pikepdf.Object] = {}
    for page in book.pages:
        for descriptor in _descriptors(page):
            for key in ("/FontFile2", "/FontFile3"):
                if (file := descriptor.get(key)) is not None:
                    name = sha256(file.read_raw_bytes()).digest()
                    descriptor[key] = known.setdefault(name, file)


def _descriptors(page: Page) -> Iterator[pikepdf.Object]:
    for font in page.resources.get("/Font", {}).values():
        for each in font.get("/DescendantFonts", ()):
            yield each.FontDescriptor


def _lead(book: Pdf, pages: Mapping[str, int]) -> None:
    """Make real links of those between parts, and let no other one stay."""
    for page in book.pages:
        links = [link_to(book.pages[at - 1], box) for at, box in _links(page, pages)]
        for forgotten in ("/Annots", "/StructParents", "/Tabs"):
            if forgotten in page:
                del page[forgotten]
        if links:
            page.Annots = pikepdf.Array(links)


def _links(page: Page, pages: Mapping[str, int]) -> Iterator[tuple[int, Box]]:
    """Where a page's links lead, and from where; but for one within another."""
    known: list[tuple[int, Box]] = []
    for link in page.get("/Annots", ()):
        uri = str(link.A.get("/URI", "")) if "/A" in link else ""
        at = pages.get(uri.removeprefix(LINK)) if uri.startswith(LINK) else None
        if at is not None:
            box = _box(link)
            if not any(at == to and _is_within(box, other) for to, other in known):
                known.append((at, box))
                yield at, box


def _box(link: pikepdf.Object) -> Box:
    x1, y1, x2, y2 = map(float, link.Rect)
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _is_within(box: Box, other: Box) -> bool:
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return other[0] <= middle[0] <= other[2] and other[1] <= middle[1] <= other[3]


def _number(book: Pdf, plan: Plan) -> None:
    """Write its number on every page but the title."""
    contents = book.pages[first_pages(plan.parts)[plan.back_to] - 1]
    with Pdf.open(plan.digits) as printed:
        digits = Digits.on(printed.pages[0]).kept_in(book)
        margins = [part.number_right for part in plan.parts for _ in range(part.pages)]
        for number, margin in enumerate(margins, 1):
            if number > 1:
                page = book.pages[number - 1]
                right = float(page.mediabox[2]) - margin
                bottom = float(page.mediabox[3]) - plan.number_top - SIZE
                left = right - digits.extent(number)
                digits.write(page, number, left, bottom)
                _link(page, contents, (left, bottom, right, bottom + SIZE))


def _link(page: Page, to: Page, text: Box) -> None:
    """Add a link to what stands on a page."""
    left, bottom, right, top = text
    box = left - _TOUCH, bottom - _TOUCH, right + _TOUCH, top + _TOUCH
    page.Annots = pikepdf.Array([*page.get("/Annots", ()), link_to(to, box)])


def _describe(book: Pdf, plan: Plan) -> None:
    book.docinfo["/Title"] = plan.title
    book.docinfo["/Creator"] = "Scorepad"
    book.Root.Lang = pikepdf.String(plan.language)
    book.Root.PageMode = Name.UseOutlines
    book.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
    pages = first_pages(plan.parts)
    with book.open_outline() as outline:
        outline.root.extend(_items(book, plan.bookmarks, pages))


def _items(
    book: Pdf, bookmarks: Sequence[Bookmark], pages: Mapping[str, int]
) -> Iterator[OutlineItem]:
    for each in bookmarks:
        target = book.pages[pages[each.target] - 1]
        item = OutlineItem(each.title, destination(target))
        item.is_closed = bool(each.under)
        item.children.extend(_items(book, each.under, pages))
        yield item


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
