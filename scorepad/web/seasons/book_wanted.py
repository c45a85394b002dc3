"""Which book is asked for, and what makes it."""

from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

from flask import Flask, current_app
from werkzeug.datastructures import MultiDict

from scorepad.pdf.jobs import PrintJob
from scorepad.services.seasons.booking import SeasonState, season_state
from scorepad.sheets.book.bindery import Bindery
from scorepad.sheets.book.pages import BookPages
from scorepad.sheets.paper import Paper
from scorepad.store.db import db
from scorepad.web.every_request.database_id import current_database_id
from scorepad.web.every_request.doors import current_device
from scorepad.web.every_request.reader import suit_reader
from scorepad.web.forms.books import BookForm
from scorepad.web.printed.pdfs import pdf_cache, renderer
from scorepad.web.seasons.book_manuscript import SeasonManuscript, Tools


def attach(app: Flask, bindery: Bindery, pages: BookPages) -> None:
    """Give *app* what makes its books."""
    app.extensions["bindery"] = bindery
    app.extensions["book_pages"] = pages


def bindery() -> Bindery:
    """What makes books."""
    return cast("Bindery", current_app.extensions["bindery"])


@dataclass(frozen=True)
class WantedBook:
    """A book of a season in one *state*, as somebody chose it."""

    state: SeasonState
    form: BookForm

    @property
    def key(self) -> str:
        """A name for everything that shapes the book."""
        seen = (current_database_id(), repr(self.state))
        told = PrintJob(html="\0".join((*seen, *self.form.chosen.values())))
        return pdf_cache().key(told, "book")

    @property
    def group(self) -> str:
        """What the bindery calls its group."""
        return self.state.group.hex

    @property
    def name(self) -> str:
        """What the folder of books calls it."""
        return f"{self.group}.{self.key}"

    def manuscript(self) -> SeasonManuscript:
        """What it is made from."""
        pages = cast("BookPages", current_app.extensions["book_pages"])
        return SeasonManuscript(
            cast("Any", current_app)._get_current_object(),  # noqa: SLF001 - Flask's documented way
            Tools(pages, renderer(), pdf_cache()),
            current_device(),
            self.state,
            language=self.form.lang.data or "",
            paper=Paper(self.form.paper.data or ""),
        )


def wanted_book(gid: UUID, number: int, sent: MultiDict[str, str]) -> WantedBook:
    """The book of a season that was asked for; what is left out suits the reader.

    :raises NotThereError: the device does not belong to a group with such a season.
    """
    state = season_state(db.session(), current_device(), gid, number)
    form = BookForm(sent)
    suit_reader(form)
    form.validate()
    return WantedBook(state, form)
