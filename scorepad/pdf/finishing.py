"""Post-processing of a PDF by WeasyPrint, and the files it may load.

WeasyPrint keeps glyph numbers of a font, so unused glyphs leave gaps. In an OpenType
font with CFF outlines a gap is one byte, and the table of its offsets, which counts 1,
2, 3 … through tens of thousands of glyphs, compresses badly. Gaps of zero bytes have
equal offsets and compress well.
"""

import struct
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO
from itertools import pairwise
from typing import Any

from fontTools.cffLib import CFFFontSet
from fontTools.ttLib import TTFont
from fontTools.ttLib.sfnt import calcChecksum
from weasyprint import Attachment
from weasyprint.urls import URLFetcher, URLFetcherResponse

from scorepad.pdf.jobs import SCHEME, STYLES, PrintJob


def lean(font: bytes) -> bytes:
    """Return *font* in the same length with zero bytes for empty glyphs.

    Fonts without CFF outlines are returned unchanged.
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
    # An INDEX: number of entries, size of an offset, offsets from 1, entries.
    count, size = struct.unpack_from(">HB", table, at)
    base = at + 2 + (count + 1) * size
    ends = [table[each : base + 1 : size] for each in range(at + 3, at + 3 + size)]
    offsets = [int.from_bytes(digits) for digits in zip(*ends, strict=True)]
    packed, kept, done = b"", b"", 0
    for glyph, (start, end) in enumerate(pairwise(offsets)):
        if end - start > 1:  # an empty glyph has one byte
            packed += (1 + len(kept)).to_bytes(size) * (glyph + 1 - done)
            kept, done = kept + table[base + start : base + end], glyph + 1
    packed += (1 + len(kept)).to_bytes(size) * (count + 1 - done)
    index = struct.pack(">HB", count, size) + packed + kept
    end = base + offsets[-1]
    return bytes(table[:at] + index.ljust(end - at, b"\0") + table[end:])


class OwnFiles(URLFetcher):  # type: ignore[misc]  # WeasyPrint has no types
    """A fetcher that returns our style sheets and drawings, and rejects all else.

    It overrides ``fetch``, through which everything goes, and never calls the parent's:
    no address in a name or a remark opens a socket or a file. Templates escape such
    text already; this is the second barrier.
    """

    def __init__(self) -> None:
        super().__init__(allowed_protocols=(), allow_redirects=False)
        self._files = {f"{SCHEME}:{file.name}": file for file in STYLES.glob("*.css")}
        self._drawings: dict[str, str] = {}

    def lay_out(self, drawings: Mapping[str, str]) -> None:
        """Set the *drawings* of the next sheet, replacing those of the last one."""
        self._drawings = {f"{SCHEME}:{name}": svg for name, svg in drawings.items()}

    def fetch(
        self,
        url: str,
        headers: Mapping[str, str] | None = None,  # noqa: ARG002  # the parent's signature
    ) -> URLFetcherResponse:
        """Return one of our own files.

        :raises ValueError: the address is not ours; WeasyPrint continues without it.
        """
        if url in self._drawings:
            svg = {"Content-Type": "image/svg+xml"}
            return URLFetcherResponse(url, self._drawings[url].encode(), svg)
        if url not in self._files:
            raise ValueError("a sheet may load its own files only")
        css = {"Content-Type": "text/css"}
        return URLFetcherResponse(url, self._files[url].read_bytes(), css)


KEPT = "pdf/a-3a"
"""PDF/A-3a: accessible, archivable, and with attachments."""

PIXEL = 0.75
"""Points per pixel."""

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""A constant, so that the same sheet is always the same file."""


def to_be_kept(job: PrintJob) -> dict[str, Any]:
    """Return WeasyPrint's options for a PDF with a game document."""
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
    """Correct the output of WeasyPrint, and repeat pages for copies."""
    leaves = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    heights = {leaf.reference: leaf["MediaBox"][3] for leaf in leaves}
    for each in pdf.objects:
        if getattr(each, "compress", False):
            _compress(each)
        if isinstance(each, dict) and "A" in each:
            _mend(each, heights, job.zoom)
    if "Outlines" in pdf.catalog:  # a book: show its bookmarks
        pdf.catalog["PageMode"] = "/UseOutlines"
    if "AF" in pdf.catalog:  # WeasyPrint lists every attachment twice
        pdf.catalog["AF"][:] = dict.fromkeys(pdf.catalog["AF"])
    for leaf in leaves * (job.copies - 1):
        # Copies share the content. Only the first is in the structure for screen
        # readers.
        kept = {key: leaf[key] for key in leaf if key != "StructParents"}
        pdf.add_page(type(leaf)(kept))


def _compress(stream: Any) -> None:
    """Compress a font or a file once; pydyf would twice, for the identifier as well."""
    match stream.stream:
        case [bytes(content)]:
            stream.stream = [zlib.compress(lean(content), 9)]
            stream.extra["Filter"], stream.compress = "/FlateDecode", False


def _mend(element: Any, heights: Mapping[bytes, float], zoom: float) -> None:
    """Add the scope of a header cell, and where a picture is; untag ornaments.

    WeasyPrint only refers from cells to headers, and measures from above in pixels.
    """
    if element.get("S") == "/Figure" and "Alt" not in element:
        element["S"] = "/NonStruct"
        del element["A"]
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
