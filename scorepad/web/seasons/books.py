"""The book of a season: begin it, watch it being made, stop it, take it."""

from pathlib import Path
from uuid import UUID

from flask import (
    Blueprint,
    Response,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.sheets.book.bindery import BinderyBusy
from scorepad.store.db import db
from scorepad.web.every_request.errors import problem, refused_for_now
from scorepad.web.every_request.refusals import Refusal
from scorepad.web.files.filenames import name_file
from scorepad.web.seasons.book_wanted import WantedBook, bindery, wanted_book
from scorepad.words.translations import msgid

bp = Blueprint("books", __name__, url_prefix="/g/<uuid:gid>/seasons/<int:number>/book")

RETRY_AFTER_S = 30
"""A book takes longer than a sheet."""
OWN = Refusal(
    "own_book_busy",
    msgid("Another book of this group is being made: wait for it, or cancel it."),
)
OTHERS = Refusal(
    "books_busy",
    msgid("Other books are being made; please try again in a moment."),
)


@bp.get("")
def show(gid: UUID, number: int) -> ResponseReturnValue:
    """Choose, watch it being made, and find it finished."""
    book = wanted_book(gid, number, request.args)
    if book.form.errors:
        return problem(422, book.form.sentence)
    return _page(book)


@bp.post("")
def begin(gid: UUID, number: int) -> ResponseReturnValue:
    """Have it made, unless it is there or being made already."""
    book = wanted_book(gid, number, request.form)
    if book.form.errors:
        return problem(422, book.form.sentence)
    if not book.state.games:
        return _page(book), 422
    manuscript = book.manuscript()
    db.session().close()
    try:
        bindery().begin(book.group, book.key, manuscript)
    except BinderyBusy as busy:
        return _busy(busy)
    return redirect(_here(book), 303)


@bp.post("/cancel")
def cancel(gid: UUID, number: int) -> ResponseReturnValue:
    """Stop whatever book is being made for this group."""
    book = wanted_book(gid, number, request.form)
    if book.form.errors:
        return problem(422, book.form.sentence)
    bindery().stop(book.group)
    return redirect(_here(book), 303)


@bp.get("/book.pdf")
def take(gid: UUID, number: int) -> ResponseReturnValue:
    """Hand out the finished book; the page that makes it where there is none."""
    book = wanted_book(gid, number, request.args)
    if book.form.errors:
        return problem(422, book.form.sentence)
    found = bindery().books.find(book.name)
    return redirect(_here(book)) if found is None else _file(found, book)


def _page(book: WantedBook) -> str:
    books = bindery().books
    # In this order: whatever is not being made any more is found, or has failed.
    making = bindery().progress(book.group)
    found = books.find(book.name)
    return render_template(
        "season/book.html",
        state=book.state,
        form=book.form,
        here=_here(book),
        size=None if found is None else found.stat().st_size,
        making=making and making[1],
        is_own=making is not None and making[0] == book.key,
        failure=books.failure(book.name),
    )


def _here(book: WantedBook) -> str:
    gid, number = book.state.group, book.state.number
    lang, paper = book.form.lang.data, book.form.paper.data
    return url_for("books.show", gid=gid, number=number, lang=lang, paper=paper)


def _busy(busy: BinderyBusy) -> Response:
    return refused_for_now(429, OWN if busy.own else OTHERS, RETRY_AFTER_S)


def _file(found: Path, book: WantedBook) -> Response:
    spoken = book.state.group_name or _("Season %(number)s", number=book.state.number)
    answer = send_file(found, mimetype="application/pdf", etag=book.key[:24])
    name_file(answer, "inline", "wizard-season.pdf", f"Wizard {spoken}")
    answer.cache_control.private = True
    return answer
