"""Which sheet of Wandering Towers is wanted: paper, language, number of players."""

from wtforms import StringField

from scorepad.rules.towers.table import SEATS_ALLOWED
from scorepad.sheets.paper import Paper
from scorepad.sheets.towers.pages import TOWERS_PAPERS
from scorepad.web.forms.books import BookForm
from scorepad.web.forms.choosing import one_of

USUAL_PLAYERS = 4


class TowersSheetForm(BookForm):
    """All may be left out."""

    paper = StringField(validators=[one_of(*(each.value for each in TOWERS_PAPERS))])

    @property
    def on_paper(self) -> Paper:
        """The paper, once it is known to be one."""
        return Paper(self.paper.data or "")


class BlankTowersForm(TowersSheetForm):
    """A sheet to be marked by hand, for so many *players*."""

    players = StringField(
        validators=[one_of(*map(str, SEATS_ALLOWED))], default=str(USUAL_PLAYERS)
    )
