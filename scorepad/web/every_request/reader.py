"""What suits whoever reads: their language, and the paper of their printer."""

from flask import request

from scorepad.sheets.paper import Paper
from scorepad.web.every_request.languages import current_language
from scorepad.web.forms.books import BookForm
from scorepad.words.regions import uses_letter


def suit_reader(form: BookForm) -> None:
    """Fill in what was left out."""
    letter = uses_letter(request.headers.get("Accept-Language"))
    form.lang.data = form.lang.data or current_language().tag
    form.paper.data = form.paper.data or (Paper.LETTER if letter else Paper.A4).value
