"""What is added to a PDF before it is written, and what it may load.

WeasyPrint keeps the numbers of a font's glyphs, and so a place for every glyph that is
not used. In an OpenType font with CFF outlines such a place holds one byte, and where
it is told by a table that counts 1, 2, 3 … through tens of thousands of glyphs: nothing
packs worse. Places without even that byte are all at one spot, and pack to nothing.
"""

import struct
from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from fontTools.cffLib import CFFFontSet
from fontTools.ttLib import TTFont
from fontTools.ttLib.sfnt import calcChecksum
from weasyprint import Attachment
from weasyprint.urls import URLFetcher, URLFetcherResponse

from scorepad.pdf.jobs import PrintJob

_NOTHING = b"\x0e"
"""The outline that only ends."""


def lean(font: bytes) -> bytes:
    """The same *font*, byte for byte as long, with nothing where there was nothing.

    What is no OpenType font with CFF outlines comes back as it is.
    """
    if not font.startswith(b"OTTO"):
        return font
    entry = TTFont(BytesIO(font), lazy=True).reader.tables["CFF "]
    start, end = entry.offset, entry.offset + entry.length
    table = _lean_table(font[start:end])
    leaned = bytearray(font[:start] + table + font[end:])
    struct.pack_into(">L", leaned, font.index(b"CFF ") + 4, calcChecksum(table))
    return bytes(leaned)


def _lean_table(table: bytes) -> bytes:
    outlines = CFFFontSet()
    outlines.decompile(BytesIO(table), None)
    at = outlines.topDictIndex[0].rawDict["CharStrings"]
    # An INDEX: how many entries, bytes of an offset, where each entry begins, entries.
    count, size = struct.unpack_from(">HB", table, at)
    base = at + 2 + (count + 1) * size
    offsets = [
        int.from_bytes(table[each : each + size])
        for each in range(at + 3, base + 1, size)
    ]
    entries = [table[base + a : base + b] for a, b in pairwise(offsets)]
    kept = [b"" if entry == _NOTHING else entry for entry in entries]
    told = b"".join(
        offset.to_bytes(size) for offset in accumulate(map(len, kept), initial=1)
    )
    index = struct.pack(">HB", count, size) + told + b"".join(kept)
    end = base + offsets[-1]
    return table[:at] + index.ljust(end - at, b"\0") + table[end:]


SCHEME = "scorepad"
STYLES = (
    *("paper.css", "sheet.css", "sheet_page.css", "blank.css", "book.css"),
    *("leaflet.css", "towers.css"),
)


def style_files(folder: Path) -> dict[str, Path]:
    """The addresses of our style sheets in *folder*, as the templates write them."""
    return {f"{SCHEME}:{name}": folder / name for name in STYLES}


class OwnFiles(URLFetcher):  # type: ignore[misc]  # WeasyPrint has no types
    """A fetcher that hands out *files* (address to path) and refuses all else.

    It overrides ``fetch``, through which everything goes, and never calls the
    parent's: no address in a name or a remark opens a socket or a file. The
    templates escape such text already; this is the second lock.
    """

    def __init__(self, files: Mapping[str, Path]) -> None:
        super().__init__(allowed_protocols=(), allow_redirects=False)
        self._files = files
        self._drawings: dict[str, str] = {}

    def lay_out(self, drawings: Mapping[str, str]) -> None:
        """Have these *drawings* ready for the next sheet, and none of the last one."""
        self._drawings = {f"{SCHEME}:{name}": svg for name, svg in drawings.items()}

    def fetch(
        self,
        url: str,
        headers: Mapping[str, str] | None = None,  # noqa: ARG002  # the parent's signature
    ) -> URLFetcherResponse:
        """Hand out one of our own files.

        :raises ValueError: *url* is none of ours; WeasyPrint goes on without it.
        """
        if url in self._drawings:
            svg = {"Content-Type": "image/svg+xml"}
            return URLFetcherResponse(url, self._drawings[url].encode(), svg)
        if url not in self._files:
            raise ValueError("a sheet may load its own files only")
        css = {"Content-Type": "text/css"}
        return URLFetcherResponse(url, self._files[url].read_bytes(), css)


KEPT = "pdf/a-3a"
"""An archive's PDF: it says what it means, and may carry what it was made from."""

PIXEL = 0.75
"""Points of a pixel."""

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""The same sheet shall be the same file, whenever it is printed."""


def to_be_kept(job: PrintJob) -> dict[str, Any]:
    """How WeasyPrint writes a PDF that carries its game document."""
    if job.document is None:
        return {}
    attachment = Attachment(
        string=job.document,
        name=job.document_name,
        description="scorepad/game",
        created=LONG_AGO,
        modified=LONG_AGO,
        relationship="Source",
    )
    return {"pdf_variant": KEPT, "attachments": [attachment]}


def finish(pdf: Any, job: PrintJob) -> None:
    """Mend what WeasyPrint wrote, and add every page as often as wanted."""
    leaves = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    heights = {leaf.reference: leaf["MediaBox"][3] for leaf in leaves}
    for each in pdf.objects:
        if getattr(each, "extra", {}).get("Subtype") == "/OpenType":
            each.stream = [lean(each.stream[0])]
        if isinstance(each, dict) and "A" in each:
            _mend(each, heights, job.zoom)
    if "Outlines" in pdf.catalog:  # a book: show its bookmarks
        pdf.catalog["PageMode"] = "/UseOutlines"
    if "AF" in pdf.catalog:  # WeasyPrint names every attachment twice
        pdf.catalog["AF"][:] = dict.fromkeys(pdf.catalog["AF"])
    for leaf in leaves * (job.copies - 1):
        # The same ink, drawn once. Only the first leaf is in the structure that screen
        # readers follow.
        kept = {key: leaf[key] for key in leaf if key != "StructParents"}
        pdf.add_page(type(leaf)(kept))


def _mend(element: Any, heights: Mapping[bytes, float], zoom: float) -> None:
    """Say what a header heads, and where a picture is.

    WeasyPrint tells cells their headers only, and places in its own pixels, from above.
    """
    if element.get("S") == "/TH":
        row = element["ID"].string.split("-")[1]
        element["A"]["Scope"] = "/Column" if row == "0" else "/Row"
    if element.get("S") == "/Figure":
        left, top, right, bottom = (
            edge * PIXEL * zoom for edge in element["A"]["BBox"]
        )
        height = heights[element["Pg"]]
        box = left, height - bottom, right, height - top
        element["A"]["BBox"][:] = (round(edge, 2) for edge in box)
