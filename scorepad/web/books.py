"""The book of a season: order it, make it in the background, download it."""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from time import monotonic
from typing import Any
from uuid import UUID

import flask
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from scorepad.db import engine, faults, history
from scorepad.pdf import completed, paper
from scorepad.pdf.book import render_volume, volumes_of
from scorepad.pdf.renderer import Renderer
from scorepad.pdf.worker import Limits
from scorepad.services import requests, season_books
from scorepad.services.stored_games import stored_game
from scorepad.web.forms import BookForm
from scorepad.web.middleware import auth, errors
from scorepad.web.printing import copy_of, pdf_answer, valid

log = logging.getLogger(__name__)

LIMITS = Limits(seconds=300, megabytes=768)  # 450 MB resident need 650 MB of addresses
NOTED_EVERY = 2.0  # seconds between two checks for a cancelled order


class BookMaker:
    """Makes the books ordered from this process, one after the other."""

    def __init__(self, app: flask.Flask, renderer: Callable[[], Renderer]) -> None:
        self._app = app
        self._renderer = renderer
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="books")
        self._closed = threading.Event()
        self._waiting: list[int] = []
        self._noted = 0.0

    def make(self, book_id: int, device_id: int | None) -> None:
        """Make a book for the device that ordered it, after those ordered before."""
        self._waiting.append(book_id)
        self._pool.submit(self._work, book_id, device_id)

    def close(self) -> None:
        """Stop the current book, and wait until its worker has ended."""
        self._closed.set()
        self._pool.shutdown(cancel_futures=True)

    def _work(self, book_id: int, device_id: int | None) -> None:
        self._waiting.remove(book_id)
        try:
            self._make(book_id, device_id)
        except season_books.BookCancelledError:
            pass
        except Exception as error:  # any error: the next book must still be made
            log.warning("book not made: %s", type(error).__name__)
            with suppress(season_books.BookCancelledError, *faults.FAULTS):
                self._note(book_id, phase="failed")

    def _make(self, book_id: int, device_id: int | None) -> None:
        with self._app.app_context():
            by = history.Reader(engine.db.session(), device_id)
            # A change after this makes the book out of date.
            gid, key, book = season_books.contents_of(by, book_id)
        showing = completed.Showing(paper=paper.Paper(book.paper))
        with closing(self._renderer()) as renderer:
            for volume in volumes_of(book):
                at = {"volume": volume.number, "volumes": volume.count}
                self._note(book_id, key=key, phase="laying_out", **at)
                with self._app.app_context():
                    by = history.Reader(engine.db.session(), device_id)
                    sheets = {}
                    for game in volume.games:
                        found = stored_game(by, requests.GameAddress(gid, game.id_))
                        sheets[game.id_] = copy_of(found, book.language, showing)
                wait = partial(self._go_on, book_id)
                pdf = renderer.run(render_volume, volume, sheets, while_waiting=wait)
                self._note(book_id, pdf=pdf)
        self._note(book_id, phase="ready")

    def _go_on(self, book_id: int) -> None:
        if self._closed.is_set():
            raise season_books.BookCancelledError
        if monotonic() - self._noted < NOTED_EVERY:
            return
        self._note(book_id)
        for waiting in tuple(self._waiting):
            with suppress(season_books.BookCancelledError):  # _work() sees it
                self._note(waiting)
        self._noted = monotonic()

    def _note(self, book_id: int, **changes: Any) -> None:
        with self._app.app_context():
            season_books.note_book(engine.db.session(), book_id, **changes)


bp = flask.Blueprint(
    "books", __name__, url_prefix="/g/<uuid:gid>/seasons/<int:number>/book"
)

RETRY_AFTER = "30"  # seconds; a book takes longer than a sheet


@bp.get("")
def show(gid: UUID, number: int) -> ResponseReturnValue:
    """Show the options of a book, its progress or its finished volumes."""
    state = _state(gid, number, flask.request.args)
    return flask.render_template("season/book.html", state=state)


@bp.post("")
def begin(gid: UUID, number: int) -> ResponseReturnValue:
    """Order the book, unless it is finished or being made."""
    state, by = _state(gid, number, flask.request.form), auth.reader()
    if not state.games:
        return flask.render_template("season/book.html", state=state), 422
    try:
        ordered = season_books.order_book(by, gid, number, state.language, state.paper)
    except season_books.BooksBusyError:
        own = _("Another season book is being created. Wait or cancel it.")
        others = _("Other books are being created. Try again in a moment.")
        why = own if state.running else others
        return errors.problem(429, why), {"Retry-After": RETRY_AFTER}
    if ordered is not None:
        flask.current_app.extensions["book_maker"].make(ordered, by.device_id)
    return _back(state)


@bp.post("/cancel")
def cancel(gid: UUID, number: int) -> ResponseReturnValue:
    """Cancel the book that is being made for this group."""
    state = _state(gid, number, flask.request.form)
    season_books.cancel_books(auth.reader(), gid)
    return _back(state)


@bp.get("/book.pdf")
def take(gid: UUID, number: int) -> ResponseReturnValue:
    """Return a finished volume, or redirect to the page of the book."""
    state = _state(gid, number, flask.request.args)
    volume = flask.request.args.get("volume", 1, type=int)
    book, count = state.book, len(state.volumes)
    if not (book and state.is_ready and 1 <= volume <= count):
        return _back(state, 302)
    name = state.group.name or _("Season %(number)s", number=number)
    spoken, plain = f"Wizard {name}", "wizard-season"
    if count > 1:
        which = _("Volume %(number)s of %(count)s", number=volume, count=count)
        spoken, plain = f"{spoken}, {which}", f"{plain}-{volume}-of-{count}"
    answer = pdf_answer(state.volumes[volume - 1].pdf, f"{plain}.pdf", spoken)
    answer.set_etag(f"{book.key}-{volume}")
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer.make_conditional(flask.request)


def _state(gid: UUID, number: int, sent: MultiDict[str, str]) -> season_books.BookState:
    auth.group_or_404(gid)
    chosen = valid(BookForm, sent).data.values()
    return season_books.book_state(auth.reader(), gid, number, *chosen)


def _back(state: season_books.BookState, status: int = 303) -> ResponseReturnValue:
    where: dict[str, Any] = {"gid": state.group.uuid, "number": state.season.number}
    where |= {"lang": state.language, "paper": state.paper}
    return flask.redirect(flask.url_for("books.show", **where), status)
