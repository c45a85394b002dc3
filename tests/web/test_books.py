"""The season book through the browser: begun, watched, stopped, taken."""

import errno
import threading
import time
from io import BytesIO
from uuid import uuid4

import pikepdf
import pytest

from scorepad.pdf.errors import RendererBusy
from scorepad.sheets.book import bindery as bindery_module
from scorepad.sheets.book.folder import Workroom
from scorepad.web.printed.printed import Wanted
from tests.phone import OURS, Phone
from tests.sheets.books import blank_pdf, bookmarks_of, links_of
from tests.sheets.conftest import pages_of, text_of, words_of
from tests.sheets.test_injections import Canary
from tests.web.test_seasons import DAY, THREE, page, play, post

pytestmark = pytest.mark.usefixtures("any_evening")

BOOK = "/seasons/1/book"
LONG = "Wolfeschlegelsteinhausenbergerdorff-Mai"
PATIENCE = 60


class HandRenderer:
    """Prints blank pages, one whenever it may."""

    def __init__(self):
        self.go = threading.Event()
        self.asked = threading.Event()
        self.printed = 0

    def pdf(self, _job):
        self.asked.set()
        if not self.go.wait(0.01):
            raise RendererBusy
        self.printed += 1
        return blank_pdf()

    def close(self):
        """Nothing was opened."""


@pytest.fixture
def hand_renderer(app, monkeypatch):
    """A renderer that waits until it may print, and a binding without fonts."""

    def bound(plan, workroom, _stop):
        made = workroom.folder / "book.pdf"
        made.write_bytes(blank_pdf(len(plan.parts)))
        return made

    monkeypatch.setattr(bindery_module, "_bound", bound)
    own, hand = app.extensions["renderer"], HandRenderer()
    app.extensions["renderer"] = hand
    yield hand
    app.extensions["bindery"].close()
    hand.go.set()
    app.extensions["renderer"] = own


@pytest.fixture
def table(phone):
    """A group with a finished game."""
    phone.found_group()
    post(phone, "/seasons/1/dates", starts_on="2020-01-01")
    play(phone)
    return phone


def until_idle(phone):
    end = time.monotonic() + PATIENCE
    while "<progress" in (text := page(phone, f"{BOOK}?lang=en&paper=a4").text):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
    return text


def made(phone, **chosen):
    chosen = {"lang": "en", "paper": "a4", **chosen}
    assert post(phone, BOOK, **chosen).status_code == 303
    until_idle(phone)
    address = f"{BOOK}/book.pdf?lang={chosen['lang']}&paper={chosen['paper']}"
    return taken(phone, address)


def taken(phone, address):
    answer = page(phone, address)
    answer.get_data()
    answer.close()  # as a server does with a file
    return answer


def test_a_book_is_made_in_the_background_and_taken(table, hand_renderer):
    began = post(table, BOOK, lang="en", paper="a4")
    while_made = page(table, f"{BOOK}?lang=en&paper=a4").text
    hand_renderer.go.set()
    ready = until_idle(table)
    book = taken(table, f"{BOOK}/book.pdf?lang=en&paper=a4")

    assert began.location.endswith(f"{BOOK}?lang=en&paper=a4")
    assert "<progress" in while_made
    assert 'http-equiv="refresh"' in while_made
    assert "http-equiv" not in ready
    assert "The book is ready." in ready
    assert book.mimetype == "application/pdf"
    assert book.headers["Cache-Control"] == "no-cache, private"
    assert pages_of(book.data) == 8


def test_f03_a_book_that_finds_no_room_is_begun_when_there_is_some(
    table, hand_renderer, monkeypatch
):
    def full(*_):
        raise OSError(errno.ENOSPC, "no room")

    with monkeypatch.context() as patch:
        patch.setattr(Workroom, "tell", full)
        refused = post(table, BOOK, lang="en", paper="a4")

    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
    hand_renderer.go.set()
    assert made(table).status_code == 200


