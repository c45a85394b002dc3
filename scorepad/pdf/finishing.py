"""Post-processing of a PDF by WeasyPrint, and the files it may load."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pydyf
from weasyprint import Attachment
from weasyprint.urls import URLFetcher, URLFetcherResponse


class OwnFiles(URLFetcher):  # type: ignore[misc]  # WeasyPrint has no types
    """A fetcher that returns our *styles* and *drawings*, and rejects all else.

    It overrides ``fetch``, through which everything goes, and never calls the parent's:
    no address in a name or a remark opens a socket or a file. Templates escape such
    text already; this is the second barrier.
    """

    def __init__(self, styles: Mapping[str, Path]) -> None:
        super().__init__(allowed_protocols=(), allow_redirects=False)
        self._styles = styles
        self.drawings: Mapping[str, str] = {}

    def fetch(
        self,
        url: str,
        headers: Mapping[str, str] | None = None,  # noqa: ARG002  # the parent's signature
    ) -> URLFetcherResponse:
        """Return one of our own files; raise ``ValueError`` for all others."""
        if url in self.drawings:
            svg = {"Content-Type": "image/svg+xml"}
            return URLFetcherResponse(url, self.drawings[url].encode(), svg)
        if url not in self._styles:
            raise ValueError("a sheet may load its own files only")
        css = {"Content-Type": "text/css"}
        return URLFetcherResponse(url, self._styles[url].read_bytes(), css)


KEPT = "pdf/a-3a"  # PDF/A-3a: accessible, archivable, and with attachments
PIXEL = 0.75  # points per pixel
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)  # the same sheet is the same file


def to_be_kept(document: str, name: str) -> dict[str, Any]:
    """Return WeasyPrint's options for a PDF with a game *document*."""
    attachment = Attachment(
        string=document,
        name=name,
        description="scorepad/game",
        created=LONG_AGO,
        modified=LONG_AGO,
        relationship="Source",
    )
    return {"pdf_variant": KEPT, "attachments": [attachment]}


def finish(pdf: Any, *, zoom: float, copies: int) -> None:
    """Correct the output of WeasyPrint, and repeat all pages for *copies*."""
    leaves = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    heights = {leaf.reference: leaf["MediaBox"][3] for leaf in leaves}
    headers: list[Any] = []
    for each in pdf.objects:
        if isinstance(each, dict) and "A" in each:
            _mend(each, heights, zoom)
        if isinstance(each, dict) and each.get("S") == "/TD":
            found = each["A"]["Headers"]
            if found == headers[:1]:  # the second column of a header
                found[:] = headers
            headers = found
    if "Outlines" in pdf.catalog:  # a book: show its bookmarks
        pdf.catalog["PageMode"] = "/UseOutlines"
    if "AF" in pdf.catalog:  # WeasyPrint lists every attachment twice
        pdf.catalog["AF"][:] = dict.fromkeys(pdf.catalog["AF"])
    for leaf in leaves * (copies - 1):
        # Copies share the content. Only the first is in the structure for screen
        # readers.
        kept = {key: leaf[key] for key in leaf if key != "StructParents"}
        pdf.add_page(type(leaf)(kept))
    # The first object stands for all free ones, and has no content.
    pdf.objects[1:] = map(_Written, pdf.objects[1:])


class _Written(pydyf.Object):  # type: ignore[misc]  # it has no types
    """An object as bytes: a file with an identifier asks twice for those of each."""

    data = b""
    compressible = False

    def __init__(self, original: pydyf.Object) -> None:
        super().__init__()
        self.number, self.generation = original.number, original.generation
        self.data, self.compressible = original.data, original.compressible


def _mend(element: Any, heights: Mapping[bytes, float], zoom: float) -> None:
    if element.get("S") == "/Figure" and "Alt" not in element:
        element["S"] = "/NonStruct"
        del element["A"]
    if element.get("S") == "/TH":
        row = element["ID"].string.split("-")[1]
        element["A"]["Scope"] = "/Column" if row == "0" else "/Row"
    if element.get("S") == "/Figure":
        edges = (edge * PIXEL * zoom for edge in element["A"]["BBox"])
        left, top, right, bottom = edges
        height = heights[element["Pg"]]
        box = left, height - bottom, right, height - top
        element["A"]["BBox"][:] = (round(edge, 2) for edge in box)
