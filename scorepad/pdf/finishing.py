"""What is added to a PDF before it is written: copies, headers, the game itself."""

from datetime import UTC, datetime
from typing import Any

from weasyprint import Attachment

from scorepad.pdf.jobs import PrintJob
from scorepad.pdf.lean_fonts import lean

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


def finish(pdf: Any, more: int, zoom: float = 1.0) -> None:
    """Say what every header cell heads, and add every page *more* times."""
    _slim(pdf)
    _scope(pdf)
    _frame(pdf, zoom)
    if "Outlines" in pdf.catalog:  # a book: show its bookmarks
        pdf.catalog["PageMode"] = "/UseOutlines"
    if "AF" in pdf.catalog:  # WeasyPrint names every attachment twice
        pdf.catalog["AF"][:] = dict.fromkeys(pdf.catalog["AF"])
    _repeat(pdf, more)


def _slim(pdf: Any) -> None:
    """Make embedded fonts small."""
    for each in pdf.objects:
        if getattr(each, "extra", {}).get("Subtype") == "/OpenType":
            each.stream = [lean(each.stream[0])]


def _scope(pdf: Any) -> None:
    """WeasyPrint tells a cell its headers; readers that ask the headers get this."""
    for element in pdf.objects:
        if isinstance(element, dict) and element.get("S") == "/TH" and "A" in element:
            row = element["ID"].string.split("-")[1]
            element["A"]["Scope"] = "/Column" if row == "0" else "/Row"


def _frame(pdf: Any, zoom: float) -> None:
    """Say where pictures are; WeasyPrint tells it in its own pixels, from above."""
    leaves = (pdf.objects[number] for number in pdf.pages["Kids"][::3])
    pages = {leaf.reference: leaf["MediaBox"][3] for leaf in leaves}
    for element in pdf.objects:
        if isinstance(element, dict) and element.get("S") == "/Figure":
            left, top, right, bottom = (
                edge * PIXEL * zoom for edge in element["A"]["BBox"]
            )
            height = pages[element["Pg"]]
            box = left, height - bottom, right, height - top
            element["A"]["BBox"][:] = (round(edge, 2) for edge in box)


def _repeat(pdf: Any, more: int) -> None:
    """Add every page *more* times: further leaves with the same ink, drawn once."""
    drawn = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    for leaf in drawn * more:
        # Only the first leaf is in the structure that screen readers follow.
        kept = {key: leaf[key] for key in leaf if key != "StructParents"}
        pdf.add_page(type(leaf)(kept))
