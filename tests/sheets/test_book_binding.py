"""Printed parts become one book: numbered, linked, with bookmarks."""

import subprocess

import pikepdf
import pytest

from scorepad.sheets.book import binding as book_binding
from scorepad.sheets.book.plan import Bookmark, BoundPart, Plan
from tests.sheets.books import DIGITS, bookmarks_of, links_of, page_saying, plan_of


@pytest.fixture(scope="module")
def printed(renderer, tmp_path_factory):
    """Contents, a chapter of two pages, and a game; each in a file."""
    folder = tmp_path_factory.mktemp("parts")
    pages = {
        "digits": DIGITS,
        "contents": page_saying("Contents", links=("game", "chapter", "nowhere"))
        + "<a href='https://example.org/'>out</a>",
        "chapter": page_saying("One", "Two", links=("game",)),
        "game": page_saying("Game"),
    }
    for name, html in pages.items():
        (folder / name).write_bytes(renderer.pdf(html))
    return folder


@pytest.fixture
def parts(printed):
    counts = {"contents": 1, "chapter": 2, "game": 1}
    return [BoundPart(name, str(printed / name), n) for name, n in counts.items()]


@pytest.fixture
def bound(printed, parts, tmp_path):
    def bound(**changes):
        into = tmp_path / "book.pdf"
        book_binding.bind(plan_of(parts, printed / "digits", **changes), into)
        return into

    return bound


def words_on(book, page: int) -> list[str]:
    done = subprocess.run(
        ["pdftotext", "-f", str(page), "-l", str(page), book, "-"],
        capture_output=True,
        check=True,
    )
    return done.stdout.decode().split()


def test_every_page_but_the_first_has_its_number(bound):
    book = bound()

    found = [
        [word for word in words_on(book, page) if word.isdecimal()]
        for page in (1, 2, 3, 4)
    ]
    assert found == [[], ["2"], ["3"], ["4"]]


def test_links_between_parts_lead_to_their_pages_and_others_are_gone(bound):
    with pikepdf.open(bound()) as book:
        assert links_of(book, 1) == [4, 2]
        # The last one is the number's own, and leads back.
        assert links_of(book, 2) == [4, 1]
        assert links_of(book, 4) == [1]
        assert not any(
            "/A" in link for page in book.pages for link in page.get("/Annots", ())
        )


def test_bookmarks_lead_to_their_pages(bound):
    marks = (
        Bookmark("Inhalt", "contents"),
        Bookmark("Partien", "game", (Bookmark("王小明 460", "game"),)),
    )

    with pikepdf.open(bound(bookmarks=marks)) as book:
        assert bookmarks_of(book) == [
            (0, "Inhalt", 1),
            (0, "Partien", 4),
            (1, "王小明 460", 4),
        ]


def test_the_book_says_what_it_is(bound):
    with pikepdf.open(bound()) as book:
        assert str(book.docinfo["/Title"]) == "Friday Wizards, 2026"
        assert str(book.Root.Lang) == "de"
        assert book.Root.PageMode == "/UseOutlines"
        assert book.check_pdf_syntax() == []


def test_many_parts_are_bound_in_volumes(bound, monkeypatch, tmp_path):
    whole = bound().read_bytes()
    monkeypatch.setattr(book_binding, "AT_ONCE", 2)

    with pikepdf.open(bound()) as book:
        assert len(book.pages) == 4
        assert links_of(book, 1) == [4, 2]
    assert whole
    assert [file.name for file in tmp_path.iterdir()] == ["book.pdf"]


def test_the_same_parts_make_the_same_file(bound):
    assert bound().read_bytes() == bound().read_bytes()


def test_a_font_that_came_twice_is_kept_once(printed, tmp_path):
    game = BoundPart("game", str(printed / "game"), 1)
    twice = [game, BoundPart("again", game.file, 1)]

    book_binding.bind(plan_of(twice, printed / "digits"), tmp_path / "book.pdf")

    with pikepdf.open(tmp_path / "book.pdf") as book:
        files = [
            each.FontDescriptor.get("/FontFile2", each.FontDescriptor.get("/FontFile3"))
            for page in book.pages
            for name, font in page.resources.Font.items()
            if name != "/ScorepadNumbers"
            for each in font.DescendantFonts
        ]
        assert len(files) == 2
        assert len({file.objgen for file in files}) == 1


def test_a_plan_comes_out_as_it_was_packed(parts):
    nested = (Bookmark("a", "game", (Bookmark("b", "game"),)),)
    plan = plan_of(parts, "digits", bookmarks=nested)

    assert Plan.unpacked(plan.packed()) == plan


def test_a_page_with_more_than_the_digits_gives_no_font(renderer, parts, tmp_path):
    wrong = tmp_path / "wrong.pdf"
    wrong.write_bytes(renderer.pdf(DIGITS + "x"))

    with pytest.raises(ValueError, match="ten digits"):
        book_binding.bind(plan_of(parts, wrong), tmp_path / "book.pdf")
