"""What the sheet of a game shows, as its address says it."""

from wtforms import Form, StringField

from scorepad.sheets.paper import Paper
from scorepad.sheets.showing import SHEET_PAPERS, Showing
from scorepad.web.forms.choosing import one_of
from scorepad.words.languages import LANGUAGES

YES, NO = "yes", "no"
_YES_OR_NO = one_of(YES, NO)


class ShowingForm(Form):
    """Paper, language and what is on it; all of it may be left out."""

    paper = StringField(
        validators=[one_of(*(each.value for each in SHEET_PAPERS))],
        default=Paper.A4.value,
    )
    lang = StringField(validators=[one_of(*(known.tag for known in LANGUAGES))])
    tricks = StringField(validators=[_YES_OR_NO], default=NO)
    points = StringField(validators=[_YES_OR_NO], default=NO)
    chart = StringField(validators=[_YES_OR_NO], default=YES)
    awards = StringField(validators=[_YES_OR_NO], default=YES)
    notes = StringField(validators=[_YES_OR_NO], default=YES)

    @property
    def showing(self) -> Showing:
        """The choices as the sheet knows them."""
        return Showing(
            paper=Paper(self.paper.data or ""),
            tricks=self.tricks.data == YES,
            points=self.points.data == YES,
            chart=self.chart.data == YES,
            awards=self.awards.data == YES,
            notes=self.notes.data == YES,
        )

    @property
    def sentence(self) -> str:
        """The first thing that is wrong."""
        return next(str(error) for field in self for error in field.errors)
