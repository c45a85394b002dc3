"""A leaflet of the rules: one sheet, printed on both sides and folded once."""

from scorepad.i18n import rulebook
from scorepad.i18n.languages import language_of
from scorepad.pdf.html import Stationery
from scorepad.pdf.jobs import PrintJob
from scorepad.pdf.paper import PAPERS, Paper, piece

LEAFLET_PAPERS = (Paper.A4, Paper.LETTER)

INSET = 8.5
"""Millimetres from the edge or the fold to the text."""

SIZES = {"en": 7.9, "de": 7.5, "ko": 8.1, "zh-Hant": 8.6}
"""Font size in points; languages with short words have space for larger ones."""
LARGEST = 8.7


class LeafletPages(Stationery):
    """Writes the leaflet; inherits the rest from sheets."""

    def leaflet(self, paper: Paper, *, language: str) -> PrintJob:
        """Return two pages of two panels: outside the last and the first, inside two.

        The *paper* is in landscape; folded in the middle, the first panel is on top.
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