def test_the_same_book_is_printed_once(table, hand_renderer):
    hand_renderer.go.set()
    made(table)
    before = hand_renderer.printed
    again = made(table)

    assert again.status_code == 200
    assert hand_renderer.printed == before


def test_a_changed_game_makes_another_book(table, hand_renderer):
    hand_renderer.go.set()
    made(table)
    play(table)

    assert page(table, f"{BOOK}/book.pdf?lang=en&paper=a4").status_code == 302
    assert "The book is ready." not in page(table, f"{BOOK}?lang=en&paper=a4").text


def test_a_game_changed_meanwhile_is_told_and_the_book_made_again(table, hand_renderer):
    game = play(table)
    post(table, BOOK, lang="en", paper="a4")
    hand_renderer.asked.wait(PATIENCE)
    shape = {"schedule": "custom", "cards": [1], "started_at": DAY, "finished": True}
    changed = table.game_body(*THREE, **shape, place="Nuremberg")
    assert table.save_game(game, changed, seen="g3").status_code == 200
    hand_renderer.go.set()

    assert "changed while the book was made" in until_idle(table)
    assert made(table).status_code == 200


def test_a_game_changed_while_its_sheet_is_written_is_told(
    table, hand_renderer, monkeypatch
):
    game = play(table)
    write = Wanted.job.func

    def write_late(wanted):
        written = write(wanted)
        shape = {"schedule": "custom", "cards": [1], "started_at": DAY}
        body = table.game_body(*THREE, **shape, finished=True, place="Nuremberg")
        if str(wanted.address.game) == game:
            assert table.save_game(game, body, seen="g3").status_code == 200
        return written

    monkeypatch.setattr(Wanted, "job", property(write_late))
    hand_renderer.go.set()
    post(table, BOOK, lang="en", paper="a4")

    assert "changed while the book was made" in until_idle(table)


def test_cancel_stops_the_printing_and_the_page_may_begin_again(table, hand_renderer):
    post(table, BOOK, lang="en", paper="a4")
    stopped = post(table, f"{BOOK}/cancel", lang="en", paper="a4")
    text = until_idle(table)

    assert stopped.status_code == 303
    assert hand_renderer.printed == 0
    assert "Make the book" in text
    assert "The book is ready." not in text


def test_a_second_book_of_the_group_has_to_wait(table, hand_renderer):
    post(table, BOOK, lang="en", paper="a4")
    other = post(table, BOOK, lang="de", paper="a4")

    assert other.status_code == 429
    assert other.headers["Retry-After"] == "30"
    shown = page(table, f"{BOOK}?lang=de&paper=a4").text
    assert "Another book of this group" in shown
    assert "Cancel" in shown


def test_too_many_books_in_all_are_refused(app, table, hand_renderer):
    for _ in range(bindery_module.MOST_BOOKS):
        other = Phone(app.test_client())
        other.found_group()
        play(other)
        assert post(other, BOOK).status_code == 303

    assert post(table, BOOK).status_code == 429


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("path", [BOOK, f"{BOOK}/cancel", f"{BOOK}/book.pdf"])
def test_a_stranger_finds_no_book(table, stranger, hand_renderer, method, path):
    hand_renderer.go.set()
    made(table)

    address = f"/g/{table.group}{path}?lang=en&paper=a4"
    answer = stranger.client.open(address, method=method, headers=OURS)

    assert answer.status_code in {404, 405}
    assert "%PDF" not in answer.text


def test_a_stranger_stops_nothing(table, stranger, hand_renderer):
    post(table, BOOK, lang="en", paper="a4")
    stranger.client.post(f"/g/{table.group}{BOOK}/cancel", headers=OURS)
    hand_renderer.go.set()

    assert "The book is ready." in until_idle(table)


