"""The season book through the browser: ordered, followed, cancelled, downloaded."""

import threading
import time
from datetime import timedelta
from io import BytesIO

import pikepdf
import pytest

from scorepad.pdf import book
from scorepad.services import season_books
from scorepad.web import books
from tests.pdf.conftest import text_of
from tests.pdf.reading import links_of
from tests.pdf.test_injections import Canary
from tests.support.invitations import post
from tests.support.phone import Phone
from tests.support.serving import wait_until
from tests.web.test_seasons import page, play

pytestmark = pytest.mark.usefixtures("any_evening")

BOOK = "/seasons/1/book"
LONG = "Wolfeschlegelsteinhausenbergerdorff-Mai"
PATIENCE = 180
BLANK = b"%PDF-1.7"


class HandRenderer:
    """Renders a book as soon as it may."""

    def __init__(self):
        self.go = threading.Event()
        self.asked = threading.Event()
        self.rendered = 0

    def run(self, _task, *_args, while_waiting):
        self.asked.set()
        while not self.go.wait(0.01):
            while_waiting()
        self.rendered += 1
        return BLANK

    def close(self):
        """Nothing was opened."""


@pytest.fixture
def hand_renderer(app, monkeypatch):
    """A renderer of books that waits for a signal."""
    monkeypatch.setattr(books, "NOTED_EVERY", 0)
    own, hand = app.extensions["book_maker"], HandRenderer()
    maker = books.BookMaker(app, lambda: hand)
    app.extensions["book_maker"] = maker
    yield hand
    hand.go.set()
    maker.close()
    app.extensions["book_maker"] = own


@pytest.fixture
def table(phone):
    return with_a_game(phone)


def with_a_game(phone):
    phone.create_group()
    post(phone, "/seasons/1/dates", starts_on="2020-01-01")
    play(phone)
    return phone


def ordered(phone, **chosen):
    return post(phone, BOOK, **{"lang": "en", "paper": "a4", **chosen})


def shown(phone, lang="en"):
    return page(phone, f"{BOOK}?lang={lang}&paper=a4").text


def until_idle(phone):
    wait_until(lambda: "<progress" not in shown(phone), PATIENCE)
    return shown(phone)


def made(phone):
    assert ordered(phone).status_code == 303
    until_idle(phone)
    return page(phone, f"{BOOK}/book.pdf?lang=en&paper=a4")


def test_a_book_is_made_in_the_background_and_taken(table, hand_renderer):
    began = ordered(table)
    while_made = shown(table)
    hand_renderer.go.set()
    ready = until_idle(table)
    book = page(table, f"{BOOK}/book.pdf?lang=en&paper=a4")

    assert began.location.endswith(f"{BOOK}?lang=en&paper=a4")
    assert "<progress" in while_made
    assert 'http-equiv="refresh"' in while_made
    assert "http-equiv" not in ready
    assert "The book is ready." in ready
    assert book.mimetype == "application/pdf"
    assert book.headers["Cache-Control"] == "private, no-cache"
    assert book.data == BLANK


def test_an_outdated_book_is_marked_and_made_again(table, hand_renderer):
    game = play(table)
    ordered(table)
    hand_renderer.asked.wait(PATIENCE)
    table.change_game(game, place="Nuremberg")
    hand_renderer.go.set()

    assert "The season has changed." in until_idle(table)
    assert made(table).status_code == 200


def test_a_second_book_waits_and_cancel_stops_the_printing(app, table, hand_renderer):
    ordered(table)
    other = ordered(table, lang="de")
    waiting = shown(table, lang="de")
    for _ in range(season_books.MOST_BOOKS - 1):
        assert ordered(with_a_game(Phone(app.test_client()))).status_code == 303
    too_many = ordered(with_a_game(Phone(app.test_client())))
    stopped = post(table, f"{BOOK}/cancel", lang="en", paper="a4")
    text = until_idle(table)

    assert (other.status_code, other.headers["Retry-After"]) == (429, "30")
    assert "Another season book" in waiting
    assert "Cancel" in waiting
    assert too_many.status_code == 429
    assert stopped.status_code == 303
    assert hand_renderer.rendered == 0
    assert "Create the book" in text
    assert "The book is ready." not in text


def test_a_book_whose_server_died_is_lost_and_one_that_waits_is_not(
    app, table, hand_renderer, monkeypatch
):
    ordered(with_a_game(Phone(app.test_client())))
    hand_renderer.asked.wait(PATIENCE)
    ordered(table)
    monkeypatch.setattr(season_books, "LOST_AFTER", timedelta(seconds=0.4))
    time.sleep(0.5)

    assert "Another book is created first." in shown(table)
    app.extensions["book_maker"].close()
    time.sleep(0.5)
    assert "The book could not be created" in shown(table)


def test_a_long_season_is_taken_in_volumes(table, hand_renderer, monkeypatch):
    monkeypatch.setattr(book, "MOST_ELEMENTS", 600)
    play(table)
    hand_renderer.go.set()
    ordered(table)
    ready = until_idle(table)
    second = page(table, f"{BOOK}/book.pdf?lang=en&paper=a4&volume=2")

    assert "Open volume 1 of 3" in ready
    assert "Open volume 3 of 3" in ready
    assert "wizard-season-2-of-3.pdf" in second.headers["Content-Disposition"]
    assert page(table, f"{BOOK}/book.pdf?lang=en&volume=4").status_code == 302


def test_the_whole_book_names_all_players_and_fetches_nothing(phone, tmp_path):
    canary = Canary(tmp_path)
    attack = canary.vectors_of("n")[0]
    phone.create_group()
    post(phone, "/seasons/1/dates", starts_on="2020-01-01")
    post(phone, "/people/name", name="<b>{{7*7}}</b>")
    names = (attack, LONG, "王小明")
    play(phone, *names)
    play(phone, *names[::-1])

    pdf = made(phone).data

    text = text_of(pdf)
    for said in (*names, "<b>{{7*7}}</b>", "Contents", "The standings"):
        assert said.replace(" ", "") in text, said
    with pikepdf.open(BytesIO(pdf)) as book:
        # Title, contents, standings, records, three players, two games.
        assert len(book.pages) == 9
        assert links_of(book, 2) == {2, 3, 4, 5, 6, 7, 8, 9}
        assert str(book.Root.Lang) == "en"
    canary.close()
    assert canary.hits == []
