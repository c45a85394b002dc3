"""The book of a season: order it, make it in the background, download it."""

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import partial
from http import HTTPStatus
from time import monotonic
from typing import Any, NamedTuple
from uuid import UUID

import flask
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from scorepad.db.engine import db
from scorepad.db.faults import FAULTS
from scorepad.db.history import Reader
from scorepad.pdf.book import render_volume, volumes_of
from scorepad.pdf.completed import Showing
from scorepad.pdf.paper import Paper
from scorepad.pdf.renderer import Renderer
from scorepad.pdf.worker import Limits
from scorepad.services import season_books
from scorepad.services.requests import GameAddress
from scorepad.services.season_books import BookCancelledError, WantedBook
from scorepad.services.stored_games import stored_game
from scorepad.web.forms import BookForm
from scorepad.web.middleware.auth import group_or_404, reader
from scorepad.web.middleware.errors import problem
from scorepad.web.printing import copy_of, pdf_answer, valid

log = logging.getLogger(__name__)

LIMITS = Limits(seconds=300, megabytes=768)  # 450 MB resident need 650 MB of addresses
NOTED_EVERY = 2.0  # seconds between two checks for a cancelled order


class Order(NamedTuple):
    """A book to make, for the device that ordered it."""

    book_id: int
    device_id: int | None
    book: WantedBook


class BookMaker:
    """Makes the books ordered from this process, one after the other."""

    def __init__(self, app: flask.Flask, renderer: Callable[[], Renderer]) -> None:
        self._app = app
        self._renderer = renderer
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="books")
        self._closed = threading.Event()
        self._waiting: list[Order] = []
        self._noted = 0.0

    def make(self, order: Order) -> None:
        """Make a book after those ordered before."""
        self._waiting.append(order)
        self._pool.submit(self._work, order)

    def close(self) -> None:
        """Stop the current book, and wait until its worker has ended."""
        self._closed.set()
        self._pool.shutdown(cancel_futures=True)

    def _work(self, order: Order) -> None:
        self._waiting.remove(order)
        try:
            self._make(order)
        except BookCancelledError:
            pass
        except Exception as error:  # any error: the next book must still be made
            log.warning("book not made: %s", type(error).__name__)
            with suppress(BookCancelledError, *FAULTS):
                self._note(order, phase="failed")

    def _make(self, order: Order) -> None:
        gid, _number, language, paper = address = order.book[:4]
        showing = Showing(paper=Paper(paper))
        with self._reading(order) as by:
            # A change after this makes the book out of date.
            wanted = season_books.wanted_book(by, *address)
            book = season_books.contents_of(by, wanted)
        with closing(self._renderer()) as renderer:
            for volume in volumes_of(book):
                at = {"volume": volume.number, "volumes": volume.count}
                self._note(order, key=wanted.key, phase="laying_out", **at)
                with self._reading(order) as by:
                    where = (GameAddress(gid, game.id_) for game in volume.games)
                    sheets = {
                        each.game: copy_of(stored_game(by, each), language, showing)
                        for each in where
                    }
                wait = partial(self._go_on, order)
                pdf = renderer.run(render_volume, volume, sheets, while_waiting=wait)
                self._note(order, pdf=pdf)
        self._note(order, phase="ready")

    def _go_on(self, order: Order) -> None:
        if self._closed.is_set():
            raise BookCancelledError
        if monotonic() - self._noted < NOTED_EVERY:
            return
        self._note(order)
        for waiting in tuple(self._waiting):
            with suppress(BookCancelledError):  # _work() sees it
                self._note(waiting)
        self._noted = monotonic()

    def _note(self, order: Order, **changes: Any) -> None:
        with self._app.app_context():
            season_books.note_book(db.session(), order.book_id, **changes)

    @contextmanager
    def _reading(self, order: Order) -> Iterator[Reader]:
        with self._app.app_context():
            yield Reader(db.session(), order.device_id)


bp = flask.Blueprint(
    "books", __name__, url_prefix="/g/<uuid:gid>/seasons/<int:number>/book"
)

RETRY_AFTER = "30"  # seconds; a book takes longer than a sheet


@bp.get("")
def show(gid: UUID, number: int) -> ResponseReturnValue:
    """Show the options of a book, its progress or its finished volumes."""
    return _page(_wanted(gid, number, flask.request.args))


@bp.post("")
def begin(gid: UUID, number: int) -> ResponseReturnValue:
    """Order the book, unless it is finished or being made."""
    book = _wanted(gid, number, flask.request.form)
    if not book.games:
        return _page(book), 422
    by = reader()
    try:
        ordered = season_books.order_book(by, book)
    except season_books.BooksBusyError as busy:
        own = _("Another season book is being created. Wait or cancel it.")
        others = _("Other books are being created. Try again in a moment.")
        answer = problem(HTTPStatus.TOO_MANY_REQUESTS, own if busy.own else others)
        answer.headers["Retry-After"] = RETRY_AFTER
        return answer
    if ordered is not None:
        maker = flask.current_app.extensions["book_maker"]
        maker.make(Order(ordered, by.device_id, book))
    return flask.redirect(_page_of(book), 303)


@bp.post("/cancel")
def cancel(gid: UUID, number: int) -> ResponseReturnValue:
    """Cancel the book that is being made for this group."""
    book = _wanted(gid, number, flask.request.form)
    season_books.cancel_books(reader(), gid)
    return flask.redirect(_page_of(book), 303)


@bp.get("/book.pdf")
def take(gid: UUID, number: int) -> ResponseReturnValue:
    """Return a finished volume, or redirect to the page of the book."""
    book = _wanted(gid, number, flask.request.args)
    volume = flask.request.args.get("volume", 1, type=int)
    progress = season_books.book_progress(reader(), book)
    pdf = season_books.volume_pdf(reader(), book, volume)
    if pdf is None or progress is None:
        return flask.redirect(_page_of(book))
    name = book.group_name or _("Season %(number)s", number=number)
    spoken, plain = f"Wizard {name}", "wizard-season"
    if (count := len(progress.sizes)) > 1:
        which = _("Volume %(number)s of %(count)s", number=volume, count=count)
        spoken, plain = f"{spoken}, {which}", f"{plain}-{volume}-of-{count}"
    answer = pdf_answer(pdf, f"{plain}.pdf", spoken)
    answer.set_etag(f"{book.key}-{volume}")
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer.make_conditional(flask.request)


def _wanted(gid: UUID, number: int, sent: MultiDict[str, str]) -> WantedBook:
    group_or_404(gid)
    chosen = valid(BookForm, sent).data.values()
    return season_books.wanted_book(reader(), gid, number, *chosen)


def _page_of(book: WantedBook) -> str:
    gid, number, lang, paper = book[:4]
    return flask.url_for("books.show", gid=gid, number=number, lang=lang, paper=paper)


def _page(book: WantedBook) -> str:
    progress = season_books.book_progress(reader(), book)
    is_old = progress is not None and progress.key != book.key
    about = {"book": book, "progress": progress, "is_old": is_old}
    return flask.render_template("season/book.html", **about)
