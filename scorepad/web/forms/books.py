"""In which language and on which paper a book is wanted."""

from wtforms import Form, StringField

from scorepad.sheets.paper import Paper
from scorepad.web.forms.choosing import one_of
from scorepad.words.languages import LANGUAGES

BOOK_PAPERS = (Paper.A4, Paper.LETTER)


class BookForm(Form):
    """Both may be left out; whoever asks fills them in for the reader."""

    lang = StringField(validators=[one_of(*(known.tag for known in LANGUAGES))])
    paper = StringField(validators=[one_of(*(each.value for each in BOOK_PAPERS))])

    @property
    def chosen(self) -> dict[str, str]:
        """The choices as an address holds them."""
        return {"lang": self.lang.data or "", "paper": self.paper.data or ""}

    @property
    def sentence(self) -> str:
        """The first thing that is wrong."""
        return next(str(error) for field in self for error in field.errors)
