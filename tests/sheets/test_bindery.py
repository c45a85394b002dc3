"""Books are made in the background: once, in turn, and not at all if stopped."""

import os
import threading
import time

import pytest

from scorepad.sheets.book import bindery as bindery_module
from scorepad.sheets.book.bindery import (
    Bindery,
    BinderyBusy,
    BookOutdated,
    PrintedPart,
)
from scorepad.sheets.book.folder import BookFolder
from tests.sheets.books import blank_pdf, plan_of

BLANK = blank_pdf()
PATIENCE = 60


class Story:
    """A manuscript whose every part waits until it may go on."""

    def __init__(self, games: int = 3, *, go=None, fault: Exception | None = None):
        self.games = games
        self.parts = games + 3
        self.go = go or threading.Event()
        self.fault = fault
        self.printed = 0
        self.pages = None
        if go is None:
            self.go.set()

    def body(self, stop):
        yield self._part("digits")
        for number in range(self.games):
            while not self.go.wait(0.01):
                stop()
            if self.fault:
                raise self.fault
            yield self._part(f"game-{number}")

    def front(self, pages, stop):
        stop()
        self.pages = pages
        yield self._part("title")
        yield self._part("contents")

    def plan(self, parts, digits):
        return plan_of(list(parts), digits)

    def _part(self, name):
        self.printed += 1
        return PrintedPart(name, BLANK)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "books"


@pytest.fixture
def bindery(folder, monkeypatch):
    """A bindery whose binding needs no renderer."""

    def bound(plan, workroom, _stop):
        made = workroom.folder / "book.pdf"
        made.write_bytes(f"{len(plan.parts)} parts".encode())
        return made

    monkeypatch.setattr(bindery_module, "_bound", bound)
    made = Bindery(BookFolder(folder))
    yield made
    made.close()


def until(condition):
    """Wait for *condition*; fail if it never comes."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def idle(bindery) -> bool:
    return bindery.books.being_made() == ()


def test_a_book_is_made_and_found(bindery):
    bindery.begin("g", "key", story := Story())
    until(lambda: bindery.books.find("g.key"))

    assert bindery.books.find("g.key").read_bytes() == b"5 parts"
    # Title and contents come first, so the games begin on page 3.
    assert story.pages == {"game-0": 3, "game-1": 4, "game-2": 5}


def test_the_same_book_is_not_made_twice(bindery):
    go = threading.Event()
    first, again, later = Story(go=go), Story(), Story()
    bindery.begin("g", "key", first)
    bindery.begin("g", "key", again)
    go.set()
    until(lambda: bindery.books.find("g.key"))
    bindery.begin("g", "key", later)
    until(lambda: idle(bindery))

    assert (first.printed, again.printed, later.printed) == (6, 0, 0)


def test_progress_is_told_while_it_is_made(bindery):
    go = threading.Event()
    bindery.begin("g", "key", Story(go=go))
    until(lambda: bindery.progress("g")[1].done == 1)

    key, progress = bindery.progress("g")

    assert (key, progress.done, progress.all_) == ("key", 1, 6)
    assert bindery.progress("other") is None
    go.set()
    until(lambda: bindery.progress("g") is None)


def test_a_group_has_one_book_made_at_a_time(bindery):
    bindery.begin("g", "one", Story(go=threading.Event()))

    with pytest.raises(BinderyBusy) as busy:
        bindery.begin("g", "two", Story())

    assert busy.value.own


def test_there_is_an_end_to_books_in_all(bindery):
    for number in range(bindery_module.MOST_BOOKS):
        bindery.begin(f"g{number}", "key", Story(go=threading.Event()))

    with pytest.raises(BinderyBusy) as busy:
        bindery.begin("last", "key", Story())

    assert not busy.value.own


def test_a_stopped_book_prints_nothing_more_and_leaves_nothing(bindery, folder):
    bindery.begin("g", "key", story := Story(50, go=threading.Event()))
    until(lambda: story.printed == 1)
    bindery.stop("g")
    until(lambda: idle(bindery))

    assert story.printed == 1
    until(lambda: [file.name for file in folder.iterdir()] == ["door"])
    bindery.begin("g", "key", Story())
    until(lambda: bindery.books.find("g.key"))


def test_one_that_waits_for_its_turn_is_stopped_before_it_begins(bindery):
    go = threading.Event()
    bindery.begin("first", "key", Story(go=go))
    bindery.begin("g", "key", story := Story())
    bindery.stop("g")
    go.set()
    until(lambda: idle(bindery))

    assert story.printed <= 1
    assert bindery.books.find("g.key") is None
    assert bindery.books.find("first.key")


@pytest.mark.parametrize(
    ("fault", "reason"),
    [(BookOutdated(), "changed"), (OSError("full"), "OSError")],
)
def test_a_book_that_fails_says_why_and_may_be_tried_again(bindery, fault, reason):
    bindery.begin("g", "key", Story(fault=fault))
    until(lambda: idle(bindery))

    assert bindery.books.find("g.key") is None
    assert bindery.books.failure("g.key") == reason
    bindery.begin("g", "key", Story())
    until(lambda: bindery.books.find("g.key"))
    assert bindery.books.failure("g.key") is None


def test_contents_of_another_length_than_counted_make_no_book(bindery):
    story = Story()
    story.front = lambda *_known: iter([PrintedPart("contents", blank_pdf(3))])
    bindery.begin("g", "key", story)
    until(lambda: idle(bindery))

    assert bindery.books.failure("g.key") == "RenderError"


def test_a_restart_sweeps_away_what_was_half_done(folder):
    left = folder / "g.key.making"
    left.mkdir(parents=True)
    (left / "lock").touch()
    (left / "00000.pdf").write_bytes(BLANK)

    bindery = Bindery(BookFolder(folder))

    assert not left.exists()
    assert bindery.books.find("g.key") is None
    assert bindery.progress("g") is None


def test_a_second_process_does_not_sweep_what_the_first_one_makes(bindery, folder):
    go = threading.Event()
    bindery.begin("g", "key", Story(go=go))

    other = Bindery(BookFolder(folder))

    assert other.progress("g") is not None
    with pytest.raises(BinderyBusy):
        other.begin("g", "two", Story())
    go.set()
    until(lambda: other.books.find("g.key"))


def test_old_books_go_and_so_do_the_oldest_of_too_many(tmp_path):
    books = BookFolder(tmp_path, on_disk=250, kept_for=100)
    now = time.time()
    for name, age in (("new", 1), ("mid", 2), ("more", 3), ("old", 200)):
        (tmp_path / f"g.{name}.pdf").write_bytes(b"x" * 100)
        os.utime(tmp_path / f"g.{name}.pdf", (now - age, now - age))

    books.sweep()

    assert {file.stem for file in tmp_path.iterdir()} == {"g.new", "g.mid"}