def test_a_book_that_is_finished_while_its_page_is_made_is_on_it(
    app, table, hand_renderer, monkeypatch
):
    bindery = app.extensions["bindery"]
    post(table, BOOK, lang="en", paper="a4")

    def finished_after(look):
        def looked(name):
            told = look(name)
            hand_renderer.go.set()
            end = time.monotonic() + PATIENCE
            while bindery.books.being_made():
                assert time.monotonic() < end, "waited in vain"
                time.sleep(0.01)
            return told

        return looked

    monkeypatch.setattr(bindery, "progress", finished_after(bindery.progress))
    monkeypatch.setattr(bindery.books, "find", finished_after(bindery.books.find))

    shown = page(table, f"{BOOK}?lang=en&paper=a4").text
    assert "<progress" in shown or "The book is ready." in shown


def test_a_season_without_a_finished_game_has_nothing_to_print(phone):
    play(phone, finished=False)

    shown, begun = page(phone, BOOK), post(phone, BOOK)

    assert (shown.status_code, begun.status_code) == (200, 422)
    assert "begins with the first finished game" in shown.text
    assert "Make the book" not in shown.text


@pytest.mark.parametrize(
    "query", ["lang=xx", "paper=a0", "paper=%00", "lang=en&paper=A4"]
)
def test_a_choice_that_is_none_is_refused(table, query):
    for path in (BOOK, f"{BOOK}/book.pdf"):
        assert page(table, f"{path}?{query}").status_code == 422
    chosen = dict(each.split("=") for each in query.split("&"))
    assert post(table, BOOK, **chosen).status_code == 422


def test_a_season_that_is_not_there_has_no_book(table):
    assert page(table, "/seasons/9/book").status_code == 404
    assert table.client.get(f"/g/{uuid4()}{BOOK}").status_code == 404


def test_paper_and_language_suit_the_reader(table):
    shown = page(table, BOOK, **{"Accept-Language": "de-AT"}).text
    american = page(table, BOOK, **{"Accept-Language": "en-US"}).text

    assert '<option value="de" lang="de" selected>' in shown
    assert '<option value="a4" selected>' in shown
    assert '<option value="letter" selected>' in american


def test_the_whole_book_tells_everybody_and_leads_to_every_page(
    app, phone, renderer, tmp_path
):
    """Printed for real: text, page numbers, links, bookmarks; nothing is fetched."""
    canary = Canary(tmp_path)
    attack = canary.vectors[0]
    phone.found_group()
    post(phone, "/seasons/1/dates", starts_on="2020-01-01")
    post(phone, "/name", name="<b>{{7*7}}</b>")
    names = (attack, LONG, "王小明")
    games = [play(phone, *names), play(phone, *names[::-1])]

    pdf = made(phone).data

    text = text_of(pdf)
    for said in (*names, "<b>{{7*7}}</b>", "Contents", "The standings"):
        assert said.replace(" ", "") in text, said
    with pikepdf.open(BytesIO(pdf)) as book:
        assert len(book.pages) == 9
        # Standings, records, three players, two games.
        assert links_of(book, 2) == [3, 4, 5, 6, 7, 8, 9, 2]
        contents = alone(book, 2)
        assert numbers_on(contents) == [2, 3, 4, 5, 6, 7, 8, 9]
        assert attack.replace(" ", "") in text_of(contents)
        titles = [title for _, title, _ in bookmarks_of(book)]
        assert set(names) < set(titles)
        assert [at for _, title, at in bookmarks_of(book) if "·" in title] == [8, 9]
        assert str(book.Root.Lang) == "en"
    assert canary.hits == []
    canary.server.shutdown()
    canary.server.server_close()
    # What the book printed is on the shelf for the page of each game.
    app.extensions["renderer"] = HandRenderer()
    for game in games:
        assert page(phone, f"/games/{game}/sheet.pdf?lang=en").status_code == 200
    app.extensions["renderer"] = renderer


def alone(book, page: int) -> bytes:
    """One page of a book."""
    made = BytesIO()
    with pikepdf.new() as pdf:
        pdf.pages.append(book.pages[page - 1])
        pdf.save(made)
    return made.getvalue()


def numbers_on(page: bytes) -> list[int]:
    """The page numbers at the right edge of a page, from above."""
    words = sorted(words_of(page), key=lambda word: word[1])
    return [
        int(word) for _, _, right, _, word in words if right > 185 and word.isdecimal()
    ]
