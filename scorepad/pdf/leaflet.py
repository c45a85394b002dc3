"""The rules on one sheet of paper, printed on both sides and folded once."""

from scorepad.i18n import rulebook
from scorepad.i18n.languages import language_of
from scorepad.pdf.html import Stationery
from scorepad.pdf.jobs import PrintJob
from scorepad.pdf.paper import PAPERS, Paper, piece

LEAFLET_PAPERS = (Paper.A4, Paper.LETTER)

INSET = 8.5
"""Millimetres between the edge, or the fold, and what is written."""

SIZES = {"en": 7.9, "de": 7.5, "ko": 8.1, "zh-Hant": 8.6}
"""Points of the type; languages with short words leave room for larger ones."""
LARGEST = 8.7


class LeafletPages(Stationery):
    """Writes the leaflet; everything else is as for sheets."""

    def leaflet(self, paper: Paper, *, language: str) -> PrintJob:
        """Two pages with two panels each: outside the last and the first, inside two.

        The *paper* lies on its side; folded along the middle the first panel is on top.
        """
        tag = language_of(language).tag
        page = PAPERS[paper].turned
        html = self._render(
            "sheets/leaflet.html",
            tag,
            page=page,
            half=piece(page, 2),
            inset=INSET,
            points=SIZES.get(tag, LARGEST),
            specials=rulebook.specials(tag),
            boxes=rulebook.boxes(tag),
            groups=rulebook.variants(tag),
            tables=rulebook.tables(),
            peoples=rulebook.peoples(tag),
            matrix=rulebook.matrix(),
        )
        return PrintJob(html=html)
