"""What the sheet of a game shows, as its address says it."""

from collections.abc import Iterator
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField

from scorepad.sheets.completed.record import SHEET_PAPERS, Showing
from scorepad.sheets.paper import Paper
from scorepad.web.forms.choosing import AS_FORM, one_of
from scorepad.words.languages import LANGUAGES

YES, NO = "yes", "no"
_YES_OR_NO = one_of(YES, NO)
TICKS = {"tricks": NO, "points": NO, "chart": YES, "awards": YES, "notes": YES}
"""What can be shown, and whether it is as usual."""


def _tick(name: str) -> StringField:
    return StringField(validators=[_YES_OR_NO], default=TICKS[name])


class ShowingForm(Form):
    """Paper, language and what is on it; all of it may be left out."""

    paper = StringField(validators=[one_of(*(each.value for each in SHEET_PAPERS))])
    lang = StringField(validators=[one_of(*(known.tag for known in LANGUAGES))])
    tricks = _tick("tricks")
    points = _tick("points")
    chart = _tick("chart")
    awards = _tick("awards")
    notes = _tick("notes")

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
    def query(self) -> str:
        """The short address of this choice: paper, language, and what is unusual."""
        return urlencode(list(self._said()))

    def _said(self) -> Iterator[tuple[str, str]]:
        for field in self:
            if field.data != TICKS.get(field.short_name):
                yield field.short_name, field.data

    @property
    def sentence(self) -> str:
        """The first thing that is wrong."""
        return next(str(error) for field in self for error in field.errors)


def sent_form(args: MultiDict[str, str]) -> ShowingForm:
    """The form of an address, whichever way it was made."""
    if AS_FORM not in args:
        return ShowingForm(args)
    absent = {name: NO for name in TICKS if name not in args}
    return ShowingForm(MultiDict([*args.items(multi=True), *absent.items()]))
