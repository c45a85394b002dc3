"""The pages of a book: everybody is on them, and they are as many as was counted."""

from dataclasses import replace

import pytest

from scorepad.sheets.book.book import BookGame, SeatOfGame
from scorepad.sheets.book.contents import Kind, contents_pages, winners_of
from scorepad.sheets.book.outline import bookmarks_of, title_of
from scorepad.sheets.book.pages import BookPages
from scorepad.sheets.paper import PAPERS, Paper
from scorepad.stats.season import RankedBy
from scorepad.words.languages import LANGUAGES
from tests.sheets.conftest import EVERYONE, ROOT, ink_of, pages_of, text_of, words_of
from tests.sheets.reading import lost_letters
from tests.sheets.seasons import FIRST_DAY, season_of
from tests.wide import first_of

LONG = (
    "Wolfeschlegelsteinhausenbergerdorff-Mai",
    "王" * 40,
    "Donaudampfschifffahrtsverein Wien 1889 e",
)


@pytest.fixture(scope="module")
def writer():
    return BookPages(ROOT / "templates")


@pytest.fixture(scope="module")
def season():
    return season_of(EVERYONE, games=30)


@pytest.fixture(scope="module")
def three():
    """Three at a table play 20 rounds: nobody's page has more on it."""
    return season_of(LONG, games=12, group=LONG[2])


def numbers_for(book) -> dict[str, int]:
    parts = ["standings", "records", *(each.part for each in book.players)]
    parts += [each.part for each in book.games]
    return {part: 100 + number for number, part in enumerate(parts)}


@pytest.mark.parametrize("language", [each.tag for each in LANGUAGES])
@pytest.mark.parametrize("paper", first_of([Paper.A4, Paper.LETTER]))
def test_a_player_of_the_longest_names_has_one_page(
    writer, renderer, three, language, paper
):
    book = replace(three, language=language, paper=paper)

    pdf = renderer.pdf(writer.player(book, book.players[1]))

    assert pages_of(pdf) == 1
    assert min(ink_of(pdf)) > 6
    assert book.players[1].name in text_of(pdf).replace("-", "-")


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
def test_contents_list_everything_on_as_many_pages_as_were_counted(
    writer, renderer, season, paper
):
    book = replace(season, paper=paper)
    numbers = numbers_for(book)

    pdfs = [renderer.pdf(job) for job in writer.contents(book, numbers)]

    assert [pages_of(pdf) for pdf in pdfs] == [1] * len(contents_pages(book))
    words = [word for pdf in pdfs for *_, word in words_of(pdf)]
    assert {str(number) for number in numbers.values()} <= set(words)
    text = "".join(map(text_of, pdfs))
    assert all(name in text for name in EVERYONE if name != "🧙‍♂️")
    assert [lost_letters(pdf) for pdf in pdfs] == [0] * len(pdfs)
    assert min(ink_of(pdfs[0])) > 6


def test_long_names_stay_inside_their_rows(writer, renderer):
    book = season_of(LONG, games=4)
    shared = tuple(SeatOfGame(name, 100, won=True) for name in LONG)
    games = tuple(replace(game, seats=shared) for game in book.games)
    pdf = renderer.pdf(
        writer.contents(replace(book, games=games), numbers_for(book))[0]
    )

    numbers = [w for w in words_of(pdf) if w[4].isdecimal() and w[4] >= "100"]
    left_of_totals = PAPERS[Paper.A4].width - 18 - 35
    names = [w for w in words_of(pdf) if w[4].startswith(("Wolfe", "王"))]
    assert len(numbers) >= 10
    assert names
    assert all(name[2] < left_of_totals + 0.5 for name in names)


def test_a_heading_never_ends_a_page(season):
    pages = contents_pages(season_of(EVERYONE, games=90))

    assert len(pages) > 1
    assert all(page[-1].kind is Kind.ENTRY for page in pages)
    assert sum(row.kind is Kind.ENTRY for page in pages for row in page) == 96


def test_a_win_of_many_is_told_by_two_and_a_game_without_result_by_all():
    seats = tuple(SeatOfGame(name, 10, won=True) for name in "ABCD")
    shared = BookGame(part="x", played_on=FIRST_DAY, seats=seats)
    unknown = tuple(SeatOfGame(name, None, won=False) for name in "AB")

    assert winners_of(shared) == "A · B +2"
    assert winners_of(replace(shared, seats=unknown)) == "A · B"


@pytest.mark.parametrize("language", first_of([each.tag for each in LANGUAGES], kept=2))
def test_title_standings_and_records_are_a_page_each(writer, renderer, three, language):
    book = replace(three, language=language)

    jobs = (writer.title(book), writer.standings(book), writer.records(book))
    pdfs = [renderer.pdf(job) for job in jobs]

    assert [pages_of(pdf) for pdf in pdfs] == [1, 1, 1]
    assert [lost_letters(pdf) for pdf in pdfs] == [0, 0, 0]
    for name in LONG:
        assert name.replace(" ", "") in text_of(pdfs[0])


@pytest.mark.parametrize("games", [0, 1, 2])
def test_a_season_of_hardly_a_game_is_still_a_book(writer, renderer, games):
    book = season_of(("Ute", "Kevin", "Anna"), games=games)
    book = replace(book, players=book.players if games else ())

    assert pages_of(renderer.pdf(writer.title(book))) == 1
    assert pages_of(renderer.pdf(writer.standings(book))) == 1
    assert pages_of(renderer.pdf(writer.records(book))) == 1
    for job in writer.contents(book, numbers_for(book)):
        assert pages_of(renderer.pdf(job)) == 1
    for player in book.players:
        assert pages_of(renderer.pdf(writer.player(book, player))) == 1


def test_bookmarks_are_parts_players_and_games_by_month(season):
    book = replace(season, language="de", season="Winter")
    marks = {mark.title: mark for mark in bookmarks_of(book)}

    assert title_of(book) == "Friday Wizards, Winter"
    assert list(marks) == [
        "Inhalt",
        "Rangliste",
        "Rekorde und Ehrungen",
        "Spieler",
        "Spiele",
    ]
    assert {mark.title for mark in marks["Spieler"].under} == set(EVERYONE)
    months = marks["Spiele"].under
    assert months[0].title == "Januar 2026"
    assert months[0].under[0].title.startswith("02.01.2026 · ")
    assert sum(len(month.under) for month in months) == 30
    targets = [game.target for month in months for game in month.under]
    assert targets == [game.part for game in book.games]


@pytest.mark.parametrize("by", RankedBy)
def test_every_ranking_has_its_figure_and_its_reason(writer, renderer, season, by):
    pdf = renderer.pdf(writer.standings(replace(season, ranked_by=by)))

    assert pages_of(pdf) == 1
    assert "Rankedby" in text_of(pdf)
