"""The bindery: makes whole books in the background, one after the other."""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, sleep
from typing import NamedTuple, Protocol

import pikepdf

from scorepad.pdf.errors import RenderError
from scorepad.sheets.book.folder import BookFolder, Progress, Workroom
from scorepad.sheets.book.plan import BoundPart, Plan, first_pages

log = logging.getLogger(__name__)

MOST_BOOKS = 3
"""One is made, the others wait for it."""
GLANCE = 0.05
TO_BIND = 30.0
PER_PART = 0.2
"""Seconds that the binding may take, and more for each part."""


class BinderyBusy(Exception):  # noqa: N818 - says what happened
    """Enough books are being made already; *own*: one of them for the same group."""

    def __init__(self, *, own: bool) -> None:
        super().__init__("another book is being made")
        self.own = own


class BookStopped(Exception):  # noqa: N818 - says what happened
    """Somebody wants no more of this book."""


class BookOutdated(Exception):  # noqa: N818 - says what happened
    """What the book tells was changed while it was made."""


class PrintedPart(NamedTuple):
    """A part of a book as it comes from the press."""

    name: str
    pdf: bytes


class Manuscript(Protocol):
    """What a book is made from; *parts* is how many there are to print."""

    @property
    def parts(self) -> int:
        """How many parts there will be, digits and front included.

        It may be a guess until the body is printed.
        """
        ...

    def body(self, stop: "Stop") -> Iterator[PrintedPart]:
        """Print the digits, then everything that tells no page numbers, in order."""
        ...

    def front(self, pages: Mapping[str, int], stop: "Stop") -> Iterator[PrintedPart]:
        """Print what stands before that: title and contents, one page each.

        *pages* is the page of every part of the body.
        """
        ...

    def plan(self, parts: tuple[BoundPart, ...], digits: str) -> Plan:
        """Say how the printed parts are bound."""
        ...


class Stop:
    """Asked between two steps; raises as soon as the book is not wanted any more."""

    def __init__(self, workroom: Workroom) -> None:
        self._workroom = workroom

    def __call__(self) -> None:
        """Go on, or not.

        :raises BookStopped: the book is not wanted any more.
        """
        if self._workroom.is_stopped:
            raise BookStopped


class Order(NamedTuple):
    """A book that somebody wants, by its *name* in the folder."""

    name: str
    manuscript: Manuscript
    workroom: Workroom


class Bindery:
    """Makes books in *folder*, at most *most* at once over all processes.

    Safe to share between threads. The thread that makes them starts with the first one.
    """

    def __init__(self, folder: BookFolder, *, most: int = MOST_BOOKS) -> None:
        self.books = folder
        self._most = most
        self._orders: SimpleQueue[Order] = SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        folder.sweep()

    def begin(self, group: str, key: str, manuscript: Manuscript) -> None:
        """Have a book made, unless it is there or being made already.

        :raises BinderyBusy: too many are, or another one of this *group*.
        """
        name = f"{group}.{key}"
        with self.books.door():
            if self.books.find(name) is not None:
                return
            others = self.books.being_made()
            if name in others:
                return
            own = any(other.startswith(f"{group}.") for other in others)
            if own or len(others) >= self._most:
                raise BinderyBusy(own=own)
            workroom = self.books.workroom(name)
        try:
            workroom.tell(0, manuscript.parts)
        except OSError:
            workroom.leave()
            raise
        self._orders.put(Order(name, manuscript, workroom))
        self._wake()

    def progress(self, group: str) -> tuple[str, Progress] | None:
        """The key of the book that is being made for a *group*, and how far it is."""
        for name in self.books.being_made():
            owner, _, key = name.partition(".")
            if owner == group and (found := self.books.progress(name)):
                return key, found
        return None

    def stop(self, group: str) -> None:
        """Stop whatever is being made for a *group*."""
        for name in self.books.being_made():
            if name.startswith(f"{group}."):
                self.books.stop(name)

    def forget(self, group: str) -> None:
        """Stop and throw away all books of a *group*."""
        self.stop(group)
        self.books.remove_all_of(group)

    def sweep(self) -> None:
        """Throw away what nobody reads any more.

        No book is begun meanwhile: its workroom is held by nobody until it is locked.
        """
        with self.books.door():
            self.books.sweep()

    def close(self) -> None:
        """Make no more books after the present one."""
        for name in self.books.being_made():
            self.books.stop(name)

    def _wake(self) -> None:
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(
                    target=self._work, name="bindery", daemon=True
                )
                self._thread.start()

    def _work(self) -> None:
        while True:
            order = self._orders.get()
            try:
                self.books.finish(order.name, _made(order))
            except BookStopped:
                pass
            except Exception as error:  # whatever it is: the next book is not to blame
                log.warning("book not made: %s", type(error).__name__)
                self.books.fail(order.name, _reason(error))
            finally:
                order.workroom.leave()


def _reason(error: Exception) -> str:
    return "changed" if isinstance(error, BookOutdated) else type(error).__name__


def _made(order: Order) -> Path:
    """Print all parts of a book, bind them, and tell how far it is."""
    manuscript, workroom = order.manuscript, order.workroom
    stop = Stop(workroom)
    pile = _Pile(workroom, manuscript, stop)
    digits, *body = [pile.put(part) for part in manuscript.body(stop)]
    before = manuscript.parts - 1 - len(body)
    pages = first_pages(body, first=1 + before)
    front = [pile.put(part) for part in manuscript.front(pages, stop)]
    if sum(part.pages for part in front) != before:
        raise RenderError("the contents tell wrong pages")
    plan = manuscript.plan((*front, *body), digits.file)
    return _bound(plan, workroom, stop)


class _Pile:
    """Printed parts in the workroom."""

    def __init__(self, workroom: Workroom, manuscript: Manuscript, stop: Stop) -> None:
        self._workroom = workroom
        self._manuscript = manuscript
        self._stop = stop
        self._done = 0

    def put(self, part: PrintedPart) -> BoundPart:
        self._stop()
        file = self._workroom.folder / f"{self._done:05}.pdf"
        file.write_bytes(part.pdf)
        self._done += 1
        self._workroom.tell(self._done, self._manuscript.parts)
        with pikepdf.open(file) as read:
            return BoundPart(part.name, str(file), len(read.pages))


def _bound(plan: Plan, workroom: Workroom, stop: Stop) -> Path:
    told, into = workroom.folder / "plan.json", workroom.folder / "book.pdf"
    told.write_text(plan.packed(), encoding="utf-8")
    patience = TO_BIND + PER_PART * len(plan.parts)
    with subprocess.Popen(  # noqa: S603  # our own module, no user text
        [sys.executable, "-m", "scorepad.sheets.book.binding", str(told), str(into)],
        env=_surroundings(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as binder:
        try:
            _wait_for(binder, monotonic() + patience, stop)
        finally:
            binder.kill()
    if binder.returncode != 0:
        raise RenderError("the binding process failed")
    return into


def _wait_for(binder: subprocess.Popen[bytes], deadline: float, stop: Stop) -> None:
    while binder.poll() is None:
        stop()
        if monotonic() > deadline:
            raise RenderError("the binding took too long")
        sleep(GLANCE)


def _surroundings() -> dict[str, str]:
    """An environment without anything secret."""
    kept = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
    return {name: os.environ[name] for name in kept if name in os.environ}
