"""What the bindery asks of a season: its pages, printed one after the other."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from time import sleep

from flask import Flask

from scorepad.pdf.cache import PdfCache
from scorepad.pdf.errors import RendererBusy, RenderFailed
from scorepad.pdf.jobs import PrintJob
from scorepad.pdf.renderer import Renderer
from scorepad.services.entering import GameAddress
from scorepad.services.refusing import NotThereError
from scorepad.services.seasons.booking import SeasonState, season_told
from scorepad.sheets.book.bindery import BookOutdated, PrintedPart, Stop
from scorepad.sheets.book.book import Book
from scorepad.sheets.book.contents import (
    CONTENTS,
    RECORDS,
    STANDINGS,
    TITLE,
    contents_pages,
)
from scorepad.sheets.book.outline import (
    NUMBER_TOP,
    bookmarks_of,
    title_of,
    with_margins,
)
from scorepad.sheets.book.pages import BookPages
from scorepad.sheets.book.plan import BoundPart, Plan
from scorepad.sheets.completed.showing import Showing
from scorepad.sheets.paper import Paper
from scorepad.store.db import db
from scorepad.store.seasons.books import GameVersion
from scorepad.web.every_request.doors import act_for
from scorepad.web.printed.printed import Wanted, glance
from scorepad.web.seasons.book_telling import book_of

GLANCE = 0.1
NOT_GAMES = 5
"""Digits, title, contents, standings and records; the players are not yet counted."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What a book is printed with, and where sheets printed before are kept."""

    pages: BookPages
    renderer: Renderer
    pdf_cache: PdfCache


class SeasonManuscript:
    """The book of a season as it was in *state*, for whoever may read it.

    It is printed in a thread of its own, so it opens the database itself, and only
    while it reads.
    """

    def __init__(  # noqa: PLR0913 - who wants what, and with what it is made
        self,
        app: Flask,
        tools: Tools,
        device_id: int | None,
        state: SeasonState,
        *,
        language: str,
        paper: Paper,
    ) -> None:
        self._app = app
        self._tools = tools
        self._device_id = device_id
        self._state = state
        self._language = language
        self._paper = paper
        self._book: Book | None = None

    @property
    def parts(self) -> int:
        """How many parts there are; about as many, as long as nothing is read."""
        games = len(self._state.games)
        if self._book is None:
            return games + NOT_GAMES
        more = len(contents_pages(self._book)) - 1 + len(self._book.players)
        return games + NOT_GAMES + more

    def body(self, stop: Stop) -> Iterator[PrintedPart]:
        """Print the digits, and everything that tells no page numbers."""
        book, versions = self._read()
        pages = self._tools.pages
        yield self._printed("digits", pages.digits(), stop)
        yield self._printed(STANDINGS, pages.standings(book), stop)
        yield self._printed(RECORDS, pages.records(book), stop)
        for player in book.players:
            yield self._printed(player.part, pages.player(book, player), stop)
        for game in book.games:
            yield PrintedPart(game.part, self._sheet(versions[game.part], stop))

    def front(self, pages: Mapping[str, int], stop: Stop) -> Iterator[PrintedPart]:
        """Print title and contents."""
        book, writer = self._known_book, self._tools.pages
        yield self._printed(TITLE, writer.title(book), stop)
        for number, job in enumerate(writer.contents(book, pages)):
            yield self._printed(
                f"{CONTENTS}-{number}" if number else CONTENTS, job, stop
            )

    def plan(self, parts: tuple[BoundPart, ...], digits: str) -> Plan:
        """Say how it is bound."""
        book = self._known_book
        return Plan(
            title=title_of(book),
            language=book.language,
            parts=with_margins(book, parts),
            bookmarks=bookmarks_of(book),
            digits=digits,
            back_to=CONTENTS,
            number_top=NUMBER_TOP,
        )

    @property
    def _known_book(self) -> Book:
        if self._book is None:
            raise BookOutdated
        return self._book

    def _read(self) -> tuple[Book, Mapping[str, GameVersion]]:
        """The book, and the state of the game on every sheet.

        :raises BookOutdated: the season was changed since somebody asked for the book.
        """
        state = self._state
        with self._at_work():
            told = season_told(db.session(), self._device_id, state.group, state.number)
            if told.state != state:
                raise BookOutdated
            book = book_of(told, language=self._language, paper=self._paper)
        known = {version.id_: version for version in state.games}
        self._book = book
        of_parts = zip(book.games, told.games, strict=True)
        return book, {game.part: known[line.id_] for game, line in of_parts}

    def _sheet(self, version: GameVersion, stop: Stop) -> bytes:
        """The sheet of a game, the same as its own page prints."""
        address = GameAddress(self._state.group, version.id_)
        with self._at_work():
            seen = glance(address)
            told = seen.revision, seen.played_on, seen.players
            if told != (version.revision, version.played_on, version.players):
                raise BookOutdated
            showing = Showing(paper=self._paper)
            job = self._job(Wanted(address, seen, self._language, showing))
        pdf_cache = self._tools.pdf_cache
        return pdf_cache.get(pdf_cache.key(job), lambda: self._pdf(job, stop))

    def _job(self, wanted: Wanted) -> PrintJob:
        """What is printed, if it is still what was seen."""
        with self._at_work():
            job = wanted.job
            if glance(wanted.address) != wanted.seen:
                raise BookOutdated
        return job

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """In the application, for whoever asked for the book.

        :raises BookOutdated: what is read there is gone meanwhile.
        """
        with self._app.app_context():
            act_for(self._device_id)
            try:
                yield
            except NotThereError:
                raise BookOutdated from None

    def _printed(self, name: str, job: PrintJob, stop: Stop) -> PrintedPart:
        return PrintedPart(name, self._pdf(job, stop))

    def _pdf(self, job: PrintJob, stop: Stop) -> bytes:
        """Print it when a worker is free; once more, if a busy machine made it late."""
        tries = 2
        while True:
            stop()
            try:
                return self._tools.renderer.pdf(job)
            except RendererBusy:
                sleep(GLANCE)
            except RenderFailed:
                tries -= 1
                if not tries:
                    raise
