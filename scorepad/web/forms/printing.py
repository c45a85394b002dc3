"""What is printed, in which language and on which paper, as an address says it.

All of it may be left out; :func:`scorepad.web.printed.pdfs.suit_reader` fills in
language and paper.
"""

from wtforms import StringField

from scorepad.rules.towers.models import SEATS_ALLOWED
from scorepad.sheets.cards import CardSize
from scorepad.sheets.completed.record import SHEET_PAPERS, Showing
from scorepad.sheets.paper import Paper
from scorepad.web.forms.choosing import ChoiceForm, Tick, choice
from scorepad.words.languages import LANGUAGES

BOOK_PAPERS = (Paper.A4, Paper.LETTER)
USUAL_PLAYERS = 4


class BookForm(ChoiceForm):
    """A book, or whatever else takes a whole page."""

    lang = choice(*(known.tag for known in LANGUAGES))
    paper = choice(*BOOK_PAPERS)

    @property
    def chosen(self) -> dict[str, str]:
        """The choices as an address holds them."""
        return {name: value or "" for name, value in self.data.items()}

    @property
    def on_paper(self) -> Paper:
        """The paper, once it is known to be one."""
        return Paper(self.paper.data or "")


class CardForm(BookForm):
    """A card for those who are in already."""

    size = choice(*CardSize, default=CardSize.WALLET)


class KeyCardForm(CardForm):
    """A card that lets in whoever has it."""

    claim = StringField()

    @property
    def key(self) -> str:
        """The key, as it is printed: an address may stand before it."""
        return (self.claim.data or "").strip().rpartition("#")[2]


class SheetPaperForm(BookForm):
    """What can be smaller than a page."""

    paper = choice(*SHEET_PAPERS)


class BlankTowersForm(SheetPaperForm):
    """A sheet of Wandering Towers to be marked by hand, for so many *players*."""

    players = choice(*map(str, SEATS_ALLOWED), default=str(USUAL_PLAYERS))


class ShowingForm(SheetPaperForm):
    """The sheet of a game of Wizard, and what it shows."""

    tricks = Tick(default="no")
    points = Tick(default="no")
    chart = Tick(default="yes")
    awards = Tick(default="yes")
    notes = Tick(default="yes")

    @property
    def showing(self) -> Showing:
        """The choices as the sheet knows them."""
        return Showing(paper=self.on_paper, **self.ticked)
