"""The book of a season: order it, watch it being made, cancel it, take it."""

from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from typing import cast
from uuid import UUID

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from scorepad.services.seasons.books import (
    BookAddress,
    BooksBusyError,
    BookSeason,
    book_progress,
    book_season,
    cancel_books,
    order_book,
    volume_pdf,
)
from scorepad.store.db import db
from scorepad.web.forms.choosing import BookForm
from scorepad.web.middleware.auth import current_device
from scorepad.web.middleware.errors import problem
from scorepad.web.printed.pdfs import pdf_answer, suit_reader
from scorepad.web.seasons.book_maker import BookMaker, Order
from scorepad.web.static import name_file

bp = Blueprint("books", __name__, url_prefix="/g/<uuid:gid>/seasons/<int:number>/book")

RETRY_AFTER = "30"
"""Seconds. A book takes longer than a sheet."""


def attach(app: Flask, maker: BookMaker) -> None:
    """Give *app* what makes its books."""
    app.extensions["book_maker"] = maker


@dataclass(frozen=True)
class WantedBook:
    """A book of a *season*, as somebody chose it."""

    season: BookSeason
    form: BookForm

    @cached_property
    def address(self) -> BookAddress:
        """Which book it is."""
        lang, paper = self.form.chosen.values()
        return BookAddress(self.season.group, self.season.number, lang, paper)

    @property
    def page(self) -> str:
        """The address of its page."""
        gid, number = self.season.group, self.season.number
        lang, paper = self.form.chosen.values()
        return url_for("books.show", gid=gid, number=number, lang=lang, paper=paper)


@bp.get("")
def show(gid: UUID, number: int) -> ResponseReturnValue:
    """Choose, watch it being made, and find it finished."""
    return _page(_wanted(gid, number, request.args))


@bp.post("")
def begin(gid: UUID, number: int) -> ResponseReturnValue:
    """Have it made, unless it is there or being made already."""
    book = _wanted(gid, number, request.form)
    if not book.season.games:
        return _page(book), 422
    device_id = current_device()
    try:
        ordered = order_book(db.session(), device_id, book.address, book.season.key)
    except BooksBusyError as busy:
        return _busy(busy)
    if ordered is not None:
        maker = cast("BookMaker", current_app.extensions["book_maker"])
        maker.make(Order(ordered, device_id, book.address))
    return redirect(book.page, 303)


@bp.post("/cancel")
def cancel(gid: UUID, number: int) -> ResponseReturnValue:
    """Stop whatever book is being made for this group."""
    book = _wanted(gid, number, request.form)
    cancel_books(db.session(), current_device(), gid)
    return redirect(book.page, 303)


@bp.get("/book.pdf")
def take(gid: UUID, number: int) -> ResponseReturnValue:
    """Hand out a finished volume; the page that makes the book where there is none."""
    book = _wanted(gid, number, request.args)
    volume = request.args.get("volume", 1, type=int)
    device_id, key = current_device(), book.season.key
    progress = book_progress(db.session(), device_id, book.address)
    pdf = volume_pdf(db.session(), device_id, book.address, key, volume)
    if pdf is None or progress is None:
        return redirect(book.page)
    answer = pdf_answer(pdf, "wizard-season.pdf", "Wizard")
    _name(answer, book, volume, len(progress.sizes))
    answer.set_etag(f"{key}-{volume}")
    answer.cache_control.private = True
    answer.cache_control.no_cache = True
    return answer.make_conditional(request)


def _wanted(gid: UUID, number: int, sent: MultiDict[str, str]) -> WantedBook:
    """The book of a season that was asked for; what is left out suits the reader.

    :raises NotThereError: the device does not belong to a group with such a season.
    """
    season = book_season(db.session(), current_device(), gid, number)
    form = BookForm(sent)
    suit_reader(form)
    if not form.validate():
        abort(problem(422, form.sentence))
    return WantedBook(season, form)


def _page(book: WantedBook) -> str:
    progress = book_progress(db.session(), current_device(), book.address)
    is_old = progress is not None and progress.key != book.season.key
    return render_template(
        "season/book.html",
        season=book.season,
        form=book.form,
        progress=progress,
        is_old=is_old,
    )


def _busy(busy: BooksBusyError) -> Response:
    own = _("Another book of this group is being made: wait for it, or cancel it.")
    others = _("Other books are being made; please try again in a moment.")
    answer = problem(HTTPStatus.TOO_MANY_REQUESTS, own if busy.own else others)
    answer.headers["Retry-After"] = RETRY_AFTER
    return answer


def _name(answer: Response, book: WantedBook, volume: int, count: int) -> None:
    """Name a file after its group; of several volumes each after its number, too."""
    season = _("Season %(number)s", number=book.season.number)
    spoken = f"Wizard {book.season.group_name or season}"
    plain = "wizard-season"
    if count > 1:
        which = _("Volume %(number)s of %(count)s", number=volume, count=count)
        spoken, plain = f"{spoken}, {which}", f"{plain}-{volume}-of-{count}"
    name_file(answer, "inline", f"{plain}.pdf", spoken)
